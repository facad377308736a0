"""Chapters 13 and 14: morale, demoralisation, the bonus, and who wins."""

from typing import Any

from marengo.games.marengo.board import Place
from tests.reference_bonaparte.facts import AUSTRIAN, FRENCH, State
from tests.reference_bonaparte.situation import everybody, read

BONUS = 5
"""B-13.6."""


def lost(before: State, after: State, side: int) -> int:
    """Return the strength points that an army lost between two moments."""
    return strength(before, side) - strength(after, side)


def strength(state: State, side: int) -> int:
    """Return all strength that an army has left."""
    return sum(piece.strength for piece in everybody(state) if piece.side == side)


def sides(state: State) -> tuple[Any, Any]:
    """Return both sides as the state itself names them, the Austrian one first."""
    one, other = state.turn, state.turn.enemy
    return (one, other) if int(one) == AUSTRIAN else (other, one)


def morale_errors(before: State, after: State) -> list[str]:
    """Return where morale, demoralisation or the bonus are not what losses make of them."""
    errors = []
    austrian, french = sides(before)
    for side, enemy in ((austrian, french), (french, austrian)):
        points = lost(before, after, int(side))
        expected = max(0, before.morale(side) - points)  # B-13.1, B-13.3
        if after.hour != before.hour and before.bonus_due == side:
            expected += BONUS  # B-7.3, B-13.7
        if after.morale(side) != expected:
            errors.append(
                f"{side.name}: morale {after.morale(side)}, not {expected}, lost {points}"
            )
        errors += _demoralisation_errors(before, after, side)
        # B-13.6: who was not demoralised in the round in which the enemy was gains, if he is not
        # demoralised himself. B-13.7: until it is credited at the start of the next round.
        due = after.demoralised(enemy) == after.hour and after.demoralised(side) is None
        if (after.bonus_due == side) != due and after.outcome is None:
            errors.append(f"{side.name}: bonus {'' if due else 'not '}due, the state denies it")
    return errors


def _demoralisation_errors(before: State, after: State, side: Any) -> list[str]:
    """B-13.2: at zero, at once, and for the rest of the game."""
    was, now = before.demoralised(side), after.demoralised(side)
    if was is not None:
        return [] if now == was else [f"{side.name}: demoralised at {was}, now said to be {now}"]
    reached = before.morale(side) > 0 and after.morale(side) == 0
    expected = before.hour if reached else None
    return [] if now == expected else [f"{side.name}: demoralised {now}, expected {expected}"]


def outcome_errors(after: State) -> list[str]:
    """B-14.1 to B-14.3: the winner after round 16."""
    if after.outcome is None:
        return []
    austrian, french = sides(after)
    beaten = [side for side in (austrian, french) if after.demoralised(side) is not None]
    if len(beaten) == 1:
        expected, kind = FRENCH if beaten[0] == austrian else AUSTRIAN, "decisive"  # B-14.2
    else:
        expected, kind = (AUSTRIAN if stars_held(after) else FRENCH), "marginal"  # B-14.3
    found = int(after.outcome.winner), after.outcome.kind
    return [] if found == (expected, kind) else [f"outcome {found}, not {(expected, kind)}"]


def stars_held(state: State) -> bool:
    """B-14.3: at least two star localities of at least two colours; B-14.4: in any position."""
    now = read(state)
    held = [n for n in now.ground.stars if now.inside(n, AUSTRIAN)]
    return len(held) >= 2 and len({now.ground.stars[n] for n in held}) >= 2


def in_set_up_localities(state: State) -> bool:
    """B-6.16: whether an Austrian piece is in a French set-up locality at this moment."""
    ground = read(state).ground
    return any(
        piece.side == AUSTRIAN
        and isinstance(piece.place, Place)
        and piece.place.locality in ground.set_up
        for piece in everybody(state)
    )
