"""Short cuts for tests of turns and movement: groups, road marches, the rest of a decision."""

from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from tests.helpers import play, texts, where


def group(state: BonaparteState, verb: str, names: str, goal: str) -> BonaparteState:
    """Announce a group, "A1 A3", for the first piece with the verb; nobody else joins."""
    first, *others = names.split()
    play(state, f"{verb} {first} {goal}")
    for name in others:
        if state.decision is Decision.JOIN:  # else it was the last that had to join
            play(state, f"join {name}")
    if state.decision is Decision.JOIN:
        play(state, "join none")
    return state


def road(state: BonaparteState, name: str, *steps: str) -> BonaparteState:
    """March a piece by road: steps are "5-10", "23-34:c26", "wait", "continue 5/10" or "stop".

    A step may have been taken of itself, because it was the only one possible.
    """
    play(state, f"road {name}")
    for step in steps:
        verb, _, goal = step.rpartition(" ")
        if verb == "continue":
            text = f"continue {name} {goal}"
        else:
            text = step if step in ("wait", "stop") else f"cross {step}"
            goal = step.rpartition("-")[2].partition(":")[0]
        if text in texts(state):
            play(state, text)
        elif step == "stop":
            assert state.decision is not Decision.ROAD_STEP, sorted(texts(state))
        else:
            assert where(state, name) == goal, f"{text}: {sorted(texts(state))}"
    return state


def naming(state: BonaparteState, name: str) -> set[str]:
    """Return the texts of the legal moves that begin with this piece."""
    return {text for text in texts(state) if text.split()[1:2] == [name]}
