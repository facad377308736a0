"""What the rulebook of *Triomphe à Marengo* says of a fight."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from marengo.games.marengo.fights import FightRules
from marengo.games.marengo.rules.vocabulary import HOURS, Side
from marengo.games.marengo.types import ARMIES

if TYPE_CHECKING:
    from marengo.games.triomphe.game import TriompheGame
    from marengo.games.triomphe.state import TriompheState


def _facts(game: "TriompheGame", _hour: int, _verb: str, morale: Mapping[Side, int]) -> Any:
    """Return the discs of both armies: all that they ever have, unless given."""
    t = game.tables[0]
    discs = {
        side: int(t["start_uncommitted"][side])
        + int(t["start_track"][side * HOURS : (side + 1) * HOURS].sum())
        for side in Side
    }
    return {"uncommitted": {**discs, **morale}}


def _losers(state: "TriompheState") -> list[Side]:
    """Return the sides without a disc left, which have lost (T-18.4)."""
    return [side for side in Side if state.level(side) == 0]


def _demoralised(_before: "TriompheState", after: "TriompheState") -> Iterator[str]:
    for side in Side:
        if after.outcome is not None and after.outcome.winner != side:
            yield f"{ARMIES[side]} has no disc left and loses the game (T-18.4)."


FIGHTS = FightRules(
    facts=_facts,
    losers=_losers,
    demoralised=_demoralised,
    beginnings={"assault": "T-11.1 to T-11.9", "attack": "T-9.1 to T-9.12"},
    results={
        "assault": "T-11.40",
        "manoeuvre": "T-9.20 to T-9.22",
        "retreat": "T-9.17, T-9.22",
    },
    losses="T-11.37, T-11.41 to T-11.47",
    reduction="T-11.44 to T-11.46",
    retreating="T-13.5 to T-13.10",
    committing={"assault": "T-18.10", "manoeuvre": "T-18.8, T-18.9", "retreat": "T-18.11"},
    price="T-18.16, T-18.17",
    beaten="The attackers left stay in the approach (T-11.49).",
    order="{other} names its leading pieces first, and {own} answers (T-11.11, T-11.16).",
)
