"""What one seat may know of a position."""

import html
from base64 import b64encode
from dataclasses import dataclass, field
from enum import IntEnum
from importlib import import_module
from typing import Any, ClassVar


def picture_html(png: bytes, words: str) -> str:
    """Return a picture as a piece of HTML, with words for readers who cannot see it."""
    source = f"data:image/png;base64,{b64encode(png).decode()}"
    return f'<img alt="{html.escape(words)}" src="{source}" style="max-width: 100%">'


class Displayable:
    """Something that shows itself in a notebook as the screen of its game draws it, if it does."""

    def _screen(self) -> str | None:
        """Return the module that draws it, see :attr:`marengo.Game.screen`."""
        raise NotImplementedError

    def _seen(self) -> "View":
        """Return what is drawn of it."""
        raise NotImplementedError

    def _drawing(self, name: str) -> Any:
        screen = self._screen()
        return screen and getattr(import_module(screen), name, None)

    def _repr_png_(self) -> Any:
        draw = self._drawing("to_png")
        return draw and draw(self)

    def _repr_html_(self) -> Any:
        show, describe = self._drawing("to_html"), self._drawing("describe")
        if show is not None:
            return show(self)
        png, seen = self._repr_png_(), self._seen()
        return png and picture_html(png, describe(seen) if describe else str(seen))


@dataclass(frozen=True, kw_only=True)
class View(Displayable):
    """Knowledge of a seat; views are equal when the seat cannot tell the positions apart.

    Each game has a class of its own with the facts that only it knows.

    Parameters
    ----------
    side : enum.IntEnum or None
        The seat that looks; None sees everything.
    to_move : enum.IntEnum
        The seat that decides.
    decision : enum.IntEnum or None
        What the viewer is asked, None while another seat decides: what that is asked could betray
        what it holds.
    information_set : bytes
        The engine's record of a position that the viewer cannot tell from the one on the board,
        the same for all of these: for players that are compiled. Empty unless the viewer decides.
    """

    ruleset: ClassVar[str] = ""
    """The name of the game."""

    screen: ClassVar[str | None] = None
    """The module that draws it, see :attr:`marengo.Game.screen`; without one it shows as text."""

    side: IntEnum | None
    to_move: IntEnum
    decision: IntEnum | None
    information_set: bytes = field(repr=False)

    def _screen(self) -> str | None:
        return self.screen

    def _seen(self) -> "View":
        return self
