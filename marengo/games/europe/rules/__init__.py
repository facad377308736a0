"""The rules of *Napoleon in Europe*, one module for each chapter or two of the digest."""

STANDS_ON = ("marengo.core.engine",)
