"""What a decision of *Triomphe à Marengo* is about, in names."""

from collections.abc import Callable

from marengo.game.context import (
    Facts,
    attack_facts,
    attack_place,
    loss_facts,
    names_in,
    retreat_facts,
    road_facts,
)
from marengo.game.triomphe.state import TriompheState
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import NONE, Side


def _target(state: TriompheState) -> Facts:
    return {"artillery": names_in(state, "actors")[0], "attack": attack_place(state)}


def _assault(state: TriompheState) -> Facts:
    return {
        "attack": attack_place(state),
        "defence_leaders": names_in(state, "defence_leaders"),
        "attackers": names_in(state, "actors"),
        "leaders": names_in(state, "leaders"),
        "counter": names_in(state, "counter"),
        "fired": names_in(state, "fired"),
    }


def _continuation(state: TriompheState) -> Facts:
    limited = int(state.record["only_approach"]) != NONE
    alive = [name for name in names_in(state, "actors") if state.piece(name).strength]
    return {
        "piece": names_in(state, "asked")[0],
        "asked": names_in(state, "asked"),
        "pieces": alive,
        "options": "attack approach" if limited else "any",
        "attack": attack_place(state) if limited else None,
    }


def _discs(state: TriompheState) -> Facts:
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


_DESCRIBE: dict[Decision, Callable[[TriompheState], Facts]] = {
    Decision.ROAD_STEP: road_facts,
    Decision.RESPONSE: attack_facts,
    Decision.ADVANCE: attack_facts,
    Decision.SHOW: attack_facts,
    Decision.TARGET: _target,
    Decision.DEFENCE_LEADERS: _assault,
    Decision.ASSAULT_PIECES: _assault,
    Decision.FIRE: _assault,
    Decision.HIT: _assault,
    Decision.COUNTER_ATTACK: _assault,
    Decision.REDUCTION: loss_facts,
    Decision.RETREAT: retreat_facts,
    Decision.CONTINUATION: _continuation,
    Decision.PAYMENT: _discs,
    Decision.SHIFT: _discs,
}


def describe_context(state: TriompheState) -> Facts:
    """Return the facts of the decision by name; empty for the choice of an action."""
    describe = _DESCRIBE.get(state.decision)
    return describe(state) if describe else {}
