"""Numbers of games and widths of intervals: what either needs of the other.

Every answer comes from the very interval that is reported in the end, inverted by search, and not
from its approximation for many games. Widths are those at the shares expected; a sample whose
shares come out otherwise has a somewhat different one. Where nothing is known, a share of a half
has the widest interval.
"""

from bisect import bisect_left
from collections.abc import Callable
from math import sqrt

from marengo.core.numbers import REAL, takes
from marengo.lab.analysis.paired_shares import Pairs, score_interval, separate_interval
from marengo.lab.statistics import CONFIDENCE

WORST = 0.5
"""The share with the widest interval."""

_ROUNDING = 1e-9  # a count of pairs may fall so little short of 0 by rounding


@takes(games=REAL, share=REAL, confidence=REAL)
def share_half_width(games: int, share: float = WORST, confidence: float = CONFIDENCE) -> float:
    """Return half the width of the Wilson interval of a share (Wilson 1927).

    Parameters
    ----------
    games : int
        How many games, at least 1.
    share : float
        The share found, 0 to 1; default: the one with the widest interval.
    confidence : float
        Probability that the interval covers the truth.

    Returns
    -------
    float
        Between 0 and 0.5; 0.02 are 2 points of win rate.

    Raises
    ------
    ValueError
        If a number is out of range; names it.

    Examples
    --------
    >>> round(share_half_width(4000), 4)
    0.0155
    """
    from statsmodels.stats.proportion import proportion_confint

    _check(confidence, games=games, share=share)
    low, high = proportion_confint(share * games, games, 1 - confidence, method="wilson")
    return float(high - low) / 2


@takes(half_width=REAL, share=REAL, confidence=REAL)
def games_for_share(half_width: float, share: float = WORST, confidence: float = CONFIDENCE) -> int:
    """Return the least number of games with which a share has so narrow a Wilson interval.

    Parameters
    ----------
    half_width : float
        The wished half-width, more than 0; 0.02 are 2 points of win rate.
    share : float
        The share expected, 0 to 1; default: the one with the widest interval, so that any share
        will have at most the wished width.
    confidence : float
        Probability that the interval covers the truth.

    Raises
    ------
    ValueError
        If a number is out of range; names it.

    Examples
    --------
    >>> games_for_share(0.02)
    2398
    """
    _check(confidence, half_width=half_width)
    return _fewest(half_width, lambda games: share_half_width(games, share, confidence))


@takes(games=REAL, share=REAL, other_share=REAL, correlation=REAL, discordant=REAL, confidence=REAL)
def difference_half_width(
    games: int,
    share: float = WORST,
    other_share: float = WORST,
    correlation: float | None = None,
    discordant: float | None = None,
    confidence: float = CONFIDENCE,
) -> float:
    """Return half the width of the interval of a difference of two shares.

    Without ``correlation`` and ``discordant`` the games have separate seeds, and the interval is
    Newcombe's (1998); with one of them they are paired, and it is Tango's (1998). The
    tables of :func:`difference_table` have both, for games that were played.

    Parameters
    ----------
    games : int
        Games of each of the two, at least 1.
    share, other_share : float
        The shares expected, 0 to 1.
    correlation : float, optional
        Of the results of two games with the same seed, -1 to 1.
    discordant : float, optional
        Share of pairs that end differently, 0 to 1.
    confidence : float
        Probability that the interval covers the truth.

    Raises
    ------
    ValueError
        If a number is out of range, correlation and discordant are both given, or do not fit the
        shares.

    Examples
    --------
    >>> round(difference_half_width(1000), 3)
    0.044
    >>> round(difference_half_width(1000, correlation=0.5), 3)
    0.031
    """
    _check(confidence, games=games, share=share, other_share=other_share)
    chances = _chances(share, other_share, correlation, discordant)
    if chances is None:
        counts = share * games, other_share * games
        low, high = separate_interval(counts, (games, games), confidence)
    else:
        low, high = score_interval(Pairs(*(games * chance for chance in chances)), confidence)
    return (high - low) / 2


@takes(
    half_width=REAL,
    share=REAL,
    other_share=REAL,
    correlation=REAL,
    discordant=REAL,
    confidence=REAL,
)
def games_for_difference(
    half_width: float,
    share: float = WORST,
    other_share: float = WORST,
    correlation: float | None = None,
    discordant: float | None = None,
    confidence: float = CONFIDENCE,
) -> int:
    """Return the least number of games of each side of a comparison for so narrow an interval.

    Parameters
    ----------
    half_width : float
        The wished half-width, more than 0; 0.02 are 2 points of win rate.
    share, other_share, correlation, discordant, confidence
        As for :func:`difference_half_width`.

    Raises
    ------
    ValueError
        As :func:`difference_half_width`.

    Examples
    --------
    >>> games_for_difference(0.03), games_for_difference(0.03, correlation=0.5)
    (2131, 1075)
    """
    _check(confidence, half_width=half_width)

    def width(games: int) -> float:
        return difference_half_width(games, share, other_share, correlation, discordant, confidence)

    return _fewest(half_width, width)


def _chances(
    share: float, other: float, correlation: float | None, discordant: float | None
) -> tuple[float, float, float, float] | None:
    """Return the chances that both games of a pair are won, the first, the second, or none."""
    if correlation is None and discordant is None:
        return None
    if correlation is not None and discordant is not None:
        raise ValueError("correlation, discordant: expected one of them, not both")
    if discordant is None:
        assert correlation is not None
        both = share * other + correlation * sqrt(share * (1 - share) * other * (1 - other))
        condition = f"correlation: {correlation}"
    else:
        both = (share + other - discordant) / 2
        condition = f"discordant: {discordant}"
    chances = both, share - both, other - both, 1 - share - other + both
    if min(chances) < -_ROUNDING:
        raise ValueError(f"{condition} is not possible with shares of {share} and {other}")
    first, second, third, last = (max(chance, 0.0) for chance in chances)
    return first, second, third, last


def _fewest(half_width: float, width_of: Callable[[int], float]) -> int:
    """Return the least number of games whose half-width is not larger than the wished one."""
    most = 1
    while width_of(most) > half_width:
        most *= 2
    return 1 + bisect_left(range(1, most), True, key=lambda games: width_of(games) <= half_width)


def _check(confidence: float, *, games: int = 1, half_width: float = 0.5, **shares: float) -> None:
    if games < 1:
        raise ValueError(f"games: expected 1 or more, not {games}")
    if not 0 < half_width < 1:
        raise ValueError(f"half_width: expected more than 0 and less than 1, not {half_width}")
    for name, share in shares.items():
        if not 0 <= share <= 1:
            raise ValueError(f"{name}: expected a share from 0 to 1, not {share}")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence: expected more than 0 and less than 1, not {confidence}")
