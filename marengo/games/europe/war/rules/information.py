"""Chapter 28: information. All is open but how the other side of a battle deploys (N-28.1)."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import NONE
from marengo.core.engine.random import Generator
from marengo.games.europe.rules import information
from marengo.games.europe.rules.position import Workspace
from marengo.games.europe.rules.words import NATIONS, Side, Stage
from marengo.games.europe.war.rules.ground import seat_of
from marengo.games.europe.war.rules.record import War, WarTables


@compiled
def side_of(t: WarTables, s: War, seat: int) -> int:
    """Return the side of the battle that a seat plays, or NONE; allies see alike (N-28.5)."""
    for side in range(2):
        if is_on(t, s, seat, side):
            return side
    return NONE


@compiled
def is_on(t: WarTables, s: War, seat: int, side: int) -> bool:
    """Return whether a seat acts for a nation on a side of the battle."""
    for nation in range(NATIONS):
        if s.side[nation] == side and seat_of(t, s, nation) == seat:
            return True
    return False


@compiled
def hides(t: WarTables, s: War, seat: int) -> bool:
    """Return whether another side's deployment is hidden from a seat.

    A seat on neither side sees none of it; one with nations on both sees all.
    """
    if s.place == NONE or s.stage != Stage.DEPLOYMENT:
        return False
    attacks, defends = (
        is_on(t, s, seat, Side.ATTACKER),
        is_on(t, s, seat, Side.DEFENDER),
    )
    if attacks == defends:
        return not attacks
    return information.hides(s, defends)


@compiled
def determinize(t: WarTables, s: War, side: int, g: Generator, d: Workspace) -> None:
    """Draw the hidden deployment anew; the side that is asked is the defender."""
    if hides(t, s, side) and side_of(t, s, side) == s.half:
        information.deploy_anew(s, d, g)


@compiled
def information_set(t: WarTables, s: War, side: int, seen: War, d: Workspace) -> None:
    """Put all that is hidden into the reserve."""
    if hides(t, seen, side):
        own = side_of(t, seen, side)
        if own == NONE:
            information.conceal(seen, Side.ATTACKER)
        information.conceal(seen, Side.DEFENDER if own == NONE else own)


@compiled
def has_learned(t: WarTables, s: War, before: War) -> int:
    """Return 1 if the defender has come to see how the attacker has deployed."""
    return information.has_learned(t, s, before)
