"""Is B different from A? Games on common seeds, until a sequential test says so.

Two one-sided generalised sequential probability ratio tests run abreast on the same pairs of games
(:mod:`marengo.lab.sprt`): a difference of 0 against one of ``+by``, and of 0 against ``-by``. This
is the scheme of Sobel and Wald (1949) for three hypotheses. Each test keeps the verdict it came to
first.

- ``alpha`` is shared by both: if there is no difference, the probability that one is found is at
  most about ``alpha``.
- If the difference is ``by`` or more, the probability that it is missed is at most about ``beta``.
- Between 0 and ``by`` either verdict may come.

References: M. Sobel and A. Wald, "A sequential decision procedure for choosing one of three
hypotheses concerning the unknown mean of a normal distribution", Annals of Mathematical Statistics
20 (1949), 502-522; and those of :mod:`marengo.lab.sprt`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import polars as pl
from tqdm.auto import tqdm

from marengo.core.game import Game
from marengo.core.numbers import GAMES, REAL, SEED, WORKERS, takes
from marengo.core.players import default_player, unlearned
from marengo.core.scenarios import load as load_game
from marengo.core.scenarios import seat_title
from marengo.lab.analysis.differences import PairedDifference, difference_of_pairs
from marengo.lab.analysis.paired_shares import Pairs
from marengo.lab.analysis.stopping import Rule, Stopped, after_stop
from marengo.lab.frames import seat_in
from marengo.lab.plan import StudyError
from marengo.lab.run_folder import Run
from marengo.lab.run_folder import load as load_run
from marengo.lab.simulate import game_seed, players_of, simulate
from marengo.lab.sprt import TestVerdict, likelihood_ratio, limits

Verdict = Literal["higher", "lower", "no difference of that size", "open"]
Compared = str | Path | Game[Any] | Run
Counts = tuple[int, int, int]

BLOCK = 100
"""Pairs of games between two looks at the result."""

MOST = 20_000
"""Pairs of games after which a comparison stays open."""


@dataclass(slots=True)
class TwoTests:
    """The two tests of one comparison, with error rates for both together."""

    by: float  # the difference that matters, of win rates
    alpha: float
    beta: float
    verdicts: list[TestVerdict] = field(default_factory=lambda: ["open", "open"])

    def __post_init__(self) -> None:
        if not 0 < self.by < 1:
            raise ValueError(f"by: expected more than 0 and less than 1, not {self.by}")
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < rate < 0.5:
                raise ValueError(f"{name}: expected more than 0 and less than 0.5, not {rate}")

    def look(self, counts: Counts) -> Verdict:
        """Return the verdict, given how often the second of a pair did worse, as well, better."""
        bounds = limits(self.alpha / 2, self.beta)
        for place, tally in enumerate((counts, counts[::-1])):
            if self.verdicts[place] == "open":  # a test that has decided plays no further
                ratio = likelihood_ratio(tally, 0.5, (1 + self.by) / 2)
                self.verdicts[place] = bounds.verdict(ratio)
        return self.verdict

    @property
    def verdict(self) -> Verdict:
        """The verdict so far."""
        up, down = self.verdicts
        if up == "shown":
            return "higher"
        if down == "shown":
            return "lower"
        return "no difference of that size" if up == down == "refused" else "open"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Result of comparing how often the first seat wins in A and in B.

    Parameters
    ----------
    a, b : str
        What was compared, by name.
    players : str
        Who played, in the order of seats, such as "rule v rule"; "different players" for runs whose
        players are not the same.
    verdict : str
        Of the tests: the seat wins B more often ("higher") or less often ("lower") than A, there is
        "no difference of that size", or "open".
    paired : PairedDifference
        Its win rate in B less that in A. Its intervals are those of a fixed number of games.
    stopped : Stopped, optional
        The difference and its interval with account taken of the stop, if play was stopped.
    by, alpha, beta : float
        What was asked for.
    sequential : bool
        Whether games were played until the verdict, and not all of a run taken.
    seat : str
        Whose chances are compared: the first seat.
    unlearned : tuple of str
        Sentences that say which players have not learned what they play.
    """

    a: str
    b: str
    players: str
    verdict: Verdict
    paired: PairedDifference
    by: float
    alpha: float
    beta: float
    sequential: bool
    seat: str
    stopped: Stopped | None = None
    unlearned: tuple[str, ...] = ()

    @property
    def reported(self) -> "PairedDifference | Stopped":
        """The difference and the interval that are told."""
        return self.stopped or self.paired

    def line(self) -> str:
        """Say it in one line."""
        paired, reported = self.paired, self.reported
        verdict = {
            "higher": f"higher in {self.b}",
            "lower": f"lower in {self.b}",
            "open": "open: too few games to tell",
        }.get(self.verdict, f"no difference of {100 * self.by:g} points")
        who = seat_title(self.seat)
        return (
            f"{self.b} against {self.a}: {who} wins {100 * paired.value:.1f} % against "
            f"{100 * paired.other_value:.1f} %, difference {100 * reported.difference:+z.1f} "
            f"points (95 % interval {100 * reported.low:+z.1f} to {100 * reported.high:+z.1f}) in "
            f"{paired.pairs:,} games each, {self.players}. Verdict: {verdict} "
            f"(test of 0 against {100 * self.by:g} points, error rates {100 * self.alpha:g} % and "
            f"{100 * self.beta:g} %; {self._note()}){self._seeming()}{after(self.unlearned)}"
        )

    def _seeming(self) -> str:
        """Return a sentence if verdict and interval seem to contradict each other."""
        low, high, by = self.reported.low, self.reported.high, f"{100 * self.by:g} points"
        has_none = low <= 0 <= high
        if self.verdict in ("higher", "lower") and has_none:
            remark = f"The interval reaches 0: the test only says that {by} fit better than 0"
        elif self.verdict == "no difference of that size" and not has_none:
            remark = f"The interval leaves 0 out: the difference there may be is less than {by}"
        elif self.verdict == "no difference of that size" and max(-low, high) > self.by:
            remark = f"The interval reaches beyond {by}: the test only says that 0 fits better"
        elif self.verdict == "open" and not has_none:
            remark = "The interval leaves 0 out: the test asks for more games before it decides"
        else:
            return ""
        return f". {remark}"

    def _note(self) -> str:
        """Return why there were so many games, and what that does to the difference."""
        if not self.sequential:
            return "all games there are"
        if self.verdict == "open":
            return "play ended without a verdict"
        return "difference and interval take account of stopping at the verdict"


@takes(by=REAL, alpha=REAL, beta=REAL, most=GAMES, seed=SEED, workers=WORKERS)
def compare(
    a: Compared,
    b: Compared,
    *names: str,
    players: Sequence[str] = (),
    default: str | None = None,
    by: float = 0.05,
    alpha: float = 0.05,
    beta: float = 0.05,
    most: int = MOST,
    seed: int = 0,
    workers: int | None = None,
    progress: bool = True,
    **by_seat: str,
) -> Comparison:
    """Play two scenarios on common seeds until it is clear whether the first seat has other odds.

    Parameters
    ----------
    a, b : str, Path, Game or Run
        Two scenarios, by name, file or as games; or two runs of one cell each, or their folders.
        With runs nothing is played: all games with common seeds count, and the tests are looked at
        once.
    *names, players : str
        Who plays, in the order of seats; not for runs.
    default : str, optional
        Who plays in the other seats; default: as for ``simulate``, in the first scenario.
    by : float
        The difference that matters, of win rates: 0.05 are 5 points.
    alpha : float
        Probability, at most, that a difference is found if there is none.
    beta : float
        Probability, at most, that there is none of that size, if there is one.
    most : int
        Games of each after which the verdict stays open.
    seed : int
        Root of all seeds; the same call gives the same answer for any number of workers.
    workers : int, optional
        Threads; default: one a processor.
    progress : bool
        Whether to show a bar.
    **by_seat : str
        The same by the name of a seat: ``austrian=``, ``french=``.

    Returns
    -------
    Comparison
        After Ctrl-C with the blocks of games that were finished, and open. ``line()`` says it in
        one line.

    Raises
    ------
    ScenarioError, PlayerError
        If there is no such scenario or player.
    StudyError
        If a run is compared with a scenario, or has not one cell, or no game is there in common.
    ValueError
        If a number is out of range; names it.
    KeyboardInterrupt
        After Ctrl-C before a block of games was finished.
    """
    tests = TwoTests(by, alpha, beta)
    first, second = side_of(a), side_of(b)
    if seats_of(first) is not seats_of(second):
        raise StudyError("a, b: expected the same seats in both")
    if isinstance(first, Run) and isinstance(second, Run):
        sequential, who, seat = False, who_played(first, second), first.game.seat_names()[0]
        name_a, name_b = first.folder.name, second.folder.name
        untold = first.study.unlearned() + second.study.unlearned()
        pairs = _pairs_of(games_of(second), games_of(first))
        tests.look(_counts(pairs))
    elif isinstance(first, Game) and isinstance(second, Game):
        seated = players_of(first, (*names, *players), by_seat, default or default_player(first))
        sequential, who, seat = True, " v ".join(seated), first.seat_names()[0]
        name_a, name_b = first.scenario_name, second.scenario_name
        untold = unlearned(seated, (first, second))
        blocks = _blocks((second, first), seated, most, seed, workers)
        pairs = _until_decided(blocks, tests, most, progress)
    else:
        raise StudyError("a, b: expected two scenarios or two runs, not one of each")
    paired, verdict = difference_of_pairs(pairs), tests.verdict
    stopped = None
    if sequential:
        ended = most if verdict != "open" else int(pairs.number)  # Ctrl-C looks at no result
        stopped = after_stop(*_counts(pairs), Rule(by, limits(alpha / 2, beta), BLOCK, ended))
    return Comparison(
        a=name_a,
        b=name_b,
        players=who,
        verdict=verdict,
        paired=paired,
        by=by,
        alpha=alpha,
        beta=beta,
        sequential=sequential,
        seat=seat,
        stopped=stopped,
        unlearned=tuple(dict.fromkeys(untold)),
    )


def after(sentences: Sequence[str]) -> str:
    """Return sentences as they follow another one that has no full stop yet."""
    return f". {' '.join(sentences).removesuffix('.')}" if sentences else ""


def side_of(side: Compared) -> Game[Any] | Run:
    """Return what is compared: a folder with a manifest is a run, all else a scenario."""
    if isinstance(side, Game | Run):
        return side
    return load_run(side) if (Path(side) / "manifest.json").exists() else load_game(side)


def seats_of(side: Game[Any] | Run) -> Any:
    """Return the seats of what is compared."""
    return side.seats if isinstance(side, Game) else side.game.seats


def games_of(run: Run) -> pl.DataFrame:
    """Return seeds and winners of a run of one cell."""
    if len(run.study.cells) != 1:
        raise StudyError(f"{run.folder}: has {len(run.study.cells)} cells: expected one")
    return run.games.select("seed", "winner").collect()


def who_played(*runs: Run) -> str:
    """Return who played runs of one cell."""
    first, second = (" v ".join(run.study.cells[0].players) for run in runs)
    return first if first == second else "different players"


def _pairs_of(first: pl.DataFrame, second: pl.DataFrame) -> Pairs:
    """Return how games with common seeds ended for the first seat."""
    joined = first.join(second, on="seed", suffix="_b", validate="1:1")
    if joined.is_empty():
        raise StudyError("no games with a seed in common: expected runs with the same seed")
    seat = seat_in(first, None)
    return Pairs.of(*(joined[name].eq_missing(seat).to_numpy() for name in ("winner", "winner_b")))


def _counts(pairs: Pairs) -> Counts:
    """Return in how many pairs the first game did worse, equally well and better."""
    return int(pairs.second), int(pairs.both + pairs.neither), int(pairs.first)


def _blocks(
    games: tuple[Game[Any], Game[Any]],
    players: Sequence[str],
    most: int,
    seed: int,
    workers: int | None,
) -> Iterator[Pairs]:
    """Yield blocks of pairs, all on seeds of their own; end after Ctrl-C."""
    for block, begin in enumerate(range(0, most, BLOCK)):
        number, root = min(BLOCK, most - begin), game_seed(seed, block)
        frames = []
        for game in games:
            frame = simulate(game, number, *players, seed=root, workers=workers, progress=False)
            if frame.height < number:
                return
            frames.append(frame)
        yield _pairs_of(*frames)


def _until_decided(blocks: Iterator[Pairs], tests: TwoTests, most: int, progress: bool) -> Pairs:
    """Return all pairs up to the verdict, or the end of them."""
    total = Pairs(0, 0, 0, 0)
    with tqdm(total=most, unit="pair", disable=not progress, desc="compare") as bar:
        for block in blocks:
            total += block
            bar.update(int(block.number))
            if tests.look(_counts(total)) != "open":
                break
    if not total.number:
        raise KeyboardInterrupt  # which ended the first block: there is nothing to tell
    return total
