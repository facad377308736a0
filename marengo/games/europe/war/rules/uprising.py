"""Chapter 18: uprisings."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import CHANCE, NONE
from marengo.games.europe.rules import codes
from marengo.games.europe.rules.position import Workspace
from marengo.games.europe.rules.words import KINDS, Piece
from marengo.games.europe.war.rules.ground import armies_at, is_minor, put, seat_of, stand
from marengo.games.europe.war.rules.points import INCITE, bars_payment
from marengo.games.europe.war.rules.record import War, WarTables
from marengo.games.europe.war.rules.words import Decision, Verb


@compiled
def bars_incitement(t: WarTables, s: War, nation: int, region: int) -> int:
    """Return the statement that forbids to cause an uprising in a region, 0 if none does.

    It lies in nobody's homeland, or is one of three: Ireland, Vendee and the Don Basin.
    """
    if s.owner[region] == NONE:
        return 18_01_0
    if not is_minor(t, region) and t.restless[region] == 0:
        return 18_01_1
    if s.uprising[region]:
        return 18_01_2
    return bars_payment(s, nation, INCITE)


@compiled
def incite(s: War, nation: int, region: int) -> None:
    """Cause an uprising."""
    s.pap[nation] -= INCITE
    s.uprising[region] = 1


@compiled
def seek_uprising(t: WarTables, s: War) -> bool:
    """Ask the active nation about its next uprising, where it has armies (N-18.5).

    Return whether there is one.
    """
    nation = s.active
    for region in range(t.regions):
        mine = s.owner[region] == nation and armies_at(s, nation, region) > 0
        if mine and s.uprising[region] and not s.quelled[region]:
            s.unrest = region
            s.decision, s.to_move = Decision.UPRISING, seat_of(t, s, nation)
            return True
    return False


@compiled
def list_answers(w: Workspace) -> None:
    """List that the dice are rolled against an uprising, or not (N-18.5)."""
    codes.offer_verb(w, Verb.SUPPRESS)
    codes.offer_verb(w, Verb.SPARE)


@compiled
def answer(s: War, verb: int) -> None:
    """Roll against an uprising, or not."""
    s.quelled[s.unrest] = 1
    if verb == Verb.SUPPRESS:
        s.decision, s.to_move = Decision.UPRISING_ROLL, CHANCE
    else:
        s.unrest = NONE


@compiled
def roll_uprising(t: WarTables, s: War, roll: int) -> None:
    """End an uprising, or let its owner lose an army (N-18.5)."""
    if roll <= armies_at(s, s.active, s.unrest):
        s.uprising[s.unrest] = 0
        s.unrest = NONE
    else:
        s.decision, s.to_move = Decision.LOSS, seat_of(t, s, s.active)


@compiled
def bars_sacrifice(s: War, move: int) -> int:
    """Return the statement that forbids to lose a unit of a kind, 0 if it is an army there."""
    kind = codes.part(move, codes.PIECE)
    if kind == Piece.LEADER:
        return 18_05_0
    return 0 if s.troops[stand(s.active, s.unrest, kind)] > 0 else 6_01_0


@compiled
def list_losses(s: War, w: Workspace) -> None:
    """List which army may be lost."""
    for kind in range(KINDS):
        move = codes.unit_of(Verb.SACRIFICE, kind, 0, 0)
        codes.offer_unless(w, bars_sacrifice(s, move), move)


@compiled
def sacrifice(s: War, move: int) -> None:
    """Lose an army to an uprising."""
    put(s, s.active, s.unrest, codes.part(move, codes.PIECE), -1)
    s.unrest = NONE
