"""What players of both games think of pieces and threats."""

STANDS_ON = (
    "marengo.core.engine",
    "marengo.games.marengo.rules",
)
