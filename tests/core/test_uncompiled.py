"""Rules asked from Python: the records that they are given."""

import numpy as np

from marengo.core.engine.record import first

FIELDS = np.dtype([("turn", np.int8), ("steps", np.int16, 3)])


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
