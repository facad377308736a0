"""Small frames of studies with known numbers, for drawing."""

import math
from typing import Any

import polars as pl

from marengo.games.marengo.board import Board
from marengo.screens.marengo.drawing.layout import layout

PRESENCE = {
    "cell": pl.Int32,
    "game": pl.Int64,
    "hour": pl.Int32,
    "side": pl.String,
    "origin": pl.Int32,
    "locality": pl.Int32,
    "pieces": pl.Int32,
    "strength": pl.Int32,
    "lost": pl.Int32,
}


def presence(*rows: tuple[Any, ...]) -> pl.DataFrame:
    """Return a frame of presence from its columns, that of the cell left out."""
    return pl.DataFrame([(0, *row) for row in rows], schema=PRESENCE, orient="row")


SQUARES = presence(
    (0, 9, "austrian", None, 1, 1, 3, 0),
    (0, 9, "austrian", 1, 1, 1, 2, 0),
    (0, 9, "french", 2, 2, 1, 4, 0),
    (1, 9, "austrian", 1, 1, 1, 1, 1),
    (1, 9, "french", 2, 2, 0, 0, 4),
    (0, 10, "austrian", 1, 2, 2, 6, 0),
    (0, 10, "french", 2, 1, 1, 2, 0),
    (1, 10, "austrian", 1, 2, 1, 2, 0),
)
"""Two hours of two games on two squares, of three games observed."""


def swept(board: Board) -> pl.DataFrame:
    """Return ten games in which Austria sweeps a board from the west, hour by hour."""
    plan = layout(board)
    left, _, right, _ = plan.frame
    rows: list[tuple[Any, ...]] = []
    for locality in board.localities:
        number = locality.number
        east = (plan.shapes[number].centroid.x - left) / (right - left)
        neighbour = min(board.neighbours(number))
        for game in range(10):
            for hour in (9, 13, 17):
                reached = (hour - 7) / 14 + 0.12 * math.sin(game + 3 * number)
                side = "austrian" if east < reached else "french"
                near = abs(east - reached) < 0.2
                if near or (number + game) % 3 == 0:
                    strength = 1 + (number * 7 + game) % 4
                    lost = int(near and (number + game) % 5 == 0)
                    rows.append((game, hour, side, neighbour, number, 1, strength, lost))
    return presence(*rows)


TURNS = pl.DataFrame(
    [
        (0, 0, 6, 0.50, 10, 12, 8, 20),
        (0, 1, 6, 0.60, 10, 11, 8, 19),
        (0, 2, 7, 1.00, 9, 0, 7, 10),
        (1, 0, 6, 0.40, 8, 12, 6, 20),
        (1, 1, 6, 0.40, 8, 12, 6, 21),
        (1, 2, 7, 0.20, 5, 12, 4, 21),
        (1, 3, 8, 0.00, 1, 10, 2, 22),
    ],
    schema=[
        *("game", "turn", "hour", "estimate", "austrian_level", "french_level"),
        *("austrian_strength", "french_strength"),
    ],
    orient="row",
).with_columns(cell=pl.lit(0))
"""Two games: Austria wins one at seven, France the other at eight."""

GAMES = pl.DataFrame({"cell": [0, 0], "game": [0, 1], "winner": ["austrian", "french"]})

_ENDINGS = (
    [("triomphe", "austrian", "decisive", 15)] * 4
    + [("triomphe", "austrian", "marginal", 21)] * 1
    + [("triomphe", "french", "marginal", 21)] * 3
    + [("triomphe", "french", "decisive", 17)] * 2
    + [("bonaparte", "french", "marginal", 21)] * 5
)
ENDINGS = pl.DataFrame(_ENDINGS, schema=["scenario", "winner", "kind", "last_round"], orient="row")

RATES = pl.DataFrame(
    [
        ("as printed", "Orders", 1000, 0.56, 0.53, 0.59),
        ("two orders", "Orders", 1000, 0.48, 0.45, 0.51),
        ("no rain", "Ground", 12000, 0.61, 0.60, 0.62),
    ],
    schema=["label", "group", "games", "share", "low", "high"],
    orient="row",
)

DIFFERENCES = pl.DataFrame(
    [
        ("more", 0.05, 0.03, 0.07, 0.01, 0.09),
        ("less", -0.16, -0.18, -0.14, -0.20, -0.12),
        ("open", -0.003, -0.018, 0.012, -0.04, 0.034),
    ],
    schema=["scenario", "difference", "low", "high", "unpaired_low", "unpaired_high"],
    orient="row",
)

POINTS = pl.DataFrame(
    [(0, 400, 0.7, 0.65, 0.74), (2, 400, 0.55, 0.5, 0.6), (4, 400, 0.3, 0.26, 0.35)],
    schema=["handicap", "games", "share", "low", "high"],
    orient="row",
)

CURVE = pl.DataFrame(
    {
        "handicap": [0.0, 1.0, 2.0, 3.0, 4.0],
        "share": [0.71, 0.63, 0.53, 0.42, 0.31],
        "low": [0.66, 0.59, 0.50, 0.39, 0.27],
        "high": [0.76, 0.67, 0.56, 0.45, 0.35],
    }
)

EFFECTS = pl.DataFrame(
    [
        ("rain", 0.02, -0.01, 0.05, 0.03),
        ("Desaix", -0.44, -0.5, -0.38, 0.04),
        ("orders", 0.31, 0.27, 0.35, 0.03),
        ("bridge", -0.09, None, None, 0.05),
    ],
    schema=["factor", "value", "low", "high", "noise"],
    orient="row",
)

SKILL = pl.DataFrame(
    [
        ("triomphe", "random", 0.61, 0.58, 0.64),
        ("triomphe", "rule", 0.42, 0.39, 0.45),
        ("bonaparte", "random", 0.70, 0.67, 0.73),
        ("bonaparte", "rule", 0.38, 0.35, 0.41),
    ],
    schema=["scenario", "player", "share", "low", "high"],
    orient="row",
)

BOXES = pl.DataFrame(
    [
        (1.0, 0.30, 1.00, 0.28, 0.25, 0.31, False),
        (0.8, 0.50, 0.75, 0.45, 0.38, 0.52, False),
        (0.6, 0.80, 0.55, 0.74, 0.66, 0.81, True),
        (0.2, 0.90, 0.00, None, None, None, False),
    ],
    schema=[
        *("coverage", "density", "fresh_coverage", "fresh_density"),
        *("fresh_low", "fresh_high", "chosen"),
    ],
    orient="row",
)
"""Boxes of scenario discovery, the last of which holds no fresh case."""

LIMITS = pl.DataFrame(
    [("orders", None, 2.0, 2.0, 4.0, 0.001, 1.0), ("novi", 17.0, 18.0, 15.0, 19.0, 0.04, 0.6)],
    schema=["feature", "low", "high", "least", "most", "p", "again"],
    orient="row",
)
"""The limits of the box that is told."""

LIKENESS = pl.DataFrame(
    [
        (cell, game, hour, 0.1 * hour * (game + 1), 1.0 * cell, 0.2 * game, 0.1 * game + 0.2 * cell)
        for cell in (0, 1)
        for game in range(5)
        for hour in (6, 8, 14)
    ],
    schema=["cell", "game", "hour", "front", "losses", "arrivals", "distance"],
    orient="row",
)
"""Five games each of two cells, the first of which is the nearest to the day."""

MEDIATION = pl.DataFrame(
    [
        ("total", 18.6, 16.0, 21.1),
        ("arrivals", 1.5, -1.9, 4.7),
        ("morale", 12.6, 9.3, 15.7),
        ("none of these", 4.5, 0.5, 8.7),
    ],
    schema=["through", "effect", "low", "high"],
    orient="row",
)

FRONT = pl.DataFrame(
    [
        (2, "two orders", "balance", 0.02, 0.0, 0.05, "less", 0.96),
        (2, "two orders", "drama", 0.40, 0.38, 0.42, "more", 0.96),
        (0, "triomphe", "balance", 0.15, 0.12, 0.18, "less", 0.70),
        (0, "triomphe", "drama", 0.45, 0.43, 0.47, "more", 0.70),
        (1, "four orders", "balance", 0.20, 0.17, 0.23, "less", 0.04),
        (1, "four orders", "drama", 0.39, 0.37, 0.41, "more", 0.04),
    ],
    schema=["cell", "variant", "aim", "value", "low", "high", "better", "chance"],
    orient="row",
)
"""Three variants, the last of which the first betters in both aims."""
