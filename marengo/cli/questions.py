"""Commands that put a question: to the laboratory, or to a class."""

import argparse
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from marengo.cli.options import Add, player_of, player_options, print_lines
from marengo.core.errors import MarengoError

if TYPE_CHECKING:
    from polars import DataFrame


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
        player=player_of(options),
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


def _discover(options: argparse.Namespace) -> int:
    from marengo.core.files import is_file
    from marengo.core.scenarios import seat_title
    from marengo.lab.analysis import discover
    from marengo.lab.frames import check_writable, save_text
    from marengo.lab.manifest import MANIFEST

    out: Path | None = options.out
    if out and check_writable(out).suffix != ".svg":
        raise MarengoError(f"{out}: expected a name that ends in .svg")
    if not 0 < options.least < 100:
        raise MarengoError(f"--least: expected more than 0 and less than 100, not {options.least}")
    if options.method == "cart" and find_spec("sklearn") is None:
        raise MarengoError("--method cart: expected scikit-learn: pip install 'marengo[search]'")
    least = options.least / 100
    look = _games_of if is_file(Path(options.what) / MANIFEST) else _variants_of
    cases, first = look(options)
    side = seat_title(options.side or first)
    discovered = discover(cases, least, method=options.method, side=side, seed=options.seed)
    print(discovered.sentence)
    for row in discovered.limits.iter_rows(named=True) if discovered.better else ():
        print(f"  {row['feature']}: p = {row['p']:.3f}, found again {100 * row['again']:.0f} %")
    print(f"sought among the other half of {cases.height} cases; in brackets: 95 % intervals")
    if out:
        from marengo.charts.discovery import discovery_plot
        from marengo.charts.figures import figure_svg

        figure = discovery_plot(discovered.boxes, discovered.limits, least=least)
        print(f"chart written to {save_text(figure_svg(figure), out)}")
    return 0 if discovered.found else 1


def _variants_of(options: argparse.Namespace) -> "tuple[DataFrame, str]":
    """Return variants of a scenario, and its first seat."""
    from marengo.core.players import default_player, unlearned
    from marengo.core.scenarios import load
    from marengo.lab.analysis import read_factors, variant_cases
    from marengo.lab.analysis.auto_balance import variants

    _expect_none(options, ("until", "cell"), "of the games of a run")
    game = load(options.what)
    player = player_of(options) or default_player(game)
    factors = read_factors(options.factors or game.name)
    cases = variant_cases(
        options.what,
        factors,
        variants=400 if options.variants is None else options.variants,
        games=20 if options.games is None else options.games,
        player=player,
        side=options.side,
        seed=options.seed,
        workers=options.workers,
    )
    print_lines(unlearned([player], variants(options.what, factors, 1), "its variants"))
    return cases, game.seat_names()[0]


def _games_of(options: argparse.Namespace) -> "tuple[DataFrame, str]":
    """Return the games of a run, and their first seat."""
    from marengo.lab import load
    from marengo.lab.analysis import early_cases

    played = ("variants", "games", "player", "learn", "factors", "workers")
    _expect_none(options, played, "as nothing is played of a run")
    if options.until is None:
        raise MarengoError("--until: expected the hour at which the games of a run are looked at")
    run = load(options.what)
    cases = early_cases(run, options.until, cell=options.cell or 0, side=options.side)
    return cases, run.game.seat_names()[0]


def _expect_none(options: argparse.Namespace, names: tuple[str, ...], why: str) -> None:
    """Refuse options that say nothing here."""
    if refused := [f"--{name}" for name in names if getattr(options, name) is not None]:
        raise MarengoError(f"{', '.join(refused)}: expected none, {why}")


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
    player_options(ask)
    ask.add_argument("--side", help="whose victories are counted (default: who waits for them)")
    ask.add_argument("--seed", type=int, default=0, help="root of all seeds (default 0)")
    ask.add_argument("--workers", type=int, help="threads (default: one a processor)")
    ask.add_argument("--out", type=Path, help=".svg file of a chart")

    discover = add("discover", _discover, "say when a side wins so often: limits of few numbers")
    discover.add_argument("what", help="name or file of a scenario, or the folder of a run")
    discover.add_argument(
        "--least", type=float, default=70.0, help="per cent that it wins at least (default 70)"
    )
    discover.add_argument("--side", help="whose victories are counted (default: the first)")
    discover.add_argument(
        "--method",
        choices=("prim", "cart"),
        default="prim",
        help="peel slices away, or grow a tree (needs marengo[search]); default: prim",
    )
    discover.add_argument("--variants", type=int, help="variants of a scenario (default 400)")
    discover.add_argument("--games", type=int, help="games of each (default 20)")
    player_options(discover)
    discover.add_argument("--factors", type=Path, help="TOML file of what varies (default: ours)")
    discover.add_argument("--workers", type=int, help="threads (default: one a processor)")
    discover.add_argument(
        "--until", type=int, help="of a run: the hour by which something happened"
    )
    discover.add_argument("--cell", help="of a run: a cell or its scenario (default: the first)")
    discover.add_argument("--seed", type=int, default=0, help="root of all seeds (default 0)")
    discover.add_argument("--out", type=Path, help=".svg file of a chart")

    sheet = add("sheet", _sheet, "write a page to print: a position, and a question about it")
    sheet.add_argument("text", help="text of a position, as the page on which one plays copies it")
    sheet.add_argument("--question", required=True, help="what is asked")
    sheet.add_argument("--answer", help="what stands on a second page")
    sheet.add_argument("--side", help="who looks at the map (default: who decides)")
    sheet.add_argument("--out", type=Path, required=True, help=".pdf file")
