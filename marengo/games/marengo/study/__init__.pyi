"""What the laboratory takes from here."""

from marengo.games.marengo.study.endings import Ending as Ending
from marengo.games.marengo.study.endings import endings as endings
from marengo.games.marengo.study.endings import read_endings as read_endings
from marengo.games.marengo.study.likeness import likeness as likeness
from marengo.games.marengo.study.restrictions import FREE as FREE
from marengo.games.marengo.study.restrictions import RESTRICTIONS as RESTRICTIONS
from marengo.games.marengo.study.watching import OBSERVED_COLUMNS as OBSERVED_COLUMNS
from marengo.games.marengo.study.watching import watch_games as watch_games
