"""What commands share: how one is added, and options that several have."""

import argparse
import sys
from collections.abc import Callable, Iterable
from typing import IO, Any, NoReturn, TypeAlias

from marengo.cli.failures import shortened
from marengo.core.errors import did_you_mean

Run: TypeAlias = Callable[[argparse.Namespace], int]
Add: TypeAlias = Callable[[str, Run, str], argparse.ArgumentParser]
"""Function that adds a command: its name, the function that runs it, a line of help."""

STOPPED = 130
"""Exit code after Ctrl-C, when something is left to be done."""


class Parser(argparse.ArgumentParser):
    """A parser that quotes little of what it does not understand, and says what looks like it."""

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a word that is none of those to choose from; argparse has no other way in."""
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            error.message += did_you_mean(value, action.choices or ())
            raise

    def _print_message(self, message: str, file: IO[str] | None = None) -> None:  # type: ignore[override]
        """Print help or an error; argparse would not say that it cannot be written."""
        if message:
            print(message, end="", file=file or sys.stderr)

    def error(self, message: str) -> NoReturn:
        """Print usage and what is wrong, and exit with code 2."""
        super().error(shortened(message))


LEARNED = "policy, where something was learned, else rule"
"""The default player, as help says it."""

LEARNS = "policy"
"""Player that learns if none is named."""

SEAT = "seat:"
"""Prefix of the options that name the player of a seat."""


def seat_options(command: argparse.ArgumentParser) -> None:
    """Let a command take players by the names of seats, those of all games that there are."""
    from marengo.core.scenarios import games_by_seat, seat_title

    for seat in games_by_seat():
        text = f"who plays {seat_title(seat)}"
        command.add_argument(f"--{seat}", dest=f"{SEAT}{seat}", metavar="PLAYER", help=text)


def players_by_seat(options: argparse.Namespace) -> dict[str, str]:
    """Return the players that were named by their seats."""
    named = {name: player for name, player in vars(options).items() if name.startswith(SEAT)}
    return {name.removeprefix(SEAT): player for name, player in named.items() if player}


def learn_option(command: argparse.ArgumentParser) -> None:
    """Let players of a command learn what they play first."""
    command.add_argument(
        "--learn",
        metavar="GAMES",
        help="who plays learns each scenario first, if it can, by so many games of it, such as 20k",
    )


def player_options(command: argparse.ArgumentParser, who: str = "who plays all seats") -> None:
    """Let a command take the player of all seats, and let that learn first."""
    command.add_argument("--player", help=f"{who} (default: {LEARNED})")
    learn_option(command)


def player_of(options: argparse.Namespace) -> str | None:
    """Return who plays all seats, if that is said, and learns first if that is asked."""
    from marengo.core.players import learning

    named: str | None = options.player
    return named if options.learn is None else learning(named or LEARNS, options.learn)


def print_lines(lines: Iterable[str]) -> None:
    """Print lines, if there are any."""
    for line in lines:
        print(line)


def contest_option(command: argparse.ArgumentParser) -> None:
    """Let a command hold a contest."""
    command.add_argument(
        "--isolated",
        action="store_true",
        help="a contest: strangers play by their code alone (bots/timid.py:Timid), on a new seed, "
        "and no code of theirs runs in this process",
    )


def batch_options(command: argparse.ArgumentParser, games: int | None) -> None:
    """Add the options of a batch of games; without a default their number must be given."""
    command.add_argument(
        "--games", type=int, default=games, required=games is None, help="number of games"
    )
    command.add_argument("--seed", type=int, default=0, help="root of all seeds (default 0)")
    command.add_argument("--workers", type=int, help="threads (default: one a processor)")
