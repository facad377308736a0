"""Commands for the games on the field of Marengo: boards, history, and why things change."""

import argparse
from pathlib import Path
from typing import Any

from marengo.cli.options import (
    STOPPED,
    Add,
    batch_options,
    player_of,
    player_options,
    print_lines,
)


def _board(options: argparse.Namespace) -> int:
    from marengo.games.marengo.board.reading import check

    problems = check(options.file)
    for problem in problems:
        print(problem)
    print(f"{options.file}: " + (f"{len(problems)} problems" if problems else "no problems"))
    return 1 if problems else 0


def _likeness(options: argparse.Namespace) -> int:
    import numpy as np

    from marengo.core.errors import MarengoError
    from marengo.games.marengo.study.likeness import PARTS, likeness, likeness_by_hour
    from marengo.lab import load
    from marengo.lab.analysis.given import odds_given
    from marengo.lab.frames import check_writable, save_text

    out: Path | None = options.out
    if out and check_writable(out).suffix != ".svg":
        raise MarengoError(f"{out}: expected a name that ends in .svg")
    if options.best < 0:
        raise MarengoError(f"--best: expected 0 or more, not {options.best}")
    run = load(options.folder)
    games = likeness(run, options.until)
    print(f"likeness to 14 June 1800 until {options.until}:00; 0 contradicts no account")
    for number, cell in enumerate(run.study.cells):
        mine = games.filter(cell=number)["distance"].to_numpy()
        if len(mine):
            measures = f"median {np.median(mine):.2f}, nearest {mine.min():.2f}, {len(mine)} games"
            print(f"  {cell}: {measures}")
    print("the games that are most like it:")
    for row in games.head(options.best).iter_rows(named=True):
        front, losses, arrivals = (row[part] for part in PARTS)
        measures = (
            f"front {front:.2f} km, losses {losses:.1f} points, arrivals {arrivals:.1f} hours"
        )
        name = f"game {row['game']} of {run.study.cells[row['cell']]}, seed {row['seed']}"
        print(f"  {row['distance']:.2f}  {name}: {measures}; won by {row['winner']}")
    if options.against:
        shares = [1.0, *(part / 100 for part in options.keep)]
        seat = run.game.seat_names()[0]
        print(f"won by {seat} among the games most like it, less {options.against}, in points:")
        for row in odds_given(run, games, options.against, shares).iter_rows(named=True):
            print(_given(row))
        print("in brackets: 95 % intervals, each by itself")
    if out:
        from marengo.charts.figures import figure_svg
        from marengo.screens.marengo.drawing.likeness import likeness_plot

        names = [str(cell) for cell in run.study.cells]
        figure = likeness_plot(likeness_by_hour(run, options.until), names)
        print(f"chart written to {save_text(figure_svg(figure), out)}")
    return 0


def _given(row: dict[str, Any]) -> str:
    """Return a row of odds given the day in words."""
    name = f"  nearest {100 * row['kept']:g} %: {row['scenario']}"
    if row["share"] is None:
        return f"{name}: no game is that near"
    share, low, high = (100 * row[end] for end in ("share", "low", "high"))
    line = f"{name}: {share:.1f} % of {row['games']} games ({low:.1f} to {high:.1f})"
    if row["difference"] is None:
        return line
    difference, low, high = (100 * row[f"difference{end}"] for end in ("", "_low", "_high"))
    return f"{line}, {difference:+.1f} ({low:+.1f} to {high:+.1f})"


def _why(options: argparse.Namespace) -> int:
    from marengo.core.errors import MarengoError
    from marengo.games.marengo.study.mechanisms import mechanisms
    from marengo.lab import load
    from marengo.lab.analysis.changes import changes_study, changes_table
    from marengo.lab.analysis.mediation import mediation
    from marengo.lab.frames import check_writable, save_text
    from marengo.lab.plan import StudyError
    from marengo.lab.running import run as play

    out: Path | None = options.out
    if out and check_writable(out).suffix != ".svg":
        raise MarengoError(f"{out}: expected a name that ends in .svg")
    player = player_of(options)
    asked = (options.what_if, (player,) if player else None, options.games, options.seed)
    if options.run_folder:
        run = load(options.run_folder)
    else:
        plan = changes_study(*asked, observe=("turns", "presence"))
        run = play(plan, Path("runs") / plan.name, workers=options.workers)
        if not run.finished:
            return STOPPED
    seat, title = run.game.seat_names()[0], run.game.seat_titles()[0]
    parent, scenarios = run.study.game(options.what_if).extends, run.study.scenarios
    base = options.against or (parent if parent in scenarios else scenarios[0])
    print(f"why {options.what_if} changes how often {title} wins, less {base}, in points")
    print_lines(run.study.unlearned())
    if not options.run_folder:
        parts = changes_table(run, seat)
        if parts.height > 2:
            print("by its changes, each made and left out:")
            print(*map(_part, parts.iter_rows(named=True)), sep="\n")
    try:
        parts = mediation(run, options.what_if, base, mechanisms(run, options.at), seat)
    except StudyError as error:
        if options.run_folder:
            raise
        print(f"the games do not tell what went along with it: {error}")
        return 0
    print(f"by what went along with it at the end of the hour {options.at}:00:")
    print(*map(_part, parts.iter_rows(named=True)), sep="\n")
    print("in brackets: 95 % intervals, each by itself")
    if out:
        from marengo.charts.figures import figure_svg
        from marengo.charts.mediation import mediation_plot

        print(f"chart written to {save_text(figure_svg(mediation_plot(parts, side=seat)), out)}")
    return 0


def _part(row: dict[str, Any]) -> str:
    """Return a part of an effect in words."""
    share = "" if row["share"] is None else f"{100 * row['share']:6.0f} %"
    ends = f"({row['low']:+.1f} to {row['high']:+.1f})"
    return f"  {row['through']:<14}{row['effect']:+6.1f} {ends:<18}{share}".rstrip()


def add_commands(add: Add) -> None:
    """Add the commands of this module to the command line."""
    board = add("board", _board, "check a board file")
    board.add_argument("action", choices=["check"], help="check: list everything wrong with it")
    board.add_argument("file", type=Path, help="GeoJSON file of a board")

    like = add("likeness", _likeness, "say how like 14 June 1800 the games of a run are")
    like.add_argument("folder", type=Path, help="folder of a run that observes presence")
    like.add_argument("--until", type=int, default=21, help="last hour that counts (default 21)")
    like.add_argument("--best", type=int, default=5, help="games to name (default 5)")
    like.add_argument("--against", help="scenario: how others differ from it on days like that one")
    like.add_argument(
        "--keep",
        type=float,
        nargs="+",
        default=[30.0, 10.0],
        help="per cent of its games, the nearest, among which that is asked (default 30 10)",
    )
    like.add_argument("--out", type=Path, help=".svg file of a chart")

    why = add("why", _why, "say by what a what-if changes the odds")
    why.add_argument("what_if", metavar="whatif", help="name or file of a what-if")
    player_options(why)
    batch_options(why, 1000)
    why.add_argument(
        "--run", dest="run_folder", type=Path, help="a run that has it, instead of new games"
    )
    why.add_argument("--against", help="scenario without it (default: the first of the run)")
    why.add_argument("--at", type=int, default=17, help="hour at which to look (default 17)")
    why.add_argument("--out", type=Path, help=".svg file of a chart")
