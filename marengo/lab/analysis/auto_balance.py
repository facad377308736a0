"""Auto-balance: the least change of a scenario's numbers that makes it even.

Each factor is moved alone first, on common seeds; what several of them do together is foretold by
adding their logits. Those foretold to be even are played by a player who has learned them, those
with the fewest and smallest changes first, until one is even. It is confirmed on games that nothing
was chosen by.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from marengo.core.numbers import GAMES, MOST_GAMES, REAL, SEED, SHARE, WORKERS, Bounds, takes
from marengo.core.scenarios import merged
from marengo.lab.analysis.factors import Factor, Value, check_factors, drawn, read_factors
from marengo.lab.frames import seat_in
from marengo.lab.plan import StudyError
from marengo.lab.seats import has_won
from marengo.lab.simulate import simulate
from marengo.lab.statistics import Columns, Share, frame_of, share
from marengo.lab.what_ifs import plan_game

__all__ = ["BALANCE_TRIED_COLUMNS", "Balanced", "Play", "auto_balance", "least_changes"]

Changes = dict[str, Value]
"""Changed values of factors, by the name of the factor."""

Play = Callable[[Changes, int, int, bool], int]
"""Function of changes, games, seed and whether to learn that counts the first seat's wins."""

LEVELS = 5
"""Number of values tried of a factor that is no whole number."""

SURE = 2.0
"""Standard errors by which a share that was foretold may miss."""

BALANCE_TRIED_COLUMNS: Columns = {
    "changes": (pl.String, "what was changed"),
    "number": (pl.Int64, "how many factors"),
    "size": (pl.Float64, "by how much: sum of shares of their ranges"),
    "foretold": (pl.Float64, "share of the first seat that was foretold, 0 to 1"),
    "games": (pl.Int64, "games played by a player who learned it"),
    "share": (pl.Float64, "share of them that the first seat won"),
    "low": (pl.Float64, "lower end of its 95 % interval (Wilson 1927)"),
    "high": (pl.Float64, "upper end"),
}
"""Columns of what was tried: type and meaning with unit."""


@dataclass(frozen=True)
class Balanced:
    """Result of :func:`auto_balance`.

    Parameters
    ----------
    changes : dict
        Values of the factors that are changed, by name; the nearest to even if none was even.
    what_if : dict
        The same as a what-if states it, without ``extends``.
    standard : Share
        Of the first seat's wins of the scenario as it was.
    confirmed : Share
        Of its wins of fresh games with the changes.
    within : float
        How far from even it may be, 0 to 1.
    even : float
        The even share, ``Game.even``.
    tried : polars.DataFrame
        All that was played by a player who learned it; :data:`BALANCE_TRIED_COLUMNS`.
    """

    changes: Changes
    what_if: dict[str, Any]
    standard: Share
    confirmed: Share
    within: float
    even: float
    tried: pl.DataFrame

    @property
    def found(self) -> bool:
        """True if the whole interval of the fresh games is as near to even as was asked."""
        low, high = self.confirmed.low, self.confirmed.high
        return self.even - self.within <= low and high <= self.even + self.within

    @cached_property
    def sentence(self) -> str:
        """The result in words."""
        confirmed, before = self.confirmed, self.standard
        words = (
            f"{changes_text(self.changes)}: {100 * confirmed.value:.1f} % of {confirmed.games:,} "
            f"fresh games ({100 * confirmed.low:.1f} to {100 * confirmed.high:.1f} %), "
            f"not {100 * before.value:.1f} %"
        )
        if self.found:
            return f"Even within {100 * self.within:g} points with {words}."
        return f"Nothing that was tried is shown to be even; the nearest is {words}."


def changes_text(changes: Mapping[str, Value]) -> str:
    """Return changes in words."""
    return ", ".join(f"{name} {value}" for name, value in changes.items()) or "nothing changed"


def values_of(factor: Factor, standard: Value) -> list[Value]:
    """Return the values of a factor that are tried: all whole numbers, or five of others."""
    if factor.is_whole:
        numbers = range(round(factor.low), round(factor.high) + 1)
        values: list[Value] = [bool(number) if factor.switch else number for number in numbers]
    else:
        values = [*map(float, np.linspace(factor.low, factor.high, LEVELS))]
    return [value for value in values if value != standard]


@takes(within=REAL, most=GAMES, games=GAMES, confirm=GAMES, tries=GAMES, seed=SEED, even=SHARE)
def least_changes(
    factors: Sequence[Factor],
    standard: Mapping[str, Value],
    play: Play,
    *,
    within: float = 0.02,
    most: int = 2,
    games: int = 1000,
    confirm: int = 10_000,
    tries: int = 12,
    seed: int = 0,
    even: float = 0.5,
) -> tuple[Changes, Share, Share, pl.DataFrame]:
    """Search for the fewest and smallest changes that make a game even.

    Parameters
    ----------
    factors : sequence of Factor
        What may be changed, and in which range.
    standard : mapping of str to value
        Their values as they are, by name.
    play : callable
        Plays so many games with some changes, with seeds that follow from one, and returns how many
        the first seat won; by a player who has learned these changes, if the last argument is true.
    within : float
        How far from even the share may be, 0 to 1.
    most : int
        Factors that may be changed.
    games, confirm : int
        Games to learn from what a factor does alone, and to confirm what was found.
    tries : int
        Most changes that are played by a player who has learned them.
    seed : int
        Of all games; those that confirm have others.
    even : float
        The even share.

    Returns
    -------
    tuple
        The changes, the shares before and with them, and what was tried.
    """
    tried: list[tuple[Any, ...]] = []

    def confirmed(changes: Changes) -> tuple[Changes, Share, Share, pl.DataFrame]:
        final = share(play(changes, confirm, seed + 1, True), confirm)
        return changes, before, final, frame_of(BALANCE_TRIED_COLUMNS, tried)

    def is_even(result: tuple[Changes, Share, Share, pl.DataFrame]) -> bool:
        return even - within <= result[2].low and result[2].high <= even + within

    before = share(play({}, 4 * games, seed, True), 4 * games)
    away, nearest = abs(before.value - even), Changes()
    if away <= within / 2 and is_even(outcome := confirmed({})):
        return outcome
    effects, sizes = _alone(factors, standard, play, games, seed)
    missed: list[float] = []
    base = _logit(before.count, before.games)
    while len(tried) < tries:
        # how players who learn a change differ from those who do not moves all of them alike
        shift = float(np.mean(missed)) if missed else 0.0
        tried_texts = {entry[0] for entry in tried}
        following = _following(effects, sizes, base + shift, within, most, games, even, tried_texts)
        if following is None:
            break
        changes, foretold = following
        number = 2 * games
        won_share = share(play(changes, number, seed, True), number)
        size = sum(sizes[point] for point in changes.items())
        row = (changes_text(changes), len(changes), size, _share(foretold), number)
        tried.append((*row, won_share.value, won_share.low, won_share.high))
        missed.append(_logit(won_share.count, number) - (foretold - shift))
        if abs(won_share.value - even) < away:
            away, nearest = abs(won_share.value - even), changes
        if abs(won_share.value - even) <= within / 2 and is_even(outcome := confirmed(changes)):
            return outcome
    return confirmed(nearest)


Points = dict[tuple[str, Value], float]
"""A number for each value of each factor."""


def _alone(
    factors: Sequence[Factor], standard: Mapping[str, Value], play: Play, games: int, seed: int
) -> tuple[Points, Points]:
    """Return what each value of each factor does alone, in logits, and how large a change it is."""
    effects, sizes = Points(), Points()
    before = _logit(play({}, games, seed, False), games)
    for factor in factors:
        for value in values_of(factor, standard[factor.name]):
            point = factor.name, value
            effects[point] = _logit(play(dict([point]), games, seed, False), games) - before
            sizes[point] = abs(value - standard[factor.name]) / (factor.high - factor.low)
    return effects, sizes


def _following(
    effects: Points,
    sizes: Points,
    base: float,
    within: float,
    most: int,
    games: int,
    even: float,
    tried_texts: set[str],
) -> tuple[Changes, float] | None:
    """Return the fewest and smallest changes not tried that may be even, and their logit."""
    for number in range(1, most + 1):
        error = SURE * np.sqrt(number / games) * 0.5
        near: list[tuple[float, Changes, float]] = []
        for points in combinations(effects, number):
            changes = dict(points)
            if len(changes) < number or changes_text(changes) in tried_texts:
                continue
            logit = base + sum(effects[point] for point in points)
            if abs(_share(logit) - even) <= within + error:
                off = abs(_share(logit) - even)
                near.append((sum(sizes[point] for point in points) + off, changes, logit))
        if near:
            _, changes, logit = min(near, key=lambda entry: entry[0])
            return changes, logit
    return None


def _logit(count: int, games: int) -> float:
    """Return the logit of a share, half a game won and half a game lost added."""
    return float(np.log((count + 0.5) / (games - count + 0.5)))


def _share(logit: float) -> float:
    return float(1 / (1 + np.exp(-logit)))


@takes(
    within=REAL,
    most=GAMES,
    learn=Bounds(0, MOST_GAMES),
    games=GAMES,
    confirm=GAMES,
    tries=GAMES,
    seed=SEED,
    workers=WORKERS,
)
def auto_balance(
    scenario: str | Path,
    factors: Sequence[Factor] | None = None,
    *,
    within: float = 0.02,
    most: int = 2,
    weights: str | Path = "",
    learn: int = 20_000,
    games: int = 1000,
    confirm: int = 10_000,
    tries: int = 12,
    seed: int = 0,
    workers: int | None = None,
    say: Callable[[str], None] = lambda _: None,
) -> Balanced:
    """Find the fewest and smallest changes of a scenario that make it even for ``policy``.

    What a factor does alone is asked of the player as he is, so let him know how to play with it
    changed: ``marengo learn SCENARIO --vary`` makes such weights. Whatever seems even is learned
    before it is judged.

    Parameters
    ----------
    scenario : str or Path
        Name or file of the scenario.
    factors : sequence of Factor, optional
        What may be changed, and how far; default: those that come with marengo for the game.
    within : float
        How far from even it may be, 0 to 1.
    most : int
        Factors that may be changed.
    weights : str or Path
        What the player has learned; default: the weights that come with the game.
    learn : int
        Games of a changed scenario that he learns from before it is judged.
    games, confirm, tries, seed
        As for :func:`least_changes`.
    workers : int, optional
        Threads; default: one a processor.
    say : callable
        Called with a line for each thing that is played.

    Raises
    ------
    StudyError
        If a factor is no number of the scenario, or a value is out of its range.
    ScenarioError, PlayerError
        If there is no such scenario, or its game has no ``policy`` or no such weights.
    ValueError
        If a number is out of its range.
    """
    if not 0 < within < 0.5:
        raise ValueError(f"within: expected more than 0 and less than 0.5, not {within}")
    game = plan_game(str(scenario), {})
    chosen = tuple(read_factors(game.name) if factors is None else factors)
    check_factors(chosen)
    named = {factor.name: factor for factor in chosen}
    standard = {factor.name: _value_in(game.facts(), factor) for factor in chosen}
    fixed = [f"weights={weights}"] if weights else []

    def play(changes: Changes, number: int, root: int, learned: bool) -> int:
        parameters = ",".join(fixed + [f"learn={learn}"] * learned)
        player = f"policy:{parameters}" if parameters else "policy"
        variant = changed(str(scenario), named, changes) if changes else game
        seats = [player] * len(game.seats)
        frame = simulate(variant, number, players=seats, seed=root, workers=workers, progress=False)
        won = int(frame.select(has_won(seat_in(frame, None)).sum()).item())
        say(f"{changes_text(changes)}: {100 * won / number:.1f} % of {number:,} games")
        return won

    even = game.even
    best, before, final, tried = least_changes(
        chosen,
        standard,
        play,
        within=within,
        most=most,
        games=games,
        confirm=confirm,
        tries=tries,
        seed=seed,
        even=even,
    )
    return Balanced(best, _stated(named, best), before, final, within, even, tried)


@takes(number=GAMES, seed=SEED)
def variants(
    scenario: str | Path, factors: Sequence[Factor], number: int = 64, seed: int = 0
) -> list[Any]:
    """Return games of a scenario whose factors all have values from anywhere in their ranges."""
    named = {factor.name: factor for factor in factors}
    return [changed(str(scenario), named, point) for point in drawn(factors, number, seed)]


def _stated(named: Mapping[str, Factor], changes: Changes) -> dict[str, Any]:
    """Return what a what-if states of changes."""
    whole: dict[str, Any] = {}
    for name, value in changes.items():
        whole = merged(whole, named[name].table(value))
    return whole


def changed(scenario: str, named: Mapping[str, Factor], changes: Changes) -> Any:
    """Return the game of a scenario with changes."""
    name = "changed"
    return plan_game(name, {name: {"extends": scenario, **_stated(named, changes)}})


def _value_in(facts: Mapping[str, Any], factor: Factor) -> Value:
    """Return the value of a factor in what a scenario says."""
    value: Any = facts
    for key in factor.field.split("."):
        value = value.get(key) if isinstance(value, Mapping) else None
    if not isinstance(value, bool | int | float):
        raise StudyError(f"{factor.name}: {factor.field}: expected a number of the scenario")
    return value
