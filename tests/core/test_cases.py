"""Functions by case: the one of a number is called with what it wants, in compiled code too."""

import numpy as np
import pytest

from marengo.core.engine.cases import by_case
from marengo.core.engine.compiled import compiled, entry


@compiled
def double(b: int) -> int:
    return 2 * b


@compiled
def difference(b: int, a: int) -> int:
    return a - b


@by_case({3: double, 5: difference, 7: None})
def chosen(case: int, a: int, b: int) -> int:
    """Return what a case makes of two numbers, the sum of all three if it has nothing."""
    return case + a + b


@entry
def asked(numbers: np.ndarray[tuple[int], np.dtype[np.int64]]) -> int:
    return chosen(numbers[0], numbers[1], numbers[2])


@pytest.mark.parametrize(("case", "result"), [(3, 8), (5, 6), (7, 21), (4, 18)])
def test_the_function_of_the_case_is_called(case: int, result: int) -> None:
    assert chosen(case, 10, 4) == result
    assert asked(np.array([case, 10, 4])) == result


def test_a_chain_looks_like_what_it_was_made_of() -> None:
    assert getattr(chosen, "py_func", chosen).__module__ == __name__
    assert str(chosen.__doc__).startswith("Return what a case makes")


def test_a_parameter_that_is_not_there_is_refused() -> None:
    with pytest.raises(TypeError, match="double wants b, expected"):

        @by_case({1: double})
        def _(case: int, a: int) -> int:
            """Have no parameter ``b``."""
            return case + a
