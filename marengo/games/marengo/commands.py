"""Commands for the games on the field of Marengo: check a board."""

import argparse
from pathlib import Path

from marengo.cli.options import Add


def _board(options: argparse.Namespace) -> int:
    from marengo.games.marengo.board.reading import check

    problems = check(options.file)
    for problem in problems:
        print(problem)
    print(f"{options.file}: " + (f"{len(problems)} problems" if problems else "no problems"))
    return 1 if problems else 0


def add_commands(add: Add) -> None:
    """Add the commands of this module to the command line."""
    board = add("board", _board, "check a board file")
    board.add_argument("action", choices=["check"], help="check: list everything wrong with it")
    board.add_argument("file", type=Path, help="GeoJSON file of a board")
