"""Figures in words and sentences, which claim no more than the figures show."""

from collections.abc import Iterable, Sequence
from typing import Any

from marengo.charts.chart_frame import signed

__all__ = ["interval", "joined", "odds_sentence", "percent", "points", "shifts_sentence"]

WHAT_INTERVALS_HOLD = (
    "of 95 %; of a value, and of what a what-if changes about one, it holds what best responses "
    "and other runs leave open"
)


def percent(value: float, digits: int = 1) -> str:
    """Return a share in per cent, as in ``40.8 %``."""
    return f"{100 * value:.{digits}f} %"


def points(value: float) -> str:
    """Return a difference of shares in points of per cent with its sign, as charts do: ``−5.2``."""
    return signed(100 * value)


def interval(low: float, high: float, digits: int = 1) -> str:
    """Return the ends of an interval of a share in per cent, as in ``39.3 to 42.4``."""
    return f"{100 * low:.{digits}f} to {100 * high:.{digits}f}"


def joined(words: Iterable[str]) -> str:
    """Return words as a list in a sentence: ``one, two and three``."""
    *first, last = [*words] or [""]
    return f"{', '.join(first)} and {last}" if first else last


def the_others(seats: Sequence[str]) -> str:
    """Return what sentences call all seats but the first, who may be its allies."""
    return seats[0] if len(seats) == 1 else "the others"


def odds_sentence(
    name: str,
    seats: Sequence[str],
    games: int,
    share: float,
    low: float,
    high: float,
    even: float = 0.5,
) -> str:
    """Say how often the first seat won, with a 95 % interval, and who is shown to be favoured.

    ``even`` is the share of games that it wins if nobody is.

    >>> odds_sentence("chess", ("White", "Black"), 4000, 0.408, 0.393, 0.424)
    'chess: White won 40.8 % of 4,000 games (39.3 to 42.4): Black is favoured.'
    >>> odds_sentence("chess", ("White", "Black"), 400, 0.52, 0.471, 0.568)
    'chess: White won 52.0 % of 400 games (47.1 to 56.8): no side is shown to be favoured.'
    """
    first, *others = seats
    if high < even:
        verdict = f"{the_others(others)} {'is' if len(others) == 1 else 'are'} favoured"
    elif low > even:
        verdict = f"{first} is favoured"
    else:
        verdict = "no side is shown to be favoured"
    won = f"{first} won {percent(share)} of {games:,} games ({interval(low, high)})"
    return f"{name}: {won}: {verdict}."


def shifts_sentence(rows: Sequence[dict[str, Any]], standard: str, seat: str) -> str:
    """Say which changes shift a seat's share of wins, and how far.

    A shift counts as shown if its interval ``sure_low`` to ``sure_high`` lies off zero.

    >>> never = {"name": "Desaix never", "difference": 0.29, "low": 0.26, "high": 0.32}
    >>> waits = {"name": "Ott waits", "difference": -0.01, "low": -0.03, "high": 0.01}
    >>> rows = [{**row, "sure_low": row["low"], "sure_high": row["high"]} for row in (never, waits)]
    >>> shifts_sentence(rows, "the day", "Austria")
    'Against the day, Austria wins more often with Desaix never (+29.0 points). No shift is shown \
with Ott waits, whose 95 % interval lies between −3.0 and +1.0 points.'
    """
    up = sorted((row for row in rows if row["sure_low"] > 0), key=lambda row: -row["difference"])
    down = sorted((row for row in rows if row["sure_high"] < 0), key=lambda row: row["difference"])
    open_ = [row for row in rows if row["sure_low"] <= 0 <= row["sure_high"]]
    clauses = [
        f"{seat} wins {how} often with "
        + joined(f"{row['name']} ({points(row['difference'])} points)" for row in some)
        for how, some in (("more", up), ("less", down))
        if some
    ]
    sentences = [f"Against {standard}, {'; '.join(clauses)}."] if clauses else []
    if open_:
        low, high = min(row["low"] for row in open_), max(row["high"] for row in open_)
        lie = "whose 95 % interval lies" if len(open_) == 1 else "whose 95 % intervals lie"
        sentences.append(
            f"No shift is shown with {joined(row['name'] for row in open_)}, {lie} between "
            f"{points(low)} and {points(high)} points."
        )
    return " ".join(sentences)
