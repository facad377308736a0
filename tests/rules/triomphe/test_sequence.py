"""Chapter 5 of the digest: rounds, turns and phases."""

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import (
    austrian_turn,
    end_turn,
    french_turn,
    game,
    play,
    settle,
    starting,
    texts,
    verbs,
    where,
    winner,
)


def test_sixteen_rounds_of_an_austrian_and_a_french_turn() -> None:
    """T-5.1, T-5.2: 6:00 to 21:00, Austria first, then the hour moves on."""
    state = game.start(1)
    turns = []
    while state.decision is not Decision.OVER:
        turns.append((state.hour, state.turn))
        end_turn(state)
    assert turns == [(h, side) for h in range(6, 22) for side in (Side.AUSTRIAN, Side.FRENCH)]


def test_a_turn_starts_with_the_morale_update() -> None:
    """T-5.3: phase 1: the discs of the hour become uncommitted before the first action."""
    track = {Side.FRENCH: {9: 2, 10: 1}}
    state = austrian_turn({"5": "I2"}, {"20": "I2"}, track=track)
    assert state.uncommitted(Side.FRENCH) == 6
    play(state, "end")
    assert (state.turn, state.decision) == (Side.FRENCH, Decision.ACTION)
    assert state.uncommitted(Side.FRENCH) == 8


def test_approach_clean_up_comes_before_the_actions() -> None:
    """T-5.3: phase 2: a piece without an opponent acts from reserve, from the first action on."""
    state = austrian_turn({"5": "I2"}, {"20/10": "I2"})
    play(state, "end")
    assert where(state, "F1") == "20"
    assert "march F1 33" in texts(state)


def test_morale_clean_up_comes_after_the_actions() -> None:
    """T-5.3: phase 4: the disc of a quiet locality comes back at the end of the owner's turn."""
    discs = {Side.FRENCH: {33: 1}}
    state = austrian_turn({"5": "I2"}, {"33": "I2"}, hour=16, committed=discs)
    play(state, "end")
    assert state.committed(Side.FRENCH) == {33: 1}
    play(state, "end")
    assert state.committed(Side.FRENCH) == {}
    assert state.uncommitted(Side.FRENCH) == 7


def test_actions_of_all_kinds_follow_in_any_order() -> None:
    """T-5.4: march, assault, march by road, attack and defensive march in one turn."""
    state = austrian_turn(
        {"9/14": "I3", "4": "I2", "5": "C2", "10": "I1", "13": "I2"},
        {"14/9": "I1", "20": "C2", "15": "C1"},
    )
    play(state, "march A2 6")
    settle(play(state, "assault 9/14", "lead F1"))
    settle(play(state, "road A3", "cross 5-4", "stop"))
    settle(play(state, "attack A4 10/20", "respond none"))
    play(state, "march A5 13/15")
    ends = [where(state, name) for name in ("A1", "A2", "A3", "A4", "A5")]
    assert ends == ["14", "6", "4", "20", "13/15"]


def test_no_action_is_compulsory() -> None:
    """T-5.5: the phase may be ended at once, whatever could be done, and after each action."""
    state = austrian_turn({"9/14": "I3", "13/21": "A1:due", "10": "I2"}, {"14/9": "I1", "21": "I1"})
    assert {"assault", "complete", "march", "end"} <= verbs(state)
    settle(play(state, "assault 9/14", "lead F1"))
    assert "end" in texts(state)


def test_a_locality_begun_must_be_organised_to_the_end() -> None:
    """T-5.5: the exception of T-14.15: with one of two pieces organised the turn goes on."""
    state = french_turn({"9": "~I3 ~I2"}, {"1": "I2"})
    play(state, "organise F1")
    assert texts(state) == {"organise F2"}
    play(state, "organise F2")
    assert "end" in texts(state)


def test_the_memory_of_a_turn_is_erased() -> None:
    """T-5.6: acted pieces, orders, traffic and bans are forgotten by the next own turn."""
    state = austrian_turn(
        {"5": "I3! C2"},
        {"20": "I2"},
        orders=0,
        steps={"c2": (3, 10)},
        barred=["5/4"],
        won=[10],
    )
    assert texts(play(state, "road A2")) == {"cross 5-1", "wait"}
    state.undo()
    end_turn(end_turn(state))
    assert state.orders == 3
    assert not state.piece("A1").acted
    assert (state.last_step("c2"), state.barred("5/4")) == (0, False)
    assert {"march A1 4", "march A1 10", "march A1,A2 10"} <= texts(state)
    assert {"cross 5-10", "cross 5-4"} <= texts(play(state, "road A1"))


def test_the_memory_of_every_place_is_erased() -> None:
    """T-5.6, T-23.13: from the first approach and crossing of the board to the last."""
    approaches, crossings = game.index.approach_at, game.index.crossings
    state = austrian_turn(
        {"5": "I2"}, {"20": "I2"}, attacked=list(approaches), road_attacks=crossings
    )
    before = state.view(Side.AUSTRIAN)
    assert before.attacked == set(approaches)
    assert before.road_attacked == set(crossings)
    after = end_turn(state).view(Side.AUSTRIAN)
    assert not after.attacked | after.road_attacked


def test_counts_of_manoeuvre_attacks_are_erased() -> None:
    """T-5.6: a second attack wins against a partial block, in the next turn it is a first one."""
    position = {"5": "C2"}, {"4/5": "I2"}
    again = austrian_turn(*position, attacked=["4/5"])
    settle(play(again, "attack A1 5/4"))
    assert where(again, "A1") == "4"
    later = end_turn(end_turn(austrian_turn(*position, attacked=["4/5"], road_attacks=["c17"])))
    assert "cross 5-4" in texts(play(later, "road A1"))
    settle(play(later, "cross 5-4"))
    assert where(later, "A1") == "5"


def test_the_game_ends_at_once_on_demoralisation() -> None:
    """T-5.7: the last disc is lost in the middle of a turn."""
    state = austrian_turn(
        {"8/9": "A1:due"}, {"9": "I2"}, uncommitted={Side.AUSTRIAN: 6, Side.FRENCH: 1}
    )
    play(state, "complete A1")
    assert state.decision is Decision.OVER
    assert not state.legal_moves()
    assert winner(state) is Side.AUSTRIAN


def test_the_game_ends_after_the_french_clean_up_of_the_last_round() -> None:
    """T-5.7: the turns of 21:00 are played; discs lost in the last clean-up still decide."""
    state = austrian_turn({"5": "I2"}, {"20": "I2"}, hour=21)
    play(state, "end")
    assert (state.turn, winner(state)) == (Side.FRENCH, None)
    play(state, "end")
    assert (state.decision, winner(state)) == (Decision.OVER, Side.FRENCH)
    last = french_turn(
        {"20": "I2"},
        {"5": "I2"},
        hour=21,
        uncommitted={Side.AUSTRIAN: 6, Side.FRENCH: 0},
        committed={Side.FRENCH: {5: 1}},
    )
    assert winner(play(last, "end")) is Side.AUSTRIAN


def test_reinforcing_the_box_goes_on_round_after_round() -> None:
    """T-5.2: in each Austrian turn the pontoon bridge may be used anew."""
    state = game.start(2)
    for hour in (6, 7, 8):
        assert (state.hour, bool(starting(state, "pontoon"))) == (hour, True)
        play(state, sorted(starting(state, "pontoon"))[0])
        assert not starting(state, "pontoon")
        end_turn(end_turn(state))
