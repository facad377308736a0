"""What the laboratory asks of games on the field of Marengo."""

from marengo.core.hooks import GameStudy
from marengo.games.marengo.game import MarengoGame
from marengo.games.marengo.study.endings import endings
from marengo.games.marengo.study.likeness import likeness
from marengo.games.marengo.study.restrictions import FREE, RESTRICTIONS
from marengo.games.marengo.study.watching import OBSERVED_COLUMNS, watch_games

STUDY: GameStudy[MarengoGame] = GameStudy(
    watch_games=watch_games,
    observed_columns=OBSERVED_COLUMNS,
    restrictions=RESTRICTIONS,
    unrestricted=FREE,
    endings=endings,
    likeness=likeness,
)
