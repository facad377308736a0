"""Chapter 17: which sets a piece is in, and what an attack in progress makes certain."""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.rules.groups import is_key
from marengo.games.bonaparte.rules.state import State, Tables
from marengo.games.marengo.rules.moves import MoveKind
from marengo.games.marengo.rules.pieces import end_slot, first_slot, has
from marengo.games.marengo.rules.roles import SHARED, give_shared_roles, put_in, shared_roles
from marengo.games.marengo.rules.vocabulary import NONE


@compiled
def roles_of(t: Tables, s: State, piece: int) -> int:
    """Return the sets a piece is in, one bit for each."""
    roles = has(s.group, piece) | has(s.front, piece) << 1
    roles |= has(s.rest, piece) << 2 | has(s.pursuers, piece) << 3
    return shared_roles(s, piece) | (roles | has(s.revealed, piece) << 4) << SHARED


@compiled
def give_roles(t: Tables, s: State, piece: int, roles: int) -> None:
    """Put a piece into the sets of these bits, and take it out of all others."""
    give_shared_roles(s, piece, roles)
    s.group = put_in(s.group, piece, roles >> SHARED)
    s.front = put_in(s.front, piece, roles >> SHARED + 1)
    s.rest = put_in(s.rest, piece, roles >> SHARED + 2)
    s.pursuers = put_in(s.pursuers, piece, roles >> SHARED + 3)
    s.revealed = put_in(s.revealed, piece, roles >> SHARED + 4)


@compiled
def slot_class(t: Tables, s: State, piece: int) -> int:
    """Return what the tables say of a slot after the set-up: nothing."""
    return 0


@compiled
def constraint_of(t: Tables, s: State, side: int) -> tuple[int, int]:
    """Return what the attack of a side makes certain: one of some blocks is one of some pieces.

    A participant of an assault can lead it (B-11.5), and infantry takes part in an attack over an
    obstacle (B-9.6, B-17.14). Once pieces are shown for it nothing more is certain. Both are
    sets of slots; without an attack that makes anything certain the first is empty.
    """
    verb = s.verb
    keys, army = 0, 0
    named = verb == MoveKind.ATTACK or verb == MoveKind.ASSAULT
    if s.turn != side or s.attack_approach == NONE or not named or s.face_up & s.actors:
        return keys, keys
    for piece in range(first_slot(side), end_slot(t, side)):
        army |= 1 << piece
        keys |= is_key(t, s, verb, s.goal, piece) << piece
    if keys == army:  # anybody will do
        return 0, keys
    return s.actors, keys
