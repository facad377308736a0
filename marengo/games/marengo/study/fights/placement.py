"""The position before a fight: where it takes place, and who stands there."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from marengo.core.errors import PositionError, did_you_mean
from marengo.games.marengo.board import Approach, Board, Place
from marengo.games.marengo.game import MarengoGame
from marengo.games.marengo.game import load as load_game
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState

Pieces = str | Mapping[str, str]
"""Pieces as positions write them, ``"I3 C2"``, or by place: ``{"approach": "I3"}``."""

HOUR: Final = 9
"""The round of a fight; late enough for French pieces to block (T-14.1)."""

GUARD: Final = "I1"
"""The piece that faces a flank: without an enemy opposite nobody would stand there (B-8.34)."""


@dataclass(frozen=True, slots=True)
class FightKind:
    """A kind of fight."""

    words: str
    verb: str  # first word of the move that begins it
    attackers: str  # where pieces stand for whom no place is named
    defenders: str


FIGHT_KINDS: Final[Mapping[str, FightKind]] = {
    "assault": FightKind("assault", "assault", "approach", "approach"),
    "manoeuvre": FightKind("manoeuvre attack", "attack", "reserve", "reserve"),
    # from an approach nobody can reply (T-9.17, B-9.14), so that a retreat follows at once
    "retreat": FightKind("retreat before a manoeuvre attack", "attack", "approach", "reserve"),
}
"""The kinds of fights by name."""


def find_kind(kind: str) -> FightKind:
    """Return a kind of fight by name."""
    if kind not in FIGHT_KINDS:
        meant = did_you_mean(kind, FIGHT_KINDS)
        raise ValueError(f"kind: expected {', '.join(FIGHT_KINDS)}, not {kind!r}{meant}")
    return FIGHT_KINDS[kind]


@lru_cache(maxsize=8)
def _loaded(name: str) -> MarengoGame:
    return load_game(name)


def find_game(ruleset: str | MarengoGame) -> MarengoGame:
    """Return a game by the name of its scenario, loaded once; a game as it is."""
    return ruleset if isinstance(ruleset, MarengoGame) else _loaded(ruleset)


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
    """Return the first other approach of the defence locality that pieces may block, if any."""
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
    by_place = {home: pieces} if isinstance(pieces, str) else pieces
    return {
        places.get(place, place): tokens for place, tokens in by_place.items() if tokens.strip()
    }


def set_up(
    game: MarengoGame,
    border: str,
    attackers: Pieces,
    defenders: Pieces,
    kind: str,
    side: Side,
    morale: Mapping[Side, int],
    facts: Mapping[str, Any],
) -> MarengoState:
    """Return the position before a fight."""
    fight_kind = find_kind(kind)
    attack_approach(game.board, border)
    own = _by_place(attackers, fight_kind.attackers, places_of(game.board, border, 0))
    other = _by_place(defenders, fight_kind.defenders, places_of(game.board, border, 1))
    flank = flank_of(game.board, border)
    if flank is not None and str(flank) in other:
        own.setdefault(str(flank.towards), GUARD)
    armies = {side.name.lower(): own, side.enemy.name.lower(): other}
    defaults = game.fights.facts(game, HOUR, fight_kind.verb, morale)
    return game.position(**{"hour": HOUR, "turn": side, **armies, **defaults, **facts})
