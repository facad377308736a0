"""Sentences claim what the figures support, and nothing more."""

import pytest

from marengo.reports.words import interval, joined, odds_sentence, percent, points, shifts_sentence


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
    assert odds_sentence("x", 100, (low + high) / 2, low, high).endswith(f"{said}.")


def test_shifts_are_sorted_by_size_and_doubt() -> None:
    rows = [
        {"name": "small", "difference": 0.02, "low": 0.01, "high": 0.03},
        {"name": "large", "difference": 0.20, "low": 0.15, "high": 0.25},
        {"name": "fall", "difference": -0.10, "low": -0.15, "high": -0.05},
        {"name": "open", "difference": 0.03, "low": -0.01, "high": 0.07},
        {"name": "edge", "difference": 0.03, "low": 0.0, "high": 0.06},
    ]
    assert shifts_sentence(rows, "standard") == (
        "Against standard, Austria wins more often with large (+20.0 points) and small (+2.0 "
        "points); less often with fall (−10.0 points). No shift is shown with open and edge (at "
        "most 7.0 points either way)."
    ).replace("; less", "; Austria wins less")


def test_nothing_is_said_of_nothing() -> None:
    assert shifts_sentence([], "standard") == ""


def test_numbers_in_words() -> None:
    assert percent(0.4079) == "40.8 %"
    assert points(-0.052) == "−5.2"
    assert points(0.0) == "0.0"
    assert points(0.1505) == "+15.1"  # as 15.05 is rounded, not as its nearest float is
    assert interval(0.393, 0.4243) == "39.3 to 42.4"
    assert joined(["a"]) == "a"
    assert joined(["a", "b", "c"]) == "a, b and c"
