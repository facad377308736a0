"""Every number of the rules that a scenario may bend, bent."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from marengo.games.bonaparte.game import BonaparteGame
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import play, starting, texts, verbs
from tests.rules.bonaparte.setting import austrian_turn, french_turn, game
from tests.rules.bonaparte.turns import pass_turn
from tests.toys import toy_game

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH


def bent(**parameters: Any) -> BonaparteGame:
    """Return the standard game with other parameters."""
    changed = msgspec.structs.replace(game.scenario.parameters, **parameters)
    return BonaparteGame(msgspec.structs.replace(game.scenario, parameters=changed), game.board)


def test_every_parameter_is_bent_here() -> None:
    """A new parameter needs a test of its own."""
    names = set(type(game.scenario.parameters).__struct_fields__)
    source = Path(__file__).read_text(encoding="utf-8")
    assert {name for name in names if name not in source} == set()


def test_first_hour_and_last_hour() -> None:
    """B-7.1, B-14.1: a day of one round."""
    short = bent(first_hour=9, last_hour=9)
    assert short.start(0).hour == 9
    outcome = play(french_turn({"5": "I2"}, {"17": "I2"}, on=short), "end").outcome
    assert outcome is not None
    assert outcome.round == 9


def test_road_steps() -> None:
    """B-8.46: with one step a single crossing is used."""
    one = play(austrian_turn({"5": "I3"}, {"17": "I2"}, on=bent(road_steps=1)), "road A1")
    assert verbs(one) == {"cross"}
    play(one, sorted(texts(one))[0])
    assert one.decision is Decision.ACTION


@pytest.mark.parametrize("commands", [0, 2, 5])
def test_commands_per_turn(commands: int) -> None:
    """B-8.13: set anew at the start of each turn."""
    state = austrian_turn({"5": "I3"}, {"17": "I2"}, on=bent(commands_per_turn=commands))
    assert state.commands == commands
    assert bool(starting(state, "march")) is (commands > 0)
    assert pass_turn(state).commands == commands


def test_group_limit() -> None:
    """B-8.10: the rules set none."""
    free = austrian_turn({"5": "I3 I2 C2"}, {"17": "I2"})
    assert play(free, "march A1 8").decision is Decision.JOIN
    alone = austrian_turn({"5": "I3 I2 C2"}, {"17": "I2"}, on=bent(group_limit=1))
    assert play(alone, "march A1 8").decision is Decision.ACTION


@pytest.mark.parametrize(("least", "possible"), [(2, True), (3, True), (4, False)])
def test_leading_strength(least: int, possible: bool) -> None:
    """B-11.23: infantry 3 leads against a penalty of 1 unless strength 4 is asked for."""
    state = austrian_turn({"17/27": "I3"}, {"27/17": "I2"}, step=2, on=bent(leading_strength=least))
    assert (state.decision is Decision.ASSAULT) is possible


@pytest.mark.parametrize(("hour", "first", "later", "wanted"), [(6, 2, 0, 2), (9, 0, 3, 3)])
def test_activations(hour: int, first: int, later: int, wanted: int) -> None:
    """B-6.14, B-6.15: chosen activations of the first and of later turns."""
    on = bent(first_activations=first, later_activations=later)
    state = french_turn({"56": "~I3 ~I2 ~C2 ~I1"}, {"2": "I2"}, step=0, hour=hour, flag=True, on=on)
    assert (state.decision, state.activations) == (Decision.ACTIVATION, wanted)


@pytest.mark.parametrize(("hour", "asked"), [(8, True), (10, False)])
def test_activation_hour(hour: int, asked: bool) -> None:
    """B-6.17."""
    state = french_turn({"56": "~I3"}, {"2": "I2"}, step=0, on=bent(activation_hour=hour))
    assert (state.decision is Decision.ACTIVATION) is asked


@pytest.mark.parametrize("bonus", [0, 9])
def test_morale_bonus(bonus: int) -> None:
    """B-13.6: credited at the start of the next round."""
    facts: Mapping[str, Any] = {
        "morale": {FRENCH: 0, AUSTRIAN: 4},
        "demoralised": {FRENCH: 9},
        "bonus_due": AUSTRIAN,
        "on": bent(morale_bonus=bonus),
    }
    state = pass_turn(french_turn({"56": "I3"}, {"2": "I2"}, **facts))
    assert (state.hour, state.morale(AUSTRIAN)) == (10, 4 + bonus)


@pytest.mark.parametrize(
    ("stars", "colours", "winner"),
    [(2, 1, AUSTRIAN), (2, 2, FRENCH), (3, 1, FRENCH), (0, 0, AUSTRIAN)],
)
def test_stars_needed_and_colours_needed(stars: int, colours: int, winner: Side) -> None:
    """B-14.3: two red stars are held, 61 and 63."""
    on = bent(stars_needed=stars, colours_needed=colours)
    state = french_turn({"5": "I2"}, {"61": "I2", "63": "I2"}, hour=21, on=on)
    outcome = play(state, "end").outcome
    assert outcome is not None
    assert outcome.winner is winner


@pytest.mark.parametrize("needed", [True, False])
def test_obstacle_needs_infantry(needed: bool) -> None:
    """B-15.9: the balance option drops B-9.6, for road attacks too (B-9.8)."""
    crossing = {"id": "m", "between": (1, 2), "road": "main"}
    toy = toy_game(
        {1: {}, 2: {}, 3: {}},
        [{"a": 1, "b": 2, "b_obstacle": True}, {"a": 2, "b": 3}],
        [crossing],
        parameters={"obstacle_needs_infantry": needed},
        ruleset="bonaparte",
    )
    state = austrian_turn({"1": "C2"}, {"2": "I2"}, on=toy)
    assert ("attack A1 1/2" in texts(state)) is not needed
    assert ("cross 1-2" in texts(play(state, "road A1"))) is not needed


def test_automatic_shuffling() -> None:
    """B-4.21, B-18.10: without it each position is asked for."""
    on = bent(automatic_shuffling=False)
    state = austrian_turn({"5": "I3 I2"}, {"17": "I2"}, step=0, on=on)
    assert texts(state) == {"shuffle 5", "shuffle none"}


def test_a_group_of_one_needs_its_key_piece() -> None:
    """B-9.6, B-11.5: what cannot be completed is not begun."""
    on = bent(group_limit=1)
    state = austrian_turn({"17/27": "I1 I3"}, {"27/17": "I2"}, step=2, on=on)
    assert starting(state, "assault") == {"assault A2 17/27"}
