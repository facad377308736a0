"""The whole of chapter 18: for each decision node the set of its legal moves."""

from collections.abc import Callable

from marengo.games.marengo.board import Place
from tests.reference_bonaparte import (
    assault,
    bombardment,
    continuation,
    losses,
    manoeuvre,
    march,
    opening,
    retreat,
    road,
)
from tests.reference_bonaparte.facts import Piece, State
from tests.reference_bonaparte.groups import Group
from tests.reference_bonaparte.situation import Situation, read


def actions(now: Situation) -> set[str]:
    """B-18.27: a group, a road march, an entry, a fall-back, or the end of step 3."""
    return (
        {"end"}  # B-7.12
        | march.marches(now)
        | manoeuvre.attacks(now)
        | road.road_starts(now)
        | march.pontoon(now)
        | march.fall_backs(now)
    )


def joins(now: Situation) -> set[str]:
    """Return who may join a group that is being named (B-8.9, B-11.2, B-9.13, B-9.17)."""
    context = now.state.context
    by_name = {piece.name: piece for piece in now.state.pieces}
    named = [by_name[str(name)] for name in context["pieces"]]
    group = _group(now, str(context["verb"]), named, Place.parse(str(context["goal"])))
    return group.joins(named)


def _group(now: Situation, verb: str, named: list[Piece], goal: Place) -> Group:
    start = named[0].place
    assert isinstance(start, Place)
    match verb:
        case "march":
            return march.marching(now, start, goal)
        case "attack":
            return manoeuvre.attacking(now, start, goal)
        case "assault":
            return assault.participants(now, goal)
        case "respond":
            return manoeuvre.responding(now, goal.opposite)
        case "block":
            return manoeuvre.advancing(now)
    raise AssertionError(f"nobody joins to {verb}")


def over(now: Situation) -> set[str]:
    """B-14.1: nothing is left to decide."""
    del now
    return set()


NODES: dict[str, Callable[[Situation], set[str]]] = {
    "ACTIVATION": opening.activations,  # B-18.9
    "SHUFFLE": opening.shuffles,  # B-18.10
    "BOMBARDMENT": bombardment.pending,  # B-18.11
    "AIM": bombardment.aims,  # B-18.12
    "TARGET": bombardment.targets,  # B-18.13
    "ASSAULT": assault.assaults,  # B-18.14
    "JOIN": joins,  # in B-18.14, B-18.27, B-18.30, B-18.31
    "LEADERS": assault.leaders,  # B-18.15
    "FIRE": assault.fire,  # B-18.16
    "STRIKE": losses.strikes,  # B-18.17, B-18.19, B-18.20, B-18.23, B-18.24
    "DEFENCE_LEADERS": assault.defence_leaders,  # B-18.18
    "REDUCTION": losses.reductions,  # B-18.19, B-18.21, B-18.24, B-18.35, B-18.36
    "PURSUIT": assault.pursuits,  # B-18.22
    "CONTINUATION": continuation.continuations,  # B-18.26, B-18.33
    "ACTION": actions,  # B-18.27
    "ROAD_STEP": road.road_steps,  # B-18.28
    "SHOW": manoeuvre.shows,  # B-18.29
    "RESPONSE": manoeuvre.responses,  # B-18.30
    "ADVANCE": manoeuvre.advances,  # B-18.31
    "RETREAT": retreat.retreats,  # B-18.37
    "DECLARATION": bombardment.declarations,  # B-18.38
    "OVER": over,
}


def legal_moves(state: State) -> set[str]:
    """Return the texts of the legal moves, found by reading the rules one after another.

    Pieces of one position that are alike stand for each other; the move names the lowest of them.
    """
    return NODES[state.decision.name](read(state))


def optional_moves(state: State) -> set[str]:
    """Return further moves that may be offered beside the legal ones.

    What they lead to others lead to as well, if pieces that are alike stand for each other. An
    engine that tells such pieces apart by what the enemy knows of them has to offer some of them.
    """
    return NODES[state.decision.name](read(state, strict=False)) - legal_moves(state)
