"""What commands share: how one is added, and options that several have."""

import argparse
from collections.abc import Callable
from typing import TypeAlias

from marengo.core.errors import MarengoError

Run: TypeAlias = Callable[[argparse.Namespace], int]
Add: TypeAlias = Callable[[str, Run, str], argparse.ArgumentParser]
"""Adds a command by name, with the function that runs it and a line of help."""


def seat_options(command: argparse.ArgumentParser) -> None:
    """Let a command take players by the names of their seats, which the game decides."""
    command.set_defaults(seats=[])
    command.epilog = "Players can also be named by their seats, such as --austrian PLAYER."


def players_by_seat(options: argparse.Namespace) -> dict[str, str]:
    """Return the players that were named by their seats.

    Raises
    ------
    MarengoError
        If an argument is no option with a player.
    """
    words = iter([part for word in options.seats for part in word.split("=", 1)])
    named = {}
    for word in words:
        player = next(words, None)
        if not word.startswith("--") or player is None:
            raise MarengoError(f"{word}: expected a seat and a player, such as --austrian rule")
        named[word.removeprefix("--")] = player
    return named


def batch_options(command: argparse.ArgumentParser, games: int | None) -> None:
    """Add the options of a batch of games; without a default their number must be given."""
    command.add_argument(
        "--games", type=int, default=games, required=games is None, help="number of games"
    )
    command.add_argument("--seed", type=int, default=0, help="root of all seeds (default 0)")
    command.add_argument("--workers", type=int, help="threads (default: one a processor)")
