"""Chapter 28: information. All is open but how the other side of a battle deploys (N-28.1)."""

from marengo.core.engine.compiled import compiled, int64
from marengo.core.engine.driver import NONE
from marengo.core.engine.random import Generator
from marengo.games.europe.rules import information
from marengo.games.europe.rules.position import Workspace
from marengo.games.europe.rules.words import NATIONS
from marengo.games.europe.war.rules.record import War, WarTables


@compiled
def side_of(t: WarTables, s: War, seat: int) -> int:
    """Return the side of the battle that a seat plays, or NONE."""
    for nation in range(NATIONS):
        if t.seat[nation] == seat and s.side[nation] != NONE:
            return int64(s.side[nation])
    return int64(NONE)


@compiled
def hides(t: WarTables, s: War, seat: int) -> bool:
    """Whether a seat does not see how the other side has deployed."""
    return s.place != NONE and information.hides(s, side_of(t, s, seat))


@compiled
def determinize(t: WarTables, s: War, side: int, g: Generator, d: Workspace) -> None:
    """Draw the deployment that is hidden anew; who is asked is the defender."""
    if hides(t, s, side) and side_of(t, s, side) == s.half:
        information.deploy_anew(s, d, g)


@compiled
def information_set(t: WarTables, s: War, side: int, seen: War, d: Workspace) -> None:
    """Put all that is hidden into the reserve."""
    if hides(t, seen, side):
        information.conceal(seen, side_of(t, seen, side))


@compiled
def has_learned(t: WarTables, s: War, before: War) -> int:
    """Return 1 if the defender has come to see how the attacker has deployed."""
    return information.has_learned(t, s, before)
