"""Building any position: what both rulesets do alike."""

import copy
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from marengo.core.errors import PositionError
from marengo.games.marengo.rules.position import MASK_WORD, Bombardment
from marengo.games.marengo.rules.tables import BoardIndex
from marengo.games.marengo.rules.vocabulary import NONE, SLOTS, Kind
from marengo.games.marengo.tables import SIDES

if TYPE_CHECKING:
    from marengo.games.marengo.game import MarengoGame

LETTERS = {"I": Kind.INFANTRY, "C": Kind.CAVALRY, "A": Kind.ARTILLERY}
BOMBARDING = {
    "declared": Bombardment.DECLARED,
    "due": Bombardment.DUE,
    "completed": Bombardment.COMPLETED,
}


@contextmanager
def numbers_that_fit() -> Iterator[None]:
    """Raise PositionError, not OverflowError, for numbers larger than any of the game."""
    try:
        yield
    except OverflowError as error:
        raise PositionError(f"expected smaller numbers: {error}") from error


def copied(game: "MarengoGame") -> "MarengoGame":
    """Return a game with tables of its own, in which a position may say who its pieces are."""
    result = copy.copy(game)
    result.tables = game.tables.copy()
    return result


def army_slots(
    game: "MarengoGame", s: Any, army: str, places: Mapping[str, str]
) -> Iterator[tuple[int, int, str]]:
    """Yield slot, place and token of each piece of an army, in the order written.

    Afterwards the army has these pieces and no others, any of which may be any block. PositionError
    if a place is not on the board, or there are too many pieces.
    """
    side = SIDES[army]
    slot = side * SLOTS
    for place, tokens in places.items():
        try:
            code = game.index.place_code(place)
        except ValueError as error:
            raise PositionError(f"{army}: {error}") from error
        for token in tokens.split():
            if slot == (side + 1) * SLOTS:
                raise PositionError(f"{army}: more than {SLOTS} pieces")
            yield slot, code, token
            slot += 1
    used = slot - side * SLOTS
    game.tables[0]["pieces"][side] = used
    s["candidates"][side * SLOTS : slot] = (1 << used) - 1


def approach_of(index: BoardIndex, place: str) -> int:
    """Return the engine's number of an approach."""
    if place not in index.approach_at:
        raise PositionError(f"{place!r}: expected an approach such as 8/4")
    return index.approach_at[place]


def check_locality(index: BoardIndex, locality: int, field: str) -> None:
    """See that the board has a locality."""
    if all(locality != place.number for place in index.board.localities):
        raise PositionError(f"{field}: expected a locality of the board, not {locality}")


def check_number(number: int, most: int, field: str) -> None:
    """See that a number is from 0 to ``most``."""
    if not 0 <= number <= most:
        raise PositionError(f"{field}: expected 0 to {most}, not {number}")


def check_hour(game: "MarengoGame", hour: int, field: str) -> None:
    """See that a round is one of the game."""
    first, last = (int(game.tables[0][name]) for name in ("first_hour", "last_hour"))
    if not first <= hour <= last:
        raise PositionError(f"{field}: expected an hour from {first} to {last}, not {hour}")


def check_crossings(index: BoardIndex, crossings: Iterable[str]) -> None:
    """See that the board has these crossings."""
    for crossing in crossings:
        if crossing not in index.crossings:
            raise PositionError(f"{crossing!r}: no such crossing on this board")


def remember(s: Any, field: str, number: int) -> None:
    """Put an approach, crossing or locality into one of the sets of the turn's memory."""
    s[field][number // MASK_WORD] |= 1 << number % MASK_WORD


def remember_assaults(
    game: "MarengoGame", s: Any, barred: Iterable[str], won: Iterable[int]
) -> None:
    """Write which borders are barred, and which localities were won, by assaults of this turn."""
    for place in barred:
        number = approach_of(game.index, place)
        remember(s, "barred", number)
        remember(s, "barred", int(game.tables[0]["opposite"][number]))
    for locality in won:
        check_locality(game.index, locality, "won")
        remember(s, "won", locality)


def fill_traffic(game: "MarengoGame", s: Any, steps: Mapping[str, tuple[int, int]]) -> None:
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
