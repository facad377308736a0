"""Games in bulk: simulate, plan and run studies, fuzz, measure."""

from marengo.lab.frames import GAME_COLUMNS, game_columns, save_frame
from marengo.lab.plan import Cell, Study, StudyError, read_study
from marengo.lab.plans import find_plan, plan_names
from marengo.lab.run_folder import FAILURE_COLUMNS, RUN_COLUMNS, Run, load
from marengo.lab.running import run
from marengo.lab.simulate import simulate
from marengo.lab.statistics import Share, share, win_table
from marengo.lab.watching import OBSERVED_COLUMNS, WatchingError, watch_record

__all__ = [
    "FAILURE_COLUMNS",
    "GAME_COLUMNS",
    "OBSERVED_COLUMNS",
    "RUN_COLUMNS",
    "Cell",
    "Run",
    "Share",
    "Study",
    "StudyError",
    "WatchingError",
    "find_plan",
    "game_columns",
    "load",
    "plan_names",
    "read_study",
    "run",
    "save_frame",
    "share",
    "simulate",
    "watch_record",
    "win_table",
]
