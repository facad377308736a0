"""Chapter 7: the cross-country march."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.rules.choices import named, offer
from marengo.games.marengo.rules.moves import MoveKind, only_piece, pieces_of, size_of, target_of
from marengo.games.marengo.rules.pieces import has
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, LOCALITIES, PIECES
from marengo.games.triomphe.rules.borders import bars_block, bars_border, bars_entry
from marengo.games.triomphe.rules.disorganisation import spread
from marengo.games.triomphe.rules.orders import are_organised, bars_group, begin_action
from marengo.games.triomphe.rules.pieces import put
from marengo.games.triomphe.rules.state import DISORGANISED, Stage, State, Tables


@compiled
def marches_from_reserve(t: Tables, s: State, w: Workspace, locality: int) -> None:
    """Offer the marches of the listed groups from the reserve: kinds (a) and (b) of T-7.2."""
    for approach in range(t.first_approach[locality], t.first_approach[locality + 1]):
        neighbour = t.neighbour[approach]
        if not bars_block(t, s, w, approach, 7_10_0):
            _offer_block(t, s, w, approach)
        elif not bars_border(t, s, approach) and not _offered_before(t, s, approach):
            _offer_entry(t, s, w, neighbour)


@compiled
def marches_from_approach(t: Tables, s: State, w: Workspace, approach: int) -> None:
    """Offer the marches of the listed groups from an approach: kinds (c) and (d) of T-7.2."""
    if s.orders < 1:  # T-7.14, T-7.17
        return
    for group in range(w.group_count):
        offer(w, MoveKind.MARCH, t.owner[approach], 0, w.group_pieces[group])
    if not bars_border(t, s, approach):
        _offer_entry(t, s, w, t.neighbour[approach])


@compiled
def _offered_before(t: Tables, s: State, approach: int) -> int:
    """Return 1 if an earlier open border leads to the same neighbour (T-3.29)."""
    for other in range(t.first_approach[t.owner[approach]], approach):
        if t.neighbour[other] == t.neighbour[approach] and not bars_border(t, s, other):
            return 1
    return 0


@compiled
def _offer_entry(t: Tables, s: State, w: Workspace, locality: int) -> None:
    """Offer the march into the reserve of another locality, for 1 order (T-7.8, T-7.14)."""
    if s.orders < 1:
        return
    for group in range(w.group_count):
        if bars_entry(t, w, s.turn, locality, w.group_size[group]):
            break  # groups are listed by size
        if not w.group_marks[group] & DISORGANISED:  # T-7.8
            offer(w, MoveKind.MARCH, locality, 0, w.group_pieces[group])


@compiled
def _offer_block(t: Tables, s: State, w: Workspace, approach: int) -> None:
    """Offer the march from reserve into an approach (T-7.10 to T-7.16)."""
    place = FIRST_APPROACH + approach
    for group in range(w.group_count):
        if block_price(t, w, approach, w.group_size[group]) <= s.orders:
            offer(w, MoveKind.MARCH, place, 0, w.group_pieces[group])


@compiled
def block_price(t: Tables, w: Workspace, approach: int, pieces: int) -> int:
    """Return the orders a march into an approach costs: a defensive march none (T-7.15)."""
    return int(w.count[FIRST_APPROACH + approach] + pieces > 1 + t.wide[approach])


@compiled
def bars_march(t: Tables, s: State, w: Workspace, move: int) -> int:
    """Return the statement that forbids a cross-country march, 0 if none does."""
    pieces, to = named(s.turn, pieces_of(move)), target_of(move)
    group = bars_group(t, s, pieces)
    if group:
        return group
    start = s.place[only_piece(pieces)]
    if to >= LOCALITIES:
        return _bars_block_from(t, s, w, start, to - FIRST_APPROACH, size_of(pieces))
    if s.orders < 1:
        return 6_04_0
    if start < LOCALITIES:
        return 7_02_2 if start == to else _bars_leaving(t, s, w, pieces, start, to)
    approach = start - FIRST_APPROACH
    if t.owner[approach] == to:
        return 0
    return _bars_leaving(t, s, w, pieces, start, to) if t.neighbour[approach] == to else 7_18_0


@compiled
def _bars_block_from(
    t: Tables, s: State, w: Workspace, start: int, approach: int, pieces: int
) -> int:
    """Return the statement that forbids so many to go into an approach, 0 if none does."""
    if start != t.owner[approach]:
        return 7_02_2 if start == FIRST_APPROACH + approach else 7_02_1
    block = bars_block(t, s, w, approach, 7_10_0)
    if block:
        return block
    return 0 if block_price(t, w, approach, pieces) <= s.orders else 6_04_0


@compiled
def _bars_leaving(t: Tables, s: State, w: Workspace, pieces: int, start: int, to: int) -> int:
    """Return the statement that forbids to march into another locality, 0 if none does."""
    border = 7_02_0
    first = start - FIRST_APPROACH if start >= LOCALITIES else t.first_approach[start]
    last = first + 1 if start >= LOCALITIES else t.first_approach[start + 1]
    for approach in range(first, last):  # two borders may lead there (T-3.29)
        if t.neighbour[approach] == to and border:
            border = bars_border(t, s, approach)
    if border == 7_02_0:
        return border
    if not are_organised(s, pieces):
        return 7_08_0
    entry = bars_entry(t, w, s.turn, to, size_of(pieces))
    if entry or not border:
        return entry
    return 7_04_0 if border == 3_16_0 else 7_06_0


@compiled
def play_march(t: Tables, s: State, w: Workspace, move: int) -> None:
    """Carry out a cross-country march; cavalry in reserve is then asked to continue (T-7.21)."""
    actors = named(s.turn, pieces_of(move))
    place = target_of(move)
    price = 1
    number = 0
    for piece in range(PIECES):
        number += has(actors, piece)
    if place >= LOCALITIES:
        price = block_price(t, w, place - FIRST_APPROACH, number)
    begin_action(t, s, actors, price)
    for piece in range(PIECES):
        if has(actors, piece):
            put(t, s, w, piece, place)
    if place >= LOCALITIES:
        s.stage = Stage.ACTION_END
        return
    spread(t, s, place)
    s.asked = actors
    s.stage = Stage.CONTINUATION
