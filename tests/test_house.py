"""The house stands: README tells the truth, imports run one way, and a wheel is complete."""

import ast
import doctest
import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import marengo
from marengo.core.scenarios import games, games_by_seat, scenario_names, what_if_names

ROOT = Path(__file__).parent.parent

# Folders whose files people receive: none may name a place on the machine it was written on.
SHIPPED = ("marengo", "data", "notebooks", "docs", "reports")
MACHINE_PATH = re.compile(r"(?<![\w./:~-])/(?:home|root|tmp|work|Users|mnt)/\w|[A-Z]:\\\\?Users")

PAGES_WITH_EXAMPLES = [
    ROOT / "README.md",
    *(page for page in sorted((ROOT / "docs").glob("*.md"))),
]


def python_blocks(text: str) -> list[tuple[int, str]]:
    """Return the fenced Python blocks that hold prompts, each with the line it begins at."""
    fenced = re.finditer(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    blocks = [(text[: match.start(1)].count("\n"), match[1]) for match in fenced]
    return [(line, block) for line, block in blocks if ">>>" in block]


@pytest.mark.parametrize("page", PAGES_WITH_EXAMPLES, ids=lambda page: page.name)
def test_examples_on_paper_run(page: Path) -> None:
    """The blocks of one page run in their order, as one conversation."""
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    names: dict[str, object] = {}
    for line, block in python_blocks(page.read_text(encoding="utf-8")):
        test = doctest.DocTestParser().get_doctest(block, names, page.name, str(page), line)
        runner.run(test, clear_globs=False)
        names = test.globs
    assert runner.summarize(verbose=False).failed == 0


MODULES_WITH_EXAMPLES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in sorted((ROOT / "marengo").rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("module", MODULES_WITH_EXAMPLES)
def test_examples_in_docstrings_run(module: str) -> None:
    options = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    tried = doctest.testmod(import_module(module), optionflags=options)
    assert tried.attempted > 0
    assert tried.failed == 0


def test_readme_has_an_example() -> None:
    assert python_blocks((ROOT / "README.md").read_text(encoding="utf-8"))


NUMBERS = {3: "three", 4: "four", 5: "five"}


def test_what_is_read_first_speaks_of_all_games() -> None:
    own = [one for one in games().values() if one.__module__.startswith("marengo.")]
    titles = {one.title.partition(":")[0] for one in own}
    told = NUMBERS[len(titles)]
    pages = [(ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/index.md")]
    for page in pages:
        said = " ".join(page.partition("![")[0].split())
        assert f"{told} wargames" in said
        assert [title for title in titles if title not in said] == []
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert f"{told} wargames" in project["description"]
    assert f"{told} wargames" in str(marengo.__doc__)
    cards = json.loads((ROOT / "notebooks/13_progress.ipynb").read_text(encoding="utf-8"))
    assert f"the {told} games here" in "".join(cards["cells"][0]["source"])


def test_readme_names_files_that_exist() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#:]+)\)", text)
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_imports_run_one_way() -> None:
    """In a process of its own, as the linter silences all loggers of the one that it runs in."""
    check = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    command = [sys.executable, "-c", check, "--no-cache"]
    subprocess.run(command, cwd=ROOT, check=True)


def test_every_room_has_a_layer() -> None:
    """A new part of the package must be given its place among the layers."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    rooms = {
        f"marengo.{path.stem}"
        for path in (ROOT / "marengo").iterdir()
        if (path / "__init__.py").exists() or path.suffix == ".py"
    }
    assert rooms - {"marengo.__init__", "marengo.__main__"} == set(layers)


def test_an_installed_marengo_needs_no_checkout(tmp_path: Path) -> None:
    """The wheel holds every file of data, and loads its board and scenario from inside itself."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        archive.extractall(tmp_path / "installed")
    data = {path for path in (ROOT / "data").rglob("*") if path.is_file()}
    assert {f"marengo/{path.relative_to(ROOT).as_posix()}" for path in data} <= names
    assert "marengo/py.typed" in names
    page = "share/jupyter/voila/templates/marengo/index.html.j2"
    for installed in ("etc/jupyter/voila.json", page):
        assert any(name.endswith(f".data/data/{installed}") for name in names)
    code = "import marengo; print(marengo.__file__, len(marengo.load('triomphe').board.localities))"
    printed = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "installed")},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert printed.split() == [str(tmp_path / "installed" / "marengo" / "__init__.py"), "90"]


def test_no_file_names_a_place_on_a_machine() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()[:80]}"
        for folder in SHIPPED
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in {".py", ".md", ".toml", ".geojson", ".csv", ".ipynb", ".html"}
        for line in path.read_text(encoding="utf-8").splitlines()
        if MACHINE_PATH.search(line)
    ]
    assert found == []


def test_notebooks_are_kept_with_their_outputs() -> None:
    """Each was run from top to bottom, so readers without a kernel see the whole of it."""
    notebooks = sorted((ROOT / "notebooks").glob("*.ipynb"))
    assert notebooks
    for notebook in notebooks:
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        code = [cell for cell in cells if cell["cell_type"] == "code" and cell["source"]]
        counts = [cell["execution_count"] for cell in code]
        assert counts == list(range(1, len(code) + 1)), notebook.name
        assert any(cell["outputs"] for cell in code), notebook.name


def test_continuous_integration_runs_the_command_of_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "./lab test" in readme
    assert "./lab study" in readme
    assert "./lab test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


@pytest.mark.parametrize("arguments", [[], ["fly"], ["test", "everything"]])
def test_the_script_explains_itself(arguments: list[str]) -> None:
    called = subprocess.run([ROOT / "lab", *arguments], check=False, capture_output=True, text=True)
    assert called.returncode == 2
    assert "usage:" in called.stderr


def constants_of(path: Path) -> Iterator[str]:
    """Yield the texts in a module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def owners(path: Path) -> set[str]:
    """Return the game whose folder, or whose module of the screen, a file of marengo is of."""
    room, *inner = path.parts
    return {inner[0].removesuffix(".py")} if room in ("games", "screens") else set()


def test_nothing_outside_its_folder_names_a_game() -> None:
    """Nor a seat or a scenario of one: whoever wants to know something of a game asks the game.

    Seats are those of the field, on which both games are played; it may name them.
    """
    of_a_game = {*games(), *scenario_names(), *what_if_names()}
    of_the_field = {*games_by_seat()}
    of_the_field |= {title for game in games().values() for title in game.seat_titles()}
    room = ROOT / "marengo"
    folders = {game.__module__.split(".")[2] for game in games().values()}
    outside = [
        path
        for path in sorted([*room.rglob("*.py"), *room.rglob("*.pyi")])
        if folders.isdisjoint(owners(path.relative_to(room)))
    ]
    field = {path for path in outside if "marengo" in owners(path.relative_to(room))}
    assert len(outside) - len(field) > 100
    assert len(field) > 100
    naming = [
        (path.relative_to(ROOT).as_posix(), text)
        for path in outside
        for text in constants_of(path)
        if text in of_a_game or (text in of_the_field and path not in field)
    ]
    assert sorted(naming) == [
        ("marengo/__init__.pyi", "bonaparte"),  # for type checkers, `load` by literal name
        ("marengo/__init__.pyi", "triomphe"),
        ("marengo/charts/style.py", "blue"),  # the colour, and no seat
        ("marengo/games/marengo/game.py", "triomphe"),  # STANDARD
    ]


TYPES_OF_GAMES = {
    "marengo.games.bonaparte.game",  # for type checkers, what `load` gives by literal name
    "marengo.games.triomphe.game",
    "marengo.games.marengo.board",
    "marengo.games.marengo.rules.decisions",
    "marengo.games.marengo.rules.vocabulary",
    "marengo.games.marengo.scenario",
    "marengo.games.marengo.types",
}
"""What only ``marengo`` itself takes from games, beside what is counted of them."""


def imported(path: Path) -> Iterator[str]:
    """Yield what a file imports: modules, and names with the modules that they are taken from."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_faces_take_from_games_what_is_counted() -> None:
    """A face imports what its stub says, when it is first used; import-linter reads no stubs."""
    room = ROOT / "marengo"
    stubs = [path for path in room.rglob("*.pyi") if not path.is_relative_to(room / "games")]
    free = re.compile(r"marengo\.games\.\w+\.study(\.|$)")
    taken = {
        (stub.relative_to(ROOT).as_posix(), module)
        for stub in stubs
        for module in {name.rpartition(".")[0] for name in imported(stub)}
        if f"{module}.".startswith("marengo.games.") and not free.match(module)
    }
    assert len(stubs) >= 5
    assert taken == {("marengo/__init__.pyi", module) for module in TYPES_OF_GAMES}


def test_a_screen_knows_its_own_game() -> None:
    """And what games on the field share."""
    room = ROOT / "marengo"
    for path in (room / "screens").rglob("*.py"):
        known = {
            module.split(".")[2]
            for module in imported(path)
            if module.startswith(("marengo.games.", "marengo.screens."))
        }
        assert known <= owners(path.relative_to(room)) | {"marengo"}, path


SAY_NOTHING = {"found", "kept", "one", "said", "spot", "told", "way"}
"""Names that a variable of any type could have."""


def test_variables_say_what_they_hold() -> None:
    for path in (ROOT / "marengo").rglob("*.py"):
        nodes = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
        fields = {
            field.target
            for kind in nodes
            if isinstance(kind, ast.ClassDef)
            for field in kind.body
            if isinstance(field, ast.AnnAssign)
        }
        for node in nodes:
            if isinstance(node, ast.arg):
                assert node.arg not in SAY_NOTHING, f"{path}:{node.lineno}"
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                assert node.id not in SAY_NOTHING or node in fields, f"{path}:{node.lineno}"
