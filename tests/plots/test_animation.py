"""Films: as many pictures as turns or hours, the same file for the same game."""

import io
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.animation import FFMpegWriter
from PIL import Image

from marengo.core.records import GameRecord
from marengo.games.marengo.game import load
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.screens.marengo.drawing import animation
from marengo.screens.marengo.drawing.animation import animate_front, animate_record
from marengo.screens.marengo.drawing.picture import to_png
from tests.plots.squares import squares
from tests.plots.study_frames import SQUARES

SEED = 3


@pytest.fixture(scope="module")
def played() -> MarengoState:
    """Return a position some turns after the start: the first legal move each time."""
    state = load("triomphe").start(SEED)
    while state.hour < 8:
        state.play(state.legal_moves()[0])
    return state


def pictures(path: Path) -> list[tuple[np.ndarray[Any, Any], int]]:
    """Return the pictures of a GIF and how long each stays, in milliseconds."""
    found = []
    with Image.open(path) as film:
        for place in range(film.n_frames):  # type: ignore[attr-defined] # a GIF has them
            film.seek(place)
            found.append((np.asarray(film.convert("RGB"), np.int64), film.info["duration"]))
    return found


def same(one: np.ndarray[Any, Any], position: MarengoState, side: Side | None = None) -> bool:
    """Whether a picture is that of a position."""
    drawn = Image.open(io.BytesIO(to_png(position, side=side, width=120))).convert("RGB")
    return bool((one == np.asarray(drawn)).all())


def test_a_film_has_a_picture_of_the_end_of_every_turn(
    played: MarengoState, tmp_path: Path
) -> None:
    path = animate_record(played, tmp_path / "game.gif", width=120, seconds=0.5)
    shown = pictures(path)
    assert len(shown) == 5  # both sides' turns at six and seven, and the first at eight
    assert [time for _, time in shown] == [500] * 4 + [2000]
    assert same(shown[-1][0], played)
    before = played.copy()
    while before.hour == 8:
        before.undo()
    assert same(shown[-2][0], before)
    again = animate_record(played, tmp_path / "again.gif", width=120, seconds=0.5)
    assert path.read_bytes() == again.read_bytes()


def test_a_film_may_have_a_picture_of_every_hour_or_move(
    played: MarengoState, tmp_path: Path
) -> None:
    record = GameRecord[MarengoState].of(played, SEED)
    hours = pictures(animate_record(record, tmp_path / "a.gif", step="hour", width=120))
    assert len(hours) == 3
    short = load("triomphe").start(SEED)
    for _ in range(3):
        short.play(short.legal_moves()[0])
    chosen = animation.chosen_positions(animation._past(short), "move")
    assert [position.hash() for position in chosen] == [
        position.hash() for position in GameRecord.of(short, SEED).positions()
    ]


def test_a_film_shows_what_one_side_may_know(played: MarengoState, tmp_path: Path) -> None:
    path = animate_record(played, tmp_path / "game.gif", side=Side.FRENCH, step="hour", width=120)
    last = pictures(path)[-1][0]
    assert same(last, played, Side.FRENCH)
    assert not same(last, played)


def test_the_front_has_a_picture_of_every_hour(tmp_path: Path) -> None:
    path = animate_front(
        squares(), SQUARES.lazy(), games=3, path=tmp_path / "front.gif", width=200, seconds=0.2
    )
    (nine, time), (ten, longer) = pictures(path)
    assert (time, longer) == (200, 800)
    assert nine.shape[1] == 200
    height = nine.shape[0] // 2
    for shown, west_is_austrian in ((nine, True), (ten, False)):  # they change places
        colours = [
            np.median(part.reshape(-1, 3), axis=0)
            for part in np.split(shown[height - 20 : height + 20, 40:160], 2, axis=1)
        ]
        redder = [colour[0] - colour[2] for colour in colours]
        assert (redder[0] > redder[1]) == west_is_austrian


def test_films_are_refused_that_cannot_be_made(
    played: MarengoState, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ValueError, match=r"path: expected a name that ends in \.gif or \.mp4"):
        animate_record(played, tmp_path / "game.avi")
    with pytest.raises(ValueError, match="seconds: expected more than 0"):
        animate_record(played, tmp_path / "game.gif", seconds=0)
    with pytest.raises(ValueError, match="step: expected one of turn, move, hour"):
        animate_record(played, tmp_path / "game.gif", step="day")  # type: ignore[arg-type]
    for width in (0, -1):
        with pytest.raises(ValueError, match="width: expected 1 or more"):
            animate_front(squares(), SQUARES, games=3, path=tmp_path / "a.gif", width=width)
    with pytest.raises(ValueError, match="hours: expected at least one"):
        animate_front(squares(), SQUARES, games=3, path=tmp_path / "a.gif", hours=[])
    monkeypatch.setattr(FFMpegWriter, "isAvailable", classmethod(lambda _: False))
    with pytest.raises(ValueError, match="an MP4 needs the program ffmpeg"):
        animate_record(played, tmp_path / "game.mp4")
    assert list(tmp_path.iterdir()) == []


class Recorder:
    """Takes the place of ffmpeg: keeps the pictures it is given."""

    rates: list[float] = []  # noqa: RUF012 # shared on purpose
    frames: list[np.ndarray[Any, Any]] = []  # noqa: RUF012

    def __init__(self, fps: float) -> None:
        self.rates.append(fps)

    @classmethod
    def isAvailable(cls) -> bool:  # noqa: N802 # matplotlib's name
        return True

    @contextmanager
    def saving(self, figure: Any, path: str, dpi: int) -> Any:
        assert figure.get_size_inches()[0] * dpi == 120
        Path(path).touch()
        self.figure = figure
        yield

    def grab_frame(self) -> None:
        self.figure.canvas.draw()
        self.frames.append(np.asarray(self.figure.canvas.buffer_rgba())[..., :3].astype(np.int64))


def test_an_mp4_has_the_same_pictures(
    played: MarengoState, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(animation, "FFMpegWriter", Recorder)
    path = animate_record(played, tmp_path / "game.mp4", step="hour", width=121, seconds=0.5)
    assert path.exists()
    assert Recorder.rates == [2.0]
    assert len(Recorder.frames) == 3 + 3  # the last one stays
    assert {frame.shape[1] for frame in Recorder.frames} == {120}
    assert {frame.shape[0] % 2 for frame in Recorder.frames} == {0}
    assert (Recorder.frames[-1] == Recorder.frames[2]).all()
    assert (Recorder.frames[0] != Recorder.frames[2]).any()
