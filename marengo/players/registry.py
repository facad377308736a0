"""Players by name."""

from marengo.game import MarengoError


class PlayerError(MarengoError):
    """A player nobody knows; names those that exist."""


PLAYERS = {"random": "each legal move with equal probability"}
"""Name of each player and what it does."""


def player_names() -> tuple[str, ...]:
    """Return the names of all players."""
    return tuple(sorted(PLAYERS))


def check_player(name: str) -> str:
    """Return the name if there is such a player.

    Raises
    ------
    PlayerError
        If there is none; lists those that exist.
    """
    if name not in PLAYERS:
        known = ", ".join(player_names())
        raise PlayerError(f"no player {name!r}: expected one of {known}")
    return name
