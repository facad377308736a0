"""Best responses to mixtures: against positions worked out one by one, and whole short trees."""

from typing import Any

import numpy as np
import pytest

from marengo.core.players.engine_players import PolicyPlayer
from marengo.core.players.nets import Mixture
from marengo.games.progress import Colour, Decision, ProgressGame, ProgressState
from marengo.games.progress.solving.programmes import SolvingError
from marengo.games.progress.solving.responses import best_response
from tests.games.progress.test_solving import key
from tests.rules.progress.playing import bent, game

Array = np.ndarray[Any, Any]

TINY = """
cards = ["move-2", "attack", "score"]
[numbers]
armies = 1
goal = 2
supply = 3
garrison = 0
vp_home = 1
vp_neutral = 1
"""


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> ProgressGame:
    return bent(tmp_path_factory.mktemp("tiny"), TINY)


def mixture(one: ProgressGame, members: int, spread: float, seed: int = 1) -> Mixture:
    """Return nets of chance, the first of them drawn most often."""
    chance, nets = np.random.default_rng(seed), one.engine.net.array(2 * members)
    nets["moves"] = chance.normal(0, spread, nets["moves"].shape)
    shares = np.arange(members, 0, -1.0)
    shares /= shares.sum()
    return Mixture((nets[:members], nets[members:]), (shares, shares))


def alone(whole: Mixture, number: int) -> Mixture:
    """Return one net of each seat."""
    return Mixture.of(np.concatenate([nets[number : number + 1] for nets in whole.members]))


class Asked:
    """How likely each net of the other seat plays each move, as its player says."""

    def __init__(self, one: ProgressGame, whole: Mixture) -> None:
        self.players = [PolicyPlayer(one) for _ in whole.shares[0]]
        for number, player in enumerate(self.players):
            player.mixture = alone(whole, number)

    def __call__(self, state: ProgressState) -> Array:
        """Return a row for each net."""
        seen = state.information_set(state.to_move)
        return np.array([player.probabilities(seen) for player in self.players])


def starts(one: ProgressGame) -> list[ProgressState]:
    found = {int(state.holder): state for state in map(one.start, range(20))}
    return list(found.values())


def cards_of(state: ProgressState, seat: int, asked: Asked) -> tuple[list[Any], list[Any], Array]:
    """Return own cards and the other's at the start of a round, and how likely these are."""
    blue, hidden = state.legal_moves(), state.copy()
    orange = hidden.play(blue[0]).legal_moves()
    assert (hidden.to_move, hidden.round) == (Colour.ORANGE, state.round)
    return (blue, orange, asked(hidden)) if seat == 0 else (orange, blue, asked(state))


def responded(one: ProgressGame, asked: Asked, seat: int) -> float:
    """Return what is won at best against one net: all positions are worked out until none changes.

    Positions are told apart by their records, and none is left out.
    """
    values, known, waiting = dict[str, float](), dict[str, ProgressState](), starts(one)
    known.update({key(state): state for state in waiting})

    def worth(state: ProgressState) -> float:
        if state.returns:
            return state.returns[seat]
        if state.decision == Decision.CARD:
            if key(state) not in known:
                known[key(state)] = state
                waiting.append(state)
            return values.get(key(state), 0.0)
        below = [worth(state.copy().play(move)) for move in state.legal_moves()]
        return max(below) if state.to_move == seat else float(asked(state)[0] @ below)

    def best(state: ProgressState) -> float:
        own, others, likely = cards_of(state, seat, asked)
        found = []
        for mine in own:
            pairs = [(mine, other) if seat == 0 else (other, mine) for other in others]
            below = [worth(state.copy().play(blue).play(orange)) for blue, orange in pairs]
            found.append(float(likely[0] @ below))
        return max(found)

    while waiting:
        best(waiting.pop())
    change = 1.0
    while change > 1e-6:
        new = {at: best(state) for at, state in known.items()}
        change = max(abs(new[at] - values.get(at, 0.0)) for at in new)
        values = new
    return float(np.mean([values[key(state)] for state in starts(one)]))


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("spread", [0.0, 1.0])
def test_against_one_net_it_is_what_all_positions_say(
    tiny: ProgressGame, seat: int, spread: float
) -> None:
    whole = mixture(tiny, 1, spread)
    low, high = best_response(tiny, whole, seat)
    assert low <= high <= low + 0.001
    value = responded(tiny, Asked(tiny, whole), seat)
    assert low - 1e-4 <= value <= high + 1e-4


def highest(bounds: list[Array]) -> Array:
    found: Array = np.max(bounds, axis=0)
    return found


def both(bounds: list[Array]) -> Array:
    found: Array = np.sum(bounds, axis=0)
    return found


def foreseen(state: ProgressState, asked: Asked, seat: int, shares: Array, rounds: int) -> Array:
    """Return the bounds of what is won so many rounds ahead, with all that was played in mind."""
    if state.returns:
        return np.full(2, shares.sum() * state.returns[seat])
    if state.decision != Decision.CARD:
        below = [state.copy().play(move) for move in state.legal_moves()]
        if state.to_move == seat:
            return highest([foreseen(one, asked, seat, shares, rounds) for one in below])
        pairs = zip(below, asked(state).T, strict=True)
        told = [foreseen(one, asked, seat, shares * likely, rounds) for one, likely in pairs]
        return both(told)
    if rounds == 0:
        return np.array([0.0, shares.sum()])
    own, others, likely = cards_of(state, seat, asked)
    found = []
    for mine in own:
        told = []
        for other, one in zip(others, likely.T, strict=True):
            blue, orange = (mine, other) if seat == 0 else (other, mine)
            after = state.copy().play(blue).play(orange)
            told.append(foreseen(after, asked, seat, shares * one, rounds - 1))
        found.append(both(told))
    return highest(found)


@pytest.mark.parametrize(("seat", "hidden"), [(0, 0.08), (1, 0.0)])
def test_against_a_mixture_it_learns_from_what_is_played(
    tiny: ProgressGame, seat: int, hidden: float
) -> None:
    """It wins what the whole tree of four rounds says, and not what it would if told the net."""
    whole = mixture(tiny, 3, 3.0)
    low, high = best_response(tiny, whole, seat)
    assert low <= high <= low + 0.001
    asked, shares = Asked(tiny, whole), whole.shares[1 - seat]
    tree = [foreseen(state, asked, seat, shares, 4) for state in starts(tiny)]
    least, most = np.mean(tree, axis=0)
    assert most - least < 1e-6
    assert low - 1e-6 <= least <= high + 1e-6
    told = shares @ [best_response(tiny, alone(whole, number), seat)[1] for number in range(3)]
    assert high <= told - hidden + 1e-6


@pytest.mark.parametrize("seat", [0, 1])
def test_equal_nets_are_one_net(tiny: ProgressGame, seat: int) -> None:
    one = mixture(tiny, 1, 1.0)
    alike = Mixture(
        tuple(np.concatenate([nets, nets]) for nets in one.members), (np.full(2, 0.5),) * 2
    )
    assert best_response(tiny, alike, seat) == pytest.approx(
        best_response(tiny, one, seat), abs=1e-3
    )


def test_bounds_hold_however_few_positions_are_worked_out() -> None:
    small = game("progress-small")
    whole = mixture(small, 1, 1.0)
    ends = [best_response(small, whole, 0, most=most) for most in (16, 1 << 11)]
    assert ends[0][0] <= ends[1][0] <= ends[1][1] <= ends[0][1]
    assert ends[0][1] - ends[0][0] > ends[1][1] - ends[1][0] + 0.01


def test_a_game_that_is_too_large_tells_nothing(tiny: ProgressGame) -> None:
    one = game()
    whole = mixture(one, 1, 1.0)
    with pytest.raises(SolvingError, match="progress: too large for a best response"):
        best_response(one, whole, 0)
    assert one.best_response(whole, 0) is None
    assert tiny.best_response(mixture(tiny, 1, 1.0), 1)
