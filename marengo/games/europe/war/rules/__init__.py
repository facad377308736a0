"""The rules of the war, one module for each chapter or two of the digest."""

STANDS_ON = ("marengo.core.engine", "marengo.games.europe.rules")
