"""The ruleset of *Bonaparte at Marengo*."""

from marengo.core.dispatch import implement
from marengo.game.bonaparte.columns import COLUMNS
from marengo.game.bonaparte.context import describe_context
from marengo.game.bonaparte.legality import why_illegal
from marengo.game.bonaparte.position import build_position
from marengo.game.bonaparte.scenario import BonaparteScenario
from marengo.game.bonaparte.soundness import find_problems
from marengo.game.bonaparte.state import BonaparteState
from marengo.game.bonaparte.tables import build_tables
from marengo.game.bonaparte.view import make_view
from marengo.game.notation import FORMS
from marengo.game.ruleset import Ruleset
from marengo.games.bonaparte.primitives import PRIMITIVES
from marengo.games.bonaparte.rules.results import Result
from marengo.games.bonaparte.rules.state import State as Record
from marengo.games.marengo.rules.moves import MoveKind

BONAPARTE = Ruleset(
    name="bonaparte",
    title="Bonaparte at Marengo",
    record=Record,
    result=Result,
    scenario=BonaparteScenario,
    state=BonaparteState,
    build_tables=build_tables,
    build_position=build_position,
    make_view=make_view,
    describe_context=describe_context,
    why_illegal=why_illegal,
    find_problems=find_problems,
    columns=COLUMNS,
    forms={**FORMS, MoveKind.ASSAULT: ("assault", "PR")},
)

implement(Record, PRIMITIVES)
