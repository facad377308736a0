"""What moves in a notebook."""

from marengo.faces import face

__all__, __getattr__, __dir__ = face(__name__)
