"""The games on the field of Marengo by name, for tests that speak of what only these have."""

from marengo.core import scenarios
from marengo.games.marengo.game import MarengoGame, field_scenarios, marengo_games


def games() -> dict[str, type[MarengoGame]]:
    """Return the games."""
    return marengo_games()


def scenario_names() -> tuple[str, ...]:
    """Return the names of the scenarios as their rulebooks have them."""
    return tuple(name for name in scenarios.scenario_names() if name in field_scenarios())


def what_if_names() -> tuple[str, ...]:
    """Return the names of the what-ifs."""
    return tuple(name for name in scenarios.what_if_names() if name in field_scenarios())
