"""Sentences claim what the figures support, and nothing more."""

from typing import Any

import pytest

from marengo.reports.phrases import (
    interval,
    joined,
    odds_sentence,
    percent,
    points,
    shifts_sentence,
)


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (0.40, 0.499, "France is favoured"),
        (0.501, 0.60, "Austria is favoured"),
        (0.499, 0.60, "no side is shown to be favoured"),
        (0.40, 0.50, "no side is shown to be favoured"),
        (0.50, 0.60, "no side is shown to be favoured"),
    ],
)
def test_a_side_is_favoured_only_if_the_interval_says_so(
    low: float, high: float, said: str
) -> None:
    assert odds_sentence("x", ("Austria", "France"), 100, (low + high) / 2, low, high).endswith(
        f"{said}."
    )


def row(name: str, difference: float, low: float, high: float, room: float = 0.0) -> dict[str, Any]:
    ends = {"sure_low": low - room, "sure_high": high + room}
    return {"name": name, "difference": difference, "low": low, "high": high, **ends}


def test_shifts_are_sorted_by_size_and_doubt() -> None:
    rows = [
        row("small", 0.02, 0.01, 0.03),
        row("large", 0.20, 0.15, 0.25),
        row("fall", -0.10, -0.15, -0.05),
        row("open", 0.03, -0.01, 0.07),
        row("edge", 0.03, 0.0, 0.06),
    ]
    assert shifts_sentence(rows, "standard", "Austria") == (
        "Against standard, Austria wins more often with large (+20.0 points) and small (+2.0 "
        "points); Austria wins less often with fall (−10.0 points). No shift is shown with open "
        "and edge, whose 95 % intervals lie between −1.0 and +7.0 points."
    )


def test_only_the_surer_interval_shows_a_shift() -> None:
    said = shifts_sentence([row("doubtful", 0.02, 0.01, 0.03, room=0.02)], "standard", "Austria")
    assert said == (
        "No shift is shown with doubtful, whose 95 % interval lies between +1.0 and +3.0 points."
    )


def test_nothing_is_said_of_nothing() -> None:
    assert shifts_sentence([], "standard", "Austria") == ""


def test_numbers_in_words() -> None:
    assert percent(0.4079) == "40.8 %"
    assert points(-0.052) == "−5.2"
    assert points(0.0) == "0.0"
    assert points(0.1505) == "+15.1"  # as 15.05 is rounded, not as its nearest float is
    assert interval(0.393, 0.4243) == "39.3 to 42.4"
    assert joined([]) == ""
    assert joined(["a"]) == "a"
    assert joined(["a", "b", "c"]) == "a, b and c"
