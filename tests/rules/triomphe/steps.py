"""Short cuts for tests of several chapters: road marches step by step, places of several pieces."""

from marengo.games.triomphe.state import TriompheState
from tests.helpers import play, texts, where


def cross(state: TriompheState, *steps: str) -> TriompheState:
    """Take the steps of a road march, each by the only crossing open from one to the other.

    A step is "28-21", or "28-21:c158" where the piece may choose between crossings.
    """
    for step in steps:
        exact, prefix = f"cross {step}", f"cross {step}:"
        found = [text for text in texts(state) if text == exact or text.startswith(prefix)]
        assert len(found) == 1, f"{step}: {sorted(texts(state))}"
        play(state, found[0])
    return state


def places(state: TriompheState, *names: str) -> tuple[str, ...]:
    """Return the places of several pieces in notation, "" for one destroyed."""
    return tuple(where(state, name) for name in names)
