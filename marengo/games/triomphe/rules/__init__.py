"""The rules of *Triomphe à Marengo*, one module a chapter."""

STANDS_ON = (
    "marengo.core",
    "marengo.games.marengo.rules",
)
