"""Ways of playing that watch: what happened in games, turn by turn, attack by attack, hour by hour.

The games are those of :func:`marengo.lab.playing.way_of`, results included. What is observed is
computed between the moves, forced ones included; watching draws no chance and changes nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event
from typing import Any

import numpy as np
import polars as pl

from marengo.game import Game, GameRecord, MarengoError, Side, State
from marengo.lab.observing.games import watch_moves, watch_players, watch_random_games
from marengo.lab.observing.rows import EventRow, Fight, PresenceRow, TurnRow, Watch
from marengo.lab.playing import generators_of, way_of
from marengo.lab.watching_columns import FIELDS, OBSERVED_COLUMNS
from marengo.players import EnginePlayer, make_player
from marengo.players.engine_players import is_treeless, seated
from marengo.players.knowledge import ground_of, read_weights
from marengo.players.match import play_game, result_of
from marengo.players.scores import Scores
from marengo.players.settings import Manner
from marengo.rules.shared.position import Workspace
from marengo.rules.sight import Blocks
from marengo.rules.vocabulary import NONE

__all__ = ["OBSERVED_COLUMNS", "WatchingError", "WatchingWay", "watch_record", "watching_way"]

Array = np.ndarray[Any, Any]
Frames = dict[str, pl.DataFrame]

RANDOM_CHUNK = 100
"""Random games in one call: less than half a second even of a core that is shared."""

COMPILED_CHUNK = 20
"""Games of compiled players in one call, for the same reason."""

TURNS = 48
"""Most turns of a game, of 24 rounds; as printed it has 32."""

EVENTS = 1000
"""Room for attacks of a game, shared by the games of a call; they have some tens each."""

PRESENCES = 2000
"""Room for rows of presence of a game, shared by the games of a call; they have some hundreds."""

SIDES = pl.Series([side.name.lower() for side in Side])
FIGHTS = pl.Series([fight.name.lower() for fight in Fight])


class WatchingError(MarengoError):
    """What cannot be watched: says what was asked for, and what there is."""


@dataclass(frozen=True)
class WatchingWay:
    """A way of playing games in bulk that watches them.

    Parameters
    ----------
    chunk : int
        Games in one call.
    play : callable
        Plays a game for each of a list of seeds and returns the rows of results, as
        :class:`marengo.lab.playing.Way` does, and of each kind that is observed the frame: a first
        column ``game``, the position in the list of seeds, then :data:`OBSERVED_COLUMNS`.
    """

    chunk: int
    play: Callable[[list[int]], tuple[Array, Frames]]


@dataclass
class _Notes:
    """The arrays that compiled code writes into while it watches some games.

    Parameters
    ----------
    game : Game
        What is played.
    observe : tuple of str
        What is wanted.
    games : int
        How many games there is room for.
    """

    game: Game
    observe: tuple[str, ...]
    games: int
    watches: Array = field(init=False)
    rows: dict[str, Array] = field(init=False)
    weights: Array = field(init=False)

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
        self.weights = read_weights(self.game.scenario.ruleset)

    def frames(self) -> Frames:
        """Return what was observed.

        Raises
        ------
        WatchingError
            If there was no room for all rows.
        """
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
    """Return what is to be observed, in the order of the frames.

    Raises
    ------
    WatchingError
        If something else is asked for.
    """
    for kind in observe:
        if kind not in OBSERVED_COLUMNS:
            known = ", ".join(OBSERVED_COLUMNS)
            raise WatchingError(f"observe: {kind!r}: no such observer, expected some of {known}")
    return tuple(kind for kind in OBSERVED_COLUMNS if kind in observe)


def watching_way(
    game: Game, austrian: str, french: str, observe: tuple[str, ...], stop: Event | None = None
) -> WatchingWay:
    """Return the fastest way in which two players can play a game and be watched.

    Parameters
    ----------
    game : Game
        What is played.
    austrian, french : str
        The players, as named.
    observe : tuple of str
        Some of ``"turns"``, ``"events"`` and ``"presence"``, or nothing.
    stop : threading.Event, optional
        As for :func:`marengo.lab.playing.way_of`.

    Returns
    -------
    WatchingWay
        Its results are those of :func:`marengo.lab.playing.way_of`.

    Raises
    ------
    PlayerError
        If there is no such player.
    WatchingError
        If something else is to be observed.
    """
    observe = _checked(observe)
    if not observe:
        way = way_of(game, austrian, french, stop)
        return WatchingWay(way.chunk, lambda seeds: (way.play(seeds), {}))
    first, second = make_player(austrian, game), make_player(french, game)
    if is_treeless(first) and is_treeless(second):
        manners = {int(player.setting["manner"][0]) for player in (first, second)}
        if manners == {Manner.RANDOM}:
            return _random_way(game, observe)
        return _compiled_way(game, (first, second), observe)
    return _any_way(game, (austrian, french), observe, stop)


def _random_way(game: Game, observe: tuple[str, ...]) -> WatchingWay:
    """Return the way of random games: the engine alone, without players."""

    def play(seeds: list[int]) -> tuple[Array, Frames]:
        notes, results = _Notes(game, observe, len(seeds)), _results(game, len(seeds))
        watch_random_games(
            game.tables,
            game.ruleset.record.array(),
            Workspace.array(),
            notes.watches,
            ground_of(game),
            notes.weights,
            notes.rows["turns"],
            notes.rows["events"],
            notes.rows["presence"],
            generators_of(seeds, 2),
            results,
        )
        return results, notes.frames()

    return WatchingWay(RANDOM_CHUNK, play)


def _results(game: Game, number: int) -> Array:
    """Return empty rows of results."""
    return game.ruleset.batch.Result.array(number)  # type: ignore[no-any-return] # a Record's


def _compiled_way(
    game: Game, players: tuple[EnginePlayer, EnginePlayer], observe: tuple[str, ...]
) -> WatchingWay:
    """Return the way of two players that need no tree."""
    settings, weights = seated(players)

    def play(seeds: list[int]) -> tuple[Array, Frames]:
        notes, results = _Notes(game, observe, len(seeds)), _results(game, len(seeds))
        watch_players(
            game.tables,
            game.ruleset.record.array(),
            game.ruleset.record.array(),
            Workspace.array(2),
            Blocks.array(),
            notes.watches,
            ground_of(game),
            notes.weights,
            weights,
            Scores.array(),
            settings,
            notes.rows["turns"],
            notes.rows["events"],
            notes.rows["presence"],
            generators_of(seeds, 3),
            results,
        )
        return results, notes.frames()

    return WatchingWay(COMPILED_CHUNK, play)


def _any_way(
    game: Game, players: tuple[str, str], observe: tuple[str, ...], stop: Event | None
) -> WatchingWay:
    """Return the way of any two players: each game is played, then its moves are watched."""

    def play(seeds: list[int]) -> tuple[Array, Frames]:
        notes, rows = _Notes(game, observe, len(seeds)), []
        for number, seed in enumerate(seeds):
            pair = {side: make_player(name, game) for side, name in zip(Side, players, strict=True)}
            state = play_game(game.start(seed), pair, seed, stop)
            rows.append(result_of(state))
            _watch_state(notes, number, state)
        return np.concatenate(rows), notes.frames()

    return WatchingWay(1, play)


def _watch_state(notes: _Notes, number: int, state: State) -> None:
    """Watch the moves by which a state was reached."""
    start, moves = state.copy(), state.moves
    for _ in moves:
        start.undo()
    watch_moves(
        state.game.tables,
        start.record.reshape(1),
        Workspace.array(),
        notes.watches,
        ground_of(state.game),
        notes.weights,
        notes.rows["turns"],
        notes.rows["events"],
        notes.rows["presence"],
        number,
        np.array([move.code for move in moves], np.int64),
    )


def watch_record(
    record: GameRecord | State, observe: tuple[str, ...] = ("turns", "events", "presence")
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
    notes = _Notes(state.game, _checked(observe), 1)
    _watch_state(notes, 0, state)
    return notes.frames()
