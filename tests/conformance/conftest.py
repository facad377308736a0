"""One random game for each scenario, seed and manner."""

import pytest

from tests.conformance.walking import ALL_WALKS, WALKS, Walk, walk


def _named(one: tuple[str, int, str]) -> str:
    return "-".join(map(str, one)).replace(" ", "_")


@pytest.fixture(params=ALL_WALKS, ids=_named)
def any_game(request: pytest.FixtureRequest) -> Walk:
    """Return a finished random game of any rules."""
    return walk(*request.param)


@pytest.fixture(params=WALKS, ids=_named)
def played(request: pytest.FixtureRequest) -> Walk:
    """Return a finished random game of hidden pieces on a board."""
    return walk(*request.param)
