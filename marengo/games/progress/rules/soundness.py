"""What cannot be in a position."""

from collections.abc import Mapping

from marengo.core.engine.compiled import compiled
from marengo.games.progress.rules.control import armies_in, of
from marengo.games.progress.rules.position import PLACES, State, Tables, Workspace
from marengo.games.progress.rules.words import FORTIFIED, NORMAL, Card, Decision

ARMIES, CAPITAL, DICE, STRENGTH, SUPPLY, HAND, SCORE_CARD, GOAL = range(8)

PROBLEMS: Mapping[int, str] = {
    ARMIES: "armies in play and in stock: expected those that a player has (M-1.4)",
    CAPITAL: "a capital: expected an army there of those in that home (M-12.6)",
    DICE: "a VP die: expected no more than at the start, and no less than it may be (M-14.7)",
    STRENGTH: "a strength die: expected it between its first and its highest value (M-14.2)",
    SUPPLY: "supply and VP: expected no more than there were (M-1.11)",
    HAND: "a hand: expected cards of the scenario, once each (M-1.9)",
    SCORE_CARD: "a hand: expected SCORE in it (M-6.4)",
    GOAL: "VP: expected fewer than end the game (M-16.1)",
}
"""Problems in words."""


@compiled
def _note(w: Workspace, wrong: bool, problem: int) -> None:
    if wrong and w.problem_count < len(w.problem):
        w.problem[w.problem_count] = problem
        w.problem_count += 1


@compiled
def list_problems(t: Tables, s: State, w: Workspace) -> None:
    """List what cannot be in a position."""
    w.problem_count = 0
    for place in range(PLACES):
        wrong = not t.lowest_die[place] <= s.die[place] <= t.start_die[place]
        _note(w, wrong, DICE)
    for seat in range(2):
        _check_player(t, s, w, seat)
    _note(w, s.supply < 0 or s.supply + s.vp[0] + s.vp[1] > t.supply, SUPPLY)
    over = max(s.vp[0], s.vp[1]) >= t.goal
    _note(w, over and s.decision == Decision.CARD, GOAL)


@compiled
def stock(t: Tables, s: State) -> tuple[int, int]:
    """Return what never rises: the supply, and the VP of all countries (M-14.7, M-15.9)."""
    dice = 0
    for place in range(PLACES):
        dice += s.die[place]
    return s.supply, dice


@compiled
def _check_player(t: Tables, s: State, w: Workspace, seat: int) -> None:
    """List what is wrong with what a player has."""
    armies, least = s.stock[seat], s.stock[seat]
    for place in range(PLACES):
        armies += armies_in(s, seat, place)
        least = min(least, s.normal[of(seat, place)], s.fortified[of(seat, place)])
    _note(w, armies != t.armies or least < 0, ARMIES)
    home = of(seat, t.home[1 - seat])
    stands = s.capital[seat]
    missing = (stands == NORMAL and s.normal[home] == 0) or (
        stands == FORTIFIED and s.fortified[home] == 0
    )
    _note(w, missing, CAPITAL)
    _note(w, not t.strength <= s.strength[seat] <= t.highest_strength, STRENGTH)
    table = (1 << s.played[seat]) & ~1
    strange = (s.hand[seat] | table) & ~t.cards | s.hand[seat] & table
    _note(w, strange != 0, HAND)
    absent = not (s.hand[seat] | table) >> Card.SCORE & 1
    _note(w, absent and t.score_occupied_take_back != 0, SCORE_CARD)
