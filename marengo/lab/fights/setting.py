"""Where a fight takes place, and who stands there."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from marengo.board import Approach, Board, Place
from marengo.game import Game, PositionError, Side, State
from marengo.game import load as load_game
from marengo.rules.vocabulary import HOURS

Pieces = str | Mapping[str, str]
"""Pieces as positions write them, ``"I3 C2"``, or by place: ``{"approach": "I3"}``."""

HOUR: Final = 9
"""The round of a fight; late enough for French pieces to block (T-14.1)."""

GUARD: Final = "I1"
"""The piece that faces a flank: without an enemy opposite nobody would stand there (B-8.34)."""


@dataclass(frozen=True, slots=True)
class Sort:
    """A kind of fight."""

    words: str
    verb: str  # first word of the move that begins it
    attackers: str  # where pieces stand for whom no place is named
    defenders: str
    step: int  # of a turn of Basic (B-7.6, B-7.7)


SORTS: Final[Mapping[str, Sort]] = {
    "assault": Sort("assault", "assault", "approach", "approach", 2),
    "manoeuvre": Sort("manoeuvre attack", "attack", "reserve", "reserve", 3),
    # from an approach nobody can reply (T-9.17, B-9.14), so that a retreat follows at once
    "retreat": Sort("retreat before a manoeuvre attack", "attack", "approach", "reserve", 3),
}
"""The sorts of fights by name."""


def find_sort(kind: str) -> Sort:
    """Return a kind of fight by name."""
    if kind not in SORTS:
        raise ValueError(f"kind: expected {', '.join(SORTS)}, not {kind!r}")
    return SORTS[kind]


@lru_cache(maxsize=8)
def _loaded(name: str) -> Game:
    return load_game(name)


def find_game(ruleset: str | Game) -> Game:
    """Return a game by the name of its scenario, loaded once; a game as it is."""
    return ruleset if isinstance(ruleset, Game) else _loaded(ruleset)


def attack_approach(board: Board, border: str) -> Approach:
    """Return the approach attacked from."""
    try:
        approach = board.approach(border)
    except (KeyError, ValueError) as error:
        raise PositionError(f"border: {border!r}: expected an approach such as 8/4") from error
    if approach.impassable:
        raise PositionError(f"border: {border} is impassable (T-3.16, B-5.19)")
    return approach


def flank_of(board: Board, border: str) -> Place | None:
    """Return an approach of the defence locality that does not face the attack; None without one.

    It is the first that pieces may block, in the order of the board.
    """
    attack = Place.parse(border)
    for approach in board.approaches_of(int(attack.towards or 0)):
        if approach.opposite not in (None, attack.locality) and not approach.impassable:
            return approach.place
    return None


def places_of(board: Board, border: str, role: int) -> dict[str, str]:
    """Return the places of a side, attacker 0 or defender 1, by the words for them."""
    attack = Place.parse(border)
    if role == 0:
        return {"approach": str(attack), "reserve": str(attack.locality)}
    places = {"approach": str(attack.opposite), "reserve": str(attack.towards)}
    flank = flank_of(board, border)
    return places if flank is None else {**places, "flank": str(flank)}


def _by_place(pieces: Pieces, home: str, places: Mapping[str, str]) -> dict[str, str]:
    """Return pieces by their places on the board."""
    given = {home: pieces} if isinstance(pieces, str) else pieces
    return {places.get(place, place): tokens for place, tokens in given.items() if tokens.strip()}


def _basic(sort: Sort, morale: Mapping[Side, int], _: Game) -> dict[str, Any]:
    """Return what a position of Basic needs: its step, and morale as printed unless given."""
    beaten = {side: HOUR - 1 for side, points in morale.items() if points == 0}
    left = {side: points for side, points in morale.items() if points > 0}
    return {"step": sort.step, "morale": left, "demoralised": beaten}


def _triomphe(_: Sort, morale: Mapping[Side, int], game: Game) -> dict[str, Any]:
    """Return what a position of Triomphe needs: all discs an army ever has, unless given."""
    t = game.tables[0]
    discs = {
        side: int(t["start_uncommitted"][side])
        + int(t["start_track"][side * HOURS : (side + 1) * HOURS].sum())
        for side in Side
    }
    return {"uncommitted": {**discs, **morale}}


_FACTS: Final[Mapping[str, Callable[[Sort, Mapping[Side, int], Game], dict[str, Any]]]] = {
    "bonaparte": _basic,
    "triomphe": _triomphe,
}


def set_up(
    game: Game,
    border: str,
    attackers: Pieces,
    defenders: Pieces,
    kind: str,
    side: Side,
    morale: Mapping[Side, int],
    facts: Mapping[str, Any],
) -> State:
    """Return the position before a fight."""
    sort = find_sort(kind)
    attack_approach(game.board, border)
    own = _by_place(attackers, sort.attackers, places_of(game.board, border, 0))
    other = _by_place(defenders, sort.defenders, places_of(game.board, border, 1))
    flank = flank_of(game.board, border)
    if flank is not None and str(flank) in other:
        own.setdefault(str(flank.towards), GUARD)
    armies = {side.name.lower(): own, side.enemy.name.lower(): other}
    given = _FACTS[game.scenario.ruleset](sort, morale, game)
    return game.position(**{"hour": HOUR, "turn": side, **armies, **given, **facts})
