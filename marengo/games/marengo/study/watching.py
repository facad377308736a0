"""What happened in games, turn by turn, attack by attack, hour by hour.

Read from where a game began and the log of its moves: it is played again and watched between the
moves, forced ones included.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl

from marengo.core.errors import MarengoError, did_you_mean
from marengo.core.numbers import takes
from marengo.core.players.nets import read_net
from marengo.core.records import GameRecord
from marengo.games.marengo.game import MarengoGame, on_field
from marengo.games.marengo.rules.vocabulary import NONE, Side
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.study.columns import FIELDS, OBSERVED_COLUMNS
from marengo.games.marengo.study.engine.games import watch_moves
from marengo.games.marengo.study.engine.rows import (
    AttackKind,
    EventRow,
    PresenceRow,
    TurnRow,
    Watch,
)
from marengo.lab.playing import Log

__all__ = ["OBSERVED_COLUMNS", "WatchingError", "watch_games", "watch_record"]

Array = np.ndarray[Any, Any]
Frames = dict[str, pl.DataFrame]

TURNS = 48
"""Most turns of a game, of 24 rounds; as printed it has 32."""

EVENTS = 1000
"""Room for attacks of a game, shared by the games of a call; they have some tens each."""

PRESENCES = 2000
"""Room for rows of presence of a game, shared by the games of a call; they have some hundreds."""

SIDES = pl.Series([side.name.lower() for side in Side])
FIGHTS = pl.Series([fight.name.lower() for fight in AttackKind])


class WatchingError(MarengoError):
    """Error of asking for what cannot be watched; says what was asked for, and what there is."""


@dataclass
class _Notes:
    """The arrays that compiled code writes into while it watches some games."""

    game: MarengoGame
    observe: tuple[str, ...]
    games: int  # that there is room for
    watches: Array = field(init=False)
    rows: dict[str, Array] = field(init=False)
    nets: Array = field(init=False)
    scores: Array = field(init=False)

    def __post_init__(self) -> None:
        self.watches = Watch.array()
        for kind in self.observe:
            self.watches[kind][0] = 1
        room = {"turns": (TurnRow, TURNS), "events": (EventRow, EVENTS)}
        room["presence"] = (PresenceRow, PRESENCES)
        self.rows = {
            kind: record.array(self.games * number if kind in self.observe else 1)
            for kind, (record, number) in room.items()
        }
        self.nets, self.scores = read_net(self.game), self.game.engine.scores.array()

    def watch(self, number: int, start: MarengoState, moves: Array) -> None:
        """Watch moves that are played from a position on."""
        watch_moves(
            self.game.tables,
            start.record.reshape(1),
            self.game.workspace(),
            self.watches,
            self.game.ground,
            self.nets,
            self.scores,
            self.rows["turns"],
            self.rows["events"],
            self.rows["presence"],
            number,
            moves,
        )

    def frames(self) -> Frames:
        """Return what was observed; WatchingError if there was no room for all rows."""
        if self.watches["full"][0]:
            sizes = ", ".join(f"{len(self.rows[kind])} of {kind}" for kind in self.observe)
            raise WatchingError(
                f"observe: more rows than there is room for ({sizes}; games in the call: "
                f"{self.games}): please report this scenario"
            )
        fields = {"turns": "turn_rows", "events": "event_rows", "presence": "presence_rows"}
        return {
            kind: _frame(kind, self.rows[kind][: self.watches[fields[kind]][0]])
            for kind in self.observe
        }


def _frame(kind: str, rows: Array) -> pl.DataFrame:
    """Return rows as a frame; the engine wrote them in their order."""
    columns = {"game": pl.Series(np.ascontiguousarray(rows["game"]), dtype=pl.Int64)}
    for name, (dtype, _) in OBSERVED_COLUMNS[kind].items():
        source, number = FIELDS[kind].get(name, (name, None))
        values = rows[source] if number is None else rows[source][:, number]
        column = pl.Series(np.ascontiguousarray(values))
        if name == "side":
            column = SIDES.gather(column)
        elif name == "kind":
            column = FIGHTS.gather(column)
        elif name == "origin":
            column = column.replace(NONE, None)
        columns[name] = column.cast(dtype)
    return pl.DataFrame(columns)


def _checked(observe: tuple[str, ...]) -> tuple[str, ...]:
    """Return what is to be observed, in the order of the frames; else raise WatchingError."""
    for kind in observe:
        if kind not in OBSERVED_COLUMNS:
            listed, meant = ", ".join(OBSERVED_COLUMNS), did_you_mean(kind, OBSERVED_COLUMNS)
            raise WatchingError(
                f"observe: {kind!r}: no such observer, expected some of {listed}{meant}"
            )
    return tuple(kind for kind in OBSERVED_COLUMNS if kind in observe)


def watch_games(
    game: MarengoGame, observe: tuple[str, ...], seeds: Iterable[int], log: Log
) -> Frames:
    """Return what happened in games that were played.

    Parameters
    ----------
    game : Game
        What was played.
    observe : tuple of str
        Some of ``"turns"``, ``"events"`` and ``"presence"``.
    seeds : iterable of int
        Of their set-ups.
    log : list of array
        The moves of each.

    Returns
    -------
    dict of str to polars.DataFrame
        For each kind that is observed a frame: a first column ``game``, the place in the list of
        seeds, then the columns of :data:`OBSERVED_COLUMNS`.

    Raises
    ------
    WatchingError
        If something else is to be observed.
    """
    notes = _Notes(game, _checked(observe), len(log))
    if notes.observe:
        for number, (seed, moves) in enumerate(zip(seeds, log, strict=True)):
            notes.watch(number, game.start(seed), moves)
    return notes.frames()


@takes()
def watch_record(
    record: GameRecord[MarengoState] | MarengoState,
    observe: tuple[str, ...] = ("turns", "events", "presence"),
) -> Frames:
    """Return what happened in a game that was played.

    Parameters
    ----------
    record : GameRecord or State
        A recorded game, or a state with its past. It may be unfinished: then its last turn and its
        last hour are watched as far as they go.
    observe : tuple of str, default: all
        Some of ``"turns"``, ``"events"`` and ``"presence"``.

    Returns
    -------
    dict of str to polars.DataFrame
        For each kind that is observed a frame: a first column ``game``, which is 0, then the
        columns of :data:`OBSERVED_COLUMNS`.

    Raises
    ------
    RecordError
        If a move of the record is illegal; names its number.
    WatchingError
        If something else is to be observed.
    """
    state = record.positions()[-1] if isinstance(record, GameRecord) else record
    notes = _Notes(on_field(state.game), _checked(observe), 1)
    start, moves = state.copy(), state.moves
    for _ in moves:
        start.undo()
    notes.watch(0, start, np.array([move.code for move in moves], np.int64))
    return notes.frames()
