"""Players that search: a tree is grown for each decision, and what stays true of it is kept."""

from dataclasses import dataclass
from threading import Event
from time import perf_counter
from typing import Any, ClassVar

import numpy as np

from marengo.core.engine.driver import NONE, legal_moves
from marengo.core.engine.policy import PolicyKind
from marengo.core.engine.search.primitives import sealed, turn_of
from marengo.core.engine.search.reuse import expect, regrow
from marengo.core.engine.search.sealed import NEW, choose_child
from marengo.core.engine.search.search import search_on
from marengo.core.engine.search.tree import (
    ROOT,
    TWO,
    Node,
    Search,
    can_stop_early,
    principal_variation,
    top_children,
)
from marengo.core.game import Game
from marengo.core.move import Move
from marengo.core.numbers import POSITIVE, WHOLE, Bounds, takes
from marengo.core.players.engine_players import EnginePlayer
from marengo.core.players.learned_first import mixture_of
from marengo.core.players.nets import net_path
from marengo.core.players.protocol import StoppedError
from marengo.core.players.registry import register

Array = np.ndarray[Any, Any]

SHARE = 0.25
"""Share of the seconds left in a turn that a decision may take: most turns have twelve or so, and
the tree of the first serves the others too."""

TICK = 1e-6
"""Seconds that a slice takes at least, on a clock that hardly ticks."""

SLICE = 50
"""Playouts in one call, a few thousandths of a second: then clock and tree are looked at."""

LONGEST_LINE = 8
"""Moves of a principal variation that are shown."""

TOLD = 3
"""Moves that are told with their estimates."""

MOST_PLAYOUTS = 200_000
"""Most playouts of a tree; one that is grown by the clock has room for so many."""

MOST_TURNS = 100
"""Most ends of turns in a playout: more than a game has."""


@dataclass(frozen=True)
class SearchedMove:
    """A move that a search looked at.

    Parameters
    ----------
    move : str
        The move.
    winning : float
        Its estimate of the probability of winning with it, for the side that decides.
    playouts : int
        How many playouts this rests on.
    probability : float or None
        With what probability it is chosen, where two seats choose at the same time.
    """

    move: str
    winning: float
    playouts: int
    probability: float | None = None


@dataclass(frozen=True)
class Thought:
    """Findings of a search about a decision.

    Parameters
    ----------
    winning : float
        Its estimate of the probability of winning, for the side that decides.
    playouts : int
        How many playouts there were, those kept from the decision before included.
    line : tuple of str
        The moves it expects, its own first; enemy moves with pieces as it imagined them.
    choices : tuple of SearchedMove
        The moves it looked at most, the best first; where two seats choose at the same time all
        moves that it looked at, the likeliest first.
    """

    winning: float
    playouts: int
    line: tuple[str, ...]
    choices: tuple[SearchedMove, ...]


@register("search")
class SearchPlayer(EnginePlayer):
    """Player that searches the tree of what its side may know.

    Parameters
    ----------
    game : Game
        What is played.
    playouts : int
        Playouts a decision, fewer where the rest cannot change it; not used if seconds are given.
        In text ``search:64`` is short for ``search:playouts=64``, and ``nodes=`` says the same.
    seconds : float, optional
        Seconds a turn: each decision may take a share of what is left, a quarter. In a game whose
        turns have no numbers every decision is a turn.
    horizon : int
        Ends of turns that a playout passes before it is evaluated; one more where it would else be
        evaluated in a turn of the enemy.
    exploration : float
        Weight of the prior against the value.
    temperature : float
        Of the playouts' choices.
    prior : float
        Temperature of the priors.
    weights, learn : str
        As for the policy player. In a game that cannot be learned the scores of the rule player
        take the place of what was.
    """

    ORACLE = False
    ALIASES: ClassVar = {"nodes": "playouts", "": "playouts"}

    @takes(
        playouts=Bounds(1, MOST_PLAYOUTS),
        seconds=POSITIVE,
        horizon=WHOLE,
        exploration=POSITIVE,
        temperature=POSITIVE,
        prior=POSITIVE,
    )
    def __init__(
        self,
        game: Game[Any],
        playouts: int = 1000,
        seconds: float | None = None,
        horizon: int = 2,
        exploration: float = 0.4,
        temperature: float = 1.0,
        prior: float = 1.0,
        weights: str = "",
        learn: str = "",
    ) -> None:
        super().__init__(game, PolicyKind.SEARCH)
        if seconds is not None and not seconds > 0:
            raise ValueError(f"seconds: expected more than 0, not {seconds}")
        if not 0 <= horizon <= MOST_TURNS:
            raise ValueError(f"horizon: expected 0 to {MOST_TURNS}, not {horizon}")
        if prior == 0:
            raise ValueError("prior: expected more than 0")
        if weights or learn or (game.learns() and net_path(game)):
            self.mixture = mixture_of(game, weights, learn)
        self.nets = self.mixture.likeliest
        self.playouts, self.seconds = playouts, seconds
        self.search = Search.array()
        self.search["oracle"] = self.ORACLE
        self.search["seats"] = len(game.seats)
        self.search["horizon"] = horizon
        self.search["exploration"], self.search["noise"] = exploration, game.noise
        self.search["temperature"] = temperature
        self.search["prior_temperature"] = prior
        self.most = MOST_PLAYOUTS if seconds else playouts
        nodes = NEW + 1 if sealed in game.engine.primitives else 2  # of a playout at most
        self.tree = Node.array(nodes * (self.most + 1))
        self.states, self.scratch = game.engine.state.array(2), game.engine.determinization.array()
        self.numbers = np.zeros(len(self.tree), np.int32)
        self.expected, self.kept = game.engine.state.array(), NONE
        self.turn, self.spent = 0, 0.0
        self.thought: Thought | None = None
        self.stop: Event | None = None

    def choose_index(self, seen: Array, generators: Array, nets: Array | None = None) -> int:
        """Return which of the legal moves of an information set it chooses; ``thought`` says why.

        It thinks for others as one of their nets does, drawn anew for each decision.

        Raises
        ------
        StoppedError
            If its event ``stop`` was set meanwhile.
        """
        self.search["side"] = seen["to_move"]
        self.nets = self.mixture.facing(int(seen["to_move"][0]), generators, nets)
        self._regrow(seen)
        self._search_on(seen, generators, 0)  # the clock does not run while this is compiled
        self._look_at_turn(seen)
        began, before = perf_counter(), self.spent
        playouts = int(self.tree["visits"][0])
        if self.tree["child"][0] == NONE:  # a leaf that was kept says nothing of any move
            playouts = 0
        first, left = playouts, self.most - playouts
        while left > 0 and not can_stop_early(self.tree, left):
            more = min(SLICE, left)
            self._search_on(seen, generators, more)
            playouts += more
            left = self.most - playouts
            if self.stop is not None and self.stop.is_set():
                raise StoppedError
            if self.seconds:  # looked at anew: somebody may be in a hurry now
                took = max(perf_counter() - began, TICK)
                self.spent = before + took
                rate = (playouts - first) / took
                left = min(left, int(rate * (SHARE * (self.seconds - before) - took)))
        chosen = choose_child(self.tree, generators)
        self.thought = self._thought(playouts, chosen)
        self._expect(seen)
        return self._index_of(seen, int(self.tree["move"][chosen]))

    def _look_at_turn(self, seen: Array) -> None:
        """Begin to count the seconds of a turn if it is a new one."""
        turn = turn_of(self.game.tables, seen)
        if turn != self.turn or turn == 0:
            self.turn, self.spent = turn, 0.0

    def _thought(self, playouts: int, chosen: int) -> Thought:
        """Return what the tree says."""
        line, sides = np.zeros(LONGEST_LINE, np.int64), np.zeros(LONGEST_LINE, np.int64)
        length = principal_variation(self.tree, chosen, line, sides)
        words = (
            self.game.write_move(int(mover), int(move))
            for mover, move in zip(sides[:length], line[:length], strict=True)
        )
        if mixed := self._mixed():
            choices = tuple(self._choice(node, float(self.tree["average"][node])) for node in mixed)
            return Thought(self._winning(ROOT), playouts, tuple(words), choices)
        best = np.zeros(TOLD, np.int64)
        number = top_children(self.tree, best)
        choices = tuple(self._choice(node) for node in best[:number])
        return Thought(choices[0].winning, playouts, tuple(words), choices)

    def _mixed(self) -> list[int]:
        """Return the children of a root at which two choose, the likeliest choice first."""
        other = self.tree["other"][ROOT]
        if other == NONE:
            return []
        below = np.flatnonzero(self.tree["parent"][: self.search["nodes"][0]] == ROOT)
        order = np.argsort(-self.tree["average"][below], kind="stable")
        return [int(node) for node in below[order] if node != other]

    def _choice(self, node: int, probability: float | None = None) -> SearchedMove:
        """Return what the tree says of a move at its root."""
        text = self.game.write_move(int(self.search["side"][0]), int(self.tree["move"][node]))
        return SearchedMove(text, self._winning(node), int(self.tree["visits"][node]), probability)

    def _winning(self, node: int) -> float:
        """Return the mean value of a node, for the searching seat."""
        winning = float(self.tree["total"][node]) / int(self.tree["visits"][node])
        if self.search["side"][0] and len(self.game.seats) == TWO:  # the tree counts for the first
            winning = 1 - winning
        return winning

    def _expect(self, seen: Array) -> None:
        """Remember which information set should follow, and the part of the tree that is of it."""
        self.kept = int(
            expect(
                self.game.tables,
                seen,
                self.states,
                self.works,
                self.search,
                self.tree,
                self.scratch,
            )
        )
        self.expected[:] = self.states[:1]

    def _regrow(self, seen: Array) -> None:
        """Begin with what the tree of the decision before says of this one, if it does."""
        if self.kept != NONE and np.array_equal(seen, self.expected):  # padding aside
            regrow(
                self.game.tables,
                seen,
                self.works,
                self.tree,
                self.search,
                self.numbers,
                self.kept,
            )
        else:
            self.search["nodes"] = 0

    def _search_on(self, seen: Array, generators: Array, playouts: int) -> None:
        """Add playouts to the tree."""
        search_on(
            self.game.tables,
            seen,
            self.states,
            self.works,
            self.ground,
            self.weights,
            self.nets,
            self.scores,
            self.search,
            self.tree,
            self.scratch,
            generators,
            playouts,
        )

    def _index_of(self, seen: Array, move: int) -> int:
        """Return the place of a move among the legal ones of an information set."""
        legal_moves(self.game.tables, seen, self.works)
        moves = self.works["moves"][0, : self.works["move_count"][0]]
        return int(np.flatnonzero(moves == move)[0])


@register("oracle")
class OraclePlayer(SearchPlayer):
    """The same search over the position itself: it sees hidden pieces, and is no fair player.

    Only to measure what hidden information costs. It plays in batches, where it is given the
    position; a view does not show what it sees.
    """

    ORACLE = True

    def choose(self, *_: Any) -> Move:
        """Refuse to play from a view."""
        raise ValueError("oracle: plays in batches only, where it is given the position itself")
