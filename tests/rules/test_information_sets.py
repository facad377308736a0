"""Sights in both rulesets: who may be where, and positions drawn from it."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from marengo.core.engine.policy import determinize_once, see
from marengo.core.engine.random import seeded
from marengo.games.marengo.deduction import constraint_of
from marengo.games.marengo.game import load
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.information_set import DeterminizationScratch
from marengo.games.marengo.rules.knowledge import show
from marengo.games.marengo.rules.vocabulary import SLOTS, Kind, Side
from marengo.games.marengo.state import MarengoState
from tests.helpers import end_turn, play, texts
from tests.plain import first

GAMES = {name: load(name) for name in ("bonaparte", "triomphe")}

THREE_BLOCKS: dict[str, dict[str, Any]] = {
    "triomphe": {"austrian": {"10": "I3 I2 C2"}, "french": {"5": "I2"}},
    "bonaparte": {"austrian": {"10": "I3 I2 C2"}, "french": {"5": "I2"}},
}
"""Three Austrian pieces, all different, that lie mixed in one place."""

OVER_OBSTACLE: dict[str, tuple[tuple[dict[str, str], dict[str, str]], str]] = {
    "triomphe": (({"8": "I3", "16": "I2", "35": "A1"}, {"14": "I2 I2"}), "attack {}1 8/14"),
    "bonaparte": (({"6": "I3", "16": "I2", "35": "A1"}, {"11": "I2 I2"}), "attack {}1 6/11"),
}
"""A single block attacks over a cavalry obstacle: it must be infantry (T-9.7, B-9.6)."""


def imagined(state: MarengoState, side: Side, seed: int) -> MarengoState:
    """Return a position drawn from all that a side cannot tell from a state."""
    position = state.information_set(side)
    determinize_once(
        state.game.tables, position, int(side), seeded(seed), DeterminizationScratch.array()
    )
    drawn: MarengoState = state.game.state(position)
    return drawn


def let_be(state: MarengoState, *candidates: int) -> MarengoState:
    """Let the first Austrian blocks be any of the first pieces that a set of bits names."""
    for slot, mask in enumerate(candidates):
        state.record["candidates"][slot] = mask
    return state


@pytest.mark.plays_much
@pytest.mark.parametrize("scenario", THREE_BLOCKS)
def test_every_position_possible_is_about_equally_likely(scenario: str) -> None:
    """Three hidden blocks in one place: which of them is which makes 6 cases."""
    state = GAMES[scenario].position(hour=9, turn=Side.FRENCH, **THREE_BLOCKS[scenario])
    # told apart by a mark on each, or else all 6 would be the same position
    for slot, candidates in enumerate((0b111, 0b111, 0b111)):
        state.record["candidates"][slot] = candidates
        state.record["bombardment"][slot] = slot
    games = 1200
    cases = Counter(
        tuple(imagined(state, Side.FRENCH, seed).record["bombardment"][:3]) for seed in range(games)
    )
    assert len(cases) == 6
    assert max(abs(number - games / 6) for number in cases.values()) < 5 * (games / 6) ** 0.5


@pytest.mark.plays_much
@pytest.mark.parametrize("scenario", GAMES)
def test_two_blocks_in_a_whole_army_exchange_half_the_time(scenario: str) -> None:
    """However many blocks there are beside them, which nobody can mistake."""
    state = GAMES[scenario].start(1)
    for slot in range(20):
        state.record["candidates"][slot] = 0b11 << slot // 2 * 2  # ten pairs
        state.record["strength"][slot] = 1 + slot % 2
    state.record["place"][0] = state.game.index.place_code("10")
    games = 600
    strong = sum(
        piece.strength == 2
        for seed in range(games)
        for piece in imagined(state, Side.FRENCH, seed).pieces
        if str(piece.place) == "10"
    )
    assert abs(strong - games / 2) < 4 * (games / 4) ** 0.5


@pytest.mark.parametrize("scenario", GAMES)
def test_blocks_of_which_no_two_can_exchange_go_round(scenario: str) -> None:
    """One may be A1 or A2, one A2 or A3, one A3 or A1: there are two ways, equally likely."""
    given: dict[str, Any] = {"austrian": {"10": "I3 I2 C2"}, "french": {"5": "I2"}}
    state = GAMES[scenario].position(hour=9, turn=Side.FRENCH, **given)
    let_be(state, 0b011, 0b110, 0b101)
    for slot, place in enumerate(("16", "10", "8")):
        state.record["place"][slot] = state.game.index.place_code(place)
    games = 600
    cases = Counter(
        tuple(imagined(state, Side.FRENCH, seed).record["place"][:3]) for seed in range(games)
    )
    assert len(cases) == 2
    assert abs(min(cases.values()) - games / 2) < 4 * (games / 4) ** 0.5


@pytest.mark.parametrize("scenario", OVER_OBSTACLE)
@pytest.mark.parametrize("attacker", Side)
@pytest.mark.parametrize("elsewhere", ["27", "33", "40", "45", "48", "50"])
def test_what_attacks_over_an_obstacle_is_infantry(
    scenario: str, attacker: Side, elsewhere: str
) -> None:
    """T-22.13, B-17.14: the block may be any of three, but it attacks.

    The block in 16 is known to be I2, and the one elsewhere may be I3 or the artillery: so the
    attacker is I3, whichever block and piece come first.
    """
    (attacking, defending), move = OVER_OBSTACLE[scenario]
    defender = Side(1 - attacker)
    armies = {attacker.name.lower(): attacking, defender.name.lower(): defending}
    state = GAMES[scenario].position(hour=9, turn=attacker, **armies)
    first = attacker * SLOTS
    state.record["candidates"][first : first + 3] = 0b111, 0b010, 0b101
    state.record["place"][first + 2] = state.game.index.place_code(elsewhere)
    play(state, move.format(attacker.name[0]))
    assert (state.decision, state.to_move) == (Decision.RESPONSE, defender)
    drawn = [imagined(state, defender, seed) for seed in range(10)]
    for other in (*drawn, state.game.state(state.information_set(defender))):
        (piece,) = (piece for piece in other.pieces if piece.role == "attacking")
        assert (piece.kind, piece.strength) == (Kind.INFANTRY, 3)
        assert other.view(defender) == state.view(defender)


@pytest.mark.parametrize("elsewhere", ["16", "27", "33", "40"])
def test_what_leads_an_assault_can_lead(elsewhere: str) -> None:
    """T-11.4: an assault is declared, and one of the two blocks there leads it."""
    given: dict[str, Any] = {
        "austrian": {"10/5": "I3 A1", elsewhere: "A1"},
        "french": {"5/10": "I2 I2"},
    }
    state = GAMES["triomphe"].position(hour=9, turn=Side.AUSTRIAN, **given)
    play(let_be(state, 0b111, 0b111, 0b111), "assault 10/5")
    assert (state.decision, state.to_move) == (Decision.DEFENCE_LEADERS, Side.FRENCH)
    for seed in range(20):
        other = imagined(state, Side.FRENCH, seed)
        there = [piece.kind for piece in other.pieces if str(piece.place) == "10/5"]
        assert Kind.INFANTRY in there


def test_what_attacks_by_road_is_cavalry() -> None:
    """T-8.26: only cavalry attacks on the march."""
    given: dict[str, Any] = {"austrian": {"1": "C2", "16": "I2"}, "french": {"10": "I2"}}
    state = GAMES["triomphe"].position(hour=9, turn=Side.AUSTRIAN, **given)
    play(let_be(state, 0b11, 0b11), "road A1", "cross 1-5", "cross 5-10")
    assert (state.decision, state.to_move) == (Decision.RESPONSE, Side.FRENCH)
    for seed in range(10):
        other = imagined(state, Side.FRENCH, seed)
        (attacker,) = (piece for piece in other.pieces if piece.role == "attacking")
        assert attacker.kind == Kind.CAVALRY


@pytest.mark.parametrize("scenario", GAMES)
def test_a_block_that_needs_it_gets_the_only_piece_it_may_be(scenario: str) -> None:
    """The others move on, one after the other: 1 may be A1 only, 2 A1 or A2, 3 any."""
    given: dict[str, Any] = {"austrian": {"10": "I3 I2 C2"}, "french": {"5": "I2"}}
    state = GAMES[scenario].position(hour=9, turn=Side.FRENCH, **given)
    let_be(state, 0b001, 0b011, 0b111)
    for slot, place in enumerate(("16", "10", "8")):
        state.record["place"][slot] = state.game.index.place_code(place)
    for seed in range(10):
        other = imagined(state, Side.FRENCH, seed)
        assert {(str(p.place), p.kind, p.strength) for p in other.pieces if p.strength} == {
            (str(p.place), p.kind, p.strength) for p in state.pieces if p.strength
        }


def test_what_attacks_in_bonaparte_is_promised_before_it_is_shown() -> None:
    """B-9.6, B-17.14: one of the three that attack over an obstacle is infantry."""
    given: dict[str, Any] = {"austrian": {"6": "I3 I2 C2"}, "french": {"11": "I2 I2"}}
    state = GAMES["bonaparte"].position(hour=9, turn=Side.AUSTRIAN, **given)
    let_be(state, 0b111, 0b111, 0b111)
    play(state, "attack A1 6/11", "join A2", "join A3")
    while state.decision is not Decision.SHOW:
        play(state, sorted(texts(state))[-1])
    constraint = constraint_of(state, Side.AUSTRIAN)
    assert constraint is not None
    assert constraint.slots == (0, 1, 2)
    assert constraint.faces == {(Kind.INFANTRY, 3), (Kind.INFANTRY, 2)}


@pytest.mark.parametrize("scenario", GAMES)
@pytest.mark.parametrize("swapped", [False, True])
def test_the_names_of_enemy_pieces_do_not_matter(scenario: str, swapped: bool) -> None:
    """Two pieces exchange their blocks, which nobody can tell from each other."""
    given: dict[str, Any] = {"austrian": {"10": "I3", "16": "I2"}, "french": {"5": "I2"}}
    state = let_be(GAMES[scenario].position(hour=9, turn=Side.FRENCH, **given), 0b11, 0b11)
    sight = state.view(Side.FRENCH).information_set
    if swapped:
        places = state.record["place"]
        places[0], places[1] = int(places[1]), int(places[0])
    assert state.view(Side.FRENCH).information_set == sight


def test_enemy_pieces_are_struck_in_the_order_of_the_position_itself() -> None:
    """B-11.18: Austria names which of the French leading pieces loses; one is passed over."""
    given: dict[str, Any] = {
        "austrian": {"37/46": "I3 I3"},
        "french": {"46": "I3", "46/37": "I3 I2"},
    }
    state = GAMES["bonaparte"].position(hour=9, turn=Side.AUSTRIAN, step=2, **given)
    play(state, "assault A1 37/46", "join A2", "lead A1,A2", "lead F2,F3")
    assert (state.decision, state.to_move) == (Decision.STRIKE, Side.AUSTRIAN)
    assert strengths_struck(state) == [3, 2]
    state.record["pool"] = int(state.record["pool"]) | 1 << SLOTS  # as if F1 led as well
    state.record["candidates"][SLOTS] = 1
    assert strengths_struck(state) == [3, 3, 2]
    state.record["least"] = SLOTS + 2
    assert strengths_struck(state) == [2]


def strengths_struck(state: MarengoState) -> list[int]:
    """Return the strengths of the pieces that can be struck: on the board as in the sight."""
    sight: MarengoState = state.game.state(state.information_set(state.to_move))
    found = [
        [each.piece(str(move).split()[1]).strength for move in each.legal_moves()]
        for each in (state, sight)
    ]
    assert found[0] == found[1]
    return found[0]


@pytest.mark.parametrize("scenario", GAMES)
def test_an_attack_that_anybody_can_make_promises_nothing(scenario: str) -> None:
    """T-22.13, B-17.14: over a border without obstacle any piece attacks."""
    given: dict[str, Any] = {"austrian": {"10": "I3 I2"}, "french": {"5": "I2 I2"}}
    state = GAMES[scenario].position(hour=9, turn=Side.AUSTRIAN, **given)
    let_be(state, 0b11, 0b11)
    play(state, next(text for text in sorted(texts(state)) if text.startswith("attack A1")))
    while state.to_move is Side.AUSTRIAN:
        play(state, "join none")
    assert constraint_of(state, Side.AUSTRIAN) is None
    attackers = {
        piece.strength
        for seed in range(30)
        for piece in imagined(state, Side.FRENCH, seed).pieces
        if piece.role == "attacking"
    }
    assert attackers == {2, 3}


def test_a_position_that_breaks_its_own_promise_is_imagined_all_the_same() -> None:
    """Positions are built by hand: here artillery alone attacks over an obstacle."""
    (austrian, french), move = OVER_OBSTACLE["triomphe"]
    given = {"austrian": austrian, "french": french}
    state = GAMES["triomphe"].position(hour=9, turn=Side.AUSTRIAN, **given)
    play(state, move.format("A"))
    state.record["kind"][0] = Kind.ARTILLERY
    let_be(state, 0b001, 0b110, 0b110)
    sight = GAMES["triomphe"].state(state.information_set(Side.FRENCH))
    (attacker,) = (piece for piece in sight.pieces if piece.role == "attacking")
    assert attacker.kind == Kind.ARTILLERY


@pytest.mark.parametrize("scenario", GAMES)
def test_what_is_kept_of_the_enemy_is_what_would_be_found_anew(scenario: str) -> None:
    """Scratch is used for both sides and for one after the other, all along a game."""
    state, rng = GAMES[scenario].start(3), np.random.default_rng(3)
    kept = {side: DeterminizationScratch.array() for side in Side}
    kept_of_both = DeterminizationScratch.array()
    for _ in range(60):
        for side in Side:
            anew = state.information_set(side)
            for scratch in (kept[side], kept[side], kept_of_both):
                sight = state.game.engine.state.array()
                see(state.game.tables, state.record.reshape(1), int(side), sight, scratch)
                assert all(np.array_equal(sight[name], anew[name]) for name in anew.dtype.names)
        moves = state.legal_moves()
        state.play(moves[rng.integers(len(moves))])


@pytest.mark.parametrize("scenario", GAMES)
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((0b011, 0b011, 0b100), (0b001, 0b010, 0b100)),
        ((0b011, 0b111, 0b111), (0b001, 0b110, 0b110)),
        # what only follows from counting, the sets leave open
        ((0b011, 0b011, 0b101), (0b001, 0b010, 0b110)),
        ((0b011, 0b111, 0b100), (0b001, 0b110, 0b100)),
    ],
)
def test_a_block_whose_face_is_certain_is_one_of_those_alike(
    scenario: str, before: tuple[int, ...], after: tuple[int, ...]
) -> None:
    """T-22.22, B-17.19: two I3 and one I2, each by itself at the end of a turn."""
    given: dict[str, Any] = {"austrian": {"10": "I3 I3 I2"}, "french": {"5": "I2"}}
    state = let_be(GAMES[scenario].position(hour=9, turn=Side.FRENCH, **given), *before)
    for slot, place in enumerate(("16", "10", "8")):
        state.record["place"][slot] = state.game.index.place_code(place)
    end_turn(state)
    assert tuple(state.record["candidates"][:3]) == after


@pytest.mark.parametrize("scenario", GAMES)
def test_a_face_seen_is_taken_from_the_piece_that_fewest_blocks_may_be(scenario: str) -> None:
    """A3 is seen; only A2 may be no block that A3 may not be as well."""
    army = {"austrian": {"10": "I2 I2 I2 A1 C2"}, "french": {"40": "I2"}}
    state = GAMES[scenario].position(hour=9, turn=Side.AUSTRIAN, **army)
    state.record["candidates"][:5] = 0b1, 0b110, 0b111, 0b1000, 0b10100
    show(first(state.game.tables), first(state._record), 2)
    assert state.record["candidates"][:5].tolist() == [0b11, 0b11, 0b100, 0b1000, 0b10010]
