"""The engine in plain Python: to be compared with the compiled one, and to measure its coverage.

Everything here needs ``NUMBA_DISABLE_JIT=1`` in the environment. NumPy's records work then too,
but plain objects with lists are several times faster.
"""

import hashlib
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from marengo.game import Game, load
from marengo.game.ruleset import Ruleset
from marengo.game.rulesets import RULESETS
from marengo.rules.random import Generator, seeded
from marengo.rules.shared.position import SetUpTables, Workspace

Records = np.ndarray[Any, Any]

LIMIT = 10**6

ENTRIES = {
    "engine": ("start_game", "resume", "legal_moves", "play_move", "play_randomly"),
    "batch": ("play_games", "hunt", "problems_of"),
}
"""Entry points that work on one table, one state and one workspace, where a ruleset has them."""

ANSWERS = ("move_count", "overflow", "problem", "problem_where", "problem_count")
"""What callers read of a workspace, beside the moves."""


def generators_of(seed: int) -> Records:
    """Return the generators of one game, shape ``(2,)``: one sets up, the other plays."""
    generators = Generator.array(2)
    generators[0] = seeded(seed)[0]
    generators[1] = seeded(np.random.SeedSequence(seed, spawn_key=(1,)))[0]
    return generators


def play_plainly(game: Game, seed: int) -> Records:
    """Play one random game on plain objects and return its last position, shape ``(1,)``."""
    engine, record = game.ruleset.engine, game.ruleset.record
    tables = [_tables_of(game.ruleset).plain(game.tables[0])]
    states, works = [record.plain(record.array()[0])], [Workspace.plain(Workspace.array()[0])]
    draws, player = ([Generator.plain(each)] for each in generators_of(seed))
    engine.start_game(tables, states, works, draws)
    engine.play_randomly(tables, states, works, player, LIMIT)
    return states[0].numpy()


def play_on_records(game: Game, seed: int) -> Records:
    """Play one random game on NumPy records and return its last position, shape ``(1,)``."""
    engine, states, works = game.ruleset.engine, game.ruleset.record.array(), Workspace.array()
    generators = generators_of(seed)
    engine.start_game(game.tables, states, works, generators[:1])
    engine.play_randomly(game.tables, states, works, generators[1:], LIMIT)
    return states


def record_bytes(record: Records) -> bytes:
    """Return the bytes of a record field by field, so that padding does not count."""
    names = record.dtype.names or ()
    return b"".join(np.ascontiguousarray(record[name][0]).tobytes() for name in names)


def use_plain_records() -> None:
    """Let the entry points of all engines work on plain copies of the records they are given."""
    for ruleset in RULESETS.values():
        for module, names in ENTRIES.items():
            room = getattr(ruleset, module)
            for name in names:
                if hasattr(room, name):
                    setattr(room, name, _on_plain_copies(ruleset, getattr(room, name)))


def _on_plain_copies(ruleset: Ruleset, entry: Callable[..., Any]) -> Callable[..., Any]:
    """Return an entry point that copies to plain objects, works there, and copies back."""

    def called(tables: Records, states: Records, works: Records, *more: Any) -> Any:
        state, work = ruleset.record.plain(states[0]), _WORK[0]
        work.overflow = int(works["overflow"][0])
        rest = [_plain(ruleset, each) for each in more]
        result = entry([_plain_tables(ruleset, tables)], [state], [work], *rest)
        states[:] = state.numpy()
        for field in ANSWERS:
            works[field][0] = getattr(work, field)
        works["moves"][0, : work.move_count] = work.moves[: work.move_count]
        for records, plain in zip(more, rest, strict=True):
            if plain is not records:
                records[:] = np.concatenate([each.numpy() for each in plain])
        return result

    return called


def _plain(ruleset: Ruleset, value: Any) -> Any:
    """Return generators and results as plain objects, and numbers as they are."""
    if not isinstance(value, np.ndarray):
        return value
    kind = Generator if value.dtype == Generator.dtype() else ruleset.batch.Result
    return [kind.plain(each) for each in value]


_TABLES: dict[tuple[str, bytes], SetUpTables] = {}
_WORK: list[Workspace] = [Workspace.plain(Workspace.array()[0])]


def _tables_of(ruleset: Ruleset) -> type[SetUpTables]:
    """Return the record of a ruleset's tables, which its engine works on."""
    kind: type[SetUpTables] = ruleset.engine.Tables
    return kind


def _plain_tables(ruleset: Ruleset, tables: Records) -> SetUpTables:
    """Return tables as a plain object, made once for tables alike."""
    key = (ruleset.name, tables.tobytes())
    if key not in _TABLES:
        _TABLES[key] = _tables_of(ruleset).plain(tables[0])
    return _TABLES[key]


def hash_of(record: Records) -> str:
    """Return a fingerprint of a record's fields."""
    return hashlib.blake2b(record_bytes(record), digest_size=16).hexdigest()


PLAYERS = {"plain": play_plainly, "records": play_on_records}


def print_hashes(scenario: str, how: str, seeds: Iterable[int]) -> None:
    """Print the fingerprint of the last position of each game, one a line."""
    game = load(scenario)
    for seed in seeds:
        print(hash_of(PLAYERS[how](game, seed)))
