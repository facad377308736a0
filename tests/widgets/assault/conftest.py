"""A calculator with few pieces, which reckons quickly."""

from collections.abc import Iterator

import pytest

from marengo.screens.marengo.assault import Assault, assault


@pytest.fixture
def calculator() -> Iterator[Assault]:
    """Yield a calculator at a narrow border that has reckoned everything."""
    found = assault("I3 C2", {"approach": "I2", "reserve": "I2"}, border=0)
    assert found.wait(60)
    yield found
    found.wait(60)
