"""What the initiative and single cards are worth, as differences of values (M-22.9)."""

from typing import Any

import numpy as np
import polars as pl

from marengo.games.progress.rules.words import Card, Colour
from marengo.games.progress.solving.numbering import Layer
from marengo.games.progress.solving.sweeps import CHANGED
from marengo.games.progress.solving.tables import SolvedLayers
from marengo.games.progress.state import ProgressState

Array = np.ndarray[Any, Any]


def worth_of_initiative(tables: SolvedLayers, state: ProgressState) -> float:
    """Return by how much its holder's win probability is higher than if the other one had it.

    Raises
    ------
    NotSolvedError
        If the layer of the position is in no table.
    """
    other = state.copy()
    other.record["holder"] = 1 - state.holder
    return _gained(tables, other, state, state.holder)


def worth_of_cards(tables: SolvedLayers, state: ProgressState) -> pl.DataFrame:
    """Return by how much each card in hand raises its owner's win probability.

    Against the same position with the card on his discard.

    Returns
    -------
    polars.DataFrame
        A row for each player and card but SCORE, with ``colour``, ``card`` and ``worth``.

    Raises
    ------
    NotSolvedError
        If the layer of the position is in no table.
    """
    rows = []
    for colour in Colour:
        for card in state.hand(colour):
            if card != Card.SCORE:
                without = state.copy()
                without.record["hand"][colour] &= ~(1 << card)
                gained = _gained(tables, without, state, colour)
                rows.append((colour.name.lower(), card.text, gained))
    return pl.DataFrame(rows, ["colour", "card", "worth"], orient="row")


def _gained(
    tables: SolvedLayers, before: ProgressState, after: ProgressState, colour: Colour
) -> float:
    """Return by how much a player's win probability is higher in another position."""
    blue = tables.value(after), tables.value(before)
    return blue[0] - blue[1] if colour == Colour.BLUE else blue[1] - blue[0]


def worth_in_layer(tables: SolvedLayers, layer: Layer) -> pl.DataFrame:
    """Return what the initiative and each card are worth on average over a layer's positions.

    All that are numbered count alike, whether or not play ever comes to them. Blue has the
    initiative; it is compared with the same position in which Orange has it, and a card in hand
    with the same position in which it lies on the discard. ``worth`` is in win probability,
    ``matters`` the share of positions in which it counts. Raise NotSolvedError if the layer, or
    the one with colours swapped, is in no table.
    """
    numbering = tables.programmer.numbering
    boards, hands = len(numbering.placings), numbering.hands
    own, mirrored = (
        tables.values(variant).reshape(boards, boards, hands, hands)
        for variant in (layer, layer.mirrored)
    )
    gains: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for at in range(boards):
        swapped = 1.0 - mirrored[:, at].transpose(0, 2, 1)
        differences = {("blue", "initiative"): own[at] - swapped}
        for bit, card in enumerate(map(Card, numbering.cards[:-1].tolist())):  # without SCORE
            with_it, parts = np.s_[:, :, 1], (boards, -1, 2, 1 << bit)
            first = own[at].reshape(*parts, hands)
            second = own[at].transpose(0, 2, 1).reshape(*parts, hands)
            differences["blue", card.text] = first[with_it] - first[:, :, 0]
            differences["orange", card.text] = second[:, :, 0] - second[with_it]
        for key, gain in differences.items():
            much = float(gain.mean(dtype=float)), float((np.abs(gain) > CHANGED).mean())
            gains.setdefault(key, []).append(much)
    rows = [(*key, *np.mean(parts, axis=0).tolist()) for key, parts in gains.items()]
    return pl.DataFrame(rows, ["colour", "what", "worth", "matters"], orient="row")
