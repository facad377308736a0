"""Learning: what is learned of a game whose best play is known, and that it can be repeated."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import numpy as np
import polars as pl
import pytest

from marengo.core.engine.learned import HIDDEN, NUMBERS, expectation, net_of
from marengo.core.engine.learning import (
    BY_RULE,
    TURNS,
    LineUp,
    _learn_moves,
    _learn_value,
)
from marengo.core.engine.policy import Nothing
from marengo.core.engine.search.tree import SEATS
from marengo.core.errors import FileError
from marengo.core.game import Game
from marengo.core.players import PlayerError, PolicyPlayer, learned_first, learner, make_player
from marengo.core.players.learner import BATCH, LONG, Learner
from marengo.core.players.nets import Mixture, read_mixture, read_net
from marengo.core.scenarios import load
from marengo.lab import learn, simulate
from marengo.lab.expert import learn_from_search
from marengo.lab.frames import OutputError
from marengo.lab.learning import (
    _has_outgrown_itself,
    _is_level,
    _Varied,
    learning_into,
    write_net,
)
from tests.core.toys.fists import FistsGame
from tests.core.toys.hiding import HidingGame
from tests.core.toys.race import FACES, RaceGame

Array = np.ndarray[Any, Any]

GAMES = 40 * BATCH


@pytest.fixture(scope="module")
def nets() -> Array:
    return learn(RaceGame(), games=GAMES, seed=1, workers=1, progress=False).nets


def test_a_player_keeps_good_rolls_and_rolls_again_after_bad_ones(nets: Array) -> None:
    """Another roll goes 3.5 steps on average."""
    for seat in range(3):
        again, stay = nets["moves"][seat][: FACES + 1], nets["moves"][seat][FACES + 1 :]
        assert (again - stay)[1] > 0.4
        assert (again - stay)[2] > 0
        assert (stay - again)[5] > 0
        assert (stay - again)[6] > 0.4


def test_who_has_learned_wins(nets: Array, tmp_path: Path) -> None:
    write_net(RaceGame(), nets, tmp_path / "race.parquet", {})
    player = f"policy:temperature=0,weights={tmp_path / 'race.parquet'}"
    frame = simulate(RaceGame(), 1500, "random", player, "random", progress=False)
    assert frame.filter(pl.col("winner") == "berta").height > 0.45 * frame.height


def test_a_seat_expects_more_the_farther_it_is(nets: Array) -> None:
    net = nets.view(np.recarray)[0]
    ahead, behind = np.array([0.95, 0.0, 0.0, 1.0]), np.array([0.0, 0.95, 0.95, 1.0])
    assert value_of(net, ahead) > value_of(net, behind) + 0.1
    sight = SimpleNamespace(position=ahead, hidden=np.zeros(HIDDEN))
    assert expectation(net, sight) == pytest.approx(value_of(net, ahead))


def test_weights_do_not_depend_on_the_number_of_workers(nets: Array) -> None:
    again = learn(RaceGame(), games=GAMES, seed=1, workers=3, progress=False).nets
    assert nets.tobytes() == again.tobytes()
    other = learn(RaceGame(), games=GAMES, seed=2, workers=3, progress=False).nets
    assert nets.tobytes() != other.tobytes()


def test_variants_are_drawn_by_the_seed(nets: Array, tmp_path: Path) -> None:
    """Of one variant alone the same is learned as of the game; of several, by any workers."""
    alone = learn(RaceGame(), games=GAMES, seed=1, progress=False, among=[RaceGame()])
    assert alone.nets.tobytes() == nets.tobytes()
    played: list[int] = []

    class Watched(Learner):
        def __init__(self, number: int) -> None:
            super().__init__(RaceGame(), BATCH)
            self.number = number

        def play(self, *given: Any) -> tuple[Array, Array]:
            played.append(self.number)
            return super().play(*given)

    varied = _Varied([RaceGame()] * 3, RaceGame(), 4 * BATCH)
    varied.among = [Watched(number) for number in range(3)]
    with ThreadPoolExecutor(1) as pool:
        while varied.done < varied.steps:
            varied.step(pool)
    assert set(played) == {0, 1, 2}
    out = tmp_path / "varied.parquet"
    learn(RaceGame(), games=64, progress=False, among=[RaceGame()], out=out)
    assert pl.read_parquet_metadata(out)["command"].endswith(" --vary")


def test_what_is_learned_is_written_and_read_as_it_is(tmp_path: Path) -> None:
    out = tmp_path / "race.parquet"
    learned = learn(RaceGame(), games=10 * BATCH, seed=5, out=out, progress=False)
    assert read_net(RaceGame(), out).tobytes() == learned.nets.tobytes()
    notes = pl.read_parquet_metadata(out)
    assert notes["command"] == f"marengo learn race --games {10 * BATCH} --seed 5"
    assert notes["games"] == str(10 * BATCH)
    assert "numba" in notes["versions"]


def test_learning_goes_on_from_weights(nets: Array, tmp_path: Path) -> None:
    write_net(RaceGame(), nets, tmp_path / "race.parquet", {})
    more = learn(RaceGame(), games=BATCH, start=tmp_path / "race.parquet", progress=False)
    changed = np.abs(more.nets["moves"] - nets["moves"])
    assert 0 < changed.max() < 0.1


@pytest.fixture
def played(tmp_path: Path) -> Game[Any]:
    """Return a game whose weights, beside its scenario, always hide in the first place."""
    game, path = HidingGame(), tmp_path / "hiding.weights.parquet"
    nets = game.engine.net.array(2)
    nets["moves"][:, 0] = 5.0
    write_net(game, nets, path, {"command": "by hand", "games": "7"})
    game.weights_file = path
    return game


def test_a_player_begins_with_the_best_there_is(played: Game[Any], tmp_path: Path) -> None:
    """Who begins with nothing knows nothing of the first place."""
    out = tmp_path / "out.parquet"
    for start, known in ((None, True), ("nothing", False)):
        learned = learn(played, games=BATCH, start=start, out=out, progress=False)
        assert (learned.nets["moves"][0, 0] > 4) == known
        assert (learned.share is not None) == known
    assert learn(HidingGame(), games=BATCH, progress=False).share is None


def test_what_plays_worse_is_not_kept(
    played: Game[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A learner goes the wrong way: what it began with is written, with what its file tells."""
    monkeypatch.setitem(learner.RATES, "moves", -0.5)
    out = tmp_path / "out.parquet"
    worse = learn(played, games=20 * BATCH, out=out, progress=False)
    assert worse.share is not None
    assert worse.share < 0.5
    assert played.weights_file is not None
    assert read_net(played, out).tobytes() == read_net(played, played.weights_file).tobytes()
    assert worse.nets.tobytes() == read_net(played, out).tobytes()
    notes = pl.read_parquet_metadata(out)
    assert (notes["command"], notes["games"]) == ("by hand", "7")
    monkeypatch.setattr(learned_first, "cache_path", lambda: tmp_path)
    player = make_player("policy:learn=1k", played)
    assert isinstance(player, PolicyPlayer)
    assert player.mixture.likeliest.tobytes() == worse.nets.tobytes()


def test_a_mixture_that_plays_better_than_what_was_learned_is_kept_whole(
    played: Game[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(learner.RATES, "moves", -0.5)
    known, none = read_net(played), played.engine.net.array(2)
    pairs = tuple(np.array(pair) for pair in zip(known, none, strict=True))
    start, out = tmp_path / "begun.parquet", tmp_path / "out.parquet"
    begun = Mixture(pairs, (np.array([0.6, 0.4]),) * 2)
    write_net(played, begun, start, {})
    learned = learn(played, games=20 * BATCH, start=start, out=out, progress=False)
    assert learned.share is not None
    assert learned.share < 0.5
    kept = read_mixture(played, out)
    for seat in range(2):
        assert kept.members[seat].tobytes() == begun.members[seat].tobytes()
        assert kept.shares[seat].tolist() == [0.6, 0.4]


def test_what_plays_better_is_kept(played: Game[Any], tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    better = learn(played, games=300 * BATCH, out=out, progress=False)
    assert better.share is not None
    assert better.share > 0.5
    assert read_net(played, out).tobytes() == better.nets.tobytes()
    notes = pl.read_parquet_metadata(out)
    assert notes["command"].endswith("--seed 0 --from hiding.weights.parquet")
    assert notes["after"] == "by hand"


def test_nothing_is_written_before_it_is_known_to_be_better(played: Game[Any]) -> None:
    """A kill meanwhile leaves the weights that others play by as they were."""
    assert played.weights_file is not None
    before, seen = played.weights_file.read_bytes(), list[bool]()

    def show(_: pl.DataFrame) -> None:
        assert played.weights_file is not None
        seen.append(played.weights_file.read_bytes() == before)

    learn(played, games=10 * BATCH, out=played.weights_file, progress=False, show=show)
    assert len(seen) > 5
    assert all(seen)


def test_two_do_not_learn_into_one_file(nets: Array, tmp_path: Path) -> None:
    out, said = tmp_path / "race.parquet", "race.parquet: another process learns into it"
    write_net(RaceGame(), nets, begun := tmp_path / "begun.parquet", {})
    with learning_into(out):
        with pytest.raises(OutputError, match=said):
            learn(RaceGame(), games=BATCH, out=out, progress=False)
        with pytest.raises(OutputError, match=said):
            learn_from_search(RaceGame(), out, 20, 4, begun, progress=False)
    assert {path.name for path in tmp_path.iterdir()} == {"begun.parquet", ".race.parquet.lock"}


def test_stop_keeps_what_is_learned() -> None:
    stop, shown = Event(), []

    def show(curve: pl.DataFrame) -> None:
        shown.append(curve)
        if len(shown) == 2:
            stop.set()

    learned = learn(RaceGame(), games=GAMES, progress=False, stop=stop, show=show)
    assert 0 < learned.games < GAMES
    assert learned.curve["games"].to_list()[-1] == learned.games
    assert learned.curve.columns == ["games", "seconds", "ada", "berta", "clara"]


def test_minutes_are_turned_into_games() -> None:
    learned = learn(RaceGame(), minutes=0.01, progress=False)
    assert learned.games % BATCH == 0
    assert learned.verdict in ("level", "still improving")


def test_opponents_do_not_learn() -> None:
    one = Learner(RaceGame(), 40 * BATCH, workers=1)
    line_ups = LineUp.array(8)
    line_ups["net"] = BY_RULE
    line_ups["net"][:, 1] = 1
    line_ups["learns"][:, 1] = 1
    changes, got = one.play(line_ups, one.nets, [[number] for number in range(8)])
    assert np.abs(changes["moves"][1]).max() > 0
    assert np.abs(changes["moves"][[0, 2]]).max() == 0
    assert (got.sum(axis=1) == 1).all()


class Duel(RaceGame):
    """The race, of which nobody plays the third seat."""

    parties = tuple((seat,) for seat in list(RaceGame.seats)[:2])


def test_seats_that_nobody_plays_are_neither_measured_nor_opponents() -> None:
    one = Learner(Duel(), 4 * BATCH, start=Learner(Duel(), BATCH).nets, workers=1)
    line_ups, _ = one._line_ups()
    ruled = (line_ups["net"][:, :3] == BY_RULE).sum(axis=0)
    assert ruled.tolist() == [BATCH // 8, BATCH // 8, 0]
    learned = learn(Duel(), games=BATCH, workers=1, progress=False)
    assert learned.curve.columns == ["games", "seconds", *RaceGame.seat_names()[:2]]


def value_of(net: SimpleNamespace, position: Array) -> float:
    """Return the value of a position as the formula says."""
    inward = net.inward.reshape(HIDDEN, len(position))
    logit = net.direct @ position + net.outward @ np.tanh(inward @ position)
    return float(1 / (1 + np.exp(-logit)))


def test_values_change_by_the_slope_of_the_likelihood_and_gains_are_generalised() -> None:
    rng, turns, numbers, trace, got = np.random.default_rng(3), 4, 5, 0.7, 1.0
    net = SimpleNamespace(
        direct=rng.normal(size=numbers),
        inward=rng.normal(size=HIDDEN * numbers),
        outward=rng.normal(size=HIDDEN),
    )
    zeros = {part: np.zeros_like(weights) for part, weights in vars(net).items()}
    change, sight = (
        SimpleNamespace(**zeros),
        SimpleNamespace(position=np.zeros(numbers), hidden=np.zeros(HIDDEN)),
    )
    positions = rng.normal(size=(turns, numbers))
    values = [value_of(net, position) for position in positions]
    memory: Any = SimpleNamespace(
        turns=turns,
        position=np.zeros(TURNS * NUMBERS),
        value=np.zeros(TURNS * SEATS),
        gain=np.zeros(TURNS * SEATS),
        hidden=np.zeros(TURNS * SEATS * HIDDEN),
    )
    for turn in range(turns):
        memory.position[turn * NUMBERS : turn * NUMBERS + numbers] = positions[turn]
        memory.value[turn * SEATS] = values[turn]
        units = np.tanh(net.inward.reshape(HIDDEN, numbers) @ positions[turn])
        memory.hidden[turn * SEATS * HIDDEN : (turn * SEATS + 1) * HIDDEN] = units
    method: Any = SimpleNamespace(trace=trace)
    _learn_value([net], sight, memory, method, np.array([got]), 0, [change])

    rises = np.diff([*values, got])
    goals = [got]
    for turn in range(turns):
        later = rises[turn:]
        wanted = (later * trace ** np.arange(len(later))).sum()
        assert memory.gain[turn * SEATS] == pytest.approx(wanted)
    for value in [*values[1:], got][::-1]:
        goals.insert(0, (1 - trace) * value + trace * goals[0])
    goals.pop()

    def likelihood() -> float:
        said = np.array([value_of(net, position) for position in positions])
        return float((goals * np.log(said) + (1 - np.array(goals)) * np.log(1 - said)).sum())

    step = 1e-6
    for part, slopes in vars(change).items():
        for at in range(0, len(slopes), 7):
            getattr(net, part)[at] += step
            above = likelihood()
            getattr(net, part)[at] -= 2 * step
            slope = (above - likelihood()) / (2 * step)
            getattr(net, part)[at] += step
            assert slopes[at] == pytest.approx(slope, abs=1e-5)


def test_a_choice_that_gained_becomes_likelier_by_the_slope_of_its_logarithm() -> None:
    """Two features a move, some shared; without the worth of entropy and with it."""
    active = np.array([0, 3, 1, 3, 2, 4])
    weights, gain, chosen = np.array([0.3, -0.2, 0.5, 0.1, 0.4]), -0.6, 1

    def shares() -> Array:
        logits = weights[active].reshape(3, 2).sum(axis=1)
        return np.asarray(np.exp(logits) / np.exp(logits).sum())

    for worth in (0.0, 0.25):
        change: Any = SimpleNamespace(moves=np.zeros(5))
        memory: Any = SimpleNamespace(
            first=[0], moves=[3], chosen=[chosen], share=shares(), active=active
        )
        sight: Any = SimpleNamespace(active=np.zeros(6), value=np.zeros(3))
        method: Any = SimpleNamespace(entropy=worth)
        nothing: Any = Nothing()  # as of a game without sights
        _learn_moves(nothing, nothing, nothing, sight, memory, method, 0, gain, change)
        for at in range(5):
            sums = []
            for step in (1e-6, -2e-6):
                weights[at] += step
                now = shares()
                sums.append(gain * np.log(now[chosen]) - worth * (now * np.log(now)).sum())
            weights[at] += 1e-6
            assert change.moves[at] == pytest.approx((sums[0] - sums[1]) / 2e-6, abs=1e-6)


@pytest.mark.parametrize(
    ("strengths", "games", "level"),
    [
        ((0.1, 0.3, 0.5, 0.8, 0.80, 0.81, 0.82, 0.80, 0.81), 30_000, True),
        ((0.1, 0.3, 0.5, 0.6, 0.62, 0.64, 0.70, 0.72, 0.74), 30_000, False),
        ((0.1, 0.1, 0.1, 0.1, 0.10, 0.10, 0.10, 0.10, 0.10), 10_000, False),
        ((0.8, 0.8, 0.8, 0.8), 30_000, False),
    ],
)
def test_a_player_is_level_when_it_no_longer_improves(
    strengths: tuple[float, ...], games: int, level: bool
) -> None:
    steps = np.linspace(0, games, len(strengths)).astype(int)
    curve = pl.DataFrame({"games": steps, **dict.fromkeys(RaceGame.seat_names(), strengths)})
    assert _is_level(RaceGame(), curve) is level


def test_a_player_who_beats_what_it_was_is_not_level() -> None:
    learner = Learner(RaceGame(), GAMES)
    assert not _has_outgrown_itself(learner)  # it was never anything else
    with ThreadPoolExecutor(1) as pool:
        while learner.done < learner.steps:
            learner.step(pool)
    learner.older = [learner.nets.copy() for _ in range(10)]
    assert not _has_outgrown_itself(learner)
    learner.older[-3]["moves"] *= -1  # a fifth of its games ago it did what it thinks worst
    assert _has_outgrown_itself(learner)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": 0}, "games: expected 1 or more, not 0"),
        ({"minutes": -1.0}, "minutes: expected more than 0, not -1.0"),
        ({"games": 1, "minutes": 1.0}, "expected games or minutes, not both"),
        ({"games": 1, "workers": 0}, "workers: expected 1 or more, not 0"),
        ({"games": 1, "seed": -1}, "seed: expected 0 or more, not -1"),
    ],
)
def test_numbers_that_cannot_be(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        learn(RaceGame(), **arguments)


def test_a_file_that_cannot_be_written_is_refused_before_learning(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"nowhere does not exist"):
        learn(RaceGame(), games=10**7, out=tmp_path / "nowhere" / "race.parquet", progress=False)


@pytest.mark.parametrize("sizes", [(0, 1), (1, 0), (1, NUMBERS + 1)])
def test_features_for_which_there_is_no_room(sizes: tuple[int, int]) -> None:
    with pytest.raises(
        ValueError, match=f"1 to {NUMBERS} of a position .*, not {sizes[0]}, {sizes[1]}"
    ):
        net_of(*sizes)


def test_a_game_without_features_cannot_be_learned() -> None:
    with pytest.raises(ValueError, match="declares no features of moves: it cannot be learned"):
        learn(FistsGame())
    with pytest.raises(PlayerError, match=r"player 'policy': .* it cannot be learned"):
        make_player("policy", FistsGame())


def test_weights_of_another_game_are_refused(tmp_path: Path, nets: Array) -> None:
    file = tmp_path / "weights.parquet"
    write_net(RaceGame(), nets, file, {})
    with pytest.raises(ValueError, match=r"weights.parquet: expected weights of triomphe: 2 seats"):
        make_player(f"policy:weights={file}", load("triomphe"))
    with pytest.raises(ValueError, match=r"none.parquet: .*; expected a file of `marengo learn`"):
        read_net(RaceGame(), tmp_path / "none.parquet")
    (tmp_path / "text.parquet").write_text("hello")
    with pytest.raises(ValueError, match=r"text.parquet: .*; expected a file of `marengo learn`"):
        read_net(RaceGame(), tmp_path / "text.parquet")


@pytest.mark.parametrize(
    "change",
    [
        pl.col("row") + 1000,
        pl.lit(float("nan"), pl.Float32).alias("weight"),
        pl.lit("nothing").alias("part"),
        pl.lit(7).alias("seat"),
    ],
)
def test_damaged_weights_are_refused(tmp_path: Path, nets: Array, change: pl.Expr) -> None:
    file = tmp_path / "race.parquet"
    write_net(RaceGame(), nets, file, {})
    notes = pl.read_parquet_metadata(file)
    frame = pl.read_parquet(file).with_columns(change)
    frame.write_parquet(file, metadata={"net": notes["net"]})
    with pytest.raises(ValueError, match=r"race.parquet: "):
        read_net(RaceGame(), file)


def test_learning_that_was_stopped_goes_on_to_the_same_weights(tmp_path: Path) -> None:
    out, games, shown = tmp_path / "race.parquet", 120 * BATCH, 0

    def show(_: pl.DataFrame) -> None:
        nonlocal shown
        shown += 1
        if shown == 12:
            stop.set()

    whole = learn(RaceGame(), games=games, seed=3, progress=False)
    stop = Event()
    first = learn(RaceGame(), games=games, seed=3, out=out, progress=False, stop=stop, show=show)
    assert 50 * BATCH < first.games < games  # an earlier self is remembered
    with pytest.raises(
        OutputError, match=r"expected what 'marengo learn race --games 64 --seed 4'"
    ):
        learn(RaceGame(), games=64, seed=4, out=out, progress=False)
    again = learn(RaceGame(), games=games, seed=3, out=out, progress=False)
    assert again.nets.tobytes() == whole.nets.tobytes() == read_net(RaceGame(), out).tobytes()
    assert again.curve.drop("seconds").equals(whole.curve.drop("seconds"))
    assert again.curve["seconds"].is_sorted()
    assert {path.name for path in tmp_path.iterdir()} == {"race.parquet", ".race.parquet.lock"}


def test_what_was_kept_and_is_damaged_is_named(tmp_path: Path) -> None:
    out, stop = tmp_path / "race.parquet", Event()
    stop.set()
    learn(RaceGame(), games=GAMES, out=out, progress=False, stop=stop)
    state = tmp_path / "race.parquet.learning" / "state.parquet"
    notes = pl.read_parquet_metadata(state)
    pl.read_parquet(state).with_columns(row=pl.col("row") + 10**6).write_parquet(
        state, metadata={key: notes[key] for key in ("command", "done", "games", "older", "curve")}
    )
    with pytest.raises(FileError, match=r"state.parquet: is damaged: .*; take its folder away"):
        learn(RaceGame(), games=GAMES, out=out, progress=False)


def test_a_player_who_has_learned_before_goes_on_in_smaller_steps_if_for_a_short_time() -> None:
    one = Learner(RaceGame(), 100 * BATCH, seed=2, workers=1)
    one.taught = 0
    other = Learner(RaceGame(), 100 * BATCH, seed=2, start=one.nets, workers=1)
    begun = one.nets["moves"].copy()
    with ThreadPoolExecutor(1) as pool:
        for each in (one, other):
            each.step(pool)
    changed = other.nets["moves"] - begun
    assert np.abs(changed).max() > 0
    assert changed == pytest.approx(learner.CONTINUED * (one.nets["moves"] - begun), rel=1e-4)
    assert Learner(RaceGame(), LONG, start=one.nets, workers=1).rate == one.rate


@pytest.mark.parametrize("games", [1, 15_300, LONG - 1])
def test_as_many_games_as_the_weights_tell_of_are_learned_alike(games: int) -> None:
    asked = Learner(RaceGame(), games, workers=1)
    told = asked.steps * BATCH
    assert Learner(RaceGame(), told, workers=1).taught == asked.taught
    rates = [Learner(RaceGame(), n, start=asked.nets, workers=1).rate for n in (games, told)]
    assert rates[0] == rates[1]


def test_who_learns_to_beat_somebody_plays_against_nobody_else() -> None:
    """Those who are faced roll again as often as not, whatever they rolled."""
    game = RaceGame()
    faced = Mixture.of(game.engine.net.array(3))
    one = Learner(game, GAMES, workers=1, against=faced)
    with ThreadPoolExecutor(1) as pool:
        before = sum(one.strength(pool, GAMES, faced))
        one.finish()
        assert sum(one.strength(pool, GAMES, faced)) > before + 0.2
    one = Learner(game, GAMES, workers=1, against=faced)
    one.taught = 0
    line_ups, nets = one._line_ups()
    assert len(nets) == 6
    for seat in range(3):
        rows = line_ups[seat::3]
        assert (rows["learns"][:, :3] == (np.arange(3) == seat)).all()
        assert (rows["net"][:, :3] == [seat if one == seat else 3 + one for one in range(3)]).all()
