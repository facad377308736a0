"""How the rule-of-thumb player wages war."""

STANDS_ON = (
    "marengo.core.engine",
    "marengo.games.europe.rules",
    "marengo.games.europe.policy",
    "marengo.games.europe.war.rules",
)
