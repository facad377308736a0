"""What a run shows, in lines of plain text: differences, and a verdict."""

from collections.abc import Iterator

from marengo.lab.run_folder import Run
from marengo.reports.phrases import points
from marengo.reports.sections import MANY, odds_of, shifts_of, what_ifs, won_table

__all__ = ["conclusion"]


def conclusion(run: Run) -> Iterator[str]:
    """Yield what the what-ifs of a run change, or, if it has none, who is favoured in its cells.

    What counts as shown is told in :func:`marengo.reports.sections.differences`. Scenarios are
    called by the names that commands take.
    """
    titles, is_told = run.game.seat_titles(), False
    for standard, players, rows in what_ifs(run):
        is_told = True
        yield f"{titles[0]}'s wins less those in {standard}, {players}, in points:"
        width = max(map(len, rows["scenario"]))
        for row in rows.iter_rows(named=True):
            apart = f"{points(row['low']):>6} to {points(row['high'])}"
            yield f"  {row['scenario']:<{width}}{points(row['difference']):>7}   {apart}"
        yield f"Verdict: {shifts_of(run, rows, standard, str)}"
    table = won_table(run)
    if not is_told and table.height <= MANY:
        yield from (f"Verdict: {sentence}" for sentence in odds_of(run, table))
    yield from run.study.unlearned()
