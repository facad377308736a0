"""How the rule-of-thumb player fights."""

STANDS_ON = ("marengo.core.engine", "marengo.games.europe.rules")
