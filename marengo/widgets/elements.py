"""What widgets are built of: pictures, buttons, labelled controls, rows, and texts as HTML."""

import html
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar
from weakref import WeakSet

import ipywidgets as widgets
from IPython import get_ipython
from IPython.display import display
from traitlets import Unicode

from marengo.core.view import picture_html
from marengo.languages import _
from marengo.widgets.background import Background

Made = TypeVar("Made", bound=widgets.Widget)

NO_TEXT = "\u00a0"
"""Text of a button without one: in the browser an empty text would keep the one before."""

ROOM = "calc(100% - 4px)"
"""Width of a control that fills its row, in CSS; it has a margin."""

_MADE: dict[str, tuple[int, WeakSet[Any]]] = {}
"""The widgets that a cell has made, and in which of its runs."""


class Picture(widgets.Image):  # type: ignore[misc] # ipywidgets has no types
    """A picture whose tooltip describes it to readers who cannot see it.

    While it is empty it is not displayed: browsers have a sign for a broken picture there.
    """

    # An Image of ipywidgets 8 cannot be shown with a tooltip: the browser asks it for a
    # description, which it lacks.
    description = Unicode("").tag(sync=True)

    def __init__(self, **layout: str) -> None:
        super().__init__(format="png", layout={"max_width": "100%", **layout, "display": "none"})
        self.observe(self._show, "value")

    def _show(self, _: Any) -> None:
        set_visible(self, bool(self.value))

    def paint(self, png: bytes, words: str) -> None:
        """Show another PNG picture with its description; no picture if empty."""
        self.tooltip, self.value = words, png


class Whole(widgets.VBox):  # type: ignore[misc] # ipywidgets has no types
    """A box that takes with it, when it is closed, all that belongs to it.

    A notebook shows a widget only while its kernel runs, and a page that was made of a notebook
    fetches from the net what shows it. So a picture is displayed beside it, which hides itself
    wherever the widget is on the same page.
    """

    def still(self) -> tuple[bytes, str]:
        """Return the picture and the words that take its place where no kernel runs, if any."""
        return b"", ""

    def still_html(self, png: bytes, words: str) -> str:
        """Return these as a piece of HTML."""
        return picture_html(png, words) if png else paragraphs(words.splitlines())

    def outputs(self) -> Iterator[dict[str, str]]:
        """Yield what is displayed: what stays where no kernel runs, and the widget itself."""
        png, words = self.still()
        live, left = f"marengo-{self.model_id}", f"marengo-left-{self.model_id}"
        self.add_class(live)
        hide = f"<style>body:has(.{live}) .{left} {{ display: none }}</style>"
        page = f'{hide}<div class="{left}">{self.still_html(png, words)}</div>'
        yield {"text/html": page, "text/plain": words}
        yield self._repr_mimebundle_() | {"text/html": "", "text/plain": ""}

    def _ipython_display_(self) -> None:
        for output in self.outputs():
            display(output, raw=True)  # type: ignore[no-untyped-call] # IPython has no type there

    def end(self) -> None:
        """End for good what goes on in it; it may have been made in part only, or ended before."""
        for part in [*vars(self).values()]:  # a thread may be adding to them
            if isinstance(part, Background):
                part.stop()

    def close(self) -> None:
        """Leave the screen, and keep nothing."""
        self.end()
        parts = _parts(self)
        super().close()
        for part in parts:
            release(part)


class Collapsible(widgets.VBox):  # type: ignore[misc] # ipywidgets has no types
    """Something that is seen when a button is down; unlike an accordion the keyboard reaches it."""

    def __init__(self, title: str, inside: Any) -> None:
        self.button = widgets.ToggleButton(
            description=title,
            icon="caret-right",
            tooltip=_("show or hide: {title}").format(title=title),
            layout={"width": "auto", "align_self": "flex-start"},
        )
        self.inside = inside
        self._show()
        self.button.observe(self._show, "value")
        super().__init__([self.button, inside])

    def _show(self, _change: Any = None) -> None:
        self.inside.layout.display = "" if self.button.value else "none"
        self.button.icon = "caret-down" if self.button.value else "caret-right"


class Pool:
    """Controls of one kind in a box, behind what it holds already: as many as are needed.

    They are used again, as a page keeps every widget that was ever made for it. Those that are not
    needed are hidden, and cleared, as a page keeps what is hidden too.
    """

    def __init__(
        self, box: widgets.Box, make: Callable[[int], Any], clear: Callable[[Any], object]
    ) -> None:
        self._box, self._make, self._clear = box, make, clear
        self._controls: list[Any] = []

    def take(self, number: int) -> list[Any]:
        """Return so many controls, which are shown; all others are hidden and cleared."""
        missing = range(len(self._controls), number)
        if missing:
            new = [self._make(index) for index in missing]
            self._controls += new
            self._box.children = (*self._box.children, *new)
        for index, control in enumerate(self._controls):
            set_visible(control, index < number)
        for control in self._controls[number:]:
            self._clear(control)
        return self._controls[:number]


class Quiet:
    """Guard in which a program sets controls without calling what the reader's changes call."""

    def __init__(self) -> None:
        self.now = False

    @contextmanager
    def __call__(self) -> Iterator[None]:
        """Be quiet within a ``with`` block."""
        before, self.now = self.now, True
        try:
            yield
        finally:
            self.now = before

    def unless(self, action: Callable[..., object]) -> Callable[..., None]:
        """Return the action, which does nothing while it is quiet."""

        def act(*arguments: Any) -> None:
            if not self.now:
                action(*arguments)

        return act

    def heed(self, control: Any, action: Callable[[Any], object]) -> None:
        """Call an action with each value that the reader gives to a control."""
        control.observe(self.unless(lambda news: action(news["new"])), "value")

    def control(
        self,
        action: Callable[[Any], object],
        kind: Callable[..., Any],
        label: str,
        width: str,
        does: str,
        **more: Any,
    ) -> Any:
        """Return a control with its label and tooltip that tells what the reader changes."""
        made = labelled(kind, label, width, tooltip=does, **more)
        self.heed(made, action)
        return made


def button(icon: str, does: str, action: Callable[[], object], text: str = "") -> widgets.Button:
    """Return a button with an icon, and a tooltip that says what it does."""
    width = "auto" if text else "3em"
    made = widgets.Button(icon=icon, tooltip=does, description=text, layout={"width": width})
    made.on_click(lambda _: action())
    return made


def step_slider(at: int, last: int, unit: str, first: int = 0) -> widgets.IntSlider:
    """Return a slider from step to step that fills its row."""
    return widgets.IntSlider(
        value=at,
        min=first,
        max=last,
        continuous_update=False,  # or each pixel of a pull would ask for a drawing
        description=unit,
        layout={"flex": "1 1 auto"},
    )


def step_button(control: Any, direction: int, does: str) -> widgets.Button:
    """Return a button that goes on or back in a control of numbers, which keeps to its range."""

    def step() -> None:
        control.value += direction

    return button("chevron-left" if direction < 0 else "chevron-right", does, step)


def stepping(control: Any, back: str, on: str) -> widgets.HBox:
    """Return a control of numbers behind buttons that go back and on in it."""
    return widgets.HBox([step_button(control, -1, back), step_button(control, 1, on), control])


def labelled(
    kind: Callable[..., Any], label: str, width: str, label_width: str = "8em", **more: Any
) -> Any:
    """Return a control with its label, no wider than there is room; both widths are CSS lengths."""
    style, layout = {"description_width": label_width}, {"width": width, "max_width": ROOM}
    return kind(description=label, style=style, layout=layout, **more)


def checkbox(label: str, does: str) -> widgets.Checkbox:
    """Return a checkbox as wide as its label, and a tooltip that says what it does."""
    return widgets.Checkbox(description=label, tooltip=does, indent=False, layout={"width": "auto"})


def wrapped_row(*controls: Any, **layout: str) -> widgets.HBox:
    """Return controls side by side, wrapped where there is no room."""
    return widgets.HBox(controls, layout={"flex_flow": "row wrap", **layout})


def set_visible(part: widgets.DOMWidget, visible: bool) -> None:
    """Show or hide a widget."""
    part.layout.display = None if visible else "none"


def release(shown: widgets.Widget) -> None:
    """Close a widget and all that belongs to it, so that nothing of it is kept."""
    parts = [] if isinstance(shown, Whole) else _parts(shown)  # that does so itself
    shown.close()
    for part in parts:
        release(part)


def _parts(shown: widgets.Widget) -> list[widgets.Widget]:
    """Return what a widget that is not closed holds: layout, style, children.

    ipywidgets keeps each of them until it is closed itself.
    """
    if shown.comm is None:
        return []
    held = [getattr(shown, name) for name in shown.keys]
    several = [part for value in held if isinstance(value, list | tuple) for part in value]
    return [part for part in [*held, *several] if isinstance(part, widgets.Widget)]


def heading(text: str, hint: str = "") -> widgets.HTML:
    """Return a heading, with a word on what is to be done below it."""
    paragraph = f"<p>{html.escape(hint)}</p>" if hint else ""
    return widgets.HTML(f"<h3>{html.escape(text)}</h3>{paragraph}")


def note(text: str, *, alert: bool = False) -> str:
    """Return a paragraph of HTML; one that tells of a mistake is read out at once."""
    if not text:
        return ""
    marks = ' role="alert" class="marengo-alert"' if alert else ""
    return f"<p{marks}>{html.escape(text)}</p>"


def said(words: str) -> str:
    """Return words as HTML that are read aloud as soon as they appear."""
    return f"<div class='marengo-ask' role='status'>{html.escape(words)}</div>"


def paragraphs(lines: Iterable[str]) -> str:
    """Return lines as paragraphs of HTML."""
    return "".join(f"<p>{html.escape(line)}</p>" for line in lines)


def percent(share: float) -> str:
    """Write a share as everywhere on the page, such as ``60 %``; the line is not broken in it."""
    return f"{100 * share:.0f}\u00a0%"


def bullets(lines: Iterable[str]) -> str:
    """Return lines as a list of HTML."""
    return "<ul>" + "".join(f"<li>{html.escape(line)}</li>" for line in lines) + "</ul>"


def in_cell(made: Made) -> Made:
    """Return a widget; those that the same cell made in an earlier run are closed.

    The browser does not tell the kernel that it has taken them off the screen, and games or studies
    would go on in them unseen.
    """
    running = _running()
    if running is not None:
        cell, run = running
        before, shown = _MADE.get(cell, (run, WeakSet[Any]()))
        if before != run:
            for old in shown:
                old.close()
            shown = WeakSet[Any]()
        shown.add(made)
        _MADE[cell] = run, shown
    return made


def _running() -> tuple[str, int] | None:
    """Return the cell that is running and the number of its run; None outside of a notebook."""
    shell = get_ipython()
    kernel = getattr(shell, "kernel", None)
    if kernel is None:
        return None
    cell = kernel.get_parent("shell").get("metadata", {}).get("cellId")
    return None if cell is None else (cell, shell.execution_count)
