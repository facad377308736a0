"""Widgets and the notebook cell they were made in: what its rerun replaces must not go on."""

from typing import Any, TypeVar
from weakref import WeakSet

import ipywidgets as widgets
from IPython import get_ipython

__all__ = ["in_cell"]

Made = TypeVar("Made", bound=widgets.Widget)

_MADE: dict[str, tuple[int, WeakSet[Any]]] = {}
"""The widgets that a cell has made, and in which of its runs."""


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
