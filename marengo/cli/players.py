"""Commands for those who make players: learn to play, and show who beats whom."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from marengo.cli.options import STOPPED, Add, contest_option, learn_option, print_lines
from marengo.core.errors import MarengoError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars as pl

    from marengo.core.game import Game


def _learn(options: argparse.Namespace) -> int:
    from marengo.core.players.learner import MATCH
    from marengo.core.scenarios import load, weights_beside
    from marengo.lab.learning import learn

    game = load(options.scenario)
    out = options.out or weights_beside(options.scenario)
    if options.playouts is not None:
        return _learn_from_search(options, out)
    if options.value_only:
        raise MarengoError("--value-only: expected --playouts with it")
    among = _variants(options) if options.vary else ()
    learned = learn(
        game,
        options.games,
        options.minutes,
        options.start,
        out,
        options.seed,
        options.workers,
        among=among,
    )
    last = learned.curve.row(-1, named=True)
    titles = zip(game.seat_names(), game.seat_titles(), strict=True)
    against = ", ".join(f"{last[name]:.0%} as {title}" for name, title in titles if name in last)
    print(f"learned from {learned.games:,} games: {learned.verdict}; against rule {against}")
    if learned.share is not None:
        games, better = f"{MATCH:,} games with what it began with", learned.share >= game.even
        outcome = "it is kept" if better else "that is better, and is kept"
        print(f"it gets {learned.share:.1%} of {games}: {outcome}")
    print(f"weights in {out}; play with policy:weights={out}")
    return 0


def _variants(options: argparse.Namespace) -> "Sequence[Game[Any]]":
    """Return variants of a scenario whose factors have other values."""
    from marengo.core.scenarios import load
    from marengo.lab.analysis.auto_balance import variants
    from marengo.lab.analysis.factors import read_factors

    return variants(options.scenario, read_factors(load(options.scenario).name), seed=options.seed)


def _learn_from_search(options: argparse.Namespace, out: Path) -> int:
    from marengo.lab.expert import learn_from_search

    if options.minutes is not None or options.vary:
        raise MarengoError("--minutes, --vary: expected none of them with --playouts")
    keywords = {} if options.games is None else {"games": options.games}
    learned = learn_from_search(
        options.scenario,
        out,
        playouts=options.playouts,
        start=options.start,
        seed=options.seed,
        workers=options.workers,
        value_only=options.value_only,
        **keywords,
    )
    before, after = learned.losses.iter_rows(named=True)
    for what in ("choices", "results"):
        print(f"log-loss of {what}: {before[what]:.3f} before, {after[what]:.3f} after")
    print(f"weights in {out}; play with search:weights={out}")
    return 0


def _ladder(options: argparse.Namespace) -> int:
    from marengo.charts.figures import figure_svg
    from marengo.charts.ladder import ladder_chart
    from marengo.core.scenarios import load
    from marengo.lab.findings import basis_of_ladder, figures_of_ladder, save_basis
    from marengo.lab.frames import made_folder, save_text
    from marengo.lab.ladder import climb
    from marengo.lab.ladder_report import Files, command_text, report_text, summary
    from marengo.lab.steps import check_steps, read_ladder, standard_ladder

    game = load(options.scenario)
    ladder = read_ladder(options.steps or standard_ladder(game.scenario_name, game.name))
    check_steps(ladder, options.only, options.isolated)
    with made_folder(options.out):
        files = Files(options.out, game.scenario_name)
        climbed = climb(
            game,
            ladder,
            files.games,
            options.seed,
            options.workers,
            options.only,
            options.pairs,
            say=lambda line: print(line, flush=True),
            isolated=options.isolated,
        )
    print(f"\n{summary(climbed)}\n")
    figure = ladder_chart(climbed.table(), climbed.ratings(), game.scenario_name)
    save_text(figure_svg(figure), files.chart)
    command = command_text(vars(options))
    save_text(report_text(climbed, command, files.chart.name), files.report)
    save_basis(files.report, basis_of_ladder(climbed), [command], figures_of_ladder(climbed))
    print(f"{climbed.games.height} games in {files.games}; report in {files.report}")
    return 0 if climbed.holds else 1


def _mistakes(options: argparse.Namespace) -> int:
    from marengo.core.players import all_learning, unlearned
    from marengo.core.scenarios import load
    from marengo.lab.analysis.endings import ending_table, solve_ending
    from marengo.lab.analysis.mistakes import REFERENCE, mean_lost, value_lost
    from marengo.lab.frames import check_writable, save_frame
    from marengo.lab.metadata import games_provenance

    if options.out:
        check_writable(options.out)
    game, players = load(options.scenario), all_learning(options.players, options.learn)
    lost = value_lost(game, players, options.positions, options.seed, options.workers)
    if options.out:
        notes = games_provenance(options.typed, [game], players, options.seed)
        save_frame(lost, options.out, notes)
    print(f"chances of winning lost a decision, in points, against {REFERENCE}:")
    print_lines(unlearned([REFERENCE, *players], [game]))
    for row in mean_lost(lost).iter_rows(named=True):
        points = f"{100 * row['lost']:5.2f} ± {100 * row['half_width']:.2f}"
        print(f"  {row['player']:24} {points}   chooses the same in {row['agrees']:.0%}")
    endings = None if game.extends else game.study().endings
    if endings is not None:
        solved = {name: solve_ending(state) for name, state in endings(game).items()}
        print(f"\nlost to the best reply in {len(solved)} endings, in thousandths of a win:")
        table = ending_table(solved, players, seed=options.seed)
        means = table.pivot("seat", index="player", values="lost", aggregate_function="mean")
        for row in means.iter_rows(named=True):
            player = row.pop("player")
            losses = ", ".join(f"{lost:.0f} as {seat.title()}" for seat, lost in row.items())
            print(f"  {player:24} {losses}")
    return 0


def _games_of(names: "Sequence[str]") -> "list[Game[Any]]":
    """Return what scenarios play, or those of the plans that are named."""
    from marengo.core.scenarios import load
    from marengo.lab.plan import find_plan, plan_names, read_study

    games: list[Game[Any]] = []
    for name in names:
        if name in plan_names():
            study = read_study(find_plan(name))
            games += map(study.game, study.scenarios)
        else:
            games.append(load(name))
    return games


def _value(options: argparse.Namespace) -> int:
    games = _games_of(options.scenarios)
    return _value_of(games[0], options) if len(games) == 1 else _effects(games, options)


def _given(options: argparse.Namespace, rounds: int, games: int) -> tuple[int, int]:
    """Return the rounds and games that were asked for, or else these."""
    return (
        rounds if options.rounds is None else options.rounds,
        games if options.games is None else options.games,
    )


def _effects(games: "Sequence[Game[Any]]", options: argparse.Namespace) -> int:
    from marengo.core.scenarios import seat_title
    from marengo.lab.analysis.value_effects import FOUND, value_effects, with_reach

    if refused := [
        name for name in ("minutes", "within", "search") if getattr(options, name) is not None
    ]:
        names = ", ".join(f"--{name}" for name in refused)
        raise MarengoError(f"{names}: expected --rounds alone, as all scenarios are learned alike")
    rounds, number = _given(options, 2, 20_000)

    def show(table: "pl.DataFrame") -> None:
        if table.height == 1:
            effort = f"{rounds} rounds of {number:,} games as either side"
            print(f"{seat_title(games[0].seat_names()[0])} wins, each after {effort}:")
        row = with_reach(table).row(-1, named=True)
        value = f"{row['value']:.1%} ({row['least']:.1%} to {row['most']:.1%})"
        effect = f"{100 * row['effect']:+.1f} points ({100 * row['reach_low']:+.1f} to "
        effect = f": {effect}{100 * row['reach_high']:+.1f})" if table.height > 1 else ""
        print(f"{row['scenario']}: {value}{effect}", flush=True)

    asked = {"start": options.start, "out": options.out, "seed": options.seed}
    value_effects(games, rounds, number, workers=options.workers, show=show, **asked)
    print(f"in brackets what best responses leave open; table in {options.out / FOUND}")
    return 0


def _value_of(game: "Game[Any]", options: argparse.Namespace) -> int:
    from marengo.charts.figures import figure_svg
    from marengo.charts.value import value_plot
    from marengo.core.scenarios import seat_title
    from marengo.lab.analysis.value import value
    from marengo.lab.frames import save_text

    rounds, number = _given(options, 12, 32_000)
    shown = 0

    def show(rounds: "pl.DataFrame") -> None:
        nonlocal shown
        for row in rounds[shown:].iter_rows(named=True):
            interval = f"{row['low']:.1%} to {row['high']:.1%}"
            gain = f"{100 * row['gain']:+.1f} points ({100 * row['gain_low']:+.1f} to "
            gain += (
                f"{100 * row['gain_high']:+.1f}), the rules of thumb {100 * row['rule_gain']:+.1f}"
            )
            print(
                f"round {row['round']}: value {row['value']:.1%} ({interval}); a best response as "
                f"{seat_title(row['seat'])} gains {gain}",
                flush=True,
            )
        shown = rounds.height
        draw(rounds)

    def draw(rounds: "pl.DataFrame") -> None:
        save_text(figure_svg(value_plot(rounds)), options.out / "value.svg")

    result = value(
        game,
        rounds,
        options.minutes,
        5.0 if options.within is None else options.within,
        number,
        options.start,
        options.out,
        options.search,
        options.seed,
        options.workers,
        show=show,
    )
    draw(result.rounds)
    print(result.sentence)
    weights = options.out / "policy.parquet"
    print(f"players in {weights}; play with policy:weights={weights}")
    done = result.settled or options.minutes is not None or result.rounds["round"].max() == rounds
    if done and (options.search is None or result.by_search is not None):
        return 0
    print("not all is done: the same command goes on")
    return STOPPED


def add_commands(add: Add) -> None:
    """Add the commands of this module to the command line."""
    learn = add("learn", _learn, "learn to play a scenario by playing it")
    learn.add_argument("scenario", help="name or file of a scenario")
    many = learn.add_mutually_exclusive_group()
    many.add_argument("--games", type=int, help="games to learn from (default: see --minutes)")
    many.add_argument("--minutes", type=float, help="minutes to learn for (default 5)")
    learn.add_argument(
        "--from",
        dest="start",
        metavar="WEIGHTS",
        help="weights to begin with: a file, the name of some that come with marengo, or nothing "
        "(default: the best there are)",
    )
    learn.add_argument(
        "--out", type=Path, help="file of the weights (default: SCENARIO.weights.parquet)"
    )
    learn.add_argument(
        "--playouts", type=int, help="learn from games of search with so many playouts (1000 games)"
    )
    learn.add_argument(
        "--value-only", action="store_true", help="with --playouts: the policy stays as it is"
    )
    learn.add_argument(
        "--vary",
        action="store_true",
        help="play with other values of the numbers that `marengo sensitivity` moves, ever others",
    )
    learn.add_argument("--seed", type=int, default=0, help="root of all chance (default 0)")
    learn.add_argument("--workers", type=int, help="threads (default: one a processor)")
    mistakes = add("mistakes", _mistakes, "show what players give away on the same positions")
    mistakes.add_argument("scenario", help="name or file of a scenario")
    mistakes.add_argument("players", nargs="+", help="who is asked, such as policy search:64")
    learn_option(mistakes)
    mistakes.add_argument("--positions", type=int, default=500, help="positions (default 500)")
    mistakes.add_argument("--out", type=Path, help="file for a row of each position and player")
    mistakes.add_argument("--seed", type=int, default=0, help="root of all chance (default 0)")
    mistakes.add_argument("--workers", type=int, help="threads (default: one a processor)")
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
    contest_option(ladder)
    value = add("value", _value, "look for the value of a game for two, and say how sure it is")
    value.add_argument(
        "scenarios",
        nargs="+",
        help="name or file of a scenario; of several, or of a plan with several, what each changes "
        "about the value of the first",
    )
    value.add_argument(
        "--rounds",
        type=int,
        help="at most so many (default 12); of several scenarios just so many (2)",
    )
    value.add_argument("--minutes", type=float, help="begin no further round after so many")
    value.add_argument(
        "--within", type=float, help="points that nobody may gain any more (default 5)"
    )
    value.add_argument(
        "--games",
        type=int,
        help="games that a best response learns from in each seat (default 32000; of several "
        "scenarios 20000)",
    )
    value.add_argument(
        "--from",
        dest="start",
        action="append",
        metavar="WEIGHTS",
        help="weights to begin with: a file, the name of some that come with marengo, or nothing; "
        "may be given several times, and all their players begin",
    )
    value.add_argument(
        "--out", type=Path, default=Path("runs/value"), help="folder of what is found (runs/value)"
    )
    value.add_argument(
        "--search", metavar="PLAYOUTS", type=int, help="tell the value as well if they search"
    )
    value.add_argument("--seed", type=int, default=0, help="root of all chance (default 0)")
    value.add_argument("--workers", type=int, help="threads (default: one a processor)")
