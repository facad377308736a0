"""Films: a game position by position, and the front hour by hour."""

import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
from matplotlib.animation import FFMpegWriter
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

from marengo.charts.figures import DRAWING, rendered
from marengo.core.errors import did_you_mean
from marengo.core.numbers import COUNT, POSITIVE, WHOLE, takes
from marengo.core.records import GameRecord
from marengo.games.marengo.board import Board
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.study.presence import hours_of
from marengo.lab.exchange import Frame
from marengo.screens.marengo.drawing.picture import to_png
from marengo.screens.marengo.study_maps.fronts import front_map

__all__ = ["animate_front", "animate_record"]

Step = Literal["turn", "move", "hour"]

LINGER = 4  # times as long stays the last picture
TRAIL = 3  # earlier hours whose fronts stay
_COLOURS = 128


@takes(seconds=POSITIVE, width=COUNT)
def animate_record(
    shown: GameRecord[MarengoState] | MarengoState,
    path: str | Path,
    *,
    side: Side | None = None,
    step: Step = "turn",
    seconds: float = 0.8,
    width: int = 900,
) -> Path:
    """Make a film of a game.

    Parameters
    ----------
    shown : GameRecord or State
        The game, or a position with the play that led to it.
    path : str or Path
        A file that ends in ``.gif``; or in ``.mp4``, if the program ffmpeg is installed.
    side : Side, optional
        Draw what this side may know; default: everything.
    step : str
        A picture of the end of each ``"turn"`` or ``"hour"``, or after each ``"move"``; the last
        one is always of the position at the end.
    seconds : float
        How long each picture stays; the last one four times as long.
    width : int
        Width in pixels.

    Returns
    -------
    Path
        The file; a GIF is the same for the same game.

    Raises
    ------
    ValueError
        If the path has another ending, ffmpeg is missing, or a number is not positive.
    RecordError
        If a move of the record is illegal.
    OSError
        If the file cannot be written.
    """
    target = _target(path, seconds)
    if step not in get_args(Step):
        listed, meant = ", ".join(get_args(Step)), did_you_mean(step, get_args(Step))
        raise ValueError(f"step: expected one of {listed}, not {step!r}{meant}")
    positions = shown.positions() if isinstance(shown, GameRecord) else _past(shown)
    drawn = (
        to_png(position, side=side, width=width) for position in chosen_positions(positions, step)
    )
    return save_film((Image.open(io.BytesIO(png)) for png in drawn), target, seconds)


@takes(games=COUNT, hours=WHOLE, seconds=POSITIVE, width=COUNT)
def animate_front(
    board: Board,
    presence: Frame,
    *,
    games: int,
    path: str | Path,
    hours: Sequence[int] | None = None,
    seconds: float = 1.0,
    width: int = 900,
) -> Path:
    """Make a film of the front, hour by hour.

    Parameters
    ----------
    board, presence, games
        As for :func:`marengo.plots.front_map`.
    path, seconds, width
        As for :func:`animate_record`.
    hours : sequence of int, optional
        Hours of the 24-hour clock; default: all in the frame.

    Returns
    -------
    Path
        The file. The fronts of the three hours before stay, thin.

    Raises
    ------
    ValueError
        As for :func:`animate_record` and the map.
    OSError
        If the file cannot be written.
    """
    target = _target(path, seconds)
    if width < 1:
        raise ValueError(f"width: expected 1 or more pixels, not {width}")
    shown = list(hours_of(presence) if hours is None else hours)
    if not shown:
        raise ValueError("hours: expected at least one")
    figures = (
        front_map(board, presence, hour=hour, games=games, lines=shown[max(0, at - TRAIL) : at])
        for at, hour in enumerate(shown)
    )
    return save_film(
        (rendered(figure, width).convert("RGB") for figure in figures), target, seconds
    )


def _target(path: str | Path, seconds: float) -> Path:
    """Return the path of a film; ValueError if it cannot be made."""
    target = Path(path)
    if seconds <= 0:
        raise ValueError(f"seconds: expected more than 0, not {seconds}")
    if target.suffix.lower() not in (".gif", ".mp4"):
        raise ValueError(f"path: expected a name that ends in .gif or .mp4, not {target.name!r}")
    if target.suffix.lower() == ".mp4" and not FFMpegWriter.isAvailable():
        missing = "an MP4 needs the program ffmpeg, which is not installed"
        raise ValueError(f"path: {missing}; expected a name that ends in .gif")
    return target


def _past(state: MarengoState) -> list[MarengoState]:
    """Return the positions that led to a state, and the state."""
    now = state.copy()
    return [now.copy(), *(now.undo().copy() for _ in now.moves)][::-1]


def chosen_positions(positions: list[MarengoState], step: Step) -> list[MarengoState]:
    """Return the last position of each turn or hour, or all."""
    if step == "move":
        return positions
    last = {(p.hour, p.turn if step == "turn" else None): p for p in positions}
    return list(last.values())


def save_film(pictures: Iterator[Image.Image], target: Path, seconds: float) -> Path:
    """Write pictures to a film."""
    if target.suffix.lower() == ".mp4":
        return _save_mp4(list(pictures), target, seconds)
    first, *rest = _alike(list(pictures))
    times = [round(1000 * seconds)] * len(rest) + [LINGER * round(1000 * seconds)]
    first.save(target, format="gif", save_all=True, append_images=rest, duration=times, loop=0)
    return target


def _alike(pictures: list[Image.Image]) -> list[Image.Image]:
    """Return pictures with one palette, so that colours do not flicker."""
    if all(picture.mode == "P" for picture in pictures):
        return pictures  # positions share theirs
    size = pictures[0].size
    sheet = Image.new("RGB", (size[0], size[1] * 2))
    for place, picture in enumerate((pictures[0], pictures[-1])):
        sheet.paste(picture, (0, place * size[1]))
    palette = sheet.quantize(_COLOURS, kmeans=1)
    return [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]


def _save_mp4(pictures: list[Image.Image], target: Path, seconds: float) -> Path:
    """Write pictures to an MP4 with ffmpeg."""
    width, height = (side - side % 2 for side in pictures[0].size)  # the codec wants even sides
    with DRAWING:
        figure = Figure(figsize=(width / 100, height / 100), dpi=100)
        axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
        axes.set_axis_off()
        FigureCanvasAgg(figure)
        shown = axes.imshow(pictures[0].convert("RGB"), aspect="auto", interpolation="none")
    writer: Any = FFMpegWriter(fps=1 / seconds)  # type: ignore[arg-type] # fractions will do
    with writer.saving(figure, str(target), dpi=100):
        for picture in [*pictures, *[pictures[-1]] * (LINGER - 1)]:
            with DRAWING:
                shown.set_data(np.asarray(picture.convert("RGB")))
                writer.grab_frame()
    return target
