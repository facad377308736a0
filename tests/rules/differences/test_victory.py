"""Differences in victory at the end of the day."""

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.rules.differences.both import (
    AUSTRIAN,
    FRENCH,
    differs,
    end_turn,
    ground,
    position,
)

PRINTED = {4: {"star": "red", "east": True}, 5: {"star": "blue", "east": True}}
"""Both localities have stars, of two colours, and lie east of the objective line."""


def evening(ruleset: str, austrian: dict[str, str]) -> Side:
    """Return who wins if the last turn ends like this."""
    on = ground(ruleset, localities=PRINTED)
    state = position(ruleset, austrian, {"1": "I2"}, turn=FRENCH, hour=21, on=on)
    end_turn(state)
    assert state.decision is Decision.OVER
    assert state.outcome is not None
    assert state.outcome.kind == "marginal"
    return state.outcome.winner


@differs(basic=[AUSTRIAN, FRENCH], triomphe=[FRENCH, AUSTRIAN])
def test_what_wins_for_austria(ruleset: str, wanted: list[Side]) -> None:
    """D-116: one piece in each of two localities, or three pieces in one of them."""
    found = [evening(ruleset, places) for places in ({"4": "I3", "5": "I3"}, {"4": "I1 C1 A1"})]
    assert found == wanted


@differs(basic=[AUSTRIAN, AUSTRIAN], triomphe=[FRENCH, AUSTRIAN])
def test_how_many_pieces_win_for_austria(ruleset: str, wanted: list[Side]) -> None:
    """D-117: two localities held by two pieces, and by three."""
    found = [evening(ruleset, {"4": "I3", "5": five}) for five in ("I3", "I3 I1")]
    assert found == wanted
