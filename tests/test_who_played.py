"""Each command says if who plays has not learned what it plays, and lets it learn first."""

import ast
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import polars as pl
import pytest

import marengo
from marengo import lab
from marengo.cli import main
from marengo.core.players import default_player, opponents
from marengo.games.marengo.study.handicap import handicap_study
from marengo.lab import study
from marengo.lab.analysis import (
    Factor,
    changes_study,
    compare,
    compare_on,
    search_front,
    sensitivity_study,
)
from marengo.lab.metadata import provenance
from marengo.screens.marengo.scenario_lab.bench import Order
from marengo.screens.marengo.scenario_lab.draft import open_draft

FACTORS = """
[[factors]]
name = "orders"
field = "parameters.orders_per_turn"
low = 2
high = 4
"""

PLAN = """
name = "bridge"
scenarios = ["triomphe", "triomphe-bridge"]
games = 2
"""

ALL_SEATS = {
    "ask": "ask triomphe desaix --at never --games 2",
    "compare": "compare triomphe triomphe-bridge --games 2",
    "compare --on": "compare triomphe triomphe-bridge --games 2 --on length --by 5",
    "discover": "discover triomphe --factors factors.toml --variants 40 --games 1",
    "fronts": "fronts triomphe --factors factors.toml --generations 1 --games 2 --confirm 2",
    "sensitivity": "sensitivity triomphe --factors factors.toml --samples 2 --games 2",
    "why": "why triomphe-bridge --games 4",
}
"""Commands in which one player plays all seats: policy, unless another is named."""

LISTED = {
    "simulate": "simulate triomphe-bridge --games 2",
    "study": "study plan.toml",
}
"""Other commands that play games, where policy does if nobody is named, as in a plan."""

LEARNS = {
    **{name: f"{command} --player PLAYER" for name, command in ALL_SEATS.items()},
    "study": "study --games 1 --player PLAYER",
    "simulate": "simulate triomphe --games 1 --players PLAYER PLAYER",
    "mistakes": "mistakes triomphe PLAYER --positions 2",
}


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play in a folder of its own, with a plan and factors."""
    monkeypatch.chdir(tmp_path)
    Path("factors.toml").write_text(FACTORS, "utf-8")
    Path("plan.toml").write_text(PLAN, "utf-8")


def said(capsys: pytest.CaptureFixture[str], command: str) -> str:
    """Run a command, and return what it prints."""
    assert main(command.split()) in (0, 1)
    return capsys.readouterr().out


@pytest.mark.parametrize(
    "command", [*ALL_SEATS.values(), *LISTED.values()], ids=[*ALL_SEATS, *LISTED]
)
def test_each_command_says_once_who_has_not_learned_what_it_plays(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = said(capsys, command)
    assert out.count("policy learned triomphe, not ") == 1
    assert out.count("policy:learn=20k, or --learn 20k, learns first what it plays") == 1


@pytest.mark.parametrize("command", [*ALL_SEATS.values()], ids=[*ALL_SEATS])
def test_of_players_without_weights_no_command_says_so(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "learned" not in said(capsys, f"{command} --player rule")


def test_of_the_scenario_that_was_learned_nothing_is_said(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "learned" not in said(capsys, "simulate triomphe --games 2")
    out = said(capsys, "study --games 1")
    assert "all seats policy;" in out
    assert "learned" not in out


@pytest.mark.parametrize("command", [*LEARNS.values()], ids=[*LEARNS])
def test_each_command_lets_players_learn_first_and_refuses_those_who_cannot(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for player, wanted in (("random", "player 'random': cannot learn"), ("policy", "learn=none")):
        learns = "1k" if player == "random" else "none"
        words = command.replace("PLAYER", player).split()
        assert main([*words, "--learn", learns]) in (1, 2)
        assert wanted in capsys.readouterr().err


def test_a_table_keeps_what_its_players_learned() -> None:
    main(["simulate", "triomphe-bridge", "--games", "2", "--out", "games.parquet"])
    assert provenance("games.parquet")["learned"] == {"policy": "triomphe"}
    main(["study", "plan.toml", "--out", "run"])
    (games,) = Path("run").rglob("games*.parquet")
    assert provenance(games)["learned"] == {"policy": "triomphe"}


def test_a_report_says_once_who_has_not_learned_what_it_plays(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["study", "plan.toml", "--out", "run", "--games", "20"])
    assert main(["report", "run", "--out", "page"]) == 0
    capsys.readouterr()
    page = Path("page/README.md").read_text("utf-8")
    assert page.count("policy learned triomphe, not triomphe-bridge:") == 1


ORDERS = Factor(name="orders", field="parameters.orders_per_turn", low=2, high=4)


def _of(frame: pl.DataFrame) -> set[str]:
    """Return who played the games of a frame."""
    names = [name for name in frame.columns if name.endswith("_player")]
    return {player for name in names for player in frame[name]}


def _of_front() -> Iterable[str]:
    found = search_front(
        "triomphe", [ORDERS], folder="front", generations=1, population=2, games=2, confirm=2
    )
    return found.study.players


CALLS: dict[str, Callable[[], Iterable[str]]] = {
    "simulate": lambda: _of(marengo.simulate("triomphe", 1, progress=False)),
    "ask_when": lambda: [
        lab.ask_when("triomphe", "desaix", ["never"], games=2, progress=False).player
    ],
    "balance_study": lambda: _of(study.balance_study(1, progress=False)),
    "compare": lambda: compare("triomphe", "triomphe-bridge", most=1, progress=False).players.split(
        " v "
    ),
    "compare_on": lambda: compare_on(
        "triomphe", "triomphe-bridge", on="length", by=5, most=2, progress=False
    ).players.split(" v "),
    "search_front": _of_front,
    "changes_study": lambda: changes_study("triomphe-bridge").players,
    "sensitivity_study": lambda: sensitivity_study("triomphe", [ORDERS]).players,
    "handicap_study": lambda: handicap_study("triomphe", "french").players,
    "Study": lambda: lab.Study(name="one", scenarios=("triomphe", "bonaparte")).players,
    "Order": lambda: (
        Order(open_draft("triomphe").with_value("parameters.orders_per_turn", 2)).study().players
    ),
}
"""Calls that name no player, and who plays."""


@pytest.mark.parametrize("learned", [True, False], ids=["learned", "nothing learned"])
@pytest.mark.parametrize("call", [*CALLS.values()], ids=[*CALLS])
def test_one_function_says_who_plays_where_nobody_is_named(
    call: Callable[[], Iterable[str]], learned: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not learned:
        monkeypatch.setattr(opponents, "is_file", lambda _: False)
    own = default_player(marengo.load("triomphe"))
    assert own == ("policy" if learned else "rule")
    assert {*call()} == {own}


MARENGO = Path(marengo.__file__).parent


def test_a_plan_whose_scenarios_have_other_defaults_names_its_players(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(opponents, "is_file", lambda path: path.stem == "triomphe")
    with pytest.raises(lab.StudyError, match="players: expected some, as by default policy and r"):
        lab.Study(name="two", scenarios=("triomphe", "bonaparte"))
    with pytest.raises(lab.StudyError, match="no scenario 'austerlitz'"):
        lab.Study(name="none", scenarios=("austerlitz",))


def _defaults(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the functions and calls of a module in which the text ``rule`` is a default."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        given: list[ast.expr | None] = []
        if isinstance(node, ast.FunctionDef):
            given = [*node.args.defaults, *node.args.kw_defaults]
        elif isinstance(node, ast.Call):
            given = [one.value for one in node.keywords if one.arg == "default"]
        elif isinstance(node, ast.BoolOp | ast.AnnAssign):
            given = [*node.values] if isinstance(node, ast.BoolOp) else [node.value]
        for one in filter(None, given):
            parts = one.elts if isinstance(one, ast.Tuple) else [one]
            if any(isinstance(part, ast.Constant) and part.value == "rule" for part in parts):
                yield (
                    path.relative_to(MARENGO).as_posix(),
                    getattr(node, "name", type(node).__name__),
                )


def test_rule_is_nobodys_default() -> None:
    assert [one for path in MARENGO.rglob("*.py") for one in _defaults(path)] == []
