"""The rule-of-thumb player of the war of all Europe, where the better move is clear."""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pytest

from marengo.core.engine import driver
from marengo.core.players import make_player
from marengo.core.players.weights import read_weights
from marengo.core.state import State
from marengo.games.europe import BattleState
from marengo.games.europe.war.policy.facts import ACTIVE
from marengo.games.europe.war.policy.features import move_features
from marengo.games.europe.war.policy.rule import score_moves
from marengo.games.europe.war.state import WarState
from tests.plain import first
from tests.rules.europe import playing as battles
from tests.rules.europe.continent.playing import asked, position, texts

SINGLE = "FR paris 1I; GB london 1I; RU moscow 1I; AU vienna 1I; SP madrid 1I"
WARS = "FR GB, FR RU, FR AU, SP GB, SP RU, SP AU"


def in_battle(given: str, moves: str = "") -> BattleState:
    """Return a position of a battle by itself, as the tests of its rules give them."""
    return battles.play(battles.read(f"N-21.1: {given} | | round 1").start(), moves)


def at_war(troops: str, nation: str, **facts: Any) -> WarState:
    """Return a position of the two alliances at war, with a few troops more."""
    allied = "FR SP, GB AU, GB RU, AU RU"
    told = f"{SINGLE}; {troops}" if troops else SINGLE
    return position(told, nation, wars=WARS, alliances=allied, **facts)


def chosen(state: State) -> str:
    """Return what the player thinks best."""
    player = make_player("rule:temperature=0", state.game)
    legal, seat = state.legal_moves(), cast("Any", state.to_move)
    return str(player.choose(state.view(seat), legal, np.random.default_rng(0)))


def weighed(state: WarState, by: Callable[..., Any]) -> Any:
    """Return what the player notes of the legal moves."""
    game, record = state.game, state.record.reshape(1).copy()
    works, noted = game.workspace(), game.engine.scores.array()
    driver.legal_moves(game.tables, record, works)
    ground, weights = game.ground, read_weights(game)[int(state.to_move) :]
    by(*map(first, (game.tables, record, works, ground, weights, noted)))
    return noted


def scores(state: WarState) -> dict[str, float]:
    """Return what the player thinks of each legal move."""
    moves = [str(move) for move in state.legal_moves()]
    return dict(zip(moves, weighed(state, score_moves)["value"][0].tolist(), strict=False))


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


@pytest.mark.parametrize(("horse", "does"), [("H", "carry-through"), ("R", "break-off")])
def test_heavy_cavalry_is_worth_its_price(horse: str, does: str) -> None:
    """N-23.5, N-24.3: with a leader it goes on against a square, and irregular cavalry does not."""
    given = f"FR middle-left 1{horse} 1I 1L; GB right 2I; cavalry"
    assert chosen(in_battle(given, f"charge {horse} middle-left at I, square")) == does


def test_cavalry_of_the_attacker_goes_to_the_front() -> None:
    """That of the defender waits in reserve."""
    state, done = in_battle("FR 6I 2H; GB 6I 2H"), dict[str, set[str]]()
    while state.decision.name == "DEPLOY":
        _verb, number, piece, _zone = chosen(state).split()
        if piece == "heavy":
            done.setdefault(state.to_move.name, set()).add(number)
        state.play(chosen(state))
    assert done == {"ATTACKER": {"2"}, "DEFENDER": {"0"}}


def second_round(french: str, horse: str) -> WarState:
    """Return a battle in its second round; nobody has done anything in the first."""
    state = at_war(f"{french}; AU tyrol 3I {horse}; AU vienna 4I", "FR", step="battles")
    while state.round < 2 or state.to_move.name != "AUSTRIA":
        moves = [move for move in texts(state) if move not in ("retreat", "pass")]
        last = [move for move in moves if move == "end"] or sorted(moves, key=_alike)
        state.play(last[0])
    return state


def _alike(move: str) -> int:
    """Prefer what deploys all to the centre."""
    number = move.split()[1] if len(move.split()) > 1 else ""
    return -int(number) if number.isdecimal() else 0


def test_a_battle_that_is_lost_is_given_up() -> None:
    """N-26.5, N-26.7: where cavalry covers the retreat, and not where all would be ridden down."""
    for french, horse, does in (
        ("FR tyrol 14I 1C 2A", "2C", True),
        ("FR tyrol 14I 1C 2A", "", False),
        ("FR tyrol 5I 1C 1A", "2C", False),
    ):
        state = second_round(french, horse)
        assert "retreat" in texts(state)
        assert (chosen(state) == "retreat") is does


def test_nobody_lands_beside_friends_who_attack_by_land() -> None:
    """N-9.11: the defender would have +2 against them all."""
    fleet = {"squadrons": "GB adriatic-sea 1"}
    there = "FR papal-states 4I; FR naples 9I; AU illyria 1I"
    state = at_war(f"{there}; AU papal-states 9I", "AU", step="movement", **fleet)
    said = scores(state)
    assert said["transport infantry illyria adriatic-sea"] < said["end"]


@pytest.mark.parametrize("where", ["march", "battle"])
def test_who_learns_knows_what_the_rules_of_thumb_say(where: str) -> None:
    """What they choose lies no step behind the best; something else does."""
    if where == "march":
        state = at_war("GB london 5I", "GB", squadrons="GB english-channel 5")
    else:
        state = at_war("FR vienna 3I 1C", "FR", step="battles")
    moves = [str(move) for move in state.legal_moves()]
    rows = weighed(state, move_features)["active"][0].reshape(-1, ACTIVE)[: len(moves), -1]
    assert rows[moves.index(chosen(state))] == rows.min() < rows.max()
