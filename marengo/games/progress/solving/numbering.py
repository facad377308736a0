"""The positions at the start of a round, numbered without gaps (M-22.1, M-22.2).

A *layer* is what only ever changes one way: VP, strength and VP dice (M-22.7, M-22.8). In a layer a
position is known by where the armies of both are, their hands, and who has the initiative. Colours
can be swapped, so that Blue has it in all that is numbered.
"""

from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from marengo.core.engine.compiled import compiled, int64
from marengo.games.progress.rules import setup
from marengo.games.progress.rules.control import of
from marengo.games.progress.rules.position import State, Tables
from marengo.games.progress.rules.words import Card, Colour

Array = np.ndarray[Any, Any]


class Layer(NamedTuple):
    """VP and strength of Blue and Orange, and the VP dice of the countries in their order."""

    vp: tuple[int, int]
    strength: tuple[int, int]
    dice: tuple[int, ...]

    @property
    def mirrored(self) -> "Layer":
        """The same with colours swapped."""
        (blue, orange), (first, second) = self.vp, self.strength
        return Layer((orange, blue), (second, first), self.dice[::-1])

    @property
    def text(self) -> str:
        """What files and the command line call it: ``17-17_1-1_3-2-3``."""
        return "_".join("-".join(map(str, part)) for part in self)

    @property
    def array(self) -> Array:
        """Its numbers in their order."""
        return np.array([*self.vp, *self.strength, *self.dice], np.int64)


@dataclass(frozen=True, eq=False)
class Numbering:
    """The numbers of placings and hands in a scenario.

    Parameters
    ----------
    cards : tuple of Card
        Those beside SCORE, which is always in hand (M-6.4); a hand is a number with a bit for each.
    placings : array of int8, shape (number, 2 * places + 1)
        Normal and fortified armies of a player, from his home on, and how one stands on a capital.
    numbers : array of int32
        The number of a placing by its code, see ``code_of``; -1 where there is none.
    """

    cards: tuple[Card, ...]
    placings: Array
    numbers: Array

    @property
    def hands(self) -> int:
        """How many hands there are."""
        return 1 << len(self.cards)

    @property
    def size(self) -> int:
        """How many positions a layer has."""
        return len(self.placings) ** 2 * self.hands**2


def numbering_of(tables: Array) -> Numbering:
    """Return the numbers of a scenario's positions; without FORTIFY no army ever lies."""
    t = tables[0]
    places, armies, held = int(t["places"]), int(t["armies"]), int(t["cards"])
    cards = tuple(card for card in Card if held >> card & 1 and card != Card.SCORE)
    lying = range(armies + 1) if Card.FORTIFY in cards else range(1)
    numbers = np.full(3 * (armies + 1) ** (2 * places), -1, np.int32)
    far = int(t["home"][Colour.ORANGE])
    placings: list[tuple[int, ...]] = []
    for normal in product(range(armies + 1), repeat=places):
        for fortified in product(lying, repeat=places):
            if sum(normal) + sum(fortified) <= armies:
                for stands in range(3):
                    if (True, normal[far] > 0, fortified[far] > 0)[stands]:
                        placing = (*normal, *fortified, stands)
                        numbers[code_of(placing, armies)] = len(placings)
                        placings.append(placing)
    return Numbering(cards, np.array(placings, np.int8), numbers)


def code_of(placing: tuple[int, ...], armies: int) -> int:
    """Return the code of a placing, as ``placing_of`` does."""
    code, (*counts, stands) = 0, placing
    for count in counts:
        code = code * (armies + 1) + count
    return code * 3 + stands


@compiled
def place_of(t: Tables, seat: int, step: int) -> int:
    """Return the country that is so many from the end of the row at which a player sits."""
    return step if seat == Colour.BLUE else int64(t.places) - 1 - step


@compiled
def put_armies(t: Tables, s: State, seat: int, placing: Array) -> None:
    """Put a player's armies where a placing has them."""
    s.stock[seat], s.capital[seat] = t.armies, placing[2 * t.places]
    for step in range(t.places):
        at = of(seat, place_of(t, seat, int64(step)))
        s.normal[at], s.fortified[at] = placing[step], placing[t.places + step]
        s.stock[seat] -= placing[step] + placing[t.places + step]


@compiled
def placing_of(t: Tables, s: State, seat: int, numbers: Array) -> int:
    """Return the number of a player's placing."""
    code, base = int64(0), int64(t.armies) + 1
    for step in range(t.places):
        code = code * base + s.normal[of(seat, place_of(t, seat, int64(step)))]
    for step in range(t.places):
        code = code * base + s.fortified[of(seat, place_of(t, seat, int64(step)))]
    return int64(numbers[code * 3 + s.capital[seat]])


@compiled
def put_layer(t: Tables, s: State, layer: Array) -> None:
    """Make the start of a round in a layer, Blue with the initiative, without armies and hands."""
    setup.clear(t, s)
    s.holder, s.first_holder = Colour.BLUE, Colour.BLUE
    for seat in range(2):
        s.vp[seat], s.strength[seat] = layer[seat], layer[2 + seat]
        s.supply -= layer[seat]
    for place in range(t.places):
        s.die[place] = layer[4 + place]


@compiled
def key_of(t: Tables, s: State, mirrored: bool) -> int:
    """Return the layer of a position, its colours swapped or not, as one number."""
    key = int64(0)
    for number in range(2):
        key = key * 1001 + s.vp[1 - number if mirrored else number]
    for number in range(2):
        key = key * 10 + s.strength[1 - number if mirrored else number]
    for place in range(t.places):
        key = key * 7 + s.die[t.places - 1 - place if mirrored else place]
    return key


def _bases(places: int) -> list[int]:
    """Return more than the numbers of a layer can be, as ``key_of`` counts."""
    return [1001, 1001, 10, 10, *[7] * places]


def key_of_layer(layer: Layer) -> int:
    """Return the number of a layer, as ``key_of`` does."""
    key = 0
    for base, part in zip(_bases(len(layer.dice)), layer.array.tolist(), strict=True):
        key = key * base + part
    return key


def layer_of(key: int, places: int) -> Layer:
    """Return the layer of a number."""
    parts = []
    for base in reversed(_bases(places)):
        key, part = divmod(key, base)
        parts.append(part)
    blue, orange, first, second, *dice = reversed(parts)
    return Layer((blue, orange), (first, second), tuple(dice))
