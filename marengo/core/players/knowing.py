"""Whether players know what they play: of weights, from which scenario they were learned."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

from marengo.core.errors import ScenarioError
from marengo.core.files import is_file
from marengo.core.game import Game
from marengo.core.numbers import takes
from marengo.core.players.nets import net_file, net_notes, net_path
from marengo.core.players.registry import (
    PlayerError,
    check_player,
    is_contestant,
    learners,
    parse_player,
)
from marengo.core.scenarios import named
from marengo.languages import N_, _

EXAMPLE = "20k"
"""Games to learn from first that are proposed."""

FEW = 3
"""Scenarios that a sentence names."""

LEARNED = N_("{player}, which learned {scenario}")


@takes()
def learned_elsewhere(player: str, game: Game[Any]) -> str | None:
    """Return the scenario that a player's weights were learned from, if it is not what is played.

    Weights that lie beside the file of a scenario are its own, and who learns first knows it too.
    Else the scenario is the one that the file of weights names, or differs from it in nothing that
    the rules see: in no number that the engine is given. Of one that is not known by its name
    (``marengo.core.scenarios.named``) the name alone is compared.

    Parameters
    ----------
    player : str
        As named; of one who plays by no weights, or is not known here, nothing is to be told.
    game : Game
        What it plays.
    """
    try:
        if is_contestant(player) or not game.learns():
            return None
        entry, parameters = parse_player(player)
        if not entry.learns or parameters.get("learn"):
            return None
        path = (
            net_file(game, parameters["weights"]) if parameters.get("weights") else net_path(game)
        )
        if path is None or not is_file(path):
            return None
        if game.weights_file and path.resolve() == game.weights_file.resolve():
            return None
        scenario = net_notes(path).get("scenario")
    except ValueError:
        return None  # whoever makes the player says so
    if scenario is None or _is_same(scenario, game):
        return None
    return scenario if scenario != game.scenario_name else _("another {name}").format(name=scenario)


def _is_same(scenario: str, game: Game[Any]) -> bool:
    """Return whether a game is the scenario of a name, as far as the rules see."""
    tables = _tables_of(scenario, type(game))
    return scenario == game.scenario_name if tables is None else tables == game.tables.tobytes()


@lru_cache(maxsize=16)
def _tables_of(scenario: str, kind: type[Game[Any]]) -> bytes | None:
    """Return all that the engine is given of a scenario; None if it is not known by its name."""
    try:
        game = named(scenario)
    except ScenarioError:
        return None
    return game.tables.tobytes() if type(game) is kind else b""


@takes()
def player_text(player: str, game: Game[Any], called: str = "") -> str:
    """Return a player as named, or as it is called, and what it learned if that is another game."""
    scenario = learned_elsewhere(player, game)
    return (
        _(LEARNED).format(player=called or player, scenario=scenario)
        if scenario
        else called or player
    )


Elsewhere = dict[tuple[str, str], list[str]]
"""Scenarios that are played, by the player and by what its weights were learned from instead."""


def _elsewhere(players: Iterable[str], games: Iterable[Game[Any]]) -> Elsewhere:
    """Return what players play without having learned it; no more than a sentence needs."""
    elsewhere: Elsewhere = {}
    left = [player for player in dict.fromkeys(players) if _plays_by_weights(player)]
    for game in games if left else ():
        for player in left[:]:
            if (scenario := learned_elsewhere(player, game)) is not None:
                played = elsewhere.setdefault((player, scenario), [])
                if game.scenario_name not in played:
                    played.append(game.scenario_name)
                if len(played) > FEW:
                    left.remove(player)
        if not left:
            break
    return elsewhere


def _plays_by_weights(player: str) -> bool:
    """Return whether a player is known here, and plays by weights."""
    with suppress(PlayerError):
        return can_learn(player)
    return False


@takes()
def learned_by(players: Iterable[str], games: "Iterable[Game[Any]]") -> dict[str, str]:
    """Return what was learned by each player that has not learned all that it plays."""
    learned: dict[str, list[str]] = {}
    for player, scenario in _elsewhere(players, games):
        learned.setdefault(player, []).append(scenario)
    return {player: ", ".join(scenarios) for player, scenarios in learned.items()}


@takes()
def unlearned(players: Iterable[str], games: "Iterable[Game[Any]]", called: str = "") -> list[str]:
    """Return sentences that say which players have not learned what they play.

    Parameters
    ----------
    players : iterable of str
        As named; each plays all games.
    games : iterable of Game
        What is played; no more of them are made than the sentences need.
    called : str
        What the games are called; default: their names.
    """
    alike: dict[tuple[str, str], list[str]] = {}
    for (player, scenario), played in _elsewhere(players, games).items():
        many = "any of those that differ from it"
        what = called or (many if len(played) > FEW else _joined(played, "or"))
        alike.setdefault((scenario, what), []).append(player)
    return [
        f"{_joined(who, 'and')} learned {scenario}, not {what}: {learning(who[0], EXAMPLE)}, "
        f"or --learn {EXAMPLE}, learns first what it plays."
        for (scenario, what), who in alike.items()
    ]


def _joined(names: Sequence[str], word: str) -> str:
    """Return names as a sentence lists them."""
    *first, last = names
    return f"{', '.join(first)} {word} {last}" if first else last


@takes()
def learning(player: str, learn: str) -> str:
    """Return a player that learns each scenario from some games of it before it plays.

    Parameters
    ----------
    player : str
        As named.
    learn : str
        How many games, as ``20000`` or ``20k``.

    Raises
    ------
    PlayerError
        If it cannot learn; names those that can.

    Examples
    --------
    >>> learning("policy", "20k"), learning("search:64", "20k")
    ('policy:learn=20k', 'search:64,learn=20k')
    """
    if not can_learn(player):
        raise PlayerError(
            f"player {player!r}: cannot learn, expected one of {', '.join(learners())}"
        )
    return check_player(f"{player}{',' if ':' in player else ':'}learn={learn}")


def can_learn(player: str) -> bool:
    """Return whether a player can learn what it plays; PlayerError if nobody has its name."""
    check_player(player)
    return not is_contestant(player) and parse_player(player)[0].learns


@takes()
def all_learning(players: Sequence[str], learn: str | None) -> list[str]:
    """Return players; if that is asked for, those who can learn do so first.

    Raises
    ------
    PlayerError
        If none can.
    """
    if learn is None:
        return [*players]
    able = [player for player in players if can_learn(player)] or players[:1]
    return [learning(player, learn) if player in able else player for player in players]
