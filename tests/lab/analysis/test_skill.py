"""Balance by player: shares counted by hand."""

import polars as pl
import pytest

from marengo.lab import Study, share
from marengo.lab.analysis import SKILL_COLUMNS, skill_table
from tests.lab.analysis.made_up import made_up_run


def test_only_players_against_themselves_count() -> None:
    """Cells of triomphe: random, rule, rule v random, random v rule; then so for bonaparte."""
    study = Study(
        name="skill",
        scenarios=("triomphe", "bonaparte"),
        players=("random", "rule"),
        pairs=(("rule", "random"),),
        games=4,
    )
    games = pl.DataFrame(
        {
            "cell": [0, 0, 0, 0, 1, 1, 2, 3, 4, 4],
            "seed": [0, 1, 2, 3, 0, 1, 0, 0, 0, 1],
            "winner": [
                "austrian",
                "french",
                "french",
                "french",
                *["austrian"] * 4,
                *["french"] * 2,
            ],
            "kind": ["decisive", "decisive", "decisive", "marginal", *["marginal"] * 6],
        }
    )
    table = skill_table(made_up_run(study, games))
    assert table.schema == {name: dtype for name, (dtype, _) in SKILL_COLUMNS.items()}
    assert table.select("scenario", "player", "games", "share", "decisive").rows() == [
        ("triomphe", "random", 4, 0.25, 0.75),
        ("triomphe", "rule", 2, 1.0, 0.0),
        ("bonaparte", "random", 2, 0.0, 0.0),
    ]
    one = share(1, 4)
    assert table["cell"].to_list() == [0, 1, 4]
    assert table.row(0)[5:7] == pytest.approx((one.low, one.high))
