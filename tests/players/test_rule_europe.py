"""The rule-of-thumb player of the war of all Europe, where the better move is clear."""

from typing import Any, cast

import numpy as np
import pytest

from marengo.core.engine import driver
from marengo.core.players import make_player
from marengo.core.players.weights import read_weights
from marengo.games.europe.war.policy.facts import ACTIVE
from marengo.games.europe.war.policy.features import move_features
from marengo.games.europe.war.state import WarState
from tests.plain import first
from tests.rules.europe.continent.playing import asked, position, texts

SINGLE = "FR paris 1I; GB london 1I; RU moscow 1I; AU vienna 1I; SP madrid 1I"
WARS = "FR GB, FR RU, FR AU, SP GB, SP RU, SP AU"


def at_war(troops: str, nation: str, **facts: Any) -> WarState:
    """Return a position of the two alliances at war, with a few troops more."""
    allied = "FR SP, GB AU, GB RU, AU RU"
    told = f"{SINGLE}; {troops}" if troops else SINGLE
    return position(told, nation, wars=WARS, alliances=allied, **facts)


def chosen(state: WarState) -> str:
    """Return what the player thinks best."""
    player = make_player("rule:temperature=0", state.game)
    legal, seat = state.legal_moves(), cast("Any", state.to_move)
    return str(player.choose(state.view(seat), legal, np.random.default_rng(0)))


def play_on(state: WarState, moves: int = 4) -> WarState:
    """Let it play some moves; chance draws what comes between them."""
    for number in range(moves):
        if int(state.record["to_move"]) == -2:
            state.draw(number)
        else:
            state.play(chosen(state))
    return state


def test_squadrons_sail_against_weaker_ones_at_sea() -> None:
    state = at_war("", "GB", squadrons="GB mid-atlantic 4; FR bay-of-biscay 1")
    assert chosen(state) == "sail mid-atlantic"
    state = play_on(state, 3)
    assert state.record["sea_battles"] or "engage" in texts(state)


def test_a_weaker_fleet_stays_in_port() -> None:
    state = at_war("", "FR", squadrons="GB bay-of-biscay 4; FR brittany 2")
    assert "sail brittany" in texts(state)
    while asked(state) == "france march":
        assert chosen(state) != "sail brittany"
        state.play(chosen(state))


def test_the_british_land_where_nobody_stands() -> None:
    state = at_war("GB london 5I", "GB", squadrons="GB english-channel 5")
    assert chosen(state) == "transport infantry london english-channel"


def test_the_british_do_not_land_before_an_army() -> None:
    """Militia would be called up as well (N-9.9)."""
    coast = "; ".join(f"FR {one} 9I" for one in ("picardy", "normandy", "brittany", "belgium"))
    state = at_war(coast, "GB", squadrons="GB english-channel 1")
    assert "transport infantry london english-channel" in texts(state)
    assert not chosen(state).startswith("transport")


def test_the_nearer_neutral_nation_is_won_over_and_sent_to_war() -> None:
    assert chosen(at_war("", "GB", step="closing", pap="GB 2")) == "win-over prussia"
    state = at_war("PR berlin 5I", "GB", step="closing", pap="GB 1", controllers="PR GB")
    assert chosen(state) == "declare-war france for prussia"


def test_what_an_ally_controls_is_left_to_it() -> None:
    state = at_war("", "GB", step="closing", pap="GB 2", controllers="PR RU")
    assert "win-over prussia" in texts(state)
    assert chosen(state) != "win-over prussia"


def test_money_is_saved_for_talks() -> None:
    assert chosen(at_war("", "FR", step="purchases", pp="FR 40", pap="FR 0")) == "buy pap"


def test_britain_pays_an_ally_and_no_enemy() -> None:
    paid = at_war("", "RU", step="budget", pp="GB 12, RU 0, FR 0")
    while asked(paid) != "great_britain politics":
        paid.play("pass")
    assert chosen(paid) == "give russia"


def test_paris_is_not_left_empty_beside_the_enemy() -> None:
    state = at_war("AU burgundy 2I; FR paris 2I; FR normandy 3I", "FR")
    while asked(state) == "france march":
        state.play(chosen(state))
        if asked(state) == "france number":
            state.play(chosen(state))
    assert state.troops["paris"]


@pytest.mark.parametrize("where", ["march", "battle"])
def test_who_learns_knows_what_the_rules_of_thumb_say(where: str) -> None:
    """What they choose lies no step behind the best; something else does."""
    if where == "march":
        state = at_war("GB london 5I", "GB", squadrons="GB english-channel 5")
    else:
        state = at_war("FR vienna 3I 1C", "FR", step="battles")
    game, record = state.game, state.record.reshape(1).copy()
    works, scores = game.workspace(), game.engine.scores.array()
    driver.legal_moves(game.tables, record, works)
    ground, weights = game.ground, read_weights(game)[int(state.to_move) :]
    move_features(*map(first, (game.tables, record, works, ground, weights, scores)))
    moves = [str(move) for move in state.legal_moves()]
    rows = scores["active"][0].reshape(-1, ACTIVE)[: len(moves), -1]
    assert rows[moves.index(chosen(state))] == rows.min() < rows.max()
