"""Commands that play games in bulk."""

import argparse
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from marengo.cli.options import (
    LEARNED,
    STOPPED,
    Add,
    batch_options,
    contest_option,
    learn_option,
    player_of,
    player_options,
    players_by_seat,
    print_lines,
)
from marengo.core.errors import MarengoError

if TYPE_CHECKING:
    from polars import DataFrame

    from marengo.core.game import Game
    from marengo.lab import Run


def _study(options: argparse.Namespace) -> int:
    if options.plan:
        return _plan(options)
    if options.executor or options.retry_failed:
        option = "--executor" if options.executor else "--retry-failed"
        raise MarengoError(f"{option}: expected a plan, whose games it plays")
    from marengo.core.players import default_player, unlearned
    from marengo.lab import study
    from marengo.lab.frames import check_writable, save_frame
    from marengo.lab.metadata import games_provenance

    path = check_writable(options.out or study.study_path())
    games = study.GAMES if options.games is None else options.games
    player = player_of(options)
    seed = options.seed or 0
    who = [*dict.fromkeys(player or default_player(game) for game in study.balanced())]
    frame = study.balance_study(games, player, seed, options.workers)
    table = study.balance_table(frame)
    print(_table_text(table))
    played = set(table["scenario"])  # not all, after Ctrl-C
    for game in study.balanced():
        if game.scenario_name in played:
            print(f"Verdict: {_balance(table, game)}")
    print(f"{frame.height} games, all seats {' or '.join(who)}; intervals: Wilson, 95 %")
    print_lines(unlearned(who, study.balanced()))
    notes = games_provenance(options.typed, study.balanced(), who, seed)
    print(f"games written to {save_frame(frame, path, notes)}")
    return 0 if frame.height == games * len(study.balanced()) else 130


def _balance(table: "DataFrame", game: "Game[Any]") -> str:
    """Return in a sentence whom a game favours."""
    from marengo.reports.phrases import odds_sentence

    name, first = game.scenario_name, game.seat_names()[0]
    rows = table.filter(scenario=name, kind="any")
    _, _, _, _, share, low, high = rows.filter(winner=first).row(0)
    titles, games = game.seat_titles(), int(rows["games"].sum())
    return odds_sentence(name, titles, games, share, low, high, game.even)


def _plan(options: argparse.Namespace) -> int:
    """Play the study of a file, or what is missing of it."""
    from marengo.core.files import is_file
    from marengo.lab import load
    from marengo.lab.manifest import MANIFEST
    from marengo.lab.plan import find_plan, plan_names, read_study
    from marengo.lab.running import run
    from marengo.lab.study import cell_table
    from marengo.reports.conclusion import conclusion

    if options.player:
        raise MarengoError("--player: expected none, as a plan names its own players")
    is_run = options.plan not in plan_names() and is_file(Path(options.plan) / MANIFEST)
    plan = load(options.plan).study if is_run else read_study(find_plan(options.plan))
    study = plan.changed(games=options.games, seed=options.seed).learning(options.learn)
    folder = options.out or Path("runs") / study.name
    ran = run(
        study,
        folder,
        options.executor or "threads",
        options.workers,
        retry_failed=options.retry_failed,
    )
    if ran.counts.height:
        print(_table_text(cell_table(ran)), *conclusion(ran), sep="\n")
    print(f"{ran.played} games in {folder}; intervals: Wilson, 95 %")
    return _end(ran)


def _end(ran: "Run") -> int:
    """Say what is missing of a run that was played, and return the exit code."""
    failed = ran.failures.collect().height
    if failed:
        print(f"{failed} of them could not be played to their end: see its failures.parquet")
    if not ran.finished:
        print("not all games of the plan: the same command goes on")
        return STOPPED
    return 1 if failed else 0


def _table_text(table: "DataFrame") -> str:
    """Return a table of wins as plain text."""
    first = table.columns[0]
    width = max([14, *(2 + len(name) for name in table[first])])
    head = f"{'winner':<11}{'ending':<11}{'games':>7}{'share':>9}   95 % interval"
    lines = [f"{first:<{width}}{head}"]
    for name, winner, kind, games, value, low, high in table.iter_rows():
        interval = f"{low:7.2%} to {high:.2%}"
        lines.append(f"{name:<{width}}{winner:<11}{kind:<11}{games:>7}{value:>9.2%}   {interval}")
    return "\n".join(lines)


def _simulate(options: argparse.Namespace) -> int:
    from polars import Series

    from marengo.core.numbers import MOST_GAMES, MOST_SEED, MOST_WORKERS, whole
    from marengo.core.players import all_learning, default_player, is_contestant, unlearned
    from marengo.core.scenarios import load
    from marengo.lab import simulate, win_table
    from marengo.lab.metadata import games_provenance
    from marengo.lab.simulate import players_of
    from marengo.lab.tables import check_table, save_table

    path = check_table(options.out, options.games) if options.out else None
    whole("games", options.games, 0, MOST_GAMES)
    whole("seed", options.seed or 0, 0, MOST_SEED)
    whole("workers", 1 if options.workers is None else options.workers, 1, MOST_WORKERS)
    game = load(options.scenario)
    seated = players_of(game, options.players, players_by_seat(options), default_player(game))
    seated = all_learning(seated, options.learn)
    who = zip(game.seat_titles(), seated, strict=True)
    print(f"{game.scenario_name}. {', '.join(f'{seat}: {player}' for seat, player in who)}")
    print_lines(unlearned(seated, [game]))
    contest = options.isolated or any(map(is_contestant, seated))
    seed = ... if options.seed is None else options.seed
    asked = {"seed": seed, "workers": options.workers, "isolated": options.isolated}
    frame = simulate(game, options.games, *seated, **asked)
    if contest and (lost := frame.get_column("forfeit").drop_nulls()).len():
        print(f"{lost.len()} lost by a fault of their own, the first of them {lost[0]}")
    if path is None:
        table = win_table(frame)
        table.insert_column(0, Series("scenario", [game.scenario_name] * table.height))
        print(_table_text(table))
        print(f"{frame.height} games, which --out would keep; intervals: Wilson, 95 %")
    else:
        root = None if contest and options.seed is None else options.seed or 0
        notes = games_provenance(options.typed, [game], seated, root)
        print(f"{frame.height} games written to {save_table(frame, path, notes)}")
    return 0 if frame.height == options.games else STOPPED


def _compare(options: argparse.Namespace) -> int:
    from marengo.core.numbers import MOST_GAMES, whole
    from marengo.lab.analysis import compare, compare_on
    from marengo.lab.analysis.comparing import MOST

    if options.games is not None:
        whole("games", options.games, 1, MOST_GAMES)
    by_seat: dict[str, Any] = players_by_seat(options)
    asked = {
        "default": player_of(options),
        "most": MOST if options.games is None else options.games,
        "seed": options.seed or 0,
        "workers": options.workers,
    }
    if Path(options.a).is_dir() and Path(options.b).is_dir():
        names = ("player", "learn", "games", "seed", "workers")
        refused = [f"--{name}" for name in names if getattr(options, name) is not None]
        refused += [f"--{seat}" for seat in by_seat]
        if refused:
            raise MarengoError(f"{', '.join(refused)}: expected none, as nothing is played of runs")
    if options.on is None:
        by = 5.0 if options.by is None else options.by
        print(compare(options.a, options.b, by=by / 100, **asked, **by_seat).line())
    elif options.by is None:
        raise MarengoError(f"--by: expected what difference of {options.on} matters, in its unit")
    else:
        measured = {"on": options.on, "by": options.by}
        print(compare_on(options.a, options.b, **measured, **asked, **by_seat).line())
    return 0


def _sensitivity(options: argparse.Namespace) -> int:
    from marengo.charts.tables import ShownTable
    from marengo.lab.analysis.factors import read_factors
    from marengo.lab.analysis.sensitivity import sensitivity, sensitivity_study
    from marengo.lab.running import run

    factors = read_factors(options.factors) if options.factors else None
    player = player_of(options)
    study = sensitivity_study(
        options.scenario,
        factors,
        options.method,
        options.samples,
        (player,) if player else None,
        options.games,
        options.seed,
        "sensitivity-" + re.sub(r"[^\w-]+", "-", Path(options.scenario).stem),
    )
    ran = run(study, options.out or Path("runs") / study.name, workers=options.workers)
    if ran.finished:
        table = sensitivity(ran).drop(*ran.game.seat_names(), "games", "field")
        print(ShownTable(table, decimals=3))
        print("what does not pass noise_high may be chance of the games")
        print_lines(study.unlearned())
    print(f"{ran.played} games in {ran.folder}")
    return _end(ran)


def _balance_by_change(options: argparse.Namespace) -> int:
    import tomli_w

    from marengo.core.players.learned_first import games_of
    from marengo.core.scenarios import find_scenario, load, scenario_names, what_if_names
    from marengo.lab.analysis.auto_balance import auto_balance, changes_text
    from marengo.lab.analysis.factors import read_factors
    from marengo.lab.frames import check_writable, save_text

    if options.out is not None:
        check_writable(options.out)
    result = auto_balance(
        options.scenario,
        read_factors(options.factors) if options.factors else None,
        within=options.within / 100,
        most=options.most,
        weights=options.weights or "",
        learn=games_of(options.learn),
        games=options.games,
        seed=options.seed,
        workers=options.workers,
        say=lambda line: print(line, flush=True),
    )
    print(result.sentence)
    if result.found and result.changes and options.out is not None:
        named = options.scenario in (*scenario_names(), *what_if_names())
        base = options.scenario if named else str(find_scenario(options.scenario).resolve())
        title = f"{load(options.scenario).scenario_title}: {changes_text(result.changes)}"
        head = {"extends": base, "name": options.out.stem, "title": title}
        save_text(
            tomli_w.dumps({**head, "context": result.sentence, **result.what_if}), options.out
        )
        print(f"what-if written to {options.out}")
    return 0 if result.found else 1


def _fronts(options: argparse.Namespace) -> int:
    from marengo.core.files import is_file
    from marengo.lab import load
    from marengo.lab.analysis import front, read_factors, search_front
    from marengo.lab.frames import check_writable, save_text
    from marengo.lab.manifest import MANIFEST

    chart: Path | None = options.chart
    if chart and check_writable(chart).suffix != ".svg":
        raise MarengoError(f"{chart}: expected a name that ends in .svg")
    if is_file(Path(options.what) / MANIFEST):
        run = load(options.what)
    else:
        try:
            run = search_front(
                options.what,
                read_factors(options.factors) if options.factors else None,
                options.aims,
                folder=options.out or Path("runs") / "fronts",
                player=player_of(options),
                generations=options.generations,
                games=options.games,
                confirm=options.confirm,
                seed=options.seed,
                workers=options.workers,
                say=lambda line: print(line, flush=True),
            )
        except ImportError as error:
            raise MarengoError(str(error)) from error
        if not run.finished:
            print("not all games of the search: the same command goes on")
            return STOPPED
        print(f"variants in {run.folder}")
    print_lines(run.study.unlearned())
    table = front(run, options.aims)
    print("chance that no other betters it in all aims, and the aims with 95 % intervals:")
    for variant in table.partition_by("cell", maintain_order=True):
        print(f"  {100 * variant['chance'][0]:3.0f} %  {variant['variant'][0]}")
        for row in variant.iter_rows(named=True):
            ends = f"{row['low']:.3g} to {row['high']:.3g}"
            print(f"         {row['aim']}: {row['value']:.3g} ({ends})")
    if chart:
        from marengo.charts.figures import figure_svg
        from marengo.charts.fronts import front_plot

        print(f"chart written to {save_text(figure_svg(front_plot(table)), chart)}")
    return 0


def _worth(options: argparse.Namespace) -> int:
    from marengo.charts.tables import ShownTable
    from marengo.core.scenarios import load
    from marengo.lab.analysis.restricted import restricted_play
    from marengo.lab.frames import check_writable, save_frame
    from marengo.lab.metadata import games_provenance

    path = check_writable(options.out) if options.out else None
    asked = (options.without, options.games, options.seed, options.workers)
    table = restricted_play(options.scenario, *asked)
    print(ShownTable(table, decimals=3))
    if path:
        game = load(options.scenario)
        notes = games_provenance(options.typed, [game], ["rule"], options.seed)
        print(f"written to {save_frame(table, path, notes)}")
    return 0


def _report(options: argparse.Namespace) -> int:
    from marengo.lab import load
    from marengo.lab.analysis.kept_values import read_kept
    from marengo.lab.findings import Finding, basis_of, save_basis
    from marengo.reports import make_report, save_report
    from marengo.reports.run_report import played_by
    from marengo.reports.worth import read_worth

    by_folder = {folder: read_kept(folder) for folder in options.runs}
    runs = [load(folder) for folder, result in by_folder.items() if result is None]
    results = [result for result in by_folder.values() if result is not None]
    worths = {file: read_worth(file) for file in options.worth}
    words = ["marengo", "report", *map(str, options.runs)]
    words += ["--worth", *map(str, options.worth)] if options.worth else []
    words += ["--title", options.title] if options.title else []
    words += ["--out", str(options.out)]
    report = make_report(runs, shlex.join(words), options.title or "", worths, results)
    page = save_report(report, options.out)
    again = [*played_by(runs, worths, results), shlex.join(words)]
    figures = [part for part in report.parts if isinstance(part, Finding)]
    save_basis(page.with_name("README.md"), basis_of(runs, worths, results), again, figures)
    print(f"report written to {page}")
    return 0


def add_commands(add: Add) -> None:
    """Add the commands of this module to the command line."""
    study = add("study", _study, "play a study; without a plan a first balance table")
    study.add_argument("plan", nargs="?", help="name or TOML file of a plan, or a run that has it")
    study.add_argument("--games", type=int, help="games of each cell (default: as planned; 4000)")
    study.add_argument("--seed", type=int, help="root of all seeds (default: as planned; 0)")
    study.add_argument("--workers", type=int, help="threads (default: one a processor)")
    study.add_argument(
        "--executor", choices=("threads", "processes"), help="who plays a plan (default: threads)"
    )
    study.add_argument(
        "--retry-failed", action="store_true", help="play games again that could not be finished"
    )
    player_options(study, "who plays all seats, without a plan")
    study.add_argument(
        "--out", type=Path, help="folder of the run (default: runs/NAME); without a plan a file"
    )

    simulate = add("simulate", _simulate, "play a batch of games; print who won, or write a table")
    simulate.add_argument("scenario", help="name or file of a scenario")
    batch_options(simulate, None)
    simulate.set_defaults(seed=None)
    contest_option(simulate)
    simulate.add_argument(
        "--players",
        nargs="+",
        default=(),
        metavar="PLAYER",
        help=f"who plays, in the order of seats (default: {LEARNED})",
    )
    learn_option(simulate)
    simulate.add_argument(
        "--out", type=Path, help=".csv, .xlsx or .parquet file (default: print who won how often)"
    )

    compare = add("compare", _compare, "say whether one scenario favours a seat more than another")
    compare.add_argument("a", help="name or file of a scenario, or the folder of a run")
    compare.add_argument("b", help="what is compared with it")
    player_options(compare)
    compare.add_argument(
        "--by",
        type=float,
        help="difference that matters, in points (default 5), or in the unit of what is compared",
    )
    compare.add_argument(
        "--on",
        metavar="WHAT",
        help="compare a mean instead of who wins: length, losses, drama or a column of games",
    )
    compare.add_argument(
        "--games", "--most", type=int, help="games of each at most (default 20000)"
    )
    compare.add_argument("--seed", type=int, help="root of all seeds (default 0)")
    compare.add_argument("--workers", type=int, help="threads (default: one a processor)")

    report = add("report", _report, "write a report of runs: a page, Markdown and charts")
    report.add_argument(
        "runs", type=Path, nargs="+", help="folders of runs, and of what marengo value found"
    )
    report.add_argument(
        "--worth", type=Path, nargs="+", default=[], help="tables that the command worth wrote"
    )
    report.add_argument("--out", type=Path, required=True, help="folder of the report")
    report.add_argument("--title", help="title of the report (default: names of the runs)")

    sensitivity = add("sensitivity", _sensitivity, "say which parameters the odds depend on")
    sensitivity.add_argument("scenario", help="name or file of a scenario")
    sensitivity.add_argument("--method", choices=("morris", "sobol"), default="morris")
    sensitivity.add_argument("--samples", type=int, help="trajectories (10) or base samples (64)")
    sensitivity.add_argument("--factors", type=Path, help="TOML file of parameters (default: ours)")
    player_options(sensitivity)
    batch_options(sensitivity, 200)
    sensitivity.add_argument("--out", type=Path, help="folder of the run (default: runs/NAME)")

    balance = add("balance", _balance_by_change, "find the least change that makes a game even")
    balance.add_argument("scenario", help="name or file of a scenario")
    balance.add_argument(
        "--within", type=float, default=2.0, help="points from even that are allowed (default 2)"
    )
    balance.add_argument("--most", type=int, default=2, help="most numbers changed (default 2)")
    balance.add_argument(
        "--factors", type=Path, help="TOML file of what may change (default: ours)"
    )
    balance.add_argument(
        "--weights", help="what policy has learned, best with `learn --vary` (default: ours)"
    )
    balance.add_argument(
        "--learn", metavar="GAMES", default="20k", help="games to learn a change by (default 20k)"
    )
    batch_options(balance, 1000)
    balance.add_argument("--out", type=Path, help="file for the what-if that was found")

    fronts = add("fronts", _fronts, "find variants that no other betters in all that is wanted")
    fronts.add_argument("what", help="folder of a run of variants, or a scenario to vary")
    fronts.add_argument(
        "--aims",
        nargs="+",
        default=["balance", "drama", "length"],
        metavar="AIM",
        help="balance, likeness, or a measure, with :more, :less or :NUMBER (balance drama length)",
    )
    fronts.add_argument("--factors", type=Path, help="TOML file of what may change (default: ours)")
    player_options(fronts)
    fronts.add_argument(
        "--generations", type=int, default=6, help="of 16 variants each (default 6)"
    )
    batch_options(fronts, 200)
    fronts.add_argument(
        "--confirm", type=int, default=1000, help="games of what is played once more (default 1000)"
    )
    fronts.add_argument("--out", type=Path, help="folder of the runs (default: runs/fronts)")
    fronts.add_argument("--chart", type=Path, help=".svg file of a chart")

    worth = add("worth", _worth, "say what cavalry, artillery, roads or orders are worth")
    worth.add_argument("scenario", help="name or file of a scenario")
    worth.add_argument("--without", nargs="+", help="what a side does without (default: each)")
    batch_options(worth, 2000)
    worth.add_argument("--out", type=Path, help="Parquet file of the table")
