"""Players by name, with parameters in text: ``rule:bold=1.2``, ``search:playouts=2000``.

A contestant is named by its code instead, ``bots/timid.py:Timid:bold=1.2``; it plays in a process
of its own, and is not imported in any other.
"""

import inspect
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from glob import escape
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

from marengo.core.errors import MarengoError, did_you_mean
from marengo.core.files import is_file
from marengo.core.game import Game
from marengo.core.numbers import takes
from marengo.core.players.protocol import Player

Factory = Callable[..., Player]


class PlayerError(MarengoError):
    """A player or a parameter nobody knows; names those that exist."""


class ForfeitError(PlayerError):
    """A contestant that has lost its game by its own fault; names it and the fault."""


@dataclass(frozen=True)
class Entry:
    """A player that can be named."""

    name: str
    make: Factory  # ``make(game, **parameters)``
    parameters: dict[str, Any]  # defaults: int, float, bool, str; None of a float that is left out
    aliases: dict[str, str]  # of parameters; the one called ``""`` may be given without a name

    @property
    def learns(self) -> bool:
        """Return whether it plays by weights and can learn them: both are its parameters."""
        return {"weights", "learn"} <= self.parameters.keys()

    @property
    def comes_with_marengo(self) -> bool:
        """Return whether it is ours, whatever its class says of itself."""
        module = sys.modules.get(self.make.__module__)
        named = module and vars(module).get(getattr(self.make, "__qualname__", ""))
        file = Path(str(getattr(module, "__file__", None)))
        return named is self.make and Path(__file__).resolve().parents[2] in file.resolve().parents


@dataclass(frozen=True)
class Contestant:
    """A player that is named by its code."""

    path: Path
    folder: Path  # where its code finds other modules of its own
    module: str  # empty if it was named by its file
    name: str
    rest: str  # its parameters

    @property
    def files(self) -> list[Path]:
        """Files of its own that it may read: its package, or modules and namesakes beside it."""
        if "." in self.module or self.path.stem == "__init__":
            return [self.folder / self.module.partition(".")[0]]
        return [*self.folder.glob("*.py"), *self.folder.glob(f"{escape(self.path.stem)}.*")]


CODE = re.compile(r"(?P<code>.+\.py|[^\W\d]\w*(?:\.\w+)*):(?P<name>[^\W\d]\w*)(?::(?P<rest>.*))?")
"""Name of a contestant: a file or a module, its class, and parameters."""

SWITCHES = {"true": True, "false": False}
"""Words for parameters that are a switch."""

_PLAYERS: dict[str, Entry] = {}


@takes()
def register(name: str) -> Callable[[Factory], Factory]:
    """Register a player under a name; use as a decorator of its class or factory.

    The class is made with the game, and with the parameters that follow it in its signature; all
    of these need defaults. A cell of a notebook that is run twice registers the name anew.

    Parameters
    ----------
    name : str
        Letters, digits, ``-`` and ``_``.

    Raises
    ------
    PlayerError
        If the name cannot be written or is another player's, or a parameter has no default.

    Examples
    --------
    >>> @register("last")
    ... class Last:
    ...     def __init__(self, game):
    ...         pass
    ...
    ...     def choose(self, view, legal_moves, rng):
    ...         return legal_moves[-1]
    """
    if not name.replace("-", "").replace("_", "").isalnum():
        raise PlayerError(f"player {name!r}: expected letters, digits, '-' and '_'")

    def enter(make: Factory) -> Factory:
        if getattr(make, "ORACLE", False) and not name.startswith("oracle"):
            raise PlayerError(f"player {name!r}: sees hidden pieces, expected a name like oracle")
        if name in _PLAYERS and _code_of(_PLAYERS[name].make) != _code_of(make):
            raise PlayerError(f"player {name!r}: is another player's, expected a name of its own")
        _PLAYERS[name] = _entry(name, make)
        return make

    return enter


def _code_of(make: Factory) -> tuple[str, str]:
    """Return where a player says that it is defined: a cell that is run again defines it again."""
    return make.__module__, getattr(make, "__qualname__", "")


def _entry(name: str, make: Factory) -> Entry:
    """Return a player by its name, with its parameters."""
    _, *parameters = inspect.signature(make).parameters.values()
    for parameter in parameters:
        if parameter.default is parameter.empty:
            raise PlayerError(f"player {name!r}: the parameter {parameter.name} has no default")
    defaults = {parameter.name: parameter.default for parameter in parameters}
    return Entry(name, make, defaults, getattr(make, "ALIASES", {}))


def player_names() -> tuple[str, ...]:
    """Return the names of all players."""
    return tuple(sorted(_PLAYERS))


def learners() -> tuple[str, ...]:
    """Return the names of the players that can learn what they play."""
    return tuple(name for name in player_names() if _PLAYERS[name].learns)


def parse_player(text: str) -> tuple[Entry, dict[str, Any]]:
    """Return the player that a text names, and the parameters that it gives."""
    name, _, rest = text.partition(":")
    if name not in _PLAYERS:
        listed, meant = ", ".join(player_names()), did_you_mean(name, _PLAYERS)
        raise PlayerError(f"no player {text!r}: expected one of {listed}{meant}")
    return _PLAYERS[name], _given(text, _PLAYERS[name], rest)


def _given(text: str, entry: Entry, rest: str) -> dict[str, Any]:
    """Return the parameters that a text gives to a player."""
    values: dict[str, Any] = {}
    for part in rest.split(",") if rest else ():
        word, _, value = part.partition("=") if "=" in part else ("", "", part)
        key = entry.aliases.get(word, word)
        if key not in entry.parameters or key in values:
            wanted = ", ".join(f"{name}={default}" for name, default in entry.parameters.items())
            raise PlayerError(
                f"player {text!r}: {part!r}: expected each once, separated by commas, of: "
                f"{wanted or 'no parameters'}{did_you_mean(word or part, entry.parameters)}"
            )
        values[key] = _value(text, word or key, value, entry.parameters[key])
    return values


def _value(text: str, key: str, value: str, default: Any) -> Any:
    """Return the value of a parameter, of the type of its default."""
    if isinstance(default, bool):
        if value not in SWITCHES:
            raise PlayerError(f"player {text!r}: {key}: expected true or false, not {value!r}")
        return SWITCHES[value]
    wanted = float if default is None else type(default)
    try:
        return wanted(value)
    except ValueError:
        expected = "a whole number" if wanted is int else "a number"
        raise PlayerError(f"player {text!r}: {key}: expected {expected}, not {value!r}") from None


@takes()
def is_contestant(text: str) -> bool:
    """Return whether a text names a player by its code, be there such code or not."""
    return bool(CODE.fullmatch(text)) and text.partition(":")[0] not in _PLAYERS


def contestant_of(text: str) -> Contestant | None:
    """Return the contestant that a text names, or None; PlayerError if its code is not there."""
    match = CODE.fullmatch(text)
    if not match or not is_contestant(text):
        return None
    code, name, rest = match["code"], match["name"], match["rest"] or ""
    if code.endswith(".py"):
        if not is_file(code):
            raise PlayerError(f"player {text!r}: {code}: no such file")
        path = Path(code).resolve()
        return Contestant(path, path.parent, "", name, rest)
    file = _file_of(code)
    if file is None:
        listed, meant = ", ".join(player_names()), did_you_mean(code, _PLAYERS)
        wanted = f"expected one of {listed}, or the code of one, such as bots/timid.py:Timid"
        raise PlayerError(f"no player {text!r}, and no module {code}: {wanted}{meant}")
    return Contestant(file, file.parents[_depth(file, code)], code, name, rest)


def _file_of(module: str) -> Path | None:
    """Return the file of a module, found without importing it or the packages around it."""
    folders, names, spec = None, module.split("."), None
    for number in range(1, 1 + len(names)):
        spec = PathFinder.find_spec(".".join(names[:number]), folders)
        if spec is None:
            return None
        folders = spec.submodule_search_locations or []
    origin = spec.origin if spec else None
    return Path(origin).resolve() if origin and origin.endswith(".py") else None


def _depth(path: Path, module: str) -> int:
    """Return how many folders lie between a module's file and where it is imported from."""
    return module.count(".") + (path.stem == "__init__")


def made_of(make: Factory, text: str, rest: str, game: Game[Any]) -> Player:
    """Return a player made by its code, with parameters of a text; PlayerError if one is wrong."""
    return make(game, **_given(text, _entry(text, make), rest))


@takes()
def check_player(text: str, isolated: bool = False) -> str:
    """Return the text if it names a player and its parameters.

    Parameters
    ----------
    text : str
        Its name and parameters.
    isolated : bool
        Whether no code of strangers may run in this process: see :func:`make_player`.

    Raises
    ------
    PlayerError
        If it does not; lists what there is.
    """
    if contestant_of(text) is None:
        entry, _ = parse_player(text)
        if isolated and not entry.comes_with_marengo:
            raise PlayerError(
                f"player {text!r}: isolated: its code has run here when it was registered; "
                "expected it by its code, which nobody imports here, such as bots/timid.py:Timid"
            )
    return text


@takes()
def make_player(text: str, game: Game[Any], isolated: bool = False) -> Player:
    """Return the player that a text names, ready for a game.

    Parameters
    ----------
    text : str
        Its name and parameters. One that is named by its code, as ``bots/timid.py:Timid`` or
        ``bots.timid:Timid``, plays in a process of its own, where there is nothing but its view;
        that takes some seconds to begin.
    game : Game
        What is played.
    isolated : bool
        Whether no code of strangers may run in this process: for contests. Players that were
        registered are refused then, but for those that come with marengo.

    Raises
    ------
    PlayerError
        If there is no such player, or it refuses a parameter.
    """
    check_player(text, isolated)
    if is_contestant(text):
        from marengo.core.players.isolated import IsolatedPlayer

        return IsolatedPlayer(text, game)
    entry, parameters = parse_player(text)
    try:
        return entry.make(game, **parameters)
    except ValueError as error:
        raise PlayerError(f"player {text!r}: {error}") from error
