"""How positions show themselves in a notebook: the plots register their drawing here."""

from collections.abc import Callable
from typing import Any

_renderers: dict[str, Callable[[Any], Any]] = {}


def register(form: str, render: Callable[[Any], Any]) -> None:
    """Register how positions and views are drawn.

    Parameters
    ----------
    form : {"png", "html"}
        What ``render`` returns: PNG bytes or HTML text.
    render : callable
        Takes a State or a View.
    """
    _renderers[form] = render


class Drawn:
    """Something with a picture; without the plots, or without a map, it shows as plain text."""

    @property
    def _has_picture(self) -> bool:
        return True

    def _repr_png_(self) -> bytes | None:
        return _renderers["png"](self) if self._has_picture and "png" in _renderers else None

    def _repr_html_(self) -> str | None:
        return _renderers["html"](self) if self._has_picture and "html" in _renderers else None
