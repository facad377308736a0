"""What a page of a game does in the browser: it says whose move it is, and hears keys."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar

import anywidget
from traitlets import Bool, Unicode

from marengo.languages import _

PAGE = "marengo-page"
"""Class of the page in which the keys are heard."""


class Bell(anywidget.AnyWidget):
    """Sign in the title of the window that it is one's move, with a sound if that is wished.

    It also hears the keys of ``undo``, ``turn`` and ``redo``, which the notebook then leaves alone.
    """

    _esm: ClassVar = Path(__file__).parent / "bell.js"

    mine = Bool(False).tag(sync=True)
    sign, words = Unicode().tag(sync=True), Unicode().tag(sync=True)

    def __init__(self, orders: Mapping[str, Callable[[], object]]) -> None:
        self._orders = orders
        words = _("sound when it is your move")
        super().__init__(sign=f"● {_('your move')}", words=words)
        self.on_msg(self._heard)

    def _heard(self, _bell: Any, message: dict[str, Any], _buffers: Any) -> None:
        if (order := self._orders.get(message.get("order", ""))) is not None:
            order()
