"""What an attack in progress makes certain (B-17.14)."""

from marengo.game.bonaparte.state import BonaparteState
from marengo.game.deduction import Promise
from marengo.game.uncompiled import apply
from marengo.rules.bonaparte.groups import is_key
from marengo.rules.moves import MoveKind
from marengo.rules.vocabulary import SLOTS, Kind, Side


def promise_of(state: BonaparteState, enemy: Side) -> Promise | None:
    """Return what the enemy's attack makes certain before he has shown any piece for it.

    A participant of an assault can lead it (B-11.5), and infantry takes part in an attack over an
    obstacle (B-9.6). Once pieces are shown for it nothing remains to be promised.
    """
    s = state.record
    verb, goal, actors = int(s["verb"]), int(s["goal"]), int(s["actors"])
    named = verb in (MoveKind.ATTACK, MoveKind.ASSAULT) and state.attack is not None
    if state.turn != enemy or not named or int(s["face_up"]) & actors:
        return None
    army = [slot for slot in state.slots() if slot // SLOTS == enemy]
    keys = [slot for slot in army if apply(is_key, state.game, state._record, verb, goal, slot)]
    if keys == army:  # anybody will do
        return None
    return Promise(
        tuple(slot for slot in army if actors >> slot & 1),
        frozenset((Kind(int(s["kind"][slot])), int(s["strength"][slot])) for slot in keys),
    )
