"""Chapter 9: manoeuvre attacks as an action of their own (N7), response (N8), advance (N9)."""

from marengo.games.marengo.board import Place
from tests.reference.facts import INFANTRY, Piece, listed
from tests.reference.situation import Situation, selections, unused

ATTACKERS = (1, 2, 3)
"""T-9.3: pieces that may attack together."""


def attacks(now: Situation) -> set[str]:
    """Return every manoeuvre attack that is an action of its own. T-9.3: it costs an order."""
    if not now.affordable(1):
        return set()
    found = set()
    for start in now.places:
        # T-9.5: from an approach only across its border, from reserve across any.
        reserve = now.ground.approaches[start.locality] if start.is_reserve else [start]
        # T-9.4: all start from one position. T-9.6: organised, not acted, of any type.
        able = [piece for piece in unused(now.at(start, now.side)) if piece.organised]
        for attack in reserve:
            if may_be_attacked(now, attack):
                found |= {
                    f"attack {listed(group)} {attack}"
                    for group in selections(able, ATTACKERS)
                    if may_attack(now, attack, group)
                }
    return found


def may_be_attacked(now: Situation, attack: Place) -> bool:
    """Whether the border lets anybody make a manoeuvre attack; `attack` is the attack approach."""
    defence = attack.opposite
    return (
        now.occupied(defence.locality, now.enemy)  # T-9.1
        and not now.fully_blocked(defence, now.enemy)  # T-9.1, T-9.2
        and not now.closed(attack)  # T-9.8
        and not now.protected(defence.locality, now.side)  # T-9.9
    )


def may_attack(now: Situation, attack: Place, group: tuple[Piece, ...]) -> bool:
    """Whether these attackers may attack across this border."""
    obstacle = now.ground.sides[attack.opposite].cavalry_obstacle
    if obstacle and all(piece.kind != INFANTRY for piece in group):  # T-9.7
        return False
    capacity = now.ground.capacities[attack.opposite.locality]
    return capacity is None or len(group) <= capacity  # T-9.10


def responses(now: Situation) -> set[str]:
    """Return the defender's responses (N8)."""
    context = now.state.context
    attack = Place.parse(str(context["attack"]))
    found = {"respond none"}
    # T-9.13, T-9.17: only if attacked from reserve. T-9.19: never by the French at 6:00.
    if context["from_reserve"] and not now.surprised(now.enemy):
        # T-9.14: from the reserve of the defence locality, disorganised pieces too, no more than
        # attack; T-9.15: more than full blocking needs are allowed.
        reserve = now.at(Place(attack.opposite.locality), now.enemy)
        sizes = range(1, len(context["attackers"]) + 1)
        found |= {f"respond {listed(group)}" for group in selections(reserve, sizes)}
    return found


def advances(now: Situation) -> set[str]:
    """T-9.26: after a failure all attackers move into the attack approach, or none (N9)."""
    return {"hold"} if now.surprised(now.side) else {"hold", "advance"}  # T-9.28


def shows(now: Situation) -> set[str]:
    """T-9.31, T-22.11: where there is an obstacle the attacker shows an infantry piece he chooses.

    The table of decisions has no row for it; all attackers survive, and stand together.
    """
    names = {str(name) for name in now.state.context["attackers"]}
    infantry = [p for p in now.state.pieces if p.name in names and p.kind == INFANTRY]
    return {f"show {listed(group)}" for group in selections(infantry, [1])}
