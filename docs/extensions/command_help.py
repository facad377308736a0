"""The directive ``command-help``: what a command of marengo says of itself."""

import argparse
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive

from marengo.cli import build_parser

WIDTH = 88
"""Columns of the help."""


class CommandHelp(Directive):
    """Shows the help of a command, such as ``tune evaluation``, as the command line prints it."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return the help as text."""
        names = self.arguments[0].split()
        parser = build_parser(names[0])
        for name in names:
            parser = _commands(parser)[name]
        parser.formatter_class = lambda prog: argparse.HelpFormatter(prog, width=WIDTH)
        text = parser.format_help()
        return [nodes.literal_block(text, text, language="text")]


def _commands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the commands of a parser by name."""
    for action in parser._actions:  # argparse has no other way to ask
        if isinstance(action, argparse._SubParsersAction):
            return action.choices
    return {}


def setup(app: Any) -> dict[str, bool]:
    """Register the directive."""
    app.add_directive("command-help", CommandHelp)
    return {"parallel_read_safe": True}
