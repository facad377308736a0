"""A map that the browser draws, for any game that has one."""

from marengo.widgets.map.widget import Mark, VectorMap, Way, side_by_side

__all__ = ["Mark", "VectorMap", "Way", "side_by_side"]
