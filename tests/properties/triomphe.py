"""What is watched in the play of Triomphe à Marengo."""

from dataclasses import dataclass

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.state import TriompheState
from tests.properties.positions import Position, on_map
from tests.properties.snapshots import (
    Snapshot,
    Watched,
    check_pieces,
    check_time,
    in_box,
    named,
    turn_of,
)


@dataclass(frozen=True)
class TriompheSnapshot(Snapshot):
    """A snapshot with orders and discs.

    Parameters
    ----------
    orders
        As in the state.
    levels : dict of Side to int
        Morale levels (T-18.1).
    tracks : dict of Side to {hour: discs}
        Discs still on the time track.
    cleaned : bool
        Whether the morale clean-up of the turn is under way or done (T-18.24).
    """

    orders: int
    levels: dict[Side, int]
    tracks: dict[Side, dict[int, int]]
    cleaned: bool


def taken(state: TriompheState) -> TriompheSnapshot:
    """Return the snapshot of a state."""
    return TriompheSnapshot(
        state.hour,
        state.turn,
        named(state),
        state.outcome is not None,
        state.orders,
        {side: state.level(side) for side in Side},
        {side: state.track(side) for side in Side},
        state.decision is Decision.RETURN or state.outcome is not None,
    )


def check_entered_last(position: Position[TriompheState]) -> None:
    """T-18.31: a locality is held by the army that entered it last."""
    state = position.state
    for place in state.game.board.localities:
        holder = state.occupier(place.number)
        assert holder is None or holder == state.entered_last(place.number)


def check_surprise(position: Position[TriompheState]) -> None:
    """T-14.1: no French piece is in any approach at 6:00."""
    state = position.state
    for piece in position.pieces:
        place = on_map(piece)
        if place is not None and place.towards is not None:
            assert piece.side is Side.AUSTRIAN or state.hour > 6


def check_organisation(position: Position[TriompheState]) -> None:
    """T-14.5, T-14.22: the French of a locality are alike, except where organising has begun."""
    state = position.state
    found: dict[int, set[bool]] = {}
    for piece in position.pieces:
        place = on_map(piece)
        assert piece.organised or piece.side is Side.FRENCH
        if piece.side is Side.FRENCH and place is not None:
            found.setdefault(place.locality, set()).add(piece.organised)
        if in_box(piece):
            assert piece.organised  # T-14.4
    mixed = {locality for locality, states in found.items() if len(states) == 2}
    assert mixed <= state.begun


def check_begun(position: Position[TriompheState]) -> None:
    """T-14.15: what is begun is finished first, and can be."""
    state = position.state
    if state.begun:
        assert (state.turn, state.decision) == (Side.FRENCH, Decision.ACTION)
        assert {str(move).split()[0] for move in position.moves} == {"organise"}


def check_orders(position: Position[TriompheState]) -> None:
    """T-6.2, T-6.4."""
    state = position.state
    assert 0 <= state.orders <= state.game.scenario.parameters.orders_per_turn


def check_discs(position: Position[TriompheState]) -> None:
    """T-18.1, T-18.14: the level is what lies there, and marks are on discs that lie there."""
    state = position.state
    for side in Side:
        committed, shifted = state.committed(side), state.shifted(side)
        assert state.uncommitted(side) >= 0
        assert min([*committed.values(), *shifted.values()], default=1) > 0
        assert state.level(side) == state.uncommitted(side) + sum(committed.values())
        assert all(number <= committed.get(place, 0) for place, number in shifted.items())


def check_end(position: Position[TriompheState]) -> None:
    """T-18.4, T-19.1, T-19.5: the game is over if, and only if, a level or the day has ended."""
    state = position.state
    outcome = state.outcome
    if outcome is None:
        assert min(state.level(side) for side in Side) > 0
        assert position.moves
        return
    assert position.moves == []
    if outcome.kind == "decisive":
        assert state.level(outcome.winner.enemy) == 0 < state.level(outcome.winner)
    else:
        assert (state.hour, state.turn) == (state.game.scenario.parameters.last_hour, Side.FRENCH)


def check_change(seen: list[Snapshot], after: Snapshot) -> None:
    """Hold a position against the one before it and against the start of the turn."""
    before, start = seen[-1], turn_of(seen)
    assert isinstance(start, TriompheSnapshot)
    assert isinstance(before, TriompheSnapshot)
    assert isinstance(after, TriompheSnapshot)
    check_time(before, after)
    check_pieces(before, after)
    check_organised(before, after)
    check_spending(before, after)
    check_track(before, after)
    check_losses(start, after)


def check_organised(before: Snapshot, after: Snapshot) -> None:
    """T-14.5: French pieces alone become disorganised again."""
    for name, was in before.pieces.items():
        if was.organised and not after.pieces[name].organised:
            assert was.side is Side.FRENCH


def check_spending(before: TriompheSnapshot, after: TriompheSnapshot) -> None:
    """T-6.2: orders are spent, and come anew with each turn."""
    if before.time == after.time:
        assert after.orders <= before.orders
    else:
        assert after.orders == 3


def check_track(before: TriompheSnapshot, after: TriompheSnapshot) -> None:
    """T-18.2, T-18.6, T-18.21: discs come from the time track at the hour, and do not come back."""
    for side in Side:
        begins = before.time != after.time and after.turn is side
        was, now = before.tracks[side], after.tracks[side]
        arrived = was.get(after.hour, 0) if begins else 0
        assert now == {hour: n for hour, n in was.items() if not (begins and hour == after.hour)}
        assert after.levels[side] <= before.levels[side] + arrived


def check_losses(start: TriompheSnapshot, after: TriompheSnapshot) -> None:
    """T-18.16, T-18.17: each disc lost answers to a strength point lost, until the clean-up."""
    if start.time != after.time or after.cleaned:
        return
    for side in Side:
        discs = start.levels[side] - after.levels[side]
        assert 0 <= discs <= start.strength(side) - after.strength(side)


TRIOMPHE = Watched(
    taken,
    check_change,
    ("traffic", "attacked", "barred", "road_attacked", "won", "begun", "pontoon_used"),
    (
        check_entered_last,
        check_surprise,
        check_organisation,
        check_begun,
        check_orders,
        check_discs,
        check_end,
    ),
    ("assault", "attack", "complete", "declare", "organise", "end"),
)
