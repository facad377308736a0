"""What a decision of *Triomphe à Marengo* is about, in names."""

from typing import TYPE_CHECKING

from marengo.games.marengo.context import (
    Facts,
    attack_place,
    names_in,
)
from marengo.games.marengo.rules.vocabulary import NONE, Side

if TYPE_CHECKING:
    from marengo.games.triomphe.state import TriompheState


def target_facts(state: "TriompheState") -> Facts:
    """Return the artillery that has fired, and where it aims."""
    return {"artillery": names_in(state, "actors")[0], "attack": attack_place(state)}


def assault_facts(state: "TriompheState") -> Facts:
    """Return who assaults, leads and has fired."""
    return {
        "attack": attack_place(state),
        "defence_leaders": names_in(state, "defence_leaders"),
        "attackers": names_in(state, "actors"),
        "leaders": names_in(state, "leaders"),
        "counter": names_in(state, "counter"),
        "fired": names_in(state, "fired"),
    }


def continuation_facts(state: "TriompheState") -> Facts:
    """Return which piece is asked, and where it may go on to."""
    limited = int(state.record["only_approach"]) != NONE
    alive = [name for name in names_in(state, "actors") if state.piece(name).strength]
    return {
        "piece": names_in(state, "asked")[0],
        "asked": names_in(state, "asked"),
        "pieces": alive,
        "options": "attack approach" if limited else "any",
        "attack": attack_place(state) if limited else None,
    }


def discs_facts(state: "TriompheState") -> Facts:
    """Return which side owes how many discs, and the last place named."""
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
