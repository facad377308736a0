"""Commands for those who make players: show who beats whom, and tune."""

import argparse
from pathlib import Path

from marengo.cli.options import Add, batch_options


def _ladder(options: argparse.Namespace) -> int:
    from marengo.games.marengo.game import load
    from marengo.lab.frames import save_text
    from marengo.lab.ladder import climb
    from marengo.lab.ladder_report import Files, command_text, report_text, summary
    from marengo.lab.steps import check_steps, read_ladder
    from marengo.plots.figure_text import figure_svg
    from marengo.plots.ladder import ladder_chart

    ladder = read_ladder(options.steps)
    check_steps(ladder, options.only)
    game = load(options.scenario)
    files = Files(options.out, game.scenario.name)
    climbed = climb(
        game,
        ladder,
        files.games,
        options.seed,
        options.workers,
        options.only,
        options.pairs,
        say=lambda line: print(line, flush=True),
    )
    print(f"\n{summary(climbed)}\n")
    figure = ladder_chart(climbed.table(), climbed.ratings(), game.scenario.name)
    save_text(figure_svg(figure), files.chart)
    save_text(report_text(climbed, command_text(vars(options)), files.chart.name), files.report)
    print(f"{climbed.games.height} games in {files.games}; report in {files.report}")
    return 0 if climbed.holds else 1


def _tune(options: argparse.Namespace) -> int:
    from marengo.games.marengo.game import load
    from marengo.lab.tune import command_text, note_text
    from marengo.lab.tune_evaluation import EvaluationTuned, tune_evaluation
    from marengo.lab.tune_rule import RuleTuned, tune_rule
    from marengo.lab.weights_file import save_weights, tuned_path

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
    ladder = add("ladder", _ladder, "show in pairs of games which player beats which")
    ladder.add_argument("scenario", help="name or file of a scenario")
    ladder.add_argument("--steps", type=Path, help="TOML file of the steps (default: our own)")
    ladder.add_argument("--only", type=int, help="number of the one step to play, from 1")
    ladder.add_argument("--seed", type=int, default=0, help="root of all seeds (default 0)")
    ladder.add_argument("--workers", type=int, help="threads (default: one a processor)")
    ladder.add_argument("--pairs", type=int, help="most pairs a step (default: as the steps say)")
    ladder.add_argument(
        "--out",
        type=Path,
        default=Path("reports/ladder"),
        help="folder of games, report and chart (default reports/ladder)",
    )

    _tune_options(add("tune", _tune, "tune the weights of rule and evaluation by CMA-ES"))
