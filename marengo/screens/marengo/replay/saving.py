"""Saving what a replay shows: a picture of one position, or a film of the game."""

import html
import io
import re
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from threading import Event

import ipywidgets as widgets
from matplotlib.animation import FFMpegWriter
from PIL import Image

from marengo.charts.figures import DRAWING, figure_svg, tell
from marengo.core.errors import MarengoError
from marengo.core.players.protocol import StoppedError
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.lab.frames import writing_whole
from marengo.screens.marengo.drawing.animation import chosen_positions, save_film
from marengo.screens.marengo.drawing.picture import Arrow, draw_arrows, to_png
from marengo.screens.marengo.drawing.position import position
from marengo.screens.marengo.drawing.position_text import describe
from marengo.screens.marengo.replay.steps import Steps
from marengo.widgets.background import Background
from marengo.widgets.elements import Whole, button, labelled, set_visible, wrapped_row

FORMS = {
    "png": "this position as a picture (PNG)",
    "svg": "this position as a drawing (SVG)",
    "gif": "the game as a film (GIF)",
    "mp4": "the game as a film (MP4)",
}
FILMS = ("gif", "mp4")
WIDTHS = (100, 6000)
"""Narrowest and widest picture, in pixels."""

SECONDS = 0.8
"""Seconds that each picture of a film stays."""


class Saving(Whole):
    """A form for saving what a replay shows."""

    def __init__(self, steps: Steps, shown: Callable[[], tuple[int, Side | None]]) -> None:
        self._steps, self._shown = steps, shown
        self.work = Background()
        available = [form for form in FORMS if form != "mp4" or FFMpegWriter.isAvailable()]
        self.form = labelled(
            widgets.Dropdown,
            "save",
            "",
            "5.5em",
            options=[(FORMS[form], form) for form in available],
        )
        # empty for the name that is proposed
        self.file = labelled(widgets.Text, "to file", "", "5.5em")
        least, most = WIDTHS
        self.width = labelled(
            widgets.BoundedIntText, "width, px", "12em", "5.5em", value=1400, min=least, max=most
        )
        # a film's pictures
        each = [(f"each {step}", step) for step in ("turn", "hour", "move")]
        self.each = labelled(widgets.Dropdown, "of", "11em", "2em", options=each)
        self.save = button("save", "save to the file", self._save, "Save")
        # seen only where the file exists
        overwrite = partial(self._save, replace=True)
        self.replace = button("exchange", "overwrite the file", overwrite, "Replace the file")
        # seen only while saving
        self.stop = button("stop", "stop making the film", self.work.stop, "Stop")
        self.progress = widgets.IntProgress(description="pictures")
        self.status = widgets.HTML()
        for part in (self.form, self.file, self.width, self.each):
            part.observe(self._changed, "value")
        self.file.observe(self._take_ending, "value")
        self._changed()
        super().__init__(
            [
                wrapped_row(self.form, self.each),
                wrapped_row(self.file, self.width),
                wrapped_row(self.save, self.replace, self.stop, self.progress),
                self.status,
            ]
        )

    @property
    def path(self) -> Path:
        """The file to be written."""
        name = self.file.value.strip() or self.file.placeholder
        ending = f".{self.form.value}"
        return Path(name if name.lower().endswith(ending) else name + ending)

    def refresh(self) -> None:
        """Propose a name for what is shown now."""
        name = re.sub(r"[^\w.-]+", "-", self._steps[0].game.scenario.name)
        move = "" if self.form.value in FILMS else f"-move-{self._shown()[0]}"
        self.file.placeholder = f"{name}{move}.{self.form.value}"

    def _changed(self, _: object = None) -> None:
        self.status.value = ""
        self.refresh()
        self._look()

    def _take_ending(self, _: object) -> None:
        """Save in the form that the name of the file ends in."""
        ending = Path(self.file.value.strip().lower()).suffix[1:]
        if ending in [form for _, form in self.form.options]:
            self.form.value = ending

    def _look(self, *, exists: bool = False, busy: bool = False) -> None:
        """Show and enable what can be pressed now."""
        set_visible(self.each, self.form.value in FILMS)
        set_visible(self.replace, exists)
        set_visible(self.stop, busy)
        set_visible(self.progress, busy and self.form.value in FILMS)
        self.save.disabled = busy

    def _save(self, *, replace: bool = False) -> None:
        """Save in the background, unless that would overwrite a file unasked."""
        path, make = self.path, self._maker()
        if path.exists() and not replace:
            self._say(f"{path} exists already. Replace it, or choose another name.", strong=True)
            self._look(exists=True)
            return

        def work(stop: Event) -> None:
            try:
                content = make(stop)
                with writing_whole(path) as file:
                    file.write(content)
                self._say(f"Saved: {path.resolve()} ({_size(len(content))}).")
            except StoppedError:
                self._say("Stopped: nothing was saved.")
            except (MarengoError, OSError, ValueError) as error:
                self._say(f"Not saved. {error}", strong=True)
            finally:
                self._look()

        if not self.work.busy:
            self._say("Saving …")
            self.progress.value = 0
            self._look(busy=True)
            self.work.begin(work)

    def _maker(self) -> Callable[[Event], bytes]:
        """Return what makes the file of what is shown and asked for now, unless it is stopped."""
        index, side = self._shown()
        form, width, each = self.form.value, self.width.value, self.each.value
        shown, arrows = self._steps[index], self._steps.arrows(index)
        if form == "png":
            return lambda _: to_png(shown, side=side, width=width, arrows=arrows)
        if form == "svg":
            return lambda _: position_svg(shown, side, width, arrows).encode()
        chosen = chosen_positions(list(self._steps), each)

        def pictures(stop: Event) -> Iterator[Image.Image]:
            self.progress.max = len(chosen)
            for number, state in enumerate(chosen):
                if stop.is_set():
                    raise StoppedError
                self.progress.value = number
                yield Image.open(io.BytesIO(to_png(state, side=side, width=width)))

        def film(stop: Event) -> bytes:
            with tempfile.TemporaryDirectory() as folder:
                made = save_film(pictures(stop), Path(folder) / f"film.{form}", SECONDS)
                return made.read_bytes()

        return film

    def _say(self, words: str, *, strong: bool = False) -> None:
        text = html.escape(words)
        self.status.value = f'<p role="status">{f"<b>{text}</b>" if strong else text}</p>'


def _size(number: int) -> str:
    return f"{number / 1e6:.1f} MB" if number >= 1e6 else f"{max(1, round(number / 1e3))} kB"


@DRAWING
def position_svg(shown: MarengoState, side: Side | None, width: int, arrows: list[Arrow]) -> str:
    """Return a position as SVG, that many pixels wide, with its words for screen readers."""
    figure = position(shown, side=side)
    draw_arrows(figure.axes[0], shown.game.board, arrows)
    drawn = figure_svg(tell(figure, describe(shown, side=side)))
    inches = figure.get_size_inches()
    for name, size in (("width", width), ("height", round(width * inches[1] / inches[0]))):
        drawn = re.sub(rf'(?<= {name}=")[\d.]+pt', str(size), drawn, count=1)
    return drawn
