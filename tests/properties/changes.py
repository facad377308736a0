"""What may change from one decision to the next, and what may not."""

from marengo.game import Side, State
from tests.properties.snapshots import Snapshot, in_box


def check_change(start: Snapshot, before: Snapshot, after: Snapshot) -> None:
    """Hold a position against the one before it and against the start of the turn."""
    check_time(before, after)
    check_pieces(before, after)
    check_orders(before, after)
    check_discs(before, after)
    check_losses(start, after)


def check_time(before: Snapshot, after: Snapshot) -> None:
    """T-5.1, T-5.2: turns follow each other, Austria first, and never go back."""
    following = (before.hour, Side.FRENCH)
    if before.turn is Side.FRENCH:
        following = (before.hour + 1, Side.AUSTRIAN)
    assert after.time in (before.time, following)


def check_pieces(before: Snapshot, after: Snapshot) -> None:
    """T-2.5, T-2.6, T-15.2: strengths only fall, and nobody comes back to a box or to life."""
    assert after.pieces.keys() == before.pieces.keys()
    for name, was in before.pieces.items():
        now = after.pieces[name]
        assert (now.side, now.kind) == (was.side, was.kind)
        assert 0 <= now.strength <= was.strength
        if in_box(now):
            assert now.place == was.place
        if was.place is None:
            assert now.place is None
        if before.time == after.time and was.acted and not after.over:
            assert now.acted or now.strength == 0  # T-6.7
        if was.organised and not now.organised:
            assert now.side is Side.FRENCH  # T-14.5


def check_orders(before: Snapshot, after: Snapshot) -> None:
    """T-6.2: orders are spent, and come anew with each turn."""
    if before.time == after.time:
        assert after.orders <= before.orders
    else:
        assert after.orders == 3


def check_discs(before: Snapshot, after: Snapshot) -> None:
    """T-18.2, T-18.6, T-18.21: discs come from the time track at the hour, and do not come back."""
    for side in Side:
        begins = before.time != after.time and after.turn is side
        was, now = before.tracks[side], after.tracks[side]
        arrived = was.get(after.hour, 0) if begins else 0
        assert now == {hour: n for hour, n in was.items() if not (begins and hour == after.hour)}
        assert after.levels[side] <= before.levels[side] + arrived


def check_losses(start: Snapshot, after: Snapshot) -> None:
    """T-18.16, T-18.17: each disc lost answers to a strength point lost, until the clean-up."""
    if start.time != after.time or after.cleaned:
        return
    for side in Side:
        discs = start.levels[side] - after.levels[side]
        assert 0 <= discs <= start.strength(side) - after.strength(side)


def check_memory(state: State) -> None:
    """T-5.6: at the start of a turn nothing is remembered of the one before."""
    view = state.view(state.turn)
    assert not any(piece.acted for piece in state.pieces)
    memory = ("traffic", "attacked", "barred", "road_attacked", "won", "begun", "pontoon_used")
    assert [name for name in memory if getattr(view, name)] == []
