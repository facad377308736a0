"""The value of a game whose value is known, and of how far a player may be off."""

import re
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import marengo
from marengo.charts.figures import figure_words
from marengo.charts.value import value_plot
from marengo.cli import main
from marengo.core.errors import FileError
from marengo.core.players.learner import BATCH
from marengo.core.players.nets import Mixture, read_mixture
from marengo.core.players.populations import Population, begun_population, respond
from marengo.lab import simulate
from marengo.lab.analysis import ROUND_COLUMNS, ValueOfGame, ValueOfGameError, value
from marengo.lab.analysis.matrices import MATRIX_COLUMNS
from marengo.lab.analysis.value_by_search import _searcher
from marengo.lab.frames import OutputError, read_frame
from marengo.lab.learning import write_net
from tests.core.toys.fists import FistsGame
from tests.core.toys.hiding import PLACES, VALUE, HidingGame
from tests.core.toys.race import RaceGame

GAMES = 6400

FEW = 640

KINDS = (" against all", "")
"""Of the players who join in a round."""


@pytest.fixture(scope="module")
def habit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return weights of one who likes the first place for hiding and the second to look into."""
    game = HidingGame()
    nets = game.engine.net.array(2)
    nets["moves"][0, 0] = nets["moves"][1, 1] = 2.0
    path = tmp_path_factory.mktemp("habit") / "habit.parquet"
    write_net(game, nets, path, {})
    return path


def found(habit: Path, **given: Any) -> ValueOfGame:
    asked: dict[str, Any] = {"games": GAMES, "start": habit, "seed": 1, "workers": 1}
    return value(HidingGame(), **(asked | given), progress=False)


@pytest.fixture(scope="module")
def settled(habit: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[ValueOfGame, Path]:
    """Return what is found, and the folder."""
    out = tmp_path_factory.mktemp("settled")
    return found(habit, out=out, rounds=20), out


def test_the_value_of_hide_and_seek_is_found(settled: tuple[ValueOfGame, Path]) -> None:
    one, _ = settled
    assert one.settled
    assert one.value == pytest.approx(VALUE, abs=0.05)
    low, high = one.interval
    assert low <= one.value <= high
    assert high - low <= 0.031
    assert one.exploitability == sum(one.gains.values()) < 0.1
    first, second = one.gains.values()
    assert one.bounds == (one.value - second, one.value + first)
    for seat in range(2):
        share, chosen = one.mixture.shares[seat], np.zeros(PLACES)
        for weight, net in zip(share, one.mixture.members[seat], strict=True):
            likely = np.exp(net["moves"] / 0.5)
            chosen += weight * likely / likely.sum()
        assert chosen == pytest.approx(1 / 3, abs=0.1)


def test_who_has_a_habit_loses_to_a_best_response(settled: tuple[ValueOfGame, Path]) -> None:
    """At first nobody is looked for where he is; who knows of it wins much more."""
    rounds = settled[0].rounds
    assert rounds.schema == {name: dtype for name, (dtype, _) in ROUND_COLUMNS.items()}
    first = {row["seat"]: row for row in rounds.filter(pl.col("round") == 1).iter_rows(named=True)}
    likely = np.exp(np.array([4.0, 0.0, 0.0]))
    mirror = 1 - likely / likely.sum() @ np.roll(likely / likely.sum(), 1)
    assert first["hider"]["value"] == pytest.approx(mirror, abs=0.03)
    most = mirror - (1 - likely.max() / likely.sum())
    assert 0.7 < first["seeker"]["gain"] < most + 0.03
    assert first["seeker"]["gain_low"] < first["seeker"]["gain"] < first["seeker"]["gain_high"]
    assert first["seeker"]["gain_high"] - first["seeker"]["gain_low"] < 0.1
    last = rounds.filter(pl.col("round") > pl.col("round").max() - 2)
    assert (last["gain"] < 0.05).all()
    assert last["games"].unique().sort().to_list() == [GAMES, 2 * GAMES]


def test_one_round_faces_a_mixture_as_it_plays(tmp_path: Path) -> None:
    """However badly it is mixed: how exploitable a player is, that round tells."""
    game, path = HidingGame(), tmp_path / "mixed.parquet"
    nets = game.engine.net.array(PLACES)
    np.fill_diagonal(nets["moves"][:, :PLACES], 20.0)  # one hides, or looks, in each place
    sent = np.array([0.7, 0.2, 0.1])
    write_net(game, Mixture((nets, nets), (sent, np.full(PLACES, 1 / PLACES))), path, {})
    one = found(path, rounds=1)
    assert [shares.tolist() for shares in one.mixture.shares] == [
        shares.tolist() for shares in read_mixture(game, path).shares
    ]
    assert one.value == pytest.approx(2 / 3, abs=0.02)
    gains = dict(one.rounds["seat", "gain"].rows())
    assert gains["seeker"] == pytest.approx(0.7 - 1 / 3, abs=0.04)  # looks where he mostly is
    assert gains["hider"] == pytest.approx(0, abs=0.04)
    last = found(path, rounds=2)
    assert last.mixture.shares[0].max() < 0.5  # from then on the games tell who is sent


def test_what_the_rules_of_thumb_gain_is_told(settled: tuple[ValueOfGame, Path]) -> None:
    """They hide and look anywhere: in two of three games nobody is found."""
    one = settled[0]
    for row in one.rounds.iter_rows(named=True):
        gain = (VALUE - row["value"]) * (1 if row["seat"] == "hider" else -1)
        assert row["rule_gain"] == pytest.approx(gain, abs=0.04)
    last = one.rounds.tail(2)
    assert list(one.gains.values()) == [max(0.0, *row) for row in last["gain", "rule_gain"].rows()]


def test_two_join_each_seat_in_a_round(settled: tuple[ValueOfGame, Path]) -> None:
    names = settled[0].matrix["second"].unique(maintain_order=True).to_list()
    assert names[:5] == ["begun 1", *(f"round {n}{kind}" for n in (1, 2) for kind in KINDS)]


def test_a_best_response_is_no_worse_than_who_met_all(habit: Path) -> None:
    """It begins with him if he does better than all others, and forgets what is worse."""
    game = HidingGame()
    population = begun_population(game, read_mixture(game, habit), FEW, 1, 1)
    also = [game.engine.net.array(1) for _ in range(2)]
    also[1]["moves"][0, 0] = 9.0  # looks where the other has the habit to hide
    with ThreadPoolExecutor(1) as pool:
        population.meet(pool)
        weights, _ = population.refine(pool)
        found = respond(population, weights, BATCH, 1, pool, also=also)
    hider, seeker = (net["moves"][0] for net in found)
    assert hider[0] > 1  # as it was: it knew where nobody looks
    assert seeker[0] > 5


def test_the_mixture_plays_as_the_value_says(settled: tuple[ValueOfGame, Path]) -> None:
    one, out = settled
    player = f"policy:weights={out / 'policy.parquet'}"
    games = 4000
    frame = simulate(HidingGame(), games, player, player, seed=7, progress=False)
    share = frame.filter(pl.col("winner") == "hider").height / games
    assert share == pytest.approx(one.value, abs=0.015 + 2 * (0.25 / games) ** 0.5)
    read = read_mixture(HidingGame(), out / "policy.parquet")
    assert [s.tolist() for s in read.shares] == [s.tolist() for s in one.mixture.shares]
    assert read_frame(out / "rounds.parquet").equals(one.rounds)
    assert read_frame(out / "matrix.parquet").equals(one.matrix)


def test_the_matrix_tells_who_is_sent(settled: tuple[ValueOfGame, Path]) -> None:
    one, _ = settled
    table = one.matrix
    assert table.schema == {name: dtype for name, (dtype, _) in MATRIX_COLUMNS.items()}
    assert table["games"].min() >= 600  # type: ignore[operator]
    weights = table["first_weight"] * table["second_weight"]
    assert weights.sum() == pytest.approx(1)
    assert (weights * table["share"]).sum() == pytest.approx(one.value, abs=0.01)
    last = table.filter(pl.col("first") == table["first"][-1])
    assert last["first_weight"].sum() == 0  # who was found last faced these mixtures
    assert table["first"][0] == table["second"][0] == "begun 1"


def test_the_same_seed_finds_the_same_by_any_workers(habit: Path) -> None:
    one, other, another = (
        found(habit, games=FEW, rounds=2, workers=workers, seed=seed)
        for workers, seed in ((1, 3), (3, 3), (1, 4))
    )
    assert one.rounds.equals(other.rounds)
    assert one.matrix.equals(other.matrix)
    assert not one.rounds.equals(another.rounds)


def test_a_search_that_was_ended_goes_on(habit: Path, tmp_path: Path) -> None:
    whole = found(habit, games=FEW, rounds=3, within=0)
    shown: list[int] = []
    for rounds in (1, 2, 3, 3):
        again = found(
            habit,
            games=FEW,
            rounds=rounds,
            within=0,
            out=tmp_path,
            show=lambda frame: shown.append(frame["round"].max()),
        )
        assert again.rounds["round"].max() == rounds
    assert shown == [1, 2, 3]
    assert again.rounds.equals(whole.rounds)
    assert again.matrix.equals(whole.matrix)
    for seat in range(2):
        assert again.mixture.members[seat].tobytes() == whole.mixture.members[seat].tobytes()


def test_ctrl_c_keeps_the_rounds_that_are_done(habit: Path) -> None:
    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    assert found(habit, games=FEW, show=interrupt).rounds["round"].to_list() == [1, 1]


@pytest.mark.parametrize("name", ["refine", "all_round", "respond", "join", "rule_gains"])
def test_a_round_that_is_ended_changes_nothing(
    name: str, habit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever it is ended, after it has done something: the same call goes on as if it had not."""
    asked: dict[str, Any] = {"games": FEW, "rounds": 2, "within": 0}
    module, calls = import_module("marengo.lab.analysis.value"), []
    place = Population if name in ("refine", "join") else module
    done = getattr(place, name)

    def ended(*given: Any) -> Any:
        calls.append(done(*given))
        if len(calls) == 2:
            raise KeyboardInterrupt
        return calls[-1]

    with monkeypatch.context() as patch:
        patch.setattr(place, name, ended)
        assert found(habit, **asked, out=tmp_path).rounds["round"].max() == 1
    whole, again = found(habit, **asked), found(habit, **asked, out=tmp_path)
    assert again.rounds.equals(whole.rounds)
    assert again.matrix.equals(whole.matrix)


def test_no_round_but_the_first_is_begun_after_so_many_minutes(habit: Path) -> None:
    assert found(habit, games=FEW, minutes=1e-9, rounds=5).rounds["round"].to_list() == [1, 1]


def test_a_folder_of_another_search_is_refused(habit: Path, tmp_path: Path) -> None:
    found(habit, games=FEW, rounds=1, out=tmp_path)
    with pytest.raises(
        OutputError, match=r"population.parquet: expected what 'hiding .*, games 640, .* left"
    ):
        found(habit, games=FEW, rounds=1, seed=2, out=tmp_path)
    game, path, other = HidingGame(), tmp_path / "population.parquet", tmp_path / "habit.parquet"
    for seat in range(2):  # who began is another one, whose file is called alike
        nets = game.engine.net.array(2)
        nets["moves"][seat, 1] = 2.0
        write_net(game, nets, other, {})
        if not seat:
            found(other, games=FEW, rounds=1, out=tmp_path / "out")
    with pytest.raises(OutputError, match=r"players \w+, from .*habit.parquet' left, not 'hid"):
        found(other, games=FEW, rounds=1, out=tmp_path / "out")
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(FileError, match=r"population.parquet: "):
        found(habit, games=FEW, rounds=1, out=tmp_path)


def test_without_weights_the_first_player_is_learned() -> None:
    one = value(HidingGame(), games=FEW, rounds=1, progress=False)
    assert one.matrix["first"][0] == "nothing"
    other = value("progress-small", games=64, rounds=1, start="nothing", progress=False)
    assert other.matrix["second"][0] == "nothing"


def test_the_players_that_come_with_a_game_begin() -> None:
    one = value("progress-small", games=64, rounds=1, progress=False)
    game = marengo.load("progress-small")
    assert one.mixture.likeliest.tobytes() == read_mixture(game).likeliest.tobytes()
    least, most = one.bounds
    (_, first), (_, second) = one.most.values()
    assert least == pytest.approx(max(0, one.value - second))
    assert most == pytest.approx(min(1, one.value + first))
    ends = f"{100 * least:.1f} and {100 * most:.1f} %"
    assert one.sentence.startswith(f"Not settled after round 1: Blue wins between {ends}, and ")
    assert "each learned from 64 games, gain " in one.sentence
    rules = r"\(points\), the rules of thumb [\d.]+ as Blue and [\d.]+ as Orange"
    assert re.search(f"{rules}; the best of all gain ", one.sentence)
    assert one.sentence.endswith(" as Orange.")


def test_players_of_several_files_begin_together(habit: Path, tmp_path: Path) -> None:
    """Who of them plays whom, and with which shares, the matrix decides as of any others."""
    game = HidingGame()
    nets = game.engine.net.array(2)
    nets["moves"][0, 1] = nets["moves"][1, 0] = 2.0
    other, out = tmp_path / "an other.parquet", tmp_path / "out"
    with pytest.raises(ValueError, match="start: expected nothing alone, not among others"):
        found(habit, start=[habit, "nothing"])
    write_net(game, nets, other, {})
    both = Mixture.joined([read_mixture(game, one) for one in (habit, other)])
    assert both is not None
    assert [one.tolist() for one in both.shares] == [[0.5, 0.5]] * 2
    for seat, members in enumerate(both.members):
        assert members[1:].tobytes() == nets[seat : seat + 1].tobytes()
    one = found(habit, games=FEW, rounds=1, start=[habit, other], out=out)
    names = ["begun 1", "begun 2", "round 1 against all", "round 1"]
    assert one.matrix["first"].unique(maintain_order=True).to_list() == names
    again = found(habit, games=FEW, rounds=1, start=[habit, other], out=out)
    assert again.rounds.equals(one.rounds)
    with pytest.raises(OutputError, match=r"from .*habit.parquet '.*an other.parquet'"):
        found(habit, games=FEW, rounds=1, start=habit, out=out)
    assert Mixture.joined([]) is None


def test_no_response_gains_more_than_the_best_of_all(settled: tuple[ValueOfGame, Path]) -> None:
    """Of the small game of cards it is known: today's players lose all to who knows them."""
    rounds = value("progress-small", games=2000, rounds=3, seed=1, progress=False).rounds
    assert (rounds["most_low"] <= rounds["most_high"]).all()
    assert (rounds["most_high"] - rounds["most_low"] < 0.002).all()
    assert (rounds["most_high"] >= rounds["gain_low"]).all()
    assert (rounds["most_low"] > -0.02).all()
    first = rounds.filter(pl.col("round") == 1)
    ends = first["value"].to_list()[0] + first["most_low"].to_numpy() * (1, -1)
    assert ends == pytest.approx([1, 0], abs=0.01)
    assert settled[0].most == {}
    assert settled[0].rounds["most_low"].null_count() == settled[0].rounds.height


def test_players_who_have_weight_search(habit: Path, tmp_path: Path) -> None:
    """Each is of one net and thinks that the other is drawn; the result is of any workers."""
    asked: dict[str, Any] = {"games": FEW, "rounds": 2, "within": 0, "search": 8}
    one, other = (found(habit, workers=workers, **asked) for workers in (1, 3))
    searched, again = one.by_search, other.by_search
    assert searched is not None
    assert again is not None
    assert searched.matrix.equals(again.matrix)
    assert (searched.value, searched.low, searched.high) == (again.value, again.low, again.high)
    assert searched.low <= searched.value <= searched.high
    table = searched.matrix
    assert (table["games"] == 100).all()
    sent = one.matrix.filter(pl.col("first_weight") * pl.col("second_weight") > 0)
    for seat in ("first", "second"):
        assert sorted(table[seat].unique()) == sorted(sent[seat].unique())
    weights = table["first_weight"] * table["second_weight"]
    assert (weights * table["share"]).sum() == pytest.approx(searched.value)
    assert f"If they search with 8 playouts, it is {100 * searched.value:.1f} % (" in one.sentence
    assert one.rounds.equals(found(habit, **asked | {"search": None}).rounds)
    kept = tmp_path / "search.parquet"
    found(habit, **asked, out=tmp_path)
    assert read_frame(kept).equals(table)
    found(habit, **asked | {"search": None}, out=tmp_path)
    assert read_frame(kept).equals(table)
    found(habit, **asked | {"rounds": 3, "search": None}, out=tmp_path)
    assert not kept.exists()  # it was of other mixtures


def test_who_searches_expects_the_mixture_of_the_other_seat(
    settled: tuple[ValueOfGame, Path],
) -> None:
    mixture = settled[0].mixture
    player = _searcher(HidingGame(), 8, mixture, 1, 0)
    own, others = player.mixture.members[1], player.mixture.members[0]
    assert own.tobytes() == mixture.members[1][:1].tobytes()
    assert others.tobytes() == mixture.members[0].tobytes()
    assert [one.tolist() for one in player.mixture.shares] == [mixture.shares[0].tolist(), [1.0]]
    assert player.playouts == 8


def test_games_without_such_a_value_are_refused() -> None:
    with pytest.raises(ValueOfGameError, match="The Race: expected a game of two seats"):
        value(RaceGame())
    with pytest.raises(ValueError, match="it cannot be learned"):
        value(FistsGame())
    for wrong in ("rounds", "games", "within", "minutes", "seed", "search"):
        asked: dict[str, Any] = {wrong: -1}
        with pytest.raises(ValueError, match=f"{wrong}: "):
            value(HidingGame(), **asked)


def test_a_chart_shows_value_and_gains(settled: tuple[ValueOfGame, Path]) -> None:
    game = "progress-small"
    rounds = settled[0].rounds.with_columns(
        seat=pl.col("seat").replace({"hider": "blue", "seeker": "orange"})
    )
    figure = value_plot(rounds)
    above, below = figure.axes
    legend = below.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["Blue", "Orange"]
    assert above.get_ylim()[0] == 0
    words = figure_words(figure)
    assert words.count("a best response gains") == rounds.height
    assert words.startswith("The value of the game for Blue")
    assert value_plot(rounds, heading=game).get_suptitle() == game
    with pytest.raises(ValueError, match="gain_low"):
        value_plot(rounds.drop("gain_low"))


def test_who_has_no_weight_is_no_part_of_a_mixture(settled: tuple[ValueOfGame, Path]) -> None:
    mixture = settled[0].mixture
    assert isinstance(mixture, Mixture)
    for shares in mixture.shares:
        assert shares.min() >= 0.01
        assert shares.sum() == pytest.approx(1)


@pytest.mark.parametrize(
    ("most", "settled"), [(None, True), ((0.5, 0.6), True), ((2.0, 2.1), False)]
)
def test_it_is_not_settled_while_the_best_of_all_responses_gains(
    most: tuple[float, float] | None, settled: bool, habit: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HidingGame, "best_response", lambda *_: most)
    one = found(habit, games=FEW, rounds=2, within=99)
    assert one.settled == settled
    assert one.rounds["round"].max() == 2


def test_what_is_not_there_any_more_is_written_again(habit: Path, tmp_path: Path) -> None:
    found(habit, games=FEW, rounds=1, out=tmp_path)
    names = ("policy.parquet", "rounds.parquet", "matrix.parquet")
    before = {name: (tmp_path / name).read_bytes() for name in names}
    (tmp_path / "policy.parquet").unlink()
    (tmp_path / "rounds.parquet").write_bytes(b"")
    (tmp_path / "matrix.parquet").write_text("nothing", encoding="ascii")
    found(habit, games=FEW, rounds=1, out=tmp_path)
    assert {name: (tmp_path / name).read_bytes() for name in names} == before


def test_a_command_that_is_ended_says_so_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["value", "progress-small", "--games", "64", "--rounds", "2", "--out", str(tmp_path)]
    done: list[int] = []

    def ended(*given: Any) -> Any:
        if done:
            raise KeyboardInterrupt
        done.append(1)
        return respond(*given)

    with monkeypatch.context() as patch:
        patch.setattr(import_module("marengo.lab.analysis.value"), "respond", ended)
        assert main(command) == 130
    assert "not all is done: the same command goes on\n" in capsys.readouterr().out
    assert read_frame(tmp_path / "rounds.parquet")["round"].to_list() == [1, 1]
    assert main(command) == 0
    assert "Not settled after round 2: Blue wins between " in capsys.readouterr().out
    assert read_frame(tmp_path / "rounds.parquet")["round"].to_list() == [1, 1, 2, 2]
    assert (tmp_path / "value.svg").is_file()
