"""What both games do alike: the board as tables, pieces, roads, what is known."""

STANDS_ON = ("marengo.core.engine",)
