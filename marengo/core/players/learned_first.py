"""What players learn before they play (``policy:learn=20k``), and where it is kept.

A game for two is learned by rounds of best responses, as :mod:`marengo.lab.analysis.value` does for
longer: whoever goes on from a mixture that nobody can exploit must not come out as a single net
that somebody can. Others are learned by playing against oneself.
"""

import hashlib
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from math import ceil, prod
from pathlib import Path
from typing import Any

from filelock import FileLock

from marengo.core.engine.compiled import version_of_modules
from marengo.core.game import Game
from marengo.core.numbers import MOST_GAMES, whole
from marengo.core.players import learner, populations
from marengo.core.players.learner import BATCH, Learner, begun_with, share_against
from marengo.core.players.nets import (
    Mixture,
    check_learns,
    net_text,
    read_mixture,
    sealed_mixture,
)
from marengo.core.players.populations import FEWEST, TWO, begun_population, respond
from marengo.core.writing import written_whole
from marengo.paths import cache_path

ROUNDS = 2
"""Rounds of best responses."""

SPARING = 100
"""Games learned from for each game of two who meet, and of each look at a best response: with eight
nets a seat all of these take about as long as learning."""

DIGITS = 20
"""Most digits of a number of games: Python refuses to read very long ones."""

SURELY = 0.022
"""Shortfall from even that a match of two who are alike exceeds by chance in 1 of 40."""

KEY = 32
"""Hexadecimal digits by which weights are found again."""


def games_of(text: str) -> int:
    """Return the number of games that a text names, ``20000`` or ``20k``; ValueError if none."""
    thousands = text.removesuffix("k")
    if not thousands.isdecimal() or len(thousands) > DIGITS or not int(thousands):
        raise ValueError(f"learn: expected a number of games, such as 20k, not {text!r}")
    games = int(thousands) * (1 if thousands == text else 1000)
    whole("learn", games, 1, MOST_GAMES)
    return games


def mixture_of(game: Game[Any], weights: str, learn: str) -> Mixture:
    """Return what the seats of a scenario have learned: from a file, and then from its games.

    What is learned is kept in the user's cache, for the next time that it is asked of the same
    rules, scenario and weights. If it is sure to play worse than what it began with, that is taken.
    Without ``weights`` the file is :func:`marengo.core.players.nets.net_path`. Raise ValueError if
    the game cannot be learned, the file cannot be read, or ``learn`` names no number of games.
    """
    check_learns(game)
    if not learn:
        return read_mixture(game, weights)
    games = games_of(learn)
    begun = begun_with(game, weights)
    rules = game.engine.state.dtype().names or ()  # with a hash of what they are compiled from
    how = version_of_modules([__name__, learner.__name__, populations.__name__])
    identity = (net_text(game), game.text(), games, rules[-1:], how)
    arrays = () if begun is None else (*begun.members, *begun.shares)
    content = b"".join(array.tobytes() for array in arrays)
    key = hashlib.sha256(repr(identity).encode() + content).hexdigest()[:KEY]
    path = cache_path() / "learned" / f"{game.name}-{key}.parquet"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(f"{path}.lock"):  # another process may be learning the same
            if not _is_kept(game, path):
                _learn_into(path, game, games, begun)
    except OSError as error:
        raise ValueError(f"learn: {path.parent}: {error.strerror}") from error
    return read_mixture(game, path)


def _is_kept(game: Game[Any], path: Path) -> bool:
    """Return whether weights lie in a file whole; what was damaged is learned again."""
    with suppress(ValueError):
        read_mixture(game, path)
        return True
    return False


def _learn_into(path: Path, game: Game[Any], games: int, begun: Mixture | None) -> None:
    """Learn from games, and keep what was learned unless that is sure to be worse than before.

    Who plays so that nobody can gain by knowing it gets no more than his due from one that can be
    exploited, so a match that is even does not speak against it.
    """
    learned = learned_from(game, games, begun)
    if begun is not None and share_against(game, begun, learned) < game.even - SURELY:
        learned = begun
    with written_whole(path) as file:
        file.write(sealed_mixture(game, learned))


def learned_from(
    game: Game[Any], games: int, begun: Mixture | None, seed: int = 0, workers: int | None = None
) -> Mixture:
    """Return what players learn from so many games, and say on stderr that they do.

    A few more are played where they make no whole steps. They begin with ``begun``; nothing changes
    by the number of threads (``workers``).
    """
    if len(game.seats) == TWO == len(game.played):
        return _by_rounds(game, games, begun, seed, workers)
    _say(game, _whole(games))
    alone = Learner(game, games, seed, None if begun is None else begun.likeliest, workers)
    alone.finish()
    return Mixture.of(alone.nets)


def _by_rounds(
    game: Game[Any], games: int, begun: Mixture | None, seed: int, workers: int | None
) -> Mixture:
    """Return what rounds of best responses make of a mixture, or of what half the games taught."""
    alone = _whole(games / 2) if begun is None else 0
    each = _whole((games - alone) / ROUNDS)
    _say(game, alone + ROUNDS * each)
    population = begun_population(game, begun, alone // TWO, seed, workers)
    pairs = prod(len(nets) + ROUNDS for nets in population.nets)
    population.fewest = population.trials = max(1, min(FEWEST, games // SPARING))
    population.spread = 0.0  # with so few known, the equilibrium is nearer to what none exploits
    population.most = games // (TWO * pairs)  # in all half as many as are learned from
    with ThreadPoolExecutor(population.table.threads) as pool:
        population.meet(pool)
        for number in range(1, ROUNDS + 1):
            weights, _ = population.refine(pool)
            population.join(pool, respond(population, weights, each // TWO, number, pool))
        weights, _ = population.refine(pool)
    return population.mixture(weights)


def _say(game: Game[Any], games: int) -> None:
    """Say that a scenario is learned."""
    print(f"Learning to play {game.scenario_name} by {games:,} games of it, once.", file=sys.stderr)


def _whole(games: float) -> int:
    """Return as many games, in whole steps."""
    return max(1, ceil(games / BATCH)) * BATCH
