"""The tables of *Triomphe à Marengo*: discs, disorganised pieces, hours of entry."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from marengo.core.errors import ScenarioError
from marengo.games.marengo.rules.tables import BoardIndex
from marengo.games.marengo.rules.vocabulary import HOURS, NONE
from marengo.games.marengo.tables import SIDES, common_tables, fill_forces
from marengo.games.triomphe.rules.state import DISORGANISED, Tables
from marengo.games.triomphe.scenario import Force, Pieces, TriompheScenario


def build_tables(scenario: TriompheScenario, index: BoardIndex) -> np.ndarray[Any, Any]:
    """Return tables of a scenario, shape ``(1,)``; ScenarioError if it does not fit the board."""
    tables = common_tables(Tables, scenario, index)
    _fill_morale(tables[0], scenario)
    _fill_marks(tables[0], scenario, fill_forces(tables[0], scenario, index))
    return tables


def _fill_morale(t: Any, scenario: TriompheScenario) -> None:
    for army, side in SIDES.items():
        morale = getattr(scenario.morale, army)
        t["start_uncommitted"][side] = morale.uncommitted
        for hour, discs in morale.track.items():
            t["start_track"][side * HOURS + hour] = discs


def _fill_marks(
    t: Any, scenario: TriompheScenario, filled: Iterable[tuple[int, Force, Pieces]]
) -> None:
    states: dict[tuple[str, int], bool] = {}
    for slot, force, piece in filled:
        locality = int(t["locality_of"][t["start_place"][slot]])
        if force.disorganised and (force.army != "french" or locality == NONE):
            raise ScenarioError(
                f"{scenario.name}: forces.{force.name}.disorganised: expected French pieces on "
                "the map (T-14.4, T-14.5)"
            )
        together = states.setdefault((force.army, locality), force.disorganised)
        if locality != NONE and together != force.disorganised:
            raise ScenarioError(
                f"{scenario.name}: forces.{force.name}.disorganised: expected "
                f"{together} like the others in locality {locality} (T-14.16)"
            )
        t["start_marks"][slot] = DISORGANISED * force.disorganised
        t["earliest"][slot] = piece.earliest
