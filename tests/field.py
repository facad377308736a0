"""The games on the field of Marengo by name, for tests that speak of what only these have."""

from marengo.core import scenarios
from marengo.games.marengo.game import MarengoGame, field_scenarios, marengo_games


def games() -> dict[str, type[MarengoGame]]:
    """Return the games."""
    return marengo_games()


def scenario_names() -> tuple[str, ...]:
    """Return the names of the scenarios as their rulebooks have them."""
    return _of_the_field(scenarios.scenario_names())


def what_if_names() -> tuple[str, ...]:
    """Return the names of the what-ifs."""
    return _of_the_field(scenarios.what_if_names())


def _of_the_field(names: tuple[str, ...]) -> tuple[str, ...]:
    known = field_scenarios()
    return tuple(name for name in names if name in known)
