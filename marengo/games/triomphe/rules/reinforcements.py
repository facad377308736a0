"""Chapter 15: reinforcements."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.rules.choices import gather_set, named, offer_each
from marengo.games.marengo.rules.moves import MoveKind, only_piece, pieces_of
from marengo.games.marengo.rules.pieces import end_slot, first_slot
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_BOX
from marengo.games.triomphe.rules.borders import may_enter
from marengo.games.triomphe.rules.disorganisation import spread
from marengo.games.triomphe.rules.orders import begin_action
from marengo.games.triomphe.rules.pieces import can_act, put
from marengo.games.triomphe.rules.road_march import road_marches
from marengo.games.triomphe.rules.state import Stage, State, Tables


@compiled
def entries(t: Tables, s: State, w: Workspace) -> None:
    """Offer the pieces that may enter by road or by the pontoon bridge (N5, N6)."""
    for box in range(t.boxes):
        if t.box_side[box] != s.turn or s.hour < t.box_hour[box]:  # T-15.1
            continue
        _gather_ready(t, s, w, FIRST_BOX + box)
        road_marches(t, s, w)
        bridge = t.box_pontoon[box] and not s.pontoon_used  # T-15.12
        if bridge and may_enter(t, w, s.turn, t.box_locality[box], 1):
            offer_each(w, MoveKind.PONTOON, 0)


@compiled
def _gather_ready(t: Tables, s: State, w: Workspace, place: int) -> None:
    """List the pieces of a box that may enter at this hour (T-15.15)."""
    ready = 0
    for piece in range(first_slot(s.turn), end_slot(t, s.turn)):
        if s.place[piece] == place and s.hour >= t.earliest[piece] and can_act(s, piece):
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
