"""What the rulebook of *Bonaparte at Marengo* says of a fight."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from marengo.games.marengo.fights import FightRules
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.types import ARMIES

if TYPE_CHECKING:
    from marengo.games.bonaparte.game import BonaparteGame
    from marengo.games.bonaparte.state import BonaparteState

STEPS = {"assault": 2, "attack": 3}
"""The step of a turn in which a fight begins, by its verb (B-7.6, B-7.7)."""


def _facts(_game: "BonaparteGame", hour: int, verb: str, morale: Mapping[Side, int]) -> Any:
    """Return the facts of a fight; morale that is not given is as printed."""
    beaten = {side: hour - 1 for side, points in morale.items() if points == 0}
    left = {side: points for side, points in morale.items() if points > 0}
    return {"step": STEPS[verb], "morale": left, "demoralised": beaten}


def _losers(_state: "BonaparteState") -> list[Side]:
    """Return nobody: a demoralised army fights on (B-13.2)."""
    return []


def _asking(state: "BonaparteState") -> "BonaparteState":
    record = state.game.engine.state.array()
    record[0] = state.record
    record["decision"] = Decision.ASSAULT
    return state.game.state(record)


def _demoralised(before: "BonaparteState", after: "BonaparteState") -> Iterator[str]:
    for side in Side:
        if after.demoralised(side) != before.demoralised(side):
            army = ARMIES[side]
            yield f"The morale of {army} falls to 0: it is demoralised (B-13.2)."


FIGHTS = FightRules(
    facts=_facts,
    losers=_losers,
    asking=_asking,
    demoralised=_demoralised,
    beginnings={"assault": "B-11.2 to B-11.8", "attack": "B-9.1 to B-9.6"},
    results={
        "assault": "B-11.44",
        "manoeuvre": "B-9.17, B-9.21",
        "retreat": "B-9.14, B-9.21",
    },
    losses="B-11.17 to B-11.19, B-11.45 to B-11.49, B-11.59",
    reduction="B-11.18",
    retreating="B-12.7, B-12.9",
    price="B-13.1",
    beaten="The attackers left fall back into reserve (B-11.62).",
    order="{own} names its leading pieces first, and {other} answers (B-11.22, B-11.31).",
)
