"""Players by how strong they are, for people who know none by name."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from marengo.core.engine.policy import Nothing
from marengo.core.errors import did_you_mean
from marengo.core.files import is_file
from marengo.core.game import Game
from marengo.core.numbers import takes
from marengo.core.players.knowing import player_text
from marengo.core.players.nets import net_path
from marengo.core.players.registry import PlayerError, check_player, is_contestant, player_names
from marengo.languages import N_, _


@dataclass(frozen=True)
class Opponent:
    """A player that a person chooses without knowing players.

    Parameters
    ----------
    player : str
        The player, as named.
    text : str
        How it plays, in words.
    """

    player: str
    text: str


OPPONENTS: Mapping[str, Opponent] = {
    N_("easy"): Opponent("rule:temperature=1", N_("loosely, by rules of thumb")),
    N_("steady"): Opponent("policy", N_("at once, as it has learned")),
    N_("strong"): Opponent("search:seconds=4", N_("thinks ahead, 4 seconds a turn")),
}
"""The opponents by name, the weakest first."""

OPPONENT = OPPONENTS["strong"].player
"""The player that notebooks put at the other side of the board."""


@takes()
def default_player(game: Game[Any]) -> str:
    """Return who plays a game where nobody is named: as was learned of it, if something was.

    Else by its rules of thumb, or by chance if it has none.
    """
    learned = net_path(game) if game.learns() else None
    if learned and is_file(learned):
        return "policy"
    return "random" if game.engine.weights is Nothing else "rule"


@takes()
def opponent_of(player: str, game: Game[Any]) -> str:
    """Return what people call a player: an opponent by name, and how it plays; others as named.

    And what it learned, if that is another scenario than the one it plays.
    """
    for name, opponent in OPPONENTS.items():
        if opponent.player == player:
            return f"{player_text(player, game, _(name))} ({_(opponent.text)})"
    return player_text(player, game)


@takes()
def opponents_of(game: Game[Any]) -> dict[str, str]:
    """Return the opponents that a person can choose in a game, by what they are called."""
    return {
        f"{player_text(opponent.player, game, _(name))}: {_(opponent.text)}": opponent.player
        for name, opponent in OPPONENTS.items()
    }


@takes()
def player_called(text: str) -> str:
    """Return the player that an opponent's name stands for; a player as it is.

    Raises
    ------
    PlayerError
        If it is neither, or a parameter is wrong; lists what there is.
    """
    if text in OPPONENTS:
        return OPPONENTS[text].player
    name, names = text.partition(":")[0], [*OPPONENTS, *player_names()]
    if name not in player_names() and not is_contestant(text):
        listed, meant = ", ".join(names), did_you_mean(name, names)
        raise PlayerError(f"no player {text!r}: expected one of {listed}{meant}")
    return check_player(text)
