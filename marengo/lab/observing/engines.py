"""What observers ask of whichever ruleset a position belongs to.

The engines' ``play`` goes on to the next real choice by itself. Observers play the forced moves one
by one, since an attack can begin or end with one of them.
"""

from marengo.lab.observing.compiled import compiled
from marengo.rules.bonaparte import engine as bonaparte
from marengo.rules.bonaparte import state as bonaparte_state
from marengo.rules.compiled import int64
from marengo.rules.either import by_ruleset
from marengo.rules.shared.position import Position, SetUpTables, Workspace
from marengo.rules.triomphe import engine as triomphe
from marengo.rules.triomphe import morale as triomphe_morale
from marengo.rules.triomphe import state as triomphe_state
from marengo.rules.vocabulary import HOURS, Side


@by_ruleset(bonaparte=bonaparte.step, triomphe=triomphe.step)
def step(t: SetUpTables, s: Position, w: Workspace, move: int) -> None:
    """Carry out a move and list the moves of the next decision, though it may be forced."""


@by_ruleset(bonaparte=bonaparte.is_forced, triomphe=triomphe.is_forced)
def is_forced(t: SetUpTables, s: Position, w: Workspace) -> int:  # type: ignore[empty-body]
    """Return 1 if a decision is played through, without being asked for (T-23.2, B-18)."""


@compiled
def _points(t: bonaparte_state.Tables, s: bonaparte_state.State, side: int) -> int:  # noqa: ARG001 - as asked of both
    """Return an army's morale (B-13.1)."""
    return int64(s.morale[side])


@by_ruleset(bonaparte=_points, triomphe=triomphe_morale.level)
def level(t: SetUpTables, s: Position, side: int) -> int:  # type: ignore[empty-body]
    """Return an army's morale: points (B-13.1) or discs (T-18.1)."""


@compiled
def _bonus(t: bonaparte_state.Tables, s: bonaparte_state.State, side: int) -> int:
    """Return the bonus that is credited as the next round begins (B-7.3, B-13.7)."""
    due = s.turn == Side.FRENCH and s.bonus_due == side
    return int64(t.morale_bonus) if due else int64(0)


@compiled
def _update(t: triomphe_state.Tables, s: triomphe_state.State, side: int) -> int:  # noqa: ARG001 - as asked of both
    """Return the discs that the morale update of the next turn brings (T-18.6)."""
    hour = int64(s.hour) + s.turn
    if side == s.turn or hour >= HOURS:
        return int64(0)
    return int64(s.track[side * HOURS + hour])


@by_ruleset(bonaparte=_bonus, triomphe=_update)
def coming(t: SetUpTables, s: Position, side: int) -> int:  # type: ignore[empty-body]
    """Return the morale that an army is credited as the turn after this one begins."""


@compiled
def _commands(t: bonaparte_state.Tables, s: bonaparte_state.State) -> int:  # noqa: ARG001 - as asked of both
    """Return the commands left (B-8.13)."""
    return int64(s.commands)


@compiled
def _orders(t: triomphe_state.Tables, s: triomphe_state.State) -> int:  # noqa: ARG001 - as asked of both
    """Return the orders left (T-6.2)."""
    return int64(s.orders)


@by_ruleset(bonaparte=_commands, triomphe=_orders)
def orders_left(t: SetUpTables, s: Position) -> int:  # type: ignore[empty-body]
    """Return the commands (B-8.13) or orders (T-6.2) that are left in this turn."""
