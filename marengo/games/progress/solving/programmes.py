"""Programmes of a layer's rounds, for some placings of armies at a time."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from marengo.core.engine.driver import NONE
from marengo.core.errors import MarengoError
from marengo.core.uncompiled import call_python
from marengo.games.progress.rules import hand, setup
from marengo.games.progress.rules.position import State
from marengo.games.progress.rules.words import Card, Colour, Decision
from marengo.games.progress.solving.numbering import (
    Layer,
    hand_of,
    key_of_layer,
    layer_of,
    numbering_of,
    placing_of,
)
from marengo.games.progress.solving.rounds import DEEPEST, ROOM, SLOTS, Sheet, write_rounds
from marengo.games.progress.solving.sweeps import Chunk, Hands

if TYPE_CHECKING:
    from marengo.games.progress.game import ProgressGame
    from marengo.games.progress.state import ProgressState

Array = np.ndarray[Any, Any]

MOST_ARMIES, MOST_PLACES = 3, 4
"""Most armies of a player, and most countries, for which programmes and stacks have room."""

FIRST = 1
"""The first round; what may be played in all others is the same."""

MOST_BOARDS = 512
"""Placings of the armies of both whose programmes are written together."""


class SolvingError(MarengoError):
    """A game that cannot be solved, or a layer that it does not have; says why."""


class NotSolvedError(SolvingError):
    """A position that is in no table."""


class Slots:
    """Layers by the numbers that instructions have for them; those asked for first come first."""

    def __init__(self, places: int, layers: list[Layer]) -> None:
        self.places = places
        self.known = np.zeros(1 + SLOTS, np.int64)
        self.known[0] = len(layers)
        self.known[1 : 1 + len(layers)] = [key_of_layer(layer) for layer in layers]

    @property
    def layers(self) -> list[Layer]:
        """All that are known by now."""
        return [layer_of(int(key), self.places) for key in self.known[1 : 1 + self.known[0]]]


class Programmer:
    """Writer of the programmes of a game's rounds; SolvingError if an option makes another game."""

    def __init__(self, game: "ProgressGame") -> None:
        _check(game)
        self.game = game
        self.numbering = n = numbering_of(game.tables)
        self.stack, self.code = State.array(DEEPEST + 2), np.zeros(2 * ROOM, np.int64)
        sizes = np.bitwise_count(np.arange(n.hands))
        begins = np.searchsorted(np.sort(sizes), np.arange(len(n.cards) + 1))
        cards = n.cards.tolist()
        pays = cards.index(Card.ATTACK_PLUS_1) if Card.ATTACK_PLUS_1 in cards else NONE
        self.hands = Hands(np.argsort(sizes, kind="stable"), begins, self._legal(FIRST + 1), pays)
        self.first = self.hands._replace(legal=self._legal(FIRST))  # by option others (M-15.2)

    def _legal(self, turn: int) -> Array:
        """Return for each hand the cards that may be played from it in a round, a bit for each."""
        return np.array([self._playable(bits, turn) for bits in range(self.numbering.hands)])

    def _playable(self, bits: int, turn: int) -> int:
        """Return the cards that may be played from a hand, a bit for each, as the rules say."""
        record, cards = State.array(), self.numbering.cards.tolist()
        call_python(setup.clear, self.game, record)
        record["turn"] = turn
        held = sum((bits >> bit & 1) << card for bit, card in enumerate(cards[:-1]))
        record["hand"][0, Colour.BLUE] = held | 1 << Card.SCORE
        playable = int(call_python(hand.playable, self.game, record, int(Colour.BLUE)))
        return sum((playable >> card & 1) << bit for bit, card in enumerate(cards))

    def chunks(self, layer: Layer, slots: Slots, boards: Array | None = None) -> Iterator[Chunk]:
        """Yield the programmes of a layer, or of some placings of it; ``slots`` grow.

        SolvingError if it leads to more layers than instructions have numbers for.
        """
        sheet = Sheet(self.numbering, slots.known, self.code)
        left = np.arange(len(self.numbering.placings) ** 2) if boards is None else boards
        tables, works = self.game.tables, self.game.workspace()
        while len(left):
            done, starts = write_rounds(
                tables, self.stack, works, layer.array, left[:MOST_BOARDS], sheet
            )
            if slots.known[0] == SLOTS:
                raise SolvingError(f"{layer.text}: leads to {SLOTS} layers at once, expected fewer")
            end = int(starts[:done].max())
            yield Chunk(left[:done], self.code[:end].copy(), starts[:done])
            left = left[done:]

    def locate(self, state: "ProgressState") -> tuple[Layer, int, tuple[int, int]]:
        """Return the layer, the placings and the hands of the start of a round.

        Colours are swapped if Orange has the initiative. NotSolvedError if it has no number: VP are
        lost, or an army lies where there is no FORTIFY; ValueError if no card is to be chosen.
        """
        if state.decision != Decision.CARD:
            raise ValueError(f"{state!r}: expected the choice of a card")
        if state.supply + sum(state.vp) != self.game.scenario.numbers.supply:
            raise NotSolvedError(f"{state!r}: expected all VP with the players or in the supply")

        def both(rule: Any) -> tuple[int, int]:
            """Return what a rule says of who has the initiative, and of the other one."""
            return int(state.ask(rule, first, n)), int(state.ask(rule, 1 - first, n))

        first, n = int(state.holder), self.numbering
        layer = Layer(state.vp, state.strength, tuple(state.vp_dice.values()))
        placings = both(placing_of)
        if min(placings) < 0:
            raise NotSolvedError(f"{state!r}: expected no fortified army, as nobody has FORTIFY")
        board = placings[0] * len(n.placings) + placings[1]
        return layer.mirrored if first else layer, board, both(hand_of)


def _check(game: "ProgressGame") -> None:
    """Refuse what the numbers of positions leave out."""
    t, options = game.tables[0], game.scenario.options
    places = int(t["places"])
    near = t["borders"][:places, None] >> np.arange(places) & 1
    dice = t["start_die"][:places].tolist()
    wanted = [
        ("numbers.armies", f"at most {MOST_ARMIES}", t["armies"] <= MOST_ARMIES),
        ("countries", f"at most {MOST_PLACES}", places <= MOST_PLACES),
        ("countries", "the same from both ends", t["home"].sum() == places - 1),
        ("borders", "the same from both ends", np.array_equal(near, near[::-1, ::-1])),
        ("countries", "VP dice that are the same from both ends", dice == dice[::-1]),
        ("options.same_kind_choices_open", "true", options.same_kind_choices_open),
        ("options.score_occupied_take_back", "true", options.score_occupied_take_back),
        ("options.agreement", "false", not options.agreement),
        ("numbers.round_cap", "2 or more", t["round_cap"] >= 2),
    ]
    for field, expected, is_so in wanted:
        if not is_so:
            name = game.scenario_name
            raise SolvingError(f"{name}: {field}: expected {expected}, for a game to be solved")
