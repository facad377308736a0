"""A second, plain and slow reading of the rules of Triomphe à Marengo: the referee.

It is written from the digest alone, chapter by chapter, and knows the engine only by the public
facts of a state. It says which moves are legal; what a move does it leaves to the engine.
"""

from tests.reference.canonical import canonical
from tests.reference.perft import engine_perft, perft
from tests.reference.referee import legal_moves, optional_moves

__all__ = ["canonical", "engine_perft", "legal_moves", "optional_moves", "perft"]
