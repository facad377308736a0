"""Statistics of games: differences, curves, regressions, and numbers of games they take."""

from marengo.lab.analysis.comparing import Comparison, compare
from marengo.lab.analysis.differences import (
    DIFFERENCE_COLUMNS,
    PairedDifference,
    difference_table,
    mean_difference,
    paired_difference,
)
from marengo.lab.analysis.factors import Factor, read_factors
from marengo.lab.analysis.handicap import (
    handicap_curve,
    handicap_study,
    is_handicap_study,
)
from marengo.lab.analysis.handicap_fit import (
    LINE_COLUMNS,
    POINT_COLUMNS,
    EvenPoint,
    HandicapCurve,
)
from marengo.lab.analysis.precision import (
    difference_half_width,
    games_for_difference,
    games_for_share,
    share_half_width,
)
from marengo.lab.analysis.quality import quality_by_game, quality_table
from marengo.lab.analysis.regression import REGRESSION_COLUMNS, outcome_regression
from marengo.lab.analysis.restricted import RESTRICTIONS, restricted_play
from marengo.lab.analysis.sensitivity import sensitivity, sensitivity_study
from marengo.lab.analysis.skill import SKILL_COLUMNS, skill_table

__all__ = [
    "DIFFERENCE_COLUMNS",
    "LINE_COLUMNS",
    "POINT_COLUMNS",
    "REGRESSION_COLUMNS",
    "RESTRICTIONS",
    "SKILL_COLUMNS",
    "Comparison",
    "EvenPoint",
    "Factor",
    "HandicapCurve",
    "PairedDifference",
    "compare",
    "difference_half_width",
    "difference_table",
    "games_for_difference",
    "games_for_share",
    "handicap_curve",
    "handicap_study",
    "is_handicap_study",
    "mean_difference",
    "outcome_regression",
    "paired_difference",
    "quality_by_game",
    "quality_table",
    "read_factors",
    "restricted_play",
    "sensitivity",
    "sensitivity_study",
    "share_half_width",
    "skill_table",
]
