"""The tree a search keeps for the side's next decision: the same numbers, and nothing hidden."""

from typing import Any

import numpy as np
import pytest

from marengo.core.engine.random import seeded
from marengo.core.engine.search.reuse import regrow
from marengo.core.engine.search.tree import REPLIES
from marengo.core.players import SearchPlayer, make_player
from marengo.core.players.match import Seat
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import NONE
from marengo.games.marengo.state import MarengoState
from marengo.lab.playing import runner_of
from tests.conformance.walking import game_of, walk
from tests.field import scenario_names
from tests.players.test_fairness import exchanged

SAME = ("seen", "side", "children", "visits", "available", "prior", "total")
"""What a node keeps when it moves in the table."""

EVERY = 31


def searcher(scenario: str, nodes: int = 200) -> SearchPlayer:
    player = make_player(f"search:nodes={nodes}", game_of(scenario))
    assert isinstance(player, SearchPlayer)
    return player


def grown(tree: Any, node: int) -> Any:
    """Return a node and all that grows from it, in the order of children."""
    below, child = [], int(tree["child"][node])
    while child != NONE:
        below.append(grown(tree, child))
        child = int(tree["sibling"][child])
    return [tuple(tree[name][node].item() for name in SAME), *below]


def choices(scenario: str, seed: int) -> list[MarengoState]:
    """Return positions of a walk in which there is something to choose."""
    states = walk(scenario, seed, "any verb").sampled(EVERY)
    return [
        state.copy()
        for state in states
        if state.decision not in (Decision.OVER, Decision.STRIKE) and len(state.legal_moves()) > 1
    ]


def legal_codes(state: MarengoState) -> set[int]:
    return {move.code for move in state.legal_moves()}


@pytest.mark.parametrize("scenario", scenario_names())
def test_a_branch_becomes_the_tree_as_it_was(scenario: str) -> None:
    """But for moves at its root that are not legal there, as in other imagined positions."""
    player, game, kept = searcher(scenario), game_of(scenario), 0
    for state in choices(scenario, 2):
        player.choose_index(state.information_set(state.to_move), seeded(1))
        if player.kept == NONE:
            continue
        tree, search = player.tree.copy(), player.search.copy()
        foreign = int(tree["child"][player.kept])
        if foreign != NONE:
            tree["seen"][foreign] = 1  # as the move of another decision
        expected = player.states[:1].copy()
        root, *below = grown(tree, player.kept)
        codes = legal_codes(game.state(expected))
        wanted = [branch for branch in below if branch[0][0] in codes]
        assert len(wanted) <= len(below) - (foreign != NONE)
        replies = grown(tree, REPLIES)
        regrow(game.tables, expected, player.works, tree, search, player.numbers, player.kept)
        assert grown(tree, 0)[1:] == wanted
        assert grown(tree, REPLIES) == replies
        gone = [branch[0] for branch in below if branch not in wanted]
        assert tree["visits"][0] == root[3] - sum(one[3] for one in gone)
        assert tree["total"][0] == pytest.approx(root[6] - sum(one[6] for one in gone))
        assert tree["parent"][0] == tree["sibling"][0] == NONE
        assert tree["children"][: search["nodes"][0]].sum() == search["nodes"][0] - 2
        kept += len(wanted)
    assert kept > 10


@pytest.mark.parametrize("scenario", scenario_names())
def test_the_next_decision_goes_on_where_the_tree_stood(scenario: str) -> None:
    """Most decisions of a turn do; playouts made before count."""
    player, went_on, decisions = searcher(scenario), 0, 0
    seat = Seat(player, np.random.SeedSequence(1))
    state = game_of(scenario).start(4)
    while len(state.moves) < 150 and state.outcome is None:
        if len(state.legal_moves()) > 1:
            before = int(player.tree["visits"][player.kept]) if player.kept != NONE else 0
            expected = player.kept != NONE and (
                np.array_equal(state.information_set(state.to_move), player.expected)
            )
            seat.play(state)
            decisions += 1
            went_on += expected
            if expected:
                assert int(player.tree["visits"][0]) >= before
        else:
            seat.play(state)
    assert went_on > decisions / 3


@pytest.mark.parametrize("scenario", scenario_names())
def test_hidden_pieces_do_not_change_what_follows(scenario: str) -> None:
    """Twin games go on alike, move after move, as long as the side cannot tell them apart."""
    followed = different = 0
    for number, state in enumerate(choices(scenario, 1)):
        side = state.to_move
        twins = (state, exchanged(state, np.random.default_rng(number)).copy())
        different += twins[0] != twins[1]
        seats = [Seat(searcher(scenario, 40), np.random.SeedSequence(5)) for _ in twins]
        for _ in range(6):
            alike = (
                twins[0].information_set(side).tobytes() == twins[1].information_set(side).tobytes()
            )
            if not alike or twins[0].to_move != side or twins[0].outcome is not None:
                break
            for seat, each in zip(seats, twins, strict=True):
                seat.play(each)
            if twins[0].decision != Decision.STRIKE:
                assert str(twins[0].moves[-1]) == str(twins[1].moves[-1])
            followed += 1
    assert different > 5
    assert followed > 20


@pytest.mark.parametrize("scenario", scenario_names())
def test_another_position_begins_anew(scenario: str) -> None:
    """After an undo, a hint elsewhere or the enemy's move nothing of the old tree is left."""
    used, fresh = searcher(scenario), searcher(scenario)
    states = choices(scenario, 3)
    for state in states:
        used.choose_index(state.information_set(state.to_move), seeded(1))
    for state in states[::-1][1:]:
        sight = state.information_set(state.to_move)
        assert used.choose_index(sight, seeded(9)) == fresh.choose_index(sight.copy(), seeded(9))
        assert used.thought == fresh.thought


@pytest.mark.parametrize("player", ["search:nodes=40", "oracle:nodes=40"])
@pytest.mark.parametrize("scenario", scenario_names())
def test_a_game_can_be_played_again(scenario: str, player: str) -> None:
    way = runner_of(game_of(scenario), (player, "rule"))
    assert (way.play([5])[0] == way.play([5])[0]).all()


@pytest.mark.parametrize("scenario", scenario_names())
def test_the_smallest_tree_answers_every_decision(scenario: str) -> None:
    player, state = make_player("search:nodes=1", game_of(scenario)), game_of(scenario).start(3)
    assert isinstance(player, SearchPlayer)
    for _ in range(60):
        legal = state.legal_moves()
        chosen = player.choose_index(state.information_set(state.to_move), seeded(4))
        state.play(legal[chosen])
        assert player.thought is not None
        assert player.thought.choices[0].move == str(legal[chosen])
