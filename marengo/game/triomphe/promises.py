"""What an attack in progress makes certain (T-22.13)."""

from marengo.game.deduction import Face, Promise
from marengo.game.triomphe.state import TriompheState
from marengo.game.uncompiled import apply
from marengo.rules.shared.position import Bombardment
from marengo.rules.triomphe.assault import can_lead_or_counter
from marengo.rules.vocabulary import FIRST_APPROACH, NONE, Kind, Side


def promise_of(state: TriompheState, enemy: Side) -> Promise | None:
    """Return what the enemy's attack in progress makes certain, or None."""
    s, t = state.record, state.game.tables[0]
    attack = int(s["attack_approach"])
    if state.turn != enemy or attack == NONE:
        return None
    actors = tuple(slot for slot in state.slots() if int(s["actors"]) >> slot & 1)
    faces = {_face(state, slot) for slot in state.slots()}
    obstacle = bool(t["obstacle"][t["opposite"][attack]])
    if int(s["road_fought"]):
        return Promise(actors, frozenset(face for face in faces if face[0] == Kind.CAVALRY))
    if not actors:  # an assault is declared: a piece there can lead it (T-11.4)
        able = (
            slot
            for slot in state.slots()
            if apply(can_lead_or_counter, state.game, state._record, slot, attack)
        )
        return Promise(
            _able_at(state, FIRST_APPROACH + attack), frozenset(_face(state, slot) for slot in able)
        )
    bombards = any(int(s["bombardment"][slot]) != Bombardment.NONE for slot in actors)
    if obstacle and not bombards and not int(s["leaders"]):  # T-9.7
        return Promise(actors, frozenset(face for face in faces if face[0] == Kind.INFANTRY))
    return None


def _face(state: TriompheState, slot: int) -> Face:
    return Kind(int(state.record["kind"][slot])), int(state.record["strength"][slot])


def _able_at(state: TriompheState, place: int) -> tuple[int, ...]:
    """Return the blocks at a place that can act."""
    pieces = {slot: state.piece_in(slot) for slot in state.slots()}
    return tuple(
        slot
        for slot, piece in pieces.items()
        if int(state.record["place"][slot]) == place and piece.organised and not piece.acted
    )
