"""What players of both games think of pieces and threats."""

STANDS_ON = (
    "marengo.core",
    "marengo.games.marengo.rules",
)
