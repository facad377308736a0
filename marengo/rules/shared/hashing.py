"""A hash for small numbers."""

from marengo.rules.compiled import compiled, int64

FACTOR, OTHER_FACTOR = 0x5E3779B9, 0x6C8E9CF5
HASHED = (1 << 31) - 1
"""Hashes have 31 bits, so that no product overflows."""


@compiled
def hashed(number: int) -> int:
    """Return a number of 31 bits that looks random."""
    number = ((number ^ (number >> 31)) & HASHED) * FACTOR
    number = ((number ^ (number >> 31)) & HASHED) * OTHER_FACTOR
    return int64((number ^ (number >> 31)) & HASHED)
