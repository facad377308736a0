"""Scenarios of a plan: those with a name or a file, and what-ifs that the plan states itself."""

import hashlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from marengo.board import Board, BoardError
from marengo.game import Game, ScenarioError, scenario_names, what_if_names
from marengo.game.files import ancestry, board_of, find_scenario, scenario_of

__all__ = ["TABLE", "check_scenarios", "check_what_ifs", "plan_game"]

Table = Mapping[str, Any]
Tables = Mapping[str, Table]
Chain = list[tuple[Path, dict[str, Any]]]

TABLE = "what_ifs"
"""Field of a plan with its own what-ifs."""

MOST = 100_000
"""What-ifs of which it is remembered that they can be played."""

_PLAYABLE: set[str] = set()
"""Fingerprints of these. To make a game takes milliseconds, and a plan is checked repeatedly."""


def plan_game(name: str, tables: Tables) -> Game:
    """Return the game of a scenario as a plan names it: a what-if of its own, a name or a file.

    Tables are what-ifs of the plan, as their files would be but without ``name``. They may extend
    each other, whatever comes with marengo, and files.
    """
    return _game(_chain(name, tables))


def _game(chain: Chain) -> Game:
    """Return the game of what a scenario and those say that it extends."""
    label = chain[0][0]
    try:
        scenario, board = scenario_of(chain), board_of(chain)  # which a scenario is sure to name
        return Game(scenario, _board(board, _stamp(board)))
    except BoardError as error:
        raise ScenarioError(f"{label}: board: {error}") from error
    except ScenarioError as error:
        said = str(error)
        raise ScenarioError(said if _names_table(said, chain) else f"{label}: {said}") from error


def _names_table(said: str, chain: Chain) -> bool:
    """Whether an error tells already where it is."""
    return any(said.startswith(f"{path}:") for path, _ in chain)


def _chain(name: str, tables: Tables, known: dict[str, Chain] | None = None) -> Chain:
    """Return what a scenario says itself, and then what those say which it extends in turn.

    What files say is taken from those that are known, and else added to them.
    """
    chain: Chain = []
    known = {} if known is None else known
    following, told = name, ""
    while following in tables:
        label = Path(f"{TABLE}.{following}")
        if label in [path for path, _ in chain]:
            raise ScenarioError(f"{chain[0][0]}: extends: a circle: expected a scenario at its end")
        content = dict(tables[following])
        if "name" in content:
            raise ScenarioError(f"{label}: name: is {following!r}, expected no such field")
        chain.append((label, {"name": following, **content}))
        parent = content.get("extends")
        if not isinstance(parent, str):
            raise ScenarioError(f"{label}: extends: expected a scenario's name, not {parent!r}")
        following, told = parent, f"{label}: extends: "
    if following not in known:
        try:
            known[following] = ancestry(_file(following, tables))
        except ScenarioError as error:
            raise ScenarioError(f"{told}{error}") from error
    return chain + known[following]


def _file(name: str, tables: Tables) -> Path:
    """Return the file of a scenario that is none of the plan itself."""
    try:
        return find_scenario(name)
    except ScenarioError as error:
        own = f", or of this plan: {', '.join(tables)}" if tables else ""
        raise ScenarioError(f"{error}{own}") from error


def _stamp(path: Path) -> str:
    """Return what tells a file of a board from the same file later."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""  # whoever reads it says so


@lru_cache(maxsize=16)
def _board(path: Path, stamp: str) -> Board:
    """Return the board of a file; many what-ifs share one, and to read it takes a while."""
    del stamp
    return Board.read(path)


def check_what_ifs(tables: Tables) -> None:
    """Make sure that the what-ifs of a plan can be played, and none hides one of marengo."""
    shipped, known = {*scenario_names(), *what_if_names()}, dict[str, Chain]()
    for name in tables:
        if name in shipped:
            raise ScenarioError(f"{TABLE}.{name}: comes with marengo: expected another name")
        chain = _chain(name, tables, known)
        fingerprint = _fingerprint(chain)
        if fingerprint not in _PLAYABLE:
            _game(chain)
            if len(_PLAYABLE) >= MOST:
                _PLAYABLE.clear()
            _PLAYABLE.add(fingerprint)


def _fingerprint(chain: Chain) -> str:
    """Return what tells a what-if, with all that it extends and its board, from any other."""
    said = msgspec.json.encode([(str(path), content) for path, content in chain], enc_hook=repr)
    board = _stamp(board_of(chain)) if isinstance(chain[-1][1].get("board"), str) else ""
    return hashlib.sha256(said).hexdigest() + board


def check_scenarios(names: Iterable[str], tables: Tables) -> None:
    """Make sure that scenarios can be found which a plan names; not that they can be played."""
    for name in names:
        if name not in tables:
            try:
                _file(name, tables)
            except ScenarioError as error:
                raise ScenarioError(f"scenarios: {error}") from error
