"""What moves give away, on positions where it is known."""

from pathlib import Path

import polars as pl
import pytest

from marengo.cli import main
from marengo.core.engine import bulk, driver
from marengo.core.engine.search import primitives as search
from marengo.core.game import Engine
from marengo.core.players import PlayerError
from marengo.lab import analysis
from marengo.lab.analysis import mistakes
from tests.core.toys import fists
from tests.core.toys.race import RaceGame


def test_a_value_knows_no_more_than_who_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    # Paper beats the rock that lies sealed; but it may as well be paper or scissors.
    monkeypatch.setattr(mistakes, "DRAWS", 200)
    monkeypatch.setattr(mistakes, "JUDGE", "search:20")
    state = fists.FistsGame(needed=1).start(0).play("rock")
    values = [mistakes.value_after(state, move, 3) for move in state.legal_moves()]
    assert max(values) - min(values) < 0.1
    assert 1 / 3 < values[0] < 2 / 3  # a third wins, a third loses, the others play on
    assert state.to_move.name == "RIGHT"  # nothing was played on it


class Open(fists.Fists):
    """The same game with open hands: whoever chooses second wins."""


class OpenFists(fists.FistsGame):
    name = "open-fists"
    engine = Engine(
        state=Open,
        primitives={
            driver.set_up: fists.set_up,
            driver.list_moves: fists.list_moves,
            driver.carry_out: fists.carry_out,
            bulk.summarise: fists.summarise,
            search.returns: fists.returns,
        },
    )


def test_a_win_that_is_thrown_away_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mistakes, "REFERENCE", "search:100")
    frame = analysis.value_lost(
        OpenFists(needed=1), ["random", "search:100"], 40, seed=1, progress=False
    )
    assert frame.filter(player="search:100")["lost"].to_list() == [0.0] * 40
    random = frame.filter(player="random")
    left, right = (random.filter(seat=seat)["lost"].to_numpy() for seat in ("left", "right"))
    assert abs(left).max() < 0.2  # he loses whatever he does
    assert set(right.round()) == {0.0, 1.0}
    assert 0.1 < right.round().mean() < 0.6


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a game of two seats"):
        analysis.value_lost(RaceGame(), ["random"])
    with pytest.raises(ValueError, match="positions: expected 2 or more, not 1"):
        analysis.value_lost(fists.FistsGame(), ["random"], 1)
    with pytest.raises(PlayerError, match="oracle:8: expected a player that chooses from what"):
        analysis.value_lost(fists.FistsGame(), ["oracle:8"], 2)
    with pytest.raises(ValueError, match="workers: expected 1 or more, not 0"):
        analysis.value_lost(fists.FistsGame(), ["random"], 2, workers=0)


def test_means_are_those_of_the_frame() -> None:
    rows = [
        (0, "left", "one", "rock", "rock", 0.0),
        (1, "left", "one", "rock", "paper", 0.2),
        (0, "left", "two", "paper", "rock", -0.1),
        (1, "left", "two", "rock", "paper", 0.3),
    ]
    frame = pl.DataFrame(rows, schema=list(mistakes.LOST_COLUMNS), orient="row")
    table = analysis.mean_lost(frame)
    assert table.rows()[0][:4] == ("one", 2, 0.5, pytest.approx(0.1))
    assert table.rows()[1][:4] == ("two", 2, 0.0, pytest.approx(0.1))
    assert table["half_width"][0] == pytest.approx(12.7062 * 0.1)  # Student's t of 1 degree


def test_the_command_tells_what_is_lost(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(mistakes, "REFERENCE", "search:100")
    out = tmp_path / "lost.parquet"
    command = ["mistakes", "triomphe", "random", "policy", "--positions", "8", "--out", str(out)]
    assert main(command) == 0
    told = capsys.readouterr().out
    assert told.startswith("chances of winning lost a decision, in points, against search:100:")
    table, endings = told.split("\n\n")
    assert [line.split()[0] for line in table.splitlines()[1:]] == ["random", "policy"]
    assert endings.startswith("lost to the best reply in 5 endings, in thousandths of a win:")
    assert " as Austrian, " in endings.splitlines()[1]
    frame = pl.read_parquet(out)
    assert frame.columns == list(mistakes.LOST_COLUMNS)
    assert frame.height == 16
