"""Figures of speed: run them twice, on a quiet machine, and compare only within one run."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np
import polars as pl

from marengo.core.engine.random import seeded
from marengo.core.engine.record import Record
from marengo.core.game import Game
from marengo.core.numbers import MOST_GAMES, whole
from marengo.core.players import EnginePlayer, SearchPlayer, make_player
from marengo.core.scenarios import scenario_names, what_if_names
from marengo.core.state import Chance, State
from marengo.lab.fingerprints import fingerprints
from marengo.lab.kinds import schema_of
from marengo.lab.plan import Study
from marengo.lab.playing import RANDOM_CHUNK, runner_of
from marengo.lab.run_folder import Run, load
from marengo.lab.running import run
from marengo.lab.simulate import Batch
from marengo.lab.store import open_run

Figure = tuple[str, float, str]

SEARCHED = 500
"""Playouts of each search that is timed."""

SEARCHED_EVERY, SEARCHES = 10, 10
"""Decisions from one position searched to the next, and how many are searched at most."""

RUN_GAMES, ROUNDS = 5, 3
"""Games of a run that is timed, so many times those of other measurements; and how often."""

COPIED, COPIES = 100, 10_000
"""States in the array that is copied, and how often."""

ROWS = 1_000_000
"""Rows of games that are loaded and grouped."""

BLOCK = 50_000
"""About the number of them that are made at a time."""

_FIRST_GAME = """
from time import perf_counter
began = perf_counter()
import marengo
marengo.load({name!r}).start(0).legal_moves()
print(perf_counter() - began)
"""


def measure(game: Game[Any], games: int = 10 * RANDOM_CHUNK, rows: int = ROWS) -> Iterator[Figure]:
    """Yield figures as (what, value, unit), the slow ones last.

    What is played is compiled before it is timed; what Ctrl-C ends in part is not timed. Runs and
    fresh processes are measured of scenarios that come with marengo only, as they look them up by
    name. ``rows``, of the frame that is loaded, are at least those of the run that is timed.
    """
    games = whole("games", games, 1, MOST_GAMES // 100)  # a hundredfold is played
    runner = runner_of(game, ["random"] * len(game.seats))
    _play_all(Batch(game, RANDOM_CHUNK, 1, runner), 1)
    seconds, decisions = _time_games(game, games, 1)
    yield "random games, one thread", games / seconds, "games/s"
    yield "decisions, one thread", decisions / seconds, "decisions/s"
    cores = os.cpu_count() or 1
    # As many games for each thread as there were for one, or some would have none left to play.
    every, _ = _time_games(game, cores * games, cores)
    yield f"random games, {cores} threads", cores * games / every, "games/s"
    yield "gain from threads", cores * seconds / every, "times"
    yield "decisions a game", decisions / games, "decisions"
    yield from _measure_steps(game)
    yield from _measure_players(game, games)
    named = game.scenario_name in (*scenario_names(), *what_if_names())
    if named:
        yield from _measure_run(game, RUN_GAMES * games, rows)
    record = game.engine.state
    yield "state", float(record.dtype().itemsize), "bytes"
    yield "copy of a state in an array", _time_copy(record), "ns"
    if named:
        yield "import to first legal moves, compiled before", _time_first_game(game, None), "s"
        with tempfile.TemporaryDirectory() as empty:
            yield "import to first legal moves, compiling", _time_first_game(game, empty), "s"


def _play_all(batch: Batch, workers: int) -> None:
    """Play all games of a batch, which ends quietly after Ctrl-C."""
    batch.run(workers, progress=False)
    if not batch.done.all():
        raise KeyboardInterrupt


def _time_games(game: Game[Any], games: int, workers: int) -> tuple[float, int]:
    """Return seconds and decisions of a batch."""
    played = Batch(game, games, 1, runner_of(game, ["random"] * len(game.seats)))
    began = perf_counter()
    _play_all(played, workers)
    return perf_counter() - began, int(played.results["decisions"].sum())


def _measure_steps(game: Game[Any]) -> Iterator[Figure]:
    """Time the plain loop of a notebook: ``legal_moves()`` and ``play()``."""
    chance = np.random.default_rng(1)
    _play_in_python(game.start(0), chance)
    offered, seconds = list[int](), 0.0
    for seed in range(10):
        state = game.start(seed)
        began = perf_counter()
        offered += _play_in_python(state, chance)
        seconds += perf_counter() - began
    yield "legal moves a decision", sum(offered) / len(offered), "moves"
    yield "decisions in a Python loop", len(offered) / seconds, "decisions/s"


def _play_in_python(state: State, chance: np.random.Generator) -> list[int]:
    """Play a position to the end at random; return how many moves each decision offered."""
    offered = []
    while moves := state.legal_moves():
        state.play(moves[int(chance.integers(len(moves)))])
        offered.append(len(moves))
    return offered


def _measure_players(game: Game[Any], games: int) -> Iterator[Figure]:
    """Time games by rule on one thread, and searches from positions of one of them."""
    runner, fewer = runner_of(game, ["rule"] * len(game.seats)), max(games // 10, 1)
    _play_all(Batch(game, 1, 1, runner), 1)
    played = Batch(game, fewer, 1, runner)
    began = perf_counter()
    _play_all(played, 1)
    yield "games by rule, one thread", fewer / (perf_counter() - began), "games/s"
    rule, generators = make_player("rule", game), seeded(1)
    search = make_player(f"search:playouts={SEARCHED}", game)
    assert isinstance(rule, EnginePlayer)
    assert isinstance(search, SearchPlayer)
    state, decided, playouts, seconds = game.start(1), 0, 0, 0.0
    while decided < SEARCHED_EVERY * SEARCHES and (moves := state.legal_moves()):
        if state.to_move == Chance.CHANCE:
            state.draw(len(state.moves))
            continue
        sight = state.information_set(state.to_move)
        decided += 1
        if decided % SEARCHED_EVERY == 1 and len(moves) > 1:
            search.choose_index(sight, generators)  # the first one compiles
            began = perf_counter()
            search.choose_index(sight, generators)
            seconds += perf_counter() - began
            playouts += search.thought.playouts if search.thought else 0
        state.play(moves[rule.choose_index(sight, generators)])
    yield "search playouts, one thread", playouts / seconds, "playouts/s"


def _measure_run(game: Game[Any], games: int, rows: int) -> Iterator[Figure]:
    """Time runs of random games on one thread, and a large one that is read.

    In processor time, as the two are compared within a few percent and a machine is shared.
    """
    rows = max(rows, games)
    study = Study(
        name="bench",
        scenarios=(game.scenario_name,),
        players=("random",),
        games=games,
        seed=1,
        seats=len(game.seats),
    )
    shares = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        run(study.changed(games=1), folder / "first", workers=1, progress=False)
        for number in range(ROUNDS):
            began = process_time()
            _time_games(game, games, 1)
            bare = process_time() - began
            ran = run(study, folder / str(number), workers=1, progress=False)
            shares.append((process_time() - began - bare) / bare - 1)
            if ran.games.select(pl.len()).collect().item() < games:
                raise KeyboardInterrupt
        yield f"overhead of a run of {games} random games", 100 * median(shares), "%"
        _extend(ran, game, rows)
        began = perf_counter()
        frame = load(ran.folder).games.group_by("winner")
        frame.agg(pl.len(), pl.col("decisions").mean()).collect()
        yield f"{rows} rows of games loaded and grouped", perf_counter() - began, "s"


def _extend(ran: Run, game: Game[Any], rows: int) -> None:
    """Add the games of a run to it again and again, as if they had been played."""
    played = ran.games.collect().cast(pl.Schema(schema_of("games", type(game))))
    study = ran.study.changed(games=rows)
    frame = pl.concat(
        played.with_columns(pl.col("game") + first) for first in range(0, BLOCK, played.height)
    )
    identity = fingerprints([game], {"random": game})
    with open_run(ran.folder, study, {game.scenario_name: game}, identity) as store:
        for first in range(played.height, rows, frame.height):
            more = frame.with_columns(pl.col("game") + first).head(rows - first)
            store.add(store.claim(1, lambda _: (0, frame.height)), {"games": more})
        store.compact()


def _time_copy(record: type[Record]) -> float:
    """Return nanoseconds for copying one of many states, as the engine does: all its bytes.

    NumPy by itself would copy field after field, and what overlaps by way of a third place.
    """
    states, copies = (record.array(COPIED).view(f"V{record.dtype().itemsize}") for _ in range(2))
    copies[:] = states  # memory that nobody has written to yet is not there yet
    began = perf_counter()
    for _ in range(COPIES):
        copies[:] = states
    return (perf_counter() - began) / (COPIES * COPIED) * 1e9


def _time_first_game(game: Game[Any], cache: str | None) -> float:
    """Return seconds from import to the first legal moves in a fresh process."""
    environment = dict(os.environ)
    if cache:
        environment["XDG_CACHE_HOME"] = environment["LOCALAPPDATA"] = cache
        environment["HOME"] = cache
    program = _FIRST_GAME.format(name=game.scenario_name)
    answer = subprocess.run(  # noqa: S603 - this very interpreter, a fixed program
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    return float(answer.stdout)
