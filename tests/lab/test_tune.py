"""Tuning: planted weights are found again, runs repeat, and files keep their comments."""

import re
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize

from marengo.cli import main
from marengo.core.players import EnginePlayer, make_player
from marengo.core.players.match import play_game
from marengo.core.players.weights import read_weights
from marengo.core.scenarios import scenario_names
from marengo.games.marengo.game import load
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.study.positions import (
    Positions,
    collect,
    record,
    record_between,
    unit_weights,
)
from marengo.games.marengo.study.tune import (
    TuneError,
    evaluation_names,
    finished,
    rule_names,
    seeds_of,
)
from marengo.games.marengo.study.tune_evaluation import Standard, fit, tune_evaluation
from marengo.games.marengo.study.tune_rule import Matchup, RuleTuned, _tests, tune_rule
from marengo.games.marengo.study.weights_file import (
    number_text,
    rounded,
    save_weights,
    tuned_path,
    with_provenance,
    with_values,
)
from marengo.lab.frames import OutputError
from marengo.lab.playing import compiled_runner
from marengo.lab.simulate import simulate
from marengo.lab.statistics import share
from marengo.paths import data_path
from tests.conformance.walking import game_of

FILE = """\
# Where they come from.
[weights]
bold = 1.0  # factor, and bold = 2.0 would be more

# evaluation
value_one   =  -0.5
value_two = 1e-05  # small
"""


class Alone:
    """What plays games in this thread."""

    @staticmethod
    def play(jobs: Iterable[tuple[Callable[[], Any], int]]) -> list[Any]:
        return [job() for job, _ in jobs]


ALONE: Any = Alone()

ONLY = ("boldness", "sharpness", "enough")
"""Rule weights of both rulesets."""


def planted(games: int, seed: int) -> tuple[Positions, np.ndarray]:
    """Return positions whose winners were drawn from weights, and these.

    The features are as they are in games: of very different size, far from 0, and related; one is
    always 1, one always 0.
    """
    chance = np.random.default_rng(seed)
    weights = np.array([-2.0, 0.8, 40.0, -0.03, 0.5, 0.7])
    features = chance.normal(size=(games, 6)) * [0, 1, 0.02, 30, 2, 0] + [1, 3, 0.1, 50, 0, 0]
    features[:, 4] += features[:, 1]
    won = chance.random(games) < 1 / (1 + np.exp(-features @ weights))
    return Positions(features, won.astype(float), np.arange(games)), weights


def test_planted_weights_are_found_again() -> None:
    positions, weights = planted(40_000, 1)
    present = np.array([0.0, 0, 0, 0, 0, 0.7])
    found = fit(positions, present, 200, 1, progress=False)
    assert found == pytest.approx(weights, rel=0.1, abs=0.1)
    assert found[5] == 0.7  # a feature that is always 0 says nothing
    fresh, _ = planted(40_000, 2)
    gain, error = fresh.gain(present, found)
    assert gain > 10 * error
    assert fresh.loss(found) == pytest.approx(fresh.loss(weights), abs=0.001)


def test_the_optimum_is_that_of_another_optimiser() -> None:
    positions, weights = planted(2_000, 3)
    standard = Standard(positions.features, np.zeros(6))

    def loss(inside: np.ndarray) -> float:
        return float(standard.losses(inside[None], positions.won)[0])

    other = minimize(loss, np.zeros(5))
    found = fit(positions, np.zeros(6), 400, 1, progress=False)
    assert standard.inward(found) == pytest.approx(other.x, abs=1e-3)
    assert standard.outward(standard.inward(weights))[:5] == pytest.approx(weights[:5])


def test_without_a_constant_nothing_is_centred() -> None:
    """There would be no weight to make up for the means."""
    positions, weights = planted(20_000, 4)
    short = Positions(positions.features[:, 1:5], positions.won, positions.owners)
    standard = Standard(short.features, np.zeros(4))
    assert standard.outward(standard.inward(weights[1:5])) == pytest.approx(weights[1:5])
    assert standard.losses(np.zeros((1, 4)), short.won) == pytest.approx(np.log(2))


def test_what_is_held_counts() -> None:
    """A second constant feature keeps its weight, and the first makes up for it."""
    positions, _ = planted(20_000, 5)
    features = np.column_stack([positions.features, np.full(20_000, 2.0)])
    more = Positions(features, positions.won, positions.owners)
    found = fit(more, np.array([0.0, 0, 0, 0, 0, 0, 1.5]), 300, 1, progress=False)
    alone = fit(positions, np.zeros(6), 300, 1, progress=False)
    assert found[6] == 1.5
    assert found[0] + 2 * 1.5 == pytest.approx(alone[0], abs=1e-3)


def test_log_loss_by_hand() -> None:
    two = Positions(np.array([[1.0], [1.0]]), np.array([1.0, 0.0]), np.array([0, 1]))
    assert two.losses(np.array([np.log(3)])) == pytest.approx([np.log(4 / 3), np.log(4)])
    assert two.constant_loss(0.5) == pytest.approx(np.log(2))
    gain, error = two.gain(np.array([np.log(3)]), np.array([0.0]))
    assert gain == pytest.approx(two.loss(np.array([np.log(3)])) - np.log(2))
    assert error == pytest.approx(np.log(3) / 2 / np.sqrt(2))


@pytest.mark.parametrize("scenario", scenario_names())
def test_features_times_weights_are_the_evaluation(scenario: str) -> None:
    names, weights = evaluation_names(game_of(scenario)), read_weights(game_of(scenario))
    seeds = seeds_of(1, 0, 3)
    features, _, _ = record(game_of(scenario), unit_weights(game_of(scenario)), seeds)
    values, _, _ = record(game_of(scenario), weights, seeds)
    linear = features @ [weights[name][0] for name in names]
    assert linear == pytest.approx(values[:, 0], abs=1e-9)
    assert values.std() > 0.1


@pytest.mark.parametrize("scenario", scenario_names())
def test_positions_are_the_same_for_any_number_of_threads(scenario: str) -> None:
    """Other streams are other games."""
    game = game_of(scenario)
    one, two = (collect(game, 45, 7, 0, workers, progress=False) for workers in (1, 2))
    for field in ("features", "won", "owners"):
        assert (getattr(one, field) == getattr(two, field)).all()
    assert len(np.unique(one.owners)) == 45
    assert 8 * 45 < len(one.won) < 60 * 45
    names = evaluation_names(game_of(scenario))
    assert (one.features == 1).all(axis=0).sum() == 1  # the constant
    assert (one.features.std(axis=0) > 0).sum() > len(names) // 2
    for game_number in (0, 44):
        assert len(np.unique(one.won[one.owners == game_number])) == 1
    other = collect(game, 45, 7, 1, 2, progress=False)
    assert other.features.shape != one.features.shape or (other.features != one.features).any()


@pytest.mark.parametrize("scenario", scenario_names())
def test_positions_may_come_from_games_of_any_player(scenario: str) -> None:
    """They are those of its games against itself, and the evaluation sees them alike."""
    game, seeds = game_of(scenario), seeds_of(2, 0, 2)
    weights = read_weights(game_of(scenario))
    features, won, owners = record_between("rule", game, unit_weights(game_of(scenario)), seeds)
    values, _, _ = record_between("rule", game, weights, seeds)
    names = evaluation_names(game_of(scenario))
    assert features @ [weights[name][0] for name in names] == pytest.approx(values[:, 0], abs=1e-9)
    for number, seed in enumerate(seeds):
        players = {side: make_player("rule", game) for side in Side}
        outcome = play_game(game.start(seed), players, seed).outcome
        assert outcome is not None
        assert set(won[owners == number]) == {float(outcome.winner == Side.AUSTRIAN)}
    one, two = (
        collect(game, 3, 7, 0, workers, progress=False, player="random") for workers in (1, 2)
    )
    assert (one.features == two.features).all()


@pytest.mark.parametrize("scenario", scenario_names())
def test_tuning_the_evaluation_repeats(scenario: str) -> None:
    game = game_of(scenario)
    one, two = (tune_evaluation(game, 40, 15, 3, workers, progress=False) for workers in (1, 2))
    assert one == two
    assert one.games == (40, 10)
    assert tuple(one.values) == evaluation_names(game_of(scenario))
    assert one.losses["tuned weights"][0] < one.losses["constant"][0]
    assert "present weights" in one.table()
    assert tune_evaluation(game, 40, 15, 4, progress=False).values != one.values


@pytest.mark.parametrize("scenario", scenario_names())
def test_tuning_rules_repeats(scenario: str) -> None:
    game = game_of(scenario)
    one, two = (tune_rule(game, ONLY, 6, 2, 4, 3, workers, progress=False) for workers in (1, 2))
    assert one == two
    assert tuple(one.values) == ONLY
    assert one.points.games == 120
    assert one.points.count == one.austrian.count + one.french.count
    weights = read_weights(game_of(scenario))
    assert one.present == {name: tuple(weights[name]) for name in ONLY}
    assert one.values != one.present
    (austrian, french) = one.values["boldness"]
    assert austrian != french  # each side has a distribution of its own


def test_both_sides_count_their_own_victories() -> None:
    """The same games, seen from either side; and they are those of players by name."""
    matchup = Matchup(game_of("triomphe"), ("boldness", "disc"))
    seeds = seeds_of(1, 1, 20)
    (austrian,), (french,) = (
        matchup.wins(
            ALONE, side, [matchup.present[side]], [(matchup.present[Side(1 - side)], seeds)]
        )
        for side in Side
    )
    assert austrian + french == 20
    assert 0 < austrian < 20
    assert austrian == matchup.austrian_wins(
        matchup.present[Side(0)], matchup.present[Side(1)], seeds
    )


def test_a_broken_candidate_loses() -> None:
    matchup, seeds = Matchup(game_of("triomphe"), ("sharpness", "boldness")), seeds_of(1, 1, 20)
    for side in Side:
        reckless = matchup.values(side, np.array([-1.0, 0.0]))  # all scores 0: it moves at random
        enemy = matchup.present[Side(1 - side)]
        weak, sound = matchup.wins(ALONE, side, [reckless, matchup.present[side]], [(enemy, seeds)])
        assert weak < min(sound, 8)


def test_candidates_are_told_in_units_of_their_weights() -> None:
    matchup = Matchup(game_of("triomphe"), ("sharpness", "bar"))
    for side in Side:
        present = matchup.present[side]
        moved = matchup.values(side, np.array([0.1, -0.5]))
        units = np.maximum(abs(present), 0.1)
        assert moved == pytest.approx(present + units * [0.1, -0.5], rel=1e-3)


@pytest.mark.parametrize("scenario", scenario_names())
def test_a_side_does_not_read_the_weights_of_the_other(scenario: str) -> None:
    """They may be anything: the games stay the same."""
    names = rule_names(game_of(scenario))
    matchup, seeds = Matchup(game_of(scenario), names), seeds_of(1, 1, 6)
    for side, others in zip(Side, reversed(game_of(scenario).one_sided), strict=True):
        assert set(matchup.names[side]) == set(names) - set(others)
        odd = make_player("rule", matchup.game)
        assert isinstance(odd, EnginePlayer)
        for name in others:
            odd.weights[name][side] = 17.0
        plain = compiled_runner(matchup.game, (matchup.player, matchup.player)).play(seeds)[0]
        assert (compiled_runner(matchup.game, (odd, odd)).play(seeds)[0] == plain).all()


def test_earlier_opponents_come_back() -> None:
    """Half of a candidate's games are against the last mean, half against some earlier one."""
    means = [np.array([float(number)]) for number in range(5)]
    lots, seeds = np.random.default_rng(1), list(range(7))
    drawn = []
    for _ in range(40):
        (last, first_seeds), (other, second_seeds) = _tests(means, lots, seeds)
        assert last[0] == 4
        assert sorted(first_seeds + second_seeds) == seeds
        assert abs(len(first_seeds) - len(second_seeds)) == 1
        drawn.append(other[0])
    assert set(drawn) == {0, 1, 2, 3, 4}


@pytest.mark.parametrize(
    ("value", "text"),
    [(1, "1.0"), (-0.0, "0.0"), (-0.30004, "-0.3"), (1234.56, "1235.0"), (1.2e-5, "1.2e-05")],
)
def test_numbers_are_written_as_floats_of_toml(value: float, text: str) -> None:
    assert number_text(value) == text
    assert tomllib.loads(f"x = {text}")["x"] == rounded(value)
    assert isinstance(rounded(value), float)


def test_only_values_change_in_a_file() -> None:
    changed = with_values(FILE, {"bold": 3, "value_two": -7.00001})
    assert changed == FILE.replace("bold = 1.0  #", "bold = 3.0  #").replace("1e-05", "-7.0")
    assert with_values(FILE, {}) == FILE
    sides = with_values(FILE, {"bold": (3.0, 4.0), "value_one": (2.0, 2.0)})
    assert sides == FILE.replace("bold = 1.0  #", "bold = [3.0, 4.0]  #").replace("-0.5", "2.0")
    assert with_values(sides, {"bold": 1.0, "value_one": -0.5}) == FILE


def test_a_weight_without_a_line_is_refused() -> None:
    with pytest.raises(ValueError, match="no line for the weight value_three"):
        with_values(FILE, {"value_three": 1})


def test_the_note_ends_the_header() -> None:
    noted = with_provenance(FILE, "Tuned by: marengo tune --seed 1; " + "and more " * 20)
    head, body = noted.split("[weights]")
    assert body == FILE.split("[weights]")[1]
    assert head.startswith("# Where they come from.\n# Tuned by: marengo tune --seed 1;")
    assert all(line.startswith("# ") and len(line) <= 100 for line in head.splitlines())


@pytest.mark.parametrize("scenario", scenario_names())
def test_a_file_with_the_present_values_is_the_same_file(scenario: str, tmp_path: Path) -> None:
    """But for numbers written otherwise; and our own player reads it."""
    weights = read_weights(game_of(scenario))
    values = {name: tuple(weights[name].tolist()) for name in weights.dtype.names or ()}
    path = save_weights(tmp_path / "same.toml", scenario, values, "Nothing was tuned.")
    text = data_path(f"players/{scenario}.toml").read_text(encoding="utf-8")
    written = path.read_text(encoding="utf-8").replace("# Nothing was tuned.\n", "")
    number = re.compile(r"^(\w+ *= *)(\[.*?\]|[^\s#]+)", re.MULTILINE)
    assert number.sub(r"\1", written) == number.sub(r"\1", text)
    assert read_weights(game_of(scenario), path).tobytes() == weights.tobytes()
    assert [one.name for one in tmp_path.iterdir()] == ["same.toml"]


def test_a_file_that_is_there_is_replaced_only_if_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tuned_path(None, "triomphe", "rule")
    assert path == tmp_path / "triomphe-rule.toml"
    path.touch()
    with pytest.raises(ValueError, match="exists already"):
        tuned_path(None, "triomphe", "rule")
    assert tuned_path(path, "triomphe", "rule") == path
    with pytest.raises(OutputError, match="does not exist"):
        tuned_path(tmp_path / "no" / "such.toml", "triomphe", "rule")


def test_games_without_an_end_are_a_defect() -> None:
    results = game_of("triomphe").engine.result.array(2)
    assert finished(results) is results
    results["defect"][1] = 1
    with pytest.raises(RuntimeError, match="report"):
        finished(results)


def test_evaluation_and_rule_share_the_weights() -> None:
    for scenario in scenario_names():
        names = read_weights(game_of(scenario)).dtype.names or ()
        assert set(names) == {*evaluation_names(game_of(scenario)), *rule_names(game_of(scenario))}
        assert len(evaluation_names(game_of(scenario))) > 20


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        ({"only": ["boldness", "courage"]}, "no rule weight 'courage': expected some of boldness,"),
        ({"only": ["boldness", "value_turn"]}, "no rule weight 'value_turn'"),
        ({"only": ["boldness", "boldness"]}, "'boldness' comes twice"),
        ({"only": ["boldness"]}, "two weights or more"),
        ({"games": 1}, "games: expected 2 or more, not 1"),
        ({"generations": 0}, "generations: expected 1 or more"),
        ({"population": 3}, "population: expected 4 or more"),
        ({"seed": -1}, "seed: expected 0 or more"),
        ({"workers": 0}, "workers: expected 1 or more"),
    ],
)
def test_bad_input_is_refused(arguments: dict[str, object], wanted: str) -> None:
    with pytest.raises(TuneError, match=wanted):
        tune_rule(load("triomphe"), progress=False, **arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["games", "generations", "workers"])
def test_bad_numbers_are_refused_for_the_evaluation_too(name: str) -> None:
    with pytest.raises(TuneError, match=f"{name}: expected 1 or more"):
        tune_evaluation(load("triomphe"), progress=False, **{name: 0})  # type: ignore[arg-type]


def found(count: int) -> RuleTuned:
    """Return what tuning would have found with so many victories in 400 games."""
    half = share(count // 2, 200)
    tuned, present = {"disc": (1.1, 1.0)}, {"disc": (1.0, 1.0)}
    return RuleTuned(tuned, present, share(count, 400), half, half, half)


def test_luck_is_called_luck() -> None:
    assert not found(210).better
    assert "the gain is NOT significant" in found(210).table()
    assert "not significant" in found(210).note()
    assert found(240).better
    assert "the gain is significant" in found(240).table()


def test_the_command_tunes_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The file it writes is a player's, and says how it was made."""
    path = tmp_path / "rule.toml"
    command = "tune triomphe rule --only disc,ground --games 4 --generations 1 --population 4"
    code = main([*command.split(), "--seed", "2", "--out", str(path)])
    said = capsys.readouterr().out
    assert code == (0 if "is significant" in said else 1)
    assert "95 % interval" in said
    assert str(path) in said
    header = " ".join(re.findall(r"^# *(.*)", path.read_text(encoding="utf-8"), re.MULTILINE))
    assert f"Tuned by: marengo {command} --seed 2 (marengo " in header
    assert simulate("triomphe", 1, f"rule:weights={path}", "rule", progress=False).height == 1


def test_the_command_tunes_evaluations(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "evaluation.toml"
    command = "tune bonaparte evaluation --player rule:bold=1.2 --games 20 --generations 2 --seed 1"
    code = main([*command.split(), "--out", str(path)])
    said = capsys.readouterr().out
    assert "standard error" in said
    assert path.exists() == (code == 0)
    assert ("nothing written" in said) == (code == 1)


def test_the_command_refuses_bad_input_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["tune", "triomphe", "rule", "--only", "disc,courage"]) == 2
    assert "marengo tune: only: no rule weight 'courage'" in capsys.readouterr().err
    assert main(["tune", "waterloo", "evaluation"]) == 2
    assert main(["tune", "triomphe", "evaluation", "--player", "melas"]) == 2
    assert main(["tune", "triomphe", "evaluation", "--out", "no/such/folder.toml"]) == 2
    assert list(tmp_path.iterdir()) == []


def test_a_tuning_that_is_stopped_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(Matchup, "austrian_wins", stop)
    command = "tune triomphe rule --games 4 --generations 1"
    assert main([*command.split(), "--out", str(tmp_path / "rule.toml")]) == 130
    assert "stopped" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
