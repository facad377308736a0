"""Commands for the games on the field of Marengo: check a board, tune weights."""

import argparse
from pathlib import Path

from marengo.cli.options import Add, batch_options


def _board(options: argparse.Namespace) -> int:
    from marengo.games.marengo.board.reading import check

    problems = check(options.file)
    for problem in problems:
        print(problem)
    print(f"{options.file}: " + (f"{len(problems)} problems" if problems else "no problems"))
    return 1 if problems else 0


def _tune(options: argparse.Namespace) -> int:
    from marengo.games.marengo.game import load
    from marengo.games.marengo.study.tune import command_text, note_text
    from marengo.games.marengo.study.tune_evaluation import EvaluationTuned, tune_evaluation
    from marengo.games.marengo.study.tune_rule import RuleTuned, tune_rule
    from marengo.games.marengo.study.weights_file import save_weights, tuned_path

    game = load(options.scenario)
    ruleset = game.scenario.ruleset
    path = tuned_path(options.out, ruleset, options.what)
    size = (options.games, options.generations)
    tuned: EvaluationTuned | RuleTuned
    if options.what == "evaluation":
        tuned = tune_evaluation(game, *size, options.seed, options.workers, player=options.player)
    else:
        only = None if options.only is None else options.only.replace(" ", "").split(",")
        tuned = tune_rule(game, only, *size, options.population, options.seed, options.workers)
    print(tuned.table())
    if tuned.kept:
        note = note_text(command_text(vars(options)), tuned.note())
        print(f"weights written to {save_weights(path, ruleset, tuned.values, note)}")
    else:
        print("not better than the present weights: nothing written")
    return 0 if tuned.better else 1


def _tune_options(tune: argparse.ArgumentParser) -> None:
    tune.add_argument("scenario", help="name or file of a scenario")
    kinds = tune.add_subparsers(dest="what", required=True)
    texts = {
        "evaluation": ("tune evaluation weights, to tell how games end", 4000, 600),
        "rule": ("tune rule weights, to beat the present ones", 200, 30),
    }
    for what, (text, games, generations) in texts.items():
        kind = kinds.add_parser(what, help=text, description=text)
        batch_options(kind, games)
        kind.add_argument(
            "--generations",
            type=int,
            default=generations,
            help=f"generations of CMA-ES (default {generations})",
        )
        kind.add_argument(
            "--out", type=Path, help=f"TOML file of weights (default: a new RULESET-{what}.toml)"
        )
        if what == "evaluation":
            kind.add_argument("--player", help="who plays the games (default: rules of thumb)")
        if what == "rule":
            kind.add_argument("--only", help="names of the weights, with commas (default: all)")
            kind.add_argument("--population", type=int, help="candidates of a generation")


def add_commands(add: Add) -> None:
    """Add the commands of this module to the command line."""
    board = add("board", _board, "check a board file")
    board.add_argument("action", choices=["check"], help="check: list everything wrong with it")
    board.add_argument("file", type=Path, help="GeoJSON file of a board")

    _tune_options(add("tune", _tune, "tune the weights of rule and evaluation by CMA-ES"))
