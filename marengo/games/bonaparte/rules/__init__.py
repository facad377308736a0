"""The rules of *Bonaparte at Marengo*, Basic, one module a chapter."""

STANDS_ON = (
    "marengo.core.engine",
    "marengo.games.marengo.rules",
)
