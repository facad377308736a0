"""Maps of studies: what a frame of presence says, on the board it was played on."""

from marengo.screens.marengo.study_maps.areas import loss_map, presence_map
from marengo.screens.marengo.study_maps.flows import flow_map
from marengo.screens.marengo.study_maps.fronts import front_map
from marengo.screens.marengo.study_maps.grid import small_multiples

__all__ = ["flow_map", "front_map", "loss_map", "presence_map", "small_multiples"]
