"""How near a game comes to the battle as it was, hour by hour.

What accounts say is held against the troops of a game: where corps stood, how much was lost, when
corps came. Accounts differ by an hour, so that a time is an interval: what a game does an hour
earlier or later counts as done. What accounts do not say, no game can miss.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import Final

import numpy as np
import polars as pl
import shapely

from marengo.core.errors import did_you_mean
from marengo.core.numbers import REAL, WHOLE, takes
from marengo.games.marengo.armies import ARMY_NAMES, Army
from marengo.games.marengo.board import Board, Point
from marengo.games.marengo.board.geometry import to_metres
from marengo.games.marengo.game import MarengoGame, on_field
from marengo.games.marengo.study.history import Arrival, Day, Stand, read_day, shapes_of
from marengo.games.marengo.tables import SIDES
from marengo.lab.plan import StudyError
from marengo.lab.run_folder import Run
from marengo.lab.statistics import Array, Columns

SLACK: Final = 1
"""Hours by which accounts differ."""

FAR: Final = 5.0
"""Kilometres from which on a corps is as good as not there."""

PACE: Final = 3.5
"""Kilometres that infantry in column marches in an hour, from the map's edge to the fight."""

PARTS: Final = ("front", "losses", "arrivals")
"""Parts of the likeness of a game."""

WEIGHTS: Final[Mapping[str, float]] = dict.fromkeys(PARTS, 1.0)

LEAST: Final = {"front": 0.2, "losses": 1.0, "arrivals": 0.25}
"""The least scale of each part, km, points and hours: no account is finer, so that a part in which
games hardly differ does not make the distance."""

_MEANINGS: Final[Columns] = {
    "front": (pl.Float64, "mean distance from corps of the day to own troops in the game, km"),
    "losses": (pl.Float64, "mean of both armies' losses outside what accounts give, points"),
    "arrivals": (pl.Float64, "mean of corps' arrivals outside what accounts give, hours"),
    "distance": (pl.Float64, "of the game from the day: 0 contradicts no account; 1 is usual"),
}

LIKENESS_HOUR_COLUMNS: Columns = {
    "cell": (pl.Int32, "number of the cell in its plan, from 0"),
    "game": (pl.Int64, "number of the game in its cell, from 0"),
    "hour": (pl.Int32, "an hour of which accounts tell where corps stood; as it ends"),
    **_MEANINGS,
}
"""Columns of likeness by hour: type and meaning with unit."""

LIKENESS_COLUMNS: Columns = {
    "cell": (pl.Int32, "number of the cell in its plan, from 0"),
    "game": (pl.Int64, "number of the game in its cell, from 0"),
    "scenario": (pl.String, "its scenario"),
    "seed": (pl.Int64, "seed of the set-up: Game.start(seed) shows it"),
    "winner": (pl.String, "who won"),
    **_MEANINGS,
}
"""Columns of likeness by game, means of its hours: type and meaning with unit."""

_GAME: Final = ("cell", "game")


@takes(until=WHOLE, weights=REAL)
def likeness_by_hour(
    run: Run, until: int = 21, weights: Mapping[str, float] = WEIGHTS, day: Day | None = None
) -> pl.DataFrame:
    """Return how near each game is to the day of 14 June 1800 at each hour.

    Parameters
    ----------
    run : Run
        Of a plan that observes presence. Games that are over keep what they had.
    until : int
        The last hour that counts, o'clock.
    weights : mapping of str to float
        Of the parts, ``"front"``, ``"losses"`` and ``"arrivals"``; one that is left out has none.
    day : Day, optional
        Of :func:`marengo.plots.read_day`; default: the one that comes with marengo.

    Returns
    -------
    polars.DataFrame
        A row for each game and hour of which accounts tell; :data:`LIKENESS_HOUR_COLUMNS`.
        ``distance`` is the root of the weighted mean square of the parts, each divided by its
        scale: the standard deviation over all games of the run at an hour, root mean square of
        the hours, but not less than accounts are exact, 0.2 km, 1 point and a quarter of an hour.

    Raises
    ------
    StudyError
        If the plan does not observe presence, a weight is of no part, is negative or all are 0, or
        accounts tell nothing until that hour.
    ScenarioError
        If a game of the run is not played on the field of Marengo.
    """
    if "presence" not in run.study.observe:
        raise StudyError('observe: expected "presence" in the plan, for who stood where by hour')
    _check_weights(weights)
    day = read_day() if day is None else day
    stands = [stand for stand in day.stands if not stand.scouts]
    hours = sorted({hour for stand in stands for hour in stand.hours if hour <= until})
    if not hours:
        raise StudyError(f"until: expected an hour of which accounts tell, not {until}")
    cells = range(len(run.study.cells))
    parts = pl.concat([_cell(run, number, day, stands, hours) for number in cells])
    return _with_distance(parts, weights).cast(_schema(LIKENESS_HOUR_COLUMNS))


@takes(until=WHOLE, weights=REAL)
def likeness(
    run: Run, until: int = 21, weights: Mapping[str, float] = WEIGHTS, day: Day | None = None
) -> pl.DataFrame:
    """Return how near each game is to the day of 14 June 1800.

    Parameters and errors are those of :func:`likeness_by_hour`.

    Returns
    -------
    polars.DataFrame
        A row a game, that most like the day first; :data:`LIKENESS_COLUMNS`. Parts are means of
        the hours, ``distance`` is the root mean square. Play a game again from its ``seed``, or
        open it from the run.
    """
    hours = likeness_by_hour(run, until, weights, day)
    squares = (pl.col("distance") ** 2).mean().sqrt()
    games = hours.group_by(_GAME).agg(pl.col(PARTS).mean(), squares)
    played = run.games.select(*_GAME, "scenario", "seed", "winner").collect()
    table = played.join(games, on=_GAME).cast(_schema(LIKENESS_COLUMNS))
    return table.sort("distance", *_GAME)


def _schema(columns: Columns) -> pl.Schema:
    return pl.Schema({name: dtype for name, (dtype, _) in columns.items()})


def _check_weights(weights: Mapping[str, float]) -> None:
    for name, weight in weights.items():
        if name not in PARTS:
            listed, meant = ", ".join(PARTS), did_you_mean(name, PARTS)
            raise StudyError(f"weights: {name!r}: expected some of {listed}{meant}")
        if not (weight >= 0 and isfinite(weight)):
            raise StudyError(f"weights: {name}: expected 0 or more, not {weight}")
    if not any(weights.values()):
        raise StudyError("weights: expected one above 0")


def _with_distance(parts: pl.DataFrame, weights: Mapping[str, float]) -> pl.DataFrame:
    """Return parts by hour with the distance that they make together."""
    spread = parts.group_by("hour").agg(pl.col(PARTS).var(ddof=0)).select(pl.col(PARTS).mean())
    scales = {
        name: max(variance**0.5, LEAST[name])
        for name, variance in zip(PARTS, spread.row(0), strict=True)
    }
    squares = [weight * (pl.col(name) / scales[name]) ** 2 for name, weight in weights.items()]
    total = sum(weights.values())
    return parts.with_columns(distance=(pl.sum_horizontal(squares) / total).sqrt())


def _cell(run: Run, number: int, day: Day, stands: list[Stand], hours: list[int]) -> pl.DataFrame:
    """Return the parts of each game of a cell at each hour."""
    game = on_field(run.study.game(run.study.cells[number].scenario))
    mine = pl.col("cell") == number
    games = run.games.filter(mine).select("game")
    presence = run.presence.filter(mine).drop("cell")
    grid = games.join(pl.LazyFrame({"hour": hours}, {"hour": pl.Int32}), how="cross")
    joined = grid
    for part in (
        _front(presence, grid, game.board, day, stands),
        _losses(presence, games, game, day, hours),
        _arrivals(presence, grid, game, day),
    ):
        joined = joined.join(part, on=["game", "hour"], how="left", maintain_order="left")
    whole = joined.with_columns(pl.col(PARTS).fill_null(0.0), cell=pl.lit(number, pl.Int32))
    return whole.select(*_GAME, "hour", *PARTS).collect()


def _front(
    presence: pl.LazyFrame, grid: pl.LazyFrame, board: Board, day: Day, stands: list[Stand]
) -> pl.LazyFrame:
    """Return how far from the corps told of in an hour their army's nearest troops are, km."""
    standing = presence.filter(pl.col("pieces") > 0).select("game", "hour", "side", "locality")
    over = standing.filter(pl.col("hour") == pl.col("hour").max().over("game"))
    later = pl.LazyFrame({"later": range(24)}, {"later": pl.Int32})
    carried = over.join_where(later, pl.col("later") > pl.col("hour"))
    carried = carried.select("game", "side", "locality", hour="later")
    reaches = pl.LazyFrame(
        list(_reaches(board, day, stands)),
        schema={"stand": pl.Int32, "side": pl.String, "told": pl.Int32, "hour": pl.Int32}
        | {"locality": pl.Int32, "km": pl.Float64},
        orient="row",
    )
    near = (
        pl.concat([standing, carried.select(standing.collect_schema().names())])
        .unique()
        .join(reaches, on=["side", "hour", "locality"])
        .group_by("game", "told", "stand")
        .agg(pl.col("km").min())
    )
    wanted = grid.join(reaches.select("told", "stand").unique(), left_on="hour", right_on="told")
    return (
        wanted.join(near.rename({"told": "hour"}), on=["game", "hour", "stand"], how="left")
        .group_by("game", "hour")
        .agg(front=pl.col("km").fill_null(FAR).mean())
    )


def _reaches(
    board: Board, day: Day, stands: list[Stand]
) -> Iterator[tuple[int, str, int, int, int, float]]:
    """Yield how far each locality is from each stand, for each hour that counts as its own."""
    numbers, shapes = shapes_of(board)
    for place, stand in enumerate(stands):
        away = np.minimum(_kilometres(shapes, day.position(stand)), FAR)
        for account_hour in stand.hours:
            for hour in range(account_hour - SLACK, account_hour + SLACK + 1):
                for number, km in zip(numbers, away.tolist(), strict=True):
                    yield place, stand.army, account_hour, hour, number, km


def _kilometres(shapes: Sequence[shapely.Geometry], at: Point) -> Array:
    """Return how far a position is from each of some shapes; 0 inside."""
    return np.asarray(shapely.distance(shapes, shapely.Point(to_metres(at)))) / 1000


def _losses(
    presence: pl.LazyFrame, games: pl.LazyFrame, game: MarengoGame, day: Day, hours: list[int]
) -> pl.LazyFrame:
    """Return by how many points the losses of both armies miss what accounts give."""
    rows = [
        (army, hour, *_loss_told(day, army, hour), _strength(game, army))
        for army in ARMY_NAMES
        for hour in hours
    ]
    schema = {"side": pl.String, "hour": pl.Int32, "low": pl.Float64, "high": pl.Float64}
    bounds = pl.LazyFrame(rows, schema=schema | {"all": pl.Int32}, orient="row")
    clock = pl.LazyFrame({"hour": range(24)}, {"hour": pl.Int32})
    lost = presence.group_by("game", "hour", "side").agg(pl.col("lost").cast(pl.Int64).sum())
    by_hour = games.join(clock, how="cross").join(pl.LazyFrame({"side": ARMY_NAMES}), how="cross")
    return (
        by_hour.join(lost, on=["game", "hour", "side"], how="left")
        .with_columns(pl.col("lost").fill_null(0).cum_sum().over("game", "side", order_by="hour"))
        .join(bounds, on=["hour", "side"])
        .group_by("game", "hour")
        .agg(losses=100 * _outside(pl.col("lost") / pl.col("all")).mean())
    )


def _loss_told(day: Day, army: Army, hour: int) -> tuple[float, float]:
    """Return the least and the most that an army had lost by the end of an hour, by accounts."""
    losses = [loss for loss in day.losses if loss.army == army]
    least = max((loss.lost[0] for loss in losses if loss.hour <= hour), default=0.0)
    most = min((loss.lost[1] for loss in losses if loss.hour >= hour), default=1.0)
    return least, most


def _strength(game: MarengoGame, army: Army) -> int:
    """Return the strength of an army with all that will come, strength points."""
    return sum(piece.strength for piece in game.start(0).pieces if piece.side == SIDES[army])


def _outside(value: pl.Expr) -> pl.Expr:
    """Return how far a value lies outside the interval from ``low`` to ``high``."""
    return pl.max_horizontal(pl.col("low") - value, value - pl.col("high"), pl.lit(0.0))


def _arrivals(
    presence: pl.LazyFrame, grid: pl.LazyFrame, game: MarengoGame, day: Day
) -> pl.LazyFrame:
    """Return by how many hours those who came from boxes miss what accounts give, as yet."""
    rows = [
        (box, arrival.army, min(arrival.fought) - SLACK, max(arrival.fought) + SLACK, march)
        for arrival, box, march in _corps(game, day)
    ]
    names = ("low", "high", "march")
    schema = {"box": pl.String, "side": pl.String, **dict.fromkeys(names, pl.Float64)}
    corps = pl.LazyFrame(rows, schema=schema, orient="row")
    came = came_from_boxes(presence, game)
    by_now = (
        grid.join(corps, how="cross")
        .join(came, on=["game", "box"], how="left")
        .with_columns(pieces=pl.when(pl.col("came") <= pl.col("hour")).then("pieces").otherwise(0))
        .group_by("game", "hour", "box", *names)
        .agg(
            pl.col("pieces").sum().alias("there"),
            mean=(pl.col("pieces") * pl.col("came")).sum() / pl.col("pieces").sum(),
        )
    )
    at = pl.when(pl.col("there") > 0).then(pl.col("mean") + pl.col("march"))
    late = pl.max_horizontal(pl.col("hour") + 1 - pl.col("high"), pl.lit(0.0))
    missed = pl.when(pl.col("there") > 0).then(_outside(at)).otherwise(late)
    return by_now.group_by("game", "hour").agg(arrivals=missed.mean())


def came_from_boxes(presence: pl.LazyFrame, game: MarengoGame) -> pl.LazyFrame:
    """Return how many pieces came from which box at which hour in the games of a cell."""
    boxes = pl.LazyFrame(
        list(_boxes(game.board, game.scenario.hours)),
        schema={"side": pl.String, "hour": pl.Int32, "locality": pl.Int32, "box": pl.String},
        orient="row",
    )
    return (
        presence.filter(pl.col("origin").is_null(), pl.col("pieces") > 0)
        .join(boxes, on=["side", "hour", "locality"])
        .group_by("game", "box", pl.col("hour").alias("came"))
        .agg(pl.col("pieces").cast(pl.Int64).sum())
    )


def _corps(game: MarengoGame, day: Day) -> Iterator[tuple[Arrival, str, float]]:
    """Yield arrivals that a game has a box for, and the hours of march from it to the fight."""
    for arrival in day.arrivals:
        box = arrival.boxes.get(game.board.name)
        if box is None or not arrival.fought or arrival.scouts:
            continue
        edge, march = game.board.entry(box).at, 0.0
        if edge is not None and arrival.place:
            ground = [shapely.Point(to_metres(edge))]
            march = float(_kilometres(ground, day.places[arrival.place].at)[0]) / PACE
        yield arrival, box, march


def _boxes(board: Board, opens: Mapping[str, int]) -> Iterator[tuple[str, int, int, str]]:
    """Yield, for each locality and hour, the open box of each army that lies nearest to it."""
    numbers, shapes = shapes_of(board)
    for army in ARMY_NAMES:
        mine = [
            entry
            for entry in board.entries
            if entry.army == army and entry.at and entry.name in opens
        ]
        away = [_kilometres(shapes, entry.at) for entry in mine if entry.at]
        for hour in range(24):
            is_open = [place for place, entry in enumerate(mine) if opens[entry.name] <= hour]
            for at, number in enumerate(numbers):
                if is_open:
                    nearest = min(is_open, key=lambda place: away[place][at])
                    yield army, hour, number, mine[nearest].name
