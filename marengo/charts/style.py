"""Colours and sizes of maps. Colours are told apart by readers of every kind of sight.

Blue and vermilion are those of Okabe and Ito's palette; no meaning rests on colour alone: armies
differ in outline, roads in width and dashes, symbols in shape.
"""

from typing import Final

PAPER: Final = "#f6efdd"  # ground of a locality
GAP: Final = "#e3d6b8"  # ground between the facing lines of a border
MARGIN: Final = "#fbf8f0"  # ground outside the map
INK: Final = "#2e2a25"  # lines of approaches, symbols and numbers
FAINT: Final = "#6f675a"  # names and notes
WATER: Final = "#a9c9d8"  # the Bormida, and wet ground inside the map
SHORE: Final = "#4f7f96"  # outline of water
MAIN_ROAD: Final = "#b5532a"  # main roads
LOCAL_ROAD: Final = "#8c6b45"  # local roads
ROAD_EDGE: Final = "#fffaf0"  # casing of main roads
OBJECTIVE: Final = "#7b3f8c"  # the objective line

# Of the seats in their order: their colour, that of outlines, and that of the ground they hold.
SEAT: Final = ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#666666")
SEAT_DARK: Final = ("#7a2f00", "#003f66", "#00553d", "#7d3a5f", "#7d5600", "#1c5f85", "#2e2e2e")
SEAT_LIGHT: Final = ("#fbe3d3", "#dfeaf3", "#d6efe7", "#f6e5ee", "#fbeed3", "#e2f1fa", "#e8e8e8")

FACE: Final = "#fffdf6"  # face of a piece that is shown, of symbols and of rings
# Stars of the older board; each carries its initial as well.
STAR: Final[dict[str, str]] = {"red": "#cc3311", "green": "#117733", "blue": "#0077bb"}

# What becomes of a map's colours on a dark page; pieces keep theirs.
DARK: Final[dict[str, str]] = {
    PAPER: "#3b3831",
    GAP: "#2a2822",
    MARGIN: "#1c1b18",
    INK: "#efe8d8",
    FAINT: "#b9b09d",
    WATER: "#2b4a59",
    SHORE: "#7fb0c6",
    MAIN_ROAD: "#e08256",
    LOCAL_ROAD: "#c09a6c",
    ROAD_EDGE: "#1c1b18",
    OBJECTIVE: "#c08ad2",
    FACE: "#26241f",
    SEAT_DARK[0]: "#ffb98f",
    SEAT_DARK[1]: "#93cdf5",
    SEAT_LIGHT[0]: "#553724",
    SEAT_LIGHT[1]: "#263f52",
}

# Sizes are in units of the drawing: about a hundred and thirtieth of a narrow approach.
INSET: Final = 10.0  # distance of an approach line from the border
BOX: Final = 13.0  # side of a symbol
STEP: Final = 16.0  # distance from symbol to symbol
BLOCK: Final[tuple[float, float]] = (52.0, 22.0)  # length and thickness of a piece
DISC: Final = 7.0  # radius of a morale disc
NUMBER_SIZE: Final = 21.0
CAPACITY_SIZE: Final = 17.0
NAME_SIZE: Final = 15.0
NOTE_SIZE: Final = 17.0
TITLE_SIZE: Final = 34.0
