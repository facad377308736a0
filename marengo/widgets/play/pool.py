"""Controls that are used again: a page keeps every widget that was ever made for it."""

from collections.abc import Callable
from typing import Any

import ipywidgets as widgets


class Pool:
    """As many controls of one kind as are needed, in a box behind what it holds already."""

    def __init__(self, box: widgets.Box, make: Callable[[int], Any]) -> None:
        self._box, self._make = box, make
        self._controls: list[Any] = []

    def take(self, number: int) -> list[Any]:
        """Return so many controls, which are shown; all others are hidden."""
        missing = range(len(self._controls), number)
        if missing:
            new = [self._make(index) for index in missing]
            self._controls += new
            self._box.children = (*self._box.children, *new)
        for index, control in enumerate(self._controls):
            control.layout.display = None if index < number else "none"
        return self._controls[:number]
