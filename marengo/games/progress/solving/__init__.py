"""Solving: what positions of *The March of Progress* are worth if both play as well as can be."""

STANDS_ON = (
    "marengo.core.engine",
    "marengo.games.progress.rules",
    "marengo.games.progress.policy",
)
