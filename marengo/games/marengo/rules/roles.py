"""What a piece does in the action going on, as a number: one bit for each set that it is in."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.rules.pieces import has
from marengo.games.marengo.rules.position import Position

SHARED = 8
"""Sets of slots that positions of every ruleset have; a ruleset's own sets take further bits."""


@compiled
def shared_roles(s: Position, piece: int) -> int:
    """Return the bits of the sets that both rulesets have."""
    roles = has(s.actors, piece) | has(s.face_up, piece) << 1
    roles |= has(s.asked, piece) << 2 | has(s.leaders, piece) << 3
    roles |= has(s.defence_leaders, piece) << 4 | has(s.fired, piece) << 5
    return roles | has(s.pool, piece) << 6 | has(s.retreating, piece) << 7


@compiled
def put_in(members: int, piece: int, role: int) -> int:
    """Return a set with a piece in it if the role is 1, without it if it is 0."""
    return (members & ~(1 << piece)) | ((role & 1) << piece)


@compiled
def give_shared_roles(s: Position, piece: int, roles: int) -> None:
    """Put a piece into the sets that both rulesets have, or take it out of them."""
    s.actors = put_in(s.actors, piece, roles)
    s.face_up = put_in(s.face_up, piece, roles >> 1)
    s.asked = put_in(s.asked, piece, roles >> 2)
    s.leaders = put_in(s.leaders, piece, roles >> 3)
    s.defence_leaders = put_in(s.defence_leaders, piece, roles >> 4)
    s.fired = put_in(s.fired, piece, roles >> 5)
    s.pool = put_in(s.pool, piece, roles >> 6)
    s.retreating = put_in(s.retreating, piece, roles >> 7)
