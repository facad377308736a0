"""Chapter 18: paying (N18), making up a shortage (N19), returning a disc (N20)."""

from tests.reference.facts import FRENCH
from tests.reference.situation import Situation

LAST_RETURN = 15
"""T-18.27: the last round in which France returns a disc of its choice."""

Discs = tuple[int, bool, int]
"""A locality, whether these discs there are marked as shifted, and how many they are."""


def payments(now: Situation) -> set[str]:
    """T-18.20: the opponent of the loser takes one disc after another (N18).

    They are named in the order of the localities, so that each choice can be made in one way only;
    a disc may be taken if from it on enough are left for all that is due.
    """
    discs = _to_choose_from(now)
    return {
        f"take {_text(discs[index])}"
        for index in range(len(discs))
        if sum(count for _, _, count in discs[index:]) >= now.state.context["due"]
    }


def shifts(now: Situation) -> set[str]:
    """T-18.13: how many discs of the committing army are shifted, and from where (N19)."""
    elsewhere = (d for d in _to_choose_from(now) if d[0] != int(now.state.context["to"]))
    return {"shift none"} | {f"shift {_text(discs)}" for discs in elsewhere}


def returns(now: Situation) -> set[str]:
    """T-18.27, T-18.28: France may return one more disc, or none (N20)."""
    found = {"return none"}
    if now.side != FRENCH or now.state.hour > LAST_RETURN:
        return found
    shifted = now.state.shifted(now.state.turn)
    for locality, discs in now.state.committed(now.state.turn).items():
        if discs > shifted.get(locality, 0) and _stays_committed(now, locality):  # T-18.29
            found.add(f"return {locality}")
    return found


def _stays_committed(now: Situation, locality: int) -> bool:
    """Whether steps 1 and 2 of the clean-up leave discs in a locality."""
    if now.occupied(locality, now.enemy):  # T-18.25: lost
        return False
    empty = not now.occupied(locality, now.side)
    if empty and now.state.entered_last(locality) == now.enemy:  # T-18.25: lost
        return False
    # T-18.26: returned already, if there is no enemy next door. T-3.9: across any border.
    return any(now.occupied(n, now.enemy) for n in now.ground.neighbours(locality))


def _to_choose_from(now: Situation) -> list[Discs]:
    """Return the discs of an army that are not named before the last one, in their order.

    Where a locality of the French holds shifted discs and others, the opponent chooses which
    (T-18.32); in the order of naming the shifted ones come last.
    """
    context = now.state.context
    side = context["side"]
    last = 0 if context["last"] is None else int(context["last"])
    shifted = now.state.shifted(side) if int(side) == FRENCH else {}
    discs = []
    for locality, count in sorted(now.state.committed(side).items()):
        marked = shifted.get(locality, 0)
        discs += [(locality, False, count - marked), (locality, True, marked)]
    begin = (last, bool(context["last_shifted"]))
    return [each for each in discs if each[2] > 0 and (each[0], each[1]) >= begin]


def _text(discs: Discs) -> str:
    locality, marked, _ = discs
    return f"{locality} shifted" if marked else str(locality)
