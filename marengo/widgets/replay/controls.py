"""What is pulled and chosen in a replay."""

import ipywidgets as widgets

from marengo.game import Side

__all__ = ["NO_ATTACK", "PACES", "SEERS", "attack_list", "move_slider", "pace_list"]

SEERS: dict[str, Side | None] = {
    "both sides": None,
    "Austria": Side.AUSTRIAN,
    "France": Side.FRENCH,
}

PACES = {
    "a move a second": ("move", 1.0),
    "two moves a second": ("move", 0.5),
    "a turn every two seconds": ("turn", 2.0),
    "an attack every three seconds": ("attack", 3.0),
}
"""How play goes on: by what, and seconds from one picture to the next."""

NO_ATTACK = -1
"""Value of the list of attacks before the first one."""


def move_slider(at: int, last: int) -> widgets.IntSlider:
    """Return the slider over the moves."""
    return widgets.IntSlider(
        value=at,
        max=last,
        continuous_update=False,  # or each pixel of a pull would ask for a drawing
        description="move",
        layout=widgets.Layout(flex="1 1 auto"),
        style={"description_width": "initial"},
    )


def pace_list() -> widgets.Dropdown:
    """Return the list of paces."""
    return widgets.Dropdown(
        options=list(PACES),
        description="play",
        layout=widgets.Layout(width="17em"),
        style={"description_width": "2.5em"},
    )


def attack_list() -> widgets.Dropdown:
    """Return the list of attacks, before they are known."""
    return widgets.Dropdown(
        options=[("looking for the attacks …", NO_ATTACK)],
        description="attacks",
        disabled=True,
        layout=widgets.Layout(flex="1 1 auto", min_width="12em"),
        style={"description_width": "4em"},
    )
