"""Where a piece can march by road: whole marches, each by the best way there is.

A march is decided step by step (T-8.10, B-8.58). Nothing hidden comes to light on the way, so it
can be looked at beforehand, up to the first attack: what follows that is the enemy's affair.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.state import MarengoState
from marengo.screens.marengo.play.options import Option, price_between, read_option


def road_marches(state: MarengoState, start: Option) -> list[Option]:
    """Return the marches by road that can follow from the move that begins them.

    One for each place reached or attacked: the cheapest, and of these the one with the fewest
    moves, so that no step is waited for without need. None that comes back to where it began: the
    rules allow it where two roads lead to one place, and nothing is gained by it.
    """
    best: dict[tuple[str | None, bool], Option] = {}
    for march in _walk(state, state.copy().play(start.moves[0]), start):
        aim = (march.target, march.attacks)
        if aim not in best or _rank(march) < _rank(best[aim]):
            best[aim] = march
    return [march for march in best.values() if not comes_back(state, march)]


def comes_back(state: MarengoState, option: Option) -> bool:
    """Return whether an option is a march by road that ends where it begins."""
    if option.verb != "road" or option.attacks:
        return False
    return option.target == str(state.piece(option.pieces[0]).place)


def first_option(state: MarengoState, line: Sequence[str]) -> Option:
    """Return what moves begin with: one move, or a march by road that they carry to its end."""
    start = read_option(state, state.move(line[0]))
    if start.verb != "road":
        return start
    marches = _walk(state, state.copy().play(start.moves[0]), start)
    taken = (march for march in marches if [*map(str, march.moves)] == [*line[: len(march.moves)]])
    return next(taken, start)


def _rank(march: Option) -> tuple[int, int]:
    return (march.price, len(march.moves))


def _walk(before: MarengoState, state: MarengoState, march: Option) -> Iterator[Option]:
    """Yield all marches that begin in a certain way; ``state`` is where that way leads."""
    price = price_between(before, state)
    if state.decision != Decision.ROAD_STEP:
        # a step without a choice may have been an attack
        attacks = state.to_move != before.to_move or state.decision != Decision.ACTION
        target = None if attacks else str(state.piece(march.pieces[0]).place)
        yield replace(march, target=target, attacks=attacks, price=price)
        return
    passed = (str(state.piece(march.pieces[0]).place),) if state.record["crossed"] else ()
    for move in state.legal_moves():
        step, after = read_option(state, move), state.copy().play(move)
        moves = (*march.moves, move)
        if step.attacks:
            price = price_between(before, after)
            yield replace(march, moves=moves, target=step.target, attacks=True, price=price)
            continue
        route = (*march.way, *passed) if step.verb == "cross" else march.way
        yield from _walk(before, after, replace(march, moves=moves, way=route))
