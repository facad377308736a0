"""Players of several nets: one is drawn for each game, by the seat's own chance, and kept to."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from marengo.core.engine.random import own_chance, seeded
from marengo.core.players import PolicyPlayer, SearchPlayer, make_player
from marengo.core.players.learner import BATCH, Learner, share_against
from marengo.core.players.match import play_game, seats_of
from marengo.core.players.nets import Mixture, read_mixture, read_net
from marengo.core.scenarios import load
from marengo.lab import simulate
from marengo.lab.learning import write_net
from tests.core.toys.hiding import PLACES, HidingGame, Seat
from tests.core.toys.race import RaceGame

SURE = 50.0
"""A weight by which a move is always chosen."""


def habits(game: HidingGame, *places: int) -> np.ndarray:
    """Return nets that always choose a place, counted from 0."""
    nets = game.engine.net.array(len(places))
    for net, place in enumerate(places):
        nets["moves"][net, place] = SURE
    return nets


def mixed(
    hider: dict[int, float], seeker: dict[int, float], game: HidingGame | None = None
) -> Mixture:
    """Return what chooses each place in so many games."""
    game = game or HidingGame()
    return Mixture(
        (habits(game, *hider), habits(game, *seeker)),
        (np.array([*hider.values()]), np.array([*seeker.values()])),
    )


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    """Return the file of one who hides in the first place or the last, and looks into the last."""
    path = tmp_path / "hiding.parquet"
    write_net(HidingGame(), mixed({0: 0.25, 2: 0.75}, {2: 1.0}), path, {"command": "by hand"})
    return path


def test_a_mixture_is_written_and_read_as_it_is(weights: Path) -> None:
    game, told = HidingGame(), mixed({0: 0.25, 2: 0.75}, {2: 1.0})
    read = read_mixture(game, weights)
    for seat in range(2):
        assert read.members[seat].tobytes() == told.members[seat].tobytes()
        assert read.shares[seat].tolist() == told.shares[seat].tolist()
    assert read_net(game, weights).tobytes() == habits(game, 2, 2).tobytes()
    assert pl.read_parquet_metadata(weights)["command"] == "by hand"


@pytest.mark.parametrize(
    "shares",
    [
        "[" * 100_000,
        "[[0.5, 0.6], [1.0]]",
        "[[1.5, -0.5], [1.0]]",
        "[[NaN, 1.0], [1.0]]",
        "[[0.5, 0.5]]",
        "[[], [1.0]]",
        "[1.0, 1.0]",
        '[["a"], [1.0]]',
        "[[[1.0]], [1.0]]",
        "7",
        "{",
        json.dumps([[1 / 300] * 300, [1.0]]),
    ],
)
def test_shares_that_cannot_be_are_refused(weights: Path, shares: str) -> None:
    net = pl.read_parquet_metadata(weights)["net"]
    pl.read_parquet(weights).write_parquet(weights, metadata={"net": net, "shares": shares})
    with pytest.raises(ValueError, match=r"hiding.parquet: shares: expected for each of 2 seats a"):
        read_mixture(HidingGame(), weights)


def test_a_net_beyond_those_that_are_drawn_is_refused(weights: Path) -> None:
    net = pl.read_parquet_metadata(weights)["net"]
    pl.read_parquet(weights).write_parquet(weights, metadata={"net": net, "shares": "[[1],[1]]"})
    with pytest.raises(ValueError, match=r"hiding.parquet: expected columns seat, member, part"):
        read_mixture(HidingGame(), weights)


def test_each_net_plays_as_many_games_as_its_share(weights: Path) -> None:
    """The seeker always looks into the last place, where the other is in three of four."""
    player, games = f"policy:weights={weights}", 4000
    frame = simulate(HidingGame(), games, player, player, seed=1, progress=False)
    found = frame.filter(pl.col("winner") == "seeker").height / games
    assert found == pytest.approx(0.75, abs=4 * (0.75 * 0.25 / games) ** 0.5)


def test_a_seat_keeps_to_its_net_and_draws_it_by_its_own_chance(weights: Path) -> None:
    """One by one and in bulk the same games are played."""
    game, seeds = HidingGame(), range(60)
    players = {seat: PolicyPlayer(game, weights=str(weights)) for seat in game.seats}
    one_by_one = [play_game(game.start(seed), players, seed).returns for seed in seeds]
    for seed, returns in zip(seeds, one_by_one, strict=True):
        generators = seeded(own_chance(seed, 1 + Seat.HIDER))
        hidden = players[Seat.HIDER].mixture.drawn(Seat.HIDER, generators)[Seat.HIDER]
        assert returns == ((0.0, 1.0) if hidden["moves"][2] else (1.0, 0.0))
    assert len({*one_by_one}) == 2


def test_bulk_and_decision_by_decision_are_the_same_games() -> None:
    """Of a whole game: two nets that differ, each of them for some of the games."""
    game = load("progress")
    nets = read_net(game)
    loose = nets.copy()
    loose["moves"] *= 0.3
    mixture = Mixture(
        tuple(np.concatenate([a[s : s + 1] for a in (nets, loose)]) for s in range(2)),
        (np.array([0.5, 0.5]), np.array([0.3, 0.7])),
    )
    from marengo.lab.playing import compiled_runner

    players = [PolicyPlayer(game) for _ in game.seats]
    for player in players:
        player.mixture = mixture
    seeds = [*range(12)]
    results, log = compiled_runner(game, players).play(seeds, logged=True)
    for seed, moves in zip(seeds, log, strict=True):
        state = play_game(game.start(seed), dict(zip(game.seats, players, strict=True)), seed)
        assert [move.code for move in state.moves] == moves.tolist()
    alone = [PolicyPlayer(game) for _ in game.seats]
    assert results.tobytes() != compiled_runner(game, alone).play(seeds)[0].tobytes()


def test_one_net_takes_no_chance() -> None:
    game = HidingGame()
    alone, before, after = mixed({1: 1.0}, {1: 1.0}), seeded(5), seeded(5)
    assert alone.drawn(0, after) is alone.likeliest
    assert alone.facing(0, after) is alone.likeliest
    assert before.tobytes() == after.tobytes()
    assert alone.likeliest.tobytes() == habits(game, 1, 1).tobytes()


def test_a_search_thinks_that_the_others_draw_theirs(weights: Path) -> None:
    """Its own net stays, the other's changes from one decision to another."""
    game = HidingGame()
    player = make_player(f"search:8,weights={weights}", game)
    assert isinstance(player, SearchPlayer)
    state = game.start(0)
    seen = state.play(state.legal_moves()[0]).information_set(Seat.SEEKER)
    generators, enemies = seeded(3), set()
    for _ in range(40):
        player.choose_index(seen, generators, player.mixture.drawn(Seat.SEEKER, generators))
        enemies.add(player.nets["moves"][Seat.HIDER].argmax())
        assert player.nets["moves"][Seat.SEEKER].argmax() == 2
    assert enemies == {0, 2}
    own = player.mixture.drawn(Seat.HIDER, seeded(1))
    seen = game.start(0).information_set(Seat.HIDER)
    player.choose_index(seen, generators, own)
    assert player.nets.tobytes() == own.tobytes()


def test_a_view_tells_nothing_of_what_was_drawn(weights: Path) -> None:
    game = HidingGame()
    players = {seat: PolicyPlayer(game, weights=str(weights)) for seat in game.seats}
    seen = set()
    for seed in range(20):
        state, seats = game.start(seed), seats_of(players, seed)
        seats[Seat.HIDER].play(state)
        seen.add(state.view(Seat.SEEKER).information_set)
    assert len(seen) == 1


def test_who_learns_faces_each_as_often_as_its_share() -> None:
    game = HidingGame()
    faced = mixed({0: 0.25, 2: 0.75}, {0: 0.5, 1: 0.3, 2: 0.2})
    learner = Learner(game, 64 * BATCH, start=habits(game, 0, 0), workers=1, against=faced)
    counts = np.zeros(2 + 2 + PLACES)
    for _ in range(40):
        line_ups, nets = learner._line_ups()
        assert len(nets) == len(counts)
        counts += np.bincount(line_ups["net"][:, :2].ravel(), minlength=len(counts))
        for number, one in enumerate(line_ups):
            assert one["learns"][:2].tolist() == [number % 2 == 0, number % 2 == 1]
        learner.done += 1
    games = 40 * BATCH / 2
    assert counts[:2].tolist() == [games, games]
    wanted = np.array([0.25, 0.75, 0.5, 0.3, 0.2])
    assert counts[2:] / games == pytest.approx(wanted, abs=0.05)


def test_who_is_hard_to_beat_is_met_oftener() -> None:
    """One who hides where nobody looks, one who is always found, and the rules of thumb."""
    game = HidingGame()
    known = mixed({0: 0.5, 2: 0.5}, {1: 1.0})
    learner = Learner(game, 400 * BATCH, start=habits(game, 0, 0), workers=1, known=known)
    learner.rate = 0.0  # it goes on to look into the first place
    with ThreadPoolExecutor(1) as pool:
        for _ in range(60):
            learner.step(pool)
    rules, found, never_found = learner.lately[Seat.HIDER]
    assert found < 0.1
    assert rules == pytest.approx(2 / 3, abs=0.25)
    assert never_found > 0.9
    assert learner.lately[Seat.SEEKER] == pytest.approx([1 / 3, 0.0], abs=0.25)
    counts, games = np.zeros(2 + 2 + 3), 40 * BATCH
    itself = 0
    for _ in range(40):
        line_ups, nets = learner._line_ups()
        assert len(nets) == len(counts)
        assert nets[4:6].tobytes() == known.members[0].tobytes()
        counts += np.bincount(line_ups["net"][:, :2].ravel() + 1, minlength=len(counts) + 1)[1:]
        itself += int((line_ups["learns"][:, :2].sum(axis=1) == 2).sum())
        assert (line_ups["learns"][:, :2].sum(axis=1) >= 1).all()
        learner.done += 1
    assert counts[2:4].sum() == itself == games / 4  # what it was, and what it is
    assert counts[5] > 10 * counts[4] > 0
    odds = learner.lately[Seat.HIDER] ** 2 + 0.02
    assert counts[5] / (games / 4) == pytest.approx(odds[2] / odds.sum(), abs=0.06)


def test_a_match_is_of_whole_mixtures() -> None:
    """Half the games as the hider, who is found in three of four, and half as the seeker."""
    game = HidingGame()
    learned = mixed({0: 0.25, 2: 0.75}, {0: 0.5, 1: 0.5})
    others = mixed({0: 0.4, 1: 0.6}, {2: 1.0})
    shares = [share_against(game, others, learned, seed=3, workers=workers) for workers in (1, 2)]
    assert shares[0] == shares[1] == pytest.approx((0.25 + 0.5) / 2, abs=0.04)


def test_sharper_nets_choose_at_temperature_1_as_the_others_do() -> None:
    game = RaceGame()
    nets = game.engine.net.array(3)
    nets["moves"] = np.random.default_rng(1).normal(size=nets["moves"].shape)
    nets["outward"] = 1.0
    sharp = np.concatenate(Mixture.of(nets).sharper(0.5).members)
    assert np.allclose(sharp["moves"], 2 * nets["moves"])
    assert (sharp["outward"] == nets["outward"]).all()
