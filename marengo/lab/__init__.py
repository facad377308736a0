"""Games in bulk: simulate, study, fuzz, measure."""

from marengo.lab.frames import GAME_COLUMNS, game_columns, save_frame
from marengo.lab.simulate import simulate
from marengo.lab.statistics import Share, share, win_table

__all__ = [
    "GAME_COLUMNS",
    "Share",
    "game_columns",
    "save_frame",
    "share",
    "simulate",
    "win_table",
]
