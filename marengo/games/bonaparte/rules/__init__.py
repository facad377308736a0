"""The rules of *Bonaparte at Marengo*, Basic, one module a chapter."""

STANDS_ON = (
    "marengo.core",
    "marengo.games.marengo.rules",
)
