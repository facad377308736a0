"""Chapters 5 and 11: production."""

from marengo.core.engine.compiled import compiled, int64
from marengo.core.engine.driver import NONE
from marengo.games.europe.rules import codes
from marengo.games.europe.rules.position import Workspace
from marengo.games.europe.rules.words import KINDS, NATIONS, Piece
from marengo.games.europe.war.rules.ground import enemy_armies, put
from marengo.games.europe.war.rules.record import War, WarTables
from marengo.games.europe.war.rules.words import Verb

COSTS = (6, 9, 4, 10, 13, 7, 12, 12)
"""PP of each kind of piece (N-5.1)."""

PAP = 10
"""PP of a PAP (N-5.1, N-11.10)."""

PLAIN_FOR_ELITE = 2
"""Infantry that is bought with each elite infantry (N-5.5)."""

QUARTER = 3
"""Months after which there is a production round (N-4.3)."""


@compiled
def is_due(t: WarTables, s: War) -> bool:
    """Whether a production round follows this round; after the last there is none (N-4.3)."""
    return (t.begins + s.month - 1) % QUARTER == 0 and s.month < t.rounds


@compiled
def begin_production(t: WarTables, s: War) -> None:
    """Give each player nation its PAP of a production round (N-11.1)."""
    for nation in range(NATIONS):
        if t.seat[nation] != NONE:
            s.pap[nation] += 1


@compiled
def income(t: WarTables, s: War, nation: int) -> int:
    """Return what a nation's regions yield; nothing where enemies or an uprising are (N-11.5)."""
    total = int64(0)
    for region in range(t.regions):
        if s.owner[region] == nation and s.uprising[region] == 0:
            if enemy_armies(s, nation, int64(region)) == 0:
                total += int64(t.value[region])
    return total


@compiled
def receive(t: WarTables, s: War) -> None:
    """Let the nation whose production turn it is count its PP (N-11.2); it saves (N-11.7)."""
    s.pp[s.active] += income(t, s, int64(s.active))


@compiled
def may_place(t: WarTables, s: War, nation: int, region: int) -> bool:
    """Whether new units may come to a region (N-11.12, N-18.2)."""
    own = t.home[region] == nation and s.owner[region] == nation and s.uprising[region] == 0
    return own and enemy_armies(s, nation, region) == 0


@compiled
def may_buy(s: War, nation: int, kind: int) -> bool:
    """Whether a nation may buy a piece of a kind, and can pay it (N-2.11, N-2.13, N-5.5)."""
    if kind in (Piece.MILITIA, Piece.IRREGULAR) or s.pp[nation] < COSTS[kind]:
        return False
    elite, plain = int64(s.bought[Piece.ELITE]), int64(s.bought[Piece.INFANTRY])
    return kind != Piece.ELITE or plain >= PLAIN_FOR_ELITE * (elite + 1)


@compiled
def list_purchases(t: WarTables, s: War, w: Workspace) -> None:
    """List what may be bought, and where it may be placed."""
    nation = int64(s.active)
    for region in range(t.regions):
        if may_place(t, s, nation, int64(region)):
            for kind in range(KINDS):
                if may_buy(s, nation, int64(kind)):
                    what = codes.unit_of(int64(Verb.BUY), int64(kind), int64(0), int64(0))
                    codes.offer(w, codes.counted(what, int64(region)))
    if s.pp[nation] >= PAP:
        codes.offer_verb(w, int64(Verb.BUY_PAP))
    codes.offer_verb(w, int64(Verb.END))


@compiled
def buy(s: War, move: int) -> None:
    """Buy a piece and place it, or a PAP."""
    nation, kind = int64(s.active), codes.part(move, codes.PIECE)
    if codes.part(move, codes.VERB) == Verb.BUY_PAP:
        s.pp[nation] -= PAP
        s.pap[nation] += 1
    else:
        s.pp[nation] -= COSTS[kind]
        s.bought[kind] += 1
        put(s, nation, codes.part(move, codes.TO), kind, int64(1))
