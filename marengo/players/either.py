"""Rules of thumb and evaluation of whichever ruleset a position belongs to."""

from marengo.players.bonaparte import evaluation as bonaparte_evaluation
from marengo.players.bonaparte import rule as bonaparte_rule
from marengo.players.scores import Scores
from marengo.players.triomphe import evaluation as triomphe_evaluation
from marengo.players.triomphe import rule as triomphe_rule
from marengo.rules.either import by_ruleset
from marengo.rules.records import Record
from marengo.rules.shared.position import Position, SetUpTables, Workspace


@by_ruleset(bonaparte=bonaparte_rule.score_moves, triomphe=triomphe_rule.score_moves)
def score_moves(t: SetUpTables, s: Position, w: Workspace, e: Record, v: Record, k: Scores) -> None:
    """Score the legal moves of a decision for the side that decides."""


@by_ruleset(bonaparte=bonaparte_evaluation.evaluate, triomphe=triomphe_evaluation.evaluate)
def evaluate(  # type: ignore[empty-body]
    t: SetUpTables, s: Position, w: Workspace, e: Record, v: Record
) -> float:
    """Return the logit of Austria's probability of winning; ``w`` is of that position."""
