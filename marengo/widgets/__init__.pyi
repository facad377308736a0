"""What ``marengo.widgets`` offers."""

from marengo.screens.europe.calculator import Dice as Dice
from marengo.screens.europe.calculator import dice as dice
from marengo.screens.marengo.assault import Assault as Assault
from marengo.screens.marengo.assault import assault as assault
from marengo.screens.marengo.hours import Hours as Hours
from marengo.screens.marengo.hours import hours as hours
from marengo.screens.marengo.lesson import allowed as allowed
from marengo.screens.marengo.lesson import close_up as close_up
from marengo.screens.marengo.lesson import play_out as play_out
from marengo.screens.marengo.play import Play as Play
from marengo.screens.marengo.quiz import quiz as quiz
from marengo.screens.marengo.quiz import quiz_number as quiz_number
from marengo.screens.marengo.replay import Replay as Replay
from marengo.screens.marengo.scenario_lab import ScenarioLab as ScenarioLab
from marengo.screens.marengo.scenario_lab import scenario_lab as scenario_lab
from marengo.widgets.explore import Explorer as Explorer
from marengo.widgets.explore import explore as explore
from marengo.widgets.explore.surface import SurfaceExplorer as SurfaceExplorer
from marengo.widgets.explore.surface import explore_surface as explore_surface
from marengo.widgets.playing.choices import ChoicePage as ChoicePage
from marengo.widgets.playing.opening import play as play
from marengo.widgets.playing.opening import replay as replay
from marengo.widgets.playing.replay import TurnReplay as TurnReplay
