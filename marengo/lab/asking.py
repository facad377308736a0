"""A question in words: what if somebody had come at another hour, or never."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import msgspec
import polars as pl

from marengo.core.errors import MarengoError, ScenarioError, did_you_mean
from marengo.core.files import fitted, is_file, read_toml
from marengo.core.game import Game
from marengo.core.numbers import GAMES, SEED, WHOLE, WORKERS, takes
from marengo.core.players import default_player
from marengo.core.scenarios import ancestry, find_scenario, load, seat_title
from marengo.lab.analysis.differences import difference_table
from marengo.lab.plan import Study
from marengo.lab.run_folder import Run
from marengo.lab.running import run
from marengo.lab.seats import has_won
from marengo.lab.statistics import Columns, frame_of, share

__all__ = ["HOUR_COLUMNS", "NEVER", "ByHour", "Event", "ask_when", "events"]

NEVER: Literal["never"] = "never"
"""Stands for an hour: somebody does not come at all."""

HOUR_COLUMNS: Columns = {
    "label": (pl.String, "who comes, and when"),
    "hour": (pl.Int32, "the hour, o'clock; null: never"),
    "games": (pl.Int64, "games played"),
    "share": (pl.Float64, "share of these that the side won, 0 to 1"),
    "low": (pl.Float64, "lower end of its 95 % interval (Wilson 1927)"),
    "high": (pl.Float64, "upper end of its 95 % interval (Wilson 1927)"),
    "difference": (pl.Float64, "share less that at the printed hour; null there"),
    "difference_low": (pl.Float64, "lower end of its 95 % interval, paired (Tango 1998)"),
    "difference_high": (pl.Float64, "upper end of its 95 % interval, paired (Tango 1998)"),
}
"""Columns of an answer by the hour: type and meaning with unit."""


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Somebody who comes at an hour, which can be another one.

    Parameters
    ----------
    title : str
        Who comes.
    box : str
        Which of the ``hours`` of a scenario is the hour.
    seat : str, optional
        The seat whose victories are counted; default: the first.
    brings : str, optional
        A table of a scenario by the hour, such as ``"morale.french.track"``: what stands in it at
        the printed hour comes at the other hour, too.
    never : str, optional
        The what-if in which nobody comes.
    """

    title: str
    box: str
    seat: str = ""
    brings: str = ""
    never: str = ""


@dataclass(frozen=True, slots=True)
class ByHour:
    """Win rate of a side by the hour at which somebody comes.

    Parameters
    ----------
    table : polars.DataFrame
        A row an hour, the columns of :data:`HOUR_COLUMNS`; as ``forest_plot`` draws it.
    event : Event
        Who comes.
    side : str
        The seat whose victories are counted.
    player : str
        Who played all seats.
    printed : int
        The hour of the scenario itself.
    finished : bool
        Whether all games were played.
    unlearned : tuple of str
        Sentences that say which players have not learned what they play.
    """

    table: pl.DataFrame
    event: Event
    side: str
    player: str
    printed: int
    finished: bool
    unlearned: tuple[str, ...] = ()

    @property
    def reference(self) -> str | None:
        """Label of the row of the printed hour, as ``forest_plot`` takes it; None without one."""
        return next(iter(self.table.filter(hour=self.printed)["label"]), None)

    def sentences(self) -> Iterator[str]:
        """Yield a sentence for each hour, and say if who played has not learned them all."""
        who, seat = self.event.title, seat_title(self.side)
        for row in self.table.iter_rows(named=True):
            ends = f"{_percent(row['low'])} to {_percent(row['high'])}"
            share_of = f"won {_percent(row['share'])} % ({ends}) of {row['games']:,} games"
            result, hour = f"{share_of} by {self.player}", row["hour"]
            if hour == self.printed:
                yield f"With {who} at {hour}:00, as printed, {seat} {result}."
            else:
                come = "never come" if hour is None else f"come at {hour}:00"
                yield f"If {who} had {come}, {seat} would have {result}{self._compared(row)}."
        yield from self.unlearned

    def _compared(self, row: dict[str, Any]) -> str:
        """Return the end of a sentence: by how much that is more or less than as printed."""
        if row["difference"] is None:
            return ""
        sign = -1 if row["difference"] < 0 else 1
        low, high = sorted(sign * row[end] for end in ("difference_low", "difference_high"))
        points = f"{_percent(sign * row['difference'])} points {'more' if sign > 0 else 'less'}"
        unsure = "" if low > 0 else ": no difference is shown"
        ends = f"({_percent(low)} to {_percent(high)})"
        return f", {points} {ends} than at the printed {self.printed}:00{unsure}"


def _percent(value: float) -> str:
    return f"{100 * value:.0f}".replace("-0", "0").replace("-", "−")


@takes()
def events(scenario: str | Path | Game[Any]) -> dict[str, Event]:
    """Return who comes at an hour in a scenario, by the names to ask for them.

    Those who are known by name first, then every other box that opens at an hour.

    Raises
    ------
    ScenarioError
        If there is no such scenario, or its table of events cannot be read.
    """
    game = scenario if isinstance(scenario, Game) else load(scenario)
    hours: dict[str, int] = getattr(game.scenario, "hours", {})
    path = game.data / "events" / f"{game.name}.toml" if game.data else None
    content = read_toml(path, ScenarioError) if path and is_file(path) else {}
    declared = fitted(content, dict[str, Event], path or "", ScenarioError)
    named = {name: event for name, event in declared.items() if event.box in hours}
    unnamed = hours.keys() - {event.box for event in named.values()}
    boxes = {box: Event(title=f"those of {box}", box=box) for box in hours if box in unnamed}
    return {**named, **boxes}


@takes(at=WHOLE, games=GAMES, seed=SEED, workers=WORKERS)
def ask_when(
    scenario: str | Path,
    event: str,
    at: Sequence[int | Literal["never"]],
    *,
    games: int = 400,
    player: str | None = None,
    side: str | None = None,
    seed: int = 0,
    workers: int | None = None,
    progress: bool = True,
) -> ByHour:
    """Say how often a side would win if somebody came at another hour, or never.

    Game *i* has the same seed whatever the hour, so that hours are compared game by game.

    Parameters
    ----------
    scenario : str or Path
        Name or file of a scenario.
    event : str
        Who comes: a name of :func:`events`.
    at : sequence of int or "never"
        Hours, o'clock; that of the scenario is always played, to compare with.
    games : int
        Games of each hour.
    player : str, optional
        Who plays all seats; default: as for ``simulate``.
    side : str, optional
        The seat whose victories are counted; default: the one that waits for the event.
    seed, workers, progress
        As for :func:`marengo.lab.simulate`.

    Returns
    -------
    ByHour
        A row an hour, in order; after Ctrl-C of the games finished by then.

    Raises
    ------
    ScenarioError
        If there is no such scenario, or an hour is none of it.
    MarengoError
        If there is no such event, nobody says what the scenario is without it, or an hour is none.
    StudyError
        If there is no such player, or a number is out of range.
    """
    game = load(scenario)
    known_events = events(game)
    names = {name.casefold(): name for name in known_events}
    if event.casefold() not in names:
        listed = ", ".join(known_events) or "none, as nobody comes at an hour"
        meant = did_you_mean(event, known_events)
        raise MarengoError(f"event: expected one of {listed}, not {event!r}{meant}")
    name = names[event.casefold()]
    asked = known_events[name]
    seats = game.seat_names()
    counted = side or asked.seat or seats[0]
    if counted not in seats:
        meant = did_you_mean(counted, seats)
        raise MarengoError(f"side: expected one of {', '.join(seats)}, not {counted!r}{meant}")
    printed: int = game.scenario.hours[asked.box]
    other_hours = {_slug(name, hour): hour for hour in at if hour != printed}
    study = Study(
        name="ask",
        scenarios=(str(scenario), *other_hours),
        players=(player or default_player(game),),
        games=games,
        seed=seed,
        seats=len(seats),
        what_ifs={
            slug: _changed(game, str(scenario), asked, hour) for slug, hour in other_hours.items()
        },
    )
    with TemporaryDirectory() as folder:
        ran = run(study, Path(folder) / "run", workers=workers, progress=progress)
        return _answer(ran, asked, counted, [printed, *other_hours.values()])


def _slug(name: str, hour: int | str) -> str:
    """Return the name of a what-if of the plan."""
    return re.sub(r"[^\w-]+", "-", f"{name}-at-{hour}")


def _changed(game: Game[Any], scenario: str, event: Event, hour: Any) -> dict[str, Any]:
    """Return the what-if in which somebody comes at an hour."""
    if hour == NEVER:
        return _without(game, scenario, event)
    if not (isinstance(hour, int) and 0 <= hour <= 23):
        raise MarengoError(f"at: expected hours from 0 to 23, or {NEVER!r}, not {hour!r}")
    change: dict[str, Any] = {"extends": scenario, "hours": {event.box: hour}}
    if event.brings:
        *tables, last = event.brings.split(".")
        by_hour: dict[int, int] = reduce(getattr, [*tables, last], game.scenario)
        printed = game.scenario.hours[event.box]
        moved = {printed: 0, hour: by_hour.get(hour, 0) + by_hour.get(printed, 0)}
        table: dict[str, Any] = {str(clock): number for clock, number in moved.items()}
        for part in reversed([*tables, last]):
            table = {part: table}
        change |= table
    return change


def _without(game: Game[Any], scenario: str, event: Event) -> dict[str, Any]:
    """Return the what-if in which somebody never comes."""
    content = ancestry(find_scenario(event.never))[0][1] if event.never else {}
    if content.get("extends") != game.scenario_name:
        name = game.scenario_name
        raise MarengoError(
            f"at: expected hours, as nobody says what {name} is without {event.title}"
        )
    return {**{key: value for key, value in content.items() if key != "name"}, "extends": scenario}


def _answer(ran: Run, event: Event, side: str, hours: Sequence[int | str]) -> ByHour:
    """Return what was played, hour by hour."""
    compared = {row["cell"]: row for row in difference_table(ran, 0, side).iter_rows(named=True)}
    won = ran.games.group_by("cell").agg(pl.len(), has_won(side).sum().alias("won"))
    rows = []
    for cell, games, count in won.collect().iter_rows():
        won_share, other, hour = share(count, games), compared.get(cell, {}), hours[cell]
        when = "never" if hour == NEVER else f"at {hour}:00{', as printed' if cell == 0 else ''}"
        label = f"{event.title} {when}"
        ends = (other.get(end) for end in ("difference", "low", "high"))
        clock = None if hour == NEVER else hour
        rows.append((label, clock, games, won_share.value, won_share.low, won_share.high, *ends))
    table = frame_of(HOUR_COLUMNS, rows).sort("hour", nulls_last=True)
    (player,) = ran.study.players
    untold = tuple(ran.study.unlearned())
    return ByHour(table, event, side, player, int(hours[0]), ran.finished, untold)
