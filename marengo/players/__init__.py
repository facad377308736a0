"""Players: everything that answers "which move?"."""

from marengo.players.ask import OPPONENT, Answer, ask
from marengo.players.engine_players import (
    EnginePlayer,
    OraclePlayer,
    RandomPlayer,
    RulePlayer,
    SearchPlayer,
    Thought,
)
from marengo.players.protocol import Player
from marengo.players.registry import (
    PlayerError,
    check_player,
    make_player,
    player_names,
    register,
)

__all__ = [
    "OPPONENT",
    "Answer",
    "EnginePlayer",
    "OraclePlayer",
    "Player",
    "PlayerError",
    "RandomPlayer",
    "RulePlayer",
    "SearchPlayer",
    "Thought",
    "ask",
    "check_player",
    "make_player",
    "player_names",
    "register",
]
