"""Chapter 11: which assaults there are, leading pieces, defensive fire, pursuit (B-18.14 ff.)."""

from collections.abc import Iterator

from marengo.games.marengo.board import Place
from tests.reference_bonaparte.bombardment import COMPLETED, NONE
from tests.reference_bonaparte.facts import ARTILLERY, CAVALRY, INFANTRY, Piece, listed
from tests.reference_bonaparte.ground import Ground
from tests.reference_bonaparte.groups import Group
from tests.reference_bonaparte.situation import Situation, selections


def assaults(now: Situation) -> set[str]:
    """Return every assault with its first participant, and the end of step 2 (B-18.14)."""
    found = {"end"}
    for attack in now.places:
        if not attack.is_reserve and may_assault(now, attack):
            group = participants(now, attack)
            found |= {f"assault {piece.name} {attack}" for piece in group.next_pieces()}
    return found


def may_assault(now: Situation, attack: Place) -> bool:
    """Whether an assault may be declared from this approach."""
    state = now.state
    return (
        now.affordable(1)  # B-8.19
        and state.demoralised(state.turn) is None  # B-11.11
        and not state.assaulted(str(attack))  # B-11.9
        and now.blocked_opposite(attack)  # B-11.1: enemy pieces stand in the opposite approach
        and not now.ground.impassable(attack)  # B-5.19
        and not state.barred(str(attack))  # B-11.14
        and not state.won(attack.opposite.locality)  # B-11.13
    )


def participants(now: Situation, attack: Place) -> Group:
    """B-11.2: pieces that have been in the approach since the start of the turn."""
    able = [
        piece
        for piece in now.at(attack, now.side)
        if piece.active  # B-6.11
        and not piece.assaulted  # B-11.12; cavalry may have come here by continuation (B-11.16)
        and piece.bombardment != COMPLETED  # B-11.7, B-10.6
    ]
    return Group(
        able,
        _most(now, attack.opposite.locality),  # B-11.6
        lambda piece: may_lead_attack(now.ground, attack, piece),  # B-11.5
        strict=now.strict,
    )


def _most(now: Situation, locality: int) -> int:
    capacity = now.ground.capacities[locality]
    return 999 if capacity is None else capacity


def penalty(ground: Ground, attacked: Place, kind: int) -> int:
    """B-5.13, B-5.14: symbols in the attacked approach against an assault led by that type."""
    side = ground.sides[attacked]
    return side.infantry if kind == INFANTRY else side.cavalry


def may_lead_attack(ground: Ground, attack: Place, piece: Piece) -> bool:
    """Whether a participant qualifies as leading piece."""
    attacked = attack.opposite
    return (
        piece.kind != ARTILLERY  # B-11.22
        and piece.strength >= 2  # B-11.23
        and piece.strength > penalty(ground, attacked, piece.kind)  # B-11.23
        and not (piece.kind == CAVALRY and ground.obstacle(attacked))  # B-11.24
    )


def attack_leading(
    ground: Ground, attack: Place, pieces: list[Piece]
) -> Iterator[tuple[Piece, ...]]:
    """B-11.22: all infantry or all cavalry, one at a narrow, one or two at a wide approach."""
    fit = [piece for piece in pieces if may_lead_attack(ground, attack, piece)]
    width = ground.width(attack.opposite)
    return (group for group in selections(fit, range(1, width + 1)) if _of_one_type(group))


def defence_leading(
    ground: Ground, attack: Place, defenders: list[Piece]
) -> Iterator[tuple[Piece, ...]]:
    """B-11.31: none, one, or two at a wide approach. B-11.34: strength 1 is enough."""
    fit = [
        piece
        for piece in defenders
        if piece.kind != ARTILLERY  # B-11.33
        and not (piece.kind == CAVALRY and ground.obstacle(attack.opposite))  # B-11.37
    ]
    width = ground.width(attack.opposite)
    return (group for group in selections(fit, range(width + 1)) if _of_one_type(group))  # B-11.32


def _of_one_type(group: tuple[Piece, ...]) -> bool:
    return len({int(piece.kind) for piece in group}) <= 1


def able_to_fire(defenders: list[Piece]) -> list[Piece]:
    """B-11.26: artillery that in its last own turn neither declared nor fired."""
    return [
        piece
        for piece in defenders
        if piece.kind == ARTILLERY and piece.bombardment == NONE and not piece.silenced
    ]


def able_to_pursue(
    ground: Ground,
    attack: Place,
    winners: list[Piece],  # surviving participants of the winner that did not lead
    losers: list[Piece],  # surviving participants of the loser
    loser_led_by: list[Piece],  # as named in step 1 or 4
) -> list[Piece]:
    """Return the cavalry from which the pursuers are taken."""
    if any(piece.kind == CAVALRY for piece in loser_led_by):  # B-11.52
        return []
    if ground.obstacle(attack) or ground.obstacle(attack.opposite):  # B-11.56
        return []
    if not losers:  # B-11.68
        return []
    return [piece for piece in winners if piece.kind == CAVALRY]  # B-11.51; B-11.55: any strength


# The nodes


def leaders(now: Situation) -> set[str]:
    """B-18.15."""
    groups = attack_leading(now.ground, _attack(now), now.named("participants"))
    return {f"lead {listed(group)}" for group in groups}


def fire(now: Situation) -> set[str]:
    """B-18.16. B-11.28: firing is optional."""
    able = able_to_fire(_defenders(now))
    return {"fire none"} | {f"fire {piece.name}" for (piece,) in selections(able, [1])}


def defence_leaders(now: Situation) -> set[str]:
    """B-18.18. B-11.35: none may be named although some could be."""
    groups = defence_leading(now.ground, _attack(now), _defenders(now))
    return {f"lead {listed(group) or 'none'}" for group in groups}


def pursuits(now: Situation) -> set[str]:
    """B-18.22. B-11.54: one, or two at a wide approach; B-11.55: a pursuit is optional."""
    attack = _attack(now)
    attackers, defenders = now.named("participants"), _defenders(now)
    led, defended = _as_named(now, "leaders"), _as_named(now, "defence_leaders")
    if now.state.context["attack_won"]:
        second = [piece for piece in attackers if piece not in led]
        able = able_to_pursue(now.ground, attack, second, defenders, defended)
    else:
        second = [piece for piece in defenders if piece not in defended]
        able = able_to_pursue(now.ground, attack, second, attackers, led)
    width = now.ground.width(attack.opposite)
    groups = selections(able, range(1, width + 1))
    return {"pursue none"} | {f"pursue {listed(group)}" for group in groups}


def _attack(now: Situation) -> Place:
    return Place.parse(str(now.state.context["attack"]))


def _defenders(now: Situation) -> list[Piece]:
    """B-11.3: all enemy pieces in the attacked approach, and no others."""
    return now.at(_attack(now).opposite, now.enemy)


def _as_named(now: Situation, key: str) -> list[Piece]:
    """Return leading pieces as they were named, those eliminated since included."""
    names = {str(name) for name in now.state.context[key]}
    return [piece for piece in now.state.pieces if piece.name in names]
