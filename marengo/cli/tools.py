"""Commands that look at what there is: scenarios, speed, defects."""

import argparse
import os
import sys
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

from marengo.cli.options import STOPPED, Add, batch_options

if TYPE_CHECKING:
    from marengo.core.game import Game


def _games(options: argparse.Namespace) -> Iterator["Game"]:
    """Yield the game of the scenario named, or of every scenario."""
    from marengo.core.scenarios import load, scenario_names

    for name in [options.scenario] if options.scenario else scenario_names():
        yield load(name)


def _fuzz(options: argparse.Namespace) -> int:
    from marengo.lab.fuzz import fuzz

    total = 0
    for game in _games(options):
        games, decisions, defects = fuzz(
            game, options.games, options.seed, options.workers, player=options.player
        )
        for defect in defects:
            print(
                f"game {defect.game}, seed {defect.seed}, decision {defect.decision}: {defect.text}"
            )
        name = game.scenario_name
        print(f"{name}: {games} games, {decisions} positions, {len(defects)} defects", flush=True)
        total += len(defects)
        if games < options.games:
            return STOPPED
    return 1 if total else 0


def _bench(options: argparse.Namespace) -> int:
    from marengo.lab.bench import measure
    from marengo.lab.on_paper import on_paper

    for game in _games(options):
        print(f"{game.scenario_name}:")
        figures = measure(game, options.games)
        if options.cores is not None:
            paper = (options.run_games, options.cores, options.player, options.games)
            figures = on_paper(game, *paper)
        for what, value, unit in figures:
            print(f"{what:<46}{value:>14,.2f} {unit}", flush=True)
    return 0


def _compile(options: argparse.Namespace) -> int:
    from marengo.core.scenarios import games, load, scenario_names
    from marengo.lab.compiling import compile_game

    if options.until_closed:
        threading.Thread(target=_end_with_input, daemon=True).start()
    names = options.scenarios or sorted(games().keys() & scenario_names())
    for game in [load(name) for name in names]:  # all are seen to exist before one is compiled
        compile_game(game)
    return 0


def _end_with_input() -> None:
    """End the process when whoever holds the other end of its input has ended."""
    os.read(sys.stdin.fileno(), 1)  # not by Python's buffer, which no thread may hold at the end
    os._exit(0)  # no thread can be told to leave the compiler


def _scenarios(options: argparse.Namespace) -> int:
    from marengo.core.scenarios import description, listing

    for line in description(options.scenario) if options.scenario else listing():
        print(line)
    return 0


def add_commands(add: Add) -> None:
    """Add the commands of this module to the command line."""
    fuzz = add("fuzz", _fuzz, "hunt for defects in games")
    fuzz.add_argument("scenario", nargs="?", help="name or file of a scenario (default: every one)")
    batch_options(fuzz, 20_000)
    fuzz.add_argument("--player", default="random", help="who plays it (default: random)")

    bench = add("bench", _bench, "print figures of speed")
    bench.add_argument(
        "scenario", nargs="?", help="name or file of a scenario (default: every one)"
    )
    bench.add_argument("--games", type=int, default=2_000, help="games in each measurement")
    bench.add_argument(
        "--cores", type=int, help="say what a run on so many processors takes, on paper"
    )
    bench.add_argument(
        "--run-games", type=int, default=10**9, help="games of that run (default: 10^9)"
    )
    bench.add_argument("--player", default="random", help="who plays it (default: random)")

    compiling = add("compile", _compile, "compile what is played by now, not at the first game")
    compiling.add_argument(
        "scenarios", nargs="*", metavar="scenario", help="names or files (default: every game)"
    )
    compiling.add_argument("--until-closed", action="store_true", help=argparse.SUPPRESS)

    scenarios = add("scenarios", _scenarios, "list the scenarios, or tell of one")
    scenarios.add_argument("scenario", nargs="?", help="name or file of the one to tell of")
