"""The rules of *Triomphe à Marengo*, one module a chapter."""

STANDS_ON = (
    "marengo.core.engine",
    "marengo.games.marengo.rules",
)
