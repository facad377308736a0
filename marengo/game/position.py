"""Building any position: for tests, lessons and puzzles."""

import copy
import re
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from marengo.game.errors import MarengoError
from marengo.game.game import Game
from marengo.game.state import State
from marengo.game.tables import KINDS, SIDES
from marengo.rules.decisions import Decision
from marengo.rules.shared.knowledge import show
from marengo.rules.shared.position import MASK_WORD, Bombardment
from marengo.rules.triomphe import knowledge, setup
from marengo.rules.triomphe.state import ACTED, DISORGANISED, SILENCED, Stage
from marengo.rules.triomphe.state import State as StateRecord
from marengo.rules.vocabulary import (
    HOURS,
    LOCALITIES,
    NONE,
    PIECES,
    SLOTS,
    Kind,
    Side,
)

_TOKEN = re.compile(r"(~?)([ICA])([1-9])(!?)((?::(?:declared|due|completed|silent))*)")
_LETTERS = {"I": Kind.INFANTRY, "C": Kind.CAVALRY, "A": Kind.ARTILLERY}
_BOMBARDING = {
    "declared": Bombardment.DECLARED,
    "due": Bombardment.DUE,
    "completed": Bombardment.COMPLETED,
}
Counts = Mapping[Side, Mapping[int, int]]


class PositionError(MarengoError):
    """A position that cannot be built; names the place and what was expected."""


def build_position(
    game: Game,
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
) -> State:
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
    game = copy.copy(game)
    game.tables = game.tables.copy()
    record = StateRecord.array()
    _call(setup.clear, game, record)
    s = record[0]
    s["hour"], s["turn"], s["to_move"] = hour, turn, turn
    s["orders"] = game.tables[0]["orders_per_turn"] if orders is None else orders
    s["decision"], s["stage"] = Decision.ACTION, Stage.ACTIONS
    _place_pieces(game, s, "austrian", austrian or {})
    _place_pieces(game, s, "french", french or {})
    for side in Side:
        s["uncommitted"][side] = (uncommitted or {}).get(side, 6)
    _fill(s["committed"], committed, LOCALITIES)
    _fill(s["shifted"], shifted, LOCALITIES)
    _fill(s["track"], track, HOURS)
    for locality, side in (entered_last or {}).items():
        s["entered_last"][locality] = side
    for crossing in (*(steps or {}), *road_attacks):
        if crossing not in game.index.crossings:
            raise PositionError(f"{crossing!r}: no such crossing on this board")
    _fill_memory(game, s, steps or {}, road_attacks, attacked, barred, won)
    s["pontoon_used"] = pontoon_used
    for slot in range(PIECES):
        if State(game, record).piece_in(slot).face_up and s["strength"][slot]:
            _call(show, game, record, slot)
    _call(knowledge.shuffle, game, record)
    state = State(game, record)
    problems = state.problems()
    if problems:
        raise PositionError("; ".join(problems))
    return state


def _call(rule: Any, game: Game, record: np.ndarray[Any, Any], *arguments: int) -> None:
    """Apply a rule of the engine to the first record."""
    tables = game.tables.view(np.recarray)
    states = record.view(np.recarray)
    getattr(rule, "py_func", rule)(tables[0], states[0], *arguments)


def _place_pieces(game: Game, s: Any, army: str, places: Mapping[str, str]) -> None:
    """Put the pieces of one army on the board, slot by slot."""
    side = SIDES[army]
    slot = side * SLOTS
    earliest = {
        KINDS[group.kind]: group.earliest
        for force in game.scenario.forces
        if force.army == army
        for group in force.pieces
    }
    for place, tokens in places.items():
        try:
            code = game.index.place_code(place)
        except ValueError as error:
            raise PositionError(f"{army}: {error}") from error
        for token in tokens.split():
            if slot == (side + 1) * SLOTS:
                raise PositionError(f"{army}: more than {SLOTS} pieces")
            _place_piece(game, s, slot, code, token)
            game.tables[0]["earliest"][slot] = earliest.get(Kind(int(s["kind"][slot])), 0)
            slot += 1
    used = slot - side * SLOTS
    game.tables[0]["pieces"][side] = used
    s["candidates"][side * SLOTS : slot] = (1 << used) - 1


def _place_piece(game: Game, s: Any, slot: int, code: int, token: str) -> None:
    match = _TOKEN.fullmatch(token)
    if match is None:
        raise PositionError(f"{token!r}: expected pieces such as I3, ~C2, I2! or A1:due")
    disorganised, letter, strength, acted, states = match.groups()
    if disorganised and slot < SLOTS:
        raise PositionError(f"{token!r}: Austrian pieces are never disorganised (T-14.5)")
    s["place"][slot] = code
    s["kind"][slot] = _LETTERS[letter]
    s["strength"][slot] = int(strength)
    marks = DISORGANISED * bool(disorganised) | ACTED * bool(acted)
    for state in states.split(":")[1:]:
        marks |= SILENCED if state in ("silent", "declared", "completed") else 0
        s["bombardment"][slot] = _BOMBARDING.get(state, s["bombardment"][slot])
    s["marks"][slot] = marks
    locality = int(game.tables[0]["locality_of"][code])
    if locality != NONE:
        s["entered_last"][locality] = slot // SLOTS


def _fill(counts: Any, wanted: Counts | None, width: int) -> None:
    for side, numbers in (wanted or {}).items():
        for index, number in numbers.items():
            if not 0 <= index < width:
                raise PositionError(f"{index}: no such locality or hour")
            counts[side * width + index] = number


def _fill_memory(
    game: Game,
    s: Any,
    steps: Mapping[str, tuple[int, int]],
    road_attacks: Iterable[str],
    attacked: Iterable[str],
    barred: Iterable[str],
    won: Iterable[int],
) -> None:
    """Write what was done earlier this turn."""
    index, t = game.index, game.tables[0]

    def approach(place: str) -> int:
        if place not in index.approach_at:
            raise PositionError(f"{place!r}: expected an approach such as 8/4")
        return index.approach_at[place]

    def remember(field: str, number: int) -> None:
        s[field][number // MASK_WORD] |= 1 << number % MASK_WORD

    _fill_traffic(game, s, steps)
    for crossing in road_attacks:
        remember("road_attacked", index.crossings.index(crossing))
    for place in attacked:
        remember("attacked", approach(place))
    for place in barred:
        remember("barred", approach(place))
        remember("barred", int(t["opposite"][approach(place)]))
    for locality in won:
        remember("won", locality)


def _fill_traffic(game: Game, s: Any, steps: Mapping[str, tuple[int, int]]) -> None:
    """Write which crossings were used, in which step and direction."""
    index, t = game.index, game.tables[0]
    for crossing, (step, entered) in steps.items():
        use = 0
        for end, (locality, name) in enumerate(index.ends):
            other = int(t["end_other"][end])
            beyond = locality if other == NONE else int(t["end_locality"][other])
            if (name, beyond) == (crossing, entered):
                use = step * int(t["end_way"][end])
        if use == 0:
            raise PositionError(f"{crossing!r}: does not lead into locality {entered}")
        s["crossing_use"][index.crossings.index(crossing)] = use
