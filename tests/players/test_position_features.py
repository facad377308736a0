"""What a learned value sees of discs that the clean-up would take."""

import pytest

from marengo.core.engine import driver
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.policy.position_features import discs, position_features
from tests.conformance.walking import game_of
from tests.plain import first

STRANDED = {Side.AUSTRIAN: 6, Side.FRENCH: 17}
"""The feature that tells of them."""


def seen(side: Side, last: Side, committed: int) -> tuple[tuple[float, ...], list[float]]:
    """Return sums over discs of a side, and the features of the position.

    The discs lie in a locality that a side entered last.
    """
    game = game_of("triomphe")
    position = game.position(
        hour=12,
        turn=Side.AUSTRIAN,
        austrian={"5": "I2 I2"},
        french={"70": "I2 I2"},
        uncommitted={side: 4, Side(1 - side): 6},
        committed={side: {8: committed}},
        entered_last={8: last},
    )
    record, works = position.record.reshape(1).copy(), game.workspace()
    driver.legal_moves(game.tables, record, works)
    scores = game.engine.scores.array()
    t, s, w, e, k = map(first, (game.tables, record, works, game.ground, scores))
    position_features(t, s, w, e, k)
    return discs(t, s, w, side), scores["position"][0].tolist()


@pytest.mark.parametrize("committed", [2, 4])
@pytest.mark.parametrize("side", Side)
def test_discs_that_the_clean_up_would_take_do_not_count_to_the_level(
    side: Side, committed: int
) -> None:
    """T-18.25; those committed where an own piece was last are in no such danger."""
    (all_safe, there, none, level), safe = seen(side, side, committed)
    (all_stranded, same, stranded, rest), lost = seen(side, Side(1 - side), committed)
    assert (there, none, level) == (committed, 0, 4 + committed)
    assert (same, stranded, rest) == (committed, committed, 4)
    assert all_safe == all_stranded >= 4 + committed
    assert safe[STRANDED[side]] == 0 < lost[STRANDED[side]]
    assert lost[STRANDED[Side(1 - side)]] == 0
