"""Endings solved exactly, and what a player gives away in them.

An ending is a position from which a game is soon over, with few pieces that may be anything. Its
whole tree is grown, and an equilibrium found by a linear programme over the sequences of moves of
each seat, which is no larger than the tree.

References
----------
D. Koller, N. Megiddo and B. von Stengel, "Efficient computation of equilibria for extensive
two-person games", Games and Economic Behavior 14 (1996), 247-259.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl
from scipy.optimize import linprog
from scipy.sparse import coo_array, csr_array, hstack

from marengo.core.engine.driver import NONE
from marengo.core.engine.random import seeded
from marengo.core.numbers import COUNT, SEED, takes
from marengo.core.players.engine_players import EnginePlayer, is_engine_player
from marengo.core.players.registry import PlayerError, make_player
from marengo.core.players.search_players import SearchPlayer
from marengo.core.state import State
from marengo.lab.analysis.game_trees import MOST_NODES, MOST_WORLDS, SEATS, Choices, Tree, grow
from marengo.lab.statistics import Columns, frame_of

Array = np.ndarray[Any, Any]

TINY = 1e-12
"""A share below which a plan does not come to an information set."""

TIMES = 32
"""Number of times that a player is asked at each information set."""

THOUSAND = 1000

ENDING_COLUMNS: Columns = {
    "ending": (pl.String, "name of the ending"),
    "player": (pl.String, "who is measured, as text"),
    "seat": (pl.String, "seat that it plays"),
    "value": (pl.Float64, "what the seat gets if both play perfectly, thousandths of a win"),
    "lost": (pl.Float64, "how much less the player gets at worst, thousandths of a win"),
}
"""Columns of :func:`ending_table`: type and meaning with unit."""


@dataclass(frozen=True)
class SolvedEnding:
    """An equilibrium of an ending.

    Parameters
    ----------
    tree : Tree
        Of the ending.
    value : tuple of float
        What each seat gets, from 0 to 1.
    strategies : tuple of array, shape (sequences,)
        For each seat the probability of the last move of each sequence, where it may be played.
    gap : float
        How much the seats could gain, both together, if each knew the strategy of the other and
        played against it as well as can be; 0 in an equilibrium.
    """

    tree: Tree = field(repr=False)
    value: tuple[float, float]
    strategies: tuple[Array, Array] = field(repr=False)
    gap: float

    @property
    def information_sets(self) -> tuple[int, int]:
        """Number of information sets of each seat."""
        first, second = self.tree.choices
        return len(first.moves), len(second.moves)


@takes(most_worlds=COUNT, most_nodes=COUNT)
def solve_ending(
    state: State, most_worlds: int = MOST_WORLDS, most_nodes: int = MOST_NODES
) -> SolvedEnding:
    """Return an equilibrium of an ending of two seats, with all that may be hidden in it.

    The first seat's strategy is the solution of a linear programme, and the second's that of its
    dual. What either could gain against the other is then counted on the tree, as ``gap``.

    Parameters
    ----------
    state : State
        Where the ending begins.
    most_worlds, most_nodes : int
        Assignments of hidden pieces, and positions with their past; more are refused.

    Raises
    ------
    ValueError
        If the game has not two seats, chance decides in it, or the ending is too large.
    RuntimeError
        If the programme finds no solution.
    """
    tree = grow(state, most_worlds, most_nodes)
    (first_choices, second_choices), payoffs = tree.choices, tree.payoffs
    ours, theirs = _constraints(first_choices), _constraints(second_choices)
    unused = csr_array((ours.shape[0], theirs.shape[0]))
    limits: Any = hstack([-payoffs.T, theirs.T])  # types of linprog do not know of sparse arrays
    equalities: Any = hstack([ours, unused])
    solution = linprog(
        np.r_[np.zeros(first_choices.length), -1.0, np.zeros(theirs.shape[0] - 1)],
        A_ub=limits,
        b_ub=np.zeros(second_choices.length),
        A_eq=equalities,
        b_eq=np.r_[1.0, np.zeros(ours.shape[0] - 1)],
        bounds=[(0, None)] * first_choices.length + [(None, None)] * theirs.shape[0],
        method="highs",
    )
    if not solution.success or solution.x is None:
        raise RuntimeError(f"the linear programme has no solution: {solution.message}")
    first, second = (
        _shares(first_choices, solution.x[: first_choices.length]),
        _shares(second_choices, -solution.ineqlin.marginals),
    )
    got = _at_worst(tree, 0, first)
    return SolvedEnding(tree, (got, 1 - got), (first, second), 1 - got - _at_worst(tree, 1, second))


def _constraints(choices: Choices) -> csr_array:
    """Return the rows that make numbers a plan: what leads to a set is shared among its moves."""
    rows, columns, signs = [0], [0], [1.0]
    for number, (parent, part) in enumerate(choices.parts(), start=1):
        own = range(part.start, part.stop)
        rows += [number] * (1 + len(own))
        columns += [parent, *own]
        signs += [-1.0] + [1.0] * len(own)
    shape = (1 + len(choices.moves), choices.length)
    return csr_array(coo_array((signs, (rows, columns)), shape))


def _shares(choices: Choices, plan: Array) -> Array:
    """Return the probability of each move by a plan; all alike in a set that it does not reach."""
    strategy = np.ones(choices.length)
    for _, part in choices.parts():
        shares = np.maximum(plan[part], 0)
        whole = shares.sum()
        strategy[part] = shares / whole if whole > TINY else 1 / len(shares)
    return strategy


def _plan(choices: Choices, strategy: Array) -> Array:
    """Return the probability with which a seat does all that a sequence says, of each sequence."""
    plan = np.ones(choices.length)
    for parent, part in choices.parts():
        plan[part] = plan[parent] * strategy[part]
    return plan


def _at_worst(tree: Tree, seat: int, strategy: Array) -> float:
    """Return what a seat gets with a strategy if the other seat knows it and plays its best."""
    plan, other = _plan(tree.choices[seat], strategy), tree.choices[1 - seat]
    gains = tree.payoffs @ plan if seat else -(tree.payoffs.T @ plan)
    for parent, part in reversed(other.parts()):
        gains[parent] += gains[part].max()
    return float(seat - gains[0])


@takes(times=COUNT, seed=SEED)
def exploitability(
    solution: SolvedEnding, player: str | EnginePlayer, times: int = TIMES, seed: int = 0
) -> tuple[float, float]:
    """Return what a player gives away in an ending, in each seat, in wins.

    It is the value of the ending for the seat, less what the player gets there from an opponent
    who knows how it plays and plays his best. How it plays is found by asking it: of one that
    mixes its moves only about, and as the opponent knows even that, the loss is a little too high.

    Parameters
    ----------
    solution : SolvedEnding
        Of the ending.
    player : str or EnginePlayer
        Who chooses from what its seat sees. A search begins each decision with a new tree.
    times : int
        How often it is asked at each information set.
    seed : int
        Of its chance.

    Raises
    ------
    PlayerError
        If the player is none that chooses an index from what its seat sees.
    """
    tree = solution.tree
    asked = make_player(player, tree.game) if isinstance(player, str) else player
    if not is_engine_player(asked):
        raise PlayerError(f"{player}: expected a player that chooses from what its seat sees")
    first, second = (
        solution.value[seat] - _at_worst(tree, seat, _asked(tree.choices[seat], asked, times, seed))
        for seat in SEATS
    )
    return first, second


def _asked(choices: Choices, player: EnginePlayer, times: int, seed: int) -> Array:
    """Return how often a player chose each move, as shares."""
    strategy, generators = np.ones(choices.length), seeded(seed)
    for seen, (_, part) in zip(choices.seen, choices.parts(), strict=True):
        chosen = np.zeros(part.stop - part.start)
        for _ in range(times if len(chosen) > 1 else 1):
            if isinstance(player, SearchPlayer):
                player.kept = NONE
            chosen[player.choose_index(seen, generators) if len(chosen) > 1 else 0] += 1
        strategy[part] = chosen / chosen.sum()
    return strategy


@takes(times=COUNT, seed=SEED)
def ending_table(
    solutions: Mapping[str, SolvedEnding], players: Iterable[str], times: int = TIMES, seed: int = 0
) -> pl.DataFrame:
    """Return what players give away in endings.

    Parameters
    ----------
    solutions : mapping of str to SolvedEnding
        Endings by name.
    players : iterable of str
        Players by name, with parameters in text.
    times, seed : int
        As for :func:`exploitability`.

    Returns
    -------
    polars.DataFrame
        One row for each ending, player and seat; the columns of :data:`ENDING_COLUMNS`.

    Raises
    ------
    PlayerError
        If there is no such player, or it cannot be measured.
    """
    rows = []
    for name, solution in solutions.items():
        seats = solution.tree.game.seat_names()
        for player in players:
            lost = exploitability(solution, player, times, seed)
            for seat, value, less in zip(seats, solution.value, lost, strict=True):
                rows.append((name, player, seat, THOUSAND * value, THOUSAND * less))
    return frame_of(ENDING_COLUMNS, rows)
