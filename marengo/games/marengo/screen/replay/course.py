"""The course of a game, without a screen: its turns and attacks, and their steps."""

from dataclasses import dataclass
from typing import Any

import polars as pl
from matplotlib.figure import Figure

from marengo.charts.figures import figure_words
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.screen.drawing.game_course import course_plot
from marengo.games.marengo.screen.replay.steps import Steps
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.study.watching import watch_record
from marengo.games.marengo.types import ARMIES

__all__ = ["Attack", "Course", "course_of"]

_KINDS = {
    "manoeuvre": "manoeuvre attack",
    "road": "attack by road",
    "assault": "assault",
    "bombardment": "bombardment",
}
_SIDES = {side.name.lower(): side for side in Side}


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack of a game."""

    index: int  # the step with which it begins
    words: str  # open information (T-22.3, T-22.5, B-17.2, B-17.6)


@dataclass(frozen=True)
class Course:
    """What is known of a whole game."""

    turns: pl.DataFrame  # as of marengo.lab.watch_record
    events: pl.DataFrame
    start: dict[str, Any]  # morale and strength before the first turn, by column
    attacks: tuple[Attack, ...]  # one for each row of events
    places: tuple[float, ...]  # where each step lies, in turns from the beginning
    unit: str  # of morale

    def figure(self, side: Side | None) -> Figure:
        """Draw the course, for a side without the enemy's strength."""
        return course_plot(
            self.turns,
            self.events,
            start=self.start,
            places=[self.places[attack.index] for attack in self.attacks],
            side=None if side is None else side.name.lower(),
            unit=self.unit,
        )

    def words(self, side: Side | None) -> list[str]:
        """Return the course in lines, as far as a side knows it."""
        return figure_words(self.figure(side)).splitlines()

    def attack_at(self, index: int) -> int | None:
        """Return the number of the last attack that began with a step or before it."""
        begun = [number for number, attack in enumerate(self.attacks) if attack.index <= index]
        return begun[-1] if begun else None

    def next_attack(self, index: int) -> int | None:
        """Return the step with which the next attack begins, or None."""
        return min((one.index for one in self.attacks if one.index > index), default=None)

    def attack_before(self, index: int) -> int | None:
        """Return the step with which the attack before this step begins, or None."""
        return max((one.index for one in self.attacks if one.index < index), default=None)


def course_of(steps: Steps) -> Course:
    """Watch a game from its first step to its last."""
    frames = watch_record(steps[steps.last], ("turns", "events"))
    start = watch_record(_bare(steps[0]), ("turns",))["turns"].row(0, named=True)
    begun = _beginnings(steps, 0, steps.last, frames["events"].height)
    rows = frames["events"].iter_rows(named=True)
    return Course(
        turns=frames["turns"],
        events=frames["events"],
        start=start,
        attacks=tuple(
            Attack(index, attack_words(row)) for index, row in zip(begun, rows, strict=True)
        ),
        places=_places(steps),
        unit=steps[0].game.morale_unit,
    )


def _bare(state: MarengoState) -> MarengoState:
    """Return a position without its moves."""
    copied: MarengoState = state.game.state(state.record.copy().reshape(1))
    return copied


def _beginnings(steps: Steps, first: int, last: int, number: int) -> list[int]:
    """Return the steps after ``first`` up to ``last`` with which its ``number`` attacks begin.

    The frame of events does not say it, so the game is watched in ever smaller parts: those without
    an attack need no further look.
    """
    if number == 0 or last - first == 1:
        return [last] * number
    middle = (first + last) // 2
    earlier = _attacks_between(steps, first, middle)
    return _beginnings(steps, first, middle, earlier) + _beginnings(
        steps, middle, last, number - earlier
    )


def _attacks_between(steps: Steps, first: int, last: int) -> int:
    """Return how many attacks begin after one step and up to another."""
    state = _bare(steps[first])
    for move in steps[last].moves[len(steps[first].moves) :]:
        state.play(move)
    return watch_record(state, ("events",))["events"].height


def _places(steps: Steps) -> tuple[float, ...]:
    """Return where each step lies, in turns: evenly within its turn, the end at its end."""
    turns: list[list[int]] = []
    for index in range(len(steps)):
        if index == 0 or steps.turn(index) != steps.turn(index - 1):
            turns.append([])
        turns[-1].append(index)
    places = [
        turn + number / len(members)
        for turn, members in enumerate(turns)
        for number in range(len(members))
    ]
    if steps[steps.last].outcome is not None:
        places[-1] = float(len(turns))
    return tuple(places)


def attack_words(row: dict[str, Any]) -> str:
    """Describe an attack in a line, from its row in the frame of events."""
    side = _SIDES[row["side"]]
    losses = [
        f"{ARMIES[army]} loses {row[column]}"
        for army, column in ((side, "attacker_lost"), (side.enemy, "defender_lost"))
        if row[column]
    ]
    result = ", ".join(losses) or "no losses"
    if row["taken"]:
        result += f"; {row['target']} taken"
    return (
        f"{row['hour']}:00 {ARMIES[side]}, {_KINDS[row['kind']]} "
        f"{row['origin']} → {row['target']}: {result}"
    )
