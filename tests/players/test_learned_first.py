"""Players that learn a scenario before they play it, in games, studies and comparisons."""

import re
from pathlib import Path
from typing import Any, cast

import msgspec
import numpy as np
import polars as pl
import pytest

import marengo
from marengo import lab
from marengo.cli import main
from marengo.core import scenarios
from marengo.core.players import PlayerError, PolicyPlayer, learned_first, make_player
from marengo.core.players.learned_first import learned_from, mixture_of
from marengo.core.players.learner import BATCH, Learner
from marengo.core.players.nets import Mixture, read_mixture, read_net
from marengo.core.scenarios import load
from marengo.lab import simulate
from marengo.lab.fingerprints import fingerprints
from marengo.lab.learning import write_net
from marengo.lab.plan import Cell
from marengo.lab.tasks import GameContext
from marengo.reports import Text, make_report
from tests.core.toys.hiding import PLACES, HidingGame
from tests.core.toys.race import RaceGame


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where it is kept what players have learned."""
    monkeypatch.setattr(learned_first, "cache_path", lambda: tmp_path / "cache")
    return tmp_path / "cache" / "learned"


def test_a_player_learns_its_scenario_first_and_once(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    player = "policy:learn=1k,temperature=0"
    frames = [
        simulate(RaceGame(), 1500, "random", player, "random", progress=False) for _ in range(2)
    ]
    said = capsys.readouterr().err
    assert said.count("Learning to play race by 1,024 games of it, once.") == 1
    assert frames[0].equals(frames[1])
    assert frames[0].filter(pl.col("winner") == "berta").height > 0.45 * 1500
    make_player("policy:learn=1000", RaceGame())
    [file] = kept.glob("*.parquet")
    whole = file.read_bytes()
    file.write_bytes(whole[:500])
    make_player(player, RaceGame())
    assert file.read_bytes() == whole
    make_player("search:4,learn=64", RaceGame())
    make_player("policy:learn=64", RaceGame(goal=30))
    assert len([*kept.glob("*.parquet")]) == 3
    assert not [*kept.glob("*.part")]


def small_mixture() -> Mixture:
    """Return two nets a seat of the small game of cards: what comes with it, and a beginner."""
    game = load("progress-small")
    beginner = Learner(game, 640, seed=5, workers=1)
    beginner.finish()
    pairs = zip(read_net(game), beginner.nets, strict=True)
    return Mixture(tuple(np.array(pair) for pair in pairs), (np.array([0.5, 0.5]),) * 2)


def test_a_mixture_goes_on_as_one_that_is_harder_to_exploit(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Nobody uses the last place, so that whoever hides there is not found: until both learn it."""
    game = HidingGame()
    nets = game.engine.net.array(2)
    nets["moves"][0, 0] = nets["moves"][1, 1] = 2.0
    begun = Mixture((nets, nets), (np.array([0.5, 0.5]),) * 2)
    learned = learned_from(game, 25_600, begun, workers=1)
    said = capsys.readouterr().err
    assert said == "Learning to play hiding by 25,600 games of it, once.\n"
    for members, shares in zip(learned.members, learned.shares, strict=True):
        assert len({net.tobytes() for net in nets} & {net.tobytes() for net in members}) > 0
        assert len(members) > 2
        likely = np.exp(members["moves"] / 0.5)
        chosen = shares @ (likely / likely.sum(axis=1, keepdims=True))
        assert chosen == pytest.approx(np.full(PLACES, 1 / PLACES), abs=0.05)


def test_any_number_of_threads_learns_the_same() -> None:
    game, begun = load("progress-small"), small_mixture()
    for known in (begun, None):
        one, two = (learned_from(game, 640, known, workers=workers) for workers in (1, 2))
        for seat in game.seats:
            assert one.members[seat].tobytes() == two.members[seat].tobytes()
            assert one.shares[seat].tolist() == two.shares[seat].tolist()


def test_a_mixture_is_kept_and_what_is_damaged_is_learned_again(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, weights = load("progress-small"), tmp_path / "weights.parquet"
    write_net(game, small_mixture(), weights, {})
    found = [mixture_of(game, str(weights), "640") for _ in range(2)]
    assert capsys.readouterr().err.count("Learning to play progress-small by 640 games") == 1
    [file] = kept.glob("*.parquet")
    whole = file.read_bytes()
    assert [read_mixture(game, file).members[0].tobytes()] * 2 == [
        one.members[0].tobytes() for one in found
    ]
    file.write_bytes(whole[:-100])
    mixture_of(game, str(weights), "640")
    assert "Learning to play progress-small" in capsys.readouterr().err
    assert file.read_bytes() == whole


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize(("share", "as_it_was"), [(0.47, True), (0.49, False)])
def test_who_plays_surely_worse_than_before_stays_the_whole_mixture_that_he_was(
    share: float, as_it_was: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, begun, weights = load("progress-small"), small_mixture(), tmp_path / "weights.parquet"
    write_net(game, begun, weights, {})
    monkeypatch.setattr(learned_first, "share_against", lambda *_: share)
    found = mixture_of(game, str(weights), "2000")
    same = [a.tobytes() == b.tobytes() for a, b in zip(found.members, begun.members, strict=True)]
    assert all(same) == as_it_was


def test_games_of_other_than_two_seats_are_learned_by_playing_against_oneself() -> None:
    game = RaceGame()
    alone = Learner(game, 640, workers=1)
    alone.finish()
    assert learned_from(game, 640, None).likeliest.tobytes() == alone.nets.tobytes()
    more = Learner(game, 64, start=alone.nets, workers=1)
    more.finish()
    learned = learned_from(game, 64, Mixture.of(alone.nets), workers=1)
    assert [len(members) for members in learned.members] == [1, 1, 1]
    assert learned.likeliest.tobytes() == more.nets.tobytes()


def test_a_cache_that_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cache").write_text("a file")
    monkeypatch.setattr(learned_first, "cache_path", lambda: tmp_path / "cache")
    with pytest.raises(PlayerError, match=r"learn: .*learned: Not a directory"):
        make_player("policy:learn=64", RaceGame())


@pytest.mark.parametrize("text", ["soon", "0", "-5", "1.5k", "k", "3min"])
def test_numbers_of_games_that_cannot_be(text: str) -> None:
    with pytest.raises(PlayerError, match=f"learn: expected a number of games.*not '{text}'"):
        make_player(f"policy:learn={text}", RaceGame())


def test_weights_beside_the_file_of_a_scenario_are_played_with(tmp_path: Path) -> None:
    file = tmp_path / "longer.toml"
    file.write_text('extends = "triomphe"\nname = "longer"\nparameters.orders_per_turn = 5\n')
    game = load(file)
    shipped = read_net(game)
    assert game.weights_file is None
    changed = shipped.copy()
    changed["moves"][:, 5] = 7.0
    write_net(game, changed, f"{file}.weights.parquet", {})
    game = load(file)
    made_again, parts = cast("tuple[Any, Any]", game.__reduce__())
    for one in (game, made_again(*parts)):
        player = make_player("policy", one)
        assert isinstance(player, PolicyPlayer)
        assert player.mixture.likeliest.tobytes() == changed.tobytes()
    plan = lab.Study(name="longer", scenarios=(str(file),), players=("policy",), games=2)
    lab.run(plan, tmp_path / "run", progress=False)
    write_net(game, shipped, f"{file}.weights.parquet", {})
    more = msgspec.structs.replace(plan, games=4)
    with pytest.raises(lab.StudyError, match=r"weights\.\w+: changed since this run was begun"):
        lab.run(more, tmp_path / "run", progress=False)
    found = fingerprints([game], {"policy": game})
    found["weights"] = dict.fromkeys(found["weights"], "of another file")
    function, sent = GameContext(game, found, ()).__reduce__()
    with pytest.raises(lab.StudyError, match=r"a worker has other weights\."):
        function(*sent).runner(Cell(str(file), ("policy", "policy")))


def test_minutes_of_a_plan_are_games_once_it_has_begun(kept: Path, tmp_path: Path) -> None:
    marengo.register_game(RaceGame)
    try:
        plan = lab.Study(
            name="race", scenarios=("race",), players=("policy:learn=0.002min",), seats=3, games=3
        )
        run = lab.run(plan, tmp_path / "run", progress=False)
        [cell] = run.study.cells
        [games] = {re.fullmatch(r"policy:learn=(\d+)", one)[1] for one in cell.players}  # type: ignore[index]
        assert int(games) % BATCH == 0
        more = lab.run(msgspec.structs.replace(plan, games=5), tmp_path / "run", progress=False)
        assert (more.study.cells, more.played) == ((cell,), 5)
        told = [part.text for part in make_report([more], "").parts if isinstance(part, Text)]
        said = f"policy:learn={games}: has learned each scenario by {games} games of it first."
        assert said in told
        lab.run(
            msgspec.structs.replace(plan, players=("random",)), tmp_path / "other", progress=False
        )
        with pytest.raises(lab.StudyError, match="other: holds a run whose players do not learn"):
            lab.run(plan, tmp_path / "other", progress=False)
        two = msgspec.structs.replace(plan, players=("policy:learn=1min", "policy:learn=2min"))
        with pytest.raises(lab.StudyError, match="expected the same minutes for all"):
            lab.run(two, tmp_path / "two", progress=False)
    finally:
        scenarios._BY_HAND.pop("race")
    assert [*kept.glob("*.parquet")]


@pytest.mark.release
def test_compare_lets_a_player_learn_both_scenarios(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ["triomphe", "triomphe-two-beyond"]
    assert main(["compare", *names, "--learn", "64", "--most", "20"]) == 0
    said = capsys.readouterr()
    for name in names:
        assert f"Learning to play {name} by 128 games of it, once." in said.err
    assert "policy:learn=64" in said.out
    assert len([*kept.glob("*.parquet")]) == 2
