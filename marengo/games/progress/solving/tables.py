"""Solved layers on disk, and what they say of a position: its matrix game, and how to play it."""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from marengo.core.engine.matrix_games import solved
from marengo.core.errors import FileError
from marengo.core.sealed import read_sealed
from marengo.games.progress.rules.words import Card, Colour
from marengo.games.progress.solving.numbering import Layer
from marengo.games.progress.solving.programmes import FIRST, NotSolvedError, Programmer, Slots
from marengo.games.progress.solving.sweeps import CARDS, STACK, fill_matrix

if TYPE_CHECKING:
    from marengo.games.progress.game import ProgressGame
    from marengo.games.progress.state import ProgressState

Array = np.ndarray[Any, Any]

FORM = "1"
"""Form of tables; it changes if positions are numbered, or the rules read, in another way."""


@dataclass(frozen=True)
class MatrixGame:
    """The choice of cards at the start of a round."""

    blue: tuple[Card, ...]  # what each may play
    orange: tuple[Card, ...]
    payoffs: Array  # what Blue gets in the end, from 0 to 1, shape (blue, orange)
    value: float  # what Blue gets if both play as well as can be
    mixed: tuple[Array, Array]  # the probabilities with which they then play their cards


def table_folder(game: "ProgressGame", folder: str | Path = "") -> Path:
    """Return the folder of a game's tables; if none is named, ``solved/`` and its name."""
    return Path(folder) if folder else Path("solved") / game.scenario_name


def entry_of(game: "ProgressGame") -> dict[str, str]:
    """Return what the metadata of a table say of the game that it is of.

    Tables are of all rounds but the first, so that an option of the first changes none.
    """
    facts = {name: value for name, value in game.facts().items() if name != "name"}
    facts["options"] = {**facts["options"], "score_first_round": False}
    return {"form": FORM, "game": hashlib.sha256(repr(sorted(facts.items())).encode()).hexdigest()}


class SolvedLayers:
    """The solved layers of a game in a folder, read as they are asked for.

    Parameters
    ----------
    game : ProgressGame
        What was solved.
    folder : Path
        Where the tables are.
    """

    def __init__(self, game: "ProgressGame", folder: Path) -> None:
        self.game, self.folder, self.programmer = game, folder, Programmer(game)
        self.read = dict[Layer, Array]()

    def path(self, layer: Layer) -> Path:
        """Return the file of a layer."""
        return self.folder / f"{layer.text}.parquet"

    def has(self, layer: Layer) -> bool:
        """Return whether a layer is solved."""
        return layer in self.read or self.path(layer).exists()

    def values(self, layer: Layer) -> Array:
        """Return what Blue, who has the initiative, gets in the positions of a layer.

        Raises
        ------
        NotSolvedError
            If the layer is in no table.
        FileError
            If its table is damaged, or of another game.
        """
        if layer not in self.read:
            path = self.path(layer)
            if not path.exists():
                raise NotSolvedError(f"{self.folder}: no table {path.name}: solve this layer first")
            advice = "remove it, and solve this layer again"
            frame, notes = read_sealed(path, advice)
            wanted = entry_of(self.game)
            if {name: notes.get(name) for name in wanted} != wanted or frame.columns != ["value"]:
                raise FileError(f"{path}: expected a table of {self.game.scenario_name}; {advice}")
            size = self.programmer.numbering.size
            if len(frame) != size:
                raise FileError(f"{path}: expected {size} positions; {advice}")
            self.read[layer] = frame["value"].to_numpy()
        return self.read[layer]

    def matrix(self, state: "ProgressState") -> MatrixGame:
        """Return the matrix game of the round that a position is the start of.

        Cards that lie sealed on the table count as in hand.

        Raises
        ------
        NotSolvedError
            If a layer that the round may lead to is in no table.
        ValueError
            If it is not cards that are to be chosen.
        """
        programmer, swapped = self.programmer, state.holder == Colour.ORANGE
        layer, board, hands = programmer.locate(state)
        slots = Slots(len(state.vp_dice), [layer])
        (chunk,) = programmer.chunks(layer, slots, np.array([board]))
        a, values = np.zeros((CARDS, CARDS)), cast("Array", _Read(self, slots))
        all_hands = programmer.first if state.round == FIRST else programmer.hands
        m, n = fill_matrix(
            chunk.code, chunk.starts[0], all_hands, *hands, values, a, np.zeros(STACK)
        )
        payoffs = a[:m, :n]
        value, x, y = solved(payoffs)
        cards = programmer.numbering.cards
        legal = all_hands.legal[[*hands], None] >> np.arange(len(cards)) & 1 == 1
        blue, orange = (tuple(map(Card, cards[each].tolist())) for each in legal)
        if swapped:
            return MatrixGame(orange, blue, 1.0 - payoffs.T, 1.0 - value, (y, x))
        return MatrixGame(blue, orange, payoffs, value, (x, y))

    def value(self, state: "ProgressState") -> float:
        """Return what Blue gets from the start of a round on, if both play as well as can be.

        Raises
        ------
        NotSolvedError
            If the layer is in no table.
        ValueError
            If it is not the start of a round.
        """
        if state.returns:
            return state.returns[Colour.BLUE]
        if state.round == FIRST and self.game.scenario.options.score_first_round:
            return self.matrix(state).value
        layer, board, (first, second) = self.programmer.locate(state)
        whole = self.programmer.numbering.hands
        value = float(self.values(layer)[(board * whole + first) * whole + second])
        return 1.0 - value if state.holder == Colour.ORANGE else value


class _Read:
    """Values by the number of a layer and of a position in it, of layers read when needed."""

    def __init__(self, tables: SolvedLayers, slots: Slots) -> None:
        self.tables, self.layers = tables, slots.layers

    def __getitem__(self, at: tuple[int, int]) -> float:
        slot, index = at
        return float(self.tables.values(self.layers[slot])[index])
