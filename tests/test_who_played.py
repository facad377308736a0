"""Each command says if who plays has not learned what it plays, and lets it learn first."""

from pathlib import Path

import pytest

from marengo.cli import main
from marengo.lab.metadata import provenance

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
players = ["policy"]
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
"""Commands in which one player plays all seats."""

LISTED = {
    "simulate": "simulate triomphe-bridge --games 2 --players policy policy",
    "study": "study plan.toml",
    "league": "league triomphe-bridge policy rule --games 2",
}
"""Commands that are told of several players, or read of them."""

LEARNS = {
    **{name: f"{command} --player PLAYER" for name, command in ALL_SEATS.items()},
    "study": "study --games 1 --player PLAYER",
    "simulate": "simulate triomphe --games 1 --players PLAYER PLAYER",
    "league": "league triomphe PLAYER random --games 1",
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
    "command",
    [*(f"{one} --player policy" for one in ALL_SEATS.values()), *LISTED.values()],
    ids=[*ALL_SEATS, *LISTED],
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
    assert "learned" not in said(capsys, "study --games 1 --player policy")


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
