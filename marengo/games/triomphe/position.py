"""Building any position of *Triomphe à Marengo*: for tests, lessons and puzzles."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from marengo.core.errors import PositionError
from marengo.core.numbers import takes
from marengo.core.uncompiled import call_python
from marengo.games.marengo.position import (
    BOMBARDING,
    LETTERS,
    approach_of,
    army_slots,
    check_crossings,
    check_hour,
    check_locality,
    check_number,
    copied,
    fill_traffic,
    numbers_that_fit,
    remember,
    remember_assaults,
)
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.knowledge import show
from marengo.games.marengo.rules.vocabulary import (
    FIRST_BOX,
    NONE,
    PIECES,
    SLOTS,
    Kind,
    Side,
)
from marengo.games.marengo.tables import KINDS
from marengo.games.triomphe.rules import knowledge, setup
from marengo.games.triomphe.rules.state import ACTED, DISORGANISED, SILENCED, Stage
from marengo.games.triomphe.rules.state import State as StateRecord
from marengo.games.triomphe.scenario import TriompheScenario
from marengo.games.triomphe.state import TriompheState

if TYPE_CHECKING:
    from marengo.games.marengo.game import MarengoGame

_TOKEN = re.compile(r"(~?)([ICA])([1-9])(!?)((?::(?:declared|due|completed|silent))*)")
Counts = Mapping[Side, Mapping[int, int]]


@takes(PositionError)
@numbers_that_fit()
def build_position(
    game: "MarengoGame",
    *,
    hour: int = 9,
    turn: Side,
    orders: int | None = None,
    austrian: Mapping[str, str] | None = None,
    french: Mapping[str, str] | None = None,
    uncommitted: Mapping[Side, int] | None = None,
    committed: Counts | None = None,
    shifted: Counts | None = None,
    track: Counts | None = None,
    entered_last: Mapping[int, Side] | None = None,
    steps: Mapping[str, tuple[int, int]] | None = None,
    road_attacks: Iterable[str] = (),
    attacked: Iterable[str] = (),
    barred: Iterable[str] = (),
    won: Iterable[int] = (),
    pontoon_used: bool = False,
) -> TriompheState:
    """Return a position in which ``turn`` chooses its next action.

    Parameters
    ----------
    game : Game
        Board and parameters.
    hour, turn, orders
        The round in hours, the active side, its orders left (default: all).
    austrian, french : mapping of place to pieces
        For example ``{"8/4": "I3 C2"}``; slots are used in the order written. ``~I2`` is
        disorganised, ``I2!`` has acted, ``A1:declared``, ``A1:due``, ``A1:completed`` give a
        bombardment, ``A1:silent`` artillery that declared or completed in its last turn.
    uncommitted : mapping of side to discs
        Default 6 each.
    committed, shifted, track : mapping of side to {locality or hour: discs}
        Shifted discs are among the committed ones.
    entered_last : mapping of locality to side
        Default: the occupier.
    steps : mapping of crossing to (last step, locality entered)
        Traffic of this turn (T-8.12).
    road_attacks, attacked, barred, won
        Crossings, defence approaches, borders and localities of this turn's memory (T-23.13).
    pontoon_used : bool
        T-15.12.

    Raises
    ------
    PositionError
        If something cannot be placed; says what and where.
    """
    road_attacks = tuple(road_attacks)
    game = copied(game)
    record = StateRecord.array()
    call_python(setup.clear, game, record)
    s = record[0]
    s["hour"], s["turn"], s["to_move"] = hour, turn, turn
    most = int(game.tables[0]["orders_per_turn"])
    s["orders"] = most if orders is None else orders
    check_number(int(s["orders"]), most, "orders")
    s["decision"], s["stage"] = Decision.ACTION, Stage.ACTIONS
    _place_pieces(game, s, "austrian", austrian or {})
    _place_pieces(game, s, "french", french or {})
    for side in Side:
        s["uncommitted"][side] = (uncommitted or {}).get(side, 6)
    at_locality, at_hour = partial(check_locality, game.index), partial(check_hour, game)
    _fill(s, "committed", committed, at_locality)
    _fill(s, "shifted", shifted, at_locality)
    _fill(s, "track", track, at_hour)
    for locality, side in (entered_last or {}).items():
        at_locality(locality, "entered_last")
        s["entered_last"][locality] = side
    check_crossings(game.index, (*(steps or {}), *road_attacks))
    fill_traffic(game, s, steps or {})
    for crossing in road_attacks:
        remember(s, "road_attacked", game.index.crossings.index(crossing))
    for place in attacked:
        remember(s, "attacked", approach_of(game.index, place))
    remember_assaults(game, s, barred, won)
    s["pontoon_used"] = pontoon_used
    state = TriompheState(game, record)
    for slot in range(PIECES):
        if s["strength"][slot] and state.piece_in(slot).face_up:
            call_python(show, game, record, slot)
    call_python(knowledge.shuffle, game, record)
    problems = state.problems()
    if problems:
        raise PositionError("; ".join(problems))
    return state


def _place_pieces(game: "MarengoGame", s: Any, army: str, places: Mapping[str, str]) -> None:
    """Put the pieces of one army on the board, slot by slot."""
    assert isinstance(game.scenario, TriompheScenario)
    earliest = {
        KINDS[group.kind]: group.earliest
        for force in game.scenario.forces
        if force.army == army
        for group in force.pieces
    }
    for slot, code, token in army_slots(game, s, army, places):
        _place_piece(game, s, slot, code, token)
        game.tables[0]["earliest"][slot] = earliest.get(Kind(int(s["kind"][slot])), 0)


def _place_piece(game: "MarengoGame", s: Any, slot: int, code: int, token: str) -> None:
    match = _TOKEN.fullmatch(token)
    if match is None:
        raise PositionError(f"{token!r}: expected pieces such as I3, ~C2, I2! or A1:due")
    disorganised, letter, strength, acted, states = match.groups()
    if disorganised and code >= FIRST_BOX:
        raise PositionError(f"{token!r}: pieces in boxes are never disorganised (T-14.4)")
    if disorganised and slot < SLOTS:
        raise PositionError(f"{token!r}: Austrian pieces are never disorganised (T-14.5)")
    s["place"][slot] = code
    s["kind"][slot] = LETTERS[letter]
    s["strength"][slot] = int(strength)
    marks = DISORGANISED * bool(disorganised) | ACTED * bool(acted)
    for state in states.split(":")[1:]:
        marks |= SILENCED if state in ("silent", "declared", "completed") else 0
        s["bombardment"][slot] = BOMBARDING.get(state, s["bombardment"][slot])
    s["marks"][slot] = marks
    locality = int(game.tables[0]["locality_of"][code])
    if locality != NONE:
        s["entered_last"][locality] = slot // SLOTS


def _fill(s: Any, field: str, wanted: Counts | None, check: Callable[[int, str], None]) -> None:
    width = len(s[field]) // len(Side)
    for side, numbers in (wanted or {}).items():
        for index, number in numbers.items():
            check(index, field)
            s[field][side * width + index] = number
