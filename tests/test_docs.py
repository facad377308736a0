"""The pages are built from notebooks and docstrings, offline and without a warning."""

import argparse
import json
import os
import re
import subprocess
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
from filelock import FileLock

from marengo.cli import build_parser
from tests.statements import CHAPTERS, statements

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))

NEEDED = ("furo", "myst_nb", "numpydoc", "sphinx")
MISSING = [name for name in NEEDED if find_spec(name) is None]

pytestmark = pytest.mark.skipif(
    bool(MISSING), reason=f"no {', '.join(MISSING)}: pip install --editable '.[docs]'"
)

PUBLIC = (
    "marengo",
    "marengo.games.marengo.board",
    "marengo.lab",
    "marengo.lab.analysis",
    "marengo.games.marengo.study.fights",
    "marengo.players",
    "marengo.plots",
    "marengo.reports",
    "marengo.widgets",
)

INNER = tuple(
    f"marengo.{room}" for room in ("charts", "cli", "core", "games", "languages", "screens")
)
"""Packages for those who develop marengo itself."""

NO_NET = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), "127.0.0.1:9")


@dataclass(frozen=True)
class Pages:
    """The pages as they were built."""

    folder: Path
    code: int
    said: str

    def text(self, page: str) -> str:
        """Return the source of a page."""
        return (self.folder / page).read_text(encoding="utf-8")

    def all(self) -> list[Path]:
        """Return all pages; there are more than of notebooks alone."""
        found = sorted(self.folder.rglob("*.html"))
        assert len(found) > len(NOTEBOOKS)
        return found

    def names(self) -> set[str]:
        """Return all names of Python that the pages document, from their inventory."""
        content = (self.folder / "objects.inv").read_bytes().split(b"\n", 4)[4]
        entries = (line.split(" ") for line in zlib.decompress(content).decode().splitlines())
        return {entry[0] for entry in entries if entry[1].startswith("py:")}


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    """Build the pages, once for all processes that test side by side."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    folder, result = shared / "pages" / "html", shared / "pages.json"
    with FileLock(shared / "pages.lock"):
        if not result.exists():
            options = ["-W", "--keep-going", "-n", "-q", "-c", "docs"]
            built = subprocess.run(
                [sys.executable, "-m", "sphinx", *options, ".", str(folder)],
                cwd=ROOT,
                env={**os.environ, **NO_NET},
                check=False,
                capture_output=True,
                text=True,
            )
            result.write_text(json.dumps([built.returncode, built.stderr]), encoding="utf-8")
    code, said = json.loads(result.read_text(encoding="utf-8"))
    return Pages(folder, code, said)


def test_pages_are_built_without_a_warning(pages: Pages) -> None:
    """Among the warnings: links to nowhere, pages in no list, names without a docstring."""
    assert pages.said == ""
    assert pages.code == 0


def test_every_public_package_is_known() -> None:
    found = {
        f"marengo.{path.parent.name}"
        for path in (ROOT / "marengo").glob("*/__init__.py")
        if f"marengo.{path.parent.name}" not in INNER
    }
    assert found <= set(PUBLIC)


@pytest.mark.parametrize("package", PUBLIC)
def test_every_public_name_is_documented(package: str, pages: Pages) -> None:
    names = {f"{package}.{name}" for name in import_module(package).__all__}
    assert names - pages.names() == set()


IMPORT = re.compile(r"^\s*from (marengo[\w.]*) import (?:\(([^)]*)\)|(.*))$", re.MULTILINE)


def imports_of(notebook: Path) -> Iterator[str]:
    """Yield the names that the cells of a notebook take from marengo."""
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            for module, several, one in IMPORT.findall("".join(cell["source"])):
                names = (part.split(" as ")[0].strip() for part in (several or one).split(","))
                yield from (f"{module}.{name}" for name in names if name)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_what_a_notebook_imports_can_be_looked_up(notebook: Path, pages: Pages) -> None:
    assert set(imports_of(notebook)) - pages.names() == set()


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_a_page_with_its_pictures(notebook: Path, pages: Pages) -> None:
    """Also those that widgets left behind; each is told in words."""
    page = pages.text(f"notebooks/{notebook.stem}.html")
    stored = set(re.findall(r"data:image/png;base64,[\w+/]+", notebook.read_text(encoding="utf-8")))
    assert [picture[:80] for picture in stored if picture not in page] == []
    assert re.findall(r'<img\b(?![^>]*\balt="[^"]+")[^>]{,80}', page) == []


def test_nothing_is_fetched_from_the_net(pages: Pages) -> None:
    """Links to other places are there to be followed by people; nothing is loaded."""
    loaded = re.compile(
        r'<(?:script|img|iframe|source)\b[^>]*\bsrc="(?:https?:)?//'
        r'|<link\b[^>]*rel="(?:stylesheet|preload|preconnect|icon)"[^>]*href="(?:https?:)?//'
    )
    found = [page.name for page in pages.all() if loaded.search(page.read_text(encoding="utf-8"))]
    assert found == []


def test_every_picture_is_described(pages: Pages) -> None:
    """By words, and not by the name of its file."""
    found = [
        f"{page.name}: {picture}"
        for page in pages.all()
        for picture in re.findall(r"<img\b[^>]*>", page.read_text(encoding="utf-8"))
        if not re.search(r'\balt="(?!\s*"|[^"]*_images/)', picture)
    ]
    assert found == []


@pytest.mark.parametrize("digest", CHAPTERS)
def test_ids_of_rules_lead_to_their_statements(digest: str, pages: Pages) -> None:
    """On every page, and within the digests themselves."""
    marked = re.findall(r'<strong id="([BMNT]-[\d.]+)">', pages.text(f"docs/rules/{digest}.html"))
    assert marked == statements(digest)
    link = re.compile(rf'href="(?:[\w./]*{digest}\.html)?#({marked[0][0]}-\d+\.\d+)"')
    followed = {page: link.findall(page.read_text(encoding="utf-8")) for page in pages.all()}
    linking = {page.name for page, rules in followed.items() if rules}
    both = {"glossary.html", "differences.html", "marengo.html"}
    assert linking >= {f"{digest}.html", *(both if digest in ("bonaparte", "triomphe") else ())}
    assert {rule for rules in followed.values() for rule in rules} <= set(marked)


def commands(parser: argparse.ArgumentParser, words: str) -> Iterator[str]:
    """Yield every command below a parser, such as ``marengo learn``."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, command in action.choices.items():
                yield f"{words} {name}"
                yield from commands(command, f"{words} {name}")


def test_every_command_is_documented(pages: Pages) -> None:
    text = pages.text("docs/command_line.html")
    wanted = list(commands(build_parser(), "marengo"))
    assert "marengo learn" in wanted
    assert [words for words in wanted if f"<h2>{words}<" not in text] == []
    assert text.count("usage: marengo ") == len(wanted)
