"""Chapter 14, victory: demoralisation and the stars, both judged after the last round.

Red stars: 61, 63, 65; green: 62, 66; blue: 56, 59, 60.
"""

from itertools import product

import pytest

from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import play, texts, winner
from tests.rules.bonaparte.setting import NOBODY, austrian_turn, french_turn, game
from tests.rules.bonaparte.turns import pass_hours, pass_turn

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH

FAR_AWAY = {"10": "I3"}
"""A French piece far from all stars."""


def evening(
    austrian: dict[str, str], demoralised: tuple[Side, ...] = (), french: dict[str, str] = FAR_AWAY
) -> BonaparteState:
    """Return the end of the game in which these armies were demoralised at 9:00 and 12:00."""
    state = french_turn(
        french,
        austrian,
        hour=21,
        morale=dict.fromkeys(demoralised, 0),
        demoralised=dict(zip(demoralised, (9, 12), strict=False)),
    )
    return pass_turn(state)


def victory(state: BonaparteState) -> tuple[Side, str]:
    """Return who has won and how."""
    assert state.outcome is not None
    return state.outcome.winner, state.outcome.kind


def test_the_winner_is_determined_after_the_last_round() -> None:
    """B-14.1: not after 20:00, nor after the last Austrian turn."""
    state = french_turn(FAR_AWAY, {"62": "I2", "61": "I2"}, hour=20)
    pass_turn(state)
    assert (state.outcome, state.hour, state.turn) == (None, 21, AUSTRIAN)
    pass_turn(state)
    assert (state.outcome, state.hour, state.turn) == (None, 21, FRENCH)
    pass_turn(state)
    assert (winner(state), state.decision, texts(state)) == (AUSTRIAN, Decision.OVER, set())


@pytest.mark.parametrize(
    ("broken", "austrian", "expected"),
    [
        (FRENCH, {"2": "I2"}, AUSTRIAN),
        (FRENCH, {"61": "I2", "62": "I2"}, AUSTRIAN),
        (AUSTRIAN, {"61": "I2", "62": "I2", "60": "I2"}, FRENCH),
        (AUSTRIAN, {"2": "I2"}, FRENCH),
    ],
)
def test_the_army_that_alone_is_demoralised_loses(
    broken: Side, austrian: dict[str, str], expected: Side
) -> None:
    """B-14.2: the stars do not matter."""
    assert victory(evening(austrian, (broken,))) == (expected, "decisive")


def test_an_army_demoralised_in_the_last_turn_loses() -> None:
    """B-14.2: what counts is the end, whoever holds the stars."""
    state = french_turn(
        {"5/8": "A1:due"},
        {"8": "I2", "61": "I2", "62": "I2"},
        step=1,
        hour=21,
        morale={AUSTRIAN: 1},
    )
    pass_turn(play(state, "complete F1"))
    assert victory(state) == (FRENCH, "decisive")


@pytest.mark.parametrize("demoralised", [(), (AUSTRIAN, FRENCH), (FRENCH, AUSTRIAN)])
@pytest.mark.parametrize(
    ("stars", "expected"),
    [
        ("", FRENCH),
        ("61", FRENCH),
        ("62", FRENCH),
        ("59", FRENCH),
        ("61 63 65", FRENCH),  # red only
        ("62 66", FRENCH),  # green only
        ("56 59 60", FRENCH),  # blue only
        ("63 66", AUSTRIAN),
        ("65 56", AUSTRIAN),
        ("62 60", AUSTRIAN),
        ("61 62 59", AUSTRIAN),
        ("61 63 66", AUSTRIAN),
    ],
)
def test_austria_needs_two_stars_of_two_colours(
    stars: str, expected: Side, demoralised: tuple[Side, ...]
) -> None:
    """B-14.3: if none of the armies is demoralised or both are."""
    austrian = dict.fromkeys(stars.split(), "I2") or {"2": "I2"}
    assert victory(evening(austrian, demoralised)) == (expected, "marginal")


@pytest.mark.parametrize("star", [56, 59, 60, 61, 62, 63, 65, 66])
def test_every_star_counts_beside_one_of_another_colour(star: int) -> None:
    """B-14.3: and never beside one of its own."""
    colours = {
        locality.number: locality.star for locality in game.board.localities if locality.star
    }
    assert len(colours) == 8
    for other in colours.keys() - {star}:
        expected = AUSTRIAN if colours[other] != colours[star] else FRENCH
        assert winner(evening({str(star): "C1", str(other): "I1"})) is expected


@pytest.mark.parametrize(
    ("austrian", "french", "expected"),
    [
        ({"62": "I1", "61": "C1"}, NOBODY, AUSTRIAN),
        ({"62": "A1", "61": "I3 I3"}, NOBODY, AUSTRIAN),
        ({"62/58": "I2", "61": "I2"}, {"58": "I2"}, AUSTRIAN),
        ({"62/58": "I2", "61/55": "I2"}, {"58": "I2", "55": "I2"}, AUSTRIAN),
        ({"58/62": "I2", "61": "I2"}, {"62": "I2"}, FRENCH),
    ],
)
def test_one_piece_in_any_position_occupies(
    austrian: dict[str, str], french: dict[str, str], expected: Side
) -> None:
    """B-14.4: of any type and strength; an approach belongs to its own locality."""
    assert winner(evening(austrian, french={**FAR_AWAY, **french})) is expected


def test_having_passed_through_does_not_count() -> None:
    """B-14.4: cavalry rides through 66 (green) and ends in 60 (blue)."""
    state = austrian_turn({"58": "C2"}, FAR_AWAY, hour=21)
    play(state, "road A1", "cross 58-66", "cross 66-60", "stop")
    pass_turn(pass_turn(state))
    assert victory(state) == (FRENCH, "marginal")


def test_there_is_no_draw() -> None:
    """B-14.5: whoever is demoralised, whatever stars are held, one side has won."""
    armies: list[tuple[Side, ...]] = [(), (AUSTRIAN,), (FRENCH,), (AUSTRIAN, FRENCH)]
    for stars, demoralised in product(({}, {"61": "I2"}, {"61": "I2", "62": "I2"}), armies):
        state = evening({"2": "I2", **stars}, demoralised)
        assert winner(state) in (AUSTRIAN, FRENCH)
        assert state.decision is Decision.OVER


def test_demoralisation_does_not_end_the_game() -> None:
    """B-14.6: it is played on to the last round, with the five points of the bonus."""
    state = austrian_turn(
        {"58/62": "A1:due", "66": "I2", "61": "I2"},
        {"62": "I3", "5": "I3"},
        step=1,
        morale={AUSTRIAN: 1, FRENCH: 1},
    )
    play(state, "complete A1")
    assert (state.demoralised(FRENCH), state.outcome) == (9, None)
    pass_hours(state, 20)
    assert state.outcome is None
    assert state.morale(AUSTRIAN) == 6
    pass_hours(state, 22)
    assert victory(state) == (AUSTRIAN, "decisive")


def test_the_second_army_may_be_demoralised_in_the_last_round() -> None:
    """B-14.6: so the game may not end before; the stars then decide for Austria."""
    state = french_turn(
        {"5/8": "A1:due"},
        {"8": "I2", "61": "I2", "62": "I2"},
        step=1,
        hour=21,
        morale={AUSTRIAN: 1, FRENCH: 0},
        demoralised={FRENCH: 9},
    )
    assert state.outcome is None
    pass_turn(play(state, "complete F1"))
    assert (state.demoralised(AUSTRIAN), state.demoralised(FRENCH)) == (21, 9)
    assert victory(state) == (AUSTRIAN, "marginal")


def test_an_idle_day_is_won_by_france() -> None:
    """B-14.1, B-14.3: 16 rounds in which nobody moves."""
    state = game.start(1)
    rounds: set[int] = set()
    while state.outcome is None:
        rounds.add(state.hour)
        pass_turn(state)
    assert rounds == set(range(6, 22))
    assert victory(state) == (FRENCH, "marginal")
