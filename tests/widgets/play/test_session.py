"""The session: whose turn it is, what may be taken back, who sees what, and games on paper."""

import threading
import time

import pytest

from marengo.core.errors import IllegalMove
from marengo.core.move import Move
from marengo.core.players import PlayerError
from marengo.core.scenarios import load as load_game
from marengo.games.europe.war import Seat
from marengo.games.marengo.game import load
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.screens.marengo.play.news import happened
from marengo.screens.marengo.play.session import MarengoSession
from marengo.widgets.playing.seats import HUMAN, HURRY
from marengo.widgets.playing.session import Session as Playing
from tests.helpers import austrian_turn
from tests.widgets.play.sitting import begun, play, session
from tests.widgets.play.waiting import wait_until

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH
HALF_A_SECOND = 0.5


# --- deciding ---------------------------------------------------------------------------------


def test_a_person_plays_and_the_player_answers() -> None:
    made = session(HUMAN, "test-ends")
    assert made.asked
    assert made.viewer == AUSTRIAN
    play(made, "pontoon A1", "end")
    wait_until(lambda: made.asked and not made.thinking)
    assert (made.state.hour, made.state.turn) == (7, AUSTRIAN)
    assert [step.side for step in made.steps] == [AUSTRIAN, AUSTRIAN, FRENCH]


def test_an_illegal_move_changes_nothing() -> None:
    made = session(HUMAN, "test-ends")
    with pytest.raises(IllegalMove):
        made.play([made.state.move("road A14"), made.state.move("cross 1-5")])
    assert made.steps == []
    assert made.state.moves == ()


def test_nobody_plays_for_the_other_side() -> None:
    made = session("test-ends", HUMAN)
    with pytest.raises(IllegalMove, match="nobody at the screen"):
        made.play(made.state.legal_moves()[:1])


def test_the_same_seed_gives_the_same_answers() -> None:
    texts = []
    for _ in range(2):
        made = session(HUMAN, "rule")
        play(made, "end")
        wait_until(lambda: made.asked and not made.thinking)  # noqa: B023 -- waited for at once
        texts.append([str(move) for move in made.state.moves])
    assert texts[0] == texts[1]


# --- taking back ------------------------------------------------------------------------------


def test_own_decisions_are_taken_back_one_by_one() -> None:
    made = session(HUMAN, "test-ends")
    assert made.kept == "Nothing has been decided yet."
    start = made.state
    moves = ["road A14", "cross Alessandria-1", "stop"]
    after = made.state.copy()
    made.play([_played(after, text) for text in moves])  # a whole march is one decision
    play(made, "pontoon A1")
    assert made.undo()
    assert made.undo()
    assert made.state == start
    assert not made.undo()


def _played(state: MarengoState, text: str) -> Move:
    move = state.move(text)
    state.play(move)
    return move


def test_a_turn_ended_by_mistake_is_taken_back_while_nobody_has_decided() -> None:
    made = session(HUMAN, "rule")
    made.paused = True
    play(made, "end")
    assert made.state.turn == FRENCH
    assert made.undo()
    assert made.state.turn == AUSTRIAN


def test_nothing_is_taken_back_once_the_other_side_has_decided() -> None:
    made = session(HUMAN, "test-ends")
    play(made, "end")
    wait_until(lambda: made.asked and not made.thinking)
    assert made.kept == "The other side has decided since."
    assert not made.undo()
    play(made, "pontoon A1")  # but what was decided afterwards is
    assert made.undo()


def test_an_attack_is_not_taken_back() -> None:
    """T-22.14: that nobody answers is an answer too."""
    state = austrian_turn({"10/9": "I3 I3"}, {"9": "I2", "9/14": "I2"})
    made = begun(state, HUMAN, "test-ends")
    made.paused = True  # else the retreat may come before the question
    play(made, "attack A1 10/9")
    assert made.steps[-1].side == AUSTRIAN
    assert made.kept == "It may have brought something hidden to light."
    assert not made.undo()


def test_an_attack_by_road_is_not_taken_back() -> None:
    """T-8.26, T-9.13: the defender may respond."""
    state = austrian_turn({"10": "C2"}, {"13": "I2"}, hour=9)
    made = begun(state, HUMAN, "test-ends")
    made.paused = True
    start = made.state.copy()
    made.play([_played(start, "road A1"), _played(start, "cross 10-13")])
    assert not made.undo()


def test_a_march_that_shows_nothing_is_taken_back_beside_known_enemies() -> None:
    made = begun(austrian_turn({"10": "I3"}, {"59": "I2"}), HUMAN, "test-ends")
    play(made, "march A1 9")
    assert made.kept == ""


def test_a_continuation_shows_the_own_piece_only() -> None:
    """T-12.17: the enemy learns of it, the one who takes it back does not."""
    made = begun(austrian_turn({"5": "C2"}, {"9": "I2"}), HUMAN, "test-ends")
    play(made, "march A1 10", "continue A1 10/9")
    assert made.undo()
    assert str(made.state.decision.name) == "CONTINUATION"


def test_a_turn_is_taken_back_as_a_whole_and_done_again() -> None:
    made = session(HUMAN, "test-ends")
    start = made.state
    play(made, "pontoon A1", "road A14")
    end = made.state
    assert made.undo(whole_turn=True)
    assert made.state == start
    assert not made.undo(whole_turn=True)
    assert [made.redo() for _ in range(3)] == [True, True, False]
    assert made.state == end
    assert len(made.steps) == 2
    made.undo()
    play(made, "road A4")  # something else
    assert not made.redo()


def test_of_a_turn_no_more_is_taken_back_than_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    made = session(HUMAN, "test-ends")
    play(made, "end")
    wait_until(lambda: made.asked and not made.thinking)
    begun = made.state
    play(made, "pontoon A1", "road A14")
    assert made.undo(whole_turn=True)
    assert made.state == begun  # not before the other side's decision
    assert made.kept == "The other side has decided since."
    play(made, "pontoon A1", "road A14")
    shown = made.steps[-2]
    monkeypatch.setattr(made, "revealed", lambda step: step is shown)
    assert made.undo(whole_turn=True)
    assert made.steps[-1] is shown
    assert made.kept == "It may have brought something hidden to light."


def test_a_turn_that_was_ended_again_goes_on() -> None:
    made = session(HUMAN, "test-ends")
    made.paused = True
    play(made, "end")
    assert made.undo()
    made.paused = False
    assert made.redo()
    wait_until(lambda: made.asked and not made.thinking)
    assert made.state.hour == 7
    assert not made.redo()


# --- a single answer --------------------------------------------------------------------------


def half_organised() -> tuple[MarengoSession, str]:
    """Return a game in which France may organise one of two pieces of a locality."""
    made = begun(load("triomphe").start(7).play("end"), "test-ends")
    for move in made.state.legal_moves():
        after = made.state.copy().play(move)
        if str(move).startswith("organise") and len(after.legal_moves()) == 1:
            return made, str(move)
    raise AssertionError


def test_the_rest_of_an_action_is_done_and_told_with_its_rule() -> None:
    """T-14.14: all pieces of a locality are organised, or none."""
    made, move = half_organised()
    before = made.state
    play(made, move)
    first, second = made.steps
    assert (first.forced, second.forced) == (False, True)
    assert len(made.state.legal_moves()) > 1
    ((_, account),) = happened(made.steps, FRENCH)
    assert account[1].endswith("Nothing else was allowed (T-14.14).")
    assert "Nothing else" not in str(happened(made.steps, AUSTRIAN))
    after = made.state
    assert made.undo()
    assert made.state == before
    assert made.redo()
    assert (made.state, len(made.steps)) == (after, 2)


def test_a_turn_is_ended_where_nothing_else_can_be_done() -> None:
    """T-5.5: that he ends it is his own decision as long as he can still take something back."""
    state = austrian_turn({"10": "I3"}, {"59": "I2"})
    made = begun(state.copy(), HUMAN, "test-ends")
    made.paused = True
    play(made, "march A1 9")
    assert [str(move) for move in made.state.legal_moves()] == ["end"]
    assert made.undo()
    other = begun(state.play("march A1 9"), HUMAN, "test-ends")
    other.go_on()
    wait_until(lambda: other.state.hour > state.hour)
    assert other.steps[0].forced
    assert happened(other.steps[:1], AUSTRIAN)[0][1] == [
        "Austria ends the actions of the turn. Nothing else was allowed."
    ]


# --- players ----------------------------------------------------------------------------------


def test_thinking_is_given_up_within_half_a_second() -> None:
    made = session(HUMAN, "search:seconds=600")
    _warm(made)
    play(made, "end")
    wait_until(lambda: made.thinking)
    time.sleep(0.3)
    began = time.monotonic()
    made.pause(paused=True)
    assert time.monotonic() - began < HALF_A_SECOND
    assert not made.thinking
    assert made.undo()
    assert made.asked


def test_a_search_moves_now_if_it_is_told_to() -> None:
    made = session(HUMAN, "search:seconds=600")
    _warm(made)
    play(made, "end")
    wait_until(lambda: made.thinking)
    time.sleep(0.3)
    moves = len(made.steps)
    began = time.monotonic()
    made.hurry()
    wait_until(lambda: len(made.steps) > moves, 60)
    assert time.monotonic() - began < 10 * HALF_A_SECOND  # a machine may be busy; 600 s it is not
    made.stop()


def test_a_search_takes_its_time_again_at_the_next_turn() -> None:
    made = session(HUMAN, "search:seconds=600")
    _warm(made)
    play(made, "end")
    made.hurry()
    wait_until(lambda: made.asked and not made.thinking)
    player, seconds = made._computers._searches[FRENCH]
    assert seconds == 600
    play(made, "end")
    wait_until(lambda: made.thinking and player.seconds == 600, 60)
    made.stop()


def test_a_search_that_is_watched_is_hurried_for_one_decision() -> None:
    made = session("search:seconds=600", "rule")
    _warm(made)
    made.pause(paused=False)
    player, _ = made._computers._searches[AUSTRIAN]
    made.hurry()
    assert player.seconds == HURRY
    wait_until(lambda: len(made.steps) > 0)
    wait_until(lambda: player.seconds == 600, 60)
    made.stop()


def test_nobody_is_said_to_wait_between_a_decision_and_the_answer() -> None:
    made = session(HUMAN, "test-ends")
    idle = []
    made.changed = lambda: idle.append(not made.asked and not made.thinking)
    play(made, "end")
    wait_until(lambda: made.asked and not made.thinking)
    assert not any(idle)


def _warm(made: MarengoSession) -> None:
    """Compile the search, so that what is measured is the thinking."""
    from marengo.core.players import ask

    ask(made.state, "search:nodes=2")


def test_a_player_that_fails_is_named_and_asked_again() -> None:
    made = session(HUMAN, "test-breaks")
    play(made, "end")
    wait_until(lambda: bool(made.trouble))
    assert made.trouble == "The player test-breaks failed: ZeroDivisionError: no idea"
    assert not made.thinking
    made.names[FRENCH] = HUMAN  # the game is not lost
    made.uncover()
    assert made.asked


def test_of_two_threads_that_would_think_only_the_later_one_goes_on() -> None:
    """Whoever answers before the thread of the last answer has ended starts another."""
    made = session("rule", "rule")
    made.paused, made.thinking = False, True
    ended, made._stop = made._stop, threading.Event()
    assert not made._goes_on(ended)
    assert made._goes_on(made._stop)
    assert made.thinking


def test_an_unknown_player_is_refused_before_the_game() -> None:
    with pytest.raises(PlayerError, match="nobody"):
        session(HUMAN, "nobody")
    made = session(HUMAN, "test-ends")
    play(made, "pontoon A1")
    with pytest.raises(PlayerError):
        made.restart(made.state.game, {AUSTRIAN: HUMAN, FRENCH: "nobody"}, 1)
    assert len(made.steps) == 1


def test_a_hint_names_choices_and_is_forgotten_afterwards() -> None:
    made = MarengoSession(load("triomphe"), {AUSTRIAN: HUMAN, FRENCH: "rule"}, 7, "search:nodes=60")
    made.advise()
    wait_until(lambda: made.adviser.answer is not None)
    answer = made.adviser.answer
    assert answer is not None
    assert answer.thought is not None
    assert 1 <= len(answer.thought.choices) <= 3
    legal = {str(move) for move in made.state.legal_moves()}
    assert {choice.move for choice in answer.thought.choices} <= legal
    play(made, "pontoon A1")
    assert made.adviser.answer is None


def test_two_players_are_watched_until_one_pauses_them() -> None:
    made = session("rule", "rule")
    assert made.paused
    assert made.viewer is None
    made.delay = 0.01
    made.pause(paused=False)
    wait_until(lambda: len(made.steps) >= 5)
    made.pause(paused=True)
    number = len(made.steps)
    time.sleep(0.2)
    assert len(made.steps) == number
    made.pause(paused=False)
    wait_until(lambda: len(made.steps) > number)
    made.stop()


def test_players_play_a_whole_game() -> None:
    made = session("rule", "test-ends")
    made.pause(paused=False)
    wait_until(lambda: made.over)
    assert made.state.outcome is not None
    assert made.winner == made.state.outcome.winner


def test_changes_are_announced_from_the_thread_as_well() -> None:
    made = session(HUMAN, "test-ends")
    threads = set()
    made.changed = lambda: threads.add(threading.current_thread() is threading.main_thread())
    play(made, "end")
    wait_until(lambda: made.asked and not made.thinking)
    assert threads == {True, False}


# --- two people at one screen -----------------------------------------------------------------


def test_what_is_shown_takes_no_longer_than_what_is_decided() -> None:
    """A war asks a computer for many small things while a person waits; each picture takes time."""
    game = load_game("europe-1800")
    made, shown = Playing(game, {Seat.FRANCE: HUMAN, Seat.AUSTRIA: "rule"}, seed=3), list[int]()

    def slowly() -> None:
        time.sleep(0.2)
        shown.append(len(made.steps))

    made.changed = slowly
    made.uncover()
    made.waits = True
    made.go_on()
    wait_until(lambda: made.asked and shown[-1] == len(made.steps))
    decided = sum(step.side == Seat.AUSTRIA for step in made.steps)
    assert decided > 20
    assert len(shown) < decided / 2


def looks(made: MarengoSession) -> tuple[Side | None, bool]:
    """Return who looks at the board, and whether it is covered."""
    return made.viewer, made.covered


def test_the_board_is_covered_until_who_decides_looks_at_it() -> None:
    made = session(HUMAN, HUMAN)
    assert looks(made) == (None, True)
    assert not made.asked
    made.uncover()
    assert looks(made) == (AUSTRIAN, False)
    play(made, "pontoon A1", "end")
    assert looks(made) == (AUSTRIAN, True)  # nobody else has looked yet
    assert not made.undo()
    made.uncover()
    assert looks(made) == (FRENCH, False)
    assert made.kept == "The other side has decided since."


def assaulted(defenders: str, elsewhere: str) -> MarengoSession:
    """Return a game between two people in which Austria has led an assault, and France decides."""
    state = austrian_turn({"8/9": "I3 C2", "1": "I2 C1"}, {"9/8": defenders, "42": elsewhere})
    state.game = state.game.asking(single=True)
    made = begun(state)
    for text in ("assault 8/9", "lead F1", "send A1 lead A1"):
        play(made, text)
        assert made.covered
        made.uncover()
    return made


def test_who_has_no_choice_is_asked_all_the_same_between_people() -> None:
    """T-23.2: else a cover that does not come would tell it."""
    made = assaulted("I3 A1", "I2 C2")
    play(made, "fire F2")
    for decides, decision, single in (
        (AUSTRIAN, "HIT", "hit A1"),
        (FRENCH, "COUNTER_ATTACK", "counter none"),  # artillery makes none
    ):
        assert looks(made) == (decides.enemy, True)
        made.uncover()
        assert looks(made) == (decides, False)
        assert (made.asked, made.state.decision.name) == (True, decision)
        assert [str(move) for move in made.state.legal_moves()] == [single]
        play(made, single)
    assert (made.covered, made.state.decision.name) == (True, "ACTION")


def test_who_is_asked_again_at_once_gives_no_single_answer_first() -> None:
    """T-23.2: no fire, and then whether to counter-attack."""
    made = assaulted("I3 I2", "A1 C2")
    assert [str(step.moves[0]) for step in made.steps[-2:]] == ["send A1 lead A1", "fire none"]
    assert (made.asked, made.state.decision.name) == (True, "COUNTER_ATTACK")


def test_one_person_is_asked_no_more_than_there_is_to_choose() -> None:
    """T-23.2: a machine does not see how long it waits."""
    assert not session(HUMAN, "rule").state.game.asks_single
    assert not session("rule", "rule").state.game.asks_single
    two = session(HUMAN, HUMAN)
    assert two.state.game.asks_single
    two.resume(two.record())
    assert two.state.game.asks_single


def test_who_looks_at_the_board_resigns() -> None:
    made = session(HUMAN, HUMAN)
    made.resign()
    assert not made.over  # nobody looks
    made.uncover()
    made.resign()
    assert made.record().resigned == AUSTRIAN
    assert made.winner == FRENCH
    assert made.viewer is None  # all is open now
    assert not made.covered
