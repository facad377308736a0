"""The two armies as files and frames name them."""

from typing import Literal

from marengo.games.marengo.rules.vocabulary import Side
from marengo.languages import N_

Army = Literal["austrian", "french"]
"""The name of an army."""

ARMY_OF: dict[Side, Army] = {Side.AUSTRIAN: "austrian", Side.FRENCH: "french"}

ADJECTIVES: dict[Army, str] = {"austrian": N_("Austrian"), "french": N_("French")}
"""Adjective of each army, in headings."""

ARMY_NAMES: tuple[Army, ...] = tuple(ARMY_OF.values())


def check_army(name: str, what: str = "side") -> Army:
    """Return the name of an army; ValueError if it is none."""
    for army in ARMY_NAMES:
        if name == army:
            return army
    raise ValueError(f"{what}: expected austrian or french, not {name!r}")


def enemy_of(army: Army) -> Army:
    """Return the other army."""
    return "french" if army == "austrian" else "austrian"
