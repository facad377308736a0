"""What people give to a function is held against its annotations, and told by its name."""

from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Any

import numpy as np
import pytest

from marengo.core.errors import PositionError
from marengo.core.numbers import takes


class Colour(IntEnum):
    RED = 0
    GREEN = 1


@takes(PositionError)
def made(
    game: "str",
    *,
    number: int = 0,
    flag: bool = False,
    colour: Colour = Colour.RED,
    pair: tuple[int, str] | None = None,
    names: Sequence[str | None] = (),
    many: Iterable[tuple[str, str]] = (),
    tables: Mapping[Colour, Mapping[str, int]] | None = None,
) -> list[Any]:
    return [game, number, flag, colour, pair, names, many, tables]


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ({"number": np.int64(3)}, 3),
        ({"number": Colour.GREEN}, 1),
        ({"flag": np.True_}, True),
        ({"colour": 1}, Colour.GREEN),
        ({"pair": [np.uint8(1), "x"]}, (1, "x")),
        ({"pair": None}, None),
        ({"names": [None, "x"]}, (None, "x")),
        ({"many": (pair for pair in [("a", "b")])}, (("a", "b"),)),
        ({"tables": {Colour.RED: {"a": np.int8(1)}}}, {Colour.RED: {"a": 1}}),
    ],
)
def test_what_fits_is_taken_as_what_it_plainly_is(given: dict[str, Any], taken: Any) -> None:
    (name,) = given
    found = dict(zip(made.__annotations__, made("g", **given), strict=False))[name]
    assert found == taken
    assert type(found) is type(taken)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"number": 1.5}, "number: expected a whole number, not 1.5"),
        ({"number": True}, "number: expected a whole number, not True"),
        ({"number": "3"}, "number: expected a whole number, not '3'"),
        ({"flag": 1}, "flag: expected True or False, not 1"),
        ({"colour": 2}, "colour: expected one of Colour.RED, Colour.GREEN, not 2"),
        ({"colour": "red"}, "colour: expected one of Colour.RED, Colour.GREEN, not 'red'"),
        ({"pair": (1,)}, r"pair: expected 2 of them, not \(1,\)"),
        ({"pair": (1, 2)}, r"pair\[1\]: expected a text, not 2"),
        ({"pair": 1}, "pair: expected a list, not 1"),
        ({"names": "ab"}, "names: expected a list, not 'ab'"),
        ({"names": ["a", 1]}, r"names\[1\]: expected a text, not 1"),
        ({"many": [("a",)]}, r"many\[0\]: expected 2 of them"),
        ({"tables": ["red"]}, "tables: expected a mapping"),
        ({"tables": {Colour.RED: {"a": "b"}}}, "tables.red.a: expected a whole number, not 'b'"),
        ({"tables": {Colour.RED: {1: 1}}}, "tables.red: expected a text, not 1"),
        ({"names": ["a"] * 999 + [b"b" * 999]}, r"names\[999\]: expected a text, not b'b.{,40}$"),
    ],
)
def test_what_does_not_fit_is_named(given: dict[str, Any], said: str) -> None:
    with pytest.raises(PositionError, match=f"^{said}"):
        made("g", **given)


def test_what_a_function_does_not_know_is_not_looked_at() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'colours'"):
        made("g", colours=3)  # type: ignore[call-arg]
    assert made(3)[0] == 3  # type: ignore[arg-type]
