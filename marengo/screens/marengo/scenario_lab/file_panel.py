"""The what-if as a file: its name, what it tells of itself, its text, and Save."""

import html
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ipywidgets as widgets

from marengo.core.errors import MarengoError
from marengo.screens.marengo.scenario_lab.draft import Draft
from marengo.screens.marengo.scenario_lab.whatif_file import path_of, save_draft, text_of
from marengo.widgets.elements import (
    Collapsible,
    Quiet,
    button,
    checkbox,
    labelled,
    note,
    set_visible,
    wrapped_row,
)

Change = Callable[[dict[str, Any]], None]


class FilePanel(widgets.VBox):  # type: ignore[misc] # ipywidgets has no types
    """The what-if as a file."""

    def __init__(self, draft: Draft, change: Change) -> None:
        self._draft = draft
        self._change, self._quiet = change, Quiet()
        self.name = self._text("name", "letters, digits, - and _: marengo knows it by this name")
        self.title = self._text("title", "what it is called in lists and charts")
        self.context = self._text(
            "context", "what is supposed, and what speaks for it", widgets.Textarea
        )
        self.context.rows = 4
        saved = "where it is saved, a path from the folder of the notebook"
        self.path = labelled(widgets.Text, "file", "40em", tooltip=saved)
        self.path.value = f"{draft.name}.toml"
        self.saver = button("save", "write the what-if file", self._save, "Save")
        tooltip = "without this no file is ever lost"
        self.replace = checkbox("replace the file that is there", tooltip)
        set_visible(self.replace, False)
        self.status, self.text = widgets.HTML(), widgets.HTML()  # what became of saving
        super().__init__(
            [
                self.name,
                self.title,
                self.context,
                wrapped_row(self.path, self.saver, self.replace),
                self.status,
                Collapsible("The text of the file", self.text),
            ]
        )

    def show(self, draft: Draft) -> None:
        """Bring everything up to date."""
        before, self._draft = self._draft, draft
        with self._quiet():
            for field in ("name", "title", "context"):
                getattr(self, field).value = draft.content[field]
        if before.name != draft.name:
            self.path.value = f"{draft.name}.toml"
        if before.table != draft.table:
            self._say("")
        self.text.value = f"<pre>{html.escape(text_of(draft))}</pre>"
        self.saver.disabled = bool(draft.problem)

    def _text(self, field: str, does: str, kind: Any = widgets.Text) -> Any:
        """Return the control of a text of the what-if."""
        more = {"placeholder": does, "continuous_update": False}

        def act(value: str) -> None:
            self._change({field: value})

        return self._quiet.control(act, kind, field, "52em", does, **more)

    def _save(self) -> None:
        path = path_of(self.path.value.strip() or self._draft.name)
        if path.exists() and not self.replace.value:
            warning = (
                f"There is a file {path}. Choose another name, or tick that it may be replaced."
            )
            self.status.value = note(warning, alert=True)
            set_visible(self.replace, True)
            return
        try:
            saved = save_draft(self._draft, path, replace=self.replace.value)
        except MarengoError as error:
            self.status.value = note(str(error), alert=True)
            return
        self._say(_saved(saved))

    def _say(self, words: str) -> None:
        """Say what became of saving; the question whether to replace a file is settled."""
        self.status.value, self.replace.value = words, False
        set_visible(self.replace, False)


def _saved(path: Path) -> str:
    """Say what can be done with a file."""
    shown = html.escape(str(path))
    return (
        f"<p>Saved as <b>{shown}</b>. It plays like the draft: <code>marengo.load({str(path)!r})"
        f"</code>, or <code>marengo simulate {shown}</code> on the command line.</p>"
    )
