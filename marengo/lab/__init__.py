"""Games in bulk: simulate, plan and run studies, fuzz, measure."""

from marengo.faces import face

__all__, __getattr__, __dir__ = face(__name__)
