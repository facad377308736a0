"""Chapter 11: assaults (N12), leading pieces (N15a, N15b), fire (N15c, N15d), counter-attack."""

from collections.abc import Iterator

from marengo.games.marengo.board import Place
from tests.reference.bombardment import NONE
from tests.reference.facts import ARTILLERY, CAVALRY, Piece, listed, number
from tests.reference.situation import Situation, selections, unused

ASSAULT_PIECES = (1, 2, 3)
"""T-11.16: pieces that may assault together."""


def assaults(now: Situation) -> set[str]:
    """Return every assault that may be declared (N12). T-11.3: it costs an order."""
    if not now.affordable(1):
        return set()
    found = set()
    for attack in now.places:
        if attack.is_reserve:
            continue  # T-11.2
        defence = attack.opposite
        if (
            now.at(defence, now.enemy)  # T-11.1: the defence approach is blocked
            and not now.closed(attack)  # T-11.6
            and not now.protected(defence.locality, now.side)  # T-11.6
            and any(may_lead_attack(now, attack, piece) for piece in able(now, attack))  # T-11.4
        ):
            found.add(f"assault {attack}")
    return found


def able(now: Situation, attack: Place) -> list[Piece]:
    """T-11.5: organised pieces in the attack approach that have not acted."""
    return [piece for piece in unused(now.at(attack, now.side)) if piece.organised]


def may_lead_attack(now: Situation, attack: Place, piece: Piece) -> bool:
    """T-11.18: strength 2 or more, never artillery. T-11.19: no cavalry into an obstacle."""
    return piece.strength >= 2 and piece.kind != ARTILLERY and not _stopped(now, attack, piece)


def _stopped(now: Situation, attack: Place, piece: Piece) -> bool:
    """T-3.17: cavalry of either side and an obstacle in the defence approach."""
    return piece.kind == CAVALRY and now.ground.sides[attack.opposite].cavalry_obstacle


def _same_type(pieces: tuple[Piece, ...]) -> bool:
    return len({piece.kind for piece in pieces}) == 1


def _attack(now: Situation) -> Place:
    return Place.parse(str(now.state.context["attack"]))


def _named(now: Situation, key: str) -> set[str]:
    return {str(name) for name in now.state.context[key]}


def _leads(now: Situation, attack: Place) -> range:
    """T-11.11, T-11.17: one leading piece across a narrow border, two across a wide one."""
    return range(1, now.ground.full(attack.opposite) + 1)


def _defenders(now: Situation) -> list[Piece]:
    """T-11.10: the assault pieces of the defence are all those in the defence approach."""
    return now.at(_attack(now).opposite, now.enemy)


def defence_leaders(now: Situation) -> set[str]:
    """Return what may lead the defence (N15a); none is always possible."""
    attack = _attack(now)
    # T-11.13: no cavalry behind an obstacle. T-11.14, T-11.15: strength 1 and artillery may lead.
    fit = [piece for piece in _defenders(now) if not _stopped(now, attack, piece)]
    return {"lead none"} | {
        f"lead {listed(group)}"
        for group in selections(fit, _leads(now, attack))
        if _same_type(group)  # T-11.12
    }


def assault_pieces(now: Situation) -> set[str]:
    """Return the attacker's assault pieces with those of them that lead (N15b)."""
    attack = _attack(now)
    capacity = now.ground.capacities[attack.opposite.locality]
    return {
        f"send {listed(sent)} lead {listed(leading)}"
        for sent in selections(able(now, attack), ASSAULT_PIECES)
        if capacity is None or len(sent) <= capacity  # T-11.21
        for leading in _leading(now, attack, sent)
    }


def _leading(now: Situation, attack: Place, sent: tuple[Piece, ...]) -> Iterator[tuple[Piece, ...]]:
    """T-11.17, T-11.18: one leading piece, or two of a type where the approach is wide."""
    fit = [piece for piece in sent if may_lead_attack(now, attack, piece)]
    return (group for group in selections(fit, _leads(now, attack)) if _same_type(group))


def fire(now: Situation) -> set[str]:
    """Return the defender's choices of defensive artillery fire (N15c)."""
    attack = _attack(now)
    if now.ground.sides[attack].artillery:  # T-11.26
        return {"fire none"}
    leading = _named(now, "defence_leaders")
    return {"fire none"} | {
        f"fire {piece.name}"
        for piece in _defenders(now)
        if piece.kind == ARTILLERY  # T-11.23; T-11.29: disorganised or not
        and piece.name not in leading  # T-11.24
        and piece.bombardment == NONE  # T-11.25
    }


def hits(now: Situation) -> set[str]:
    """T-11.27: the attacker names the leading piece that the artillery hits (N15d)."""
    leading = _named(now, "leaders")
    attackers = [piece for piece in now.at(_attack(now), now.side) if piece.name in leading]
    return {f"hit {listed(group)}" for group in selections(attackers, [1])}


def counter_attacks(now: Situation) -> set[str]:
    """Return what may counter-attack (N15e); it is optional (T-11.30)."""
    attack = _attack(now)
    leading = _named(now, "defence_leaders")
    fit = [
        piece
        for piece in _defenders(now)
        if piece.name not in leading  # T-11.32
        and piece.strength >= 2  # T-11.34
        and piece.kind != ARTILLERY  # T-11.34
        and not _stopped(now, attack, piece)  # T-11.35; T-11.36: disorganised or not
    ]
    return {"counter none"} | {
        f"counter {listed(group)}"
        for group in selections(fit, _leads(now, attack))  # T-11.31
        if _same_type(group)  # T-11.33
    }


def reductions(now: Situation) -> set[str]:
    """Return the pieces that may take the next reduction (N15f to N15h, N16a).

    Which pieces share a reduction the state says; the referee sees to it that they are named in
    order and that those from there on can take all that is left.
    """
    context = now.state.context
    names = _named(now, "pieces")
    sharing = [p for p in now.state.pieces if p.name in names and p.strength > 0]
    sharing.sort(key=number)
    last = context["last"]
    first = 0 if last is None else int(str(last)[1:])
    fit = [
        piece
        for piece in sharing
        if number(piece) >= first
        and sum(p.strength for p in sharing if number(p) >= number(piece)) >= context["left"]
    ]
    return {f"reduce {listed(group)}" for group in selections(fit, [1])}
