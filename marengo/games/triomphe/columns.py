"""What a batch of games of *Triomphe à Marengo* tells beside the common facts."""

from marengo.core.columns import Column
from marengo.games.marengo import columns as common

COLUMNS = (
    *common.COLUMNS,
    Column("austrian_east", "Austrian pieces east of the objective line (T-19.3), pieces", "east"),
)
