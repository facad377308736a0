"""Chapter 28: information. Hidden is how the other side deploys until both have (N-28.2).

The defender deploys second, and the attacker, who has nothing to decide by then, sees as little.
"""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import NONE
from marengo.core.engine.random import Generator, below
from marengo.games.europe.rules.board import at, deploy, list_deployments, put, seek_deployment
from marengo.games.europe.rules.position import Battle, BattleTables, Position, Tables, Workspace
from marengo.games.europe.rules.words import KINDS, NATIONS, ZONES, Side, Stage, Zone


@compiled
def hides(s: Battle, side: int) -> bool:
    """Return whether the other's deployment, done or begun, is hidden from a side."""
    return s.stage == Stage.DEPLOYMENT and (s.half == Side.DEFENDER or side == Side.DEFENDER)


@compiled
def withdraw(s: Battle, side: int) -> None:
    """Put all units of a side back into its reserve."""
    for nation in range(NATIONS):
        if s.side[nation] == side:
            for zone in range(ZONES):
                for kind in range(KINDS):
                    number = s.units[at(nation, zone, kind)]
                    if zone != Zone.RESERVE and number > 0:
                        put(s, nation, zone, kind, -number)
                        put(s, nation, Zone.RESERVE, kind, number)


@compiled
def deploy_anew(s: Battle, d: Workspace, g: Generator) -> None:
    """Let the attacker deploy anew by chance; the defender stands as he stood."""
    nation, kind, column = s.nation, s.kind, s.column
    withdraw(s, Side.ATTACKER)
    s.half, s.nation = Side.ATTACKER, NONE
    while seek_deployment(s) and s.half == Side.ATTACKER:
        d.move_count = 0
        list_deployments(s, d)
        deploy(s, d.moves[below(g, d.move_count)])
    s.half, s.nation, s.kind, s.column = Side.DEFENDER, nation, kind, column


@compiled
def conceal(s: Battle, side: int) -> None:
    """Put all that a side does not see into the reserve; hide how far the other has deployed."""
    withdraw(s, 1 - side)
    if s.half != side:
        s.kind, s.column = 0, 0


@compiled
def determinize(t: Tables, s: Position, side: int, g: Generator, d: Workspace) -> None:
    """Draw the hidden deployment anew; the side that is asked is the defender."""
    if hides(s, side) and side == s.half:
        deploy_anew(s, d, g)


@compiled
def information_set(t: Tables, s: Position, side: int, seen: Position, d: Workspace) -> None:
    """Put all that is hidden into the reserve."""
    if hides(seen, side):
        conceal(seen, side)


@compiled
def has_learned(t: BattleTables, s: Battle, before: Battle) -> int:
    """Return 1 if the defender has come to see how the attacker has deployed."""
    return int(before.stage == Stage.DEPLOYMENT and s.stage != Stage.DEPLOYMENT)
