"""Expert iteration: what a search finds out is learned by the policy that it searches with.

A search plays games against itself. Of each decision it is kept how often it looked at each move;
the policy learns to choose like that without a tree, and the value learns how these games ended.
With what was learned the search is stronger, and can teach again (Anthony, Tian and Barber 2017;
Silver et al. 2017).
"""

import hashlib
import shutil
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import polars as pl
from tqdm.auto import tqdm

from marengo.core.engine.driver import NONE, legal_moves
from marengo.core.engine.learning import learn_lessons
from marengo.core.engine.random import Generator, seeded
from marengo.core.game import Game
from marengo.core.numbers import COUNT, MOST_GAMES, SEED, WORKERS, Bounds, takes
from marengo.core.players.learner import BATCH, Learner
from marengo.core.players.match import moves_of
from marengo.core.players.nets import Mixture, net_path, read_net
from marengo.core.players.search_players import SearchPlayer
from marengo.core.scenarios import load
from marengo.core.sealed import read_sealed, sealed
from marengo.lab.frames import OutputError, check_writable, writing_whole
from marengo.lab.learning import learning_into, notes_of, write_net
from marengo.lab.simulate import game_seed

Array = np.ndarray[Any, Any]

LESSON: dict[str, Any] = {
    "seed": pl.UInt64,
    "moves": pl.List(pl.Int64),
    "counts": pl.List(pl.UInt16),
    "shares": pl.List(pl.Float32),
}
"""Columns of a frame of lessons, a row for each game: its seed, the moves chosen, for each of them
how many there were to choose from, 0 if the search was not asked, and the shares of these."""

SHARPNESS = 2
"""Power of the visits of a move that its share goes by. A search looks about in curiosity: a policy
that chose as it looks would play too loosely to be searched with."""

GAMES = 8
"""Number of games per step."""

EPOCHS = 4
"""Number of passes through each game."""

STEP = 0.2
"""Length of a step, as a share of one in learning by play from nothing."""

VALUE_STEP = 0.5
"""The same where the value alone learns: a policy that is moved so far forgets what play taught."""

HELD_OUT = 20
"""One game of so many is not learned from, but shows how much was learned."""


class Teacher(SearchPlayer):
    """A search that tells what share each legal move has of its choice, in ``shares``."""

    def __init__(self, game: Game[Any], playouts: int, nets: Array, shares: list[Array]) -> None:
        super().__init__(game, playouts)
        self.mixture, self.shares = Mixture.of(nets), shares

    def choose_index(self, seen: Array, generators: Array, nets: Array | None = None) -> int:
        """Return which legal move it chooses, as any search does, and add the shares."""
        chosen = super().choose_index(seen, generators, nets)
        legal_moves(self.game.tables, seen, self.works)
        moves = self.works["moves"][0, : self.works["move_count"][0]]
        visits, child = dict[int, int](), int(self.tree["child"][0])
        while child != NONE:
            visits[int(self.tree["move"][child])] = int(self.tree["visits"][child])
            child = int(self.tree["sibling"][child])
        counts = np.array([visits.get(int(move), 0) for move in moves], np.float32) ** SHARPNESS
        self.shares.append(counts / counts.sum())
        return chosen


def play_lesson(
    game: Game[Any], nets: Array, playouts: int, seed: int, stop: Event
) -> pl.DataFrame:
    """Let a search play a game against itself, and return the lesson.

    Raise StoppedError if ``stop`` was set meanwhile.
    """
    shares, counts, before = list[Array](), list[int](), 0
    teachers = {seat: Teacher(game, playouts, nets, shares) for seat in game.seats}
    state = game.start(seed)
    for _ in moves_of(state, teachers, seed, stop):
        counts.append(len(shares[-1]) if len(shares) > before else 0)
        before = len(shares)
    row = {
        "seed": seed,
        "moves": [move.code for move in state.moves],
        "counts": counts,
        "shares": np.concatenate([*shares, np.empty(0, np.float32)]).tolist(),
    }
    return pl.DataFrame([row], schema=LESSON)


def lessons(
    game: Game[Any],
    nets: Array,
    playouts: int,
    seeds: Sequence[int],
    folder: Path,
    workers: int,
    progress: bool = True,
) -> pl.DataFrame:
    """Let a search play games against itself into a folder; what lies there is not played again.

    Raise OutputError or FileError if games of other teachers lie there, or a file that is damaged.
    On Ctrl-C those that were finished are written first.
    """
    folder.mkdir(parents=True, exist_ok=True)
    teacher = f"{game.text()} {playouts} {seeds[0]}".encode() + nets.tobytes()
    notes = {"teacher": hashlib.sha256(teacher).hexdigest()}
    parts = {}
    for first in range(0, len(seeds), BATCH):
        some = seeds[first : first + BATCH]
        parts[folder / f"games-{first}-to-{first + len(some)}.parquet"] = some
    frames = {path: _read_lessons(path, notes) for path in parts if path.exists()}
    finished, stop = sum(frame.height for frame in frames.values()), Event()
    bar = tqdm(total=len(seeds), initial=finished, unit="game", disable=not progress)
    with ThreadPoolExecutor(workers) as pool, bar:
        for path, some in parts.items():
            if path in frames:
                continue
            jobs = [pool.submit(play_lesson, game, nets, playouts, seed, stop) for seed in some]
            played = []
            try:
                for job in jobs:
                    played.append(job.result())
                    bar.update()
            except KeyboardInterrupt:
                stop.set()
                raise
            frames[path] = pl.concat(played)
            with writing_whole(path) as file:
                file.write(sealed(frames[path], notes))
    return pl.concat([frames[path] for path in parts])


def _read_lessons(path: Path, notes: Mapping[str, str]) -> pl.DataFrame:
    """Return games that were played before, if they are those of the same teacher."""
    games, file_notes = read_sealed(path, "take it away, and its games are played again")
    if file_notes.get("teacher") != notes["teacher"] or games.schema != pl.Schema(LESSON):
        raise OutputError(f"{path}: expected games of the same players, scenario and seed")
    return games


@dataclass(frozen=True)
class Taught:
    """Result of learning from a search.

    Parameters
    ----------
    nets : array, shape (seats,)
        What each seat has learned.
    games : int
        Learned from.
    losses : polars.DataFrame
        For games that were not learned from, ``before`` and ``after``, in nats: the mean log-loss
        of ``choices``, the search's shares by the policy, and of ``results``, by the value as each
        turn begins.
    """

    nets: Array
    games: int
    losses: pl.DataFrame


@takes(games=Bounds(HELD_OUT, MOST_GAMES), playouts=COUNT, seed=SEED, workers=WORKERS)
def learn_from_search(
    scenario: str | Path | Game[Any],
    out: str | Path,
    games: int = 1000,
    playouts: int = 64,
    start: str | Path | None = None,
    seed: int = 0,
    workers: int | None = None,
    progress: bool = True,
    value_only: bool = False,
) -> Taught:
    """Let a search play a scenario against itself, and learn from its games.

    Parameters
    ----------
    scenario : str, Path or Game
        What is played.
    out : str or Path
        File to which the weights are written. The games lie in the folder ``out.lessons`` until
        then: the same call goes on.
    games : int
        Games of the search; one of twenty is not learned from.
    playouts : int
        Its playouts a decision.
    start : str or Path, optional
        File of the weights that it begins with; default: those of the scenario.
    seed : int
        Of all chance.
    workers : int, optional
        Threads; default: one a processor.
    progress : bool
        Whether to show a progress bar.
    value_only : bool
        Whether the value alone is to learn: how games of the search end, which play better than
        those that it learned from by play.

    Raises
    ------
    ScenarioError, OutputError, FileError
        If there is no such scenario, the file cannot be written, or the folder holds games of other
        players, or a file that is damaged.
    ValueError
        If the game cannot be learned, a number is too small, or the weights cannot be read.
    """
    check_writable(out)
    game = scenario if isinstance(scenario, Game) else load(scenario)
    name = game.scenario_name if isinstance(scenario, Game) else Path(scenario).name
    begun, start = read_net(game, start), start or net_path(game)
    steps = EPOCHS * -(-games // GAMES)
    learner = Learner(game, steps * BATCH, seed, begun, workers)
    learner.rate = VALUE_STEP if value_only else STEP
    Teacher(game, playouts, begun, [])  # says so if it cannot be
    folder, seeds = Path(f"{out}.lessons"), [game_seed(seed, number) for number in range(games)]
    with learning_into(out):
        played = lessons(game, begun, playouts, seeds, folder, learner.threads, progress)
        training, held = (
            played.filter((pl.int_range(pl.len()) % HELD_OUT == 0) == is_held)
            for is_held in (False, True)
        )
        losses = [{"when": "before", **loss(learner, held)}]
        study(learner, training, value_only)
        losses.append({"when": "after", **loss(learner, held)})
        command = f"marengo learn {name} --games {games} --playouts {playouts} --seed {seed}"
        command += " --value-only" * value_only
        write_net(game, learner.nets, out, notes_of(game, command, games, seed, start))
        shutil.rmtree(folder)
    return Taught(learner.nets, games, pl.DataFrame(losses))


def study(learner: Learner, games: pl.DataFrame, value_only: bool = False) -> None:
    """Go through games of a teacher some times, and take a step after every few of them."""
    with ThreadPoolExecutor(learner.threads) as pool:
        for epoch in range(EPOCHS):
            order = np.random.default_rng([learner.seed, 4, epoch]).permutation(games.height)
            for first in range(0, games.height, GAMES):
                some = games[order[first : first + GAMES]]
                halves = [some[part::2] for part in range(min(2, some.height))]
                changes = [result[0] for result in pool.map(partial(_studied, learner), halves)]
                if value_only:
                    for change in changes:
                        change["moves"] = 0
                learner.change(changes)
                learner.done += 1


def loss(learner: Learner, games: pl.DataFrame) -> dict[str, float]:
    """Return how far the nets of a learner are from games of a teacher."""
    choices, results = _studied(learner, games)[1].mean(axis=0)
    return {"choices": float(choices), "results": float(results)}


def _studied(learner: Learner, games: pl.DataFrame) -> tuple[Array, Array]:
    """Return what games of a teacher should change, and the losses of each, shape (games, 2)."""
    thread = learner.idle.pop()
    changes: Array = learner.game.engine.net.array(learner.seats)
    losses = np.zeros((games.height, 2))
    generators = Generator.array(games.height)
    for number, seed in enumerate(games["seed"]):
        generators[number] = seeded(seed)[0]
    choices = learn_lessons(
        learner.game.tables,
        thread.state,
        thread.works,
        learner.game.ground,
        learner.weights,
        learner.nets,
        thread.scores,
        learner.method,
        generators,
        thread.memory,
        games["moves"].list.len().cast(pl.Int64).to_numpy(),
        games["moves"].explode().to_numpy(),
        games["counts"].explode().to_numpy(),
        games["shares"].explode().drop_nulls().to_numpy(),
        changes,
        losses,
    )
    learner.idle.append(thread)
    if choices < 0:
        raise ValueError("lessons: expected games of this scenario and these rules")
    return changes, losses
