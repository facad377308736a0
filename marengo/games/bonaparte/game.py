"""*Bonaparte at Marengo*: what it declares, and one scenario of it on one board."""

from types import MappingProxyType
from typing import Any

import numpy as np

from marengo.core.columns import Column
from marengo.core.game import Engine
from marengo.games.bonaparte.decisions import QUESTIONS
from marengo.games.bonaparte.fights import FIGHTS
from marengo.games.bonaparte.legality import LEGALITY
from marengo.games.bonaparte.policy.ground import make_ground
from marengo.games.bonaparte.policy.weights import Weights
from marengo.games.bonaparte.position import build_position
from marengo.games.bonaparte.primitives import PRIMITIVES
from marengo.games.bonaparte.rules.results import Result
from marengo.games.bonaparte.rules.state import State
from marengo.games.bonaparte.scenario import BonaparteScenario
from marengo.games.bonaparte.soundness import PROBLEMS
from marengo.games.bonaparte.state import BonaparteState
from marengo.games.bonaparte.tables import build_tables
from marengo.games.marengo import columns as common
from marengo.games.marengo.game import MarengoGame
from marengo.games.marengo.notation import FORMS
from marengo.games.marengo.policy.net import Net
from marengo.games.marengo.policy.scores import Scores
from marengo.games.marengo.rules.information_set import DeterminizationScratch
from marengo.games.marengo.rules.moves import MoveKind
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.types import ARMIES
from marengo.languages import N_

Array = np.ndarray[Any, Any]

DEMORALISED = "round in which the {} army was demoralised (B-13.2), hours of the 24-hour clock"

COLUMNS = (
    *common.COLUMNS,
    Column(
        "austrian_stars",
        "star localities the Austrians hold at the end, localities",
        "stars",
        label="stars held by Austria",
    ),
    Column(
        "austrian_colours",
        "colours of these (B-14.3), colours",
        "colours",
        label="colours held by Austria",
    ),
    *(
        Column(
            f"{side.name.lower()}_demoralised",
            DEMORALISED.format(side.name.title()),
            "demoralised",
            side,
            missing=True,
            label=f"{ARMIES[side]} demoralised at",
            is_hour=True,
        )
        for side in Side
    ),
)
"""Columns of a batch of games."""


class BonaparteGame(MarengoGame[BonaparteState]):
    """One scenario of *Bonaparte at Marengo* on one board, see :class:`MarengoGame`."""

    name = "bonaparte"
    title = N_("Bonaparte at Marengo")
    schema = BonaparteScenario
    renderer = "marengo.screens.bonaparte"
    columns = COLUMNS
    questions = QUESTIONS
    legality = LEGALITY
    problems = PROBLEMS
    action_points = "commands"
    morale_unit = "points"
    handicap_unit = "points of morale"
    ladder_bid = 1
    fights = FIGHTS
    short_title = "Basic"
    forms = MappingProxyType({**FORMS, MoveKind.ASSAULT: ("assault", "PR")})
    scenario: BonaparteScenario
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

    def state(self, record: Array) -> BonaparteState:
        """Return a record of the engine, shape ``(1,)``, as a position to be played on."""
        return BonaparteState(self, record)

    def make_ground(self) -> Array:
        """Work out what a player knows of the board, shape ``(1,)``."""
        return make_ground(self.tables[0], self.index)
