"""Assaults from 1/2 against 2/1 under both rulesets."""

from marengo.games.marengo.game import MarengoGame
from marengo.games.marengo.state import MarengoState
from tests.rules.differences.both import assault, ground, position


def made(
    ruleset: str, attackers: str, defenders: str, *, names: str = "", on: MarengoGame | None = None
) -> MarengoState:
    """Return an Austrian assault from 1/2, just declared by all or by those named."""
    everybody = ",".join(f"A{number}" for number in range(1, len(attackers.split()) + 1))
    state = position(ruleset, {"1/2": attackers}, {"2/1": defenders}, step=2, on=on)
    return assault(state, names or everybody, "1/2")


def wide(ruleset: str, **symbols: object) -> MarengoGame:
    """Return the ground with a wide border between 1 and 2."""
    return ground(ruleset, borders={(1, 2): {"wide": True, **symbols}})
