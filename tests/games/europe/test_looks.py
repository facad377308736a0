"""A nation has one colour on every screen, whichever side of a battle it is on."""

from typing import Any

import pytest
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle

from marengo import load
from marengo.games.europe.rules.words import Nation, Side
from marengo.screens.europe.drawing import position
from marengo.screens.europe.looks import LOOKS


@pytest.mark.parametrize("name", ["europe-battle", "europe-marengo"])
def test_a_side_of_a_battle_has_the_colour_of_its_nation(name: str) -> None:
    state: Any = load(name).start(0)
    (axes,) = position(state).axes
    zones = [one for one in axes.patches if isinstance(one, Rectangle) and one.get_width() > 20]
    zones.sort(key=lambda zone: -zone.get_y())
    colours = [to_hex(zone.get_facecolor()) for zone in (zones[0], zones[-1])]
    nations = {side: nation for nation, side in state.view(None).sides.items()}
    assert colours == [LOOKS[nations[side]].light for side in Side]
    assert Nation.FRANCE in nations.values()
    assert LOOKS[Nation.FRANCE].colour == "#0072b2"
