"""Every number of the rules that a scenario may bend, bent."""

from typing import Any

import msgspec
import pytest

from marengo.core.errors import ScenarioError
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.game import TriompheGame
from tests.helpers import austrian_turn, end_turn, french_turn, game, play, starting, texts, verbs


def bent(**parameters: int) -> TriompheGame:
    """Return the standard game with other parameters."""
    changed = msgspec.structs.replace(game.scenario.parameters, **parameters)
    return TriompheGame(msgspec.structs.replace(game.scenario, parameters=changed), game.board)


@pytest.mark.parametrize("orders", [0, 2, 5])
def test_orders_per_turn(orders: int) -> None:
    """T-6.2: set anew at the start of each turn."""
    state = french_turn({"5": "I2"}, {"80": "I2"}, on=bent(orders_per_turn=orders))
    assert state.orders == orders
    state.record["orders"] = 0
    assert end_turn(state).orders == orders


@pytest.mark.parametrize("limit", [1, 2, 4])
def test_group_limit(limit: int) -> None:
    """T-6.14."""
    state = austrian_turn({"5": "I3 I2 C2 A1"}, on=bent(group_limit=limit))
    sizes = {text.count(",") + 1 for text in starting(state, "march")}
    assert sizes == set(range(1, limit + 1))


def test_road_steps() -> None:
    """T-8.3: with one step there is one crossing and no waiting."""
    state = play(austrian_turn({"5": "I2"}, on=bent(road_steps=1)), "road A1")
    assert verbs(state) == {"cross"}
    assert play(state, next(iter(texts(state)))).decision is Decision.ACTION


@pytest.mark.parametrize(("last", "possible"), [(5, True), (6, False), (8, False)])
def test_surprise_hour(last: int, possible: bool) -> None:
    """T-14.1."""
    state = french_turn({"9": "~I2"}, {"8": "I2"}, hour=6, on=bent(surprise_hour=last))
    assert ("march F1 9/8" in texts(state)) is possible


@pytest.mark.parametrize(("organised", "pairs"), [(0, True), (1, False)])
def test_organised_for_pairs(organised: int, pairs: bool) -> None:
    """T-14.12."""
    state = french_turn({"12": "~I2 ~C2"}, on=bent(organised_for_pairs=organised))
    assert ("organise F1,F2" in texts(state)) is pairs


@pytest.mark.parametrize(("until", "asked"), [(8, False), (9, True)])
def test_return_until(until: int, asked: bool) -> None:
    """T-18.27."""
    facts: dict[str, Any] = {"committed": {Side.FRENCH: {9: 1}}, "on": bent(return_until=until)}
    state = play(french_turn({"9": "I2"}, {"8": "I2"}, **facts), "end")
    assert (state.decision is Decision.RETURN) is asked


@pytest.mark.parametrize(
    ("needed", "winner"), [(1, Side.AUSTRIAN), (2, Side.AUSTRIAN), (3, Side.FRENCH)]
)
def test_objective_pieces_and_last_hour(needed: int, winner: Side) -> None:
    """T-5.1, T-19.3: two Austrian pieces stand east of the line when the short day ends."""
    on = bent(objective_pieces=needed, last_hour=9)
    outcome = end_turn(french_turn({"5": "I2"}, {"87": "I2 C2"}, on=on)).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.kind, outcome.round) == (winner, "marginal", 9)


def test_first_hour() -> None:
    """T-5.1."""
    assert bent(first_hour=8).start(0).hour == 8


def test_pieces_that_start_together_are_in_the_same_state() -> None:
    """T-14.22: a scenario cannot mix organised and disorganised pieces in a locality."""
    forces = tuple(
        msgspec.structs.replace(force, places={"26": 11}, draw=False)
        if force.name == "French army at the start"
        else msgspec.structs.replace(force, places={"26": 8})
        if force.army == "french"
        else force
        for force in game.scenario.forces
    )
    with pytest.raises(ScenarioError, match=r"disorganised: expected True .* locality 26"):
        TriompheGame(msgspec.structs.replace(game.scenario, forces=forces), game.board)


@pytest.mark.parametrize("force", ["Austrian army", "French reinforcements"])
def test_only_french_pieces_on_the_map_start_disorganised(force: str) -> None:
    """T-14.4, T-14.5."""
    forces = tuple(
        msgspec.structs.replace(one, disorganised=True) if one.name == force else one
        for one in game.scenario.forces
    )
    with pytest.raises(ScenarioError, match="expected French pieces on the map"):
        TriompheGame(msgspec.structs.replace(game.scenario, forces=forces), game.board)
