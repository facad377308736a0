"""Chapter 16: approach clean-up."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.rules.pieces import end_slot, enemy_holds, first_slot
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, FIRST_BOX
from marengo.games.triomphe.rules.pieces import put
from marengo.games.triomphe.rules.state import State, Tables


@compiled
def clean_up_approaches(t: Tables, s: State, w: Workspace) -> None:
    """Move own pieces from approaches that face no enemy into reserve (T-16.1, T-16.2)."""
    side = s.turn
    for piece in range(first_slot(side), end_slot(t, side)):
        approach = s.place[piece] - FIRST_APPROACH
        if 0 <= approach < FIRST_BOX - FIRST_APPROACH:
            if not enemy_holds(w, side, t.neighbour[approach]):
                put(t, s, w, piece, t.owner[approach])
