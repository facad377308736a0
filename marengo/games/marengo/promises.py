"""What an attack in progress makes certain (T-22.13, B-17.14)."""

from marengo.games.marengo.deduction import Promise
from marengo.games.marengo.rules import information_set
from marengo.games.marengo.rules.vocabulary import Kind, Side
from marengo.games.marengo.state import MarengoState


def promise_of(state: MarengoState, enemy: Side) -> Promise | None:
    """Return what the enemy's attack in progress makes certain, or None."""
    blocks, pieces = information_set.attack_constraint(state.game.tables, state._record, int(enemy))
    if not blocks:
        return None
    kinds, strengths = state.record["kind"], state.record["strength"]
    return Promise(
        tuple(slot for slot in state.slots() if blocks >> slot & 1),
        frozenset(
            (Kind(int(kinds[slot])), int(strengths[slot]))
            for slot in state.slots()
            if pieces >> slot & 1
        ),
    )
