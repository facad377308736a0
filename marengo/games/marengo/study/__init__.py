"""What is counted of games: observers of turns, attacks and presence, and restricted play."""

STANDS_ON = (
    "marengo.core.engine",
    "marengo.games.marengo.rules",
)
