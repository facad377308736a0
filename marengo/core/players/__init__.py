"""Players: everything that answers "which move?"."""

from marengo.core.players.ask import Answer, ask
from marengo.core.players.engine_players import (
    EnginePlayer,
    PolicyPlayer,
    RandomPlayer,
    RulePlayer,
)
from marengo.core.players.knowing import (
    all_learning,
    learned_by,
    learned_elsewhere,
    learning,
    player_text,
    unlearned,
)
from marengo.core.players.opponents import (
    OPPONENT,
    OPPONENTS,
    Opponent,
    default_player,
    opponent_of,
    opponents_of,
    player_called,
)
from marengo.core.players.protocol import Player, StoppedError, Valuer
from marengo.core.players.registry import (
    ForfeitError,
    PlayerError,
    check_player,
    is_contestant,
    make_player,
    player_names,
    register,
)
from marengo.core.players.search_players import OraclePlayer, SearchedMove, SearchPlayer, Thought

__all__ = [
    "OPPONENT",
    "OPPONENTS",
    "Answer",
    "EnginePlayer",
    "ForfeitError",
    "Opponent",
    "OraclePlayer",
    "Player",
    "PlayerError",
    "PolicyPlayer",
    "RandomPlayer",
    "RulePlayer",
    "SearchPlayer",
    "SearchedMove",
    "StoppedError",
    "Thought",
    "Valuer",
    "all_learning",
    "ask",
    "check_player",
    "default_player",
    "is_contestant",
    "learned_by",
    "learned_elsewhere",
    "learning",
    "make_player",
    "opponent_of",
    "opponents_of",
    "player_called",
    "player_names",
    "player_text",
    "register",
    "unlearned",
]
