"""What ``marengo.lab`` offers."""

from marengo.games.marengo.study.columns import GAME_COLUMNS as GAME_COLUMNS
from marengo.games.marengo.study.columns import RUN_COLUMNS as RUN_COLUMNS
from marengo.games.marengo.study.fights import border_kinds as border_kinds
from marengo.games.marengo.study.fights import fight as fight
from marengo.games.marengo.study.fights import strength_table as strength_table
from marengo.games.marengo.study.watching import OBSERVED_COLUMNS as OBSERVED_COLUMNS
from marengo.games.marengo.study.watching import WatchingError as WatchingError
from marengo.games.marengo.study.watching import watch_record as watch_record
from marengo.lab.frames import game_columns as game_columns
from marengo.lab.frames import save_frame as save_frame
from marengo.lab.kinds import FAILURE_COLUMNS as FAILURE_COLUMNS
from marengo.lab.learning import Learned as Learned
from marengo.lab.learning import learn as learn
from marengo.lab.plan import Cell as Cell
from marengo.lab.plan import Study as Study
from marengo.lab.plan import StudyError as StudyError
from marengo.lab.plan import find_plan as find_plan
from marengo.lab.plan import plan_names as plan_names
from marengo.lab.plan import read_study as read_study
from marengo.lab.run_folder import Run as Run
from marengo.lab.run_folder import load as load
from marengo.lab.running import run as run
from marengo.lab.simulate import simulate as simulate
from marengo.lab.statistics import Share as Share
from marengo.lab.statistics import share as share
from marengo.lab.statistics import win_table as win_table
