"""What moves give away: chances of winning lost on positions that are the same for all players.

As the accuracy of chess programs is told by the centipawns their moves lose. A strong reference
says what to play; where a player chooses something else, both moves are tried and valued by
searches, on the same draws of what is hidden. So some minutes tell what a match would need
thousands of games for, as far as the reference is right.
"""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from scipy.special import stdtrit
from tqdm.auto import tqdm

from marengo.core.engine.policy import determinize_once
from marengo.core.engine.random import seeded
from marengo.core.engine.search.tree import TWO
from marengo.core.game import Game
from marengo.core.move import Move
from marengo.core.numbers import SEED, WORKERS, Bounds, takes
from marengo.core.players import (
    OraclePlayer,
    PlayerError,
    SearchPlayer,
    default_player,
    make_player,
)
from marengo.core.players.ask import ask
from marengo.core.players.match import moves_of
from marengo.core.scenarios import load
from marengo.core.state import State
from marengo.lab.exchange import Frame, collected
from marengo.lab.simulate import game_seed
from marengo.lab.statistics import CONFIDENCE, Columns, frame_of

POSITIONS = 500
"""Number of positions that players are asked about."""

LEAST, MOST = 2, 1_000_000
"""Bounds of that number: a mean of one has no interval, and all are kept in memory."""

REFERENCE = "search:2048"
"""Player whose choices count as losing nothing."""

JUDGE, DRAWS = "search:128", 16
"""Player that values positions after moves, and number of draws of what is hidden."""

LOST_COLUMNS: Columns = {
    "position": (pl.Int32, "number of the position, from 0"),
    "seat": (pl.String, "who decides"),
    "player": (pl.String, "who was asked, as named"),
    "move": (pl.String, "what it chooses"),
    "reference": (pl.String, "what the reference chooses"),
    "lost": (pl.Float64, "chance of winning with this less that with the player's move"),
}
"""Columns of :func:`value_lost`: type and meaning with unit."""


def positions_of(game: Game[Any], number: int = POSITIONS, seed: int = 0) -> list[State]:
    """Return positions, each from a game of its own that the default player plays.

    They are drawn from those in which somebody has a choice.
    """
    drawn, rng = list[State](), np.random.default_rng(seed)
    player = default_player(game)
    players = {seat: make_player(player, game) for seat in game.seats}
    for index in range(number):
        root = game_seed(seed, index)
        passed = [game.start(root)]
        passed += (state.copy() for state in moves_of(game.start(root), players, root))
        choices = [state for state in passed if state.to_move >= 0 and len(state.legal_moves()) > 1]
        drawn.append(choices[rng.integers(len(choices))])
    return drawn


def value_after(state: State, move: Move, seed: int) -> float:
    """Return the chance that a seat wins after a move of its, as far as it can know."""
    game, mover = state.game, int(state.to_move)
    scratch, judge = game.engine.determinization.array(), make_player(JUDGE, game)
    assert isinstance(judge, SearchPlayer)
    values = []
    for draw in range(DRAWS):
        generators = seeded(np.random.SeedSequence([seed, draw]))  # the same for each move
        record = state.record.copy().reshape(1)
        determinize_once(game.tables, record, mover, generators, scratch)
        after = game.state(record).play(move)
        while not after.is_over and after.to_move < 0:
            after.draw(seed + draw)
        if after.returns is not None:
            values.append(after.returns[mover])
            continue
        judge.choose_index(after.information_set(after.to_move), generators)
        assert judge.thought is not None
        winning = judge.thought.winning
        values.append(winning if after.to_move == mover else 1 - winning)
    return float(np.mean(values))


def _rows(position: int, state: State, players: Sequence[str], seed: int) -> list[Sequence[Any]]:
    """Return what each player loses on a position."""
    best, *chosen = (ask(state, player, seed).move for player in (REFERENCE, *players))
    values = {str(best): 0.0}
    if wrong := {str(move): move for move in chosen if move != best}:
        most = value_after(state, best, seed)
        values |= {text: most - value_after(state, move, seed) for text, move in wrong.items()}
    seat = state.to_move.name.lower()
    return [
        (position, seat, player, str(move), str(best), values[str(move)])
        for player, move in zip(players, chosen, strict=True)
    ]


@takes(positions=Bounds(LEAST, MOST), seed=SEED, workers=WORKERS)
def value_lost(
    scenario: str | Path | Game[Any],
    players: Sequence[str],
    positions: int = POSITIONS,
    seed: int = 0,
    workers: int | None = None,
    progress: bool = True,
) -> pl.DataFrame:
    """Ask players about the same positions, and return what their choices give away.

    The positions are from games of ``policy``. Where a choice differs from that of ``search:2048``,
    both moves are valued by ``search:128`` on 16 draws of what is hidden from who decides; so
    single values are rough, may be negative, and only their means say something.

    Parameters
    ----------
    scenario : str, Path or Game
        What is played, by two seats.
    players : sequence of str
        Who is asked, as named.
    positions : int
        How many there are, each from a game of its own.
    seed : int
        Of the games, the draws and the players' chance.
    workers : int, optional
        Threads; default: one a processor.
    progress : bool
        Whether to show a progress bar.

    Returns
    -------
    polars.DataFrame
        A row for each position and player, see :data:`LOST_COLUMNS`.

    Raises
    ------
    ScenarioError, PlayerError
        If there is no such scenario or player, or the player sees hidden pieces.
    ValueError
        If the game has more seats, or a number is too small.
    """
    game = scenario if isinstance(scenario, Game) else load(scenario)
    if len(game.seats) != TWO:
        raise ValueError(f"{game.title}: expected a game of two seats")
    for player in players:
        if isinstance(make_player(player, game), OraclePlayer):
            raise PlayerError(f"{player}: expected a player that chooses from what its seat sees")
    states, rows = positions_of(game, positions, seed), list[Sequence[Any]]()
    pool = ThreadPoolExecutor(workers or os.cpu_count())
    try:
        jobs = [
            pool.submit(_rows, number, state, players, seed + number)
            for number, state in enumerate(states)
        ]
        for job in tqdm(jobs, unit="position", disable=not progress):
            rows += job.result()
    finally:
        pool.shutdown(cancel_futures=True)
    return frame_of(LOST_COLUMNS, rows)


def mean_lost(frame: Frame) -> pl.DataFrame:
    """Return what each player of :func:`value_lost` gives away on average.

    Returns
    -------
    polars.DataFrame
        ``player``, ``positions``, ``agrees`` (share of choices that are those of the reference),
        ``lost`` (mean a decision) and ``half_width`` (of its 95 % interval, Student's t).
    """
    lost = pl.col("lost")
    table = (
        collected(frame)
        .group_by("player", maintain_order=True)
        .agg(
            pl.len().alias("positions"),
            (pl.col("move") == pl.col("reference")).mean().alias("agrees"),
            lost.mean(),
            (lost.std() / pl.len().sqrt()).alias("half_width"),
        )
    )
    surer = stdtrit(table["positions"].to_numpy() - 1, (1 + CONFIDENCE) / 2)
    return table.with_columns(pl.col("half_width") * surer)
