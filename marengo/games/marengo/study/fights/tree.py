"""The tree of the decisions of a fight, played by the engine to its end."""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event
from typing import Any, Final

import numpy as np

from marengo.core.engine.driver import play_move
from marengo.core.errors import MarengoError
from marengo.core.players import StoppedError
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.study.fights.measures import FightOutcome

MOST: Final = 400_000
"""Positions of a fight that are looked at before it counts as too large; about ten seconds."""

ENDS: Final = frozenset(
    {
        Decision.ACTION,
        Decision.ASSAULT,
        Decision.OVER,
        # what follows changes nothing any more: where beaten or victorious attackers stand
        Decision.ADVANCE,
        Decision.CONTINUATION,
    }
)
"""Decisions before which a fight is over."""

_ASKED_OFTEN: Final = 256
"""Positions between two looks at whether somebody wants to stop."""


class FightError(MarengoError):
    """A fight with too many positions; says how many."""


@dataclass(slots=True, eq=False)
class FightNode:
    """A decision of a fight, or its end."""

    decision: Decision
    side: Side
    # Packed moves, several only where a retreat is played through, and what follows them.
    edges: "list[tuple[tuple[int, ...], FightNode]]" = field(default_factory=list)
    outcome: FightOutcome | None = None  # of an end


@dataclass(frozen=True, slots=True)
class _Here:
    """A position while the tree grows: the engine's record, and the packed legal moves."""

    record: bytes
    codes: list[int]


class _Engine:
    """The engine on records as bytes, which can be compared; padding stays what it was."""

    def __init__(self, state: MarengoState) -> None:
        self._state = state
        self._scratch = state.game.engine.state.array()
        self._bytes = self._scratch.view(np.uint8)
        self._works = state.game.workspace()
        self.record = self._scratch[0]

    def read(self, record: bytes) -> Any:
        """Return the record that some bytes are."""
        self._bytes[:] = np.frombuffer(record, np.uint8)
        return self.record

    def play(self, record: bytes, code: int) -> _Here:
        """Play a move, forced ones that follow included."""
        self.read(record)
        game = self._state.game
        play_move(game.tables, self._scratch, self._works, code)
        count = int(self._works["move_count"][0])
        codes = self._works["moves"][0, :count].tolist()
        return _Here(self._scratch.tobytes(), codes)

    def state(self, record: bytes) -> MarengoState:
        """Return a position as a person holds it."""
        self.read(record)
        state: MarengoState = self._state.game.state(self._scratch.copy())
        return state


def grow(
    state: MarengoState,
    roots: list[int],
    judge: Callable[[MarengoState], FightOutcome],
    most: int = MOST,
    stop: Event | None = None,
) -> FightNode:
    """Return the tree of a fight that begins with one of the packed moves ``roots``.

    Equal positions are looked at once. Of a retreat that can be made without further loss, one
    variation is played: no count depends on where pieces go.
    """
    engine = _Engine(state)
    nodes: dict[bytes, FightNode] = {}

    def node_of(position: _Here) -> FightNode:
        grown = nodes.get(position.record)
        if grown is None:
            _look(len(nodes), most, stop)
            grown = nodes[position.record] = new_node(position)
        return grown

    def new_node(position: _Here) -> FightNode:
        s = engine.read(position.record)
        node = FightNode(Decision(int(s["decision"])), Side(int(s["to_move"])))
        if node.decision in ENDS:
            node.outcome = judge(engine.state(position.record))
            return node
        played = _through(engine, position, node.decision)
        if played is not None:
            codes, after = played
            node.edges = [(codes, node_of(after))]
        else:
            node.edges = [
                ((code,), node_of(engine.play(position.record, code))) for code in position.codes
            ]
        return node

    start = state.record.tobytes()
    node = FightNode(state.decision, state.to_move)
    node.edges = [((code,), node_of(engine.play(start, code))) for code in roots]
    return node


def _look(number: int, most: int, stop: Event | None) -> None:
    """Make sure that the tree may go on growing."""
    if number >= most:
        raise FightError(f"too many pieces: the fight has more than {most:,} positions")
    if stop is not None and number % _ASKED_OFTEN == 0 and stop.is_set():
        raise StoppedError("the fight was given up")


def _through(
    engine: _Engine, position: _Here, decision: Decision
) -> tuple[tuple[int, ...], _Here] | None:
    """Play on by first choices where no other choice can lead to anything else.

    Which infantry is shown decides nothing (T-9.31, B-9.7). A retreat in which nobody is lost for
    lack of a place is as good as any other for its owner, and for his enemy as bad.
    """
    if decision not in (Decision.SHOW, Decision.RETREAT):
        return None
    strength = int(engine.read(position.record)["strength"].sum())
    codes: list[int] = []
    while int(engine.read(position.record)["decision"]) == decision:
        codes.append(position.codes[0])
        position = engine.play(position.record, codes[-1])
    lost = strength - int(engine.read(position.record)["strength"].sum())
    return None if lost and decision == Decision.RETREAT else (tuple(codes), position)
