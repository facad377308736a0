"""Learning by play: games after which each decision is judged by how the game went on.

An advantage actor-critic (Mnih et al. 2016) with generalised advantages (Schulman et al. 2016) over
turns: a decision was good by as much as the value of the position rose from its turn on. Compiled
code plays the games and adds up what should change in the nets;
:mod:`marengo.core.players.learner` changes them by it.
"""

from math import exp, log, sqrt
from typing import Annotated, Any

import numpy as np

from marengo.core.engine.bulk import MOST_DECISIONS
from marengo.core.engine.compiled import compiled, entry, inlined, uint64
from marengo.core.engine.driver import CHANCE, NONE, OVER, begin, draw, play
from marengo.core.engine.learned import (
    HIDDEN,
    NUMBERS,
    SIGHTS,
    UNITS,
    expectation,
    position_features,
)
from marengo.core.engine.policy import logits, score_moves
from marengo.core.engine.random import WORDS, Generator, next_word
from marengo.core.engine.record import Float64, Int8, Int64, Record, Records
from marengo.core.engine.search.primitives import returns, turn_number, whose_turn
from marengo.core.engine.search.tree import SEATS, TWO
from marengo.core.engine.sights import DECISIONS, keep_sights, learn_sights

Array = np.ndarray[Any, Any]

BY_RULE = -1
"""The net of a seat that plays by the scores of the moves instead."""

TURNS = 512
"""Turns of a game that are judged apart; whatever comes later belongs to the last of them."""

ROOM = 1 << 21
"""Features of moves that are kept of a game."""

TINY = 1e-9
"""Probabilities below it change nothing."""


class LineUp(Record):
    """Nets that play one game, and the seats that learn."""

    net: Annotated[list[int], np.int32, SEATS]  # row of the nets that each seat plays by
    learns: Annotated[list[int], np.int8, SEATS]  # 1: what this seat did changes its net
    taught: Int8  # 1: the nets are to choose as the scores of the moves do


class Method(Record):
    """Parameters of learning from games."""

    trace: Float64  # share of the turns after it in how a turn is judged
    entropy: Float64  # worth of a nat of entropy of a choice
    temperature: Float64  # of choices by score


class Memory(Record):
    """Record of a game, kept until it is known how it went on."""

    active: Annotated[list[int], np.uint32, ROOM]  # features of moves
    coarse: Annotated[list[int], np.uint16, ROOM]  # coarse features of moves
    share: Annotated[list[float], np.float32, ROOM]  # probabilities of moves
    first: Annotated[list[int], np.int32, DECISIONS]  # of a decision's features and probabilities
    moves: Annotated[list[int], np.int32, DECISIONS]  # legal ones
    chosen: Annotated[list[int], np.int32, DECISIONS]
    turn: Annotated[list[int], np.int32, DECISIONS]
    seat: Annotated[list[int], np.int8, DECISIONS]
    sight: Annotated[list[float], np.float32, DECISIONS * SIGHTS]  # what was seen
    unit: Annotated[list[float], np.float32, DECISIONS * UNITS]  # and what units made of it
    position: Annotated[list[float], np.float64, TURNS * NUMBERS]  # features as each turn began
    value: Annotated[list[float], np.float64, TURNS * SEATS]  # what each seat expected,
    hidden: Annotated[list[float], np.float64, TURNS * SEATS * HIDDEN]  # by its hidden units
    gain: Annotated[list[float], np.float64, TURNS * SEATS]  # how much more it got
    decisions: Int64  # kept
    used: Int64  # features kept
    turns: Int64
    now: Int64  # number of the turn
    whose: Int64


@compiled
def _heads(seats: int) -> int:
    """Return for how many seats positions are valued: of two, what one gets the other does not."""
    return 1 if seats == TWO else seats


@compiled
def to_shares(k: Any, count: int, temperature: float) -> None:
    """Turn the logits in ``k.value`` into probabilities."""
    top, whole = k.value[0], 0.0
    for number in range(count):
        top = max(top, k.value[number])
    for number in range(count):
        k.value[number] = exp((k.value[number] - top) / temperature)
        whole += k.value[number]
    for number in range(count):
        k.value[number] /= whole


@compiled
def _draw_share(k: Any, count: int, g: Generator) -> int:
    """Return the index of a move drawn by the probabilities in ``k.value``."""
    left, drawn = next_word(g) / WORDS, 0
    for number in range(count):
        left -= k.value[number]
        drawn = number
        if left < 0.0:
            break
    return drawn


@compiled
def _begin_turn(
    t: Record, s: Any, w: Any, e: Record, nets: Records, k: Any, x: Memory, seats: int
) -> None:
    """Keep the features of the position and what seats expect of it, if a turn has begun."""
    if turn_number(t, s) == x.now and whose_turn(t, s) == x.whose:
        return
    x.now, x.whose = turn_number(t, s), whose_turn(t, s)
    if x.turns < TURNS:
        position_features(t, s, w, e, k)
        for number in range(len(k.position)):
            x.position[x.turns * NUMBERS + number] = k.position[number]
        for seat in range(_heads(seats)):
            index = x.turns * SEATS + seat
            x.value[index] = expectation(nets[seat], k)
            for unit in range(HIDDEN):
                x.hidden[index * HIDDEN + unit] = k.hidden[unit]
        x.turns += 1


@compiled
def _keep(t: Record, s: Any, w: Any, k: Any, x: Memory, seat: int, chosen: int) -> None:
    """Keep a decision, if there is room for it."""
    active, count, at = len(k.active) // len(k.value), w.move_count, x.decisions
    if at == DECISIONS or x.used + count * active > ROOM:
        return
    x.first[at], x.moves[at], x.chosen[at] = x.used, count, chosen
    x.turn[at], x.seat[at] = x.turns - 1, seat
    keep_sights(t, s, w, k, x, at)
    first = uint64(x.used)
    for number in range(uint64(count)):
        x.share[first + number] = k.value[number]
    for number in range(uint64(count * active)):
        x.active[first + number] = k.active[number]
    x.used += count * active
    x.decisions = at + 1


@compiled
def _teach(t: Record, s: Any, w: Any, n: Any, k: Any, x: Memory, change: Any) -> None:
    """Add what brings the probabilities in ``k.value`` nearer to those kept in ``x.share``."""
    active = len(k.active) // len(k.value)
    x.first[0], x.moves[0] = 0, w.move_count
    keep_sights(t, s, w, k, x, 0)
    for number in range(w.move_count):
        more = x.share[number] - k.value[number]
        for feature in range(active):
            change.moves[k.active[number * active + feature]] += more
        k.value[number] = more
    learn_sights(t, s, n, k, x, 0, change)


@inlined
def _choose(
    t: Record,
    s: Any,
    w: Any,
    e: Record,
    weights: Records,
    nets: Records,
    k: Any,
    p: LineUp,
    m: Method,
    x: Memory,
    changes: Records,
    g: Generator,
) -> int:
    """Return which move the seat to move chooses, and learn from it or keep it for later."""
    seat, count = s.to_move, w.move_count
    by_rule = p.taught or p.net[seat] == BY_RULE
    if by_rule:
        score_moves(t, s, w, e, weights[seat], k)
        to_shares(k, count, m.temperature)
    else:
        logits(t, s, w, e, weights[seat], nets[p.net[seat]], k)
        to_shares(k, count, 1.0)
    chosen = _draw_share(k, count, g)
    if p.taught:
        for number in range(count):
            x.share[number] = k.value[number]
        logits(t, s, w, e, weights[seat], nets[seat], k)
        to_shares(k, count, 1.0)
        if p.net[seat] != BY_RULE:
            chosen = _draw_share(k, count, g)
        _teach(t, s, w, nets[seat], k, x, changes[seat])
    elif p.learns[seat]:
        _keep(t, s, w, k, x, seat, chosen)
    return chosen


@compiled
def _learn_value(
    nets: Records, k: Any, x: Memory, m: Method, got: Array, seat: int, changes: Records
) -> None:
    """Judge the turns of a game for a seat, and add what brings its expectations nearer."""
    after, gain, goal, n, change = got[seat], 0.0, got[seat], nets[seat], changes[seat]
    numbers = uint64(len(k.position))
    for turn in range(x.turns - 1, -1, -1):
        index, position = turn * SEATS + seat, uint64(turn * NUMBERS)
        value = x.value[index]
        gain = after - value + m.trace * gain
        goal = (1.0 - m.trace) * after + m.trace * goal
        x.gain[index] = gain
        after, more = value, goal - value
        for number in range(numbers):
            change.direct[number] += more * x.position[position + number]
        for unit in range(HIDDEN):
            hidden, inward = x.hidden[index * HIDDEN + unit], uint64(unit) * numbers
            change.outward[unit] += more * hidden
            back = more * n.outward[unit] * (1.0 - hidden * hidden)
            for number in range(numbers):
                change.inward[inward + number] += back * x.position[position + number]


@compiled
def _learn_moves(
    t: Record, s: Any, n: Any, k: Any, x: Memory, m: Method, at: int, gain: float, change: Any
) -> None:
    """Add what makes a decision more likely by as much as it gained, and choices less sure."""
    active, chosen = uint64(len(k.active) // len(k.value)), uint64(x.chosen[at])
    first, count, entropy = uint64(x.first[at]), uint64(x.moves[at]), 0.0
    for number in range(count):
        share = x.share[first + number]
        if share > TINY:
            k.value[number] = log(share)
            entropy -= share * k.value[number]
    for number in range(count):
        share = x.share[first + number]
        more = gain * ((number == chosen) - share)
        if share > TINY:
            more -= m.entropy * share * (k.value[number] + entropy)
        for feature in range(active):
            change.moves[x.active[first + number * active + feature]] += more
        k.value[number] = more
    learn_sights(t, s, n, k, x, at, change)


@entry
def learn_games(
    tables: Records,
    states: Records,
    works: Records,
    grounds: Records,
    weights: Records,
    nets: Records,
    scores: Records,
    line_ups: Records,
    methods: Records,
    generators: Records,
    memories: Records,
    changes: Records,
    got: Array,
) -> int:
    """Play one game for each line-up, and add to ``changes`` what should change by them.

    The first nets are those that learn, one a seat, as are ``changes``; those after them are
    opponents. ``got``, shape (games, seats), is filled in with what each seat got. Returns the
    number of decisions.

    Choices are made on the position itself: the features of moves are the same for all positions
    that a seat cannot tell apart.
    """
    t, s, w, e, k = tables[0], states[0], works[0], grounds[0], scores[0]
    m, x, seats, total = methods[0], memories[0], got.shape[1], 0
    for game in range(len(line_ups)):
        g, p = generators[game], line_ups[game]
        begin(t, s, w, g)
        x.decisions, x.used, x.turns, x.now, x.whose = 0, 0, 0, NONE, NONE
        made = 0
        while s.decision != OVER and w.move_count > 0 and made < MOST_DECISIONS:
            _begin_turn(t, s, w, e, nets, k, x, seats)
            chosen = 0
            if s.to_move == CHANCE:
                chosen = draw(t, s, w, g)
            elif w.move_count > 1:
                chosen = _choose(t, s, w, e, weights, nets, k, p, m, x, changes, g)
            play(t, s, w, w.moves[chosen])
            made += 1
        total += made
        for seat in range(seats):
            got[game, seat] = returns(t, s, seat)
        for seat in range(_heads(seats)):
            _learn_value(nets, k, x, m, got[game], seat, changes)
        for at in range(x.decisions):
            seat, turn = x.seat[at], x.turn[at]
            gain = x.gain[turn * SEATS + (seat if seats != TWO else 0)]
            if seats == TWO and seat == 1:
                gain = -gain
            _learn_moves(t, s, nets[seat], k, x, m, at, gain, changes[seat])
    return total


@entry
def learn_lessons(
    tables: Records,
    states: Records,
    works: Records,
    grounds: Records,
    weights: Records,
    nets: Records,
    scores: Records,
    methods: Records,
    generators: Records,
    memories: Records,
    lengths: Array,
    moves: Array,
    counts: Array,
    shares: Array,
    changes: Records,
    losses: Array,
) -> int:
    """Go through games that a teacher played, and add to ``changes`` what brings nets nearer to it.

    Policies are brought nearer to its shares, values to how the games went on. ``lengths`` are the
    decisions of each game, ``moves`` what was chosen in all of them, one after the other,
    ``counts`` the numbers of shares, 0 where the teacher did not choose, and ``shares`` these.
    ``losses`` is filled in with each game's mean log-loss of a choice and of the result, as a turn
    begins, for the first seat. Returns the number of choices; less than 0 if a game is another one.
    """
    t, s, w, e, k = tables[0], states[0], works[0], grounds[0], scores[0]
    m, x, seats = methods[0], memories[0], changes.shape[0]
    got, at, first, total = np.zeros(seats), 0, 0, 0
    for game in range(len(lengths)):
        begin(t, s, w, generators[game])
        x.decisions, x.used, x.turns, x.now, x.whose = 0, 0, 0, NONE, NONE
        choices, loss = 0, 0.0
        for _ in range(lengths[game]):
            count = counts[at]
            if s.decision == OVER or (count > 0 and count != w.move_count):
                return -1
            _begin_turn(t, s, w, e, nets, k, x, seats)
            if count > 0:
                seat = s.to_move
                logits(t, s, w, e, weights[seat], nets[seat], k)
                to_shares(k, count, 1.0)
                for number in range(count):
                    x.share[number] = shares[first + number]
                    loss -= x.share[number] * log(max(k.value[number], TINY))
                _teach(t, s, w, nets[seat], k, x, changes[seat])
                choices += 1
                first += count
            play(t, s, w, moves[at])
            at += 1
        if s.decision != OVER:
            return -1
        for seat in range(seats):
            got[seat] = returns(t, s, seat)
        losses[game, 0] = loss / max(choices, 1)
        losses[game, 1] = 0.0
        for turn in range(x.turns):
            value = min(max(x.value[turn * SEATS], TINY), 1.0 - TINY)
            losses[game, 1] -= (got[0] * log(value) + (1.0 - got[0]) * log(1.0 - value)) / x.turns
        for seat in range(_heads(seats)):
            _learn_value(nets, k, x, m, got, seat, changes)
        total += choices
    return total


@entry
def take_step(
    weights: Array,
    means: Array,
    squares: Array,
    wanted: Array,
    momentum: tuple[float, float],
    lasting: tuple[float, float],
    rate: float,
    tiny: float,
) -> None:
    """Take a step of Adam with some weights of a net, all arrays of shape (weights,).

    ``momentum`` and ``lasting`` are how much of means and of squares is kept, and that to the power
    of the number of the step.
    """
    for number in range(len(weights)):
        more = wanted[number]
        means[number] += (1 - momentum[0]) * (more - means[number])
        squares[number] += (1 - lasting[0]) * (more * more - squares[number])
        size = sqrt(squares[number] / (1 - lasting[1])) + tiny
        weights[number] += rate * means[number] / (1 - momentum[1]) / size
