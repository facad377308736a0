"""The games that there are, and the files of their scenarios.

A scenario file is TOML whose ``ruleset`` names a game; one that ``extends`` another states only
what it changes. Games are found by the entry points of the group ``marengo.games``.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from textwrap import wrap
from typing import Any

from marengo.core.errors import MarengoError, ScenarioError, did_you_mean
from marengo.core.files import is_file, read_toml
from marengo.core.game import Content, Game
from marengo.core.numbers import takes

GROUP = "marengo.games"

WIDTH = 88
"""Characters in a line of text."""

_BY_HAND: dict[str, type[Game[Any]]] = {}


@takes()
def register_game(game: type[Game[Any]]) -> None:
    """Make a game known in this process, as an installed package does by an entry point.

    Raises
    ------
    MarengoError
        If another game has its name.
    """
    other = games().get(game.name)
    if other is not None and _path_of(other) != _path_of(game):
        raise MarengoError(
            f"game {game.name!r}: both {_path_of(other)} and {_path_of(game)} have this name"
        )
    _BY_HAND[game.name] = game


def _path_of(game: type[Game[Any]]) -> str:
    return f"{game.__module__}.{game.__qualname__}"


def games() -> Mapping[str, type[Game[Any]]]:
    """Return the games that there are by name; MarengoError if two packages bring the same name."""
    return {**_installed(), **_BY_HAND}


@cache
def _installed() -> Mapping[str, type[Game[Any]]]:
    points: dict[str, EntryPoint] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        other = points.setdefault(point.name, point)
        if other.value != point.value:
            packages = " and ".join(str(entry.dist and entry.dist.name) for entry in (other, point))
            raise MarengoError(f"game {point.name!r}: {packages} both bring a game of this name")
    return {name: point.load() for name, point in points.items()}


def games_by_seat() -> Mapping[str, type[Game[Any]]]:
    """Return the names of the seats that there are, each with a game that has it.

    Of several it is that with the fewest seats, and of these the last.
    """
    by_seat: dict[str, type[Game[Any]]] = {}
    for game in games().values():
        for name in game.seat_names():
            if name not in by_seat or len(game.seats) <= len(by_seat[name].seats):
                by_seat[name] = game
    return by_seat


def game_of_seats(seats: Iterable[str]) -> type[Game[Any]] | None:
    """Return a game with these seats, of several the last; none if there is no such game."""
    wanted = {*seats}
    matches = [game for game in games().values() if {*game.seat_names()} == wanted]
    return matches[-1] if matches else None


def seat_title(name: str) -> str:
    """Return what sentences call a seat."""
    game = games_by_seat().get(name)
    return name.title() if game is None else game.seat_titles()[game.seat_names().index(name)]


@takes(ScenarioError)
def load(name_or_path: str | Path) -> Game[Any]:
    """Load a scenario by name or from a TOML file; ScenarioError names file and field."""
    by_name = games()
    if isinstance(name_or_path, str) and name_or_path in by_name and not _shipped(name_or_path):
        game = by_name[name_or_path]()  # without scenario files
        game.source = name_or_path
        return game
    path = find_scenario(name_or_path)
    chain = ancestry(path)
    game = game_of(*chain[-1]).from_files(chain)
    game.source, weights = str(path.resolve()), weights_beside(path)
    game.weights_file = weights if is_file(weights) else None
    return game


def named(name: str) -> Game[Any]:
    """Return the game of a scenario that is known by its name; ScenarioError lists those.

    No file is looked for: the name may be a stranger's, in a record that he sends, and any file
    could be quoted to him.
    """
    if not _shipped(name) and name not in games():
        raise ScenarioError(_no_scenario(name, "one of"))
    return load(name)


def weights_beside(path: str | Path) -> Path:
    """Return where what was learned of the scenario of a file lies."""
    return Path(f"{path}.weights.parquet")


def game_of(path: Path, content: Content) -> type[Game[Any]]:
    """Return the game of a scenario file that extends no other; ScenarioError lists all games."""
    ruleset, by_name = content.get("ruleset"), games()
    if not isinstance(ruleset, str) or ruleset not in by_name:
        fault = f"no value {ruleset!r}, " if "ruleset" in content else ""
        listed, meant = ", ".join(by_name), did_you_mean(ruleset, by_name)
        raise ScenarioError(f"{path}: ruleset: {fault}expected one of {listed}{meant}")
    return by_name[ruleset]


def ancestry(path: Path) -> list[tuple[Path, Content]]:
    """Return a scenario file and those it extends in turn, each with what it says itself.

    Raises
    ------
    ScenarioError
        If one cannot be read or is not TOML, or if they extend each other in a circle.
    """
    chain: list[tuple[Path, Content]] = []
    following: Path | None = path
    while following is not None:
        files = [file for file, _ in chain]
        if following.resolve() in [file.resolve() for file in files]:
            circle = " extends ".join(map(str, [*files, following]))
            raise ScenarioError(f"{path}: extends: a circle: {circle}")
        content = read_toml(following, ScenarioError)
        chain.append((following, content))
        following = _extended(following, content)
    return chain


def _extended(path: Path, content: Content) -> Path | None:
    """Return the file that a scenario extends: one that comes with a game, or one near it."""
    if "extends" not in content:
        return None
    parent = content["extends"]
    if not isinstance(parent, str):
        raise ScenarioError(f"{path}: extends: expected a name or a path, not {parent!r}")
    shipped = _shipped(parent)
    file = path.parent / parent
    if shipped is None and not is_file(file):
        raise ScenarioError(f"{path}: extends: {_no_scenario(parent)}")
    return shipped or file


def merged(old: Any, new: Any) -> Any:
    """Return what a file says with what another states in its place; two tables become one."""
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return new
    return {**old, **{key: merged(old.get(key), value) for key, value in new.items()}}


def parent_file(path: Path) -> Path | None:
    """Return the file that a scenario file extends, or None."""
    return _extended(path, read_toml(path, ScenarioError))


def scenario_names() -> tuple[str, ...]:
    """Return the names of the games that come with marengo, as their rulebooks have them."""
    return _names("scenarios")


def what_if_names() -> tuple[str, ...]:
    """Return the names of the what-ifs that come with marengo."""
    return _names("what_if")


def scenarios_of(kind: type[Any]) -> list[str]:
    """Return the names of the scenarios and what-ifs of games of a kind, or of the game itself."""
    shipped = {path.stem: path for folder in ("what_if", "scenarios") for path in _files(folder)}
    paths = {name: shipped[name] for name in (*scenario_names(), *what_if_names())}
    kinds = {name: _kind_in(path, path.stat().st_mtime_ns) for name, path in paths.items()}
    return [name for name, game in kinds.items() if issubclass(game, kind)] or [kind.name]


@lru_cache(maxsize=256)
def _kind_in(path: Path, _written: int) -> type[Game[Any]]:
    """Return the game of a scenario's file: each page asks it of all that come with marengo."""
    return game_of(*ancestry(path)[-1])


def listing() -> Iterator[str]:
    """Yield a line for each scenario that comes with a game: name, game, parent and title."""
    played = [load(name) for name in (*scenario_names(), *what_if_names())]
    rows = [
        (
            game.scenario_name,
            game.name,
            f"what if of {game.extends}" if game.extends else "",
            game.scenario_title,
        )
        for game in played
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()


def description(name_or_path: str | Path) -> Iterator[str]:
    """Yield lines that describe a scenario; ScenarioError if it cannot be played."""
    game = load(name_or_path)
    has_file = name_or_path not in games() or _shipped(str(name_or_path))
    yield from game.describe(find_scenario(name_or_path) if has_file else None)


def paragraphs(text: str) -> Iterator[str]:
    """Yield the lines of what a scenario says of itself, each paragraph after an empty one."""
    for paragraph in map(str.strip, text.split("\n\n")):
        yield from ["", *wrap(paragraph, WIDTH)] if paragraph else []


def _names(kind: str) -> tuple[str, ...]:
    return tuple(sorted({path.stem for path in _files(kind)}))


def _files(kind: str) -> list[Path]:
    folders = {game.data / kind for game in games().values() if game.data}
    return [path for folder in folders for path in folder.glob("*.toml")]


def find_scenario(name_or_path: str | Path) -> Path:
    """Return the file of a scenario named or given by its path; ScenarioError if none is there."""
    shipped = _shipped(name_or_path) if isinstance(name_or_path, str) else None
    path = shipped or Path(name_or_path)
    if not is_file(path):
        raise ScenarioError(_no_scenario(str(name_or_path)))
    return path


def _shipped(name: str) -> Path | None:
    """Return the file of a scenario that comes with a game."""
    for kind in ("scenarios", "what_if"):
        for path in _files(kind):
            if path.stem == name:
                return path
    return None


def _no_scenario(name: str, wanted: str = "a file or one of") -> str:
    names = dict.fromkeys([*scenario_names(), *what_if_names(), *games()])
    listed, meant = ", ".join(names), did_you_mean(name, names)
    return f"no scenario {name!r}: expected {wanted} {listed}{meant}"
