"""The strength ladder: who beats whom, played in pairs until a sequential test is sure.

A pair is two games with the same set-up, each player once on either side, as in fishtest. Pairs are
played in blocks; after each block the tests of the step are looked at, and a step ends with its
decision. A test that has decided is final. All tests of a step must pass, so the chance
that a step passes wrongly is no greater than that of one test (Berger 1982).

Every block has set-ups of its own, drawn from the ladder's seed, the two players and the number of
the block. Games are kept, and a block that was played before, with the same scenario, seed and
sources, is not played again: a ladder that was stopped goes on where it stood.
"""

import signal
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import polars as pl

from marengo.core.errors import did_you_mean
from marengo.core.game import Game
from marengo.core.numbers import MOST_GAMES, SEED, WHOLE, WORKERS, takes, whole
from marengo.lab.ladder_store import Store, ladder_games
from marengo.lab.ranking import ClaimTest, StepResult, judge, ladder_table, step_line
from marengo.lab.ratings import ratings
from marengo.lab.simulate import secret_root, simulate
from marengo.lab.sprt import Limits, limits
from marengo.lab.steps import Ladder, LadderError, LadderStep, check_steps


@dataclass(frozen=True, slots=True)
class LadderRun:
    """A ladder that was run: the results of its steps."""

    game: Game[Any]
    ladder: Ladder
    identity: dict[str, Any]  # values of the columns ladder_store.IDENTITY
    results: tuple[StepResult, ...]  # one a step, without games if it was not played
    chosen: tuple[int, ...]  # places, from 0, of the steps that were to be played

    @property
    def games(self) -> pl.DataFrame:
        """All games that the results rest on."""
        return pl.concat([result.games for result in self.results])

    @property
    def holds(self) -> bool:
        """True if every step that was to be played is shown."""
        return all(self.results[place].verdict == "shown" for place in self.chosen)

    def table(self) -> pl.DataFrame:
        """Return the table of the ladder, see :func:`marengo.lab.ranking.ladder_table`."""
        return ladder_table(self.results)

    def ratings(self) -> pl.DataFrame:
        """Return the ratings of the players; see :func:`marengo.lab.ratings.ratings`."""
        games = self.games
        played = [result.step for result in self.results if result.pairs]
        anchor = self.ladder.anchor
        if anchor not in {name for step in played for name in (step.challenger, step.holder)}:
            anchor = played[0].holder if played else None
        pair = pl.concat_str(["challenger", "holder", "pair"], separator=" ").alias("pair")
        return ratings(games.with_columns(pair), anchor)


@takes(LadderError, seed=SEED, workers=WORKERS, only=WHOLE)
def climb(
    game: Game[Any],
    ladder: Ladder,
    path: str | Path,
    seed: int = 0,
    workers: int | None = None,
    only: int | None = None,
    most: int | None = None,
    say: Callable[[str], object] = print,
    isolated: bool = False,
) -> LadderRun:
    """Run a ladder, or one step of it, store all games, and return the results.

    Parameters
    ----------
    game : Game
        What is played.
    ladder : Ladder
        The steps, see :func:`marengo.lab.steps.read_ladder`.
    path : str or Path
        Parquet file of the games, in a folder that exists. Blocks it holds are not played again.
    seed : int
        Root of all seeds; the same seed gives the same games for any number of workers.
    workers : int, optional
        Threads; default: one a processor.
    only : int, optional
        Number, from 1, of the one step to be played; the others come from their stored games.
    most : int, optional
        Pairs after which an undecided step stays open, instead of what the steps say.
    say : callable
        What is called with a line after every block.
    isolated : bool
        Whether no code of strangers may run in this process, as for :func:`marengo.simulate`. Its
        set-ups, and those of a ladder with players named by their code, depend on a secret too,
        which is kept in a file beside that of the games.

    Raises
    ------
    LadderError
        If there is no such step or player, a number is out of range, the file holds something
        else, or another process climbs.
    FileError
        If the file is damaged.
    KeyboardInterrupt
        After Ctrl-C; blocks that were finished are kept.
    """
    chosen = check_steps(ladder, only, isolated)
    seats = game.seat_names()
    if len(seats) != 2:
        raise LadderError(f"scenario: expected a game for two, not for {len(seats)}")
    for number, step in enumerate(ladder.steps, start=1):
        for seat in step.seats:
            if seat not in seats:
                listed, meant = " or ".join(seats), did_you_mean(seat, seats)
                raise LadderError(f"step {number}: {seat}: expected {listed}{meant}")
    if most is not None:
        most = whole("pairs", most, 1, MOST_GAMES, LadderError)
    within = limits(ladder.alpha, ladder.beta)
    results = []
    with Store.open(Path(path), game, seed) as store, _noticing_interrupts() as stop:
        if store.foreign:
            say(
                f"{store.foreign} stored games are of other rules, players or another scenario or "
                "seed, and are not counted"
            )
        root = seed
        if isolated or ladder.is_contest:
            root = secret_root(Path(f"{path}.secret"), seed)
        for place, step in enumerate(ladder.steps):
            runner = _StepRunner(game, step, root, workers, store, within, stop, isolated)
            results.append(runner.run(most or step.most, place in chosen, say))
    return LadderRun(game, ladder, store.identity, tuple(results), chosen)


@dataclass(frozen=True, slots=True)
class _StepRunner:
    """Runner that plays a step block by block, or takes the blocks stored."""

    game: Game[Any]
    step: LadderStep
    seed: int
    workers: int | None
    store: Store
    limits: Limits
    stop: threading.Event
    isolated: bool

    def run(self, most: int, plays: bool, say: Callable[[str], object]) -> StepResult:
        """Play until the step is decided; if it is not to be played, take stored blocks only."""
        step = self.step
        result = StepResult(
            step, self.store.games.clear(), {claim: ClaimTest() for claim in step.bounds}
        )
        block = 0
        while result.verdict == "open" and result.pairs < most:
            pairs = min(step.block, most - result.pairs)
            games = self.store.find(step, block, pairs)
            stored = games is not None
            if games is None:
                if not plays:
                    break
                games = self.play(block, pairs)
                self.store.add(games)
                if self.stop.is_set():
                    raise KeyboardInterrupt
            result = judge(result, games, self.limits)
            if plays:
                say(step_line(result, self.limits) + (" (stored)" if stored else ""))
            block += 1
        return result

    def play(self, block: int, pairs: int) -> pl.DataFrame:
        """Play a block, the same set-ups twice with sides swapped; Ctrl-C leaves it unfinished."""
        step = self.step
        seed = played_seed(self.seed, step, block)
        halves = []
        for side in self.game.seat_names():
            players = {
                seat: step.challenger if seat == side else step.holder
                for seat in self.game.seat_names()
            }
            games = simulate(
                self.game,
                pairs,
                *players.values(),
                seed=seed,
                workers=self.workers,
                progress=False,
                isolated=self.isolated,
            )
            if games.height < pairs:
                raise KeyboardInterrupt
            facts = {
                **self.store.identity,
                "challenger": step.challenger,
                "holder": step.holder,
                "block": block,
                "block_pairs": pairs,
                "side": side,
                **players,
            }
            constants = {name: pl.lit(value) for name, value in facts.items()}
            halves.append(games.with_columns(pair=pl.col("game") + block * step.block, **constants))
        return pl.concat([ladder_games(half, type(self.game)) for half in halves]).sort(
            "pair", "side"
        )


@contextmanager
def _noticing_interrupts() -> Iterator[threading.Event]:
    """Notice Ctrl-C, which a batch answers by giving the games it has: those may be all."""
    pressed = threading.Event()
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield pressed
        return

    def notice(number: int, frame: FrameType | None) -> None:
        pressed.set()
        before(number, frame)

    signal.signal(signal.SIGINT, notice)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)


def played_seed(seed: int, step: LadderStep, block: int) -> int:
    """Return the seed with which a block is simulated.

    It depends on the players of the step and not on its place, so that steps may be added, left
    out or moved without any other game becoming a different one.
    """
    players = zlib.crc32(f"{step.challenger} against {step.holder}".encode())
    child = np.random.SeedSequence(seed, spawn_key=(players, block))
    return int(child.generate_state(1, np.uint64)[0] >> np.uint64(1))
