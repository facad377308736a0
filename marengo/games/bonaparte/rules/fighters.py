"""Chapter 11: who leads an assault, who leads the defence, and who pursues."""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.rules.assault import defence_place
from marengo.games.bonaparte.rules.assault_result import in_wait
from marengo.games.bonaparte.rules.groups import bars_leading
from marengo.games.bonaparte.rules.state import State, Tables
from marengo.games.marengo.rules.choices import gather_set, list_groups, named, offer
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import MoveKind, pack, pieces_of, size_of
from marengo.games.marengo.rules.pieces import end_slot, first_slot, has, is_cavalry
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import PIECES, Kind


@compiled
def fighter_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer one piece, two of a type at a wide approach, or none but in attack (B-5.9, B-5.10)."""
    kind = MoveKind.PURSUE if s.decision == Decision.PURSUIT else MoveKind.LEAD
    if not bars_fighters(t, s, kind):
        offer(w, kind, 0, 0, 0)
    able = 0
    for piece in range(first_slot(s.to_move), end_slot(t, s.to_move)):
        if not _bars_fighter(t, s, piece):
            able |= 1 << piece
    gather_set(t, s, w, s.to_move, able)
    list_groups(s, w, 1 + t.wide[t.opposite[s.attack_approach]])
    for group in range(w.group_count):
        if not bars_fighters(t, s, pack(kind, 0, 0, w.group_pieces[group])):
            offer(w, kind, 0, 0, w.group_pieces[group])


@compiled
def bars_fighters(t: Tables, s: State, move: int) -> int:
    """Return the statement that forbids pieces to lead or to pursue together, 0 if none does."""
    pieces, kinds, attacks = named(s.to_move, pieces_of(move)), 0, s.decision == Decision.LEADERS
    if pieces == 0:
        return 11_22_0 if attacks else 0
    for piece in range(PIECES):
        if has(pieces, piece):
            barred = _bars_fighter(t, s, piece)
            if barred:
                return barred
            kinds |= 1 << s.kind[piece]
    if size_of(pieces) > 1 + t.wide[t.opposite[s.attack_approach]]:
        return 5_09_0
    if size_of(kinds) == 1:
        return 0
    return 11_22_1 if attacks else 11_32_0


@compiled
def _bars_fighter(t: Tables, s: State, piece: int) -> int:
    """Return the statement that forbids a piece to lead or to pursue, 0 if none does."""
    if s.decision == Decision.LEADERS:
        return bars_leading(t, s, piece, s.attack_approach) if has(s.actors, piece) else 11_02_2
    if s.decision == Decision.DEFENCE_LEADERS:
        return _bars_defence_leader(t, s, piece)
    if not is_cavalry(s, piece):
        return 11_51_0
    if has(s.leaders | s.defence_leaders, piece):
        return 11_51_1
    return 0 if has(in_wait(t, s), piece) else 11_51_2


@compiled
def _bars_defence_leader(t: Tables, s: State, piece: int) -> int:
    """Return the statement that forbids a piece to lead the defence, 0 if none does."""
    if s.place[piece] != defence_place(t, s):
        return 11_31_0
    if s.kind[piece] == Kind.ARTILLERY:
        return 11_33_0
    obstacle = t.obstacle[t.opposite[s.attack_approach]]
    return 11_37_0 if obstacle and s.kind[piece] == Kind.CAVALRY else 0
