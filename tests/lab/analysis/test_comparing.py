"""Is B different from A? Error rates that hold, verdicts that are right, and one line."""

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy.stats import binomtest

from marengo.games.marengo.game import MarengoGame, load
from marengo.lab import Run, Study, StudyError, run
from marengo.lab.analysis import (
    Comparison,
    PairedDifference,
    compare,
    comparing,
    paired_difference,
)
from marengo.lab.analysis.comparing import BLOCK, MOST, Counts, TwoTests, Verdict
from marengo.lab.analysis.paired_shares import Pairs, score_interval
from tests.lab.analysis.made_up import made_up_run, winners

NONE: Verdict = "no difference of that size"


def play(chances: list[float], seed: int) -> tuple[Verdict, Counts]:
    """Play blocks of pairs (lost, same, won) until there is a verdict on 10 points."""
    chance = np.random.default_rng(seed)
    tests, counts = TwoTests(0.1, 0.05, 0.05), np.zeros(3, np.int64)
    verdict: Verdict = "open"
    while verdict == "open":
        counts += chance.multinomial(BLOCK, chances)
        verdict = tests.look((int(counts[0]), int(counts[1]), int(counts[2])))
    return verdict, (int(counts[0]), int(counts[1]), int(counts[2]))


@pytest.mark.parametrize("chances", [[0.25, 0.5, 0.25], [0.1, 0.8, 0.1], [0.02, 0.96, 0.02]])
def test_a_difference_that_is_not_there_is_seldom_found(chances: list[float]) -> None:
    """Whether pairing gains nothing, or much; both directions together."""
    found = sum(play(chances, seed)[0] != NONE for seed in range(400))
    assert binomtest(found, 400, 0.05, alternative="greater").pvalue > 0.01


@pytest.mark.parametrize("chances", [[0.2, 0.5, 0.3], [0.05, 0.8, 0.15], [0.3, 0.5, 0.2]])
def test_a_difference_that_is_there_is_seldom_missed(chances: list[float]) -> None:
    right = "higher" if chances[2] > chances[0] else "lower"
    missed = sum(play(chances, seed)[0] != right for seed in range(400))
    assert binomtest(missed, 400, 0.05, alternative="greater").pvalue > 0.01


def test_stopping_at_the_verdict_exaggerates_a_little() -> None:
    """Chance that exaggerates ends play sooner: which is why the line says so."""
    covered, found = 0, []
    for seed in range(400):
        lost, same, won = play([0.2, 0.5, 0.3], seed)[1]
        pairs = Pairs(same, won, lost, 0)
        low, high = score_interval(pairs)
        covered += low <= 0.1 <= high
        found.append(pairs.difference)
    assert 0.105 < np.mean(found) < 0.125
    assert 0.91 <= covered / 400 <= 0.97


def test_a_test_keeps_its_verdict() -> None:
    """Once a rise is refused it cannot be shown any more; a fall still can."""
    tests = TwoTests(0.1, 0.05, 0.05)
    assert tests.look((100, 300, 100)) == NONE
    assert tests.look((100, 300, 900)) == NONE
    tests = TwoTests(0.1, 0.05, 0.05)
    assert tests.look((10, 20, 4)) == "open"
    assert tests.look((200, 300, 50)) == "lower"


def test_pairs_all_alike_are_refused_by_hand() -> None:
    """The likeliest way to a difference of 0.1 is to win 10 % of pairs: 0.9 to the n.

    Wald's bound with 0.025 and 0.05 is log(0.05 / 0.975), passed after 29 pairs.
    """
    pairs = int(np.ceil(np.log(0.05 / 0.975) / np.log(0.9)))
    assert pairs == 29
    tests = TwoTests(0.1, 0.05, 0.05)
    assert tests.look((0, pairs - 1, 0)) == "open"
    assert tests.look((0, pairs, 0)) == NONE


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"by": 0.0}, "by: expected more than 0"),
        ({"by": 5}, "by: expected more than 0 and less than 1, not 5"),
        ({"alpha": 0.5}, "alpha: expected more than 0 and less than 0.5"),
        ({"beta": 0.0}, "beta: expected more than 0"),
        ({"most": 0}, "most: expected 1 or more, not 0"),
        ({"seed": -1}, "seed: expected 0 or more, not -1"),
        ({"workers": 0}, "workers: expected 1 or more, not 0"),
    ],
)
def test_numbers_out_of_range_are_named(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        compare("triomphe", "triomphe", "random", "random", progress=False, **arguments)


def test_a_scenario_does_not_differ_from_itself() -> None:
    """Games with a common seed are the same game, so pairs never differ."""
    found = compare("triomphe", load("triomphe"), "random", "random", progress=False)
    assert found.verdict == NONE
    assert (found.paired.pairs, found.paired.only_first, found.paired.only_second) == (BLOCK, 0, 0)
    assert found.players == "random v random"


def test_the_same_call_gives_the_same_answer() -> None:
    """For any number of threads; and swapping both scenarios turns the answer round.

    Without Desaix most games go as they did with him: pairing gains much.
    """
    names = "bonaparte", "bonaparte-desaix-never"
    once = compare(*names, default="rule", most=150, by=0.02, workers=1, progress=False)
    assert compare(*names, default="rule", most=150, by=0.02, workers=2, progress=False) == once
    assert once.paired.pairs == 150
    assert once.paired.gain is not None
    assert once.paired.gain > 2
    assert once.verdict == "open"
    back = compare(*names[::-1], default="rule", most=150, by=0.02, progress=False)
    assert back.paired.difference == -once.paired.difference
    assert (back.paired.low, back.paired.high) == pytest.approx(
        (-once.paired.high, -once.paired.low)
    )
    other = compare(*names, default="rule", most=150, by=0.02, seed=1, progress=False)
    assert other.paired != once.paired


@pytest.fixture
def wins(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let Austria win half of the games of triomphe and 70 % of all else; return the seeds."""
    seeds: list[int] = []

    def simulate(game: MarengoGame, games: int, *_: str, seed: int, **__: Any) -> pl.DataFrame:
        seeds.append(seed)
        drawn = np.random.default_rng(seed).random(games)
        won = drawn < (0.5 if game.scenario.name == "triomphe" else 0.7)
        return pl.DataFrame({"seed": range(games), "winner": winners(won.astype(int).tolist())})

    monkeypatch.setattr(comparing, "simulate", simulate)
    return seeds


def test_a_rise_is_found_and_told(wins: list[int]) -> None:
    found = compare("triomphe", "bonaparte", by=0.1, progress=False)
    assert found.verdict == "higher"
    assert found.paired.pairs < 1000
    assert found.paired.low < 0.2 < found.paired.high
    assert found.paired.only_second == 0
    assert wins[::2] == wins[1::2]  # both sides of a block have the same seed
    assert len(set(wins)) == len(wins) / 2  # and every block another one
    line = found.line()
    assert "\n" not in line
    assert line.startswith("bonaparte against triomphe: Austria wins 6")
    assert f"in {found.paired.pairs} games each, policy v policy." in line
    assert "Verdict: higher in bonaparte (test of 0 against 10 points" in line
    assert "difference and interval take account of stopping at the verdict" in line
    assert found.stopped is not None
    assert found.stopped.low < 0.2 < found.stopped.high
    assert f"difference {100 * found.stopped.difference:+.1f} points" in line
    back = compare("bonaparte", "triomphe", by=0.1, progress=False)
    assert back.verdict == "lower"
    assert "lower in triomphe" in back.line()


@pytest.mark.parametrize(
    ("verdict", "low", "high", "said"),
    [
        ("higher", -0.01, 0.08, ". The interval reaches 0: the test only says that 5 points fit"),
        ("lower", -0.08, 0.01, ". The interval reaches 0: the test only says that 5 points fit"),
        ("no difference of that size", 0.01, 0.03, ". The interval leaves 0 out: the difference"),
        ("no difference of that size", -0.03, -0.01, ". The interval leaves 0 out: the difference"),
        ("no difference of that size", -0.06, 0.02, ". The interval reaches beyond 5 points: "),
        ("open", 0.01, 0.04, ". The interval leaves 0 out: the test asks for more games"),
        ("higher", 0.01, 0.08, ""),
        ("lower", -0.08, -0.01, ""),
        ("no difference of that size", -0.04, 0.04, ""),
        ("open", -0.04, 0.04, ""),
    ],
)
def test_what_seems_to_contradict_itself_is_explained(
    verdict: Verdict, low: float, high: float, said: str
) -> None:
    between = (low + high) / 2
    found = PairedDifference(900, 0.5, 0.5 - between, between, low, high, low, high, None, None)
    line = Comparison("a", "b", "rule v rule", verdict, found, 0.05, 0.05, 0.05, True, "french")
    _, _, after = line.line().rpartition(")")
    assert after.startswith(said)
    assert bool(after) == bool(said)


def test_play_ends_where_it_must(monkeypatch: pytest.MonkeyPatch) -> None:
    """After Ctrl-C a batch is short: its block is dropped, and what was finished counts."""
    left = [BLOCK] * 4 + [BLOCK - 1] + [BLOCK] * 20

    def simulate(*_: Any, **__: Any) -> pl.DataFrame:
        games = left.pop(0)
        won = (np.arange(games) + len(left)) % 2
        return pl.DataFrame({"seed": range(games), "winner": winners(won.tolist())})

    monkeypatch.setattr(comparing, "simulate", simulate)
    found = compare("triomphe", "bonaparte", by=0.01, progress=False)
    assert found.paired.pairs == 2 * BLOCK
    assert found.verdict == "open"
    assert "open: too few games to tell" in found.line()
    assert "play ended without a verdict" in found.line()
    assert "stopping" not in found.line()
    left[:] = [0]
    with pytest.raises(KeyboardInterrupt):
        compare("triomphe", "bonaparte", progress=False)


def run_of(name: str, won: list[int], player: str = "rule") -> Run:
    study = Study(name=name, scenarios=("triomphe",), players=(player,), games=len(won))
    games = pl.DataFrame({"cell": 0, "seed": range(len(won)), "winner": winners(won)})
    return made_up_run(study, games)


def test_runs_are_compared_whole() -> None:
    """40 pairs won by the second alone, 10 by the first; 150 alike."""
    one, other = (
        run_of("one", [1] * 60 + [0] * 140),
        run_of("other", [1] * 50 + [0] * 10 + [1] * 40),
    )
    other = run_of("other", [1] * 50 + [0] * 10 + [1] * 40 + [0] * 100)
    found = compare(one, other, by=0.1)
    assert (found.a, found.b, found.players) == ("one", "other", "rule v rule")
    assert (found.paired.only_first, found.paired.only_second) == (40, 10)
    assert found.paired.difference == pytest.approx(0.15)
    assert found.verdict == "higher"
    assert "all games there are" in found.line()
    frames = [side.games.collect() for side in (one, other)]
    both = pl.concat(
        [frame.with_columns(cell=pl.lit(cell, pl.Int32)) for cell, frame in enumerate(frames)]
    )
    assert found.paired == paired_difference(both, 1, 0)
    assert compare(one, run_of("third", [1] * 200, "random")).players == "different players"


def test_folders_of_runs_are_runs(tmp_path: Path) -> None:
    """Games with common seeds are the same in both; the longer run's others are left out."""
    for name, games in (("short", 20), ("long", 30)):
        study = Study(name=name, scenarios=("triomphe",), players=("rule",), games=games, seed=3)
        run(study, tmp_path / name, progress=False)
    found = compare(tmp_path / "short", str(tmp_path / "long"))
    assert (found.a, found.b, found.sequential) == ("short", "long", False)
    assert found.paired.pairs == 20
    assert found.paired.difference == 0
    assert found.paired.correlation == pytest.approx(1)


def test_what_cannot_be_compared_is_refused() -> None:
    one = run_of("one", [1, 0])
    with pytest.raises(StudyError, match="expected two scenarios or two runs"):
        compare(one, "triomphe")
    study = Study(name="two", scenarios=("triomphe", "bonaparte"), players=("rule",))
    games = pl.DataFrame({"cell": 0, "seed": [7, 8], "winner": "french"})
    with pytest.raises(StudyError, match="two: has 2 cells: expected one"):
        compare(one, made_up_run(study, games))
    single = Study(name="single", scenarios=("triomphe",), players=("rule",))
    with pytest.raises(StudyError, match="no games with a seed in common"):
        compare(one, made_up_run(single, games))
    assert MOST >= BLOCK
