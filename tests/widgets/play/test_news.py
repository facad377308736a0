"""What happened, in words and in notation, and what is kept from the other side."""

import re
from itertools import pairwise

import pytest

from marengo.core.players.match import moves_of
from marengo.games.marengo.game import load
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.players import make_player
from marengo.screens.marengo.narration import SECRET, losses_between, narrate_losses
from marengo.screens.marengo.play.news import arrows_of, happened, latest, planned, written
from marengo.screens.marengo.play.steps import steps_of
from marengo.widgets.playing.steps import Transition
from tests.helpers import austrian_turn, french_turn

PIECE = re.compile(r"\b[AF]\d+\b")


def steps(state: MarengoState, *texts: str) -> list[Transition]:
    start = state.copy()
    return steps_of([start, *(state.play(text).copy() for text in texts)])


def lines(account: list[tuple[str, list[str]]]) -> list[str]:
    return [line for _, ones in account for line in ones]


def past(state: MarengoState) -> list[Transition]:
    """Return the decisions of a whole game."""
    state, positions = state.copy(), [state.copy()]
    while state.moves:
        positions.append(state.undo().copy())
    return steps_of(positions[::-1])


def test_a_march_by_road_is_told_as_a_whole() -> None:
    """T-22.3: from where to where is open, which piece is not."""
    taken = steps(
        load("triomphe").start(7),
        *("road A14", "cross Alessandria-1", "cross 1-5", "stop", "pontoon A1"),
    )
    assert happened(taken, Side.FRENCH) == [
        (
            "6:00, Austrian turn",
            [
                "Austria marches by road with a piece from Alessandria over 1 to 5.",
                "Austria brings a piece over the pontoon bridge.",
            ],
        )
    ]
    assert lines(happened(taken, None))[0] == (
        "Austria marches by road with cavalry 2 (A14) from Alessandria over 1 to 5."
    )


def test_a_last_step_without_a_choice_is_told_as_well() -> None:
    """T-8.12: the third to enter can go no farther than the first locality."""
    state = load("triomphe").start(7)
    texts = ["road A14", "cross Alessandria-1", "cross 1-5", "cross 5-10"]
    texts += ["road A15", "cross Alessandria-1", "cross 1-5", "road A16"]
    assert lines(happened(steps(state, *texts), Side.FRENCH))[-1] == (
        "Austria marches by road with a piece from Alessandria to 1."
    )


def test_an_attack_by_road_ends_the_sentence() -> None:
    """T-8.26."""
    state = austrian_turn({"5": "C2"}, {"13": "I2"})
    account = lines(happened(steps(state, "road A1", "cross 5-10", "cross 10-13"), Side.FRENCH))
    assert account == ["Austria marches by road with a piece from 5 over 10 and attacks 13."]


def test_what_follows_of_itself_is_told_too() -> None:
    """T-9.24, T-13.12: who retreats and who advances is seen by all."""
    state = austrian_turn({"10/9": "I3 I3"}, {"9": "C2"})
    (account,) = lines(happened(steps(state, "attack A1 10/9"), Side.AUSTRIAN))[:1]
    assert account.startswith("Austria attacks with infantry 3 (A1) from 10 (towards 9).")


@pytest.mark.parametrize("move", sorted(SECRET))
def test_what_the_enemy_did_not_do_leaves_no_trace(move: str) -> None:
    """T-22.14, B-17.15: not even that there was something to decide."""
    text = {"stay": "stay F1"}.get(move, move)
    state = french_turn({"9": "C2"}, {"59": "I2"})
    step = Transition(Side.FRENCH, state, state, (state.move(text),))
    assert written(step.side, text, Side.AUSTRIAN) == ""
    assert written(step.side, text, Side.FRENCH) == text


def test_notation_names_no_hidden_piece(played: MarengoState, basic: MarengoState) -> None:
    """T-22.8, B-17.8: places and numbers are open, names would say which piece it is."""
    for game in (played, basic):
        for side, letter in ((Side.AUSTRIAN, "A"), (Side.FRENCH, "F")):
            moves = [
                written(step.side, str(move), side) for step in past(game) for move in step.moves
            ]
            assert {name[0] for name in PIECE.findall("\n".join(moves))} == {letter}
            account = "\n".join(lines(happened(past(game)[:150], side)))
            assert {name[0] for name in PIECE.findall(account)} <= {letter}


def test_of_what_a_search_expects_neither_names_nor_secrets_are_told() -> None:
    """T-22.8, T-22.14."""
    assert planned("send A1,A12 lead A1", Side.FRENCH) == "send A?,A? lead A?"
    assert planned("march F3 9", Side.FRENCH) == "march F? 9"
    assert planned("fire none", Side.FRENCH) == ""
    assert planned("fire none", None) == "fire none"
    assert planned("march F3 9", None) == "march F3 9"


def test_news_are_what_others_did_last_and_all_since() -> None:
    state = load("triomphe").start(7)
    taken = steps(state, "pontoon A1", "end", "organise F9", "end", "pontoon A2", "end")
    assert latest(taken[:2], Side.FRENCH) == taken[:2]
    assert latest(taken[:3], Side.FRENCH) == taken[:3]
    assert latest(taken, Side.FRENCH) == taken[4:]
    assert latest(taken[:5], Side.AUSTRIAN) == taken[2:5]
    assert latest(taken, None) == taken[4:]
    assert latest([], Side.FRENCH) == []


def test_arrows_show_each_move_and_never_which_block_went_on() -> None:
    """T-22.17: of blocks that meet nobody can tell which one moves on."""
    state = austrian_turn({"10": "I3", "5": "I2"}, {"59": "I2"})
    taken = steps(state, "march A2 10", "march A1 13")
    assert [tuple(map(str, way)) for way in arrows_of(taken)] == [("10", "13"), ("5", "10")]


def test_arrows_follow_the_road_that_was_marched() -> None:
    state = load("triomphe").start(7)
    taken = steps(state, "road A1", "cross Alessandria-1", "cross 1-5", "stop")
    (way,) = arrows_of(taken)
    assert tuple(map(str, way)) == ("Alessandria", "Alessandria-1", "1-5", "5")


def test_arrows_show_attacks() -> None:
    state = austrian_turn({"10": "I3"}, {"9": "I2"})
    taken = steps(state, "attack A1 10/9")
    assert ("10/9", "9/10") in [tuple(map(str, way)) for way in arrows_of(taken)]


@pytest.mark.parametrize("name", ["triomphe", "bonaparte"])
def test_losses_lie_where_the_pieces_stood_and_are_those_that_are_told(name: str) -> None:
    """T-22.5, B-17.6: both sides see every reduction; neither learns a kind from the map."""
    game, found = load(name), 0
    players = {side: make_player("rule", game) for side in game.seats}
    states = [state.copy() for state in moves_of(game.start(2), players, seed=2)]
    for before, after in pairwise(states):
        losses = losses_between([before, after])
        told = narrate_losses(before, after, Side.FRENCH)
        assert bool(losses) == bool(told)
        for place, side, number in losses:
            fallen = [
                old.strength - new.strength
                for old, new in zip(before.pieces, after.pieces, strict=True)
                if old.place == place and old.side == side
            ]
            assert number == sum(fallen) > 0
            found += 1
    assert found > 5


def test_morale_is_told_at_the_end_of_a_turn() -> None:
    taken = steps(load("triomphe").start(7), "end", "end", "end")
    assert "Morale of Austria: 2, now 4." in lines(happened(taken, None))


@pytest.mark.parametrize("viewer", Side)
def test_what_came_of_an_answer_is_told_with_the_turn_that_asked_for_it(
    played: MarengoState, viewer: Side
) -> None:
    """T-22.5: losses are seen by both, also where one's own answer decides them."""
    taken, before = past(played), None
    answers = 0
    for index, step in enumerate(taken):
        if step.side != viewer:
            continue
        if before is not None and taken[before].before.turn != viewer:
            assert taken[before] in latest(taken[:index], viewer)
            answers += 1
        before = index
    assert answers > 0
