"""The chooser: every legal move is within reach, and few clicks lead to it."""

from collections.abc import Iterator

import numpy as np
import pytest

from marengo.core.move import Move
from marengo.games.marengo.game import MarengoGame, load
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.screens.marengo.play.choosing import Chooser
from marengo.screens.marengo.play.options import read_option
from marengo.screens.marengo.play.roads import comes_back, first_option
from tests.conformance.walking import choose
from tests.helpers import austrian_turn
from tests.rules.bonaparte.setting import austrian_turn as basic_turn
from tests.turn import in_turn

SEEDS = range(4)
EVERY = 7
"""Of choices of an action and steps by road so many are passed over; all other ones are tried."""

FORCED = {"assault": "assaulted", "attack": "acted", "block": "place"}
"""Verbs of groups that some pieces may have to join, and what is different of these then."""


def sampled(game: MarengoGame, seed: int) -> Iterator[tuple[MarengoState, np.random.Generator]]:
    """Yield positions of a game of chance in which verbs are equally likely."""
    state, chance = game.start(seed), np.random.default_rng(seed)
    while state.outcome is None:
        frequent = state.decision in (Decision.ACTION, Decision.ROAD_STEP)
        if not frequent or len(state.moves) % EVERY == seed:
            yield state, chance
        state.play(choose(state, chance, "any verb"))


def completed(state: MarengoState, move: Move, chance: np.random.Generator) -> tuple[Move, ...]:
    """Return a move with others that complete the group it begins."""
    after, moves = state.copy().play(move), [move]
    while after.decision == Decision.JOIN:
        legal = after.legal_moves()
        moves.append(legal[chance.integers(len(legal))])
        after.play(moves[-1])
    return tuple(moves)


def named(state: MarengoState, moves: tuple[Move, ...]) -> list[str]:
    """Return the pieces that act, those included that have to join a group."""
    after, names = state.copy(), set[str]()
    for move in moves:
        names.update(read_option(after, move).pieces)
        after.play(move)
    sign = FORCED.get(str(moves[0]).split()[0])
    if state.game.scenario.ruleset == "bonaparte" and sign:
        before = {piece.name: getattr(piece, sign) for piece in state.pieces}
        own = (piece for piece in after.pieces if piece.side == state.to_move)
        names.update(one.name for one in own if getattr(one, sign) != before[one.name])
    return sorted(names)


@pytest.mark.parametrize("seed", in_turn(SEEDS))
@pytest.mark.parametrize("scenario", ["bonaparte", "triomphe"])
def test_every_legal_move_is_offered_when_its_pieces_are_picked(scenario: str, seed: int) -> None:
    tried = 0
    for state, chance in sampled(load(scenario), seed):
        chooser = Chooser(state)
        for move in state.legal_moves():
            moves = completed(state, move, chance)
            names = named(state, moves)
            chance.shuffle(names)
            chooser.drop()
            if not any(one.moves == moves for one in chooser.plain):
                chooser.pick(*names)
            offered = [option.moves for option in chooser.options]
            assert moves in offered, (str(state), [str(one) for one in moves], names)
            tried += 1
    assert tried > 200


@pytest.mark.parametrize("scenario", ["bonaparte", "triomphe"])
def test_every_option_is_legal_and_costs_what_it_says(scenario: str) -> None:
    """T-6.3, B-8.13: the price is what is missing from the orders or commands afterwards."""
    points = {"triomphe": "orders", "bonaparte": "commands"}[scenario]
    for state, chance in sampled(load(scenario), seed=2):
        chooser = Chooser(state)
        names = chooser.candidates()
        if names:
            chooser.pick(names[chance.integers(len(names))])
        for option in chooser.options:
            after = state.copy()
            for move in option.moves:
                after.play(move)  # raises what is illegal
            if (after.hour, after.turn) == (state.hour, state.turn):
                paid = int(state.record[points]) - int(after.record[points])
                assert option.price == max(paid, 0)


def test_a_march_by_road_is_offered_as_a_whole() -> None:
    """T-8.3, T-8.10: three steps; from Alessandria 4 and 10 are the farthest by main road."""
    state = load("triomphe").start(seed=7)
    chooser = Chooser(state)
    chooser.pick("A1")
    marches = {one.target: one for one in chooser.options if one.verb == "road" and one.target}
    assert {"1", "5", "4", "10"} <= set(marches)
    assert marches["10"].way == ("1", "5")
    assert marches["10"].text == "road A1; cross Alessandria-1; cross 1-5; cross 5-10"
    assert marches["1"].text == "road A1; cross Alessandria-1; stop"
    assert {one.price for one in marches.values()} == {0}
    assert "road A1" in [one.text for one in chooser.options]


def test_a_march_by_road_is_looked_at_up_to_an_attack_only() -> None:
    """T-8.26: what the enemy answers to an attack by road cannot be seen beforehand."""
    state = austrian_turn({"10": "C2"}, {"13": "I2 I3", "21": "I2"})
    chooser = Chooser(state)
    chooser.pick("A1")
    by_road = [one for one in chooser.options if one.verb == "road"]
    attack = next(one for one in by_road if one.attacks)
    assert (attack.target, attack.text) == ("13", "road A1; cross 10-13")
    assert not any(one.target == "21" for one in by_road)


def test_pieces_alike_stand_for_one_another() -> None:
    """Of pieces that nobody can tell apart moves name the lowest, whichever was picked."""
    state = austrian_turn({"8": "I2 I2 I2"}, {"20": "I2"})
    chooser = Chooser(state)
    chooser.pick("A3", "A2")
    assert "march A1,A2 5" not in [one.text for one in chooser.options]  # 5 is not adjacent to 8
    assert {one.pieces for one in chooser.options if one.verb == "march"} == {("A1", "A2")}


def test_a_group_is_put_together_from_the_moves_that_name_it() -> None:
    """B-8.9, B-18: the pieces are picked in any order and named in that of their numbers."""
    state = basic_turn({"8": "I3 I2 C2"}, {"59": "I2"})
    chooser = Chooser(state)
    chooser.pick("A3", "A1")
    texts = {one.text for one in chooser.options if one.target == "5"}
    assert "march A1 5; join A3" in texts
    assert not any("A2" in text for text in texts)


def test_pieces_of_two_places_do_not_act_together() -> None:
    """T-7.1, B-8.9."""
    for state in (
        austrian_turn({"8": "I3", "5": "I2"}, {"59": "I2"}),
        basic_turn({"8": "I3", "5": "I2"}, {"59": "I2"}),
    ):
        chooser = Chooser(state)
        chooser.pick("A1")
        assert not chooser.may_pick("A2")
        with pytest.raises(ValueError, match="A2 cannot be picked"):
            chooser.pick("A2")
        chooser.turn("A2")  # begins anew with it
        assert chooser.picked == ("A2",)


def test_each_click_on_a_stack_takes_one_more_of_its_pieces() -> None:
    """T-6.14: up to three; then none."""
    state = austrian_turn({"8": "I2 C2 I3 I2"}, {"59": "I2"})
    chooser = Chooser(state)
    seen = []
    for _ in range(5):
        chooser.pick_at("8")
        seen.append([chooser.piece(name).strength for name in chooser.picked])
    assert seen == [[3], [3, 2], [3, 2, 2], [], [3]]


def test_clicks_on_a_box_go_through_its_sorts() -> None:
    """T-15.5: pieces enter one by one, so that each click offers another sort."""
    chooser = Chooser(load("triomphe").start(seed=7))
    seen = []
    for _ in range(4):
        chooser.pick_at("Alessandria")
        seen.append(
            [(chooser.piece(n).kind.name, chooser.piece(n).strength) for n in chooser.picked]
        )
    assert seen == [[("INFANTRY", 3)], [("INFANTRY", 2)], [("CAVALRY", 2)], []]


def test_pieces_are_offered_once_for_each_sort() -> None:
    chooser = Chooser(load("triomphe").start(seed=7))
    assert chooser.places() == ["Alessandria"]
    chooser.pick_at("Alessandria")
    assert chooser.candidates() == ["A1", "A2", "A4", "A14"]


def test_an_assault_is_offered_to_the_pieces_that_stand_there() -> None:
    """T-11.2: the attack approach is named, who takes part is asked later."""
    state = austrian_turn({"10/9": "I3 I2"}, {"9/10": "I2"})
    assert [one.text for one in Chooser(state).plain if one.attacks] == ["assault 10/9"]
    chooser = Chooser(state)
    chooser.pick("A1")
    assert [one.text for one in chooser.at("10/9", attacks=True)] == ["assault 10/9"]


def test_nothing_is_picked_where_the_piece_is_given() -> None:
    """T-23.6 N4: a step by road is asked of the piece on the road."""
    state = load("triomphe").start(seed=7).play("road A14")
    chooser = Chooser(state)
    assert chooser.candidates() == []
    assert [one.target for one in chooser.plain] == ["1", None]
    assert state.to_move == Side.AUSTRIAN


def test_no_march_by_road_is_offered_that_comes_back_to_where_it_began() -> None:
    """Two roads lead from 33 to 40: to go by one and to return by the other is legal (T-8.13)."""
    state = austrian_turn({"33": "I2"}, orders=2)
    back = state.copy().play("road A1").play("cross 33-40:c69")
    assert "cross 40-33:c70" in [str(move) for move in back.legal_moves()]
    chooser = Chooser(state)
    chooser.pick("A1")
    marches = {option.target for option in chooser.options if option.verb == "road"}
    assert {"40", "20", "32"} < marches
    assert "33" not in marches
    line = ["road A1", "cross 33-40:c69", "cross 40-33:c70", "stop"]
    assert comes_back(state, first_option(state, line))
    assert not comes_back(state, first_option(state, [*line[:2], "stop"]))
