"""What a seat has learned of a Marengo game."""

from marengo.core.engine.learned import net_of
from marengo.games.marengo.policy.move_features import ROWS
from marengo.games.marengo.policy.scores import COARSE_ROWS, NUMBERS, SIGHTS

Net = net_of(ROWS, NUMBERS, SIGHTS, COARSE_ROWS)
