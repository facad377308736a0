"""The tables of *Bonaparte at Marengo*: stars, start symbols, morale, inactive pieces."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from marengo.core.errors import ScenarioError
from marengo.games.bonaparte.rules.state import INACTIVE, Tables
from marengo.games.bonaparte.scenario import BonaparteScenario, Force
from marengo.games.marengo.rules.tables import BoardIndex
from marengo.games.marengo.rules.vocabulary import FIRST_BOX
from marengo.games.marengo.scenario import Pieces
from marengo.games.marengo.tables import SIDES, common_tables, fill_forces


def build_tables(scenario: BonaparteScenario, index: BoardIndex) -> np.ndarray[Any, Any]:
    """Return tables of a scenario, shape ``(1,)``; ScenarioError if it does not fit the board."""
    tables = common_tables(Tables, scenario, index)
    t = tables[0]
    colours = sorted({place.star for place in index.board.localities if place.star})
    for place in index.board.localities:
        t["star"][place.number] = 1 + colours.index(place.star) if place.star else 0
        t["french_start"][place.number] = place.french_start
    t["revealed_units"] = scenario.options.revealed_units
    for army, side in SIDES.items():
        t["start_morale"][side] = _morale(scenario, army)
    _fill_marks(t, scenario, fill_forces(t, scenario, index))
    return tables


def _morale(scenario: BonaparteScenario, army: str) -> int:
    """Return an army's morale at the start, lowered by a bid (B-15.3)."""
    morale, bid = int(getattr(scenario.morale, army)), int(getattr(scenario.bid, army))
    if bid >= morale:
        wanted = f"expected 0 to {morale - 1}, less than the morale (B-15.5)"
        raise ScenarioError(f"{scenario.name}: bid.{army}: {wanted}")
    return morale - bid


def _fill_marks(
    t: Any, scenario: BonaparteScenario, filled: Iterable[tuple[int, Force, Pieces]]
) -> None:
    for slot, force, _ in filled:
        where = f"{scenario.name}: forces.{force.name}.inactive"
        if force.inactive and force.army != "french":
            raise ScenarioError(f"{where}: expected French pieces (B-6.21)")
        if force.inactive and t["start_place"][slot] >= FIRST_BOX:
            raise ScenarioError(f"{where}: expected places on the map, not a box (B-6.21)")
        t["start_marks"][slot] = INACTIVE * force.inactive
