"""What one side may know of a position of *Triomphe à Marengo* (chapter 22)."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from marengo.games.marengo.deduction import Deduction, constraint_of
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.view import MarengoView, common_facts

if TYPE_CHECKING:
    from marengo.games.triomphe.state import TriompheState


@dataclass(frozen=True, kw_only=True)
class TriompheView(MarengoView):
    """Knowledge that ``side`` has of a position of Triomphe.

    Parameters
    ----------
    orders : int
        As in the state (T-22.1).
    uncommitted, committed, shifted, track : dict by side
        Discs (T-22.4).
    entered_last : dict of locality to Side
        T-18.31.
    attacked : frozenset of str
        Defence approaches attacked by manoeuvre this turn (T-9.23).
    road_attacked : frozenset of str
        Crossings used for an attack by road this turn (T-8.29).
    begun : frozenset of int
        Localities begun to be organised (T-14.15).
    """

    ruleset: ClassVar = "triomphe"

    orders: int
    uncommitted: dict[Side, int]
    committed: dict[Side, dict[int, int]]
    shifted: dict[Side, dict[int, int]]
    track: dict[Side, dict[int, int]]
    entered_last: dict[int, Side]
    attacked: frozenset[str]
    road_attacked: frozenset[str]
    begun: frozenset[int]

    def level(self, side: Side) -> int:
        """Return an army's morale level (T-18.1)."""
        return self.uncommitted[side] + sum(self.committed[side].values())


def make_view(state: "TriompheState", side: Side | None) -> TriompheView:
    """Return what ``side`` knows of a state; None shows everything."""
    deduction = None
    if side is not None:
        deduction = Deduction(state, side.enemy, constraint_of(state, side.enemy))
    return TriompheView(
        **common_facts(state, side, deduction),
        orders=state.orders,
        uncommitted={army: state.uncommitted(army) for army in Side},
        committed={army: state.committed(army) for army in Side},
        shifted={army: state.shifted(army) for army in Side},
        track={army: state.track(army) for army in Side},
        entered_last={
            place.number: entered
            for place in state.game.board.localities
            if (entered := state.entered_last(place.number)) is not None
        },
        attacked=state.approaches_in("attacked"),
        road_attacked=frozenset(
            name for name in state.game.index.crossings if state.road_attacked(name)
        ),
        begun=state.begun,
    )
