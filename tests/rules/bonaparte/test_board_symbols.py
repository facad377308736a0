"""Chapter 5 of the digest: width, closing an approach, penalties and the cavalry obstacle."""

from collections import Counter

import pytest

from marengo.games.bonaparte.game import BonaparteGame
from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import pieces_at, play, starting, texts, where
from tests.rules.bonaparte.setting import austrian_turn, french_turn
from tests.rules.bonaparte.turns import finish
from tests.toys import toy_game

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH


def opposite(approach: str) -> str:
    """Return the other approach of a pair that has no letter."""
    own, other = approach.split("/")
    return f"{other}/{own}"


def assault(approach: str, attackers: str, defenders: str, *moves: str) -> BonaparteState:
    """Return the position after an assault by all Austrian pieces in an approach, and moves."""
    state = austrian_turn({approach: attackers}, {opposite(approach): defenders}, step=2)
    play(state, f"assault A1 {approach}")
    for number in range(2, len(attackers.split()) + 1):
        play(state, f"join A{number}")
    return play(state, *moves)


# Width


@pytest.mark.parametrize(("approach", "wide"), [("29/27", True), ("17/27", False)])
def test_width_limits_leading_and_pursuing_pieces(approach: str, wide: bool) -> None:
    """B-5.9: one in a narrow approach, up to two in a wide one."""
    state = assault(approach, "I2 I3", "I3 C2 C1")
    assert ("lead A1,A2" in texts(state)) is wide
    play(state, "lead A1")
    assert ("lead F2,F3" in texts(state)) is wide
    play(state, "lead F1")
    assert {"pursue F2", "pursue F3", "pursue none"} <= texts(state)
    assert ("pursue F2,F3" in texts(state)) is wide


@pytest.mark.parametrize("approach", ["17/27", "17/16"])
def test_width_does_not_limit_how_many_pieces_block(approach: str) -> None:
    """B-5.9: four pieces go to a narrow approach as to a wide one, where two stand already."""
    enemy = approach.split("/")[1]
    state = austrian_turn({"17": "I3 I2 C2 A1", approach: "I1 C1"}, {enemy: "I2"})
    play(state, f"march A1 {approach}", "join A2", "join A3", "join A4")
    assert state.count(approach) == 6


@pytest.mark.parametrize("attacked", [True, False])
@pytest.mark.parametrize("attacker", [True, False])
def test_the_width_of_the_attacked_approach_counts(attacker: bool, attacked: bool) -> None:
    """B-5.10: for both players, should the two sides differ."""
    borders = [{"a": 1, "b": 2, "a_wide": attacker, "b_wide": attacked}, {"a": 2, "b": 3}]
    toy = toy_game({1: {}, 2: {}, 3: {}}, borders, ruleset="bonaparte")
    state = austrian_turn({"1/2": "I3 I2"}, {"2/1": "I2 I1"}, on=toy, step=2)
    play(state, "assault A1 1/2", "join A2")
    assert ("lead A1,A2" in texts(state)) is attacked
    play(state, "lead A1")
    assert ("lead F1,F2" in texts(state)) is attacked


@pytest.mark.parametrize("piece", ["I1", "C1", "A1"])
@pytest.mark.parametrize(("own", "enemy"), [("17", "27"), ("34", "37")])
def test_one_piece_closes_an_approach(own: str, enemy: str, piece: str) -> None:
    """B-5.11: of any type, narrow or wide; a piece in reserve or elsewhere does not."""
    attack = f"attack A1 {own}/{enemy}"
    closed = austrian_turn({own: "I3"}, {f"{enemy}/{own}": piece, enemy: "I3"})
    assert attack not in texts(closed)
    assert attack in texts(austrian_turn({own: "I3"}, {enemy: piece}))
    aside = austrian_turn({own: "I3", "39": "I2"}, {"37/39": piece, enemy: "I3"})
    assert attack in texts(aside)


# Penalties


@pytest.mark.parametrize(
    ("approach", "attacker", "end"),
    [
        ("17/27", "I3", "27"),  # 3 − 1 − 1 = 1
        ("17/27", "I2", "17"),  # 2 − 1 − 1 = 0
        ("17/27", "C2", "27"),  # 2 − 0 − 1 = 1
        ("26/30", "I3", "26"),  # 3 − 2 − 1 = 0
    ],
)
def test_infantry_penalty(approach: str, attacker: str, end: str) -> None:
    """B-5.13: one for each symbol, and only when infantry leads; infantry 1 leads the defence."""
    state = finish(assault(approach, attacker, "I1", "lead F1"))
    assert where(state, "A1") == end


@pytest.mark.parametrize(("approach", "end"), [("17/16", "16"), ("16/17", "16")])
def test_cavalry_penalty(approach: str, end: str) -> None:
    """B-5.14, B-5.12: 17/16 has a symbol, 16/17 none: 2 − 1 = 1 or 2 − 1 − 1 = 0."""
    state = finish(assault(approach, "C2", "I1", "lead F1"))
    assert where(state, "A1") == end
    assert state.piece("F1").strength == 0


@pytest.mark.parametrize(("approach", "left"), [("17/16", ["I1"]), ("16/17", [])])
def test_cavalry_penalty_of_the_place_where_the_pursued_stood(
    approach: str, left: list[str]
) -> None:
    """B-5.14: 2 − 1 = 1 against pieces from 17/16, 2 against those from 16/17."""
    state = assault(approach, "I2 I3", "I3 C2", "lead A1", "lead F1", "pursue F2")
    assert pieces_at(finish(state), AUSTRIAN, approach.partition("/")[0]) == Counter(left)


@pytest.mark.parametrize(
    ("approach", "target", "after"),
    [
        ("27/37", "37/27", "I3"),
        ("27/37", "37", "I2"),
        ("27/37", "37/34", "I2"),
        ("17/27", "27/17", "I2"),
    ],
)
def test_artillery_penalty(approach: str, target: str, after: str) -> None:
    """B-5.15: 37/27 has a symbol; it protects the pieces in it, no others of the locality."""
    state = austrian_turn({approach: "A1:due", "34": "I2"}, {target: "I3"}, step=1)
    finish(play(state, "complete A1"))
    assert pieces_at(state, FRENCH, target) == Counter([after])


@pytest.mark.parametrize("approach", ["27/37", "17/27"])
def test_artillery_penalty_does_not_touch_defensive_fire(approach: str) -> None:
    """B-5.15: on either side of the pair 27, 37 there is a symbol; the fire costs one point."""
    state = assault(approach, "I3", "A1 I3", "fire F1")
    assert (state.decision, state.piece("A1").strength) == (Decision.DEFENCE_LEADERS, 2)


@pytest.mark.parametrize(
    ("approach", "attackers", "end"), [("29/27", "I2 I2", "27"), ("16/17", "C2 C2", "17")]
)
def test_a_penalty_counts_once(approach: str, attackers: str, end: str) -> None:
    """B-5.16: two leading pieces: 2 + 2 − 1 − 2 = 1."""
    state = assault(approach, attackers, "I2", "lead A1,A2", "lead F1")
    assert {where(finish(state), name) for name in ("A1", "A2")} == {end}


# The cavalry obstacle: 24/20 has one, 20/24 has none


@pytest.mark.parametrize(
    ("attackers", "offered"),
    [("C2", set()), ("A1", set()), ("I2", {"attack A1 20/24"}), ("I2 C2", {"attack A1 20/24"})],
)
def test_obstacle_and_manoeuvre_attack(attackers: str, offered: set[str]) -> None:
    """B-5.17: over it an infantry piece must be in the group."""
    state = austrian_turn({"20": attackers}, {"24": "I2"})
    assert starting(state, "attack") == offered


@pytest.mark.parametrize(("own", "enemy", "legal"), [("20", "24", False), ("24", "20", True)])
def test_obstacle_and_cavalry_on_the_road(own: str, enemy: str, legal: bool) -> None:
    """B-5.17, B-5.12: no road attack over it; from its own side it does not matter."""
    state = play(austrian_turn({own: "C2"}, {enemy: "I2"}), "road A1")
    assert (f"cross {own}-{enemy}" in texts(state)) is legal


@pytest.mark.parametrize(
    ("approach", "piece", "legal"),
    [("20/24", "C2", False), ("24/20", "C2", True), ("20/24", "I2", True), ("24/20", "I2", True)],
)
def test_obstacle_and_leading_an_assault(approach: str, piece: str, legal: bool) -> None:
    """B-5.17, B-5.12: cavalry does not lead into it; outwards it does."""
    state = austrian_turn({approach: piece}, {opposite(approach): "I2"}, step=2)
    assert starting(state, "assault") == ({f"assault A1 {approach}"} if legal else set())


@pytest.mark.parametrize(
    ("approach", "asked"), [("20/24", False), ("24/20", True), ("17/27", True)]
)
def test_obstacle_and_leading_the_defence(approach: str, asked: bool) -> None:
    """B-5.17: cavalry does not lead in it; with nothing else to lead there is no choice."""
    state = assault(approach, "I3", "C2")
    assert (state.decision is Decision.DEFENCE_LEADERS) is asked


@pytest.mark.parametrize(
    ("approach", "asked"), [("20/24", False), ("24/20", False), ("17/27", True)]
)
def test_obstacle_and_pursuit(approach: str, asked: bool) -> None:
    """B-5.17: no pursuit if either approach of the pair has one."""
    state = assault(approach, "I2 I3", "I3 C2", "lead A1", "lead F1")
    assert (state.decision is Decision.PURSUIT) is asked
    assert state.piece("A2").strength == 2


@pytest.mark.parametrize(
    ("own", "enemy", "moves", "end"),
    [
        ("20", "66", ["march A1 24"], "24"),
        ("20", "66", ["road A1", "cross 20-24", "stop"], "24"),
        ("24", "20", ["march A1 24/20"], "24/20"),
        ("20", "24", ["march A1 20/24"], "20/24"),
    ],
    ids=["move", "road march", "blocking in it", "blocking opposite"],
)
def test_an_obstacle_does_not_restrict_movement(
    own: str, enemy: str, moves: list[str], end: str
) -> None:
    """B-5.18: of cavalry."""
    assert where(play(austrian_turn({own: "C2"}, {enemy: "I2"}), *moves), "A1") == end


def test_cavalry_retreats_over_an_obstacle() -> None:
    """B-5.18."""
    state = play(french_turn({"26/20": "I3"}, {"20": "C2"}), "attack F1 26/20")
    assert where(play(state, "retreat A1 24"), "A1") == "24"


def test_cavalry_takes_part_in_an_assault_over_an_obstacle() -> None:
    """B-5.18: without leading."""
    state = assault("20/24", "I3 C2", "I1", "lead F1")
    finish(state)
    assert {where(state, name) for name in ("A1", "A2")} == {"24"}


def test_symbols_of_the_attackers_side_have_no_effect() -> None:
    """B-5.12: two infantry symbols on the attacker's side weaken nothing: 2 − 0 − 1 = 1."""

    def toy(**facts: int) -> BonaparteGame:
        borders = [{"a": 1, "b": 2, **facts}, {"a": 2, "b": 3}]
        made: BonaparteGame = toy_game({1: {}, 2: {}, 3: {}}, borders, ruleset="bonaparte")
        return made

    for on, end in ((toy(a_infantry=2), "2"), (toy(b_infantry=1), "1")):
        state = austrian_turn({"1/2": "I2"}, {"2/1": "I1"}, on=on, step=2)
        finish(play(state, "assault A1 1/2", "lead F1"))
        assert where(state, "A1") == end
