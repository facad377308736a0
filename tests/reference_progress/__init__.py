"""A second, plain reading of the rules of The March of Progress: the referee.

It is written from the digest alone and knows nothing of the engine. A game is told as one story, a
generator that asks a question wherever a player has a choice; there are no stages to keep.
"""

from tests.reference_progress.referee import Position, Referee, beginning
from tests.reference_progress.rules import INTRODUCTION, MARLBOROUGH, Rules

__all__ = ["INTRODUCTION", "MARLBOROUGH", "Position", "Referee", "Rules", "beginning"]
