"""What the address of a page says: who may open it, and which game is played on it."""

import os
from pathlib import Path
from typing import ClassVar
from urllib.parse import parse_qs, urlencode

import anywidget
from traitlets import Unicode

TOKEN, GAME, POSITION = "token", "game", "position"
"""Its fields: a password, the name of a game that is kept, the text of a position."""


def given(name: str) -> str:
    """Return what the address gives by a name; nothing where Voilà serves no page."""
    return parse_qs(os.environ.get("QUERY_STRING", "")).get(name, [""])[0]


def with_position(text: str) -> str:
    """Return the address of the same page with another position on it."""
    return "?" + urlencode(
        {name: value for name in (TOKEN,) if (value := given(name))} | {POSITION: text}
    )


class Address(anywidget.AnyWidget):
    """Name of a game in the address of the page, so that the page loaded anew goes on with it."""

    _esm: ClassVar = Path(__file__).parent / "address.js"

    game = Unicode().tag(sync=True)
