"""What numbers may be that people ask for, seen to before anything is made of them."""

from marengo.core.errors import MarengoError

MOST_GAMES = 10_000_000
"""Games of a batch or of a cell: a 95 % interval of ± 0.03 points, and some gigabytes."""

MOST_WORKERS = 1_024
"""Threads or processes."""

MOST_SEED = 2**63 - 1
"""Seeds are kept in columns of 64 bits."""


def check_number(
    name: str, value: float, least: float, most: float, error: type[ValueError] = MarengoError
) -> None:
    """Make sure that a number is neither too small nor too large, nor none.

    Raises
    ------
    ValueError
        As asked for; names the number and its bounds.

    Examples
    --------
    >>> check_number("games", 10**12, 0, MOST_GAMES)
    Traceback (most recent call last):
        ...
    marengo.core.errors.MarengoError: games: expected 10,000,000 or less, not 1000000000000
    """
    if not value >= least:
        raise error(f"{name}: expected {least} or more, not {value}")
    if not value <= most:
        raise error(f"{name}: expected {most:,} or less, not {value}")


def check_numbers_of(
    seed: int, workers: int | None, error: type[ValueError] = MarengoError
) -> None:
    """Make sure that there are such a seed and such a number of threads.

    Raises
    ------
    ValueError
        As asked for; names what is out of range.
    """
    check_number("seed", seed, 0, MOST_SEED, error)
    if workers is not None:
        check_number("workers", workers, 1, MOST_WORKERS, error)
