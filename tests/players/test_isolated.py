"""Cheating players: what they reach in the referee's process, and not from one of their own."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import marengo
from marengo.core.engine.random import new_seed
from marengo.core.players import PlayerError, make_player
from marengo.core.players.isolated import IsolatedPlayer
from marengo.core.players.match import moves_of
from marengo.lab import simulate
from tests.field import scenario_names
from tests.players import cheats, strangers

ALONE = "profile"
"""A way that has itself called at each call, and so makes all others slow."""

TOGETHER = "+".join(way for way in cheats.WAYS if way != ALONE)

REACHED = ("frames", "frames_of_a_traceback", "threads", "objects", "patch", "profile")
"""Ways that show the position to a player in the referee's process."""


@pytest.fixture(autouse=True)
def _tidied() -> Iterator[None]:
    yield
    cheats.tidy()


def looks_that_found(
    scenario: str, way: str, out: Path, *, isolated: bool, seed: int
) -> tuple[int, int]:
    """Return how often a cheat looked in a game, and how many positions it saw uncovered."""
    game = marengo.load(scenario)
    state = game.start(seed)
    cheat = f"peeping:way={way},out={out}"
    players = {
        seat: make_player(cheat if seat == state.to_move else "rule", game, isolated)
        for seat in game.seats
    }
    side, truths, covered = state.to_move, [state.record_bytes()], set[bytes]()
    for one in moves_of(state, players, seed):
        truths.append(one.record_bytes())
        seen = game.state(one.information_set(side))
        covered.add(seen.record_bytes())
        if out.exists() and out.read_text().count("looked") == cheats.LOOKS:
            break
    hidden = [truth for truth in truths if truth not in covered]
    assert len(hidden) > cheats.LOOKS
    looked, found = 0, b""
    for line in out.read_text().split():
        looked += line == "looked"
        found += b"|" + (b"" if line == "looked" else bytes.fromhex(line))
    return looked, sum(truth in found for truth in hidden)


@pytest.mark.parametrize("way", [pytest.param(TOGETHER, id="all others"), ALONE])
@pytest.mark.parametrize("scenario", scenario_names())
def test_a_cheat_finds_nothing_from_a_process_of_its_own(
    scenario: str, way: str, tmp_path: Path
) -> None:
    looked, found = looks_that_found(
        scenario, way, tmp_path / "found", isolated=True, seed=new_seed()
    )
    assert (looked, found) == (cheats.LOOKS, 0)


@pytest.mark.parametrize("way", [*REACHED, pytest.param(TOGETHER, id="all others")])
def test_in_the_process_of_the_referee_it_would_find_the_position(way: str, tmp_path: Path) -> None:
    """So the attacks are real, and docs/fairness.md says what they can do."""
    _, found = looks_that_found(
        "triomphe", way, tmp_path / "found", isolated=False, seed=new_seed()
    )
    assert found > 0


@pytest.mark.parametrize("way", ["given", "scratch"])
def test_neither_what_it_is_given_nor_scratch_leads_to_the_position(
    way: str, tmp_path: Path
) -> None:
    looked, found = looks_that_found(
        "triomphe", way, tmp_path / "found", isolated=False, seed=new_seed()
    )
    assert (looked, found) == (cheats.LOOKS, 0)


@pytest.mark.parametrize("isolated", [False, True])
def test_only_a_seed_that_can_be_guessed_is_guessed(isolated: bool, tmp_path: Path) -> None:
    """By its own pieces alone, wherever it runs: so contests take a new seed."""
    for seed, expected in ((5, 1), (new_seed(), 0)):
        out = tmp_path / str(seed)
        _, found = looks_that_found("triomphe", "guess", out, isolated=isolated, seed=seed)
        assert found == expected


def test_a_player_plays_the_same_games_wherever_it_runs() -> None:
    alone, together = (
        simulate(
            "triomphe", 2, "stranger", "rule", seed=3, workers=2, progress=False, isolated=isolated
        )
        for isolated in (True, False)
    )
    assert alone.equals(together)
    assert isinstance(alone, pl.DataFrame)


@pytest.mark.parametrize(
    ("mood", "expected"),
    [
        ("fails", "KeyError: 'as I am'"),
        ("illegal", "chose .*, expected a legal move"),
        ("writes", "its process ended"),
        ("leaves", "its process ended"),
        ("sleeps", "took more than 0.5 seconds"),
        ("refuses", "player 'stranger:mood=refuses': no"),
        ("prints", None),
    ],
)
def test_what_a_player_does_wrong_is_said(mood: str, expected: str | None) -> None:
    game = marengo.load("triomphe")
    state = game.start(1)
    text = f"stranger:mood={mood}"
    if mood == "refuses":
        with pytest.raises(PlayerError, match=expected):
            make_player(text, game, isolated=True)
        return
    player = make_player(text, game, isolated=True)
    assert isinstance(player, IsolatedPlayer)
    if mood == "sleeps":
        player.seconds = 0.5
    view, moves, rng = state.view(state.to_move), state.legal_moves(), np.random.default_rng(1)
    if expected is None:
        assert player.choose(view, moves, rng) in moves
        return
    with pytest.raises(PlayerError, match=expected):
        player.choose(view, moves, rng)


def test_its_process_ends_with_it() -> None:
    player = make_player("stranger", marengo.load("triomphe"), isolated=True)
    assert isinstance(player, IsolatedPlayer)
    process = player._process
    assert process.poll() is None
    del player
    assert process.poll() is not None


def test_it_is_told_no_secrets_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUPYTER_TOKEN", "secret")
    game = marengo.load("triomphe")
    state = game.start(1)
    player = make_player("stranger:mood=curious", game, isolated=True)
    with pytest.raises(PlayerError, match="I see nothing"):
        player.choose(state.view(state.to_move), state.legal_moves(), np.random.default_rng(1))


def test_a_player_of_a_notebook_or_of_another_scenario_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = marengo.load("triomphe")
    monkeypatch.delattr(sys.modules["__main__"], "__file__", raising=False)
    with pytest.raises(PlayerError, match="defined in a notebook"):
        IsolatedPlayer("stranger", game, "__main__")
    game.source = None
    with pytest.raises(PlayerError, match="expected a scenario by name or file"):
        make_player("stranger", game, isolated=True)
    path = tmp_path / "mine.toml"
    path.write_text('extends = "triomphe"\nname = "mine"\ntitle = "mine"\n')
    mine = marengo.load(path)
    path.write_text('extends = "bonaparte"\nname = "mine"\ntitle = "mine"\n')
    with pytest.raises(PlayerError, match="another scenario by now"):
        make_player("stranger", mine, isolated=True)


SCRIPT = """
import marengo
from marengo.players import register

@register("first")
class First:
    def __init__(self, game): pass
    def choose(self, view, legal_moves, rng): return legal_moves[0]

{guard}
    frame = marengo.simulate("triomphe", 1, "first", "rule", isolated=True, progress=False)
    print(frame.height, "game")
"""


@pytest.mark.parametrize(
    ("guard", "told"),
    [
        ('if __name__ == "__main__":', "1 game"),
        ("if True:", "plays games itself when it is read, expected that below: if __name__"),
    ],
)
def test_a_player_may_stand_in_the_script_that_lets_it_play(
    guard: str, told: str, tmp_path: Path
) -> None:
    path = tmp_path / "script.py"
    path.write_text(SCRIPT.format(guard=guard))
    ran = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=False)
    assert told in ran.stdout + ran.stderr


def test_players_of_marengo_stay_where_they_are() -> None:
    game = marengo.load("triomphe")
    assert type(make_player("rule", game, isolated=True)) is type(make_player("rule", game))
    assert strangers.__name__.startswith("tests.")
