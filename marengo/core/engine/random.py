"""The own random generator: xoshiro128** by Blackman and Vigna (2018), public domain; and a hash.

Its four words of 32 bits lie in 64-bit integers, so that the arithmetic is the same compiled, on
NumPy records and on plain Python numbers, and a game never depends on threads or on libraries.
"""

import secrets
from hashlib import blake2b
from typing import Annotated, Any

import numpy as np

from marengo.core.engine.compiled import compiled, entry
from marengo.core.engine.record import Int64, Record

WORD = 0xFFFFFFFF

WORDS = 2.0**32
"""Number of values of a word."""


class Generator(Record):
    """State of one generator."""

    words: Annotated[list[int], np.int64, 4]  # four unsigned 32-bit numbers, not all zero
    drawn: Int64  # how many numbers have been drawn


def seeded(seed: int | np.random.SeedSequence) -> np.ndarray[Any, np.dtype[np.void]]:
    """Return a generator, shape ``(1,)``, seeded through NumPy's ``SeedSequence``."""
    sequence = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)
    generator = Generator.array()
    generator["words"][0] = sequence.generate_state(4, np.uint32).astype(np.int64)
    return generator


def new_seed() -> int:
    """Return a seed of 128 bits that nobody can guess."""
    return secrets.randbits(128)


def own_chance(seed: int, player: int) -> np.random.SeedSequence:
    """Return the seed of the chance of a player in a game, each of which has another, from 1.

    It goes through a one-way function, for a player may read its own generator, and the game's seed
    tells the set-up. Only who guesses that seed can tell that it was right.
    """
    drawn = blake2b(f"{seed} {player}".encode(), digest_size=32).digest()
    return np.random.SeedSequence(int.from_bytes(drawn))


@compiled
def _rotated(word: int, by: int) -> int:
    return ((word << by) | (word >> (32 - by))) & WORD


@entry
def next_word(g: Generator) -> int:
    """Draw an integer from 0 to 2**32 - 1."""
    second = g.words[1]
    result = _rotated((second * 5) & WORD, 7) * 9 & WORD
    third = g.words[2] ^ g.words[0]
    fourth = g.words[3] ^ second
    g.words[1] = second ^ third
    g.words[0] = g.words[0] ^ fourth
    g.words[2] = third ^ ((second << 9) & WORD)
    g.words[3] = _rotated(fourth, 11)
    g.drawn = g.drawn + 1
    return result


@entry
def below(g: Generator, bound: int) -> int:
    """Draw an integer from 0 to ``bound`` - 1, each equally likely (Lemire's rejection).

    ``bound`` must be less than 2**31.
    """
    while True:
        product = next_word(g) * bound
        if (product & WORD) >= (WORD + 1 - bound) % bound:
            return product >> 32


FACTOR, OTHER_FACTOR = 0x5E3779B9, 0x6C8E9CF5
HASHED = (1 << 31) - 1
"""Hashes have 31 bits, so that no product overflows."""


@compiled
def hashed(number: int) -> int:
    """Return a number of 31 bits that looks random."""
    number = ((number ^ (number >> 31)) & HASHED) * FACTOR
    number = ((number ^ (number >> 31)) & HASHED) * OTHER_FACTOR
    return (number ^ (number >> 31)) & HASHED
