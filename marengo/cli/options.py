"""What commands share: how one is added, and options that several have."""

import argparse
from collections.abc import Callable
from typing import TypeAlias

Run: TypeAlias = Callable[[argparse.Namespace], int]
Add: TypeAlias = Callable[[str, Run, str], argparse.ArgumentParser]
"""Adds a command by name, with the function that runs it and a line of help."""


def batch_options(command: argparse.ArgumentParser, games: int | None) -> None:
    """Add the options of a batch of games; without a default their number must be given."""
    command.add_argument(
        "--games", type=int, default=games, required=games is None, help="number of games"
    )
    command.add_argument("--seed", type=int, default=0, help="root of all seeds (default 0)")
    command.add_argument("--workers", type=int, help="threads (default: one a processor)")
