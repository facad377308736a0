"""Chapter 8, reinforcements: entry by road and by the pontoon bridge."""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.rules.groups import gather_able, mark
from marengo.games.bonaparte.rules.pieces import bars_command, bars_moving, put
from marengo.games.bonaparte.rules.road_march import bars_coming_in, bars_opening, road_marches
from marengo.games.bonaparte.rules.state import MOVED, Stage, State, Tables
from marengo.games.marengo.rules.choices import named, offer_each
from marengo.games.marengo.rules.moves import MoveKind, only_piece, pieces_of, size_of
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_BOX


@compiled
def entries(t: Tables, s: State, w: Workspace) -> None:
    """Offer the pieces that may enter by road or by the pontoon bridge (B-8.70 to B-8.78)."""
    for box in range(t.boxes):
        if t.box_side[box] != s.turn or bars_opening(t, s, FIRST_BOX + box):
            continue
        gather_able(t, s, w, s.turn, FIRST_BOX + box, MoveKind.PONTOON)
        road_marches(t, s, w)
        if not _bars_bridge(t, s, w, box):
            offer_each(w, MoveKind.PONTOON, 0)


@compiled
def _bars_bridge(t: Tables, s: State, w: Workspace, box: int) -> int:
    """Return the statement that forbids to enter from a box by the bridge, 0 if none does."""
    if not t.box_pontoon[box]:
        return 8_77_0
    if s.pontoon_used:
        return 8_77_1
    return bars_command(s) or bars_coming_in(t, s, w, t.box_locality[box])  # B-8.78


@compiled
def bars_pontoon(t: Tables, s: State, w: Workspace, move: int) -> int:
    """Return the statement that forbids a piece to enter by the pontoon bridge, 0 if none does."""
    pieces = named(s.turn, pieces_of(move))
    if size_of(pieces) != 1:
        return 8_77_2
    piece = only_piece(pieces)
    place = s.place[piece]
    if place < FIRST_BOX:
        return 8_77_3
    waiting = bars_opening(t, s, place) or bars_moving(s, piece)
    return waiting or _bars_bridge(t, s, w, place - FIRST_BOX)


@compiled
def play_pontoon(t: Tables, s: State, w: Workspace, move: int) -> None:
    """Enter by the pontoon bridge, for one command; cavalry may continue (B-8.77, B-8.79)."""
    s.commands -= 1
    s.actors = named(s.turn, pieces_of(move))
    mark(s, s.actors, MOVED)
    piece = only_piece(s.actors)
    put(t, s, w, piece, t.box_locality[s.place[piece] - FIRST_BOX])
    s.pontoon_used = 1
    s.asked = s.actors
    s.stage = Stage.CONTINUATION
