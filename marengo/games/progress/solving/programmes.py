"""Programmes of a layer's rounds, for some placings of armies at a time."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from marengo.core.engine.driver import NONE
from marengo.core.errors import MarengoError
from marengo.core.uncompiled import call_python
from marengo.games.progress.rules import hand, setup
from marengo.games.progress.rules.control import of
from marengo.games.progress.rules.position import State
from marengo.games.progress.rules.words import Card, Colour
from marengo.games.progress.solving.numbering import (
    Layer,
    Numbering,
    code_of,
    key_of_layer,
    layer_of,
    numbering_of,
)
from marengo.games.progress.solving.rounds import (
    DEEPEST,
    ROOM,
    SLOTS,
    WIDEST,
    Sheet,
    write_rounds,
)
from marengo.games.progress.solving.sweeps import Chunk, Hands

if TYPE_CHECKING:
    from marengo.games.progress.game import ProgressGame
    from marengo.games.progress.state import ProgressState

Array = np.ndarray[Any, Any]

MOST_ARMIES, MOST_PLACES = 3, 4
"""Of a player, and countries: what there is room for in programmes and their stacks."""

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
    """Writes the programmes of a game's rounds.

    Parameters
    ----------
    game : ProgressGame
        What is played.

    Raises
    ------
    SolvingError
        If an option makes a game of it that cannot be solved in this way.
    """

    def __init__(self, game: "ProgressGame") -> None:
        _check(game)
        self.game = game
        self.numbering: Numbering = numbering_of(game.tables)
        cards = self.numbering.cards
        self.cards = np.array([*cards, Card.SCORE], np.int64)
        self.stack, self.moves = State.array(DEEPEST + 1), np.zeros((DEEPEST, WIDEST), np.int64)
        self.code = np.zeros(2 * ROOM, np.int64)
        by_size = np.array(sorted(range(self.numbering.hands), key=int.bit_count))
        sizes = [int(one).bit_count() for one in by_size]
        self.hands = Hands(
            by_size,
            np.searchsorted(sizes, np.arange(len(cards) + 2)),
            np.array([self._playable(one) for one in range(self.numbering.hands)]),
            cards.index(Card.ATTACK_PLUS_1) if Card.ATTACK_PLUS_1 in cards else NONE,
        )

    def _playable(self, bits: int) -> int:
        """Return the cards that may be played from a hand, a bit for each, as the rules say."""
        record = State.array()
        call_python(setup.clear, self.game, record)
        held = sum((bits >> bit & 1) << card for bit, card in enumerate(self.numbering.cards))
        record["hand"][0, Colour.BLUE] = held | 1 << Card.SCORE
        playable = int(call_python(hand.playable, self.game, record, int(Colour.BLUE)))
        return sum((playable >> card & 1) << bit for bit, card in enumerate(self.cards.tolist()))

    def chunks(self, layer: Layer, slots: Slots, boards: Array | None = None) -> Iterator[Chunk]:
        """Yield the programmes of a layer, or of some placings of it; ``slots`` grow.

        Raises
        ------
        SolvingError
            If it leads to more layers than instructions have numbers for.
        """
        n = self.numbering
        sheet = Sheet(n.placings, n.numbers, self.cards, slots.known, self.code, self.moves)
        left = np.arange(len(n.placings) ** 2) if boards is None else boards
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

        Colours are swapped if Orange has the initiative. Cards on the table count as in hand.

        Raises
        ------
        NotSolvedError
            If it has no number: VP are lost, or an army lies where there is no FORTIFY.
        """
        if state.supply + sum(state.vp) != self.game.scenario.numbers.supply:
            raise NotSolvedError(f"{state!r}: expected all VP with the players or in the supply")
        record, first = state.record, int(state.holder)
        count, armies = len(state.vp_dice), int(self.game.tables[0]["armies"])
        layer = Layer(state.vp, state.strength, tuple(state.vp_dice.values()))
        hands, placings = [], []
        for colour in Colour:
            held = int(record["hand"][colour]) | 1 << int(record["played"][colour])
            hands.append(
                sum((held >> card & 1) << bit for bit, card in enumerate(self.numbering.cards))
            )
            ends = [of(colour, place) for place in range(count)][:: -1 if colour else 1]
            pieces = [*record["normal"][ends].tolist(), *record["fortified"][ends].tolist()]
            code = code_of((*pieces, int(record["capital"][colour])), armies)
            placings.append(int(self.numbering.numbers[code]))
        if min(placings) < 0:
            raise NotSolvedError(f"{state!r}: expected no fortified army, as nobody has FORTIFY")
        board = placings[first] * len(self.numbering.placings) + placings[1 - first]
        return layer.mirrored if first else layer, board, (hands[first], hands[1 - first])


def _check(game: "ProgressGame") -> None:
    """Refuse what the numbers of positions leave out."""
    t, options = game.tables[0], game.scenario.options
    places = int(t["places"])
    ends = sorted(int(home) for home in t["home"])
    borders = {(here, there) for here in range(places) for there in range(places)
               if t["borders"][here] >> there & 1}  # fmt: skip
    flipped = {(places - 1 - here, places - 1 - there) for here, there in borders}
    dice = t["start_die"][:places].tolist()
    wanted = [
        ("numbers.armies", f"at most {MOST_ARMIES}", int(t["armies"]) <= MOST_ARMIES),
        ("countries", f"at most {MOST_PLACES}", places <= MOST_PLACES),
        ("countries", "the same from both ends", ends[0] + ends[1] == places - 1),
        ("borders", "the same from both ends", borders == flipped),
        ("countries", "VP dice that are the same from both ends", dice == dice[::-1]),
        ("options.same_kind_choices_open", "true", options.same_kind_choices_open),
        ("options.score_occupied_take_back", "true", options.score_occupied_take_back),
        ("options.score_first_round", "false", not options.score_first_round),
        ("options.agreement", "false", not options.agreement),
        ("numbers.round_cap", "2 or more", int(t["round_cap"]) >= 2),
    ]
    for field, expected, is_so in wanted:
        if not is_so:
            name = game.scenario_name
            raise SolvingError(f"{name}: {field}: expected {expected}, for a game to be solved")
