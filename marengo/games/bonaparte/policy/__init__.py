"""How *Bonaparte at Marengo*, Basic is played: rules of thumb and an evaluation."""

STANDS_ON = (
    "marengo.core.engine",
    "marengo.games.marengo.rules",
    "marengo.games.marengo.policy",
    "marengo.games.bonaparte.rules",
)
