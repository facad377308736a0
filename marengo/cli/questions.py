"""Commands that put a question: to the laboratory, or to a class."""

import argparse
from pathlib import Path
from typing import Literal

from marengo.cli.options import Add
from marengo.core.errors import MarengoError


def _hour(word: str) -> int | Literal["never"]:
    """Return an hour as it is typed: 15, 15:00 or never."""
    hour = word.removesuffix(":00")
    if word == "never":
        return "never"
    if not (hour.isascii() and hour.isdecimal() and len(hour) <= 2):
        raise argparse.ArgumentTypeError(f"expected hours, such as 15, or never, not {word!r}")
    return int(hour)


def _ask(options: argparse.Namespace) -> int:
    from marengo.lab.asking import ask_when
    from marengo.lab.frames import check_writable, save_text

    out: Path | None = options.out
    if out and check_writable(out).suffix != ".svg":
        raise MarengoError(f"{out}: expected a name that ends in .svg")
    answer = ask_when(
        options.scenario,
        options.event,
        options.at,
        games=options.games,
        player=options.player,
        side=options.side,
        seed=options.seed,
        workers=options.workers,
    )
    print(*answer.sentences(), sep="\n")
    print("in brackets: 95 % intervals, each by itself")
    if out and answer.table.height:
        from marengo.charts.figures import figure_svg
        from marengo.charts.win_rates import forest_plot

        figure = forest_plot(answer.table, side=answer.side, reference=answer.reference)
        print(f"chart written to {save_text(figure_svg(figure), out)}")
    return 0 if answer.finished else 130


def _sheet(options: argparse.Namespace) -> int:
    from marengo.reports.worksheet import sheet

    asked = {"side": options.side, "answer": options.answer}
    print(f"sheet written to {sheet(options.text, options.question, options.out, **asked)}")
    return 0


def add_commands(add: Add) -> None:
    """Add the commands of this module to the command line."""
    ask = add("ask", _ask, "ask who would have won if somebody had come at another hour")
    ask.add_argument("scenario", help="name or file of a scenario")
    ask.add_argument("event", help="who comes, such as desaix, or a box that opens at an hour")
    ask.add_argument(
        "--at",
        nargs="+",
        type=_hour,
        required=True,
        metavar="HOUR",
        help="at which hours, o'clock, or never",
    )
    ask.add_argument("--games", type=int, default=400, help="games of each hour (default 400)")
    ask.add_argument(
        "--player", help="who plays all seats (default: policy, where something was learned)"
    )
    ask.add_argument("--side", help="whose victories are counted (default: who waits for them)")
    ask.add_argument("--seed", type=int, default=0, help="root of all seeds (default 0)")
    ask.add_argument("--workers", type=int, help="threads (default: one a processor)")
    ask.add_argument("--out", type=Path, help=".svg file of a chart")

    sheet = add("sheet", _sheet, "write a page to print: a position, and a question about it")
    sheet.add_argument("text", help="text of a position, as the page on which one plays copies it")
    sheet.add_argument("--question", required=True, help="what is asked")
    sheet.add_argument("--answer", help="what stands on a second page")
    sheet.add_argument("--side", help="who looks at the map (default: who decides)")
    sheet.add_argument("--out", type=Path, required=True, help=".pdf file")
