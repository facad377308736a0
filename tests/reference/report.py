"""What a failing comparison says: what is missing, what is too much, and how to get there."""

from collections.abc import Iterable, Sequence
from typing import Any

from tests.reference.canonical import canonical, face
from tests.reference.referee import legal_moves, optional_moves


def differences(state: Any, path: str, played: Sequence[str] = ()) -> str:
    """Compare the engine's moves with the referee's; return "" when they agree."""
    engine = {str(move) for move in state.legal_moves()}
    offered = canonical(state, engine)
    expected = canonical(state, legal_moves(state))
    missing = expected - offered
    extra = offered - expected - canonical(state, optional_moves(state))
    if not missing and not extra:
        return ""
    return "\n".join(
        [
            f"{path}, after {len(played)} moves:",
            f"  the engine lacks: {_some(missing)}",
            f"  the engine offers beyond the rules: {_some(extra)}",
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
    return [
        f"{state.hour}:00, turn of {side.name}, {state.orders} orders, {state.decision.name}",
        f"context: {dict(state.context)}",
        *(f"{place}: {' '.join(pieces)}" for place, pieces in sorted(here.items())),
        *(
            f"{army.name}: {state.uncommitted(army)} discs uncommitted, "
            f"{state.committed(army)} committed, {state.shifted(army)} of them shifted"
            for army in (side, side.enemy)
        ),
        f"begun: {state.begun}, pontoon used: {state.pontoon_used}",
    ]


def _some(moves: Iterable[str], most: int = 12) -> str:
    listed = sorted(moves)
    rest = f" … and {len(listed) - most} more" if len(listed) > most else ""
    return ("; ".join(listed[:most]) or "nothing") + rest
