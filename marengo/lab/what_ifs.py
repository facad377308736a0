"""Scenarios of a plan: those with a name or a file, and what-ifs that the plan states itself."""

import hashlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from marengo.core.errors import ScenarioError
from marengo.core.scenarios import ancestry, find_scenario, scenario_names, what_if_names
from marengo.games.marengo.board import Board, BoardError
from marengo.games.marengo.files import board_of, scenario_of
from marengo.games.marengo.game import MarengoGame

Table = Mapping[str, Any]
Tables = Mapping[str, Table]
Chain = list[tuple[Path, dict[str, Any]]]

TABLE = "what_ifs"
"""Field of a plan with its own what-ifs."""

MOST = 100_000

_PLAYABLE: set[str] = set()
"""Fingerprints of up to ``MOST`` what-ifs that can be played.

Making a game takes milliseconds, and a plan is checked repeatedly.
"""


def plan_game(name: str, tables: Tables) -> MarengoGame:
    """Return the game of a scenario as a plan names it: a what-if of its own, a name or a file.

    Tables are what-ifs of the plan, as their files would be but without ``name``. They may extend
    each other, whatever comes with marengo, and files.
    """
    return _game(_chain(name, tables))


def _game(chain: Chain) -> MarengoGame:
    """Return the game of a scenario and those that it extends."""
    label = chain[0][0]
    try:
        scenario, board = scenario_of(chain), board_of(chain)  # which a scenario is sure to name
        return MarengoGame.from_parts(_board(board, _stamp(board)), scenario)
    except BoardError as error:
        raise ScenarioError(f"{label}: board: {error}") from error
    except ScenarioError as error:
        is_located = any(str(error).startswith(f"{path}:") for path, _ in chain)
        raise ScenarioError(str(error) if is_located else f"{label}: {error}") from error


def _chain(name: str, tables: Tables, known: dict[str, Chain] | None = None) -> Chain:
    """Return the content of a scenario and of those that it extends in turn; files are cached."""
    chain: Chain = []
    known = {} if known is None else known
    following, origin = name, ""
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
        following, origin = parent, f"{label}: extends: "
    if following not in known:
        try:
            known[following] = ancestry(_file(following, tables))
        except ScenarioError as error:
            raise ScenarioError(f"{origin}{error}") from error
    return chain + known[following]


def _file(name: str, tables: Tables) -> Path:
    """Return the file of a scenario that is none of the plan itself."""
    try:
        return find_scenario(name)
    except ScenarioError as error:
        own = f", or of this plan: {', '.join(tables)}" if tables else ""
        raise ScenarioError(f"{error}{own}") from error


def _stamp(path: Path) -> str:
    """Return the fingerprint of the content of a file."""
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
    """Return the fingerprint of a what-if, with all that it extends and its board."""
    content = msgspec.json.encode([(str(path), table) for path, table in chain], enc_hook=repr)
    board = _stamp(board_of(chain)) if isinstance(chain[-1][1].get("board"), str) else ""
    return hashlib.sha256(content).hexdigest() + board


def check_scenarios(names: Iterable[str], tables: Tables) -> None:
    """Make sure that scenarios can be found which a plan names; not that they can be played."""
    for name in names:
        if name not in tables:
            try:
                _file(name, tables)
            except ScenarioError as error:
                raise ScenarioError(f"scenarios: {error}") from error
