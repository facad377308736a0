"""Solving: matrix games against the rules, tables against value iteration, and their files."""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from marengo.core.engine.matrix_games import solved
from marengo.core.errors import FileError
from marengo.games.progress import Card, Colour, Decision, ExactPlayer, ProgressState
from marengo.games.progress.solving.layers import solve, start_of, unsolved
from marengo.games.progress.solving.numbering import Layer
from marengo.games.progress.solving.programmes import NotSolvedError, SolvingError
from marengo.games.progress.solving.tables import SolvedLayers
from marengo.games.progress.solving.worth import (
    worth_in_layer,
    worth_of_cards,
    worth_of_initiative,
)
from marengo.lab.analysis import payoffs
from marengo.screens.progress.commands import add_commands
from marengo.widgets.playing.showing import ESTIMATED, EXACT, matrix_of
from tests.games.progress.choosing import after, held
from tests.rules.progress.playing import bent, game

Array = np.ndarray[Any, Any]

SMALL = "progress-small"

LATE = Layer((5, 5), (4, 4), (1, 1, 0))
"""A layer of the small game that leads to few others."""


@pytest.fixture(scope="module")
def late(tmp_path_factory: pytest.TempPathFactory) -> SolvedLayers:
    """The tables of a late layer of the small game."""
    tables = SolvedLayers(game(SMALL), tmp_path_factory.mktemp("tables"))
    for done in solve(tables, unsolved(tables, LATE), workers=2):
        assert done.gap < 1e-6
        assert done.change <= 1e-6
        assert done.games >= tables.programmer.numbering.size
    return tables


def late_positions(seed: int, number: int) -> Iterator[ProgressState]:
    """Yield positions of the late layer, any hands and any armies that can be."""
    chance = np.random.default_rng(seed)
    one, cards = game(SMALL), [card.text for card in (Card.MOVE_2, Card.RECRUIT, Card.ATTACK)]
    places = [None, "blue", "neutral", "orange"]
    for _ in range(number):
        armies: dict[str, list[str]] = {}
        for letter, capital in (("B", "orange"), ("O", "blue")):
            stand = [
                place for place in (places[int(chance.integers(4))] for _ in range(2)) if place
            ]
            for place in sorted(set(stand)):
                held = stand.count(place)
                if place == capital and chance.random() < 0.5:
                    armies.setdefault(place, []).append(f"{letter}*")
                    held -= 1
                if held:
                    armies.setdefault(place, []).append(f"{letter}{held}")
        hands = [" ".join([*(c for c in cards if chance.random() < 0.6), "score"]) for _ in Colour]
        holder = ("blue", "orange")[int(chance.integers(2))]
        if hands == ["score", "score"]:  # nobody has a choice
            continue
        yield one.position(
            armies={place: " ".join(told) for place, told in armies.items()},
            vp=LATE.vp,
            strength=LATE.strength,
            vp_dice=dict(zip(one.places, LATE.dice, strict=True)),
            hands=hands,
            holder=holder,
        )


def test_a_table_says_what_the_matrix_games_of_its_positions_are_worth(late: SolvedLayers) -> None:
    mixed = 0
    for state in late_positions(2, 300):
        matrix = late.matrix(state)
        assert late.value(state) == pytest.approx(matrix.value, abs=2e-6)
        mixed += max(map(max, matrix.mixed)) < 0.99
    assert mixed > 3


def test_no_answer_to_a_strategy_gains(late: SolvedLayers) -> None:
    """Every pure answer loses at least what the value says, and so does every random mixture."""
    chance = np.random.default_rng(3)
    for state in late_positions(4, 200):
        matrix = late.matrix(state)
        blue, orange = matrix.mixed
        for answer in (*np.eye(len(orange)), *chance.dirichlet(np.ones(len(orange)), 5)):
            assert blue @ matrix.payoffs @ answer >= matrix.value - 1e-6
        for answer in (*np.eye(len(blue)), *chance.dirichlet(np.ones(len(blue)), 5)):
            assert answer @ matrix.payoffs @ orange <= matrix.value + 1e-6


MIRRORED = {"blue": "orange", "orange": "blue", "neutral": "neutral"}


def test_colours_can_be_swapped(late: SolvedLayers) -> None:
    one = game(SMALL)
    for state in late_positions(5, 100):
        other = one.position(
            armies={
                MIRRORED[place]: " ".join(
                    f"{'BO'[1 - colour]}{text}"
                    for colour in Colour
                    for text in _texts(state.armies(place, colour))
                )
                for place in one.places
                if any(_texts(state.armies(place, colour)) for colour in Colour)
            },
            vp=state.vp[::-1],
            strength=state.strength[::-1],
            vp_dice={MIRRORED[place]: die for place, die in state.vp_dice.items()},
            hands=[
                " ".join(card.text for card in held(state, colour)) for colour in reversed(Colour)
            ],
            holder=Colour(1 - state.holder).name.lower(),
        )
        assert late.value(other) == pytest.approx(1.0 - late.value(state), abs=2e-6)


def _texts(armies: Any) -> list[str]:
    standing = armies.normal - (armies.capital == "normal")
    return [*(["*"] if armies.capital else []), *([str(standing)] if standing else [])]


TINY = """
cards = ["move-2", "attack", "recruit", "score"]
[numbers]
round_cap = 1000
armies = 2
goal = 2
supply = 3
garrison = 0
vp_home = 1
vp_neutral = 1
"""


STARTS = (
    {"blue": "B1", "orange": "O1"},
    {"neutral": "B1 O1", "orange": "B1 O1"},
    {"orange": "B* O1", "blue": "B1 O1"},
    {"orange": "B*", "blue": "O* O1"},
)


@dataclass
class Explored:
    """Starts of rounds that can be reached, and what each pair of cards leads to there."""

    found: dict[str, ProgressState] = field(default_factory=dict)
    games: dict[str, list[list[Any]]] = field(default_factory=dict)

    def enter(self, state: ProgressState) -> None:
        """Enter the start of a round, and all that can follow."""
        waiting = [state]
        while waiting:
            at = waiting.pop(0)  # the nearest first, far from the last round of all
            self.found[key(at)] = at
            cards = [_choices(at, colour) for colour in Colour]
            before = set(self.found)
            self.games[key(at)] = [
                [self.leaves(after(at, blue, orange)) for orange in cards[1]] for blue in cards[0]
            ]
            waiting += [self.found[one] for one in self.found.keys() - before]

    def leaves(self, state: ProgressState) -> Any:
        """Return what a position leads to: an end, a round, or who chooses among what."""
        if state.returns:
            return state.returns[Colour.BLUE]
        if state.decision == Decision.CARD:
            self.found.setdefault(key(state), state)
            return key(state)
        below = [self.leaves(state.copy().play(move)) for move in state.legal_moves()]
        return (max if state.to_move == Colour.BLUE else min, *below)


@pytest.mark.release
def test_all_of_a_tiny_game_is_what_value_iteration_makes_of_it(tmp_path: Path) -> None:
    """Its positions are found by play, and worked out one by one until nothing changes (M-22.7)."""
    one = bent(tmp_path, TINY)
    tables = SolvedLayers(one, tmp_path / "tables")
    list(solve(tables, unsolved(tables, start_of(one))))
    explored = Explored()
    for armies in STARTS:
        explored.enter(one.position(armies=armies))
    assert explored.games.keys() == explored.found.keys()
    values = dict.fromkeys(explored.games, 0.5)

    def worth(leaf: Any) -> float:
        if isinstance(leaf, tuple):
            best, *below = leaf
            return float(best(map(worth, below)))
        return values[leaf] if isinstance(leaf, str) else leaf

    change = 1.0
    while change > 1e-7:
        new = {
            at: solved(np.array([[worth(leaf) for leaf in row] for row in rows]))[0]
            for at, rows in explored.games.items()
        }
        change, values = max(abs(new[at] - values[at]) for at in new), new
    assert len({round(value, 3) for value in values.values()}) > 5
    for at, value in values.items():
        assert tables.value(explored.found[at]) == pytest.approx(value, abs=1e-5)


def key(state: ProgressState) -> str:
    """Return what tells starts of rounds apart but for the number of the round."""
    record = np.array([state.record])
    for name in ("turn", "to_move", "stage", "first_holder"):
        record[name] = 0
    for seat in Colour:  # a card that lies sealed, as there was no other
        record["hand"][0, seat] |= 1 << int(record["played"][0, seat]) & ~1
    record["played"] = 0
    return str(record.tolist())


def _choices(state: ProgressState, colour: Colour) -> list[Card]:
    cards = held(state, colour)
    everything = int(state.game.tables[0]["cards"]).bit_count()
    return [card for card in cards if card != Card.SCORE or len(cards) < everything]


def test_the_exact_player_wins_what_is_won(late: SolvedLayers) -> None:
    one, chance, played = game(SMALL), np.random.default_rng(6), 0
    exact = ExactPlayer(one, str(late.folder))
    for state in late_positions(7, 200):
        worth = late.value(state)
        if 0.0 < worth < 1.0:
            continue
        seat, played = Colour.BLUE if worth == 1.0 else Colour.ORANGE, played + 1
        while not state.is_over:
            moves = state.legal_moves()
            move = moves[int(chance.integers(len(moves)))]
            if state.to_move == seat:
                move = exact.choose(state.view(seat), moves, chance)
            state.play(move)
        assert state.returns
        assert state.returns[seat] == 1.0
    assert played > 50


@pytest.fixture(scope="module")
def exact(late: SolvedLayers) -> ExactPlayer:
    return ExactPlayer(game(SMALL), str(late.folder))


def test_of_equally_good_cards_exact_plays_that_which_gives_most(
    late: SolvedLayers, exact: ExactPlayer
) -> None:
    """Against the cards that the policy plays with the probabilities with which it plays them."""
    chance, traps = np.random.default_rng(1), 0
    for blue in late_positions(9, 300):
        matrix = late.matrix(blue)
        orange = blue.copy().play(blue.legal_moves()[0])
        if min(matrix.payoffs.shape) == 1:
            continue
        for own, asked, other in (
            (matrix.payoffs, blue, orange),
            (1.0 - matrix.payoffs.T, orange, blue),
        ):
            value = abs(asked.to_move - matrix.value)
            safe = own.min(axis=1) >= value - 1e-5
            if value < 0.9 and safe.any():
                likely = exact.fallible.probabilities(other.information_set(other.to_move))
                hopes = np.where(safe, own @ likely, -1.0)
                moves = asked.legal_moves()
                chosen = moves.index(exact.choose(asked.view(Colour(asked.to_move)), moves, chance))
                assert hopes[chosen] == pytest.approx(hopes.max(), abs=2e-5)
                traps += hopes.max() > hopes[safe].min() + 0.01
    assert traps > 10


def test_the_exact_player_asks_another_where_nothing_is_solved(late: SolvedLayers) -> None:
    one = game(SMALL)
    exact = ExactPlayer(one, str(late.folder), otherwise="random")
    state = one.start(1)
    with pytest.raises(NotSolvedError, match="solve this layer first"):
        late.matrix(state)
    chance = np.random.default_rng(1)
    assert (
        exact.choose(state.view(Colour(state.to_move)), state.legal_moves(), chance)
        in state.legal_moves()
    )


def test_the_exact_player_knows_the_payoff_matrix(late: SolvedLayers) -> None:
    """Worked out with the rules, the same as by the programmes, and shown as exact."""
    exact = ExactPlayer(game(SMALL), str(late.folder))
    for state in islice(late_positions(8, 100), 10):
        found, known = payoffs(state, player=exact), late.matrix(state)
        if state.to_move == Colour.ORANGE:
            found = found.turned()
        assert [move.code for move in found.rows] == [move.code for move in payoffs(state).rows]
        assert np.allclose(found.values, known.payoffs, atol=1e-6)
        assert EXACT in matrix_of(state, [exact])
    assert ESTIMATED in matrix_of(game(SMALL).start(1), [exact])


def test_the_worth_in_a_layer_is_the_mean_of_that_in_its_positions(late: SolvedLayers) -> None:
    numbering, table = late.programmer.numbering, worth_in_layer(late, LATE)
    boards, hands = len(numbering.placings), numbering.hands
    blue, orange = (
        late.values(one).reshape(boards, boards, hands, hands) for one in (LATE, LATE.mirrored)
    )
    found = {(row["colour"], row["what"]): row for row in table.iter_rows(named=True)}
    assert len(found) == 2 * len(numbering.cards) - 1
    gains = blue - 1.0 + orange.transpose(1, 0, 3, 2)
    assert found["blue", "initiative"]["worth"] == pytest.approx(gains.mean(dtype=float))
    bit = 1 << numbering.cards.tolist().index(Card.ATTACK)
    having = [hand for hand in range(hands) if hand & bit]
    without = [hand - bit for hand in having]
    gains = blue[:, :, having] - blue[:, :, without]
    assert found["blue", "attack"]["worth"] == pytest.approx(gains.mean(dtype=float))
    assert found["blue", "attack"]["matters"] == pytest.approx((np.abs(gains) > 1e-6).mean())
    gains = blue[..., without] - blue[..., having]
    assert found["orange", "attack"]["worth"] == pytest.approx(gains.mean(dtype=float))


def test_initiative_and_cards_are_worth_differences_of_values(late: SolvedLayers) -> None:
    one = game(SMALL)
    facts: Any = {"vp": LATE.vp, "strength": LATE.strength}
    facts["vp_dice"] = dict(zip(one.places, LATE.dice, strict=True))
    facts["armies"] = {"neutral": "B1 O1", "orange": "O1"}
    hands = ("attack move-2 score", "attack recruit score")
    values = {
        holder: late.value(one.position(**facts, hands=hands, holder=holder))
        for holder in ("blue", "orange")
    }
    for holder, sign in (("blue", 1), ("orange", -1)):
        state = one.position(**facts, hands=hands, holder=holder)
        worth = worth_of_initiative(late, state)
        assert worth == pytest.approx(
            sign * (values[holder] - values["orange" if sign > 0 else "blue"])
        )
        told = {
            (row["colour"], row["card"]): row["worth"]
            for row in worth_of_cards(late, state).to_dicts()
        }
        assert told.keys() == {
            ("blue", "move-2"),
            ("blue", "attack"),
            ("orange", "recruit"),
            ("orange", "attack"),
        }
        without = one.position(**facts, hands=("move-2 score", hands[1]), holder=holder)
        assert told["blue", "attack"] == pytest.approx(values[holder] - late.value(without))
        without = one.position(**facts, hands=(hands[0], "attack score"), holder=holder)
        assert told["orange", "recruit"] == pytest.approx(late.value(without) - values[holder])
    assert len(set(values.values())) == 2


def test_what_changes_nothing_is_worth_nothing_and_not_minus_nothing(late: SolvedLayers) -> None:
    state = late.game.position(
        vp=LATE.vp,
        strength=LATE.strength,
        vp_dice={"blue": 1, "neutral": 1, "orange": 0},
        armies={"neutral": "B1 O1", "orange": "O1"},
        hands=("attack move-2 score", None),
    )
    assert {str(worth) for worth in worth_of_cards(late, state)["worth"]} == {"0.0"}
    assert str(worth_of_initiative(late, state)) == "0.0"


def test_tables_that_are_there_are_not_made_again(late: SolvedLayers) -> None:
    assert not unsolved(late, LATE)
    path = late.path(Layer((5, 5), (5, 4), (0, 1, 0)))
    content = path.read_bytes()
    again = SolvedLayers(late.game, late.folder)
    path.unlink()
    groups = unsolved(again, LATE)
    assert {layer.text for group in groups for layer in group} == {"5-5_5-4_0-1-0", "5-5_4-5_0-1-0"}
    list(solve(again, groups))
    assert path.read_bytes() == content


def test_a_damaged_table_is_not_read(late: SolvedLayers) -> None:
    path = late.path(Layer((5, 5), (5, 5), (0, 0, 0)))
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    try:
        path.write_bytes(content)
        with pytest.raises(FileError, match=r"is damaged.*solve this layer again"):
            SolvedLayers(late.game, late.folder).values(Layer((5, 5), (5, 5), (0, 0, 0)))
    finally:
        content[len(content) // 2] ^= 1
        path.write_bytes(content)


def test_a_table_of_another_game_is_not_read(late: SolvedLayers, tmp_path: Path) -> None:
    other = bent(tmp_path, "[numbers]\ngarrison = 3", extends=SMALL)
    with pytest.raises(FileError, match="expected a table of bent"):
        SolvedLayers(other, late.folder).values(Layer((5, 5), (5, 5), (0, 0, 0)))


@pytest.mark.parametrize(
    ("layer", "expected"),
    [
        (Layer((6, 0), (1, 1), (3, 2, 3)), "expected VP below 6"),
        (Layer((5, 5), (1, 7), (3, 2, 3)), "expected strength from 1 to 6"),
        (Layer((5, 5), (1, 1), (3, 2)), "expected VP dice of 3 countries"),
        (Layer((5, 5), (1, 1), (3, 3, 3)), "expected VP dice no higher than at the start"),
    ],
)
def test_a_layer_that_is_none_is_refused(layer: Layer, expected: str, tmp_path: Path) -> None:
    with pytest.raises(SolvingError, match=expected):
        unsolved(SolvedLayers(game(SMALL), tmp_path), layer)


def test_a_game_too_large_for_memory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SolvingError, match="expected at most 16 GB: a later layer"):
        unsolved(SolvedLayers(game(), tmp_path), start_of(game()))


def test_positions_without_a_number_are_in_no_table(late: SolvedLayers) -> None:
    for state in (
        game(SMALL).position(armies={"neutral": "B1f"}),
        game(SMALL).position(supply=3),
    ):
        with pytest.raises(NotSolvedError, match="expected "):
            late.value(state)


def _command(words: list[str]) -> int:
    """Run the command of the game as the command line does."""
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers()

    def add(name: str, run: Any, text: str) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=text)
        command.set_defaults(run=run)
        return command

    add_commands(add)
    options = parser.parse_args(words)
    return int(options.run(options))


def test_the_command_solves_and_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["solve", SMALL, "--layer", "5-5_6-4_0-0-0", "--out", str(tmp_path / "out")]
    assert _command(words) == 0
    told = capsys.readouterr().out
    assert "matrix games in" in told
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "5-5_4-6_0-0-0.parquet",
        "5-5_6-4_0-0-0.parquet",
    ]
    assert _command(words) == 0
    assert capsys.readouterr().out.startswith("0 matrix games")
    with pytest.raises(ValueError, match="--layer 5:5: expected VP, strength and VP dice, such as"):
        _command(["solve", SMALL, "--layer", "5:5"])
    with pytest.raises(ValueError, match="triomphe: expected a scenario of The March of Progress"):
        _command(["solve", "triomphe"])
