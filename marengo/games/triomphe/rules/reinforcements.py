"""Chapter 15: reinforcements."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.rules.choices import gather_set, named, offer_each
from marengo.games.marengo.rules.moves import MoveKind, only_piece, pieces_of, size_of
from marengo.games.marengo.rules.pieces import end_slot, first_slot
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_BOX
from marengo.games.triomphe.rules.borders import bars_entry
from marengo.games.triomphe.rules.disorganisation import spread
from marengo.games.triomphe.rules.orders import begin_action
from marengo.games.triomphe.rules.pieces import can_act, put
from marengo.games.triomphe.rules.road_march import bars_waiting, road_marches
from marengo.games.triomphe.rules.state import Stage, State, Tables


@compiled
def entries(t: Tables, s: State, w: Workspace) -> None:
    """Offer the pieces that may enter by road or by the pontoon bridge (N5, N6)."""
    for box in range(t.boxes):
        if t.box_side[box] == s.turn:
            _gather_ready(t, s, w, FIRST_BOX + box)
            road_marches(t, s, w)
            if not _bars_bridge(t, s, w, box):
                offer_each(w, MoveKind.PONTOON, 0)


@compiled
def _bars_bridge(t: Tables, s: State, w: Workspace, box: int) -> int:
    """Return the statement that forbids to enter from a box by the bridge, 0 if none does."""
    if not t.box_pontoon[box]:
        return 15_12_0
    return 15_12_1 if s.pontoon_used else bars_entry(t, w, s.turn, t.box_locality[box], 1)


@compiled
def bars_pontoon(t: Tables, s: State, w: Workspace, move: int) -> int:
    """Return the statement that forbids a piece to enter by the pontoon bridge, 0 if none does."""
    pieces = named(s.turn, pieces_of(move))
    if size_of(pieces) != 1:
        return 15_12_2
    piece = only_piece(pieces)
    if s.place[piece] < FIRST_BOX:
        return 15_12_3
    if not can_act(s, piece):
        return 6_07_0
    wait = bars_waiting(t, s, piece)
    return wait if wait else _bars_bridge(t, s, w, s.place[piece] - FIRST_BOX)


@compiled
def _gather_ready(t: Tables, s: State, w: Workspace, place: int) -> None:
    """List the pieces of a box that may enter at this hour (T-15.1, T-15.15)."""
    ready = 0
    for piece in range(first_slot(s.turn), end_slot(t, s.turn)):
        if s.place[piece] == place and can_act(s, piece) and not bars_waiting(t, s, piece):
            ready |= 1 << piece
    gather_set(t, s, w, s.turn, ready)


@compiled
def play_pontoon(t: Tables, s: State, w: Workspace, move: int) -> None:
    """Enter by the pontoon bridge, without price or continuation (T-15.12, T-12.14)."""
    slot = only_piece(pieces_of(move))
    begin_action(t, s, named(s.turn, pieces_of(move)), 0)
    piece = first_slot(s.turn) + slot
    put(t, s, w, piece, t.box_locality[s.place[piece] - FIRST_BOX])
    spread(t, s, s.place[piece])  # on a board that gives France a bridge (T-14.18)
    s.pontoon_used = 1
    s.stage = Stage.ACTION_END
