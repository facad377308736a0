"""The command ``marengo``."""

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from marengo.game import MarengoError

if TYPE_CHECKING:
    from polars import DataFrame

    from marengo.game import Game


def _study(options: argparse.Namespace) -> int:
    if options.plan:
        return _plan(options)
    if options.executor:
        raise MarengoError("--executor: expected a plan, whose games it plays")
    from marengo.lab.frames import check_writable
    from marengo.lab.study import GAMES, balance_study, balance_table, save_study, study_path

    path = check_writable(options.out or study_path())
    games = GAMES if options.games is None else options.games
    player = options.player or "rule"
    frame = balance_study(games, player, options.seed or 0, options.workers)
    print(_table_text(balance_table(frame)))
    print(f"{frame.height} games, both sides {player}; intervals: Wilson, 95 %")
    print(f"games written to {save_study(frame, path)}")
    return 0


def _plan(options: argparse.Namespace) -> int:
    """Play the study of a file, or what is missing of it."""
    from marengo.lab.plan import read_study
    from marengo.lab.running import run
    from marengo.lab.study import cell_table

    if options.player:
        raise MarengoError("--player: expected none, as a plan names its own players")
    study = read_study(options.plan).changed(games=options.games, seed=options.seed)
    folder = options.out or Path("runs") / study.name
    ran = run(study, folder, options.executor or "threads", options.workers)
    if ran.games.head(1).collect().height:
        print(_table_text(cell_table(ran)))
    failed = ran.failures.collect().height
    print(f"{ran.played} games in {folder}; intervals: Wilson, 95 %")
    if failed:
        print(f"{failed} of them could not be played to their end: see failures.parquet there")
    if not ran.finished:
        print("not all games of the plan: the same command goes on", flush=True)
        os._exit(130)  # all is on the disk; threads would play their games to the end first
    return 1 if failed else 0


def _table_text(table: "DataFrame") -> str:
    """Return a table of wins as plain text."""
    first = table.columns[0]
    width = max(14, *(2 + len(name) for name in table[first]))
    head = f"{'winner':<11}{'ending':<11}{'games':>7}{'share':>9}   95 % interval"
    lines = [f"{first:<{width}}{head}"]
    for name, winner, kind, games, value, low, high in table.iter_rows():
        interval = f"{low:7.2%} to {high:.2%}"
        lines.append(f"{name:<{width}}{winner:<11}{kind:<11}{games:>7}{value:>9.2%}   {interval}")
    return "\n".join(lines)


def _simulate(options: argparse.Namespace) -> int:
    from marengo.lab import save_frame, simulate
    from marengo.lab.frames import check_writable

    path = check_writable(options.out)
    frame = simulate(
        options.scenario,
        options.games,
        options.austrian,
        options.french,
        options.seed,
        options.workers,
    )
    print(f"{frame.height} games written to {save_frame(frame, path)}")
    return 0


def _games(options: argparse.Namespace) -> Iterator["Game"]:
    """Yield the game of the scenario named, or of every scenario."""
    from marengo.game import load, scenario_names

    for name in [options.scenario] if options.scenario else scenario_names():
        yield load(name)


def _fuzz(options: argparse.Namespace) -> int:
    from marengo.lab.fuzz import fuzz

    found = 0
    for game in _games(options):
        games, decisions, defects = fuzz(game, options.games, options.seed, options.workers)
        for one in defects:
            print(f"game {one.game}, seed {one.seed}, decision {one.decision}: {one.text}")
        name = game.scenario.name
        print(f"{name}: {games} games, {decisions} positions, {len(defects)} defects", flush=True)
        found += len(defects)
    return 1 if found else 0


def _bench(options: argparse.Namespace) -> int:
    from marengo.lab.bench import measure

    for game in _games(options):
        print(f"{game.scenario.name}:")
        for what, value, unit in measure(game, options.games):
            print(f"{what:<46}{value:>14,.2f} {unit}", flush=True)
    return 0


def _board(options: argparse.Namespace) -> int:
    from marengo.board.reading import check

    problems = check(options.file)
    for problem in problems:
        print(problem)
    print(f"{options.file}: " + (f"{len(problems)} problems" if problems else "no problems"))
    return 1 if problems else 0


def _ladder(options: argparse.Namespace) -> int:
    from marengo.game import load
    from marengo.lab.frames import save_text
    from marengo.lab.ladder import climb
    from marengo.lab.ladder_report import Files, command_text, report_text, summary
    from marengo.lab.steps import check_steps, read_ladder
    from marengo.plots.ladder import ladder_chart, ladder_svg

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
    save_text(ladder_svg(figure), files.chart)
    save_text(report_text(climbed, command_text(vars(options)), files.chart.name), files.report)
    print(f"{climbed.games.height} games in {files.games}; report in {files.report}")
    return 0 if climbed.holds else 1


def _tune(options: argparse.Namespace) -> int:
    from marengo.game import load
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


def _scenarios(options: argparse.Namespace) -> int:
    from marengo.game.catalogue import description, listing

    for line in description(options.scenario) if options.scenario else listing():
        print(line)
    return 0


def _lab(options: argparse.Namespace) -> int:
    import subprocess

    folder = Path(options.folder)
    if not folder.is_dir():
        raise MarengoError(f"{folder}: no such folder, expected the one with the notebooks")
    command = [sys.executable, "-m", "jupyter", "lab", f"--notebook-dir={folder}"]
    return subprocess.call(command)  # noqa: S603 - this very interpreter


def _batch_options(command: argparse.ArgumentParser, games: int | None) -> None:
    command.add_argument(
        "--games", type=int, default=games, required=games is None, help="number of games"
    )
    command.add_argument("--seed", type=int, default=0, help="root of all seeds (default 0)")
    command.add_argument("--workers", type=int, help="threads (default: one a processor)")


def _tune_options(tune: argparse.ArgumentParser) -> None:
    tune.add_argument("scenario", help="name or file of a scenario")
    kinds = tune.add_subparsers(dest="what", required=True)
    texts = {
        "evaluation": ("tune evaluation weights, to tell how games end", 4000, 600),
        "rule": ("tune rule weights, to beat the present ones", 200, 30),
    }
    for what, (text, games, generations) in texts.items():
        kind = kinds.add_parser(what, help=text, description=text)
        _batch_options(kind, games)
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


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="marengo", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)

    def add(
        name: str, run: Callable[[argparse.Namespace], int], text: str
    ) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=text, description=text)
        command.set_defaults(run=run)
        return command

    study = add("study", _study, "play a study; without a plan a first balance table")
    study.add_argument("plan", nargs="?", type=Path, help="TOML file of a study")
    study.add_argument("--games", type=int, help="games of each cell (default: as planned; 4000)")
    study.add_argument("--seed", type=int, help="root of all seeds (default: as planned; 0)")
    study.add_argument("--workers", type=int, help="threads (default: one a processor)")
    study.add_argument(
        "--executor", choices=("threads", "processes"), help="who plays a plan (default: threads)"
    )
    study.add_argument("--player", help="who plays both sides, without a plan (default: rule)")
    study.add_argument(
        "--out", type=Path, help="folder of the run (default: runs/NAME); without a plan a file"
    )

    simulate = add("simulate", _simulate, "play a batch of games into a Parquet file")
    simulate.add_argument("scenario", help="name or file of a scenario")
    _batch_options(simulate, None)
    simulate.add_argument("--austrian", default="random", help="who plays Austria")
    simulate.add_argument("--french", default="random", help="who plays France")
    simulate.add_argument("--out", type=Path, required=True, help="Parquet file to write")

    fuzz = add("fuzz", _fuzz, "hunt for defects in random games")
    fuzz.add_argument("scenario", nargs="?", help="name or file of a scenario (default: every one)")
    _batch_options(fuzz, 20_000)

    bench = add("bench", _bench, "print figures of speed")
    bench.add_argument(
        "scenario", nargs="?", help="name or file of a scenario (default: every one)"
    )
    bench.add_argument("--games", type=int, default=2_000, help="games in each measurement")

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

    board = add("board", _board, "check a board file")
    board.add_argument("action", choices=["check"], help="check: list everything wrong with it")
    board.add_argument("file", type=Path, help="GeoJSON file of a board")

    scenarios = add("scenarios", _scenarios, "list the scenarios, or tell of one")
    scenarios.add_argument("scenario", nargs="?", help="name or file of the one to tell of")

    lab = add("lab", _lab, "open JupyterLab on the notebooks")
    lab.add_argument("folder", nargs="?", default="notebooks", help="folder of the notebooks")
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return its exit code: 0 well, 1 something found, 2 bad input."""
    options = build_parser().parse_args(arguments)
    try:
        code = int(options.run(options))
        sys.stdout.flush()
    except ValueError as error:  # every error of ours is one, and says what was expected
        print(f"marengo {options.command}: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # whoever read us has closed: head, a pager
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nothing left to flush to
        return 141
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    return code


if __name__ == "__main__":
    sys.exit(main())
