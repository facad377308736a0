"""Scenarios of a plan: those with a name or a file, and what-ifs that the plan states itself."""

import hashlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from marengo.core.errors import ScenarioError, did_you_mean
from marengo.core.files import content_of
from marengo.core.game import Game
from marengo.core.scenarios import (
    ancestry,
    find_scenario,
    game_of,
    games,
    load,
    scenario_names,
    what_if_names,
)

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


def plan_game(name: str, tables: Tables) -> Game[Any]:
    """Return the game of a scenario as a plan names it: a what-if of its own, a name or a file.

    Tables are what-ifs of the plan, as their files would be but without ``name``. They may extend
    each other, whatever comes with marengo, and files.
    """
    if name in tables:
        return _game(_chain(name, tables))
    _check_known(name, tables)
    return load(name)


def _game(chain: Chain) -> Game[Any]:
    """Return the game of a scenario and those that it extends."""
    return game_of(*chain[-1]).from_files(chain)


def _chain(name: str, tables: Tables, chains: dict[str, Chain] | None = None) -> Chain:
    """Return the content of a scenario and of those that it extends in turn; files are cached."""
    chain: Chain = []
    chains = {} if chains is None else chains
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
    if following not in chains:
        try:
            chains[following] = ancestry(_file(following, tables))
        except ScenarioError as error:
            raise ScenarioError(f"{origin}{error}") from error
    return chain + chains[following]


def _check_known(name: str, tables: Tables) -> None:
    """Make sure that there is a scenario which is none of the plan itself."""
    if name not in games():
        _file(name, tables)


def _file(name: str, tables: Tables) -> Path:
    """Return the file of a scenario that is none of the plan itself."""
    if name in games() and games()[name].schema is None:
        raise ScenarioError(f"{name} has no file: expected a scenario in one, to change it")
    try:
        return find_scenario(name)
    except ScenarioError as error:
        meant = did_you_mean(name, tables)
        own = f", or of this plan: {', '.join(tables)}{meant}" if tables else ""
        raise ScenarioError(f"{error}{own}") from error


def check_what_ifs(tables: Tables) -> None:
    """Make sure that the what-ifs of a plan can be played, and none hides one of marengo."""
    shipped, chains = {*scenario_names(), *what_if_names()}, dict[str, Chain]()
    for name in tables:
        if name in shipped:
            raise ScenarioError(f"{TABLE}.{name}: comes with marengo: expected another name")
        chain = _chain(name, tables, chains)
        fingerprint = _fingerprint(chain)
        if fingerprint not in _PLAYABLE:
            _game(chain)
            if len(_PLAYABLE) >= MOST:
                _PLAYABLE.clear()
            _PLAYABLE.add(fingerprint)


def _fingerprint(chain: Chain) -> str:
    """Return the fingerprint of a what-if, with all that it extends and the files it names."""
    content = msgspec.json.encode([(str(path), table) for path, table in chain], enc_hook=repr)
    digest = hashlib.sha256(content)
    for path in game_of(*chain[-1]).files_of(chain):
        with suppress(ValueError):  # whoever reads it says so
            digest.update(content_of(path))
    return digest.hexdigest()


def check_scenarios(names: Iterable[str], tables: Tables) -> None:
    """Make sure that scenarios can be found which a plan names; not that they can be played."""
    for name in names:
        if name not in tables:
            try:
                _check_known(name, tables)
            except ScenarioError as error:
                raise ScenarioError(f"scenarios: {error}") from error
