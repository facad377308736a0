"""The search: repeatable, honest about what it counts, and able to see what lies at hand."""

from itertools import count
from threading import Event, Timer
from time import monotonic
from typing import Any

import numpy as np
import pytest

from marengo.core.engine import driver
from marengo.core.engine.random import seeded
from marengo.core.engine.search.search import search_on
from marengo.core.engine.search.tree import REPLIES, ROOT
from marengo.core.players import (
    OPPONENT,
    OPPONENTS,
    SearchPlayer,
    StoppedError,
    Thought,
    ask,
    make_player,
    search_players,
)
from marengo.core.players.match import Seat, play_game
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from tests.conformance.walking import game_of, walk
from tests.core.toys.race import RaceGame
from tests.field import scenario_names

NODES = 60


def searcher(scenario: str, parameters: str = f"nodes={NODES}") -> SearchPlayer:
    player = make_player(f"search:{parameters}", game_of(scenario))
    assert isinstance(player, SearchPlayer)
    return player


def thought(player: SearchPlayer) -> Thought:
    assert player.thought is not None
    return player.thought


def looked_at(scenario: str) -> list[MarengoState]:
    states = walk(scenario, 2, "any verb").sampled(29)
    return [state.copy() for state in states if state.decision != Decision.OVER]


@pytest.mark.parametrize("scenario", scenario_names())
def test_a_budget_in_nodes_is_kept_and_the_same_seed_gives_the_same_thought(scenario: str) -> None:
    one, other = searcher(scenario), searcher(scenario)
    for state in looked_at(scenario):
        sight = state.information_set(state.to_move)
        assert one.choose_index(sight, seeded(3)) == other.choose_index(sight.copy(), seeded(3))
        assert thought(one) == thought(other)
        assert thought(one).playouts <= NODES
        assert 0 <= thought(one).winning <= 1


@pytest.mark.parametrize("scenario", scenario_names())
def test_it_stops_before_its_budget_only_where_the_rest_would_not_change_the_choice(
    scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, saved = searcher(scenario, "nodes=400"), 0
    for state in looked_at(scenario):
        sight = state.information_set(state.to_move)
        chosen, playouts = player.choose_index(sight, seeded(3)), thought(player).playouts
        with monkeypatch.context() as patched:
            patched.setattr(search_players, "can_stop_early", lambda *_: 0)
            assert player.choose_index(sight.copy(), seeded(3)) == chosen
        assert thought(player).playouts == 400
        saved += 400 - playouts
    assert saved > 0


@pytest.mark.parametrize("scenario", scenario_names())
def test_the_tree_counts_every_playout_once(scenario: str) -> None:
    player = searcher(scenario)
    for state in looked_at(scenario):
        player.choose_index(state.information_set(state.to_move), seeded(1))
        nodes, playouts = int(player.search["nodes"][0]), thought(player).playouts
        tree = player.tree[:nodes]
        replies = int(player.search["replies"][0])
        assert nodes - 1 - replies <= playouts + 1
        assert replies <= tree["visits"][REPLIES]
        assert tree["visits"][ROOT] == playouts
        assert tree["visits"][REPLIES] <= playouts
        for node in range(nodes):
            below = tree["visits"][tree["parent"] == node].sum()
            assert tree["visits"][node] >= below  # it ends here once, or the game is over
            assert tree["children"][node] == (tree["parent"] == node).sum()
        assert np.all(tree["available"][2:] >= tree["visits"][2:])
        assert np.all((tree["prior"] > 0) & (tree["prior"] <= 1 + 1e-9))


@pytest.mark.parametrize("scenario", scenario_names())
def test_the_tree_of_replies_begins_with_actions_of_the_enemy(scenario: str) -> None:
    player, replied = searcher(scenario), 0
    for state in looked_at(scenario):
        player.choose_index(state.information_set(state.to_move), seeded(1))
        tree = player.tree[: int(player.search["nodes"][0])]
        first = tree[tree["parent"] == REPLIES]
        assert np.all(first["side"] == 1 - state.to_move)
        replied += int(tree["visits"][REPLIES])
        below, tops = 0, {REPLIES}
        for node in range(len(tree)):
            if int(tree["parent"][node]) in tops:
                tops.add(node)
                below += 1
        assert player.search["replies"] == below
    assert replied > NODES


@pytest.mark.parametrize("scenario", scenario_names())
def test_replies_take_no_more_than_half_of_the_room(scenario: str) -> None:
    """They are kept from decision to decision; the tree of the decision needs the other half."""
    player, state, full = searcher(scenario, "nodes=12"), game_of(scenario).start(5), 0
    seat = Seat(player, np.random.SeedSequence(1))
    while state.hour < 10:
        seat.play(state)
        replies, nodes = int(player.search["replies"][0]), int(player.search["nodes"][0])
        assert replies < 13
        assert nodes - replies - 2 <= 12
        full += replies == 12
    assert full > 0


@pytest.mark.parametrize("scenario", scenario_names())
def test_the_line_begins_with_the_move_chosen(scenario: str) -> None:
    player = searcher(scenario)
    for state in looked_at(scenario):
        sight = state.information_set(state.to_move)
        chosen = player.choose_index(sight, seeded(5))
        seen = game_of(scenario).state(sight)
        assert thought(player).line[0] == str(seen.legal_moves()[chosen])


@pytest.mark.parametrize("scenario", scenario_names())
def test_it_tells_the_moves_it_looked_at_most(scenario: str) -> None:
    """The best first, which it plays; as many as there are, three at the most."""
    player = searcher(scenario)
    for state in looked_at(scenario):
        sight = state.information_set(state.to_move)
        chosen = player.choose_index(sight, seeded(5))
        legal = game_of(scenario).state(sight).legal_moves()
        first, *others = thought(player).choices
        assert first.move == str(legal[chosen])
        assert first.winning == thought(player).winning
        tree, nodes = player.tree, int(player.search["nodes"][0])
        below = sorted(tree["visits"][:nodes][tree["parent"][:nodes] == 0], reverse=True)
        assert [one.playouts for one in (first, *others)] == below[:3]
        assert {one.move for one in others} <= set(map(str, legal)) - {first.move}


@pytest.mark.parametrize("scenario", scenario_names())
def test_it_can_be_stopped_while_it_thinks(scenario: str) -> None:
    state, stop = game_of(scenario).start(1), Event()
    timer = Timer(0.2, stop.set)
    ask(state, "search:nodes=50", stop=stop)  # nobody has said anything yet
    timer.start()
    began = monotonic()
    with pytest.raises(StoppedError):
        ask(state, "search:seconds=60", stop=stop)
    assert monotonic() - began < 10
    with pytest.raises(StoppedError):
        play_game(state, {side: searcher(scenario) for side in Side}, 1, stop)


def test_a_decision_may_take_a_quarter_of_the_seconds_left_in_its_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By a clock that goes on by a hundredth of a second each time that it is looked at."""
    clock = count()
    monkeypatch.setattr(search_players, "perf_counter", lambda: next(clock) / 100)
    monkeypatch.setattr(search_players, "can_stop_early", lambda *_: False)
    player, state = searcher("triomphe", "seconds=4"), game_of("triomphe").start(1)
    seen, spent = state.information_set(state.to_move), [0.0]
    for _ in range(3):
        player.choose_index(seen, seeded(5))
        spent.append(player.spent)
    assert np.diff(spent) == pytest.approx([1.0, 0.75, 0.5625], abs=0.011)
    turn = state.turn
    while state.turn == turn:
        state.play(state.legal_moves()[-1])
    player.choose_index(state.information_set(state.to_move), seeded(5))
    assert player.spent == pytest.approx(1.0, abs=0.011)
    player.seconds = 0.02  # somebody is in a hurry
    player.choose_index(state.information_set(state.to_move), seeded(5))
    assert player.spent == pytest.approx(1.01, abs=0.011)


def last_chance(scenario: str) -> MarengoState:
    """Return the last Austrian turn, in which one step wins the game and nothing else does.

    In Triomphe the third piece goes east (T-19.3), in Bonaparte onto a second star (B-14.3).
    """
    game = game_of(scenario)
    t, places = game.tables[0], [place.number for place in game.board.localities]
    if scenario == "triomphe":
        goals = [n for n in places if t["east_of_objective"][n]]
        held = goals[-1]
    else:
        goals = [n for n in places if t["star"][n]]
        held = goals[0]
        goals = [n for n in goals if t["star"][n] != t["star"][held]]
    start, _ = next(
        (int(t["owner"][a]), int(t["neighbour"][a]))
        for a in range(len(game.index.approaches))
        if t["neighbour"][a] in goals
        and t["owner"][a] not in (*goals, held)
        and not t["impassable"][a]
    )
    far = next(n for n in places if n not in goals and n not in (start, held))
    state: MarengoState = game.position(
        hour=21,
        turn=Side.AUSTRIAN,
        austrian={str(held): "I2 I2", str(start): "I2"},
        french={str(far): "I2"},
    )
    return state


@pytest.mark.parametrize("scenario", scenario_names())
def test_it_sees_the_step_that_wins(scenario: str) -> None:
    state = last_chance(scenario)
    passed = state.copy()
    while passed.outcome is None:
        passed.play(
            next((m for m in passed.legal_moves() if str(m) == "end"), passed.legal_moves()[0])
        )
    assert passed.outcome.winner is Side.FRENCH
    player = searcher(scenario, "nodes=400")
    generators = seeded(2)
    while state.outcome is None:
        moves = state.legal_moves()
        if state.to_move is Side.AUSTRIAN and len(moves) > 1:
            chosen = moves[player.choose_index(state.information_set(Side.AUSTRIAN), generators)]
            assert thought(player).winning > 0.9
        else:
            chosen = moves[0]
        state.play(chosen)
    assert state.outcome.winner is Side.AUSTRIAN


@pytest.mark.parametrize("scenario", scenario_names())
def test_a_game_that_is_as_good_as_won_is_valued_so(scenario: str) -> None:
    given: dict[str, Any] = {"austrian": {}, "french": {"5": "I2"}}
    state = game_of(scenario).position(hour=21, turn=Side.FRENCH, **given)
    player = searcher(scenario, "nodes=40,horizon=2")
    player.choose_index(state.information_set(Side.FRENCH), seeded(0))
    assert thought(player).winning > 0.9


@pytest.mark.parametrize("scenario", scenario_names())
def test_an_answer_tells_the_move_the_estimate_and_the_line(scenario: str) -> None:
    state = game_of(scenario).start(2)
    answer = ask(state, f"search:nodes={NODES}")
    found = answer.thought
    assert found is not None
    assert answer.move in state.legal_moves()
    assert found.line[0] == str(answer.move)
    assert str(answer).startswith(f"{answer.move} (search:nodes={NODES}: wins {found.winning:.0%}")
    assert all(move in str(answer) for move in found.line)
    assert str(ask(state, "rule", seed=1)).endswith("(rule)")
    assert OPPONENT == OPPONENTS["strong"].player == "search:seconds=4"


def test_nobody_can_be_asked_when_the_game_is_over() -> None:
    *_, last = walk("triomphe", 0, "any move").states()
    with pytest.raises(ValueError, match="the game is over"):
        ask(last)


@pytest.mark.parametrize("horizon", range(4))
@pytest.mark.parametrize("scenario", scenario_names())
def test_moves_are_judged_in_a_turn_of_the_side_that_searches(scenario: str, horizon: int) -> None:
    """Whoever puts off the end of a turn must not be judged by another turn than who ends it."""
    player, judged = searcher(scenario, f"nodes=1,horizon={horizon}"), 0
    game = player.game
    tables, searches, scores = game.tables, player.search, player.scores
    tree: Any = player.tree
    for state in looked_at(scenario):
        for side in Side:
            searches["side"] = side
            position, works = state.record.reshape(1).copy(), game.workspace()
            driver.legal_moves(tables, position, works)
            searches["nodes"], searches["oracle"] = 0, 1
            search_on(
                tables,
                position,
                player.states,
                works,
                player.ground,
                player.weights,
                player.nets,
                scores,
                searches,
                tree,
                player.scratch,
                seeded(5),
                1,
            )
            last = player.states[0]
            assert 0 <= tree["total"][0] <= 1
            if last["decision"] != Decision.OVER:
                assert last["turn"] == side
                judged += 1
    assert judged > 8


class Loud(RaceGame):
    """The race, in which no difference of values is believed."""

    noise = 1000.0


@pytest.mark.parametrize(("game", "least", "most"), [(RaceGame, 120, 199), (Loud, 99, 101)])
def test_what_may_be_chance_is_not_taken_for_better(
    game: type[RaceGame], least: int, most: int
) -> None:
    """After a one another roll is better, and the policy that has learned nothing likes both."""
    thought = ask(game().start(0).play("roll 1"), "search:playouts=200,horizon=50").thought
    assert thought is not None
    tried = {choice.move: choice.playouts for choice in thought.choices}
    assert least <= tried["again"] <= most
