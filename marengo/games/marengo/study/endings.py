"""Endings: composed positions of the last round, short enough to be solved exactly."""

from inspect import signature
from pathlib import Path
from typing import Annotated, Any

import msgspec

from marengo.core.errors import PositionError, did_you_mean
from marengo.core.files import fitted, read_toml
from marengo.games.marengo.armies import Army
from marengo.games.marengo.game import MarengoGame
from marengo.games.marengo.scenario import Hour
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.tables import SIDES
from marengo.paths import data_path

__all__ = ["Ending", "endings", "read_endings"]

Number = Annotated[int, msgspec.Meta(ge=0)]
Places = dict[str, str]


class Ending(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A composed ending: its name, what it is about, and the position.

    All but ``name`` and ``text`` are what positions are made of, see :meth:`MarengoGame.position`.
    A game is given those that it knows.

    Parameters
    ----------
    name : str
        Short name; small letters, digits and ``-``.
    text : str
        One sentence.
    turn : "austrian" or "french"
        Whose turn it is.
    hour : int
        The round in hours.
    austrian, french : dict of str to str
        Pieces by place.
    orders, commands : int, optional
        Those left in this turn.
    step : int, optional
        Of the turn.
    uncommitted, morale : dict of army to int, optional
        Discs or points.
    """

    name: Annotated[
        str, msgspec.Meta(pattern="^[a-z0-9-]+$", description="small letters, digits and '-'")
    ]
    text: Annotated[str, msgspec.Meta(min_length=1)]
    turn: Army
    hour: Hour
    austrian: Places
    french: Places
    orders: Number | None = None
    commands: Number | None = None
    step: Annotated[int, msgspec.Meta(ge=0, le=4)] | None = None
    uncommitted: dict[Army, Number] | None = None
    morale: dict[Army, Number] | None = None

    def position(self, game: MarengoGame) -> MarengoState:
        """Return the position.

        Raises
        ------
        PositionError
            If it cannot be built; names the ending, and what cannot be or which field is strange.
        """
        parameters = signature(game.position).parameters
        facts = {name: _by_side(fact) for name, fact in _facts(self).items()}
        if strange := facts.keys() - parameters:
            where = f"{self.name}: {min(strange)}"
            meant = did_you_mean(min(strange), parameters)
            raise PositionError(f"{where}: {game.title} knows no such field of a position{meant}")
        try:
            return game.position(**{**facts, "turn": SIDES[self.turn]})
        except PositionError as error:
            raise PositionError(f"{self.name}: {error}") from error


class EndingFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of endings."""

    endings: Annotated[tuple[Ending, ...], msgspec.Meta(min_length=1)]


def _facts(ending: Ending) -> dict[str, Any]:
    """Return the fields that say what the position is made of."""
    facts = msgspec.structs.asdict(ending)
    return {
        name: fact
        for name, fact in facts.items()
        if name not in ("name", "text") and fact is not None
    }


def _by_side(fact: Any) -> Any:
    """Return a field as positions take it: what is told of armies is told of sides."""
    if isinstance(fact, dict) and fact.keys() <= SIDES.keys():
        return {SIDES[army]: number for army, number in fact.items()}
    return fact


def read_endings(path: Path) -> tuple[Ending, ...]:
    """Read endings from a TOML file with tables ``[[endings]]``.

    Raises
    ------
    PositionError
        If the file cannot be read or does not fit; names file and field.
    """
    content = read_toml(path, PositionError)
    composed = fitted(content, EndingFile, path, PositionError).endings
    names = [ending.name for ending in composed]
    if double := sorted({name for name in names if names.count(name) > 1}):
        raise PositionError(f"{path}: endings: expected each name once, not {double[0]} again")
    return composed


def endings(game: MarengoGame, path: Path | None = None) -> dict[str, MarengoState]:
    """Return composed endings of a game by name, ready to be played or solved.

    Parameters
    ----------
    game : MarengoGame
        Board and parameters.
    path : Path, optional
        File of the endings; default: those of this game that come with marengo.

    Raises
    ------
    PositionError
        If the file cannot be read, does not fit, or a position cannot be built; names file, ending
        and field.
    """
    file = path or data_path(f"endings/{game.name}.toml")
    composed = read_endings(file)
    try:
        return {ending.name: ending.position(game) for ending in composed}
    except PositionError as error:
        raise PositionError(f"{file}: {error}") from error
