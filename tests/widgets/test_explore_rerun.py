"""Games of a run played again move by move: they are those of the run, or it is said why not."""

from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from marengo.core.players.protocol import StoppedError
from marengo.core.state import State
from marengo.lab import Run, Study, run
from marengo.lab.rerun import changes_since, differences, players_in, rerun
from tests.turn import in_turn

COLUMNS = ("austrian_player", "french_player", "seed")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Return a run of every way in which games are played in bulk."""
    study = Study(
        name="small",
        scenarios=("triomphe", "bonaparte"),
        players=("rule", "random"),
        pairs=(("rule:bold=1.5", "random"), ("search:nodes=8", "random")),
        games=4,
        seed=7,
    )
    return run(study, tmp_path_factory.mktemp("runs") / "small", progress=False)


def last(found: Run, row: dict[str, Any]) -> State:
    """Play the game of a row to its end."""
    game = found.study.game(row["scenario"])
    *_, state = rerun(game, players_in(type(game), row), row["seed"])
    return state


def test_every_game_ends_as_the_run_says(small: Run) -> None:
    rows = in_turn(small.games.collect().to_dicts(), lambda row: (row["cell"], row["game"] % 2))
    assert len({row["cell"] for row in rows}) == 12
    for row in rows:
        state = last(small, row)
        assert differences(state, row) == [], row
        assert len(state.moves) == row["decisions"]


def test_another_end_is_told(small: Run) -> None:
    """A game of another seed is another game."""
    row = small.games.collect().row(0, named=True)
    state = last(small, row)
    changed = row | {
        "winner": "austrian" if row["winner"] == "french" else "french",
        "last_round": 5,
    }
    assert state.outcome is not None
    winners = {"austrian": "Austria", "french": "France"}
    assert differences(state, changed) == [
        f"winner: {winners[row['winner']]}, and in the run {winners[changed['winner']]}",
        f"last round: {state.outcome.round}:00, and in the run 5:00",
    ]


def test_what_changed_since_is_told(small: Run) -> None:
    game, players = small.study.game("triomphe"), ("rule", "search:nodes=8")
    assert changes_since(small, "triomphe", game, players) == []
    old = small.manifest
    other = {
        **old,
        "code": {"triomphe": "0" * 16},
        "scenarios": {"triomphe": {**old["scenarios"]["triomphe"], "hash": "0" * 16}},
        "players": {**old["players"], "rule": {"code": "0" * 16}},
    }
    assert changes_since(replace(small, manifest=other), "triomphe", game, players) == [
        "the scenario or its board",
        "the code of the rules or players, or their weights",
        "the player rule",
    ]


@pytest.mark.parametrize("players", [("random", "random"), ("rule", "random"), ("search", "rule")])
def test_a_game_is_given_up(small: Run, players: tuple[str, str], tmp_path: Path) -> None:
    del tmp_path
    stop = Event()
    moves = rerun(small.study.game("triomphe"), players, seed=1, stop=stop)
    assert len(next(moves).moves) == 1
    stop.set()
    with pytest.raises(StoppedError):
        for _ in moves:
            pass
