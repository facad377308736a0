"""Chapter 13: where retreating pieces may go (N16b)."""

from marengo.games.marengo.board import Place
from tests.reference.facts import AUSTRIAN
from tests.reference.situation import Situation, selections


def retreats(now: Situation) -> set[str]:
    """T-13.12, T-13.21: the owner names the next piece and its destination."""
    context = now.state.context
    remaining = {str(name) for name in context["remaining"]}
    pieces = [piece for piece in now.state.pieces if piece.name in remaining and piece.strength]
    goals = destinations(now, int(context["locality"]), int(context["attack_locality"]))
    return {
        f"retreat {piece.name} {goal}" for (piece,) in selections(pieces, [1]) for goal in goals
    }


def destinations(now: Situation, locality: int, attack_locality: int) -> set[int]:
    """Return where a piece of the defender may retreat to at this moment."""
    borders = [
        border
        for border in now.ground.approaches[locality]
        if _may_retreat_across(now, border, attack_locality)
    ]
    # T-13.17, T-13.18: not in the disfavoured direction while anything else is open. Of two
    # borders with one neighbour any may be used (T-3.29).
    disfavoured = "east" if now.enemy == AUSTRIAN else "west"
    good = [b for b in borders if now.ground.sides[b].direction != disfavoured]
    return {border.opposite.locality for border in good or borders}


def _may_retreat_across(now: Situation, border: Place, attack_locality: int) -> bool:
    goal = border.opposite.locality
    return (
        goal != attack_locality  # T-13.13
        and not now.occupied(goal, now.side)  # T-13.14: occupied by the attacker
        and not now.ground.impassable(border)  # T-13.14; bars of this turn do not count (T-11.50)
        and now.room_for(goal, now.enemy, 1)  # T-13.14
        and not now.protected(goal, now.enemy)  # T-13.15
    )
