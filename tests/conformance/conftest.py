"""One random game for each scenario, seed and manner."""

import pytest

from tests.conformance.walking import WALKS, Walk, walk


@pytest.fixture(params=WALKS, ids=lambda one: "-".join(map(str, one)).replace(" ", "_"))
def played(request: pytest.FixtureRequest) -> Walk:
    """Return a finished random game."""
    scenario, seed, manner = request.param
    return walk(scenario, seed, manner)
