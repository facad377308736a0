"""The engine in plain Python: to be compared with the compiled one, and to measure its coverage.

Everything here needs ``NUMBA_DISABLE_JIT=1`` in the environment. NumPy's records work then too,
but plain objects with lists are several times faster.
"""

import hashlib
from collections.abc import Callable, Iterable
from functools import cache, wraps
from importlib import import_module
from typing import Any

import numpy as np

from marengo.core.engine import driver
from marengo.core.engine.random import Generator, below, own_chance, seeded
from marengo.core.engine.record import Record, with_attributes
from marengo.games.europe.rules.position import BattleTables
from marengo.games.europe.rules.position import Workspace as EuropeWorkspace
from marengo.games.marengo.game import MarengoGame, load
from marengo.games.marengo.rules.position import SetUpTables, Workspace
from marengo.games.progress.rules.position import Tables as ProgressTables
from marengo.games.progress.rules.position import Workspace as ProgressWorkspace

Records = np.ndarray[Any, Any]

LIMIT = 10**6

ENTRIES: dict[str, tuple[str, ...]] = {
    "marengo.core.engine.driver": ("advance",),
    "marengo.core.engine.bulk": ("play_games", "summarise_game", "examine", "problems_of"),
    "marengo.core.engine.policy": ("see", "determinize_once"),
    "marengo.games.marengo.rules.information_set": ("attack_constraint",),
    "marengo.games.triomphe.rules.setup": ("clear",),
    "marengo.games.bonaparte.rules.setup": ("clear",),
}
"""What is called with records, by module."""

ANSWERS = ("move_count", "overflow", "problem", "problem_where", "problem_count")
"""What callers read of a workspace, beside the moves."""


TABLES = (SetUpTables, BattleTables, ProgressTables)
"""What never changes, and so need not be copied each time."""

WORKSPACES = (Workspace, EuropeWorkspace, ProgressWorkspace)
"""Scratch, of which only the answers are copied."""


def generators_of(seed: int) -> Records:
    """Return the generators of one game, shape ``(2,)``: one sets up, the other plays."""
    generators = Generator.array(2)
    generators[0] = seeded(seed)[0]
    generators[1] = seeded(own_chance(seed, 1))[0]
    return generators


def first(records: Any) -> Any:
    """Return the first of records, whose fields are attributes."""
    return with_attributes(records)[0] if isinstance(records, np.ndarray) else records[0]


class PlainRecords(list[Any]):
    """Plain objects that are assigned by value, as NumPy's records are."""

    def __setitem__(self, place: Any, record: Any) -> None:
        for name, value in vars(record).items():
            setattr(self[place], name, list(value) if isinstance(value, list) else value)


def play_randomly(tables: Any, states: Any, works: Any, player: Any, limit: int = LIMIT) -> int:
    """Play up to so many random moves on ``states[0]``, and return how many were played."""
    s, w = first(states), first(works)
    driver.legal_moves(tables, states, works)
    for played in range(limit):
        if s.decision == driver.OVER:
            return played
        driver.play_move(tables, states, works, int(w.moves[below(player[0], int(w.move_count))]))
    return limit


def play_plainly(game: MarengoGame, seed: int) -> Records:
    """Play one random game on plain objects and return its last position, shape ``(1,)``."""
    record = game.engine.state
    tables = [_tables_of(game).plain(game.tables[0])]
    states, works = [record.plain(record.array()[0])], [Workspace.plain(Workspace.array()[0])]
    draws, player = ([Generator.plain(each)] for each in generators_of(seed))
    driver.start_game(tables, states, works, draws)
    play_randomly(tables, states, works, player)
    last = record.array()
    _copy_back(states[0], last[0])
    return last


def play_on_records(game: MarengoGame, seed: int) -> Records:
    """Play one random game on NumPy records and return its last position, shape ``(1,)``."""
    states, works = game.engine.state.array(), Workspace.array()
    generators = generators_of(seed)
    driver.start_game(game.tables, states, works, generators[:1])
    play_randomly(game.tables, states, works, generators[1:])
    return states


def record_bytes(record: Records) -> bytes:
    """Return the bytes of a record field by field, so that padding does not count."""
    names = record.dtype.names or ()
    return b"".join(np.ascontiguousarray(record[name][0]).tobytes() for name in names)


@cache
def use_plain_records() -> None:
    """Let the entry points of all engines work on plain copies of the records, once a process."""
    for name, entries in ENTRIES.items():
        module = import_module(name)
        for entry in entries:
            setattr(module, entry, _on_plain_copies(getattr(module, entry)))


def _on_plain_copies(entry: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that copies records to plain objects, works there, and copies back."""

    @wraps(entry)  # so that it says which records it takes
    def called(*given: Any) -> Any:
        copies = [_plain(each) for each in given]
        answer = entry(*copies)
        for records, copy in zip(given, copies, strict=True):
            if isinstance(copy, PlainRecords):
                for record, plain in zip(records, copy, strict=True):
                    _copy_back(plain, record)
            elif isinstance(records, np.void):
                _copy_back(copy, records)
        return answer

    return called


def _plain(value: Any) -> Any:
    """Return records, or one of them, as plain objects, and all else as it is."""
    if isinstance(value, np.ndarray) and value.dtype.names:
        return PlainRecords(_plain(each) for each in value)
    if not isinstance(value, np.void):
        return value
    kind = kinds()[value.dtype.names]
    if kind in WORKSPACES:
        work = _workspace(kind)
        work.overflow = int(value["overflow"])
        return work
    if issubclass(kind, TABLES):
        key = (kind, value.tobytes())
        if key not in _TABLES:
            _TABLES[key] = kind.plain(value)
        return _TABLES[key]
    return kind.plain(value)


def _copy_back(plain: Record, record: Any) -> None:
    """Write into a record what its plain copy holds now, where anybody reads it."""
    if isinstance(plain, WORKSPACES):
        for field in ANSWERS:
            if field in record.dtype.names:
                record[field] = getattr(plain, field)
        record["moves"][: plain.move_count] = plain.moves[: plain.move_count]
    elif not isinstance(plain, TABLES):
        for field in record.dtype.names:
            record[field] = getattr(plain, field)


@cache
def kinds() -> dict[Any, type[Record]]:
    """Return the classes of all records that are declared, by the names of their fields."""
    found: list[type[Record]] = [Record]
    for kind in found:
        found += kind.__subclasses__()
    return {kind.dtype().names: kind for kind in found[1:]}


_TABLES: dict[tuple[type[Record], bytes], Record] = {}
"""Tables as plain objects, made once for tables alike."""


@cache
def _workspace(kind: type[Any]) -> Any:
    """Return the one workspace of a kind of games as a plain object."""
    return kind.plain(kind.array()[0])


def _tables_of(game: MarengoGame) -> type[SetUpTables]:
    """Return the record of a game's tables, which its engine works on."""
    module = import_module(game.engine.state.__module__)
    kind: type[SetUpTables] = module.Tables
    return kind


def hash_of(record: Records) -> str:
    """Return a fingerprint of a record's fields."""
    return hashlib.blake2b(record_bytes(record), digest_size=16).hexdigest()


PLAYERS = {"plain": play_plainly, "records": play_on_records}


def print_hashes(scenario: str, how: str, seeds: Iterable[int]) -> None:
    """Print the fingerprint of the last position of each game, one a line."""
    game = load(scenario)
    for seed in seeds:
        print(hash_of(PLAYERS[how](game, seed)))
