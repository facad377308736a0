"""What is seen of games on the field of Marengo: pictures, maps, and all that one plays with."""

from marengo.faces import face

__all__, __getattr__, __dir__ = face(__name__)
