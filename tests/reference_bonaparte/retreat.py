"""Chapter 12: where retreating pieces may go (B-18.37)."""

from tests.reference_bonaparte.situation import Situation, selections


def retreats(now: Situation) -> set[str]:
    """B-12.13, B-12.18: the owner names the next piece, in any order, and its destination.

    B-12.19: a piece with a destination must take one, so there is no other choice.
    """
    context = now.state.context
    goals = [
        goal
        for goal in open_localities(now, int(context["locality"]), int(context["attack_locality"]))
        if now.room(goal, now.enemy) > 0  # B-12.17
    ]
    remaining = selections(now.named("remaining"), [1])
    return {f"retreat {piece.name} {goal}" for (piece,) in remaining for goal in goals}


def open_localities(now: Situation, locality: int, attack_locality: int) -> set[int]:
    """Return where pieces of the opponent may retreat to if there is room."""
    borders = [
        b for b in now.ground.approaches[locality] if not now.ground.impassable(b)
    ]  # B-12.15
    goals = {border.opposite.locality for border in borders}  # B-12.13, B-12.25
    return {
        goal
        for goal in goals - {attack_locality}  # B-12.14
        if not now.inside(goal, now.side)  # B-12.16: occupied by the enemy of those who retreat
    }
