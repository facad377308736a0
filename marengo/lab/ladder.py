"""The strength ladder: who beats whom, played in pairs until a sequential test is sure.

A pair is two games with the same set-up, each player once on either side, as in fishtest. Pairs are
played in blocks; after each block the tests of the step are looked at, and a step ends with its
decision. A test that has decided is not asked again. All tests of a step must pass, so the chance
that a step passes wrongly is no greater than that of one test (Berger 1982).

Every block has set-ups of its own, drawn from the ladder's seed, the two players and the number of
the block. Games are kept, and a block that was played before, with the same scenario, seed and
sources, is not played again: a ladder that was stopped goes on where it stood.
"""

import hashlib
import signal
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import polars as pl

from marengo.game import Game
from marengo.game.record import scenario_hash
from marengo.lab.frames import ARMIES, KINDS, save_frame
from marengo.lab.ratings import ratings
from marengo.lab.simulate import simulate
from marengo.lab.sprt import (
    Counts,
    Limits,
    Verdict,
    likelihood_ratio,
    limits,
    mean_interval,
    mean_score,
)
from marengo.lab.statistics import share
from marengo.lab.steps import CLAIMS, Claim, Ladder, LadderError, Step, check_steps
from marengo.paths import data_path
from marengo.players.compiled import CACHE

__all__ = ["LADDER_COLUMNS", "TABLE_COLUMNS", "Climb", "climb", "ladder_table", "played_seed"]

PLAYED_BY = ("playing.py", "simulate.py")
"""Modules of this room that decide how a game goes."""

IDENTITY = ("scenario", "scenario_hash", "sources", "root")
"""Columns that must agree before stored games are taken for those of a ladder."""

LADDER_COLUMNS: dict[str, tuple[Any, str]] = {
    "scenario": (pl.String, "name of the scenario"),
    "scenario_hash": (pl.String, "fingerprint of scenario and board"),
    "sources": (pl.String, "fingerprint of rules, players and their data"),
    "root": (pl.Int64, "seed of the ladder"),
    "challenger": (pl.String, "player who has to win"),
    "holder": (pl.String, "player who is to be beaten"),
    "block": (pl.Int32, "number of the block in its step, from 0"),
    "block_pairs": (pl.Int32, "pairs in the block"),
    "pair": (pl.Int32, "number of the pair in its step, from 0"),
    "side": (ARMIES, "side of the challenger"),
    "austrian": (pl.String, "player of Austria"),
    "french": (pl.String, "player of France"),
    "seed": (pl.Int64, "seed of the set-up: Game.start(seed) shows it"),
    "winner": (ARMIES, "side that won"),
    "kind": (KINDS, "decisive (T-19.1, B-14.2) or marginal (T-19.2, B-14.3)"),
    "last_round": (pl.Int8, "round in which the game ended, hours of the 24-hour clock"),
    "decisions": (pl.Int32, "real choices made, forced moves not counted"),
}
"""Columns of the games of a ladder: type and meaning with unit."""

TABLE_COLUMNS: dict[str, tuple[Any, str]] = {
    "step": (pl.Int64, "number of the step, from 1"),
    "challenger": (pl.String, "player who has to win"),
    "holder": (pl.String, "player who is to be beaten"),
    "step_verdict": (pl.String, "shown, refused or open; open too if nothing was played"),
    "claim": (pl.Enum(CLAIMS), "what is counted: points of pairs, games as Austria, as France"),
    "pairs": (pl.Int64, "pairs played"),
    "games": (pl.Int64, "games counted"),
    "score": (pl.Float64, "share of the points that the challenger made"),
    "low": (pl.Float64, "lower end of the 95 % interval"),
    "high": (pl.Float64, "upper end of the 95 % interval"),
    "p0": (pl.Float64, "score that is not enough, if the step asks for this"),
    "p1": (pl.Float64, "score that is to be shown, if the step asks for this"),
    "ratio": (pl.Float64, "log-likelihood ratio when the test decided, or now"),
    "verdict": (pl.String, "shown, refused or open, if the step asks for this"),
}
"""Columns of the table of a ladder, one row a step and claim: type and meaning with unit."""


@dataclass(frozen=True, slots=True)
class Finding:
    """How one test of a step stands: its log-likelihood ratio and what that says."""

    ratio: float = 0.0
    verdict: Verdict = "open"


@dataclass(frozen=True, slots=True)
class Standing:
    """How a step stands.

    Parameters
    ----------
    step : Step
        What is asked for.
    games : polars.DataFrame
        The games it rests on; columns of :data:`LADDER_COLUMNS`.
    tests : dict
        The test of each claim that the step makes.
    """

    step: Step
    games: pl.DataFrame
    tests: dict[Claim, Finding]

    @property
    def pairs(self) -> int:
        """Pairs played."""
        return self.games.height // 2

    @property
    def verdict(self) -> Verdict:
        """Refused if any test is, shown if all are."""
        verdicts = {test.verdict for test in self.tests.values()}
        if "refused" in verdicts:
            return "refused"
        return "open" if "open" in verdicts else "shown"


@dataclass(frozen=True, slots=True)
class Climb:
    """A ladder that was climbed.

    Parameters
    ----------
    game : Game
        What was played.
    ladder : Ladder
        What was asked for.
    identity : dict
        Values of the columns :data:`IDENTITY`: fingerprints of what was played, and the seed.
    standings : tuple of Standing
        One a step, in the order of the ladder; without games if it was not played.
    chosen : tuple of int
        Places, from 0, of the steps that were to be played.
    """

    game: Game
    ladder: Ladder
    identity: dict[str, Any]
    standings: tuple[Standing, ...]
    chosen: tuple[int, ...]

    @property
    def games(self) -> pl.DataFrame:
        """All games that the standings rest on."""
        return pl.concat([standing.games for standing in self.standings])

    @property
    def holds(self) -> bool:
        """Whether every step that was to be played is shown."""
        return all(self.standings[place].verdict == "shown" for place in self.chosen)

    def table(self) -> pl.DataFrame:
        """Return what every step scored, with intervals; see :func:`ladder_table`."""
        return ladder_table(self.standings)

    def ratings(self) -> pl.DataFrame:
        """Return the ratings of the players; see :func:`marengo.lab.ratings.ratings`."""
        games = self.games
        played = [standing.step for standing in self.standings if standing.pairs]
        anchor = self.ladder.anchor
        if anchor not in {name for step in played for name in (step.challenger, step.holder)}:
            anchor = played[0].holder if played else None
        pair = pl.concat_str(["challenger", "holder", "pair"], separator=" ").alias("pair")
        return ratings(games.with_columns(pair), anchor)


def climb(
    game: Game,
    ladder: Ladder,
    path: str | Path,
    seed: int = 0,
    workers: int | None = None,
    only: int | None = None,
    most: int | None = None,
    say: Callable[[str], object] = print,
) -> Climb:
    """Climb a ladder, or one step of it, and keep all games.

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
        Number, from 1, of the one step to be played; the others are told from their stored games.
    most : int, optional
        Pairs after which an undecided step stays open, instead of what the steps say.
    say : callable
        What is called with a line after every block.

    Returns
    -------
    Climb
        How every step stands.

    Raises
    ------
    LadderError
        If there is no such step or player, a number is out of range, or the file holds something
        else.
    KeyboardInterrupt
        After Ctrl-C; blocks that were finished are kept.
    """
    chosen = check_steps(ladder, only)
    if seed < 0:
        raise LadderError(f"seed: expected 0 or more, not {seed}")
    if most is not None and most < 1:
        raise LadderError(f"pairs: expected 1 or more, not {most}")
    store = Store.read(Path(path), game, seed)
    if store.strangers:
        say(
            f"{store.strangers} stored games are of other rules, players or another scenario or "
            "seed, and are not counted"
        )
    within = limits(ladder.alpha, ladder.beta)
    standings = []
    with _noticing_interrupts() as stop:
        for place, step in enumerate(ladder.steps):
            table = _Table(game, step, seed, workers, store, within, stop)
            standings.append(table.run(most or step.most, place in chosen, say))
    return Climb(game, ladder, store.identity, tuple(standings), chosen)


@dataclass(slots=True)
class Store:
    """Games on the disk.

    Parameters
    ----------
    path : Path
        Their Parquet file; it need not exist yet.
    identity : dict
        Values of the columns :data:`IDENTITY` of the ladder that is climbed.
    games : polars.DataFrame
        All games in the file, those of other ladders too.
    """

    path: Path
    identity: dict[str, Any]
    games: pl.DataFrame = field(default_factory=lambda: _frame([]))

    @classmethod
    def read(cls, path: Path, game: Game, seed: int) -> "Store":
        """Return the store in a file, empty if there is none.

        Raises
        ------
        LadderError
            If the file cannot be read or is none of a ladder.
        """
        hashes = (scenario_hash(game), sources_hash())
        store = cls(path, dict(zip(IDENTITY, (game.scenario.name, *hashes, seed), strict=True)))
        store.games = store.stored()
        return store

    def stored(self) -> pl.DataFrame:
        """Return all games that the file holds now."""
        if not self.path.exists():
            return _frame([])
        try:
            games = pl.read_parquet(self.path)
        except (OSError, pl.exceptions.PolarsError) as error:
            raise LadderError(f"{self.path}: cannot be read as Parquet: {error}") from error
        if games.schema != _frame([]).schema:
            raise LadderError(f"{self.path}: holds no games of a ladder; expected another folder")
        return games

    @property
    def strangers(self) -> int:
        """How many games belong to other ladders."""
        return self.games.height - self.games.filter(**self.identity).height

    def find(self, step: Step, block: int, pairs: int) -> pl.DataFrame | None:
        """Return the games of a block if it was played before."""
        found = self.games.filter(
            **self.identity,
            challenger=step.challenger,
            holder=step.holder,
            block=block,
            block_pairs=pairs,
        )
        return found if found.height == 2 * pairs else None

    def add(self, games: pl.DataFrame) -> None:
        """Keep the games of a block, on the disk too: whole or not at all.

        The file is read again, as another step may be climbed beside this one. If it was the same
        step, both played the same games, and one of each is kept.
        """
        self.games = pl.concat([self.stored(), games]).unique(maintain_order=True)
        save_frame(self.games, self.path)


@dataclass(frozen=True, slots=True)
class _Table:
    """The table at which a step is played."""

    game: Game
    step: Step
    seed: int
    workers: int | None
    store: Store
    limits: Limits
    stop: threading.Event

    def run(self, most: int, plays: bool, say: Callable[[str], object]) -> Standing:
        """Play until the step is decided; if it is not to be played, take stored blocks only."""
        step = self.step
        standing = Standing(step, _frame([]), {claim: Finding() for claim in step.bounds})
        block = 0
        while standing.verdict == "open" and standing.pairs < most:
            pairs = min(step.block, most - standing.pairs)
            games = self.store.find(step, block, pairs)
            stored = games is not None
            if games is None:
                if not plays:
                    break
                games = self.play(block, pairs)
                self.store.add(games)
                if self.stop.is_set():
                    raise KeyboardInterrupt
            standing = judge(standing, games, self.limits)
            if plays:
                say(standing_line(standing, self.limits) + (" (stored)" if stored else ""))
            block += 1
        return standing

    def play(self, block: int, pairs: int) -> pl.DataFrame:
        """Play a block: the same set-ups twice, with sides swapped.

        Raises
        ------
        KeyboardInterrupt
            If not all games were finished.
        """
        step = self.step
        seed = played_seed(self.seed, step, block)
        halves = []
        for side, austrian, french in (
            ("austrian", step.challenger, step.holder),
            ("french", step.holder, step.challenger),
        ):
            games = simulate(self.game, pairs, austrian, french, seed, self.workers, progress=False)
            if games.height < pairs:
                raise KeyboardInterrupt
            facts = {
                **self.store.identity,
                "challenger": step.challenger,
                "holder": step.holder,
                "block": block,
                "block_pairs": pairs,
                "side": side,
                "austrian": austrian,
                "french": french,
            }
            number = (pl.col("game") + block * step.block).alias("pair")
            known = [pl.lit(value).alias(name) for name, value in facts.items()]
            halves.append(games.with_columns(number, *known))
        return pl.concat([_columns(half) for half in halves]).sort("pair", "side")


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


def played_seed(seed: int, step: Step, block: int) -> int:
    """Return the seed with which a block is simulated.

    It depends on the players of the step and not on its place, so that steps may be added, left
    out or moved without any other game becoming a different one.
    """
    players = zlib.crc32(f"{step.challenger} against {step.holder}".encode())
    child = np.random.SeedSequence(seed, spawn_key=(players, block))
    return int(child.generate_state(1, np.uint64)[0] >> np.uint64(1))


def sources_hash() -> str:
    """Return the fingerprint of all that decides a game beside scenario and seed.

    A player who was changed must not be judged by games of the old one.
    """
    digest = hashlib.sha256(CACHE.name.encode())  # which names the sources of rules and players
    files = [path for path in sorted(data_path("players").rglob("*")) if path.is_file()]
    files += [path for path in sorted(Path(__file__).parent.glob("*.py")) if path.name in PLAYED_BY]
    for path in files:
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def judge(standing: Standing, games: pl.DataFrame, within: Limits) -> Standing:
    """Return how a step stands after one more block; tests that decided stay as they are."""
    played = pl.concat([standing.games, games])
    tests = dict(standing.tests)
    for claim, bound in standing.step.bounds.items():
        if tests[claim].verdict == "open":
            ratio = likelihood_ratio(claim_counts(played, claim), bound.p0, bound.p1)
            tests[claim] = Finding(ratio, within.verdict(ratio))
    return Standing(standing.step, played, tests)


def claim_counts(games: pl.DataFrame, claim: Claim) -> Counts:
    """Return how often the challenger made each score: none to both games of a pair, or a game."""
    won = (pl.col("winner") == pl.col("side")).cast(pl.Int64).alias("won")
    if claim == "pairs":
        scores, most = games.group_by("pair").agg(won.sum())["won"], 2
    else:
        scores, most = games.filter(pl.col("side") == claim).select(won)["won"], 1
    return tuple(int(count) for count in np.bincount(scores.to_numpy(), minlength=most + 1))


def ladder_table(standings: tuple[Standing, ...]) -> pl.DataFrame:
    """Return the table of a ladder.

    Parameters
    ----------
    standings : tuple of Standing
        One a step.

    Returns
    -------
    polars.DataFrame
        One row a step and claim, columns of :data:`TABLE_COLUMNS`. Intervals of pairs come from the
        likelihood ratio of pair scores, see :func:`marengo.lab.sprt.mean_interval`; those of a side
        are Wilson's, as games of one side have different set-ups.
    """
    rows = []
    for number, standing in enumerate(standings, start=1):
        step = standing.step
        head = (number, step.challenger, step.holder, standing.verdict)
        for claim in CLAIMS:
            bound, test = step.bounds.get(claim), standing.tests.get(claim)
            asked = (
                (bound.p0, bound.p1, test.ratio, test.verdict) if bound and test else (None,) * 4
            )
            rows.append((*head, claim, standing.pairs, *_score(standing.games, claim), *asked))
    schema = {name: dtype for name, (dtype, _) in TABLE_COLUMNS.items()}
    return pl.DataFrame(rows, schema=schema, orient="row")


def _score(
    games: pl.DataFrame, claim: Claim
) -> tuple[int, float | None, float | None, float | None]:
    """Return number of games, score, and the ends of its interval."""
    if games.is_empty():
        return 0, None, None, None
    counts = claim_counts(games, claim)
    if claim == "pairs":
        return 2 * sum(counts), mean_score(counts), *mean_interval(counts)
    one = share(counts[1], sum(counts))
    return one.games, one.value, one.low, one.high


CLAIM_NAMES: dict[Claim, str] = {"pairs": "pairs", "austrian": "as Austria", "french": "as France"}
"""How claims are named in what is printed."""


def standing_line(standing: Standing, within: Limits) -> str:
    """Return one line on a step: its score so far, and how its tests stand."""
    step = standing.step
    score = mean_score(claim_counts(standing.games, "pairs"))
    parts = [f"{step.challenger} v {step.holder}: {standing.pairs} pairs, {score:.1%} of points"]
    for claim, test in standing.tests.items():
        bound = step.bounds[claim]
        parts.append(
            f"{CLAIM_NAMES[claim]} {bound.p0:g} or {bound.p1:g}: {test.ratio:+.2f} "
            f"in {within.low:+.2f} to {within.high:+.2f}, {test.verdict}"
        )
    return "; ".join(parts)


def _columns(games: pl.DataFrame) -> pl.DataFrame:
    """Return the columns of a ladder's games, each of its type."""
    return games.select(pl.col(name).cast(dtype) for name, (dtype, _) in LADDER_COLUMNS.items())


def _frame(rows: list[tuple[Any, ...]]) -> pl.DataFrame:
    """Return rows as games of a ladder."""
    schema = {name: dtype for name, (dtype, _) in LADDER_COLUMNS.items()}
    return pl.DataFrame(rows, schema=schema, orient="row")
