"""Players by name: parameters in text, players of one's own, and errors that help."""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import pytest

import marengo
from marengo.core.move import Move
from marengo.core.players import (
    OraclePlayer,
    PlayerError,
    RulePlayer,
    SearchPlayer,
    check_player,
    make_player,
    player_names,
    register,
)
from marengo.core.players.match import play_game
from marengo.core.view import View
from marengo.games.marengo.game import MarengoGame
from marengo.games.marengo.rules.vocabulary import Side
from marengo.lab import simulate
from tests.helpers import game


@register("first-of-all")
class First:
    """Plays the first legal move, or the one that a parameter says."""

    def __init__(
        self, game: MarengoGame, number: int = 0, share: float = 0.5, name: str = ""
    ) -> None:
        self.given = (number, share, name)

    def choose(self, view: View, legal_moves: Sequence[Move], rng: np.random.Generator) -> Move:
        return legal_moves[self.given[0]]


@register("cheat")
class Cheat:
    """Plays a move of an earlier decision."""

    def __init__(self, game: MarengoGame) -> None:
        self.kept: list[Move] = []

    def choose(self, view: View, legal_moves: Sequence[Move], rng: np.random.Generator) -> Move:
        self.kept = self.kept or list(legal_moves)
        return self.kept[-1]


def test_the_players_that_come_with_marengo_have_names() -> None:
    assert {"random", "rule", "search", "oracle"} <= set(player_names())


def test_parameters_are_read_from_the_text() -> None:
    player: Any = make_player("first-of-all:share=2,number=3,name=melas", game)
    assert player.given == (3, 2.0, "melas")
    assert make_player("first-of-all", game).given == (0, 0.5, "")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("melas", "no player 'melas': expected one of .*random, rule, search"),
        ("rule:brave=2", "'brave=2': expected each once, .*bold=1.0"),
        ("rule:bold", "'bold': expected each once"),
        ("rule:bold=1,bold=2", "'bold=2': expected each once"),
        ("rule:bold=very", "bold: expected a number, not 'very'"),
        ("search:nodes=1.5", "nodes: expected a whole number, not '1.5'"),
        ("search:much", "playouts: expected a whole number, not 'much'"),
        ("search:64,64", "'64': expected each once"),
        ("random:64", "no parameters"),
        ("random:nodes=3", "no parameters"),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, wanted: str) -> None:
    with pytest.raises(PlayerError, match=wanted):
        check_player(text)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("search:nodes=0", "search:nodes=0.*playouts: expected 1 or more"),
        ("search:seconds=0", "seconds: expected more than 0"),
        ("rule:weights=nowhere.toml", "nowhere.toml: cannot be read: .*; expected a TOML file"),
        ("search:nodes=9999999", "playouts: expected 200,000 or less"),
        ("search:prior=0", "prior: expected more than 0"),
        ("search:exploration=nan", "exploration: expected a number, not nan"),
        ("search:horizon=-1", "horizon: expected 0 to"),
        ("rule:temperature=-1", "temperature: expected 0 or more, not -1"),
        ("rule:bold=inf", "bold: expected a number, not inf"),
    ],
)
def test_what_a_player_refuses_names_it(text: str, wanted: str) -> None:
    with pytest.raises(PlayerError, match=wanted):
        make_player(text, game)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("nonsense = 1.0", "weights.nonsense: no such weight"),
        ("boldness = nan", "weights.boldness: expected a finite number, not nan"),
        ("boldness = true", "weights.boldness: expected a number, or two in a list, not True"),
        (
            "boldness = 'great'",
            "weights.boldness: expected a number, or two in a list, not 'great'",
        ),
        ("boldness = [1, 2, 3]", r"weights.boldness: .* two in a list, not \[1, 2, 3\]"),
        ("boldness = [1, inf]", r"weights.boldness\[1\]: expected a finite number, not inf"),
        ("", r"weights\.\w+: expected a number"),
    ],
)
def test_weights_are_checked(line: str, wanted: str, tmp_path: Any) -> None:
    whole = (marengo.paths.data_path("players/triomphe.toml")).read_text(encoding="utf-8")
    kept = [row for row in whole.splitlines() if not row.startswith("boldness")]
    text = "\n".join([*kept, line]) if line else "[weights]\n"
    text = text if line.startswith("boldness") or not line else text + "\nboldness = 1.0"
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    with pytest.raises(PlayerError, match=rf"mine.toml: {wanted}"):
        make_player(f"rule:weights={tmp_path / 'mine.toml'}", game)


def test_a_player_needs_defaults_and_a_name_that_can_be_written() -> None:
    def make(game: MarengoGame, nodes: int) -> First:
        return First(game, nodes)

    with pytest.raises(PlayerError, match="the parameter nodes has no default"):
        register("mine")(make)
    with pytest.raises(PlayerError, match="expected letters"):
        register("my player")


def test_an_oracle_cannot_be_registered_under_a_name_that_hides_it() -> None:
    with pytest.raises(PlayerError, match="sees hidden pieces, expected a name like oracle"):
        register("honest")(OraclePlayer)


@register("contrary")
class Contrary(RulePlayer):
    """Plays the last legal move, though it is made from another player."""

    asked = 0

    def choose(self, view: View, legal_moves: Sequence[Move], rng: np.random.Generator) -> Move:
        Contrary.asked += 1
        return legal_moves[-1]


def test_a_player_made_from_another_is_asked_itself() -> None:
    simulate(game, 1, "contrary", "rule", seed=3, workers=1, progress=False)
    assert Contrary.asked > 0


@register("spy")
class Spy:
    """Tries to find the set-up from the chance it is given."""

    entropies: ClassVar[list[Any]] = []

    def __init__(self, game: MarengoGame) -> None:
        pass

    def choose(self, view: View, legal_moves: Sequence[Move], rng: np.random.Generator) -> Move:
        sequence: Any = rng.bit_generator.seed_seq
        Spy.entropies.append(sequence.entropy)
        return legal_moves[0]


def test_the_chance_of_a_player_does_not_lead_to_the_seed_of_the_set_up() -> None:
    (seed,) = simulate(game, 1, "spy", "random", seed=3, workers=1, progress=False)["seed"]
    assert seed not in Spy.entropies
    assert all(seed not in np.atleast_1d(entropy) for entropy in Spy.entropies)


def test_a_switch_is_true_or_false() -> None:
    def make(game: MarengoGame, flag: bool = True) -> First:
        return First(game, int(flag))

    register("switched")(make)
    assert make_player("switched:flag=false", game).given[0] == 0  # type: ignore[attr-defined]
    with pytest.raises(PlayerError, match="flag: expected true or false, not '0'"):
        make_player("switched:flag=0", game)


def test_a_registered_player_plays_everywhere() -> None:
    frame = simulate(game, 2, "first-of-all", "random", seed=3, workers=1, progress=False)
    again = simulate(game, 2, "first-of-all", "random", seed=3, workers=2, progress=False)
    assert frame.equals(again)
    assert frame.height == 2


def test_a_move_that_is_not_legal_is_refused() -> None:
    players = {Side.AUSTRIAN: make_player("cheat", game), Side.FRENCH: make_player("random", game)}
    with pytest.raises(PlayerError, match=r"Cheat: chose .*expected a legal move"):
        play_game(game.start(1), players, 1)


def test_a_parameter_may_have_two_names() -> None:
    """Names of players in files and notebooks say ``nodes=``; a budget needs no name."""
    for text in ("search:playouts=7", "search:nodes=7", "search:7", "search:horizon=1,7"):
        player = make_player(text, game)
        assert isinstance(player, SearchPlayer)
        assert player.playouts == 7
    with pytest.raises(PlayerError, match="each once"):
        check_player("search:nodes=7,playouts=7")
