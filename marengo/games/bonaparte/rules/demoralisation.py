"""Chapter 13: morale and demoralisation."""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.rules.state import State, Tables
from marengo.games.marengo.rules.vocabulary import NONE


@compiled
def is_demoralised(s: State, side: int) -> int:
    """Return 1 if the army is demoralised (B-13.2)."""
    return int(s.demoralised[side] != NONE)


@compiled
def lower_morale(s: State, side: int) -> None:
    """Lower an army's morale by one for a strength point lost (B-13.1, B-13.3)."""
    if s.morale[side] == 0:
        return
    s.morale[side] -= 1
    if s.morale[side] == 0:
        s.demoralised[side] = s.hour
        # two armies demoralised in one round gain nothing, nor does one demoralised (B-13.6)
        s.bonus_due = NONE if is_demoralised(s, 1 - side) else 1 - side


@compiled
def credit_bonus(t: Tables, s: State) -> None:
    """Credit the bonus that is due at the start of a round (B-7.3, B-13.7)."""
    if s.bonus_due != NONE:
        s.morale[s.bonus_due] += t.morale_bonus
        s.bonus_due = NONE
