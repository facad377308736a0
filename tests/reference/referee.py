"""The whole of chapter 23: for each decision node the set of its legal moves."""

from collections.abc import Callable

from tests.reference import (
    assault,
    bombardment,
    continuation,
    manoeuvre,
    march,
    morale,
    organise,
    reinforcements,
    retreat,
    road,
)
from tests.reference.facts import State
from tests.reference.situation import Situation, read


def actions(now: Situation) -> set[str]:
    """T-5.4, T-6.1: every action, and ending the phase (N1)."""
    if not organise.may_do_other_things(now):
        return organise.organise(now)
    return (
        {"end"}  # T-5.5
        | march.marches(now)
        | road.road_starts(now)
        | reinforcements.pontoon(now)
        | manoeuvre.attacks(now)
        | bombardment.bombardments(now)
        | assault.assaults(now)
        | organise.organise(now)
    )


def over(now: Situation) -> set[str]:
    """T-5.7: nothing is left to decide."""
    del now
    return set()


NODES: dict[str, Callable[[Situation], set[str]]] = {
    "ACTION": actions,  # N1
    "ROAD_STEP": road.road_steps,  # N4
    "RESPONSE": manoeuvre.responses,  # N8
    "ADVANCE": manoeuvre.advances,  # N9
    "SHOW": manoeuvre.shows,  # in N9 and after a success
    "TARGET": bombardment.targets,  # N14
    "DEFENCE_LEADERS": assault.defence_leaders,  # N15a
    "ASSAULT_PIECES": assault.assault_pieces,  # N15b
    "FIRE": assault.fire,  # N15c
    "HIT": assault.hits,  # N15d
    "COUNTER_ATTACK": assault.counter_attacks,  # N15e
    "REDUCTION": assault.reductions,  # N15f to N15h, N16a
    "RETREAT": retreat.retreats,  # N16b
    "CONTINUATION": continuation.continuations_in_order,  # N17
    "PAYMENT": morale.payments,  # N18
    "SHIFT": morale.shifts,  # N19
    "RETURN": morale.returns,  # N20
    "OVER": over,
}

# Nodes with moves that only repeat what others do, and may be left out or not: a declaration
# instead of cancelling and declaring; cavalry alike of which the opponent knows more or less.
OPTIONAL: dict[str, Callable[[Situation], set[str]]] = {
    "ACTION": bombardment.declarations_anew,
    "CONTINUATION": continuation.continuations,
}


def legal_moves(state: State) -> set[str]:
    """Return the texts of the legal moves, found by reading the rules one after another.

    Pieces alike in kind, strength, organisation, declared bombardment and having acted stand for
    each other; the move names those with the lowest numbers.
    """
    return NODES[state.decision.name](read(state))


def optional_moves(state: State) -> set[str]:
    """Return further moves that may be offered beside the legal ones, equal to some of them."""
    find = OPTIONAL.get(state.decision.name)
    return set() if find is None else find(read(state)) - legal_moves(state)
