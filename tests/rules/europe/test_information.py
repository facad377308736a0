"""Chapter 28 of the digest: what a side knows, and what chance decides."""

from fractions import Fraction

import numpy as np
import pytest

from marengo.games.europe import BattleState, Side
from tests.rules.europe.chances import weights
from tests.rules.europe.playing import play, read
from tests.turn import in_turn

ATTACKERS_DONE = "deploy 1 I left, deploy 2 I centre, deploy 1 I right"
DEFENDERS_BEGUN = "deploy 1 I right, deploy 1 I centre, deploy 3 I left, deploy 0 L right"
START = "N-20.6: FR 6I; GB 6I 1L | | asked attacker deploy"


def shown(state: BattleState, side: Side | None) -> set[tuple[str, str, int]]:
    """Return nation, zone and number of what a side sees."""
    units = state.view(side).units
    return {(n.name, zone, sum(there.values())) for (n, zone), there in units.items()}


def test_the_deployment_is_hidden() -> None:
    """N-28.2, N-20.6: until both are ready; a side sees its own."""
    state = play(read(START).start(), ATTACKERS_DONE)
    mine = {("FRANCE", "left", 1), ("FRANCE", "centre", 2), ("FRANCE", "right", 1)}
    whole = {*mine, ("FRANCE", "reserve", 2), ("GREAT_BRITAIN", "reserve", 7)}
    assert shown(state, None) == shown(state, Side.ATTACKER) == whole
    assert shown(state, Side.DEFENDER) == {
        ("FRANCE", "reserve", 6),
        ("GREAT_BRITAIN", "reserve", 7),
    }
    assert state.view(Side.DEFENDER).hidden == (Side.ATTACKER,)
    play(state, f"{DEFENDERS_BEGUN}, deploy 0 L centre, deploy 1 L left")
    for side in Side:
        assert state.view(side).hidden == ()
        assert shown(state, side) == shown(state, None) >= mine


def test_the_deployment_of_the_defender_is_hidden_too() -> None:
    """N-28.2: the attacker, who is done, does not look on while the defender deploys."""
    state = play(read(START).start(), f"{ATTACKERS_DONE}, {DEFENDERS_BEGUN}")
    assert ("GREAT_BRITAIN", "reserve", 7) in shown(state, Side.ATTACKER)
    assert state.view(Side.ATTACKER).hidden == (Side.DEFENDER,)
    other = play(read(START).start(), f"{ATTACKERS_DONE}, deploy 4 I right")
    known = [one.information_set(Side.ATTACKER) for one in (state, other)]
    assert (known[0]["units"] == known[1]["units"]).all()


def test_deployments_that_are_hidden_make_no_difference() -> None:
    """N-28.2: nothing that the defender is given depends on where the attacker stands."""
    one = play(read(START).start(), ATTACKERS_DONE)
    other = play(read(START).start(), "deploy 3 I left, deploy 1 I centre, deploy 2 I right")
    assert one != other
    assert (
        one.information_set(Side.DEFENDER).tobytes()
        == other.information_set(Side.DEFENDER).tobytes()
    )
    assert one.information_set(Side.ATTACKER) != other.information_set(Side.ATTACKER)


def test_everything_else_is_public() -> None:
    """N-28.1, N-28.2: reserves, routed units and losses too, once the battle has begun."""
    state = read("N-28.1: FR reserve 2I, rout 1C; GB left 1I, rout 1A | | round 1").start()
    for side in Side:
        assert state.view(side).hidden == ()
        assert state.view(side).units == state.units
        assert state.view(side).lost == state.lost


def test_allies_see_each_other() -> None:
    """N-28.5."""
    state = play(
        read("N-28.5: FR 4I; SP 4I; GB 6I | | acts FR").start(),
        "deploy 1 I left, deploy 1 I centre, deploy 2 I right",
    )
    assert state.nation is not None
    assert state.nation.name == "SPAIN"
    assert ("FRANCE", "right", 2) in shown(state, Side.ATTACKER)
    play(state, "deploy 0 I left, deploy 0 I centre, deploy 0 I right")
    assert shown(state, Side.DEFENDER) == {
        ("FRANCE", "reserve", 4),
        ("SPAIN", "reserve", 4),
        ("GREAT_BRITAIN", "reserve", 6),
    }


TWO_DICE = {n: Fraction(6 - abs(n - 7), 36) for n in range(2, 13)}
ONE_DIE = {n: Fraction(1, 6) for n in range(1, 7)}


ROLLS = [
    ("FR left 1I; GB middle-right 1I", "fire I left at I", TWO_DICE),
    ("FR left 1I; GB middle-right 1I", "fire I left at I 12", ONE_DIE),
    ("FR left 1I; GB middle-right 1I", "charge I left at I", TWO_DICE),
    ("FR left 1I; GB middle-right 1I", "charge I left at I 2", TWO_DICE),
    ("FR left 1C; GB middle-right 1M; cavalry", "charge C left at M, square", ONE_DIE),
    ("FR reserve 1L, rout 1I; GB left 1I; leaders", "rally", TWO_DICE),
    ("FR left 1I; GB left 1I; round 2; defender", "retreat, pursue I with I", ONE_DIE),
]


DRAWN = in_turn([(given, moves) for given, moves, _ in ROLLS], lambda one: "fire" in one[1])
"""Of the rolls for fire and of the others one in turn."""


def rolling(given: str, moves: str) -> BattleState:
    return play(read(f"N-28.4: {given} | | round 1").start(), moves)


@pytest.mark.parametrize(("given", "moves", "dice"), ROLLS)
def test_dice(given: str, moves: str, dice: dict[int, Fraction]) -> None:
    """N-28.4: what is rolled, and how likely."""
    found = weights(rolling(given, moves))
    assert found == {f"roll {number}": chance for number, chance in dice.items()}


@pytest.mark.plays_much
@pytest.mark.parametrize(("given", "moves"), DRAWN)
def test_dice_are_drawn_as_likely(given: str, moves: str) -> None:
    state = rolling(given, moves)
    rng, drawn = np.random.default_rng(5), dict.fromkeys(weights(state), 0)
    for _ in range(1000):
        drawn[str(state.copy().draw(rng).moves[-1])] += 1
    for roll, chance in weights(state).items():
        spread = 5 * (1000 * chance * (1 - chance)) ** 0.5
        assert abs(drawn[roll] - 1000 * chance) < spread
