"""What a decision is about, in names: for players, prompts and referees."""

from collections.abc import Callable
from typing import Any

from marengo.game.notation import piece_name
from marengo.game.state import State
from marengo.rules.decisions import Decision
from marengo.rules.vocabulary import FIRST_APPROACH, NONE, PIECES, Side

Facts = dict[str, Any]


def _names(pieces: int) -> list[str]:
    return [piece_name(slot) for slot in range(PIECES) if pieces >> slot & 1]


def _set(state: State, field: str) -> list[str]:
    return _names(int(state.record[field]))


def _approach(state: State) -> str:
    return state.game.index.place_text(FIRST_APPROACH + int(state.record["attack_approach"]))


def _road(state: State) -> Facts:
    s, index = state.record, state.game.index
    group = None
    if s["road_end"] != NONE:
        wanted = state.game.tables[0]["end_group"]
        ends = range(len(index.ends))
        here = int(wanted[s["road_end"]])
        group = tuple(index.ends[end][1] for end in ends if wanted[end] == here)
    return {
        "piece": _set(state, "actors")[0],
        "step": int(s["march_step"]),
        "group": group,
        "crossed": bool(s["crossed"]),
        "local_paid": bool(s["local_paid"]),
        "came_by": None if group is None else index.ends[int(s["road_end"])][1],
    }


def _attack(state: State) -> Facts:
    return {
        "attackers": _set(state, "actors"),
        "attack": _approach(state),
        "from_reserve": bool(state.record["from_reserve"]),
    }


def _target(state: State) -> Facts:
    return {"artillery": _set(state, "actors")[0], "attack": _approach(state)}


def _assault(state: State) -> Facts:
    return {
        "attack": _approach(state),
        "defence_leaders": _set(state, "defence_leaders"),
        "attackers": _set(state, "actors"),
        "leaders": _set(state, "leaders"),
        "counter": _set(state, "counter"),
        "fired": _set(state, "fired"),
    }


def _reduction(state: State) -> Facts:
    s = state.record
    named = int(s["least"])
    return {
        "pieces": [name for name in _set(state, "pool") if state.piece(name).strength],
        "left": int(s["left"]),
        "last": piece_name(named) if int(s["pool"]) >> named & 1 else None,
    }


def _retreat(state: State) -> Facts:
    s = state.record
    owner = int(state.game.tables[0]["owner"][s["attack_approach"]])
    return {
        "locality": int(s["retreat_from"]),
        "attack_locality": owner,
        "remaining": _set(state, "retreating"),
    }


def _continuation(state: State) -> Facts:
    limited = int(state.record["only_approach"]) != NONE
    alive = [name for name in _set(state, "actors") if state.piece(name).strength]
    return {
        "piece": _set(state, "asked")[0],
        "asked": _set(state, "asked"),
        "pieces": alive,
        "options": "attack approach" if limited else "any",
        "attack": _approach(state) if limited else None,
    }


def _discs(state: State) -> Facts:
    s = state.record
    last = int(s["least_disc"])
    return {
        "side": Side(int(s["due_side"])),
        "due": int(s["due"]),
        "short": int(s["due"]),
        "to": int(s["due_to"]) if s["due_to"] != NONE else None,
        "last": last // 2 or None,
        "last_shifted": bool(last % 2),
    }


_DESCRIBE: dict[Decision, Callable[[State], Facts]] = {
    Decision.ROAD_STEP: _road,
    Decision.RESPONSE: _attack,
    Decision.ADVANCE: _attack,
    Decision.SHOW: _attack,
    Decision.TARGET: _target,
    Decision.DEFENCE_LEADERS: _assault,
    Decision.ASSAULT_PIECES: _assault,
    Decision.FIRE: _assault,
    Decision.HIT: _assault,
    Decision.COUNTER_ATTACK: _assault,
    Decision.REDUCTION: _reduction,
    Decision.RETREAT: _retreat,
    Decision.CONTINUATION: _continuation,
    Decision.PAYMENT: _discs,
    Decision.SHIFT: _discs,
}


def describe_context(state: State) -> Facts:
    """Return the facts of the decision by name; empty for the choice of an action."""
    describe = _DESCRIBE.get(state.decision)
    return describe(state) if describe else {}
