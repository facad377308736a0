"""Chapters 2 and 3: pieces, positions, and who stands where."""

from marengo.core.engine.compiled import compiled, uint64
from marengo.games.marengo.rules.choices import gather_set
from marengo.games.marengo.rules.pieces import end_slot, first_slot, lift, locality_of, set_down
from marengo.games.marengo.rules.position import Bombardment, Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_BOX, SLOTS
from marengo.games.triomphe.rules.state import ACTED, DISORGANISED, State, Tables


@compiled
def take_off(t: Tables, s: State, w: Workspace, piece: int) -> None:
    """Take a piece from its place; any declared bombardment is cancelled (T-10.13)."""
    s.bombardment[piece] = Bombardment.NONE
    lift(t, s, w, piece)


@compiled
def put(t: Tables, s: State, w: Workspace, piece: int, place: int) -> None:
    """Move a piece to a place on the map, remembering who entered the locality last (T-18.31)."""
    before = locality_of(t, s, piece)
    take_off(t, s, w, piece)
    set_down(t, s, w, piece, place)
    locality = t.locality_of[place]
    if locality != before:
        s.entered_last[locality] = piece >= SLOTS


@compiled
def blocked_fully(t: Tables, w: Workspace, approach: int, place: int) -> int:
    """Return 1 if the approach is fully blocked: narrow by one piece, wide by two (T-3.12)."""
    return int(w.count[place] >= 1 + t.wide[approach])


@compiled
def is_organised(s: State, piece: int) -> int:
    """Return 1 unless the piece is disorganised (T-14.3)."""
    return int((s.marks[piece] & DISORGANISED) == 0)


@compiled
def can_act(s: State, piece: int) -> int:
    """Return 1 if the piece has not taken part in an action this turn (T-6.7)."""
    return int((s.marks[piece] & ACTED) == 0)


@compiled
def is_face_up(t: Tables, s: State, piece: int) -> int:
    """Return 1 for bombarding artillery, and artillery waiting for its hour (T-10.9, T-15.15)."""
    waits = s.place[piece] >= FIRST_BOX and s.hour < t.earliest[piece]
    return int(waits or s.bombardment[piece] != Bombardment.NONE)


@compiled
def gather_able(t: Tables, s: State, w: Workspace, side: int, place: int) -> None:
    """List as members the pieces of a side at a place that have not acted (T-6.7)."""
    members = 0
    for piece in range(uint64(first_slot(side)), uint64(end_slot(t, side))):
        members |= int((s.place[piece] == place) & can_act(s, piece)) << piece
    gather_set(t, s, w, side, members)
