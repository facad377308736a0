"""What a widget leaves in a notebook for places where no kernel runs."""

import re
from base64 import b64decode
from dataclasses import dataclass

from marengo.widgets.elements import Whole

VIEW = "application/vnd.jupyter.widget-view+json"

OUTPUT = re.compile(
    r"<style>body:has\(\.(marengo-\w+)\) \.(marengo-left-\w+) { display: none }</style>"
    r'<div class="\2">(.*)</div>',
    re.DOTALL,
)


@dataclass(frozen=True)
class Left:
    """A page of HTML, the picture in it, and the words of the output."""

    page: str
    png: bytes
    words: str


def left_of(shown: Whole) -> Left:
    """Return what stays of a widget, and hides itself where the widget is."""
    left, widget = shown.outputs()
    assert set(left) == {"text/html", "text/plain"}
    assert set(widget) == {VIEW, "text/html", "text/plain"}
    assert widget["text/html"] == widget["text/plain"] == ""
    found = OUTPUT.fullmatch(left["text/html"])
    assert found is not None
    assert found[1] in shown._dom_classes
    picture = re.search(r'<img alt="[^"]+" src="data:image/png;base64,([^"]+)"', found[3])
    return Left(found[3], b64decode(picture[1]) if picture else b"", left["text/plain"])
