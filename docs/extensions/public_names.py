"""Directives that tell of names of the package, from their docstrings.

``public-names`` tells of all that a package offers, which is what its ``__all__`` says. A name that
two packages offer is told of in the first of ``PACKAGES`` that has it, and the other leads there.
``inner-names`` tells of what notebooks take from elsewhere.
"""

import ast
import inspect
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective
from sphinx.util.logging import getLogger
from sphinx.util.nodes import make_refnode
from sphinx.util.rst import escape

logger = getLogger(__name__)

PACKAGES = (
    "marengo.games.marengo.board",
    "marengo.players",
    "marengo.lab",
    "marengo.lab.analysis",
    "marengo.games.marengo.study.fights",
    "marengo.plots",
    "marengo.reports",
    "marengo.widgets",
    "marengo",
)
"""The packages whose names are public; the last one gathers what the others offer."""

INNER_PAGE = "docs/api/further"
"""The page of inner names: their docstrings also speak of neighbours that nobody imports."""

KINDS = ("function", "class", "exception", "data")
TITLES = ("Functions", "Classes", "Errors", "Constants")


@dataclass(frozen=True)
class Name:
    """A public name.

    Parameters
    ----------
    package : str
        Who offers it.
    name : str
        The name there.
    value : object
        What it stands for.
    """

    package: str
    name: str
    value: Any

    @property
    def whole(self) -> str:
        """The name with its package."""
        return f"{self.package}.{self.name}"

    @property
    def kind(self) -> str:
        """One of ``KINDS``."""
        if inspect.isclass(self.value):
            return "exception" if issubclass(self.value, BaseException) else "class"
        return "function" if inspect.isroutine(inspect.unwrap(self.value)) else "data"

    @property
    def home(self) -> str:
        """The name under which it is told of."""
        for package in PACKAGES:
            if getattr(import_module(package), self.name, None) is self.value:
                return f"{package}.{self.name}"
        return self.whole

    @property
    def text(self) -> str:
        """Its docstring; of a constant the one below it in the source."""
        if self.kind != "data":
            return inspect.getdoc(self.value) or ""
        return "\n".join(_text_of_data(self))


def _text_of_data(name: Name) -> list[str]:
    """Return the docstring of a constant, which stands in the module that defines it."""
    for module, found in list(sys.modules.items()):
        if module.startswith("marengo") and vars(found).get(name.name) is name.value:
            lines = ModuleAnalyzer.for_module(module).find_attr_docs().get(("", name.name))
            if lines:
                return lines
    return []


def names_of(module: ModuleType, names: Iterable[str]) -> list[Name]:
    """Return names of a module; one without a docstring is warned of."""
    found = [Name(module.__name__, name, getattr(module, name)) for name in names]
    for name in found:
        if not name.text:
            logger.warning("%s has no docstring", name.whole)
    return found


def _first_sentence(name: Name) -> str:
    """Return the first line of what is told of a name."""
    return name.text.split("\n\n")[0].replace("\n", " ")


def _table(names: list[Name], title: str) -> Iterator[str]:
    """Write the table that lists names of one kind."""
    yield from (f".. list-table:: {title}", "   :widths: 30 70", "   :class: names", "")
    for name in names:
        yield f"   * - :py:obj:`{name.name} <{name.home}>`"
        yield f"     - {_first_sentence(name)}"
    yield ""


def _rows(value: Any) -> list[tuple[str, ...]]:
    """Return the rows of the table that shows a constant, if it is one of columns or of texts."""
    if not isinstance(value, dict):
        return []
    rows = []
    for key, account in value.items():
        if isinstance(account, tuple):
            rows.append((str(key), str(account[0]).partition("(")[0], str(account[1])))
        else:
            rows.append((str(key), getattr(account, "text", None) or getattr(account, "words", "")))
    return rows


def _value_table(value: Any) -> Iterator[str]:
    """Write the table that shows a constant; of a table of tables one after the other."""
    if isinstance(value, dict) and all(isinstance(part, dict) for part in value.values()):
        for key, part in value.items():
            yield from (f"``{key}``:", "")
            yield from _value_table(part)
        return
    rows = _rows(value)
    if rows:
        widths = "25 15 60" if len(rows[0]) > 2 else "25 75"
        yield from (".. list-table::", f"   :widths: {widths}", "   :class: columns", "")
        for first, *others in rows:
            yield f"   * - ``{first}``"
            yield from (f"     - {escape(other)}" for other in others)
        yield ""


def _data(name: Name) -> Iterator[str]:
    """Write what is told of a constant."""
    yield from (f".. py:data:: {name.name}", f"   :module: {name.package}")
    if not isinstance(name.value, dict):
        yield f"   :value: {str(name.value).replace('typing.', '')}"
    yield ""
    yield from (f"   {line}" for line in name.text.splitlines())
    yield ""
    yield from (f"   {line}" for line in _value_table(name.value))


def _entry(name: Name) -> Iterator[str]:
    """Write what is told of a name."""
    if name.home != name.whole:
        # Where the name is looked up; the table above leads to where it is told of.
        yield f".. py:{name.kind}:: {name.name}"
        yield from (f"   :module: {name.package}", "   :no-typesetting:", "")
    elif name.kind == "data":
        yield from _data(name)
    else:
        yield f".. auto{name.kind}:: {name.whole}"
        if name.kind != "function":
            yield "   :members:"
        if inspect.isclass(name.value) and issubclass(name.value, Enum):
            yield "   :undoc-members:"
        yield ""


def written(names: list[Name]) -> Iterator[str]:
    """Write a page of names: a table of each kind, then what is told of each name."""
    groups = {
        title: [name for name in names if name.kind == kind]
        for kind, title in zip(KINDS, TITLES, strict=True)
    }
    for title, group in groups.items():
        if group:
            yield from _table(group, title)
    for name in chain(*groups.values()):
        yield from _entry(name)


def _parsed(code: str) -> ast.AST:
    """Return the syntax tree of a cell; an empty one if it is no plain Python."""
    try:
        return ast.parse(code)
    except SyntaxError:  # a magic of IPython
        return ast.Module([], [])


def imports_of(notebook: Path) -> Iterator[tuple[str, str]]:
    """Yield what the cells of a notebook import from marengo: module and name."""
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        code = "".join(cell["source"]) if cell["cell_type"] == "code" else ""
        for node in ast.walk(_parsed(code)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("marengo"):
                yield from ((str(node.module), name.name) for name in node.names)


def inner_names(notebooks: Iterable[Path], also: Iterable[str]) -> dict[str, set[str]]:
    """Return what notebooks import that no package offers, by module, and further names."""
    imported = [name.rsplit(".", 1) for name in also]
    imported += [[*names] for notebook in notebooks for names in imports_of(notebook)]
    found: dict[str, set[str]] = {}
    for module, name in imported:
        if module not in PACKAGES and f"{module}.{name}" not in PACKAGES:
            found.setdefault(module, set()).add(name)
    return found


class NamesDirective(SphinxDirective):
    """Tells of names."""

    def parsed(self, lines: Iterable[str]) -> list[nodes.Node]:
        """Return what reStructuredText makes of lines."""
        source, _ = self.get_source_info()
        parent = nodes.Element()
        self.state.nested_parse(StringList(list(lines), source), self.content_offset, parent)
        return parent.children


class PublicNames(NamesDirective):
    """Tells of a package, and of all names that it offers."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return what is told of them."""
        module = import_module(self.arguments[0])
        head = (f".. automodule:: {module.__name__}", "")
        return self.parsed([*head, *written(names_of(module, module.__all__))])


class InnerNames(NamesDirective):
    """Tells of names that notebooks of a folder import from inner modules, and of those given."""

    required_arguments = 1
    option_spec = {"also": directives.unchanged}  # noqa: RUF012 - docutils' own way

    def run(self) -> list[nodes.Node]:
        """Return what is told of them, module after module."""
        notebooks = sorted((Path(self.env.srcdir) / self.arguments[0]).glob("*.ipynb"))
        for notebook in notebooks:
            self.env.note_dependency(str(notebook))
        lines: list[str] = []
        found = inner_names(notebooks, self.options.get("also", "").split())
        for module, names in sorted(found.items()):
            lines += [f".. rubric:: {module}", "", f".. currentmodule:: {module}", ""]
            for name in names_of(import_module(module), sorted(names)):
                lines += _entry(name)
        return self.parsed(lines)


def find_elsewhere(
    app: Any, env: Any, node: nodes.Element, content: nodes.Element
) -> nodes.Node | None:
    """Resolve a bare name of another module, as docstrings use it, if only one thing has it."""
    if node.get("refdomain") != "py":
        return None
    domain = env.domains.python_domain
    found = [
        (name, entry)
        for name, entry in domain.objects.items()
        if name.endswith(f".{node['reftarget']}") and not entry.aliased
    ]
    if len(found) != 1:
        return content if node["refdoc"] == INNER_PAGE else None
    ((name, entry),) = found
    here = node["refdoc"]
    return make_refnode(app.builder, here, entry.docname, entry.node_id, content, name)


def setup(app: Any) -> dict[str, bool]:
    """Register the directives."""
    app.add_directive("inner-names", InnerNames)
    app.add_directive("public-names", PublicNames)
    app.connect("missing-reference", find_elsewhere)
    return {"parallel_read_safe": True}
