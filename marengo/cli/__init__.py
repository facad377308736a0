"""The command ``marengo``."""

import argparse
import platform
import shlex
import sys
from importlib.metadata import entry_points

import marengo
from marengo.cli import findings, notebooks, players, playing, questions, studies, tools
from marengo.cli.consoles import give_up, prepare_consoles, print_out, say
from marengo.cli.failures import name_fault, shortened, tell_failure
from marengo.cli.interrupts import answering_interrupts
from marengo.cli.options import STOPPED, Parser, Run, seat_options
from marengo.core.texts import HALF

__all__ = ["build_parser", "main"]

COMMANDS = "marengo.commands"
"""Entry points of games that bring commands of their own."""

UNREAD = 141
"""Exit code if whoever read what is printed has gone."""

SEATED = ("simulate", "compare")
"""Commands that take players by the names of seats."""


EXAMPLES = """\
To begin with:

  marengo play                                     play in the browser
  marengo lab                                      open the notebooks in JupyterLab
  marengo compare triomphe triomphe-desaix-never   ask what Desaix was worth
"""


def build_parser(asked: str = "") -> Parser:
    """Return the parser of the command line; the command asked for knows the seats of all games.

    To know them, all games have to be imported, which takes a second.
    """
    raw = argparse.RawDescriptionHelpFormatter
    parser = Parser(prog="marengo", description=EXAMPLES, formatter_class=raw)
    version = f"marengo {marengo.__version__}, Python {platform.python_version()}"
    parser.add_argument("--version", action="version", version=version, help="say which this is")
    commands = parser.add_subparsers(
        dest="command", required=True, title="commands", metavar="COMMAND"
    )

    def add(name: str, run: Run, text: str) -> Parser:
        command = commands.add_parser(name, help=text, description=text)
        command.set_defaults(run=run)
        return command

    for module in (playing, questions, studies, findings, tools, players, notebooks):
        module.add_commands(add)
    for point in entry_points(group=COMMANDS):
        point.load()(add)
    if asked in SEATED:
        seat_options(commands.choices[asked])
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return its exit code.

    0 well, 1 something found, 2 bad input, 3 a failure of marengo itself, 130 after Ctrl-C.
    """
    words = sys.argv[1:] if arguments is None else arguments
    prepare_consoles()
    try:
        with answering_interrupts():
            return _run(words)
    except SystemExit:  # of the parser
        raise
    except BaseException as error:  # noqa: BLE001 - polars' panics are no Exceptions
        return _told(error, words)
    finally:
        give_up()


def _run(words: list[str]) -> int:
    """Run the command that is typed, and have what it prints written."""
    if strange := [word for word in words if HALF.search(word)]:
        raise ValueError(f"{strange[0]}: expected text in UTF-8")
    typed = argparse.Namespace(typed=shlex.join(["marengo", *words]))
    try:
        options = build_parser(*words[:1]).parse_args(words, typed)
    except SystemExit:
        print_out()
        raise
    code = int(options.run(options))
    print_out()
    return code


def _told(error: BaseException, words: list[str]) -> int:
    """Say what ended a command, and return its exit code."""
    if isinstance(error, BrokenPipeError):  # whoever read us has closed: head, a pager
        return UNREAD
    if isinstance(error, ValueError | OSError):  # all that we raise are ValueErrors: say the want
        code, text = 2, name_fault(error)
    elif isinstance(error, KeyboardInterrupt) or isinstance(error.__cause__, KeyboardInterrupt):
        say("stopped")  # as a cause it fell into a call of compiled code
        return STOPPED
    else:
        code, text = 3, tell_failure(error, words)
    say(f"marengo {shortened(words[0])}: {text}")
    return code
