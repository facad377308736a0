"""What ``marengo.widgets`` offers."""

from marengo.games.europe.screen.calculator import Dice as Dice
from marengo.games.europe.screen.calculator import dice as dice
from marengo.games.marengo.screen.assault import Assault as Assault
from marengo.games.marengo.screen.assault import assault as assault
from marengo.games.marengo.screen.hours import Hours as Hours
from marengo.games.marengo.screen.hours import hours as hours
from marengo.games.marengo.screen.lesson import allowed as allowed
from marengo.games.marengo.screen.lesson import close_up as close_up
from marengo.games.marengo.screen.lesson import play_out as play_out
from marengo.games.marengo.screen.play import Play as Play
from marengo.games.marengo.screen.quiz import quiz as quiz
from marengo.games.marengo.screen.quiz import quiz_number as quiz_number
from marengo.games.marengo.screen.replay import Replay as Replay
from marengo.games.marengo.screen.scenario_lab import ScenarioLab as ScenarioLab
from marengo.games.marengo.screen.scenario_lab import scenario_lab as scenario_lab
from marengo.widgets.explore import Explorer as Explorer
from marengo.widgets.explore import explore as explore
from marengo.widgets.explore.surface import SurfaceExplorer as SurfaceExplorer
from marengo.widgets.explore.surface import explore_surface as explore_surface
from marengo.widgets.playing.choices import ChoicePage as ChoicePage
from marengo.widgets.playing.opening import play as play
from marengo.widgets.playing.opening import replay as replay
from marengo.widgets.playing.replay import TurnReplay as TurnReplay
