"""What one side may know of a position of *Bonaparte at Marengo* (chapter 17)."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from marengo.games.marengo.deduction import Deduction, constraint_of
from marengo.games.marengo.rules.vocabulary import SLOTS, Kind, Side
from marengo.games.marengo.view import MarengoView, common_facts

if TYPE_CHECKING:
    from marengo.games.bonaparte.state import BonaparteState


@dataclass(frozen=True, kw_only=True)
class BonaparteView(MarengoView):
    """Knowledge that ``side`` has of a position of Bonaparte.

    Parameters
    ----------
    step, commands, activations
        As in the state (B-17.1, B-17.4).
    morale : dict of Side to int
        Points (B-17.1).
    demoralised : dict of Side to int or None
        Round in which an army was demoralised (B-17.1).
    bonus_due : Side or None
        Who gains a bonus at the start of the next round (B-17.1).
    flag : bool
        Whether a French set-up locality has been enemy-occupied (B-17.3).
    assaulted : frozenset of str
        Attack approaches of assaults made this turn (B-17.4).
    """

    ruleset: ClassVar = "bonaparte"

    step: int
    commands: int
    activations: int
    morale: dict[Side, int]
    demoralised: dict[Side, int | None]
    bonus_due: Side | None
    flag: bool
    assaulted: frozenset[str]


def make_view(state: "BonaparteState", side: Side | None) -> BonaparteView:
    """Return what ``side`` knows of a state; None shows everything."""
    opened = _open_slots(state)
    deduction = None
    if side is not None:
        deduction = Deduction(state, side.enemy, constraint_of(state, side.enemy), opened)
    return BonaparteView(
        **common_facts(state, side, deduction, opened | _revealed_slots(state)),
        step=state.step,
        commands=state.commands,
        activations=state.activations,
        morale={army: state.morale(army) for army in Side},
        demoralised={army: state.demoralised(army) for army in Side},
        bonus_due=state.bonus_due,
        flag=state.flag,
        assaulted=state.approaches_in("assaulted"),
    )


def _open_slots(state: "BonaparteState") -> frozenset[int]:
    """Return the pieces that lie open by an option of the scenario (B-15.12)."""
    if not state.game.scenario.options.open_pieces:
        return frozenset()
    kinds = state.record["kind"]
    return frozenset(slot for slot in state.slots() if slot < SLOTS or kinds[slot] != Kind.INFANTRY)


def _revealed_slots(state: "BonaparteState") -> frozenset[int]:
    """Return the pieces that were shown and could not be shuffled since (B-15.10)."""
    revealed = int(state.record["revealed"])
    return frozenset(slot for slot in state.slots() if revealed >> slot & 1)
