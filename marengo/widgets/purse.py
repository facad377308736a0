"""What each ruleset pays with."""

from marengo.game import State

__all__ = ["PURSES", "purse"]

PURSES = {"triomphe": "orders", "bonaparte": "commands"}
"""What each ruleset pays with (T-6.2, B-8.13)."""


def purse(state: State) -> int:
    """Return the orders (T-6.2) or commands (B-8.13) that are left."""
    return int(state.record[PURSES[state.game.scenario.ruleset]])
