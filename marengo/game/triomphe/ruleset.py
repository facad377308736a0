"""The ruleset of *Triomphe à Marengo*."""

from marengo.core.dispatch import implement
from marengo.game.notation import FORMS
from marengo.game.ruleset import Ruleset
from marengo.game.triomphe.columns import COLUMNS
from marengo.game.triomphe.context import describe_context
from marengo.game.triomphe.legality import why_illegal
from marengo.game.triomphe.position import build_position
from marengo.game.triomphe.scenario import TriompheScenario
from marengo.game.triomphe.soundness import find_problems
from marengo.game.triomphe.state import TriompheState
from marengo.game.triomphe.tables import build_tables
from marengo.game.triomphe.view import make_view
from marengo.games.triomphe.primitives import PRIMITIVES
from marengo.games.triomphe.rules.results import Result
from marengo.games.triomphe.rules.state import State as Record

TRIOMPHE = Ruleset(
    name="triomphe",
    title="Triomphe à Marengo",
    record=Record,
    result=Result,
    scenario=TriompheScenario,
    state=TriompheState,
    build_tables=build_tables,
    build_position=build_position,
    make_view=make_view,
    describe_context=describe_context,
    why_illegal=why_illegal,
    find_problems=find_problems,
    columns=COLUMNS,
    forms=FORMS,
)

implement(Record, PRIMITIVES)
