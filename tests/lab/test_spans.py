"""Spans of games: what is left of a plan is what nobody played or claimed."""

import numpy as np
import polars as pl
import pytest

from marengo.games.triomphe.game import TriompheGame
from marengo.lab.kinds import counted, schema_of
from marengo.lab.spans import join_spans, left_of, spans_of, take

CELLS, GAMES = 3, 40


@pytest.mark.parametrize("seed", range(8))
def test_games_are_played_claimed_or_left(seed: int) -> None:
    """Also where what was claimed is on the disk already."""
    chance = np.random.default_rng(seed)
    played = chance.random((CELLS, GAMES)) < chance.random()
    claims = []
    for cell in range(CELLS):
        first, stop = sorted(chance.integers(0, GAMES, 2).tolist())
        if first < stop:
            claims.append((cell, first, stop))
    rows = pl.DataFrame(np.argwhere(played), schema=["cell", "game"], orient="row")
    rows = rows.cast({"cell": pl.Int32}).sample(fraction=1, shuffle=True, seed=seed)
    gone = pl.concat([spans_of(rows), join_spans(claims)])
    wanted = ~played
    for cell, first, stop in claims:
        wanted[cell, first:stop] = False
    found = np.zeros_like(played)
    left = left_of(CELLS, GAMES, gone)
    while left:
        cell = min(left)
        spans = take(left, cell, 7)
        assert sum(stop - first for _, first, stop in spans) <= 7
        for number, first, stop in spans:
            assert number == cell
            assert not found[cell, first:stop].any()
            found[cell, first:stop] = True
    assert np.array_equal(found, wanted)


def test_games_that_follow_one_another_are_counted_together() -> None:
    """Two kinds of endings; game 3 is missing, so there are two spans; counts add up."""
    schema = schema_of("games", TriompheGame)
    rows = pl.DataFrame(
        {
            "cell": [0, 0, 0, 0, 1],
            "game": [4, 0, 2, 1, 0],
            "winner": ["french", "french", "austrian", "french", None],
        }
    )
    games = rows.cast({"cell": pl.Int32, "winner": schema["winner"]}).match_to_schema(
        schema, missing_columns="insert"
    )
    found = counted(games, TriompheGame)
    columns = ["cell", "game", "last", "winner", "games"]
    assert set(found.select(columns).rows()) == {
        (0, 0, 2, "french", 2),
        (0, 0, 2, "austrian", 1),
        (0, 4, 4, "french", 1),
        (1, 0, 0, None, 1),
    }
    missing = games.head(1).with_columns(game=pl.lit(3, pl.Int64))
    together = counted(pl.concat([found, counted(missing, TriompheGame)]), TriompheGame)
    assert set(together.select(columns).rows()) == {
        (0, 0, 4, "french", 4),
        (0, 0, 4, "austrian", 1),
        (1, 0, 0, None, 1),
    }
