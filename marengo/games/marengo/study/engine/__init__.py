"""Observers of games and restricted play: compiled code.

A game is watched between the moves that are played, forced ones included, and is not changed by it.
"""

STANDS_ON = (
    "marengo.core.engine",
    "marengo.games.marengo.rules",
)
