"""Chapter 22: which sets a piece is in, and what an attack in progress makes certain."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.rules.pieces import end_slot, first_slot, has
from marengo.games.marengo.rules.position import Bombardment
from marengo.games.marengo.rules.roles import SHARED, give_shared_roles, put_in, shared_roles
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, NONE, Kind
from marengo.games.triomphe.rules.assault import bars_leading, can_join
from marengo.games.triomphe.rules.state import State, Tables


@compiled
def roles_of(t: Tables, s: State, piece: int) -> int:
    """Return the sets a piece is in, one bit for each."""
    return shared_roles(s, piece) | has(s.counter, piece) << SHARED


@compiled
def give_roles(t: Tables, s: State, piece: int, roles: int) -> None:
    """Put a piece into the sets of these bits, and take it out of all others."""
    give_shared_roles(s, piece, roles)
    s.counter = put_in(s.counter, piece, roles >> SHARED)


@compiled
def slot_class(t: Tables, s: State, piece: int) -> int:
    """Return what the tables say of a slot that still matters: when it may enter (T-15.15)."""
    return t.earliest[piece] * int(s.hour < t.earliest[piece])


@compiled
def constraint_of(t: Tables, s: State, side: int) -> tuple[int, int]:
    """Return what the attack of a side makes certain: one of some blocks is one of some pieces.

    Legal necessity is knowledge too (T-22.13). Both are sets of slots; without an attack that
    makes anything certain the first is empty.
    """
    nothing = 0, 0
    if s.turn != side or s.attack_approach == NONE:
        return nothing
    attack = s.attack_approach
    actors = s.actors
    blocks, able, infantry, cavalry, bombards = nothing[0], nothing[0], nothing[0], nothing[0], 0
    for piece in range(first_slot(side), end_slot(t, side)):
        bit = 1 << piece
        infantry |= bit * int(s.kind[piece] == Kind.INFANTRY)
        cavalry |= bit * int(s.kind[piece] == Kind.CAVALRY)
        able |= bit * int(not bars_leading(t, s, piece, attack))
        blocks |= bit * int(s.place[piece] == FIRST_APPROACH + attack and can_join(s, piece))
        bombards |= has(actors, piece) & int(s.bombardment[piece] != Bombardment.NONE)
    if s.road_fought:  # only cavalry attacks by road
        return actors, cavalry
    if actors == 0:  # an assault is declared: a piece there can lead it (T-11.4)
        return blocks, able
    if t.obstacle[t.opposite[attack]] and not bombards and s.leaders == 0:  # T-9.7
        return actors, infantry
    return nothing
