"""What the panels of the lab have in common: texts, and quiet changes of controls."""

import html
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import ipywidgets as widgets

__all__ = [
    "LABEL",
    "STYLE",
    "Quiet",
    "bullets",
    "heading",
    "note",
    "row",
]

LABEL = {"description_width": "8em"}
"""Room for the words before a control, the same for all that stand below each other."""

STYLE = """<style>
.marengo-lab h3 { margin: 0.9em 0 0.2em; font-size: 1.15em; }
.marengo-lab p, .marengo-lab li { line-height: 1.4; margin: 0.15em 0; }
.marengo-lab ul { margin: 0; padding-left: 1.4em; }
.marengo-lab pre { line-height: 1.35; margin: 0; white-space: pre-wrap; }
.marengo-lab .marengo-alert { border-left: 4px solid #d55e00; padding-left: 0.7em; }
.marengo-lab .marengo-changed .widget-label { font-weight: 700; }
.marengo-lab .widget-hslider { margin: 2px; }
.marengo-lab .marengo-panel { border-left: 3px solid var(--jp-border-color2, #ccc);
  padding: 0.3em 0 0.3em 0.8em; }
.marengo-lab p, .marengo-lab ul, .marengo-lab details { max-width: 64em; }
</style>"""
"""How the lab looks; colours of text and ground are the notebook's own."""


class Quiet:
    """Lets controls be set without their taking it for the reader's wish."""

    def __init__(self) -> None:
        self.now = False

    @contextmanager
    def __call__(self) -> Iterator[None]:
        """Be quiet for a while."""
        before, self.now = self.now, True
        try:
            yield
        finally:
            self.now = before

    def unless(self, action: Callable[..., None]) -> Callable[..., None]:
        """Return the action, which does nothing while it is quiet."""

        def act(*arguments: Any) -> None:
            if not self.now:
                action(*arguments)

        return act


def row(*controls: Any) -> Any:
    """Return controls side by side; what has no room goes below."""
    return widgets.HBox(controls, layout=widgets.Layout(flex_flow="row wrap"))


def heading(text: str, hint: str = "") -> Any:
    """Return a heading, with a word on what is to be done below it."""
    said = f"<p>{html.escape(hint)}</p>" if hint else ""
    return widgets.HTML(f"<h3>{html.escape(text)}</h3>{said}")


def note(text: str, *, alert: bool = False) -> str:
    """Return a paragraph; one that tells of a mistake is read out at once."""
    if not text:
        return ""
    marks = ' role="alert" class="marengo-alert"' if alert else ""
    return f"<p{marks}>{html.escape(text)}</p>"


def bullets(lines: Iterable[str]) -> str:
    """Return a list."""
    return "<ul>" + "".join(f"<li>{html.escape(line)}</li>" for line in lines) + "</ul>"
