"""A position of *Bonaparte at Marengo*: commands, morale, activation, and what was done."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from marengo.core.numbers import takes
from marengo.games.bonaparte.rules.state import ASSAULTED, INACTIVE, MOVED, SILENCED, Step
from marengo.games.bonaparte.view import BonaparteView, make_view
from marengo.games.marengo.rules.position import Bombardment
from marengo.games.marengo.rules.vocabulary import NONE, Side, Victory
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.types import AttackKind, Role
from marengo.languages import N_

if TYPE_CHECKING:
    from marengo.games.bonaparte.game import BonaparteGame


REASONS = {
    (Side.AUSTRIAN, Victory.DECISIVE): N_("the French army is demoralised (B-14.2)"),
    (Side.FRENCH, Victory.DECISIVE): N_("the Austrian army is demoralised (B-14.2)"),
    (Side.AUSTRIAN, Victory.MARGINAL): N_(
        "the Austrian army holds enough star localities (B-14.3)"
    ),
    (Side.FRENCH, Victory.MARGINAL): N_(
        "the Austrian army holds too few star localities, or of too few colours (B-14.3)"
    ),
}
"""Reasons why a side has won."""


class BonaparteState(MarengoState):
    """A position of Bonaparte."""

    ROLES: ClassVar[dict[Role, tuple[str, ...]]] = {
        "pursuing": ("pursuers",),
        "leading": ("leaders", "defence_leaders"),
        "firing": ("fired",),
        "attacking": ("actors",),
    }

    game: "BonaparteGame"

    @takes()
    def view(self, side: Side | None) -> BonaparteView:
        """Return what a side knows of this position; None shows everything."""
        return make_view(self, side)

    @property
    def step(self) -> int:
        """The step of the turn, 1 to 4, or 0 at its start (B-7.4 to B-7.8)."""
        return int(self.record["step"])

    @property
    def commands(self) -> int:
        """Commands left in this turn (B-8.13)."""
        return int(self.record["commands"])

    @property
    def activations(self) -> int:
        """Number of pieces that the French player may still choose now (B-6.14, B-6.15)."""
        return int(self.record["activations"])

    @property
    def flag(self) -> bool:
        """True if a French set-up locality has been enemy-occupied (B-6.16)."""
        return bool(self.record["flag"])

    def morale(self, side: Side) -> int:
        """Return an army's morale (B-13.1)."""
        return int(self.record["morale"][side])

    def level(self, side: Side) -> int:
        """Return an army's morale (B-13.1), by the name that other games have for it."""
        return self.morale(side)

    def demoralised(self, side: Side) -> int | None:
        """Return the round in which an army was demoralised, or None (B-13.2)."""
        hour = int(self.record["demoralised"][side])
        return None if hour == NONE else hour

    @property
    def bonus_due(self) -> Side | None:
        """The side that gains a morale bonus at the start of the next round (B-13.7)."""
        side = int(self.record["bonus_due"])
        return None if side == NONE else Side(side)

    def assaulted(self, approach: str) -> bool:
        """Return whether an assault was made from this approach this turn (B-11.9)."""
        return self._in_set("assaulted", self._approach(approach))

    def _marks(self, slots: Sequence[int]) -> list[dict[str, Any]]:
        """Return the marks of pieces, and whether they lie face-up (B-17.7, B-17.11)."""
        s = self.record
        marks, fire, face_up = s["marks"].tolist(), s["bombardment"].tolist(), int(s["face_up"])
        return [
            {
                "active": not marks[slot] & INACTIVE,
                "acted": bool(
                    marks[slot] & (MOVED | ASSAULTED) or fire[slot] == Bombardment.COMPLETED
                ),
                "assaulted": bool(marks[slot] & ASSAULTED),
                "face_up": bool(fire[slot] != Bombardment.NONE or face_up >> slot & 1),
                "silenced": bool(marks[slot] & SILENCED),
            }
            for slot in slots
        ]

    def _reason(self, winner: Side, victory: Victory) -> str:
        return REASONS[winner, victory]

    def _attack_kind(self) -> AttackKind:
        if self.step == Step.BOMBARDMENT:
            return "bombardment"
        return "assault" if self.step == Step.ASSAULTS else "manoeuvre"
