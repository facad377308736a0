"""What a side may be restricted to do without, see :mod:`marengo.lab.analysis.restricted`."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from marengo.games.marengo.game import MarengoGame
from marengo.games.marengo.rules.moves import MoveKind
from marengo.games.marengo.rules.vocabulary import NONE, Kind
from marengo.games.marengo.study.engine.restricting import Bans, Roads

__all__ = ["FREE", "RESTRICTIONS", "FieldRestriction"]


@dataclass(frozen=True, slots=True)
class FieldRestriction:
    """Something that a side leaves out.

    Forced choices (losses, retreats, payments, replies to an attack) stay as they are. A side that
    could do nothing else does what it leaves out; with the restrictions here that does not happen.
    Idle pieces still reply, defend, retreat and fall back, and are organised with the others of
    their locality (T-14.14). A side may always enter by road, up to the entry locality (T-15.4,
    B-8.72), or no army would come; marches and attacks without road stay (T-8.16, B-8.23).
    """

    text: str  # what is left out, in words
    left_out: tuple[MoveKind, ...] = ()  # moves never chosen
    idle: tuple[Kind, ...] = ()  # pieces that do not act or move in their own turn
    roads: Roads = Roads.ALL  # attacks and continuations on the march included (T-8.7, B-8.64)
    orders: int | None = None  # most orders (T-6.2) or commands (B-8.13) in a turn

    def ground(self, game: MarengoGame) -> MarengoGame:
        """Return the game as a restricted side sees its ground: the same, but for closed roads."""
        if self.roads == Roads.ALL:
            return game
        own = MarengoGame.from_parts(game.board, game.scenario)
        _close_roads(own.tables, self.roads)
        return own

    def bans(self, game: MarengoGame) -> np.ndarray[Any, Any]:
        """Return the restriction as compiled code reads it, shape ``(1,)``."""
        bans = Bans.array()
        bans["roads"] = self.roads
        bans["left_out"] = sum(1 << kind for kind in self.left_out)
        bans["idle"] = sum(1 << kind for kind in self.idle)
        if self.orders is not None:
            scenario = game.scenario
            has = int(getattr(scenario.parameters, f"{game.action_points}_per_turn"))
            bans["withheld"] = max(has - self.orders, 0)
        return bans


def _close_roads(tables: np.ndarray[Any, Any], roads: Roads) -> None:
    """Let roads of a board end at every border, except those that may be marched by.

    An entry from a box stays: the engine knows it by its place and not by its border.
    """
    t = tables[0]
    closed = np.zeros(len(t["end_main"]), bool)
    if roads == Roads.NONE:
        closed[:] = True
    elif roads == Roads.LOCAL:
        closed = t["end_main"] == 1
    t["end_other"][closed] = NONE
    t["end_approach"][closed] = NONE


FREE = FieldRestriction("nothing")

RESTRICTIONS: dict[str, FieldRestriction] = {
    "cavalry": FieldRestriction(
        "no cavalry enters, moves or attacks (T-2.1, B-4.1)", idle=(Kind.CAVALRY,)
    ),
    "artillery": FieldRestriction(
        "no artillery enters, moves, bombards or fires in defence (T-10.1, T-11.23, B-10.1)",
        left_out=(MoveKind.DECLARE, MoveKind.FIRE),
        idle=(Kind.ARTILLERY,),
    ),
    "bombardment": FieldRestriction(
        "no bombardment is declared (T-10.2, B-10.3)", left_out=(MoveKind.DECLARE,)
    ),
    "assault": FieldRestriction(
        "no assault is made (T-11.1, B-11.1)", left_out=(MoveKind.ASSAULT,)
    ),
    "road": FieldRestriction(
        "no march by road beyond the entry locality (T-8.1, B-8.45)", roads=Roads.NONE
    ),
    "main_road": FieldRestriction(
        "no march over a main-road crossing, none free of orders (T-8.7, B-8.17)",
        roads=Roads.LOCAL,
    ),
    "third_order": FieldRestriction("at most 2 orders a turn (T-6.2, B-8.13)", orders=2),
    "two_orders": FieldRestriction("at most 1 order a turn (T-6.2, B-8.13)", orders=1),
}
"""Restrictions by the thing whose worth they show."""
