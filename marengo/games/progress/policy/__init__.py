"""How *The March of Progress* is played: rules of thumb, and what can be learned."""

STANDS_ON = ("marengo.core.engine", "marengo.games.progress.rules")
