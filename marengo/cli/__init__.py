"""The command ``marengo``."""

import argparse
import os
import platform
import shlex
import sys
from importlib.metadata import entry_points

import marengo
from marengo.cli import findings, notebooks, players, playing, questions, studies, tools
from marengo.cli.failures import name_fault, tell_failure
from marengo.cli.interrupts import answering_interrupts
from marengo.cli.options import STOPPED, Parser, Run, seat_options
from marengo.core.files import HALF

__all__ = ["build_parser", "main"]

COMMANDS = "marengo.commands"
"""Entry points of games that bring commands of their own."""

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
    try:
        with answering_interrupts():
            if strange := [word for word in words if HALF.search(word)]:
                raise ValueError(f"{strange[0]}: expected text in UTF-8")
            typed = argparse.Namespace(typed=shlex.join(["marengo", *words]))
            options = build_parser(*words[:1]).parse_args(words, typed)
            code = int(options.run(options))
            sys.stdout.flush()
    except BrokenPipeError:  # whoever read us has closed: head, a pager
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nothing left to flush to
        return 141
    except (ValueError, OSError) as error:  # all that we raise are ValueErrors, and say the want
        print(f"marengo {words[0]}: {name_fault(error)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return STOPPED
    except SystemExit:  # of the parser
        raise
    except BaseException as error:  # noqa: BLE001 - polars' panics are no Exceptions
        if isinstance(error.__cause__, KeyboardInterrupt):  # it fell into a call of compiled code
            print("stopped", file=sys.stderr)
            return STOPPED
        print(f"marengo {words[0]}: {tell_failure(error, words)}", file=sys.stderr)
        return 3
    return code
