"""What a piece does in the action going on, as bits that another piece can be given."""

from types import ModuleType

import pytest

from marengo.games.bonaparte.rules import determinization as bonaparte
from marengo.games.marengo.game import load
from marengo.games.triomphe.rules import determinization as triomphe
from tests.plain import first

PIECE, OTHER = 3, 4


@pytest.mark.parametrize(
    ("name", "rules", "role"),
    [
        *(("bonaparte", bonaparte, role) for role in range(13)),
        *(("triomphe", triomphe, role) for role in range(9)),
    ],
)
def test_a_piece_has_the_role_that_it_is_given(name: str, rules: ModuleType, role: int) -> None:
    """Each role by itself, and nobody else has it."""
    game = load(name)
    t, s = first(game.tables), first(game.engine.state.array())
    rules.give_roles(t, s, PIECE, 1 << role)
    assert (rules.roles_of(t, s, PIECE), rules.roles_of(t, s, OTHER)) == (1 << role, 0)
    rules.give_roles(t, s, PIECE, 0)
    assert rules.roles_of(t, s, PIECE) == 0


@pytest.mark.parametrize(("hour", "told"), [(9, 10), (10, 0), (11, 0)])
def test_a_reinforcement_is_told_from_others_until_it_may_enter(hour: int, told: int) -> None:
    """From its hour on, it may enter as those do whose hour was an earlier one."""
    game = load("triomphe")
    t, s = first(game.tables.copy()), first(game.engine.state.array())
    t.earliest[PIECE], s.hour = 10, hour
    assert triomphe.slot_class(t, s, PIECE) == told
