"""Players that choose in compiled code on what their side may know, without a tree."""

from collections.abc import Sequence
from typing import Any, TypeGuard

import numpy as np

from marengo.core.engine.policy import PolicyKind, Setting, choose_once, logits_of
from marengo.core.engine.random import seeded
from marengo.core.engine.record import joined
from marengo.core.game import Game
from marengo.core.move import Move
from marengo.core.numbers import POSITIVE, takes
from marengo.core.players.learned_first import mixture_of
from marengo.core.players.nets import TEMPERATURE, Mixture
from marengo.core.players.protocol import Player
from marengo.core.players.registry import register
from marengo.core.players.weights import read_weights
from marengo.core.view import View

Array = np.ndarray[Any, Any]


class EnginePlayer:
    """A player that chooses in compiled code.

    Parameters
    ----------
    game : Game
        What is played.
    kind : PolicyKind
        How it chooses.
    temperature : float
        Of the choice by score, 0 for the best always.
    bold : float
        Factor on the weight of all that attacks.
    weights : str
        TOML file with weights; empty: those that come with marengo.
    """

    @takes(temperature=POSITIVE, bold=POSITIVE)
    def __init__(
        self,
        game: Game[Any],
        kind: PolicyKind,
        temperature: float = 0.0,
        bold: float = 1.0,
        weights: str = "",
    ) -> None:
        self.game = game
        self.setting = Setting.array()
        self.setting["kind"] = kind
        self.setting["temperature"] = temperature
        self.weights = read_weights(game, weights or None)
        if "boldness" in (self.weights.dtype.names or ()):
            self.weights["boldness"] *= bold
        elif bold != 1.0:
            raise ValueError(f"bold: {game.title} knows no such weight, expected 1")
        self.mixture = Mixture.of(game.engine.net.array(len(game.seats)))
        self.ground = game.ground
        self.works, self.scores = game.engine.workspace.array(), game.engine.scores.array()

    def choose(self, view: View, legal_moves: Sequence[Move], rng: np.random.Generator) -> Move:
        """Return one of the legal moves, from what the view shows."""
        seen = self.game.engine.state.from_bytes(view.information_set)
        generators = seeded(int(rng.integers(2**63)))
        nets = self.mixture.drawn(int(seen["to_move"][0]), generators)
        return legal_moves[self.choose_index(seen, generators, nets)]

    def choose_index(self, seen: Array, generators: Array, nets: Array | None = None) -> int:
        """Return which of the legal moves of an information set it chooses, counted from 0.

        Parameters
        ----------
        seen : array, shape (1,)
            The information set of the side that decides.
        generators : array, shape (1,)
            The engine's generator of this player.
        nets : array, shape (seats,), optional
            Those by which it plays this game, as a mixture draws them; default: the likeliest.
        """
        return int(
            choose_once(
                self.game.tables,
                seen,
                self.works,
                self.ground,
                self.weights,
                self.mixture.likeliest if nets is None else nets,
                self.scores,
                self.setting,
                generators,
            )
        )


def seated(players: Sequence[EnginePlayer]) -> tuple[Array, Array, Array, Array, Array]:
    """Return the settings and weights of a player of each seat, a row for each, and their nets.

    These follow each other; how often each is drawn, and how many each seat has, is told too.
    """
    weights = [player.weights[side : side + 1] for side, player in enumerate(players)]
    nets = [player.mixture.members[side] for side, player in enumerate(players)]
    shares = [player.mixture.shares[side] for side, player in enumerate(players)]
    return (
        joined([player.setting for player in players]),
        joined(weights),
        joined(nets),
        np.concatenate(shares),
        np.array([len(members) for members in nets]),
    )


def is_engine_player(player: Player) -> TypeGuard[EnginePlayer]:
    """Return whether a player chooses as :class:`EnginePlayer` does; a subclass may differ."""
    return isinstance(player, EnginePlayer) and type(player).choose is EnginePlayer.choose


def is_treeless(player: Player) -> TypeGuard[EnginePlayer]:
    """Return whether a player chooses by its setting alone, without leaving compiled code."""
    return (
        is_engine_player(player)
        and type(player).choose_index is EnginePlayer.choose_index
        and player.setting["kind"][0] != PolicyKind.SEARCH
    )


@register("random")
class RandomPlayer(EnginePlayer):
    """Player that chooses each legal move with equal probability."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game, PolicyKind.RANDOM)


@register("rule")
class RulePlayer(EnginePlayer):
    """Player that follows rules of thumb."""

    @takes(temperature=POSITIVE, bold=POSITIVE)
    def __init__(
        self, game: Game[Any], temperature: float = 0.3, bold: float = 1.0, weights: str = ""
    ) -> None:
        super().__init__(game, PolicyKind.SCORES, temperature, bold, weights)


@register("policy")
class PolicyPlayer(EnginePlayer):
    """Player that chooses as it learned by playing against itself, see ``marengo learn``.

    Parameters
    ----------
    game : Game
        What is played.
    temperature : float
        Of its choice, 1 as it learned to choose, which is more loosely than is best; 0 for the move
        it thinks best.
    weights : str
        Parquet file with what was learned; empty: what lies beside the scenario's file, or comes
        with the game.
    learn : str
        Games of the scenario to learn from first, as ``20000`` or ``20k``; empty: none.
    """

    @takes(temperature=POSITIVE)
    def __init__(
        self, game: Game[Any], temperature: float = TEMPERATURE, weights: str = "", learn: str = ""
    ) -> None:
        super().__init__(game, PolicyKind.LEARNED, temperature)
        self.mixture = mixture_of(game, weights, learn)

    def probabilities(self, seen: Array) -> Array:
        """Return how likely it chooses each of the legal moves of an information set.

        Of several nets it is that of the likeliest.

        Parameters
        ----------
        seen : array, shape (1,)
            The information set of the side that decides.
        """
        nets = self.mixture.likeliest
        arguments = (self.game.tables, seen, self.works, self.ground, self.weights, nets)
        logits_of(*arguments, self.scores)
        logits = self.scores["value"][0, : int(self.works["move_count"][0])]
        spread = max(float(self.setting["temperature"][0]), 1e-9)
        likely: Array = np.exp((logits - logits.max()) / spread)
        likely /= likely.sum()
        return likely
