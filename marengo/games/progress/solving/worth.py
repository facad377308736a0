"""What the initiative and single cards are worth, as differences of values (M-22.9)."""

import polars as pl

from marengo.games.progress.rules.words import Card, Colour
from marengo.games.progress.solving.tables import SolvedLayers
from marengo.games.progress.state import ProgressState


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
