"""Chapter 8, reinforcements: entry by road and by the pontoon bridge."""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.rules.groups import mark
from marengo.games.bonaparte.rules.movement import gather_movable
from marengo.games.bonaparte.rules.pieces import may_enter, put
from marengo.games.bonaparte.rules.road_march import road_marches
from marengo.games.bonaparte.rules.state import MOVED, Stage, State, Tables
from marengo.games.marengo.rules.choices import named, offer_each
from marengo.games.marengo.rules.moves import MoveKind, only_piece, pieces_of
from marengo.games.marengo.rules.pieces import in_set
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_BOX


@compiled
def entries(t: Tables, s: State, w: Workspace) -> None:
    """Offer the pieces that may enter by road or by the pontoon bridge (B-8.70 to B-8.78)."""
    for box in range(t.boxes):
        if t.box_side[box] != s.turn or s.hour < t.box_hour[box]:
            continue
        gather_movable(t, s, w, FIRST_BOX + box)
        road_marches(t, s, w)
        locality = t.box_locality[box]
        bridge = t.box_pontoon[box] and not s.pontoon_used and s.commands > 0  # B-8.77
        if bridge and may_enter(t, w, s.turn, locality) and not in_set(s.won, locality):
            offer_each(w, MoveKind.PONTOON, 0)


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
