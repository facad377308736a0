"""A name that nobody knows is refused with the one that looks like it."""

from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

import marengo
from marengo.charts.chart_frame import look_of
from marengo.cli import main
from marengo.core.errors import LONGEST_NAME, did_you_mean
from marengo.core.players import check_player
from marengo.lab import find_plan, read_study
from marengo.lab.analysis import mean_difference, restricted_play
from marengo.lab.frames import seat_in
from marengo.lab.ratings import ratings
from marengo.widgets.playing.new_game import seats

GAMES = pl.DataFrame(
    {
        "scenario": ["triomphe"] * 2,
        "austrian_player": ["rule"] * 2,
        "french_player": ["rule"] * 2,
        "austrian": ["rule"] * 2,
        "french": ["rule"] * 2,
        "winner": ["french", "austrian"],
        "last_round": [20, 21],
        "seed": [1, 2],
    }
)


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("triomphe-desaix-nevr", "; did you mean triomphe-desaix-never?"),
        ("Triomphe", "; did you mean triomphe?"),
        ("waterloo", ""),
        ("", ""),
        (None, ""),
        ("triomphe" + LONGEST_NAME * "x", ""),
    ],
)
def test_the_nearest_name_is_proposed_if_any_is_near(given: object, meant: str) -> None:
    assert did_you_mean(given, ["triomphe", "triomphe-desaix-never", "bonaparte"]) == meant


@pytest.mark.parametrize(
    ("refused", "meant"),
    [
        (lambda: marengo.load("triomphe-desaix-nevr"), "triomphe-desaix-never"),
        (lambda: find_plan("balanc"), "balance"),
        (lambda: check_player("polcy"), "policy"),
        (lambda: check_player("rule:bld=1.2"), "bold"),
        (lambda: marengo.simulate("triomphe", 1, austrain="rule"), "austrian"),
        (lambda: restricted_play("triomphe", ("cavalri",), 1), "cavalry"),
        (lambda: mean_difference(GAMES, 0, 0, "last_rund"), "last_round"),
        (lambda: look_of("frensh"), "french"),
        (lambda: seat_in(GAMES, "frensh"), "french"),
        (lambda: ratings(GAMES, "rle"), "rule"),
        (lambda: seats(marengo.load("triomphe"), "frensh", "rule"), "french"),
        (lambda: marengo.load("triomphe").start(1).move("marsh A1 5"), "march"),
        (lambda: marengo.load("progress").start(1).move("discard sore"), "score"),
    ],
)
def test_a_name_misspelt_is_refused_with_the_one_meant(
    refused: Callable[[], object], meant: str
) -> None:
    with pytest.raises(ValueError, match=rf"; did you mean {meant}( .*)?\?$"):
        refused()


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ('extends = "triomfe"', "triomphe"),
        ('ruleset = "bonapart"', "bonaparte"),
        ('extends = "triomphe"\n[parameters]\norders_per_turns = 3', "orders_per_turn"),
        ('extends = "triomphe"\n[hours]\nNofi = 3', "Novi"),
        ('extends = "progress"\ncards = ["score", "stregthen"]', "strengthen"),
    ],
)
def test_what_a_scenario_file_misspells_is_refused_with_what_is_meant(
    text: str, meant: str, tmp_path: Path
) -> None:
    path = tmp_path / "own.toml"
    path.write_text(f'name = "own"\n{text}\n', encoding="utf-8")
    with pytest.raises(ValueError, match=rf"; did you mean {meant}\?$"):
        marengo.load(path)


def test_a_field_of_a_plan_that_is_misspelt_is_refused_with_what_is_meant(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text('name = "p"\nscenarios = ["triomphe"]\nplayer = ["rule"]\n', encoding="utf-8")
    with pytest.raises(ValueError, match=r"; did you mean players\?$"):
        read_study(path)


@pytest.mark.parametrize(
    ("words", "meant"),
    [(["compar"], "compare"), (["sensitivity", "triomphe", "--method", "moris"], "morris")],
)
def test_a_word_of_the_command_line_that_is_misspelt_is_refused_with_what_is_meant(
    words: list[str], meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(words)
    assert capsys.readouterr().err.endswith(f"; did you mean {meant}?\n")
