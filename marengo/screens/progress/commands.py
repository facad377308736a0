"""Commands for *The March of Progress*: solve it."""

import argparse
import re
from pathlib import Path

from marengo.cli.options import Add
from marengo.core.errors import MarengoError

LAYER = re.compile(r"\d{1,3}-\d{1,3}_\d-\d_\d(-\d)+")


def _solve(options: argparse.Namespace) -> int:
    from time import perf_counter

    from tqdm.auto import tqdm

    from marengo.core.scenarios import load
    from marengo.games.progress.game import ProgressGame
    from marengo.games.progress.rules.words import Colour
    from marengo.games.progress.solving.layers import solve, start_of, unsolved
    from marengo.games.progress.solving.numbering import Layer
    from marengo.games.progress.solving.tables import SolvedLayers, table_folder

    game = load(options.scenario)
    if not isinstance(game, ProgressGame):
        raise MarengoError(f"{options.scenario}: expected a scenario of {ProgressGame.title}")
    layer = start_of(game)
    if options.layer:
        if not LAYER.fullmatch(options.layer):
            raise MarengoError(
                f"--layer {options.layer}: expected VP, strength and VP dice, such as {layer.text}"
            )
        layer = Layer.of(map(int, re.split("[-_]", options.layer)))
    tables = SolvedLayers(game, table_folder(game, options.out or ""))
    began, games, gap = perf_counter(), 0, 0.0
    groups = unsolved(tables, layer)
    for done in tqdm(solve(tables, groups, options.workers), total=len(groups), unit="layer"):
        games, gap = games + done.games, max(gap, done.gap)
    print(f"{games:,} matrix games in {perf_counter() - began:,.0f} s, largest gap {gap:.2g}")
    print(f"tables in {tables.folder}")
    if layer == start_of(game):
        start = game.start(0)
        value = tables.value(start) if start.holder == Colour.BLUE else 1.0 - tables.value(start)
        print(f"who has the initiative at the start wins {value:.4f} of the games")
    return 0


def add_commands(add: Add) -> None:
    """Add the commands of this module to the command line."""
    solve = add("solve", _solve, "solve positions of The March of Progress")
    solve.add_argument("scenario", help="name or file of a scenario")
    solve.add_argument(
        "--layer", metavar="VP_STRENGTH_DICE",
        help="the last layer to solve, such as 17-17_5-5_0-0-0 (default: that of the start)",
    )  # fmt: skip
    solve.add_argument("--out", type=Path, help="folder of the tables (default: solved/SCENARIO)")
    solve.add_argument("--workers", type=int, help="threads (default: one a processor)")
