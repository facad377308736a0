"""Chapter 11, assault: what it is, who takes part, how often, and what it costs."""

from collections.abc import Mapping

import pytest

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import pieces_at, play, starting, texts, verbs, where
from tests.rules.bonaparte.assaulting import (
    AUSTRIAN,
    AUSTRIANS_FAR_AWAY,
    FRENCH,
    FRENCH_FAR_AWAY,
    answer,
    asking,
    assault,
    before_assault,
    finish,
    group,
    led,
    lost,
    narrow,
)
from tests.rules.bonaparte.setting import austrian_turn
from tests.rules.bonaparte.turns import strengths


@pytest.mark.parametrize(
    ("austrian", "french", "offered"),
    [
        ({"16/29": "I3"}, {"29/16": "I2"}, {"assault A1 16/29"}),
        ({"16": "I3"}, {"29/16": "I2"}, set()),
        ({"16/31": "I3"}, {"29/16": "I2", "31": "I2"}, set()),
        ({"16/29": "I3"}, {"29": "I2"}, set()),
        ({"16/29": "I3", "27": "I1"}, {"29/27": "I2"}, set()),
    ],
)
def test_an_assault_goes_from_an_approach_against_enemies_in_the_opposite_one(
    austrian: Mapping[str, str], french: Mapping[str, str], offered: set[str]
) -> None:
    """B-11.1: where none is possible, the moves follow at once."""
    state = austrian_turn(austrian, french, step=2)
    assert starting(state, "assault") == offered
    assert state.decision is (Decision.ASSAULT if offered else Decision.ACTION)
    assert texts(state) == offered | {"end"} if offered else state.step == 3


def test_an_assault_is_an_attempt_to_cross() -> None:
    """B-11.1: into the locality, not only into the approach; in step 2, not among the moves."""
    state = before_assault("16/29", "I3", "I1")
    assert state.step == 2
    moves = play(state.copy(), "end")
    assert moves.step == 3
    assert "assault" not in verbs(moves)
    finish(group(state, "assault", "A1", "16/29"))
    assert where(state, "A1") == "29"
    assert state.occupier(29) is AUSTRIAN


def test_only_pieces_of_the_one_approach_take_part() -> None:
    """B-11.2: neither the reserve nor another approach of the same locality."""
    french = {"31": "I2"}
    state = before_assault(
        "16/29", "I3 I2 C1", "I1", austrian={"16": "C2", "16/31": "I1"}, french=french
    )
    assert starting(state, "assault") == {"assault A1 16/29", "assault A2 16/29"}
    play(state, "assault A1 16/29")
    assert state.decision is Decision.JOIN
    assert texts(state) == {"join A2", "join A3", "join none"}


def test_any_of_them_may_take_part() -> None:
    """B-11.2, B-11.4: every set that holds a leading piece is reached, each in one way."""
    state = before_assault("16/29", "I3 I2 C1", "I1")
    sets = []
    for first in sorted(starting(state, "assault")):
        waiting = [play(state.copy(), first)]
        while waiting:
            named = waiting.pop()
            if named.decision is Decision.JOIN:
                waiting += [play(named.copy(), move) for move in sorted(texts(named))]
            else:
                moved = finish(answer(named, "fire none", "lead none"))
                sets.append({name for name in ("A1", "A2", "A3") if moved.piece(name).assaulted})
    expected = [{"A1"}, {"A1", "A2"}, {"A1", "A3"}, {"A1", "A2", "A3"}, {"A2"}, {"A2", "A3"}]
    assert sorted(map(sorted, sets)) == sorted(map(sorted, expected))


def test_all_pieces_of_the_attacked_approach_defend_and_no_others() -> None:
    """B-11.3: neither the reserve nor another approach may lead, and all bear the losses."""
    state = narrow(
        "I2", "I2 I1 C2", austrian={"27": "I1"}, french={"29": "I3", "29/27": "C1"}, far_away=False
    )
    assert asking(state) == (Decision.DEFENCE_LEADERS, FRENCH)
    assert texts(state) == {"lead F1", "lead F2", "lead F3", "lead none"}
    play(state, "lead none")
    assert texts(state) == {"reduce F1", "reduce F2", "reduce F3"}


@pytest.mark.parametrize(("leader", "won"), [("lead none", True), ("lead F1", False)])
def test_pieces_left_out_stay_where_they_are(leader: str, won: bool) -> None:
    """B-11.4: whatever the outcome; a lost one costs I2 three points, and only two are there."""
    state = finish(answer(narrow("I2 I3 C2", "I3", take="A1"), leader))
    assert (state.occupier(29) is AUSTRIAN) is won
    assert strengths(state, "A1", "A2", "A3") == (1 if won else 0, 3, 2)
    assert [where(state, name) for name in ("A2", "A3")] == ["16/29", "16/29"]


def test_who_takes_part_is_settled_before_the_defender_answers() -> None:
    """B-11.4: at declaration; afterwards nobody joins any more."""
    state = narrow("I3 I2 C2", "I3", take="A1")
    assert asking(state) == (Decision.DEFENCE_LEADERS, FRENCH)
    finish(play(state, "lead none"))
    assert [state.piece(name).assaulted for name in ("A1", "A2", "A3")] == [True, False, False]


@pytest.mark.parametrize(
    ("attackers", "offered"),
    [
        ("I1 C1 A1", set()),
        ("A1", set()),
        ("I1 I3", {"assault A1 16/29", "assault A2 16/29"}),
        ("I3 I1 A1", {"assault A1 16/29"}),
        ("C2 I1", {"assault A1 16/29"}),
    ],
)
def test_no_assault_without_a_possible_leading_piece(attackers: str, offered: set[str]) -> None:
    """B-11.5: a set without one is not offered, and a set is named in ascending order."""
    state = before_assault("16/29", attackers, "I2", far_away=False)
    assert starting(state, "assault") == offered


def test_a_set_that_lacks_a_leading_piece_must_get_one() -> None:
    """B-11.5: I1 alone is no set, so that I3 comes with it unasked."""
    state = play(before_assault("16/29", "I1 I3", "I1", far_away=False), "assault A1 16/29")
    assert state.decision is Decision.DEFENCE_LEADERS
    finish(play(state, "lead none"))
    assert [where(state, name) for name in ("A1", "A2")] == ["29", "29"]


def test_no_more_participants_than_the_attacked_locality_holds() -> None:
    """B-11.6: 15 holds four, its defender not counted; the fifth piece cannot join."""
    state = before_assault("9/15", "I3 I2 C2 I1 C1", "I1")
    play(state, "assault A1 9/15", "join A2", "join A3")
    assert texts(state) == {"join A4", "join A5", "join none"}
    play(state, "join A4")
    assert state.decision is Decision.LEADERS
    finish(play(state, "lead A1", "lead none"))
    assert where(state, "A5") == "9/15"
    assert sum(pieces_at(state, AUSTRIAN, "15").values()) == 4


def test_artillery_takes_part_without_leading() -> None:
    """B-11.7: it goes along, and it is not offered as leading piece."""
    state = before_assault("16/29", "I3 C2 A1", "I1")
    play(state, "assault A1 16/29")
    assert "join A3" in texts(state)
    play(state, "join A2", "join A3")
    assert led(state) == {"I3", "C2"}
    finish(play(state, "lead A1", "lead none"))
    assert where(state, "A3") == "29"


@pytest.mark.parametrize(
    ("artillery", "joins"), [("A1", True), ("A1:completed", False), ("A1:silent", True)]
)
def test_artillery_that_fired_this_turn_takes_no_part(artillery: str, joins: bool) -> None:
    """B-11.7: one that bombarded only in an earlier turn does."""
    state = play(before_assault("16/29", f"I3 {artillery}", "I1"), "assault A1 16/29")
    assert ("join A2" in texts(state)) is joins


def test_artillery_that_cancelled_takes_part() -> None:
    """B-11.7: cancelling is not firing."""
    state = before_assault("16/29", "I3 A1:due", "I1", step=1)
    play(state, "cancel A2", "assault A1 16/29")
    assert "join A2" in texts(state)


FOUR_FRONTS = {
    "austrian": {"16/29": "I3", "16/31": "I2", "16/22": "C2", "16/17": "I2"},
    "french": {"29/16": "I1", "31/16": "I1", "22/16": "I1", "17/16": "I1"},
}


@pytest.mark.parametrize("commands", [0, 1, 2, 3])
def test_each_assault_costs_a_command(commands: int) -> None:
    """B-11.8: as many as there are commands, with however many pieces."""
    state = austrian_turn(FOUR_FRONTS["austrian"], FOUR_FRONTS["french"], step=2, commands=commands)
    for made, place in enumerate(list(FOUR_FRONTS["austrian"])[:commands]):
        assert asking(state) == (Decision.ASSAULT, AUSTRIAN)
        assert state.commands == commands - made
        move = next(text for text in texts(state) if text.endswith(place))
        finish(answer(play(state, move), "lead none"))
    assert state.decision is Decision.ACTION
    assert state.commands == 0


def test_the_command_is_spent_at_declaration_whatever_the_number_of_pieces() -> None:
    """B-11.8: one for the three of them, before anything else happens."""
    assert narrow("I3 I2 C2", "I3").commands == 2


def test_one_assault_over_an_approach_in_a_turn() -> None:
    """B-11.9: those left out of the first cannot make a second; other approaches can."""
    state = narrow("I2 I3", "I3", take="A1", austrian={"16/31": "I2"}, french={"31/16": "I1"})
    finish(play(state, "lead F1"))
    assert state.assaulted("16/29")
    assert asking(state) == (Decision.ASSAULT, AUSTRIAN)
    assert texts(state) == {"end", "assault A3 16/31"}


def test_an_approach_once_assaulted_over_is_closed_to_assaults() -> None:
    """B-11.9: by itself, without a ban."""
    state = before_assault(
        "16/29",
        "I3",
        "I1",
        austrian={"16/31": "I2"},
        french={"31/16": "I1"},
        assaulted=["16/29"],
        commands=2,
    )
    assert starting(state, "assault") == {"assault A2 16/31"}


def test_one_assault_is_over_before_the_next_is_declared() -> None:
    """B-11.10: losses and retreat included; I3 has come from 29 to 31 when the next one begins."""
    state = narrow("I3", "I1 I3", austrian={"16/31": "I2"}, french={"31/16": "I1"})
    assert "assault" not in verbs(state)
    play(state, "lead none")
    assert state.decision is Decision.REDUCTION
    answer(state, "reduce F1", "reduce F2", "reduce F2")
    assert asking(state) == (Decision.RETREAT, FRENCH)
    assert "assault" not in verbs(state)
    play(state, "retreat F2 31")
    assert texts(state) == {"end", "assault A2 16/31"}
    assert pieces_at(state, FRENCH, "31") == {"I1": 1}
    assert where(state, "A1") == "29"
    assert lost(state, FRENCH) == 3


@pytest.mark.parametrize(
    ("demoralised", "offered"),
    [
        ({}, True),
        ({AUSTRIAN: 8}, False),
        ({FRENCH: 8}, True),
    ],
)
def test_a_demoralised_army_declares_no_assault(
    demoralised: Mapping[Side, int], offered: bool
) -> None:
    """B-11.11: the enemy's demoralisation is no obstacle."""
    morale = dict.fromkeys(demoralised, 0)
    state = before_assault("16/29", "I3", "I2", morale=morale, demoralised=demoralised)
    assert bool(starting(state, "assault")) is offered
    assert state.decision is (Decision.ASSAULT if offered else Decision.ACTION)


@pytest.mark.parametrize(("leader", "place"), [("lead none", "29"), ("lead F1", "16")])
def test_participants_do_not_move_afterwards(leader: str, place: str) -> None:
    """B-11.12: neither the winners in 29 nor the losers in 16."""
    state = finish(answer(narrow("I3 C2", "I3"), "lead A1", leader))
    assert state.decision is Decision.ACTION
    assert [where(state, name) for name in ("A1", "A2")] == [place, place]
    assert not {"A1", "A2"} & {move.split()[1] for move in texts(state) if move != "end"}


def test_participants_make_no_other_assault() -> None:
    """B-11.12: cavalry that has come into the approach by continuation cannot even join."""
    state = before_assault("16/29", "C2:assaulted I2", "I1", commands=2)
    assert starting(state, "assault") == {"assault A2 16/29"}
    play(state, "assault A2 16/29")
    assert state.decision is Decision.DEFENCE_LEADERS


def test_several_assaults_in_one_turn_may_strike_one_locality() -> None:
    """B-11.8, B-11.9: over different approaches, for a command each."""
    state = assault("16/29", "I2", "I3", austrian={"31/29": "I3"}, french={"29/31": "I1"})
    finish(play(state, "lead F1"))
    assert texts(state) == {"end", "assault A2 31/29"}
    finish(answer(play(state, "assault A2 31/29"), "lead none"))
    assert state.commands == 1
    assert state.occupier(29) is AUSTRIAN


def test_far_away_pieces_have_no_part_in_it() -> None:
    """B-11.20: neither army's."""
    state = finish(answer(narrow("I3", "I1"), "lead none"))
    for side, places in ((AUSTRIAN, AUSTRIANS_FAR_AWAY), (FRENCH, FRENCH_FAR_AWAY)):
        for place, pieces in places.items():
            assert pieces_at(state, side, place) == dict.fromkeys(pieces.split(), 1)
