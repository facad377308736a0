"""The report of a strength ladder: results, intervals, and the command that finds them again."""

import os
import platform
import re
import shlex
from datetime import UTC, datetime
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import Any

from marengo.core.players import unlearned
from marengo.lab.frames import check_writable
from marengo.lab.ladder import LadderRun
from marengo.lab.markdown import code, plain, table
from marengo.lab.ranking import claim_name
from marengo.lab.ratings import RatingError
from marengo.lab.sprt import limits

LIBRARIES = ("marengo", "numba", "numpy", "polars", "scipy", "statsmodels")
"""Libraries whose versions a report names."""

SCORE_HEAD = ("step", "counted", "to be shown", "pairs", "points", "95 % interval", "test")
RATING_HEAD = ("player", "rating", "95 % interval", "games")

SCORES_NOTE = """\
A pair is two games with the same set-up, each player once on either side. The tests are sequential,
with error rates alpha = {ladder.alpha:g} and beta = {ladder.beta:g}, and so with bounds
{within.low:+.2f} and {within.high:+.2f} of the log-likelihood ratio. Intervals of both sides
together come from the likelihood ratio of pair scores, those of one side are Wilson's. A test stops
when the score looks good or bad; the scores of short steps therefore lie a little further out than
the truth, and so do their intervals, which know nothing of the stopping."""

RATINGS_NOTE = """\
Points of Elo, 400 for odds of ten to one: Bradley and Terry's model with a term for the side,
fitted to all games above, and to half a game won and half a game lost for every two players and
sides that met. Intervals are 95 %, clustered by pair, and relative to the player at 0. "At
least" and "at most" stand where all games of a match were won by one: such a match does not tell
how much stronger he is."""


class Files:
    """The files of a ladder's results; refused before hours of games if they cannot be written."""

    def __init__(self, folder: str | Path, scenario: str) -> None:
        folder = Path(folder)
        name = re.sub(r"[^\w.-]+", "-", scenario)
        self.games = check_writable(folder / f"{name}.parquet")
        self.report = check_writable(folder / f"{name}.md")
        self.chart = check_writable(folder / f"{name}.svg")


def summary(climb: LadderRun) -> str:
    """Return the tables of a ladder, scores and ratings, as plain text."""
    scores = _aligned(_score_rows(climb), SCORE_HEAD)
    rated = _aligned(_rating_rows(climb), RATING_HEAD)
    return "\n\n".join([scores, rated, *_unlearned(climb)])


def _unlearned(climb: LadderRun) -> list[str]:
    """Return sentences that say which players have not learned what they played."""
    return unlearned(chain(*(step.players for step in climb.ladder.steps)), [climb.game])


def report_text(climb: LadderRun, command: str, chart: str, today: datetime | None = None) -> str:
    """Return the report of a ladder as Markdown; the chart is a file beside it."""
    ladder, game = climb.ladder, climb.game
    today = today or datetime.now(UTC)
    facts = [
        ("scenario", f"{game.scenario_name}, fingerprint {climb.identity['scenario_hash']}"),
        ("rules and players", f"fingerprint {climb.identity['sources']}"),
        ("seed", str(climb.identity["root"])),
        ("games", f"{climb.games.height:,}"),
        ("versions", ", ".join(f"{name} {version(name)}" for name in LIBRARIES)),
        ("machine", f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"),
        ("date", today.strftime("%d %B %Y")),
    ]
    pages = [
        f"# Strength ladder: {plain(game.scenario_title)}",
        f"![Scores and ratings]({chart})",
        "## Scores",
        table(SCORE_HEAD, _score_rows(climb)),
        SCORES_NOTE.format(ladder=ladder, within=limits(ladder.alpha, ladder.beta)),
        "## Ratings",
        table(RATING_HEAD, _rating_rows(climb)),
        RATINGS_NOTE,
        *_unlearned(climb),
        "## To find it again",
        code(command),
        table(("", ""), facts),
    ]
    return "\n\n".join(pages) + "\n"


def command_text(options: dict[str, Any]) -> str:
    """Return the command that finds the same again.

    Files of one's own are named without their folders, which mean nothing on another machine.
    """
    words = ["marengo", "ladder", Path(options["scenario"]).name]
    for name in ("steps", "only", "seed", "pairs"):
        value = options[name]
        if value is not None:
            words += [f"--{name}", value.name if isinstance(value, Path) else str(value)]
    if options.get("isolated"):
        words.append("--isolated")
    return shlex.join(words)


def _score_rows(climb: LadderRun) -> list[list[str]]:
    """Return what every step scored and what it was asked for."""
    rows = []
    for row in climb.table().iter_rows(named=True):
        first = row["claim"] == "pairs"
        name = f"{row['challenger']} against {row['holder']}" if first else ""
        claim = "both sides" if first else claim_name(row["claim"])
        bound = "" if row["p0"] is None else f"{row['p1']:.0%} rather than {row['p0']:.0%}"
        if row["games"]:
            pairs = f"{row['pairs']:,}" if first else ""
            interval = f"{row['low']:.1%} to {row['high']:.1%}"
            rows.append(
                [name, claim, bound, pairs, f"{row['score']:.1%}", interval, _test_text(row)]
            )
        elif first or bound:
            rows.append([name, claim, bound, "", "not played", "", ""])
    return rows


def _test_text(row: dict[str, Any]) -> str:
    """Return the verdicts of the step, in its first row, and of the test of the row."""
    step = [f"step {row['step_verdict']}"] if row["claim"] == "pairs" else []
    test = [] if row["ratio"] is None else [f"{row['verdict']}, ratio {row['ratio']:+.2f}"]
    return "; ".join(step + test)


def _rating_rows(climb: LadderRun) -> list[list[str]]:
    """Return the ratings, or nothing if nothing was played."""
    try:
        rated = climb.ratings()
    except RatingError:
        return []
    rows, other = [], climb.game.seat_titles()[1]
    for row in rated.iter_rows(named=True):
        name = row["name"] if row["kind"] == "player" else f"side: {row['name']} against {other}"
        interval = "" if row["low"] is None else f"{row['low']:+.0f} to {row['high']:+.0f}"
        rating = f"{row['bound']} {row['rating']:+.0f}".strip() if interval else "0"
        rows.append([name, rating, interval, f"{row['games']:,}"])
    return rows


def _aligned(rows: list[list[str]], head: tuple[str, ...]) -> str:
    """Return rows as plain text in columns."""
    lines = [list(head), *rows]
    widths = [max(len(line[place]) for line in lines) for place in range(len(head))]
    texts = [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    ]
    return "\n".join(texts)
