"""What a failing comparison says: what is missing, what is too much, and how to get there."""

from collections.abc import Iterable, Sequence
from typing import Any

from tests.reference_bonaparte.canonical import canonical, face
from tests.reference_bonaparte.referee import legal_moves, optional_moves

ALWAYS_ASKED = ("ACTION", "OVER")
"""Decisions that may have less than two moves; others are then taken without asking."""


def differences(state: Any, path: str, played: Sequence[str] = ()) -> str:
    """Compare the engine's moves with the referee's; return "" when they agree."""
    engine = {str(move) for move in state.legal_moves()}
    offered = canonical(state, engine)
    expected = canonical(state, legal_moves(state))
    missing = expected - offered
    extra = offered - expected - canonical(state, optional_moves(state))
    lonely = len(engine) < 2 and state.decision.name not in ALWAYS_ASKED
    if not missing and not extra and not lonely:
        return ""
    return "\n".join(
        [
            f"{path}, after {len(played)} moves:",
            f"  the engine lacks: {_some(missing)}",
            f"  the engine offers beyond the rules: {_some(extra)}",
            *(["  the engine asks where there is no choice"] if lonely else []),
            *(f"  {line}" for line in described(state)),
            f"  moves so far: {'; '.join(played)}",
        ]
    )


def described(state: Any) -> list[str]:
    """Return a position in words."""
    here: dict[str, list[str]] = {}
    for piece in state.pieces:
        if piece.place is not None:
            what = face(piece).partition("@")[0]
            here.setdefault(str(piece.place), []).append(f"{piece.name}={what}")
    side = state.turn
    armies = (
        f"{army.name}: morale {state.morale(army)}, demoralised {state.demoralised(army)}"
        for army in (side, side.enemy)
    )
    return [
        f"{state.hour}:00, turn of {side.name}, step {state.step}, {state.commands} commands",
        f"{state.decision.name}: {dict(state.context)}",
        *(f"{place}: {' '.join(pieces)}" for place, pieces in sorted(here.items())),
        *armies,
        f"flag {state.flag}, bonus due {state.bonus_due}, pontoon used {state.pontoon_used}",
    ]


def _some(moves: Iterable[str], most: int = 12) -> str:
    listed = sorted(moves)
    rest = f" … and {len(listed) - most} more" if len(listed) > most else ""
    return ("; ".join(listed[:most]) or "nothing") + rest
