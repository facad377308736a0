"""What a decision is about, in names: for players, prompts and referees."""

from typing import Any

from marengo.games.marengo.notation import piece_name
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, NONE, PIECES
from marengo.games.marengo.state import MarengoState

Facts = dict[str, Any]


def names_in(state: MarengoState, field: str) -> list[str]:
    """Return the names of the pieces in one of the record's sets."""
    pieces = int(state.record[field])
    return [piece_name(slot) for slot in range(PIECES) if pieces >> slot & 1]


def attack_place(state: MarengoState) -> str:
    """Return the approach attacked from, as text."""
    return state.game.index.place_text(FIRST_APPROACH + int(state.record["attack_approach"]))


def road_facts(state: MarengoState) -> Facts:
    """Return how the marching piece came and how far it is."""
    s, index = state.record, state.game.index
    group = None
    if s["road_end"] != NONE:
        wanted = state.game.tables[0]["end_group"]
        ends = range(len(index.ends))
        group_number = int(wanted[s["road_end"]])
        group = tuple(index.ends[end][1] for end in ends if wanted[end] == group_number)
    return {
        "piece": names_in(state, "actors")[0],
        "step": int(s["march_step"]),
        "group": group,
        "crossed": bool(s["crossed"]),
        "local_paid": bool(s["local_paid"]),
        "came_by": None if group is None else index.ends[int(s["road_end"])][1],
    }


def attack_facts(state: MarengoState) -> Facts:
    """Return who attacks from where."""
    return {
        "attackers": names_in(state, "actors"),
        "attack": attack_place(state),
        "from_reserve": bool(state.record["from_reserve"]),
    }


def loss_facts(state: MarengoState) -> Facts:
    """Return which pieces may lose how many points, and which was named last."""
    s = state.record
    named = int(s["least"])
    return {
        "pieces": [name for name in names_in(state, "pool") if state.piece(name).strength],
        "left": int(s["left"]),
        "last": None if named == NONE else piece_name(named),
    }


def retreat_facts(state: MarengoState) -> Facts:
    """Return who still has to retreat from where, and where the attack came from."""
    s = state.record
    owner = int(state.game.tables[0]["owner"][s["attack_approach"]])
    return {
        "locality": int(s["retreat_from"]),
        "attack_locality": owner,
        "remaining": names_in(state, "retreating"),
    }
