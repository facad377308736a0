"""Rules asked from Python: the records that they are given."""

import numpy as np
import pytest

from marengo.core.engine.record import first

FIELDS = np.dtype([("turn", np.int8), ("steps", np.int16, 3)], align=True)


def test_fields_of_a_record_are_attributes_that_write_through() -> None:
    for records in (np.zeros(2, FIELDS), np.zeros(2, FIELDS).view(np.recarray)):
        one = first(records)
        one.turn, one.steps[1] = 5, 7
        one.turn += 1
        assert (one.turn, list(one.steps)) == (6, [0, 7, 0])
        assert (records["turn"].tolist(), records["steps"].tolist()) == (
            [6, 0],
            [[0, 7, 0], [0] * 3],
        )
        assert records.dtype.names == one.dtype.names


def test_python_calculates_with_numbers_that_are_wide_and_writes_none_that_does_not_fit() -> None:
    record = first(np.zeros(1, FIELDS))
    record.turn, record.steps[1] = 100, 30_000
    assert (2 * record.turn, 2 * record.steps[1]) == (200, 60_000)
    with pytest.raises(OverflowError):
        record.turn += 100
    with pytest.raises(ValueError, match=r"not in range|invalid value"):
        record.steps[1] += 30_000
