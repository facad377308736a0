"""What had happened by an hour in games on the field of Marengo, for scenario discovery."""

import polars as pl

from marengo.core.numbers import WHOLE, takes
from marengo.games.marengo.armies import ARMY_NAMES
from marengo.games.marengo.game import on_field
from marengo.games.marengo.study.likeness import came_from_boxes
from marengo.lab.analysis.differences import cell_number
from marengo.lab.frames import seat_in
from marengo.lab.plan import StudyError
from marengo.lab.run_folder import Run


@takes(until=WHOLE, cell=WHOLE)
def early_cases(
    run: Run, until: int, *, cell: int | str = 0, side: str | None = None
) -> pl.DataFrame:
    """Return what had happened in each game of a cell by the end of an hour, and who won it.

    Parameters
    ----------
    run : Run
        Of a plan that observes turns and presence.
    until : int
        The last hour that is looked at, o'clock. Games that were over by then are left out, as they
        need no foretelling.
    cell : int or str
        Number or name of a cell, or its scenario.
    side : str, optional
        The seat whose wins are told; default: the first.

    Returns
    -------
    polars.DataFrame
        One row a game: ``cell``, ``game``, ``seed`` and ``won``, by the side; for each army
        ``…_losses``, strength points, ``…_morale``, discs or points, ``…_localities`` that it
        occupies and ``…_attacks`` that it began; and for each box ``from_…``, the hour at which the
        first piece came from it, ``until`` + 1 if none had.

    Raises
    ------
    StudyError
        If there is no such cell or hour, no game goes on after it, or the plan does not observe
        turns and presence.
    ScenarioError
        If the game is not played on the field of Marengo.
    ValueError
        If there is no such seat.
    """
    if not 0 <= until < 24:
        raise StudyError(f"until: expected an hour from 0 to 23, not {until}")
    for kind in ("turns", "presence"):
        if kind not in run.study.observe:
            raise StudyError(f'observe: expected "{kind}" in the plan, for what had happened')
    number = cell_number(run.study.cells, cell)
    game = on_field(run.study.game(run.study.cells[number].scenario))
    mine = pl.col("cell") == number
    won = pl.col("winner").eq_missing(seat_in(run.games, side))
    going_on = run.games.filter(mine, pl.col("last_round") > until)
    early = (mine, pl.col("hour") <= until)
    turns, presence = run.turns.filter(*early), run.presence.filter(*early)
    armies = [(army, pl.col("side") == army) for army in ARMY_NAMES]
    last = [
        pl.col(f"{army}_{column}").last().alias(f"{army}_{name}")
        for name, column in {"morale": "level", "localities": "localities"}.items()
        for army in ARMY_NAMES
    ]
    attacks = [pl.col("attacks").filter(own).sum().alias(f"{army}_attacks") for army, own in armies]
    losses = [pl.col("lost").filter(own).sum().alias(f"{army}_losses") for army, own in armies]
    boxes = {entry.name: f"from_{entry.name}" for entry in game.board.entries if entry.at}
    came = [
        pl.col("came").filter(pl.col("box") == name).min().alias(column)
        for name, column in boxes.items()
    ]
    cases = (
        going_on.select("cell", "game", "seed", won=won)
        .join(presence.group_by("game").agg(losses), on="game")
        .join(turns.sort("turn").group_by("game").agg(*last, *attacks), on="game")
        .join(came_from_boxes(presence, game).group_by("game").agg(came), on="game", how="left")
        .with_columns(pl.col(list(boxes.values())).fill_null(until + 1))
        .sort("game")
        .collect()
    )
    if cases.is_empty():
        raise StudyError(f"until: expected an hour after which games go on, not {until}")
    return cases
