"""Chapter 15: the pontoon bridge (N6). Entries by road are road marches."""

from tests.reference.facts import AUSTRIAN
from tests.reference.situation import Situation, selections, unused


def pontoon(now: Situation) -> set[str]:
    """T-15.12, T-15.13: one Austrian piece a turn, of any type, for no order."""
    if now.side != AUSTRIAN or now.state.pontoon_used:
        return set()
    found = set()
    for box, pieces in now.boxes.items():
        entry = now.ground.entries[box]
        if (
            entry.pontoon
            and entry.army == "austrian"
            and now.room_for(entry.locality, now.side, 1)  # T-15.8
            and not now.occupied(entry.locality, now.enemy)  # T-3.6
        ):
            able = [piece for piece in unused(pieces) if now.may_enter_map(piece)]
            found |= {f"pontoon {piece.name}" for (piece,) in selections(able, [1])}
    return found
