"""What one seat may know of a position."""

import html
from base64 import b64encode
from dataclasses import dataclass, field
from enum import IntEnum
from typing import ClassVar

from marengo.core.hooks import AnyScreen, screen_of


def picture_html(png: bytes, words: str) -> str:
    """Return a picture as a piece of HTML, with words for readers who cannot see it."""
    source = f"data:image/png;base64,{b64encode(png).decode()}"
    return f'<img alt="{html.escape(words)}" src="{source}" style="max-width: 100%">'


class Displayable:
    """Something that shows itself in a notebook as the screen of its game draws it, if it does."""

    def _screen(self) -> AnyScreen:
        """Return what its game says of how it is shown."""
        raise NotImplementedError

    def _seen(self) -> "View":
        """Return what is drawn of it."""
        raise NotImplementedError

    def _repr_png_(self) -> bytes | None:
        draw = self._screen().to_png
        return draw(self) if draw else None

    def _repr_html_(self) -> str | None:
        screen = self._screen()
        if screen.to_html:
            return screen.to_html(self)
        png, describe = self._repr_png_(), screen.describe or str
        return picture_html(png, describe(self._seen())) if png else None


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

    screen_module: ClassVar[str | None] = None
    """That of its game, see :attr:`marengo.Game.screen_module`; without one it shows as text."""

    side: IntEnum | None
    to_move: IntEnum
    decision: IntEnum | None
    information_set: bytes = field(repr=False)

    def _screen(self) -> AnyScreen:
        return screen_of(self.screen_module)

    def _seen(self) -> "View":
        return self
