"""Maps and charts.

Importing this package also lets figures show themselves in a notebook.
"""

from marengo.charts.figures import show_figures
from marengo.faces import face

__all__, __getattr__, __dir__ = face(__name__)

show_figures()
