"""Chapter 18: paying (N18), making up a shortage (N19), returning a disc (N20)."""

from collections.abc import Iterator
from typing import Any

from tests.reference.facts import FRENCH
from tests.reference.situation import Situation

LAST_RETURN = 15
"""T-18.27: the last round in which France returns a disc of its choice."""

Entry = tuple[int, str]
"""A locality and the kind of disc there: "" or " shifted"."""

ORDERS = (("", " shifted"), (" shifted", ""))
"""Which kind of disc comes first where a locality holds both; the rules do not say."""


def payments(now: Situation) -> set[str]:
    """Return the discs the opponent of the loser may take next, whatever order kinds have."""
    return _every(_payments(now))


def payments_sure(now: Situation) -> set[str]:
    """Return those he may take in either order of the two kinds of disc."""
    return _common(_payments(now))


def shifts(now: Situation) -> set[str]:
    """T-18.13: how many discs of the committing army are shifted, and from where (N19)."""
    return _every(_shifts(now))


def shifts_sure(now: Situation) -> set[str]:
    """Return those that may be shifted in either order of the two kinds of disc."""
    return _common(_shifts(now))


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


def _payments(now: Situation) -> Iterator[set[str]]:
    """T-18.20: one disc at a time, localities in order, so that what is left can all be paid."""
    context = now.state.context
    for entries, first in _readings(now, context["side"], context["last"]):
        found = set()
        for index in range(first, len(entries)):
            (locality, kind), discs = entries[index]
            if discs and sum(count for _, count in entries[index:]) >= context["due"]:
                found.add(f"take {locality}{kind}")
        yield found


def _shifts(now: Situation) -> Iterator[set[str]]:
    """T-18.13: from other localities than the one where the disc is to go."""
    context = now.state.context
    for entries, first in _readings(now, context["side"], context["last"]):
        yield {"shift none"} | {
            f"shift {locality}{kind}"
            for (locality, kind), discs in entries[first:]
            if discs and locality != int(context["to"])
        }


def _readings(
    now: Situation, side: Any, last: int | None
) -> Iterator[tuple[list[tuple[Entry, int]], int]]:
    """Yield the discs of an army in order, and where in that order the choice begins.

    A locality with shifted and other discs lets the opponent choose which (T-18.32). Which kind
    then comes first, and which kind was taken last, is not public: all cases are gone through.
    """
    committed = now.state.committed(side)
    shifted = now.state.shifted(side) if int(side) == FRENCH else {}
    for order in ORDERS:
        entries = [
            ((locality, kind), count)
            for locality in sorted(committed)
            for kind, count in _kinds(committed[locality], shifted.get(locality, 0), order)
        ]
        for first in _begins(entries, last):
            yield entries, first


def _begins(entries: list[tuple[Entry, int]], last: int | None) -> list[int]:
    """Return where the choice may begin: never at an earlier locality than the last one."""
    if last is None:
        return [0]
    same = [i for i, ((locality, _), _) in enumerate(entries) if locality == last]
    later = [i for i, ((locality, _), _) in enumerate(entries) if locality > last]
    return same or later[:1] or [len(entries)]


def _kinds(discs: int, shifted: int, order: tuple[str, str]) -> list[tuple[str, int]]:
    """Return the kinds of disc in one locality; only both together need telling apart."""
    if 0 < shifted < discs:
        counts = {"": discs - shifted, " shifted": shifted}
        return [(kind, counts[kind]) for kind in order]
    return [("", discs)]


def _every(sets: Iterator[set[str]]) -> set[str]:
    return set().union(*sets)


def _common(sets: Iterator[set[str]]) -> set[str]:
    first, *others = sets
    return first.intersection(*others)
