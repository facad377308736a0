"""*Triomphe à Marengo*: what it declares, and one scenario of it on one board."""

from typing import Any

import numpy as np

from marengo.core.columns import Column
from marengo.core.game import Engine
from marengo.games.marengo import columns as common
from marengo.games.marengo.game import MarengoGame
from marengo.games.marengo.policy.net import Net
from marengo.games.marengo.policy.scores import Scores
from marengo.games.marengo.rules.information_set import DeterminizationScratch
from marengo.games.marengo.rules.position import Workspace
from marengo.games.triomphe.decisions import QUESTIONS
from marengo.games.triomphe.fights import FIGHTS
from marengo.games.triomphe.legality import LEGALITY
from marengo.games.triomphe.policy.ground import make_ground
from marengo.games.triomphe.policy.weights import Weights
from marengo.games.triomphe.position import build_position
from marengo.games.triomphe.primitives import PRIMITIVES
from marengo.games.triomphe.rules.results import Result
from marengo.games.triomphe.rules.state import State
from marengo.games.triomphe.scenario import TriompheScenario
from marengo.games.triomphe.soundness import PROBLEMS
from marengo.games.triomphe.state import TriompheState
from marengo.games.triomphe.tables import build_tables
from marengo.languages import N_

Array = np.ndarray[Any, Any]

COLUMNS = (
    *common.COLUMNS,
    Column(
        "austrian_east",
        "Austrian pieces east of the objective line (T-19.3), pieces",
        "east",
        label="Austrians in the east",
    ),
)
"""Columns of a batch of games."""


class TriompheGame(MarengoGame[TriompheState]):
    """One scenario of *Triomphe à Marengo* on one board, see :class:`MarengoGame`."""

    name = "triomphe"
    title = N_("Triomphe à Marengo")
    schema = TriompheScenario
    renderer = "marengo.screens.triomphe"
    columns = COLUMNS
    questions = QUESTIONS
    legality = LEGALITY
    problems = PROBLEMS
    action_points = "orders"
    morale_unit = "discs"
    handicap_unit = "discs"
    fights = FIGHTS
    short_title = "Triomphe"
    scenario: TriompheScenario
    build_tables = staticmethod(build_tables)
    position = build_position
    engine = Engine(
        state=State,
        result=Result,
        workspace=Workspace,
        determinization=DeterminizationScratch,
        scores=Scores,
        weights=Weights,
        net=Net,
        primitives=PRIMITIVES,
    )

    def state(self, record: Array) -> TriompheState:
        """Return a record of the engine, shape ``(1,)``, as a position to be played on."""
        return TriompheState(self, record)

    def make_ground(self) -> Array:
        """Work out what a player knows of the board, shape ``(1,)``."""
        return make_ground(self.tables[0], self.index)
