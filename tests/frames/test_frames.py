"""Games stay what they were: winners, endings and decisions, game by game.

``python -m tests.frames.test_frames`` writes the frames anew, where players or rules are to change.
"""

from itertools import product
from pathlib import Path

import polars as pl
import pytest

from marengo.lab import simulate
from tests.field import scenario_names
from tests.turn import in_turn

FRAMES = {"rule": 2000, "search:nodes=20": 200}
"""Games kept of each player against itself."""

AT_ONCE = {"rule": 200, "search:nodes=20": 6}
"""Games played again in every run of the tests; all of them before a release."""

PLAYED = in_turn(product(scenario_names(), FRAMES), lambda one: one if "rule" in one else one[1])
"""By the rules of thumb every scenario, and by a search, which takes long, one in turn."""

COLUMNS = ("seed", "winner", "kind", "last_round", "decisions", "austrian_lost", "french_lost")


def path_of(scenario: str, player: str) -> Path:
    return Path(__file__).parent / f"{scenario}-{player.partition(':')[0]}.parquet"


def frame_of(scenario: str, player: str, games: int) -> pl.DataFrame:
    return simulate(scenario, games, player, player, seed=1800, progress=False).select(COLUMNS)


def check(scenario: str, player: str, games: int) -> None:
    kept = pl.read_parquet(path_of(scenario, player))
    assert kept.height == FRAMES[player]
    played = frame_of(scenario, player, games)
    assert played.equals(kept.head(games).cast(played.schema))


@pytest.mark.parametrize(("scenario", "player"), PLAYED)
def test_the_first_games_are_those_kept(scenario: str, player: str) -> None:
    check(scenario, player, AT_ONCE[player])


@pytest.mark.release
@pytest.mark.parametrize("player", FRAMES)
@pytest.mark.parametrize("scenario", scenario_names())
def test_all_games_are_those_kept(scenario: str, player: str) -> None:
    check(scenario, player, FRAMES[player])


if __name__ == "__main__":
    for one in scenario_names():
        for name, number in FRAMES.items():
            frame_of(one, name, number).write_parquet(path_of(one, name), statistics=False)
