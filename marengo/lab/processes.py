"""Processes in which games cannot be played: they say so, instead of waiting for ever."""

import os
from multiprocessing import current_process

from marengo.core.errors import MarengoError

UNGUARDED = (
    "Processes that play for a script read it first, so what it does has to stand below: "
    'if __name__ == "__main__":'
)

FORKED = (
    "this process was forked from one that had played games, and would wait for ever for threads "
    'that it lacks: expected a process of multiprocessing.get_context("spawn"), or the fork before '
    "the first game"
)

_played_in: set[int] = set()
"""The process in which games were played: this one, or one that it was forked from."""


def check_not_forked() -> None:
    """Make sure, before games are played, that this process has the threads of polars."""
    if not _played_in:
        _played_in.add(os.getpid())
    elif os.getpid() not in _played_in:
        raise MarengoError(FORKED)


def check_not_read() -> None:
    """Make sure, before processes are begun, that this is none that still reads its script.

    One that does ends with one line (SystemExit), as nobody could catch an error.
    """
    if getattr(current_process(), "_inheriting", False):  # as multiprocessing itself asks
        raise SystemExit(f"marengo: {UNGUARDED}")
