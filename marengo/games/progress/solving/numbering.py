"""The positions at the start of a round, numbered without gaps (M-22.1, M-22.2).

A *layer* is what only ever changes one way: VP, strength and VP dice (M-22.7, M-22.8). In a layer a
position is known by where the armies of both are, their hands, and who has the initiative. Colours
can be swapped, so that Blue has it in all that is numbered.
"""

from collections.abc import Iterable
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from marengo.core.engine.compiled import compiled
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

    @classmethod
    def of(cls, numbers: Iterable[int]) -> "Layer":
        """Return the layer of numbers in this order."""
        blue, orange, first, second, *dice = numbers
        return cls((blue, orange), (first, second), tuple(dice))

    @property
    def mirrored(self) -> "Layer":
        """The same with colours swapped."""
        return Layer(self.vp[::-1], self.strength[::-1], self.dice[::-1])

    @property
    def text(self) -> str:
        """Name in files and on the command line: ``17-17_1-1_3-2-3``."""
        return "_".join("-".join(map(str, part)) for part in self)

    @property
    def array(self) -> Array:
        """Its numbers in their order."""
        return np.array([*self.vp, *self.strength, *self.dice], np.int64)


class Numbering(NamedTuple):
    """The numbers of placings and hands in a scenario; a hand has a bit for each card but SCORE.

    A placing says how many armies of a player stand and then lie in each country, from his home on,
    and how one stands on a capital.
    """

    cards: Array  # int64: SCORE, which is always in hand (M-6.4), comes last
    placings: Array  # int8, a row for each: 2 * places + 1 numbers
    numbers: Array  # int32: the number of a placing by its code, see ``placing_of``; -1 of none

    @property
    def hands(self) -> int:
        """Number of hands."""
        return 1 << len(self.cards) - 1

    @property
    def size(self) -> int:
        """Number of positions of a layer."""
        return len(self.placings) ** 2 * self.hands**2


def numbering_of(tables: Array) -> Numbering:
    """Return the numbers of a scenario's positions; without FORTIFY no army ever lies."""
    t = tables[0]
    places, armies, held = int(t["places"]), int(t["armies"]), int(t["cards"])
    cards = [int(card) for card in Card if held >> card & 1]
    standing = range(armies + 1)
    lying = standing if Card.FORTIFY in cards else range(1)
    numbers = np.full([*[len(standing)] * 2 * places, 3], -1, np.int32)
    far = int(t["home"][Colour.ORANGE])
    placings: list[tuple[int, ...]] = []
    for placing in product(*[standing] * places, *[lying] * places, range(3)):
        *counts, stands = placing
        if sum(counts) <= armies and (True, counts[far], counts[places + far])[stands]:
            numbers[placing] = len(placings)
            placings.append(placing)
    return Numbering(np.array(cards, np.int64), np.array(placings, np.int8), numbers.ravel())


@compiled
def place_of(t: Tables, seat: int, step: int) -> int:
    """Return the country that is so many from the end of the row at which a player sits."""
    return step if seat == Colour.BLUE else t.places - 1 - step


@compiled
def put_armies(t: Tables, s: State, seat: int, placing: Array) -> None:
    """Put a player's armies where a placing has them."""
    s.stock[seat], s.capital[seat] = t.armies, placing[2 * t.places]
    for step in range(t.places):
        at = of(seat, place_of(t, seat, step))
        s.normal[at], s.fortified[at] = placing[step], placing[t.places + step]
        s.stock[seat] -= placing[step] + placing[t.places + step]


@compiled
def placing_of(t: Tables, s: State, seat: int, n: Numbering) -> int:
    """Return the number of a player's placing."""
    code, base = 0, t.armies + 1
    for step in range(t.places):
        code = code * base + s.normal[of(seat, place_of(t, seat, step))]
    for step in range(t.places):
        code = code * base + s.fortified[of(seat, place_of(t, seat, step))]
    return int(n.numbers[code * 3 + s.capital[seat]])


@compiled
def hand_of(s: State, seat: int, n: Numbering) -> int:
    """Return the number of a player's hand; a card on the table counts as in it."""
    held, hand = s.hand[seat] | 1 << s.played[seat], 0
    for bit in range(len(n.cards) - 1):
        hand |= (held >> n.cards[bit] & 1) << bit
    return hand


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
def key_of(t: Tables, s: State, first: int) -> int:
    """Return the layer of a position, as if a player was Blue, as one number."""
    key = 0
    for seat in (first, 1 - first):
        key = key * 1001 + s.vp[seat]
    for seat in (first, 1 - first):
        key = key * 10 + s.strength[seat]
    for step in range(t.places):
        key = key * 7 + s.die[place_of(t, first, step)]
    return key


def _bases(places: int) -> tuple[int, ...]:
    """Return more than the numbers of a layer can be, as ``key_of`` counts."""
    return (1001, 1001, 10, 10, *[7] * places)


def key_of_layer(layer: Layer) -> int:
    """Return the number of a layer, as ``key_of`` does."""
    return int(np.ravel_multi_index(tuple(layer.array), _bases(len(layer.dice))))


def layer_of(key: int, places: int) -> Layer:
    """Return the layer of a number."""
    return Layer.of(map(int, np.unravel_index(key, _bases(places))))
