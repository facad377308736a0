"""A second, plain reading of the battle of Napoleon in Europe: the referee.

It is written from the digest alone and knows nothing of the engine. Every unit is an object of its
own, with its place, and what it has done in the phase; a battle is told as one story, a generator
that asks a question wherever a player or the dice decide. ``python -m tests.reference_europe``
plays more battles against the engine than the tests do.
"""

from tests.reference_europe.battle import Battle, Switches, Unit

__all__ = ["Battle", "Switches", "Unit"]
