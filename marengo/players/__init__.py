"""Players: everything that answers "which move?"."""

from marengo.players.registry import PlayerError, check_player, player_names

__all__ = ["PlayerError", "check_player", "player_names"]
