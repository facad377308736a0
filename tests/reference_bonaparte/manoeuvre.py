"""Chapter 9: manoeuvre attacks, the reply, the advance when blocked (B-18.27, B-18.29 ff.)."""

from marengo.games.marengo.board import Place
from tests.reference_bonaparte.facts import CAVALRY, INFANTRY, Piece
from tests.reference_bonaparte.groups import Group, anybody
from tests.reference_bonaparte.situation import Situation, selections


def attacks(now: Situation) -> set[str]:
    """Return every manoeuvre attack without road, by its first piece."""
    found: set[str] = set()
    if not now.affordable(1):  # B-9.4
        return found
    for start in now.places:
        # B-9.3: from reserve over any approach, from an approach only straight on.
        over = now.ground.approaches[start.locality] if start.is_reserve else [start]
        for attack in over:
            if may_be_attacked(now, attack):
                group = attacking(now, start, attack)
                found |= {f"attack {piece.name} {attack}" for piece in group.next_pieces()}
    return found


def may_be_attacked(now: Situation, attack: Place) -> bool:
    """B-9.1, B-9.2: an enemy-occupied locality over an approach in which no enemy stands."""
    return now.enemy_opposite(attack) and now.may_cross(attack)


def attacking(now: Situation, start: Place, attack: Place) -> Group:
    """Return which pieces of a position may attack together; B-9.9: every type may."""
    attacked = attack.opposite
    capacity = now.ground.capacities[attacked.locality]
    return Group(
        now.movable(start),
        999 if capacity is None else capacity,  # B-9.5
        _is_infantry if now.ground.obstacle(attacked) else anybody,  # B-9.6
        strict=now.strict,
    )


def _is_infantry(piece: Piece) -> bool:
    return piece.kind == INFANTRY


def may_attack_by_road(now: Situation, piece: Piece, attack: Place) -> bool:
    """B-9.9: only cavalry; B-9.8: not over an obstacle."""
    capacity = now.ground.capacities[attack.opposite.locality]
    return (
        piece.kind == CAVALRY
        and not now.ground.obstacle(attack.opposite)
        and may_be_attacked(now, attack)
        and (capacity is None or capacity > 0)  # B-9.5
    )


def shows(now: Situation) -> set[str]:
    """B-9.7: over an obstacle the attacker shows one infantry piece of the group."""
    infantry = [piece for piece in now.named("attackers") if piece.kind == INFANTRY]
    return {f"show {piece.name}" for (piece,) in selections(infantry, [1])}


def responses(now: Situation) -> set[str]:
    """B-9.16: blocking is optional."""
    found = {"respond none"}
    if now.state.context["from_reserve"]:  # B-9.13 (a), B-9.14
        attack = Place.parse(str(now.state.context["attack"]))
        found |= {f"respond {piece.name}" for piece in responding(now, attack).next_pieces()}
    return found


def responding(now: Situation, attack: Place) -> Group:
    """B-9.13: reserve pieces of the attacked locality, any number, any types, inactive too."""
    reserve = now.at(Place(attack.opposite.locality), now.enemy)
    return Group(reserve, len(reserve), strict=now.strict)  # B-6.23, B-8.30


def advances(now: Situation) -> set[str]:
    """B-9.17: all stay, all go into the attack approach, or they divide."""
    blocking = advancing(now).next_pieces()
    return {"block none"} | {f"block {piece.name}" for piece in blocking}


def advancing(now: Situation) -> Group:
    """B-9.17, B-8.20: dividing costs one more command; without it only all of them may go."""
    attackers = now.named("attackers")
    divided = now.affordable(1)
    return Group(attackers, len(attackers), whole=not divided, strict=now.strict)
