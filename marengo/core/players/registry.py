"""Players by name, with parameters in text: ``rule:bold=1.2``, ``search:playouts=2000``."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from marengo.core.errors import MarengoError, did_you_mean
from marengo.core.game import Game
from marengo.core.players.protocol import Player

Factory = Callable[..., Player]


class PlayerError(MarengoError):
    """A player or a parameter nobody knows; names those that exist."""


@dataclass(frozen=True)
class Entry:
    """A player that can be named.

    Parameters
    ----------
    name : str
        Its name.
    make : callable
        Makes one for a game: ``make(game, **parameters)``.
    parameters : dict of str to value
        Parameters with their defaults, of type int, float, bool or str; None for one of type
        float that is left out.
    aliases : dict of str to str
        Other names of parameters; a class of players gives them as ``ALIASES``. The one called
        ``""`` may be given without a name.
    """

    name: str
    make: Factory
    parameters: dict[str, Any]
    aliases: dict[str, str]


SWITCHES = {"true": True, "false": False}
"""How parameters that are a switch are written."""

_PLAYERS: dict[str, Entry] = {}


def register(name: str) -> Callable[[Factory], Factory]:
    """Register a player under a name; use as a decorator of its class or factory.

    The class is made with the game, and with the parameters that follow it in its signature; all
    of these need defaults. To register a name again replaces the player: cells are run twice.

    Parameters
    ----------
    name : str
        Letters, digits, ``-`` and ``_``.

    Raises
    ------
    PlayerError
        If the name cannot be written, or a parameter has no default.

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
        _, *parameters = inspect.signature(make).parameters.values()
        for parameter in parameters:
            if parameter.default is parameter.empty:
                raise PlayerError(f"player {name!r}: the parameter {parameter.name} has no default")
        defaults = {one.name: one.default for one in parameters}
        _PLAYERS[name] = Entry(name, make, defaults, getattr(make, "ALIASES", {}))
        return make

    return enter


def player_names() -> tuple[str, ...]:
    """Return the names of all players."""
    return tuple(sorted(_PLAYERS))


def _parse(text: str) -> tuple[Entry, dict[str, Any]]:
    """Return the player that a text names, and the parameters that it gives."""
    name, _, rest = text.partition(":")
    if name not in _PLAYERS:
        listed, meant = ", ".join(player_names()), did_you_mean(name, _PLAYERS)
        raise PlayerError(f"no player {name!r}: expected one of {listed}{meant}")
    entry = _PLAYERS[name]
    given: dict[str, Any] = {}
    for part in rest.split(",") if rest else ():
        word, _, value = part.partition("=") if "=" in part else ("", "", part)
        key = entry.aliases.get(word, word)
        if key not in entry.parameters or key in given:
            wanted = ", ".join(f"{one}={default}" for one, default in entry.parameters.items())
            raise PlayerError(
                f"player {text!r}: {part!r}: expected each once, separated by commas, of: "
                f"{wanted or 'no parameters'}{did_you_mean(word or part, entry.parameters)}"
            )
        given[key] = _value(text, word or key, value, entry.parameters[key])
    return entry, given


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


def check_player(text: str) -> str:
    """Return the text if it names a player and its parameters.

    Raises
    ------
    PlayerError
        If it does not; lists what there is.
    """
    _parse(text)
    return text


def make_player(text: str, game: Game[Any], isolated: bool = False) -> Player:
    """Return the player that a text names, ready for a game.

    Parameters
    ----------
    text : str
        Its name and parameters.
    game : Game
        What is played.
    isolated : bool
        Whether a player that does not come with marengo plays in a process of its own, where there
        is nothing but its view: for contests. Takes some seconds to begin.

    Raises
    ------
    PlayerError
        If there is no such player, or it refuses a parameter.
    """
    entry, given = _parse(text)
    if isolated and not entry.make.__module__.startswith("marengo."):
        from marengo.core.players.isolated import IsolatedPlayer

        return IsolatedPlayer(text, game, entry.make.__module__)
    try:
        return entry.make(game, **given)
    except ValueError as error:
        raise PlayerError(f"player {text!r}: {error}") from error
