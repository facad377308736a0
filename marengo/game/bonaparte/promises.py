"""What an attack in progress makes certain (B-17.14)."""

from marengo.game.bonaparte.state import BonaparteState
from marengo.game.deduction import Face, Promise
from marengo.rules.vocabulary import Kind, Side


def promise_of(state: BonaparteState, enemy: Side) -> Promise | None:
    """Return what the enemy's attack makes certain before he has shown any piece for it.

    A participant of an assault can lead it (B-11.5), and infantry takes part in an attack over an
    obstacle (B-9.6). Once pieces are shown for it nothing remains to be promised.
    """
    attack = state.attack
    if attack is None or state.turn != enemy:
        return None
    s = state.record
    actors = tuple(slot for slot in state.slots() if int(s["actors"]) >> slot & 1)
    faces = {(Kind(int(s["kind"][slot])), int(s["strength"][slot])) for slot in state.slots()}
    if attack.kind == "assault" and not s["leaders"]:
        return Promise(actors, frozenset(face for face in faces if _may_lead(state, face)))
    shown = int(s["face_up"]) & int(s["actors"])
    if attack.kind == "manoeuvre" and not attack.by_road and not shown and _needs_infantry(state):
        return Promise(actors, frozenset(face for face in faces if face[0] == Kind.INFANTRY))
    return None


def _attacked(state: BonaparteState) -> int:
    """Return the approach attacked."""
    return int(state.game.tables[0]["opposite"][state.record["attack_approach"]])


def _needs_infantry(state: BonaparteState) -> bool:
    t = state.game.tables[0]
    return bool(t["obstacle"][_attacked(state)] and t["obstacle_needs_infantry"])


def _may_lead(state: BonaparteState, face: Face) -> bool:
    """Whether a piece with this face may lead the assault (B-11.22 to B-11.24)."""
    t, attacked = state.game.tables[0], _attacked(state)
    kind, strength = face
    if kind == Kind.ARTILLERY or (kind == Kind.CAVALRY and t["obstacle"][attacked]):
        return False
    penalty = t["infantry_penalty" if kind == Kind.INFANTRY else "cavalry_penalty"][attacked]
    return strength >= int(t["leading_strength"]) and strength > int(penalty)
