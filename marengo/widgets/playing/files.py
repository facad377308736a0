"""Controls to keep a game: as a line of text, or in a file here or on one's own machine."""

import base64
import html
import tempfile
from collections.abc import Callable
from pathlib import Path

import ipywidgets as widgets

from marengo.core.errors import RecordError
from marengo.core.records import GameRecord
from marengo.core.state import State
from marengo.languages import N_, _, ngettext
from marengo.widgets.elements import button, said, wrapped_row
from marengo.widgets.playing.address import with_position
from marengo.widgets.playing.saving import SUFFIX, file_in, save, visitors_folder
from marengo.widgets.playing.session import Session

NAME = f"marengo-game{SUFFIX}"
"""Name of the file that is offered."""

NOTE = N_("Text and file hold the whole game, what is hidden too: do not read them while you play.")

PASSING = N_(
    "What you save here nobody else can load, and it is gone when you leave this page: make a "
    "download of what you want to keep."
)
"""Note on a page whose visitors have no place of their own on its machine."""


class FilesBox(widgets.VBox):  # type: ignore[misc] # ipywidgets has no types
    """Controls to save and load a game."""

    def __init__(self, session: Session, folder: Path, load: Callable[[GameRecord], None]) -> None:
        self._session, self._folder, self._load = session, folder, load
        self._linked: State | None = None
        self.name = widgets.Text(value=NAME, description=_("file"))
        self.save = self._button(_("Save"), _("write the game into this file"), self._save)
        self.load = self._button(_("Load"), _("play the game of this file on"), self._read)
        does = _("make a link to the game as a file")
        self.get = self._button(_("Make a download"), does, self._make_link)
        does = _("write this position as a line, to be copied")
        self.copy = self._button(_("As text"), does, self._write)
        self.paste = self._button(
            _("Play it"), _("play the position on that was pasted"), self._take
        )
        self.upload = widgets.FileUpload(
            accept=SUFFIX,
            description=_("Upload"),
            tooltip=_("play on a game from your machine"),
            layout={"width": "auto"},
        )
        self.line = widgets.Text(
            description=_("position"), placeholder=_("paste one here"), layout={"width": "32em"}
        )
        self.download, self.link, self.said = (widgets.HTML() for _part in range(3))
        self.upload.observe(lambda _: self._try(self._receive), "value")
        passing = f" {_(PASSING)}" if folder == visitors_folder() else ""
        super().__init__(
            [
                wrapped_row(self.line, self.copy, self.paste, self.link),
                wrapped_row(self.name, self.save, self.load),
                wrapped_row(self.get, self.upload, self.download),
                self.said,
                widgets.HTML(f"<p>{_(NOTE)}{passing}</p>"),
            ]
        )

    def _button(self, text: str, does: str, order: Callable[[], None]) -> widgets.Button:
        return button("", does, lambda: self._try(order), text)

    def say(self, words: str) -> None:
        """Say what became of an order."""
        self.said.value = said(words)

    def refresh(self) -> None:
        """Take back text and link of a position that is gone."""
        if self._linked is not None and self._session.state is not self._linked:
            self._linked = None
            self.line.value = self.link.value = self.download.value = ""

    def forget(self) -> None:
        """Take back what was said, and what holds the whole game."""
        self._linked = None
        for part in (self.said, self.line, self.link, self.download):
            part.value = ""

    def _try(self, order: Callable[[], None]) -> None:
        try:
            order()
        except RecordError as error:
            self.say(str(error))

    def _save(self) -> None:
        path = file_in(self._folder, self.name.value)
        save(self._session.record(), path)
        number = len(self._session.state.moves)
        words = ngettext(
            "Saved as {name}, {number} move.", "Saved as {name}, {number} moves.", number
        )
        self.say(words.format(name=path.name, number=number))

    def _read(self) -> None:
        path = file_in(self._folder, self.name.value)
        if not path.exists():
            raise RecordError(_("{name}: there is no such file here").format(name=path.name))
        self._load(self._session.read(path))

    def _receive(self) -> None:
        """Play on what was uploaded."""
        files, self.upload.value = self.upload.value, ()  # or the same file would be no change
        for uploaded in files:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "game.txt"
                path.write_bytes(bytes(uploaded["content"]))
                try:
                    record = self._session.read(path)
                except RecordError as error:
                    words = str(error).replace(str(path), str(uploaded["name"]))
                    raise RecordError(words) from error
            self._load(record)

    def _write(self) -> None:
        """Write the position as text, and where the page has an address, as a link."""
        self.line.value, self._linked = self._session.record().line(), self._session.state
        if visitors_folder() is not None:
            link = html.escape(with_position(self.line.value))
            self.link.value = f'<a href="{link}">{_("A link to it")}</a>'

    def _take(self) -> None:
        """Play on what was pasted."""
        self._load(self._session.read_line(self.line.value))

    def _make_link(self) -> None:
        data = base64.b64encode(self._session.record().text().encode()).decode()
        self._linked = self._session.state
        name = html.escape(Path(self.name.value).name or NAME, quote=True)
        self.download.value = (
            f'<a download="{name}" href="data:text/plain;base64,{data}">'
            f"{_('Download {name}').format(name=name)}</a>"
        )
