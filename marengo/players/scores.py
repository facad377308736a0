"""What a player thinks of the moves of a decision."""

from typing import Annotated

import numpy as np

from marengo.rules.records import Record
from marengo.rules.shared.position import MOVES
from marengo.rules.vocabulary import LOCALITIES, PIECES


class Scores(Record):
    """Scratch of one thread beside the workspace."""

    value: Annotated[list[float], np.float64, MOVES]  # of the moves in the workspace, in logits
    believed: Annotated[list[float], np.float64, PIECES]  # expected strength of each piece
    cavalry: Annotated[list[float], np.float64, PIECES]  # probability that it is cavalry
    near: Annotated[list[float], np.float64, LOCALITIES]  # scratch by locality
    gathered: Annotated[list[float], np.float64, LOCALITIES]  # strength of a side, by locality
    exposed: Annotated[list[float], np.float64, LOCALITIES]  # expected loss, below 0 if not known
    far: Annotated[list[float], np.float64, LOCALITIES]  # scratch by locality
