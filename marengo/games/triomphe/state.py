"""A position of *Triomphe à Marengo*: orders, discs, and what was done this turn."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from marengo.core.numbers import takes
from marengo.games.marengo.rules.position import Bombardment
from marengo.games.marengo.rules.vocabulary import (
    FIRST_BOX,
    HOURS,
    LOCALITIES,
    NONE,
    Side,
    Victory,
)
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.types import AttackKind, Role
from marengo.games.triomphe.rules.state import ACTED, DISORGANISED, SILENCED
from marengo.games.triomphe.view import TriompheView, make_view
from marengo.languages import N_

if TYPE_CHECKING:
    from marengo.games.triomphe.game import TriompheGame

REASONS = {
    Side.AUSTRIAN: N_("the French army is demoralised (T-19.1)"),
    Side.FRENCH: N_("the Austrian army is demoralised (T-19.1)"),
}
"""Reasons why a side has won before the day is over."""


class TriompheState(MarengoState):
    """A position of Triomphe."""

    ROLES: ClassVar[dict[Role, tuple[str, ...]]] = {
        "leading": ("leaders", "defence_leaders"),
        "counter-attacking": ("counter",),
        "firing": ("fired",),
        "attacking": ("actors",),
    }

    game: "TriompheGame"

    @takes()
    def view(self, side: Side | None) -> TriompheView:
        """Return what a side knows of this position; None shows everything."""
        return make_view(self, side)

    @property
    def orders(self) -> int:
        """Orders left in this turn (T-6.2)."""
        return int(self.record["orders"])

    def uncommitted(self, side: Side) -> int:
        """Return the number of a side's uncommitted discs (T-1.8)."""
        return int(self.record["uncommitted"][side])

    def _discs(self, field: str, side: Side) -> dict[int, int]:
        counts = self.record[field][side * LOCALITIES : (side + 1) * LOCALITIES]
        return {int(number): int(counts[number]) for number in np.flatnonzero(counts)}

    def committed(self, side: Side) -> dict[int, int]:
        """Return a side's committed discs by locality."""
        return self._discs("committed", side)

    def shifted(self, side: Side) -> dict[int, int]:
        """Return how many of a side's committed discs are marked as shifted (T-18.14)."""
        return self._discs("shifted", side)

    def level(self, side: Side) -> int:
        """Return an army's morale level (T-18.1)."""
        return self.uncommitted(side) + sum(self.committed(side).values())

    def track(self, side: Side) -> dict[int, int]:
        """Return the discs a side still has on the time track, by hour."""
        counts = self.record["track"][side * HOURS : (side + 1) * HOURS]
        return {int(hour): int(counts[hour]) for hour in np.flatnonzero(counts)}

    def entered_last(self, locality: int) -> Side | None:
        """Return the side that entered a locality last (T-18.31)."""
        side = int(self.record["entered_last"][locality])
        return None if side == NONE else Side(side)

    def road_attacked(self, crossing: str) -> bool:
        """Return whether a manoeuvre attack by road used the crossing this turn (T-8.29)."""
        return self._in_set("road_attacked", self._crossing(crossing))

    def attacked(self, defence_approach: str) -> bool:
        """Return whether this defence approach was attacked by manoeuvre this turn (T-9.23)."""
        return self._in_set("attacked", self._approach(defence_approach))

    @property
    def begun(self) -> frozenset[int]:
        """Localities whose organising has begun but is not finished (T-14.15)."""
        return frozenset(self.members("begun"))

    def _marks(self, slots: Sequence[int]) -> list[dict[str, Any]]:
        """Return the marks of pieces, and whether they lie face-up (T-22.7, T-22.12, T-15.15)."""
        s, earliest = self.record, self.game.tables[0]["earliest"].tolist()
        marks, places, fire = (s[name].tolist() for name in ("marks", "place", "bombardment"))
        hour, face_up = self.hour, int(s["face_up"])
        return [
            {
                "organised": not marks[slot] & DISORGANISED,
                "acted": bool(marks[slot] & ACTED),
                "face_up": bool(
                    (places[slot] >= FIRST_BOX and hour < earliest[slot])
                    or fire[slot] != Bombardment.NONE
                    or face_up >> slot & 1
                ),
                "silenced": bool(marks[slot] & SILENCED),
            }
            for slot in slots
        ]

    def _reason(self, winner: Side, victory: Victory) -> str:
        return REASONS[winner] if victory == Victory.DECISIVE else N_("the day is over (T-19.2)")

    def _attack_kind(self) -> AttackKind:
        s = self.record
        actors = [slot for slot in self.slots() if int(s["actors"]) >> slot & 1]
        if any(s["bombardment"][slot] != Bombardment.NONE for slot in actors):
            return "bombardment"
        return "assault" if s["leaders"] or not actors else "manoeuvre"
