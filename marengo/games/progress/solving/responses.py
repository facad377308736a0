"""What a best response wins against a mixture of nets, between two bounds that both hold.

Who faces a mixture does not see which of its nets was drawn; what the other one plays tells him. So
he has to carry along how likely each net would have let play come so far, and what he wins at best
is no matter of positions alone. Two things are, and are worked out backwards over positions:

- what he would win if he were told the net, which is at least as much;
- what some *plans* win from each net that heed the position alone, which is at most as much.

From the start of the game a tree is grown then, in which he does carry it along, until what both
say of its leaves is near enough. Of positions that the nets hardly let play come to one bound takes
a loss and the other one a win. As in the tables the limit of rounds is left out.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from marengo.core.engine.compiled import compiled, entry
from marengo.core.engine.driver import NONE, OVER
from marengo.core.engine.record import Records
from marengo.core.players.nets import Mixture
from marengo.core.players.weights import read_weights
from marengo.core.uncompiled import call_python
from marengo.games.progress.policy.facts import ACTIVE
from marengo.games.progress.policy.features import move_features
from marengo.games.progress.rules import ending, rounds
from marengo.games.progress.rules.position import State
from marengo.games.progress.rules.words import Card, Decision
from marengo.games.progress.solving.numbering import (
    Numbering,
    hand_of,
    placing_of,
    put_armies,
    put_layer,
)
from marengo.games.progress.solving.programmes import Programmer, SolvingError
from marengo.games.progress.solving.rounds import DEEPEST

if TYPE_CHECKING:
    from marengo.games.progress.game import ProgressGame

Array = np.ndarray[Any, Any]

WITHIN = 0.001
"""Difference to which the bounds are to come."""

MOST_SIZE = 1_000_000
"""Positions of a layer, see :mod:`.numbering`: the bounds of larger games stay far apart."""

MOST_POSITIONS, MOST_NODES = 1 << 15, 10_000
"""Positions that are worked out, and those of a tree: then the bounds stay as they are."""

RARE = 1e-7
"""Probability below which, with every net, moves of the other one are not looked at."""

LIKELY, LEAST = 0.5, 1e-6
"""Least probability of a position that is worked out, at first and at last."""

CHANGED, MOST_SWEEPS = 1e-5, 8
"""Change or number of sweeps at which bounds are left as they are; they hold after each."""

CHOICES, DEPTHS = 256, 160
"""Moves of a decision, and decisions of a line of the tree; more of either are not looked for."""

STRENGTHS, DICE = 10, 7
"""More than a strength and a VP die can be."""


class Case(NamedTuple):
    """Case to be solved: who is responded to, with which plans, and what is known of positions."""

    tables: Records
    works: Records
    grounds: Records
    weights: Records
    scores: Records
    numbering: Numbering
    seat: int  # who responds
    nets: Records  # of the other one, which choose at temperature 1
    aims: Array  # shape (plans, nets): from whom each plan wants to win most

    places: Array  # int32, a power of two: numbers of positions by a hash of their codes
    codes: Array  # int64: the starts of rounds, see ``code_of``
    known: Array  # int64, shape (1,)
    reach: Array  # float32: how likely some net lets play come there
    low: Array  # float32, shape (positions, plans, nets): what a plan wins from a net, at least
    high: Array  # float32, shape (positions, nets): what who knows the net wins, at most

    stack: Records  # of one line of play; the rest has a row for each depth of it too
    lows: Array
    highs: Array
    likely: Array  # shape (depths, nets, moves): how likely each net plays each move
    shares: Array  # shape (depths, nets): how likely it is drawn and lets play come there
    nodes: Array  # int64, shape (1,): how many more there may be


@compiled
def code_of(t: Any, s: Any, n: Numbering) -> int:
    """Return the start of a round as one number."""
    boards, hands, code = len(n.placings), 1 << (len(n.cards) - 1), 0
    for seat in range(2):
        code = (code * t.goal + s.vp[seat]) * STRENGTHS + s.strength[seat]
    for place in range(t.places):
        code = code * DICE + s.die[place]
    for seat in range(2):
        code = code * boards + placing_of(t, s, seat, n)
        code = code * hands + hand_of(s, seat, n)
    return int((code * 2 + s.holder) * 2 + (s.turn == 1))


@compiled
def put_position(t: Any, s: Any, code: int, n: Numbering) -> None:
    """Make the start of a round of its number."""
    boards, hands = len(n.placings), 1 << (len(n.cards) - 1)
    held, placed, layer = np.zeros(2, np.int64), np.zeros(2, np.int64), np.zeros(16, np.int64)
    is_first, holder, code = code & 1, code >> 1 & 1, code >> 2
    for seat in range(1, -1, -1):
        held[seat], code = code % hands, code // hands
        placed[seat], code = code % boards, code // boards
    for place in range(t.places - 1, -1, -1):
        layer[4 + place], code = code % DICE, code // DICE
    for seat in range(1, -1, -1):
        layer[2 + seat], code = code % STRENGTHS, code // STRENGTHS
        layer[seat], code = code % t.goal, code // t.goal
    put_layer(t, s, layer)
    s.holder, s.turn = holder, 2 - is_first
    for seat in range(2):
        put_armies(t, s, seat, n.placings[placed[seat]])
        s.hand[seat] = 1 << Card.SCORE
        for bit in range(len(n.cards) - 1):
            s.hand[seat] |= (held[seat] >> bit & 1) << n.cards[bit]


@compiled
def _number_of(c: Case, code: int, reach: float, least: float) -> int:
    """Return the number of a position, which joins if it is likely enough; NONE if not."""
    mask = len(c.places) - 1
    at = ((code ^ code >> 31) * 0x9E3779B97F4A7C1 >> 20) & mask
    while c.places[at] >= 0:
        number = int(c.places[at])
        if c.codes[number] == code:
            c.reach[number] = max(c.reach[number], reach)
            return number
        at = (at + 1) & mask
    number = int(c.known[0])
    if reach < least or number == len(c.codes):
        return NONE
    c.places[at], c.codes[number], c.reach[number] = number, code, reach
    c.known[0] += 1
    return number


@compiled
def _weigh_moves(c: Case, s: Any, likely: Array) -> None:
    """Write how likely each net plays each of the moves that are listed."""
    w, k = c.works[0], c.scores[0]
    move_features(c.tables[0], s, w, c.grounds[0], c.weights[0], k)
    for net in range(len(c.nets)):
        top, whole = -np.inf, 0.0
        for number in range(w.move_count):
            logit = 0.0
            for fact in range(ACTIVE):
                logit += c.nets[net].moves[k.active[number * ACTIVE + fact]]
            likely[net, number], top = logit, max(top, logit)
        for number in range(w.move_count):
            likely[net, number] = np.exp(likely[net, number] - top)
            whole += likely[net, number]
        for number in range(w.move_count):
            likely[net, number] /= whole


@compiled
def _most(likely: Array, number: int) -> float:
    """Return the probability of a move with the net that plays it most."""
    most = 0.0
    for net in range(len(likely)):
        most = max(most, likely[net, number])
    return most


@compiled
def _play(c: Case, depth: int, move: int) -> None:
    """Play a move of ``stack[depth]``; what follows from it is one deeper."""
    c.stack[depth + 1] = c.stack[depth]
    rounds.carry_out(c.tables[0], c.stack[depth + 1], c.works[0], move)
    rounds.proceed(c.tables[0], c.stack[depth + 1], c.works[0])


@compiled
def _cards(c: Case, depth: int) -> tuple[Array, Array]:
    """Return the cards that the one who responds and the other one may play at ``stack[depth]``.

    How likely nets play the latter is written. Orange is shown the first of Blue's, whatever it is.
    """
    t, w = c.tables[0], c.works[0]
    rounds.list_moves(t, c.stack[depth], w)
    blue = w.moves[: w.move_count].copy()
    if c.seat == 1:
        _weigh_moves(c, c.stack[depth], c.likely[depth])
    _play(c, depth, blue[0])
    rounds.list_moves(t, c.stack[depth + 1], w)
    orange = w.moves[: w.move_count].copy()
    if c.seat == 0:
        _weigh_moves(c, c.stack[depth + 1], c.likely[depth])
        return blue, orange
    return orange, blue


@compiled
def _play_cards(c: Case, depth: int, own: int, other: int) -> None:
    """Play a card of each at ``stack[depth]``; what follows is two deeper."""
    _play(c, depth, own if c.seat == 0 else other)
    _play(c, depth + 1, other if c.seat == 0 else own)


@compiled
def _take_better(c: Case, depth: int, other: int) -> None:
    """Take into one depth what is better at another one, for each plan by its aim."""
    low, candidate = c.lows[depth], c.lows[other]
    for plan in range(len(c.aims)):
        more = 0.0
        for net in range(len(c.nets)):
            more += c.aims[plan, net] * (candidate[plan, net] - low[plan, net])
        if more > 0.0:
            low[plan] = candidate[plan]
    for net in range(len(c.nets)):
        c.highs[depth, net] = max(c.highs[depth, net], c.highs[other, net])


@compiled
def _add(c: Case, depth: int, other: int, likely: Array, number: int) -> None:
    """Add to one depth what is at another one, as often as each net plays a move."""
    for net in range(len(c.nets)):
        for plan in range(len(c.aims)):
            c.lows[depth, plan, net] += likely[net, number] * c.lows[other, plan, net]
        c.highs[depth, net] += likely[net, number] * c.highs[other, net]


@compiled
def _follow(c: Case, depth: int, reach: float, least: float) -> int:
    """Write the bounds of what follows from ``stack[depth]`` up to the end of the round."""
    t, s, w = c.tables[0], c.stack[depth], c.works[0]
    low, high = c.lows[depth], c.highs[depth]
    if s.decision == OVER:
        low[:] = high[:] = ending.returns(t, s, c.seat)
        return 0
    if s.decision == Decision.CARD:
        s.turn = 2  # what follows is the same in all rounds but the first
        number = _number_of(c, code_of(t, s, c.numbering), reach, least)
        low[:], high[:] = 0.0, 1.0
        if number != NONE:
            low[:], high[:] = c.low[number], c.high[number]
        return 0
    rounds.list_moves(t, s, w)
    listed, own, likely = w.moves[: w.move_count].copy(), s.to_move == c.seat, c.likely[depth]
    if own:
        low[:] = high[:] = -1.0
    else:
        low[:] = high[:] = 0.0
        _weigh_moves(c, s, likely)
    for number in range(len(listed)):
        most = 1.0 if own else _most(likely, number)
        if most < RARE:
            c.lows[depth + 1][:], c.highs[depth + 1][:] = 0.0, 1.0
        else:
            _play(c, depth, listed[number])
            _follow(c, depth + 1, reach * most, least)
        if own:
            _take_better(c, depth, depth + 1)
        else:
            _add(c, depth, depth + 1, likely, number)
    return 0


@entry
def work_out(c: Case, order: Array, least: float) -> float:
    """Work out positions in this order; those that follow join if they are likely enough.

    Return the largest change of a bound.
    """
    change, sums = 0.0, len(c.lows) - 1
    for number in order:
        put_position(c.tables[0], c.stack[0], c.codes[number], c.numbering)
        rounds.proceed(c.tables[0], c.stack[0], c.works[0])
        own, others = _cards(c, 0)
        likely, reach = c.likely[0], float(c.reach[number])
        c.lows[0][:] = c.highs[0][:] = -1.0
        for mine in own:
            c.lows[sums][:] = c.highs[sums][:] = 0.0
            for other in range(len(others)):
                most = _most(likely, other)
                if most < RARE:
                    c.lows[2][:], c.highs[2][:] = 0.0, 1.0
                else:
                    _play_cards(c, 0, mine, others[other])
                    _follow(c, 2, reach * most, least)
                _add(c, sums, 2, likely, other)
            _take_better(c, 0, sums)
        change = max(change, np.abs(c.low[number] - c.lows[0]).max())
        change = max(change, np.abs(c.high[number] - c.highs[0]).max())
        c.low[number], c.high[number] = c.lows[0], c.highs[0]
    return change


@compiled
def _known(c: Case, depth: int) -> tuple[float, float]:
    """Return the bounds of the start of a round as positions alone tell them."""
    t, s, shares = c.tables[0], c.stack[depth], c.shares[depth]
    number = _number_of(c, code_of(t, s, c.numbering), 0.0, 1.0)
    if number == NONE:
        return 0.0, shares.sum()
    low, high = 0.0, 0.0
    for net in range(len(c.nets)):
        high += shares[net] * c.high[number, net]
    for plan in range(len(c.aims)):
        won = 0.0
        for net in range(len(c.nets)):
            won += shares[net] * c.low[number, plan, net]
        low = max(low, won)
    return low, high


@compiled
def _options(c: Case, depth: int, card: int) -> tuple[bool, Array]:
    """Return whether it is the one who responds that chooses next, and from what.

    Of two cards he chooses his own first, which he then has.
    """
    s, w = c.stack[depth], c.works[0]
    if s.decision == Decision.CARD:
        own, others = _cards(c, depth)
        return card == NONE, own if card == NONE else others
    rounds.list_moves(c.tables[0], s, w)
    listed = w.moves[: w.move_count].copy()
    if s.to_move != c.seat:
        _weigh_moves(c, s, c.likely[depth])
    return s.to_move == c.seat, listed


@compiled
def _choose(c: Case, depth: int, card: int, own: bool, number: int, move: int) -> tuple[int, int]:
    """Carry out a choice; return how deep the rest is, and the card that waits for the other's."""
    if own and c.stack[depth].decision == Decision.CARD:
        return depth, move
    after = depth + 1 if card == NONE else depth + 2
    for net in range(len(c.nets)):
        likely = 1.0 if own else c.likely[depth, net, number]
        c.shares[after, net] = c.shares[depth, net] * likely
    if card == NONE:
        _play(c, depth, move)
    else:
        _play_cards(c, depth, card, move)
    return after, NONE


@compiled
def _think(c: Case, depth: int, near: float, ahead: int, card: int) -> tuple[float, float]:
    """Return the bounds of what is won from ``stack[depth]`` on by who carries shares along.

    Leaves are the starts of rounds whose bounds are near, or so many rounds ahead. Of own choices
    those are looked into that may be best by what they lead to within the round.
    """
    s, bounds = c.stack[depth], (0.0, c.shares[depth].sum())
    if s.decision == OVER:
        won = bounds[1] * ending.returns(c.tables[0], s, c.seat)
        return won, won
    if s.decision == Decision.CARD and card == NONE:
        s.turn = min(s.turn, 2)
        bounds = _known(c, depth)
        full = depth + DEEPEST + 4 > len(c.stack) or c.nodes[0] <= 0
        if ahead == 0 or full or bounds[1] - bounds[0] <= near:
            return bounds
        ahead, c.nodes[0] = ahead - 1, c.nodes[0] - 1
    own, moves = _options(c, depth, card)
    lows, highs = np.zeros(len(moves)), np.full(len(moves), 2.0)
    for again in range(2 if own and ahead > 0 else 1):
        best, further = lows.max(), ahead if again or not own else 0
        for number in range(len(moves)):
            if highs[number] > best and highs[number] - lows[number] > near:
                after, waits = _choose(c, depth, card, own, number, moves[number])
                lows[number], highs[number] = _think(c, after, near, further, waits)
    if own:
        return max(bounds[0], lows.max()), min(bounds[1], highs.max())
    return lows.sum(), highs.sum()


@entry
def look_ahead(c: Case, start: Records, shares: Array, near: float, ahead: int) -> Array:
    """Return the bounds of what is won from the start of a round on, if nets are drawn so often."""
    c.stack[0], c.shares[0] = start[0], shares
    return np.array(_think(c, 0, near, ahead, NONE))


def best_response(
    game: "ProgressGame",
    mixture: Mixture,
    seat: int,
    within: float = WITHIN,
    most: int = MOST_POSITIONS,
) -> tuple[float, float]:
    """Return how often a best response wins against a mixture, at least and at most.

    It knows all nets of the other seat, ``policy`` with these weights, and how often each is drawn,
    not which one was. Once ``most`` positions are worked out, the bounds stay as far apart as they
    are. Raise SolvingError if the game cannot be solved, or is too large.
    """
    other = 1 - seat
    nets, shares = mixture.sharper().members[other], mixture.shares[other]
    case = _case_of(game, seat, nets, shares, most)
    starts = _starts(game)
    low, high, least = 0.0, 1.0, LIKELY
    for start in starts:
        _join(case, int(call_python(code_of, game, start.copy(), case.numbering)))
    while high - low > within and least >= LEAST and case.known[0] < most:
        _grow(game, case, least)
        low, high = np.mean([_look(case, start, shares, within) for start in starts], axis=0)
        least /= 4
    return float(low), float(high)


def _starts(game: "ProgressGame") -> list[Array]:
    """Return the positions that the game may begin with, all equally likely."""
    start = game.start(0).record.copy().reshape(1)
    if game.tables[0]["initiative"] != NONE:
        return [start]
    both = [start, start.copy()]
    for holder, position in enumerate(both):
        position["holder"] = position["first_holder"] = holder
    return both


def _case_of(game: "ProgressGame", seat: int, nets: Array, shares: Array, most: int) -> Case:
    """Return a case of which nothing is known: a plan for each net, and one for all."""
    number, engine = len(nets), game.engine
    aims = np.eye(number) if number == 1 else np.vstack([np.eye(number), shares])
    numbering = Programmer(game).numbering
    if numbering.size > MOST_SIZE:
        raise SolvingError(f"{game.scenario_name}: too large for a best response to be found")
    return Case(
        game.tables,
        engine.workspace.array(),
        game.ground,
        read_weights(game),
        engine.scores.array(),
        numbering,
        seat,
        nets,
        aims,
        np.full(1 << (2 * most).bit_length(), NONE, np.int32),
        np.zeros(most, np.int64),
        np.zeros(1, np.int64),
        np.zeros(most, np.float32),
        np.zeros((most, len(aims), number), np.float32),
        np.ones((most, number), np.float32),
        State.array(DEPTHS),
        np.zeros((DEPTHS, len(aims), number)),
        np.zeros((DEPTHS, number)),
        np.zeros((DEPTHS, number, CHOICES)),
        np.zeros((DEPTHS, number)),
        np.zeros(1, np.int64),
    )


def _join(c: Case, code: int) -> None:
    """Add a position that the game begins with, to which nothing leads."""
    c.codes[c.known[0]], c.reach[c.known[0]] = code, 1.0
    c.known[0] += 1


def _grow(game: "ProgressGame", c: Case, least: float) -> None:
    """Add all positions that are likely enough, and work them out until no bound changes."""
    done = np.zeros(len(c.codes), bool)
    while True:
        known = int(c.known[0])
        new = np.flatnonzero(~done[:known] & (c.reach[:known] >= least))
        if not len(new):
            break
        work_out(c, new, least)
        done[new] = True
    order = _last_first(game, c, np.flatnonzero(done))
    for _ in range(MOST_SWEEPS):
        if work_out(c, order, 2.0) <= CHANGED:
            break


def _last_first(game: "ProgressGame", c: Case, numbers: Array) -> Array:
    """Return positions, those first that others lead to: late layers, and small hands in them."""
    left, places = c.codes[numbers] >> 2, int(game.tables[0]["places"])
    cards = np.zeros(len(numbers), np.int64)
    for _ in range(2):
        cards += np.bitwise_count(left % c.numbering.hands)
        left = left // c.numbering.hands // len(c.numbering.placings)
    dice, strength, vp = (np.zeros(len(numbers), np.int64) for _ in range(3))
    for _ in range(places):
        dice, left = dice + left % DICE, left // DICE
    for _ in range(2):
        strength, left = strength + left % STRENGTHS, left // STRENGTHS
        vp, left = vp + left % int(game.tables[0]["goal"]), left // int(game.tables[0]["goal"])
    order: Array = numbers[np.lexsort((cards, -strength, dice, -vp))]
    return order


def _look(c: Case, start: Array, shares: Array, within: float) -> Array:
    """Return the bounds of a start, looking ahead farther and farther until they are near."""
    near, bounds = 0.1, np.array([0.0, 1.0])
    c.nodes[0] = MOST_NODES
    while True:
        narrowed = look_ahead(c, start, np.asarray(shares, float), near, DEPTHS)
        bounds = np.array([max(bounds[0], narrowed[0]), min(bounds[1], narrowed[1])])
        if bounds[1] - bounds[0] <= within or near < within / 1000 or c.nodes[0] <= 0:
            return bounds
        near /= 4
