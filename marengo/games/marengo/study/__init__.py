"""What is counted of games on the field of Marengo: turns, attacks, presence, what things do."""

from marengo.faces import face

__all__, __getattr__, __dir__ = face(__name__)
