"""Random games watched by the observers in plain Python, to compare with compiled ones."""

import json
from typing import Any

import numpy as np

from marengo.core.engine.random import below
from marengo.core.engine.record import Record, with_attributes
from marengo.core.players.nets import read_net
from marengo.games.marengo.game import load
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.study.engine.games import watch_moves
from marengo.games.marengo.study.engine.rows import EventRow, PresenceRow, TurnRow, Watch
from marengo.lab.playing import generators_of
from tests.plain import kinds

ROWS = {"turns": TurnRow, "events": EventRow, "presence": PresenceRow}
ROOM = 1000


def plain(records: Any) -> list[Any]:
    """Return NumPy records as plain objects, which is how plain Python runs the engine fast."""
    copies = []
    for record in records:
        copy = kinds().get(record.dtype.names, type("Plain", (Record,), {}))()
        for name in record.dtype.names:
            setattr(copy, name, record[name].tolist())
        copies.append(copy)
    return copies


def rows_of(scenario: str, seed: int) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of one random game; needs ``NUMBA_DISABLE_JIT=1`` in the environment."""
    game = load(scenario)
    watches = plain(Watch.array())
    rows = {kind: plain(record.array(ROOM)) for kind, record in ROWS.items()}
    for kind in rows:
        setattr(watches[0], kind, 1)
    start = game.start(seed)
    state, chance = start.copy(), generators_of([seed], 3)[1:]
    while moves := state.legal_moves():
        player = with_attributes(chance)[state.to_move]
        state.play(moves[below(player, len(moves)) if len(moves) > 1 else 0])
    watch_moves(
        plain(game.tables),
        plain(start.record.reshape(1)),
        plain(Workspace.array()),
        watches,
        plain(game.ground),
        plain(read_net(game)),
        plain(game.engine.scores.array()),
        rows["turns"],
        rows["events"],
        rows["presence"],
        0,
        np.array([move.code for move in state.moves]),
    )
    written = {"turns": "turn_rows", "events": "event_rows", "presence": "presence_rows"}
    return {
        kind: [vars(row) for row in rows[kind][: getattr(watches[0], field)]]
        for kind, field in written.items()
    }


def print_rows(scenario: str, seed: int) -> None:
    """Print the rows of one random game as JSON."""
    print(json.dumps(rows_of(scenario, seed), default=lambda number: number.item()))
