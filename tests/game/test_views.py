"""What a view tells of the attack going on, and what it keeps back."""

import pytest

from marengo.games.marengo.board import Place
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Kind, Side
from marengo.games.marengo.types import Attack
from tests.helpers import austrian_turn, end_turn, french_turn, play

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH


def roles(view_of: Side, moves: tuple[str, ...]) -> dict[str, int]:
    """Return how many blocks of each role the French or Austrians see after an assault's moves."""
    state = austrian_turn({"8/9": "I3 I2 C2"}, {"9/8": "I2 I3 A1"})
    view = play(state, "assault 8/9", *moves).view(view_of)
    seen = [block.role for block in view.enemy if block.role != "none"]
    return {role: seen.count(role) for role in sorted(set(seen))}


def test_the_defender_sees_who_attacks_and_from_where() -> None:
    """T-9.12: number and starting position, no faces."""
    state = austrian_turn({"8": "I3 I2 C2"}, {"9": "I2"})
    assert state.view(FRENCH).attack is None
    view = play(state, "attack A1,A3 8/9").view(FRENCH)
    assert view.attack == Attack("manoeuvre", Place(8, 9), 2, from_reserve=True, by_road=False)
    assert [block.role for block in view.enemy].count("attacking") == 2
    assert all(len(block.faces) == 3 for block in view.enemy)


def test_an_attack_by_road_and_one_from_an_approach() -> None:
    """T-8.28, T-9.13: both say what the defender needs to know."""
    state = austrian_turn({"5": "C2"}, {"10": "I2"})
    view = play(state, "road A1", "cross 5-10").view(FRENCH)
    assert view.attack == Attack("manoeuvre", Place(5, 10), 1, from_reserve=True, by_road=True)
    state = austrian_turn({"8/9": "I2 I2"}, {"9": "I2", "87": "I2", "88": "I2"})
    state.play("attack A1,A2 8/9")
    attack = state.view(FRENCH).attack
    assert attack is not None
    assert not attack.from_reserve


@pytest.mark.parametrize(
    ("view_of", "moves", "wanted"),
    [
        (FRENCH, (), {}),
        (AUSTRIAN, ("lead F1",), {"leading": 1}),
        (FRENCH, ("lead F1", "send A1,A2 lead A1"), {"attacking": 1, "leading": 1}),
        (AUSTRIAN, ("lead F1", "send A1,A2 lead A1", "fire F3"), {"firing": 1, "leading": 1}),
    ],
)
def test_the_roles_of_an_assault_are_open(
    view_of: Side, moves: tuple[str, ...], wanted: dict[str, int]
) -> None:
    """T-11.11, T-11.17, T-11.27: named openly, so seen by the enemy."""
    assert roles(view_of, moves) == wanted


def test_the_kind_of_attack() -> None:
    """T-10.14, T-11.3: bombardment and assault are told apart from the manoeuvre attack."""
    state = austrian_turn({"8/9": "A1:due I2"}, {"9": "I2 I3"})
    attack = play(state, "complete A1").view(FRENCH).attack
    assert attack == Attack("bombardment", Place(8, 9), 1, from_reserve=False, by_road=False)
    state = austrian_turn({"8/9": "I2"}, {"9/8": "I2", "9": "I1"})
    attack = play(state, "assault 8/9").view(FRENCH).attack
    assert attack == Attack("assault", Place(8, 9), 0, from_reserve=False, by_road=False)


def test_artillery_that_may_not_fire_is_remembered_by_face() -> None:
    """T-11.25: everybody saw it bombard; once shuffled nobody knows which block it is."""
    state = french_turn({"9/8": "A1 I2"}, {"8": "I2"})
    assert state.view(AUSTRIAN).enemy_silenced == {}
    end_turn(play(state, "declare F1"))
    assert state.view(AUSTRIAN).enemy_silenced == {(Kind.ARTILLERY, 1): 1}
    assert [state.piece(name).silenced for name in ("F1", "F2")] == [True, False]


def test_an_attack_won_on_the_march_is_over() -> None:
    """T-8.33: at the next step nothing is attacked, and the piece has no role."""
    state = austrian_turn({"19": "C2 I3"}, {"32": "I3", "60": "I3 I2"})
    play(state, "road A1", "cross 19-32:c21")
    while state.decision is not Decision.ROAD_STEP:
        state.play(state.legal_moves()[0])
    assert state.view(FRENCH).attack is None
    assert {block.role for block in state.view(FRENCH).enemy} == {"none"}


def test_road_attacks_are_remembered_by_themselves() -> None:
    """T-8.29."""
    state = austrian_turn({"5": "I2"}, {"10": "I2"}, road_attacks=["c2"])
    assert state.view(FRENCH).road_attacked == {"c2"}


def test_what_an_attack_promises_is_certain() -> None:
    """T-22.13: only cavalry attacks by road, so the piece that attacks is the cavalry."""
    state = austrian_turn({"5": "C2", "1": "I2 I3"}, {"10": "I2"})
    assert state.view(FRENCH).at_least("5", Kind.CAVALRY, 2) == 0
    view = play(state, "road A1", "cross 5-10").view(FRENCH)
    assert view.at_least("5", Kind.CAVALRY, 2) == 1
