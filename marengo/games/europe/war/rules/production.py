"""Chapters 5 and 11: production."""

from marengo.core.engine.compiled import compiled
from marengo.games.europe.rules import codes
from marengo.games.europe.rules.position import Workspace
from marengo.games.europe.rules.words import GREAT, KINDS, Nation, Piece
from marengo.games.europe.war.rules.ground import (
    enemy_armies,
    foreign_armies,
    is_militant,
    is_played,
    put,
)
from marengo.games.europe.war.rules.points import gain_pap
from marengo.games.europe.war.rules.record import War, WarTables
from marengo.games.europe.war.rules.sea import launch
from marengo.games.europe.war.rules.words import SEAS, Verb

COSTS = (6, 9, 4, 10, 13, 7, 12, 12)
"""PP of each kind of piece (N-5.1)."""

PAP, SQUADRON = 10, 15
"""PP of a PAP and of a squadron (N-5.1, N-11.10)."""

BRITISH = 2
"""Land units that Great Britain may build in a production turn (N-2.5)."""

PLAIN_FOR_ELITE = 2
"""Infantry that is bought with each elite infantry (N-5.5)."""

QUARTER = 3
"""Months after which there is a production round (N-4.3)."""


@compiled
def is_due(t: WarTables, s: War) -> bool:
    """Return whether a production round follows this round; none does after the last (N-4.3)."""
    return (t.begins + s.month) % QUARTER == 0 and s.month < t.rounds


@compiled
def begin_production(t: WarTables, s: War) -> None:
    """Give each player nation its PAP of a production round (N-11.1)."""
    for nation in range(GREAT):
        if is_played(t, nation):
            gain_pap(s, nation, 1)


@compiled
def value_of(t: WarTables, nation: int, region: int) -> int:
    """Return what a region yields to its owner: to the Ottomans 1 (N-2.7, N-11.3, N-11.6).

    Their own capital yields them what it yields to others.
    """
    capital = t.capital[region] and t.home[region] == Nation.OTTOMAN_EMPIRE
    if nation == Nation.OTTOMAN_EMPIRE and not capital:
        return 1
    return t.value[region]


@compiled
def income(t: WarTables, s: War, nation: int) -> int:
    """Return what a nation's regions yield; nothing where enemies or an uprising are (N-11.5)."""
    total = 0
    for region in range(t.regions):
        if s.owner[region] == nation and s.uprising[region] == 0:
            if enemy_armies(s, nation, region) == 0:
                total += value_of(t, nation, region)
    return total


@compiled
def receive(t: WarTables, s: War) -> None:
    """Let the nation whose production turn it is count its PP (N-11.2); it saves (N-11.7)."""
    s.pp[s.active] += income(t, s, s.active)


@compiled
def may_place(t: WarTables, s: War, nation: int, region: int) -> bool:
    """Return whether new units may come to a region: no foreign troops there (N-11.12, N-18.2).

    By option only those of enemies keep them away.
    """
    own = t.home[region] == nation and s.owner[region] == nation and s.uprising[region] == 0
    if t.foreign_troops_bar_placing:
        return own and foreign_armies(s, nation, region) == 0
    return own and enemy_armies(s, nation, region) == 0


@compiled
def bars_kind(t: WarTables, s: War, nation: int, kind: int) -> int:
    """Return the statement by which a nation builds no units of a kind, 0 if none does.

    The Ottomans build only militia, irregular cavalry and leaders. Only they and Russia build
    irregulars, only they and later Prussia militia.
    """
    if kind == Piece.MILITIA:
        return 0 if is_militant(t, s, nation) else 2_11_0
    if kind == Piece.IRREGULAR:
        return 0 if nation in (Nation.OTTOMAN_EMPIRE, Nation.RUSSIA) else 2_13_0
    return 2_08_0 if nation == Nation.OTTOMAN_EMPIRE and kind != Piece.LEADER else 0


@compiled
def bars_unit(t: WarTables, s: War, nation: int, kind: int) -> int:
    """Return the statement that forbids a nation to buy a unit of a kind, 0 if none does."""
    strange = bars_kind(t, s, nation, kind)
    if strange:
        return strange
    if s.pp[nation] < COSTS[kind]:
        return 5_01_0
    if nation == Nation.GREAT_BRITAIN and count_bought(s) >= BRITISH:
        return 2_05_0
    elite, plain = s.bought[Piece.ELITE], s.bought[Piece.INFANTRY]
    return 5_05_0 if kind == Piece.ELITE and plain < PLAIN_FOR_ELITE * (elite + 1) else 0


@compiled
def bars_squadron(t: WarTables, s: War, nation: int, region: int) -> int:
    """Return the statement that forbids a nation to build a squadron at a region, 0 if none."""
    if not t.port[region]:
        return 7_03_0
    return 5_01_0 if s.pp[nation] < SQUADRON else 0


@compiled
def bars_pap(t: WarTables, s: War, nation: int) -> int:
    """Return the statement that forbids a nation to buy a PAP, 0 if none does."""
    if not is_played(t, nation):
        return 11_10_0
    return 11_10_1 if s.pp[nation] < PAP else 0


@compiled
def bars_purchase(t: WarTables, s: War, move: int) -> int:
    """Return the statement that forbids a purchase, 0 if none does."""
    nation, region = s.active, codes.part(move, codes.TO)
    verb = codes.part(move, codes.VERB)
    if verb == Verb.BUY_PAP:
        return bars_pap(t, s, nation)
    if not may_place(t, s, nation, region):
        return 11_12_0
    if verb == Verb.BUILD:
        return bars_squadron(t, s, nation, region)
    return bars_unit(t, s, nation, codes.part(move, codes.PIECE))


@compiled
def count_bought(s: War) -> int:
    """Return how many land units were bought in this production turn (N-2.5)."""
    number = 0
    for kind in range(KINDS):
        number += s.bought[kind]
    return number


@compiled
def list_purchases(t: WarTables, s: War, w: Workspace) -> None:
    """List what may be bought, and where it may be placed."""
    nation = s.active
    for region in range(t.regions):
        if may_place(t, s, nation, region):
            for kind in range(KINDS):
                if not bars_unit(t, s, nation, kind):
                    what = codes.unit_of(Verb.BUY, kind, 0, 0)
                    codes.offer(w, codes.counted(what, region))
            codes.offer_unless(
                w, bars_squadron(t, s, nation, region), codes.counted(Verb.BUILD, region)
            )
    codes.offer_unless(w, bars_pap(t, s, nation), Verb.BUY_PAP)
    codes.offer_verb(w, Verb.END)


@compiled
def buy(s: War, move: int) -> None:
    """Buy a piece and place it, or a PAP."""
    nation, kind, verb = s.active, codes.part(move, codes.PIECE), codes.part(move, 0)
    if verb == Verb.BUY_PAP:
        s.pp[nation] -= PAP
        gain_pap(s, nation, 1)
    elif verb == Verb.BUILD:
        s.pp[nation] -= SQUADRON
        launch(s, nation, SEAS + codes.part(move, codes.TO), 1)
    else:
        s.pp[nation] -= COSTS[kind]
        s.bought[kind] += 1
        put(s, nation, codes.part(move, codes.TO), kind, 1)
