"""Chapter 18: morale discs, their commitment, their loss and the clean-up."""

from marengo.core.engine.compiled import compiled, uint64
from marengo.games.marengo.rules.choices import offer
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import MoveKind, detail_of, pack, target_of
from marengo.games.marengo.rules.pieces import enemy_holds
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import HOURS, LOCALITIES, NONE, Side
from marengo.games.triomphe.rules.state import State, Tables
from marengo.games.triomphe.rules.victory import demoralise


@compiled
def at(side: int, locality: int) -> int:
    """Return where the discs of a side in a locality are counted."""
    return side * LOCALITIES + locality


@compiled
def committed_discs(t: Tables, s: State, side: int) -> int:
    """Return the number of discs a side has committed to localities."""
    number, first = 0, at(side, 0)
    for here in range(uint64(first), uint64(first + t.localities)):
        number += s.committed[here]
    return number


@compiled
def level(t: Tables, s: State, side: int) -> int:
    """Return an army's morale level (T-18.1)."""
    return s.uncommitted[side] + committed_discs(t, s, side)


@compiled
def update(s: State, side: int) -> None:
    """Update morale at the start of a turn (T-18.6)."""
    now = side * HOURS + s.hour
    s.uncommitted[side] += s.track[now]
    s.track[now] = 0


@compiled
def commit(t: Tables, s: State, side: int, number: int, locality: int) -> None:
    """Commit discs of a side to a locality, leaving any shortage to the opponent (T-18.12)."""
    here = at(side, locality)
    own = min(number, s.uncommitted[side])
    s.uncommitted[side] -= own
    s.committed[here] += own
    elsewhere = committed_discs(t, s, side) - s.committed[here]
    if own < number and elsewhere > 0:  # T-18.13
        s.due = number - own
        s.due_side = side
        s.due_to = locality
        s.least_disc = 0
        s.decision = Decision.SHIFT
        s.to_move = 1 - side


@compiled
def lose(t: Tables, s: State, side: int, number: int) -> None:
    """Remove lost discs from an army, uncommitted ones first (T-18.16 to T-18.20)."""
    before = level(t, s, side)
    if number == 0 or before == 0:  # only a fall to 0 counts (T-18.5)
        return
    if number >= before:
        _remove_all(t, s, side)
        demoralise(s, side)
        return
    own = min(number, s.uncommitted[side])
    s.uncommitted[side] -= own
    if own < number:
        s.due = number - own
        s.due_side = side
        s.due_to = NONE
        s.least_disc = 0
        s.decision = Decision.PAYMENT
        s.to_move = 1 - side


@compiled
def _remove_all(t: Tables, s: State, side: int) -> None:
    s.uncommitted[side] = 0
    for locality in range(t.localities):
        s.committed[at(side, locality)] = 0
        s.shifted[at(side, locality)] = 0


@compiled
def marked(s: State, side: int, locality: int) -> int:
    """Return how many discs in a locality cannot be returned; the mark binds only France."""
    return s.shifted[at(side, locality)] if side == Side.FRENCH else 0


@compiled
def discs_of_sort(s: State, side: int, locality: int, sort: int) -> int:
    """Return a side's discs in a locality: unmarked ones (sort 0) or shifted ones (sort 1)."""
    shifted = marked(s, side, locality)
    return shifted if sort else s.committed[at(side, locality)] - shifted


@compiled
def disc_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer the discs the opponent may take or shift (T-18.13, T-18.20, T-18.32).

    Discs are named in the order of localities, unmarked before shifted, so that each choice of
    several is reached in one way; a payment must remain possible.
    """
    kind = MoveKind.TAKE if s.decision == Decision.PAYMENT else MoveKind.SHIFT
    if kind == MoveKind.SHIFT:
        offer(w, kind, 0, 0, 0)
    for disc in range(s.least_disc, 2 * t.localities):
        if not _bars_disc(t, s, disc):
            offer(w, kind, disc // 2, disc % 2, 0)


@compiled
def _bars_disc(t: Tables, s: State, disc: int) -> int:
    """Return the statement that forbids to take or shift a disc, 0 if none does."""
    paying = s.decision == Decision.PAYMENT
    if discs_of_sort(s, s.due_side, disc // 2, disc % 2) == 0 or disc // 2 == s.due_to:
        return 18_20_0 if paying else 18_13_0
    later = 0
    for other in range(disc, 2 * t.localities * int(paying)):
        later += discs_of_sort(s, s.due_side, other // 2, other % 2)
    if disc < s.least_disc or (paying and later < s.due):
        return 18_20_1 if paying else 18_13_1
    return 0


@compiled
def bars_disc(t: Tables, s: State, move: int) -> int:
    """Return the statement that forbids to take or shift a disc, or none; else 0."""
    disc = 2 * target_of(move) + detail_of(move)
    return 0 if disc == 0 and s.decision == Decision.SHIFT else _bars_disc(t, s, disc)


@compiled
def play_disc(t: Tables, s: State, move: int) -> None:
    """Take or shift one disc, or shift no more."""
    locality, sort = target_of(move), detail_of(move)
    shifting = s.decision == Decision.SHIFT
    s.decision = Decision.NONE
    if locality == 0:
        return
    side = s.due_side
    here = at(side, locality)
    s.committed[here] -= 1
    if sort == 1 or s.shifted[here] > s.committed[here]:
        s.shifted[here] -= 1
    if shifting:
        there = at(side, s.due_to)
        s.committed[there] += 1
        s.shifted[there] += 1  # T-18.14
    s.due -= 1
    s.least_disc = 2 * locality + sort
    if s.due > 0 and _more_discs(t, s, side):
        s.decision = Decision.SHIFT if shifting else Decision.PAYMENT


@compiled
def _more_discs(t: Tables, s: State, side: int) -> int:
    """Return 1 if a further disc can be named."""
    for disc in range(s.least_disc, 2 * t.localities):
        if disc // 2 != s.due_to and discs_of_sort(s, side, disc // 2, disc % 2) > 0:
            return 1
    return 0


@compiled
def is_stranded(s: State, w: Workspace, side: int, locality: int) -> int:
    """Return 1 if the clean-up of a side takes all its discs in a locality (T-18.25)."""
    lost = w.holder[locality] == NONE and s.entered_last[locality] == 1 - side
    return int(lost or enemy_holds(w, side, locality))


@compiled
def clean_up(t: Tables, s: State, w: Workspace) -> None:
    """Take steps 1 and 2 of the morale clean-up of the side whose turn ends (T-18.25, T-18.26)."""
    side = s.turn
    before = level(t, s, side)
    for locality in range(1, t.localities):
        here = at(side, locality)
        if s.committed[here] > 0 and is_stranded(s, w, side, locality):
            s.committed[here] = 0
            s.shifted[here] = 0
    if before > 0 and level(t, s, side) == 0:  # T-18.30
        demoralise(s, side)
        return
    for locality in range(1, t.localities):
        here = at(side, locality)
        if s.committed[here] > 0 and not _enemy_next_door(t, w, side, locality):
            s.uncommitted[side] += s.committed[here]
            s.committed[here] = 0
            s.shifted[here] = 0


@compiled
def _enemy_next_door(t: Tables, w: Workspace, side: int, locality: int) -> int:
    for approach in range(t.first_approach[locality], t.first_approach[locality + 1]):
        if enemy_holds(w, side, t.neighbour[approach]):
            return 1
    return 0


@compiled
def ask_return(t: Tables, s: State) -> None:
    """Step 3: in the rounds up to 15:00 France may return one disc (T-18.27, T-18.28)."""
    if s.turn != Side.FRENCH or s.hour > t.return_until:
        return
    for locality in range(1, t.localities):
        if discs_of_sort(s, Side.FRENCH, locality, 0) > 0:
            s.decision = Decision.RETURN
            s.to_move = Side.FRENCH
            return


@compiled
def return_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer the committed discs that may be returned: none shifted just before (T-18.29)."""
    for locality in range(t.localities):
        move = pack(MoveKind.RETURN, locality, 0, 0)
        if not bars_return(s, move):
            offer(w, MoveKind.RETURN, locality, 0, 0)


@compiled
def bars_return(s: State, move: int) -> int:
    """Return the statement that forbids to return a disc, 0 if none does."""
    locality = target_of(move)
    unshifted = discs_of_sort(s, Side.FRENCH, locality, 0) > 0 and detail_of(move) == 0
    return 0 if locality == 0 or unshifted else 18_29_0


@compiled
def play_return(s: State, move: int) -> None:
    """Return a disc, or none."""
    s.decision = Decision.NONE
    locality = target_of(move)
    if locality:
        s.committed[at(Side.FRENCH, locality)] -= 1
        s.uncommitted[Side.FRENCH] += 1


@compiled
def forget_shifts(t: Tables, s: State, side: int) -> None:
    """Erase marks of shifted discs at the end of their owner's turn (T-18.14)."""
    for locality in range(t.localities):
        s.shifted[at(side, locality)] = 0
