"""What tests of the laboratory share."""

import polars as pl
import pytest

from tests.lab.runs import STUDY, quiet


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> pl.DataFrame:
    """Return the games of the small study, played in one go by one thread."""
    return quiet(STUDY, tmp_path_factory.mktemp("whole") / "run", workers=1).games.collect()
