"""Faces: packages that offer what lies elsewhere, imported when it is first used.

What a face offers says the stub beside it, ``__init__.pyi``, which type checkers read as well.
"""

import ast
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any


class _Face(ModuleType):
    """A package; no module below it takes the place of what it offers by the same name."""

    def __setattr__(self, name: str, value: Any) -> None:
        if not (isinstance(value, ModuleType) and name in _TAKEN.get(self.__name__, ())):
            super().__setattr__(name, value)


_TAKEN: dict[str, set[str]] = {}
"""The names that faces offer, but for modules of their own."""


def face(package: str) -> tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__all__``, ``__getattr__`` and ``__dir__`` of a package that is a face."""
    module = sys.modules[package]
    stub = ast.parse(Path(str(module.__file__)).with_suffix(".pyi").read_text(encoding="utf-8"))
    where = {
        alias.asname: (node.module, alias.name)
        for node in stub.body
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
        if alias.asname
    }
    _TAKEN[package] = {name for name, (source, _) in where.items() if source != package}
    module.__class__ = _Face

    def find(name: str) -> Any:
        if name not in where:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        source, known_as = where[name]
        if source == package:
            return import_module(f"{package}.{known_as}")
        offered = getattr(import_module(source), known_as)
        vars(module)[name] = offered  # the next time Python finds it by itself
        return offered

    return sorted(_TAKEN[package]), find, lambda: sorted({*vars(module), *where})
