"""The players that come with marengo: they work on the sight of their side, compiled."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, TypeGuard

import numpy as np

from marengo.game import Game, Move, Side, View
from marengo.players.batch import choose_once
from marengo.players.knowledge import ground_of, read_weights
from marengo.players.protocol import Player
from marengo.players.registry import register
from marengo.players.scores import Scores
from marengo.players.search.search import search_on
from marengo.players.search.tree import Node, Search, is_settled, main_line, most_visited
from marengo.players.settings import Manner, Setting
from marengo.rules.random import seeded
from marengo.rules.shared.position import Workspace
from marengo.rules.sight import Blocks

Array = np.ndarray[Any, Any]

SLICE = 50
"""Playouts in one call, a few thousandths of a second: then clock and tree are looked at."""

LONGEST_LINE = 8
"""Moves of a main line that are told."""

MOST_NODES = 200_000
"""Most nodes of a tree; one that is grown by the clock has room for so many."""

MOST_TURNS = 100
"""Most ends of turns in a playout: more than a game has."""


def check_numbers(**numbers: float) -> None:
    """Refuse numbers that are negative, infinite or none.

    Raises
    ------
    ValueError
        If one is; names it.
    """
    for name, value in numbers.items():
        if not 0 <= value < math.inf:
            raise ValueError(f"{name}: expected a number of 0 or more, not {value}")


class EnginePlayer:
    """A player that chooses in compiled code.

    Parameters
    ----------
    game : Game
        What is played.
    manner : Manner
        How it chooses.
    temperature : float
        Of the choice by score, 0 for the best always.
    bold : float
        Factor on the weight of all that attacks.
    weights : str
        TOML file with weights; empty: those that come with marengo.
    """

    def __init__(
        self,
        game: Game,
        manner: Manner,
        temperature: float = 0.0,
        bold: float = 1.0,
        weights: str = "",
    ) -> None:
        self.game = game
        self.setting = Setting.array()
        self.setting["manner"] = manner
        self.setting["temperature"] = temperature
        self.weights = read_weights(game.scenario.ruleset, weights or None)
        check_numbers(temperature=temperature, bold=bold)
        self.weights["boldness"] *= bold
        self.ground = ground_of(game)
        self.works, self.scores = Workspace.array(), Scores.array()

    def choose(self, view: View, legal_moves: Sequence[Move], rng: np.random.Generator) -> Move:
        """Return one of the legal moves, from what the view shows."""
        sights = np.frombuffer(view.sight, self.game.ruleset.record.dtype()).copy()
        generators = seeded(int(rng.integers(2**63)))
        return legal_moves[self.choose_index(sights, generators)]

    def choose_index(self, sights: Array, generators: Array) -> int:
        """Return which of the legal moves of a sight it chooses, counted from 0.

        Parameters
        ----------
        sights : array, shape (1,)
            The sight of the side that decides, see :mod:`marengo.rules.sight`.
        generators : array, shape (1,)
            The engine's generator of this player.
        """
        return int(
            choose_once(
                self.game.tables,
                sights,
                self.works,
                self.ground,
                self.weights,
                self.scores,
                self.setting,
                generators,
            )
        )


def is_engine_player(player: Player) -> TypeGuard[EnginePlayer]:
    """Whether a player chooses as :class:`EnginePlayer` does; a subclass may do otherwise."""
    return isinstance(player, EnginePlayer) and type(player).choose is EnginePlayer.choose


def is_treeless(player: Player) -> TypeGuard[EnginePlayer]:
    """Whether a player chooses by its setting alone, so that games need not leave compiled code."""
    return (
        is_engine_player(player)
        and type(player).choose_index is EnginePlayer.choose_index
        and player.setting["manner"][0] != Manner.SEARCH
    )


@register("random")
class RandomPlayer(EnginePlayer):
    """Chooses each legal move with equal probability."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, Manner.RANDOM)


@register("rule")
class RulePlayer(EnginePlayer):
    """Plays by rules of thumb."""

    def __init__(
        self, game: Game, temperature: float = 0.3, bold: float = 1.0, weights: str = ""
    ) -> None:
        super().__init__(game, Manner.RULE, temperature, bold, weights)


@dataclass(frozen=True)
class Thought:
    """What a search found about a decision.

    Parameters
    ----------
    winning : float
        Its estimate of the probability of winning, for the side that decides.
    playouts : int
        How many playouts this rests on.
    line : tuple of str
        The moves it expects, its own first; enemy moves with pieces as it imagined them.
    """

    winning: float
    playouts: int
    line: tuple[str, ...]


@register("search")
class SearchPlayer(EnginePlayer):
    """Searches the tree of what its side may know.

    Parameters
    ----------
    game : Game
        What is played.
    nodes : int
        Playouts a decision, fewer where the rest cannot change it; not used if seconds are given.
    seconds : float, optional
        Seconds a decision.
    horizon : int
        Ends of turns that a playout passes before it is evaluated.
    exploration : float
        Weight of the prior against the value.
    temperature : float
        Of the playouts' choices.
    prior : float
        Temperature of the priors.
    bold, weights
        As for the rule player.
    """

    ORACLE = False

    def __init__(
        self,
        game: Game,
        nodes: int = 1000,
        seconds: float | None = None,
        horizon: int = 1,
        exploration: float = 0.4,
        temperature: float = 0.5,
        prior: float = 1.0,
        bold: float = 1.0,
        weights: str = "",
    ) -> None:
        super().__init__(game, Manner.SEARCH, 0.0, bold, weights)
        if nodes < 1:
            raise ValueError(f"nodes: expected 1 or more, not {nodes}")
        if seconds is not None and not seconds > 0:
            raise ValueError(f"seconds: expected more than 0, not {seconds}")
        if not 0 <= horizon <= MOST_TURNS:
            raise ValueError(f"horizon: expected 0 to {MOST_TURNS}, not {horizon}")
        if nodes > MOST_NODES:
            raise ValueError(f"nodes: expected at most {MOST_NODES}, not {nodes}")
        check_numbers(exploration=exploration, prior=prior)
        if prior == 0:
            raise ValueError("prior: expected more than 0")
        self.nodes, self.seconds = nodes, seconds
        self.search = Search.array()
        self.search["oracle"] = self.ORACLE
        self.search["horizon"] = horizon
        self.search["exploration"] = exploration
        self.search["temperature"] = temperature
        self.search["prior_temperature"] = prior
        self.tree = Node.array((MOST_NODES if seconds else nodes) + 1)
        self.states, self.blocks = game.ruleset.record.array(), Blocks.array()
        self.thought: Thought | None = None

    def choose_index(self, sights: Array, generators: Array) -> int:
        """Return which of the legal moves of a sight it chooses; ``thought`` says why."""
        side = int(sights["to_move"][0])
        self.search["side"] = side
        self.search["nodes"] = 0
        self._search_on(sights, generators, 0)  # the clock does not run while this is compiled
        began = perf_counter()
        playouts, most = 0, len(self.tree) - 1
        while playouts < most and not is_settled(self.tree, most - playouts):
            more = min(SLICE, most - playouts)
            self._search_on(sights, generators, more)
            playouts += more
            if self.seconds and perf_counter() - began > self.seconds:
                break
        line, sides = np.zeros(LONGEST_LINE, np.int64), np.zeros(LONGEST_LINE, np.int64)
        length = main_line(self.tree, line, sides)
        best = int(most_visited(self.tree, 0))
        austrian = float(self.tree["total"][best] / self.tree["visits"][best])
        words = (
            self.game.write_move(Side(int(mover)), int(move))
            for mover, move in zip(sides[:length], line[:length], strict=True)
        )
        self.thought = Thought(1 - austrian if side else austrian, playouts, tuple(words))
        return self._index_of(sights, int(line[0]))

    def _search_on(self, sights: Array, generators: Array, playouts: int) -> None:
        """Add playouts to the tree."""
        search_on(
            self.game.tables,
            sights,
            self.states,
            self.works,
            self.ground,
            self.weights,
            self.scores,
            self.search,
            self.tree,
            self.blocks,
            generators,
            playouts,
        )

    def _index_of(self, sights: Array, move: int) -> int:
        """Return the place of a move among the legal ones of the sight."""
        self.game.ruleset.engine.legal_moves(self.game.tables, sights, self.works)
        moves = self.works["moves"][0, : self.works["move_count"][0]]
        return int(np.flatnonzero(moves == move)[0])


@register("oracle")
class OraclePlayer(SearchPlayer):
    """The same search over the position itself: it sees hidden pieces, and is no fair player.

    Only to measure what hidden information costs. It plays in batches, where it is given the
    position; a view does not show what it sees.
    """

    ORACLE = True

    def choose(self, view: View, legal_moves: Sequence[Move], rng: np.random.Generator) -> Move:
        """Refuse to play from a view."""
        raise ValueError("oracle: plays in batches only, where it is given the position itself")
