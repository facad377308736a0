"""The rules of *The March of Progress*, one module for each chapter or two of the digest."""

STANDS_ON = ("marengo.core.engine",)
