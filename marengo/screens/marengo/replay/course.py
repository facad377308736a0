"""The course of a game, without a screen: its turns and attacks, and their steps."""

from bisect import bisect_left
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import polars as pl
from matplotlib.figure import Figure

from marengo.charts.figures import figure_words
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.study.watching import watch_record
from marengo.games.marengo.types import ARMIES
from marengo.screens.marengo.drawing.game_course import course_plot
from marengo.screens.marengo.replay.steps import Steps

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
    """Course of a whole game."""

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


def course_of(steps: Steps) -> Course:
    """Watch a game from its first step to its last."""
    frames = watch_record(steps[steps.last], ("turns", "events"))
    bare = steps[0].game.state(steps[0].record.copy().reshape(1))  # without its moves
    start = watch_record(bare, ("turns",))["turns"].row(0, named=True)
    begun = _beginnings(steps, frames["events"].height)
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


def _beginnings(steps: Steps, number: int) -> list[int]:
    """Return the steps with which so many attacks begin; the frame of events does not say it."""
    begun = cache(lambda index: watch_record(steps[index], ("events",))["events"].height)
    return [bisect_left(range(len(steps)), attack + 1, key=begun) for attack in range(number)]


def _places(steps: Steps) -> tuple[float, ...]:
    """Return where each step lies, in turns: evenly within its turn, the end at its end."""
    places: list[float] = []
    for turn, (first, end) in enumerate(pairwise([*steps.turns, len(steps)])):
        places += np.linspace(turn, turn + 1, end - first, endpoint=False).tolist()
    if steps[steps.last].outcome is not None:
        places[-1] = float(len(steps.turns))
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
