"""Players who cheat and attack: what they reach where the referee is, and where it is not."""

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import marengo
from marengo.cli import main
from marengo.core.engine.random import new_seed
from marengo.core.players import ForfeitError, PlayerError, check_player, make_player, register
from marengo.core.players.isolated import IsolatedPlayer
from marengo.core.players.match import moves_of
from marengo.core.players.registry import contestant_of
from marengo.lab import Study, load, read_frame, run, simulate
from marengo.lab.ladder import climb
from marengo.lab.simulate import game_seed
from marengo.lab.steps import Bound, Ladder, LadderStep
from tests.players import attackers, cheats, strangers
from tests.widgets.play.waiting import wait_until

TOGETHER = "+".join(way for way in cheats.WAYS if way not in ("guess", "scratch", "freed"))
"""Ways to positions; the others are to memory, which is no other's here."""

REACHED = ("frames", "frames_of_a_traceback", "threads", "objects", "patch", "profile")
"""Ways that show the position to a player in the referee's process."""

SMALL = "progress-small"

CHEAT, STRANGER, ATTACKS = (f"{one.__file__}" for one in (cheats, strangers, attackers))


@pytest.fixture(autouse=True)
def _tidied() -> Iterator[None]:
    yield
    cheats.tidy()


def lost_by(player: str, scenario: str = SMALL) -> str:
    """Return by which fault a player loses a game against chance."""
    frame = simulate(scenario, 1, player, "random", seed=None, progress=False, isolated=True)
    return str(frame["forfeit"][0])


# --- in the referee's process -----------------------------------------------------------------


def looks_that_found(way: str, out: Path, seed: int) -> tuple[int, int]:
    """Return how often a cheat looked in a game, and how many positions it saw uncovered."""
    game = marengo.load("triomphe")
    state = game.start(seed)
    players = {
        seat: cheats.Cheat(game, way, str(out))
        if seat == state.to_move
        else make_player("rule", game)
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


@pytest.mark.parametrize("way", REACHED)
def test_in_the_process_of_the_referee_it_would_find_the_position(way: str, tmp_path: Path) -> None:
    """So the attacks are real, and docs/fairness.md says what they can do."""
    _, found = looks_that_found(way, tmp_path / "found", new_seed())
    assert found > 0


@pytest.mark.parametrize("way", ["given", "scratch"])
def test_neither_what_it_is_given_nor_scratch_leads_to_the_position(
    way: str, tmp_path: Path
) -> None:
    assert looks_that_found(way, tmp_path / "found", new_seed()) == (cheats.LOOKS, 0)


def test_only_a_seed_that_can_be_guessed_is_guessed(tmp_path: Path) -> None:
    """By its own pieces alone, wherever it runs: so contests take a new seed."""
    for seed, expected in ((5, 1), (new_seed(), 0)):
        _, found = looks_that_found("guess", tmp_path / str(seed), seed)
        assert found == expected


# --- in a process of its own ------------------------------------------------------------------


def test_a_cheat_finds_nothing_from_a_process_of_its_own() -> None:
    """In all ways that find something in the referee's, and those that do not."""
    assert "looked 4 times, found 0" in lost_by(f"{CHEAT}:Cheat:way={TOGETHER}", "triomphe")


@pytest.mark.skipif(sys.platform != "linux", reason="what is reached is that of Linux")
def test_an_attacker_reaches_nothing_outside_its_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eighteen ways; without the jail most of them reach what they are after."""
    secret, code = tmp_path / "key" / "secret", tmp_path / "bots" / "attackers.py"
    secret.parent.mkdir()
    secret.write_text("71")
    secret.chmod(0o600)
    code.parent.mkdir()
    shutil.copy(ATTACKS, code)
    for name in attackers.SHADOWED:
        (code.parent / f"{name}.py").write_text("raise SystemExit('shadowed')")
    monkeypatch.setenv("JUPYTER_TOKEN", "secret")
    monkeypatch.setenv("PYTHONPATH", str(code.parent))
    monkeypatch.chdir(code.parent)
    told = lost_by(f"{code}:Attacker:secret={secret}")
    assert told.endswith("reached: nothing")
    plain = subprocess.run(
        [sys.executable, ATTACKS, secret],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": ""},
    )
    reached = {word.partition("=")[0] for word in plain.stdout.split()} & {*attackers.WAYS}
    assert len(reached) >= 10
    assert {"read_a_secret", "write_a_file", "environment", "signal_the_referee"} <= reached


def test_what_it_leaves_behind_is_ended_with_it() -> None:
    """A process that has left its group and hears no signal; its memory has a bound, too."""
    told = lost_by(f"{ATTACKS}:Outliver")
    assert "memory refused" in told
    left = int(told.rpartition("process ")[2].strip("'\""))

    def gone() -> bool:
        try:
            os.kill(left, 0)
        except ProcessLookupError:
            return True
        return False

    if not os.geteuid():  # else docs/fairness.md says that it is not
        wait_until(gone)


def test_its_process_ends_with_it_or_with_its_time() -> None:
    player = make_player(f"{STRANGER}:Stranger:mood=sleeps", marengo.load(SMALL))
    assert isinstance(player, IsolatedPlayer)
    process, player.longest = player._process, 0.5
    assert process.poll() is None
    state = marengo.load(SMALL).start(1)
    with pytest.raises(ForfeitError, match=r"took more than 0.5 seconds"):
        player.choose(state.view(state.to_move), state.legal_moves(), np.random.default_rng(1))
    assert process.poll() is not None


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (b'{"move": 1}\n', ""),
        (b'{"move": 99}\n', "the number of a legal move"),
        (b'{"move": -1}\n', "the number of a legal move"),
        (b'{"move": true}\n', "the number of a legal move"),
        (b'{"move": NaN}\n', "the number of a legal move"),
        (b"{}\n", "the number of a legal move"),
        (b'{"move": 0}\n{"move": 0}\n', "wrote what is no answer"),
        (b"[" * 3000 + b"\n", "wrote what is no answer"),
        (b'{"move": ' + b"9" * 10_000, "wrote what is no answer"),
        (b"\x80\x04cos\nsystem\n", "wrote what is no answer"),
        (b'["move"]\n', "wrote what is no answer"),
        (b'{"error": "\\u001b[2J\\nwon"}\n', r"\[2J won"),
        (b"", "its process ended"),
    ],
)
def test_whatever_comes_back_is_a_move_or_a_lost_game(answer: bytes, told: str) -> None:
    """Numbers of no move, several answers, deep, long and pickled ones, and none."""
    player: Any = object.__new__(IsolatedPlayer)
    player.text, player.longest, player._rng, player.close = "bot", 60.0, None, lambda: None
    player._talk, there = socket.socketpair()
    state = marengo.load(SMALL).start(1)
    moves = state.legal_moves()
    with player._talk, there:
        there.sendall(answer)
        there.shutdown(socket.SHUT_WR)
        if not told:
            chosen = player.choose(state.view(state.to_move), moves, np.random.default_rng(1))
            assert chosen == moves[1]
            asked = json.loads(there.recv(100_000))
            assert {*asked} == {"side", "seen", "rng"}
            return
        with pytest.raises(ForfeitError, match=f"^player 'bot': .*{told}"):
            player.choose(state.view(state.to_move), moves, np.random.default_rng(1))


# --- contests ---------------------------------------------------------------------------------


class Registered(strangers.Stranger):
    """The same player in the referee's process."""


def test_a_player_plays_the_same_games_wherever_it_runs() -> None:
    name = "stranger-of-a-test"
    register(name)(Registered)
    one, other = (
        simulate(SMALL, 1, player, "rule", seed=3, progress=False).drop("blue_player")
        for player in (f"{STRANGER}:Stranger", name)
    )
    assert one.drop("forfeit").equals(other)
    assert one["forfeit"].to_list() == [None]


def test_in_a_contest_nobody_plays_whose_code_has_run_here() -> None:
    """Whatever its class says of itself."""

    class Disguised(strangers.Stranger):
        __module__ = "marengo.core.players.engine_players"
        __qualname__ = "RandomPlayer"

    register("disguised-of-a-test")(Disguised)
    for player in ("disguised-of-a-test", "disguised-of-a-test:mood=prints"):
        with pytest.raises(PlayerError, match=r"isolated: its code has run here .*bots/timid.py"):
            simulate(SMALL, 1, player, isolated=True, progress=False)
        with pytest.raises(ValueError, match=r"players: .*isolated: its code has run here"):
            Study(name="x", scenarios=(SMALL,), players=(player,), isolated=True).check()
    assert type(make_player("rule", marengo.load(SMALL), isolated=True)).__name__ == "RulePlayer"


def test_a_name_that_is_taken_is_not_given_again() -> None:
    for name in ("rule", "policy", "search", "random"):
        with pytest.raises(PlayerError, match=f"player '{name}': is another player's"):
            register(name)(strangers.Stranger)
    for _ in range(2):  # a cell that is run twice
        register("twice-of-a-test")(Registered)


def test_nothing_of_a_contestant_is_imported_to_find_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "bots_of_a_test"
    package.mkdir()
    (package / "__init__.py").write_text("raise SystemExit('imported')")
    (package / "timid.py").write_text("raise SystemExit('imported')")
    monkeypatch.syspath_prepend(tmp_path)
    found = contestant_of("bots_of_a_test.timid:Timid:bold=1")
    assert found is not None
    assert (found.path, found.folder) == (package / "timid.py", tmp_path)
    assert (found.module, found.name, found.rest) == ("bots_of_a_test.timid", "Timid", "bold=1")
    assert found.files == [package]
    told = lost_by("bots_of_a_test.timid:Timid")
    assert told == "blue: player 'bots_of_a_test.timid:Timid': SystemExit: imported"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("nowhere.py:Timid", "no such file"),
        ("no_such_bots.timid:Timid", "no module no_such_bots.timid: .* or the code of one"),
        ("rules:bold", "did you mean rule"),
    ],
)
def test_code_that_is_nowhere_is_told_at_once(text: str, told: str) -> None:
    with pytest.raises(PlayerError, match=told):
        check_player(text)


def test_a_game_that_cannot_be_told_is_no_fault_of_a_contestant(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "triomphe"\nname = "mine"\ntitle = "mine"\n')
    mine = marengo.load(path)
    path.write_text('extends = "bonaparte"\nname = "mine"\ntitle = "mine"\n')
    with pytest.raises(PlayerError, match="another scenario by now") as error:
        make_player(f"{STRANGER}:Stranger", mine)
    assert not isinstance(error.value, ForfeitError)
    mine.source = None
    with pytest.raises(PlayerError, match="expected a scenario by name or file"):
        make_player(f"{STRANGER}:Stranger", mine)


def test_who_fails_in_a_study_has_lost_a_row_that_says_why(tmp_path: Path) -> None:
    player = f"{STRANGER}:Stranger:mood=fails"
    study = Study(name="x", scenarios=(SMALL,), pairs=((player, "random"),), games=1, isolated=True)
    assert study.plan()["isolated"] is True
    played = run(study, tmp_path / "x", workers=1, progress=False)
    assert played.games.collect()["winner"].to_list() == ["orange", "blue"]
    expected = [
        (cell, 0, seat, f"player '{player}': KeyError: 'as I am'")
        for cell, seat in ((0, "blue"), (1, "orange"))
    ]
    assert load(tmp_path / "x").forfeits.collect().rows() == expected
    assert not played.failures.collect().height
    seeds = {*played.games.collect()["seed"]}
    assert not seeds & {*simulate(SMALL, 1, seed=0, progress=False)["seed"]}  # a secret is in it
    assert (tmp_path / "x" / "secret").stat().st_mode & 0o777 == 0o600


def test_who_fails_in_a_ladder_has_lost(tmp_path: Path) -> None:
    step = LadderStep(
        challenger="random",
        holder=f"{STRANGER}:Nobody",
        pairs=Bound(p0=0.4, p1=0.6),
        block=1,
        most=1,
    )
    climbed = climb(
        marengo.load(SMALL),
        Ladder(steps=(step,)),
        tmp_path / "games",
        isolated=True,
        workers=1,
        say=lambda _: None,
    )
    assert (climbed.games["winner"] == climbed.games["side"]).all()
    assert (tmp_path / "games.secret").exists()


def test_the_command_line_holds_contests(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a seed that nobody knows, unless one is given."""
    monkeypatch.chdir(tmp_path)
    Path("bot.py").write_text("raise SystemExit('no')")
    words = [SMALL, "--games", "1", "--players", "bot.py:Bot", "rule", "--isolated"]
    assert main(["simulate", *words, "--out", "games.parquet"]) == 0
    assert "1 lost by a fault of their own, the first of them blue: " in capsys.readouterr().out
    frame = read_frame(tmp_path / "games.parquet")
    assert frame["forfeit"].to_list() == ["blue: player 'bot.py:Bot': SystemExit: no"]
    assert frame["winner"].to_list() == ["orange"]
    assert frame["seed"].to_list() != [game_seed(0, 0)]
    register("command-of-a-test")(Registered)
    words = [SMALL, "--games", "1", "--players", "command-of-a-test", "--isolated"]
    assert main(["simulate", *words, "--out", "games.csv"]) == 2
    assert "isolated: its code has run here" in capsys.readouterr().err
