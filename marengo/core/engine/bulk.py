"""Games by the hundred between players without a tree, in one loop that can keep a log of moves.

Whoever wants to know more of a game than how it ended reads its log: the legal moves chosen at real
choices, one integer each, from which the game can be played again.
"""

from enum import IntEnum
from typing import Any

import numpy as np

from marengo.core.engine.compiled import compiled, entry, inlined
from marengo.core.engine.dispatch import implement, optional, primitive
from marengo.core.engine.driver import CHANCE, OVER, begin, draw, legal, play, recount
from marengo.core.engine.policy import (
    PolicyKind,
    Unrestricted,
    choose,
    draw_net,
    information_set,
)
from marengo.core.engine.random import below
from marengo.core.engine.record import Int8, Int32, Record, Records

Array = np.ndarray[Any, Any]

MOST_DECISIONS = 100_000
"""Real choices after which a game is given up as one that does not end."""

NO_LOG = np.zeros(0, np.int64)
"""The log of games of which no moves are kept."""


class Defect(IntEnum):
    """Defect found in a game."""

    NONE = 0
    DEAD_END = 1  # a decision without legal moves
    TOO_LONG = 2  # more than MOST_DECISIONS decisions
    UNSOUND = 3  # a position that cannot be
    CREATED = 4  # something out of nothing, see ``stock``
    OVERFLOW = 5  # more legal moves than the list holds
    COUNTS = 6  # counts that disagree with the position


class Result(Record):
    """Result of a game; every result has these fields."""

    winner: Int8  # seat, NONE if nobody won alone
    defect: Int8  # Defect
    decisions: Int32  # real choices made


@primitive
def summarise(t: Record, s: Any, decisions: int, r: Any) -> None:
    """Write how a game ended into a row of results, its defect aside."""


@primitive
def restrict(t: Record, b: Record, own: Record, seen: Records, works: Records) -> int:  # type: ignore[empty-body]
    """Leave in ``works[1]`` the moves of ``seen[0]`` that a player under restrictions may choose.

    ``own`` are the tables as the player sees them. Returns 1 if the moves may be others than
    before; then ``works[2]`` lists all of them, in their order.
    """


@optional
def list_problems(t: Record, s: Any, w: Any) -> None:
    """List in the workspace what cannot be in a position, ``w.problem_count`` of them."""
    w.problem_count = 0


@optional
def stock(t: Record, s: Any) -> tuple[int, int]:
    """Return two numbers that never rise in play."""
    return 0, 0


@optional
def counted(t: Record, s: Any, w: Any) -> int:
    """Return a number that tells what ``recount`` counts apart."""
    return 0


@compiled
def _nothing_left_out(
    t: Record, b: Unrestricted, own: Record, seen: Records, works: Records
) -> int:
    return 0


implement(Unrestricted, {restrict: _nothing_left_out})


@compiled
def _place_of(w: Any, move: int) -> int:
    """Return which of the listed moves this one is."""
    place = 0
    while place + 1 < w.move_count and w.moves[place] != move:
        place += 1
    return place


@inlined
def _choose_move(
    tables: Records,
    states: Records,
    seen: Records,
    works: Records,
    scratch: Records,
    grounds: Records,
    weights: Records,
    nets: Records,
    drawn: Array,
    scores: Records,
    settings: Records,
    restrictions: Records,
    generators: Records,
    first: int,
) -> int:
    """Return which move of ``works[0]`` the player of the seat to move chooses.

    He chooses on his information set, whose moves stand in the same order; what is played is known
    by its place in the list, since hidden pieces have other names there. A single move is taken
    without asking.
    """
    t, s, w = tables[0], states[0], works[0]
    chosen = 0
    if s.to_move == CHANCE:
        chosen = draw(t, s, w, generators[first - 1])
    elif w.move_count > 1:
        seat = s.to_move
        if settings[seat].kind == PolicyKind.RANDOM:
            chosen = below(generators[first + seat], w.move_count)
        else:
            own = tables[1 + seat]
            seen[0] = states[0]
            information_set(t, s, seat, seen[0], scratch[0])
            legal(t, seen[0], works[1])
            restricted = restrict(t, restrictions[seat], own, seen, works)
            chosen = choose(
                own,
                seen[0],
                works[1],
                grounds[seat],
                weights[seat],
                nets[drawn[seat]],
                scores[0],
                settings[seat],
                generators[first + seat],
            )
            if restricted:
                chosen = _place_of(works[2], works[1].moves[chosen])
    return chosen


@entry
def play_games(
    tables: Records,
    states: Records,
    seen: Records,
    works: Records,
    scratch: Records,
    grounds: Records,
    weights: Records,
    nets: Records,
    shares: Array,
    members: Array,
    scores: Records,
    settings: Records,
    restrictions: Records,
    generators: Records,
    log: Array,
    results: Records,
) -> int:
    """Play one game for each result, and return how many moves were logged.

    ``settings``, ``weights``, ``grounds`` and ``restrictions`` have a row for each seat; ``tables``
    have the game's and then those that each seat sees; ``seen`` has two rows and ``works`` three.
    Each seat has as many of the ``nets`` as ``members`` says, those of the first seat first, and
    draws one for each game as often as its ``shares`` say.
    Each game takes one generator for the set-up and for chance, and then one for each seat.
    """
    t, s, w = tables[0], states[0], works[0]
    logged = 0
    drawn = np.empty(len(settings), np.int64)
    for number in range(len(results)):
        first = (1 + len(settings)) * number
        end = 0
        for seat in range(len(settings)):
            end += members[seat]
            drawn[seat] = draw_net(shares, end - members[seat], end, generators[first + 1 + seat])
        begin(t, s, w, generators[first])
        decisions = 0
        while s.decision != OVER and w.move_count > 0 and decisions < MOST_DECISIONS:
            chosen = _choose_move(
                tables,
                states,
                seen,
                works,
                scratch,
                grounds,
                weights,
                nets,
                drawn,
                scores,
                settings,
                restrictions,
                generators,
                first + 1,
            )
            move = w.moves[chosen]
            if logged < len(log):
                log[logged] = move
                logged += 1
            play(t, s, w, move)
            decisions += 1
        _finish(t, s, w, decisions, results[number])
    return logged


@inlined
def _finish(t: Record, s: Any, w: Any, decisions: int, r: Any) -> None:
    """Write how a game ended into a row of results; one with decisions left has a defect."""
    summarise(t, s, decisions, r)
    r.defect = Defect.NONE
    if s.decision != OVER:
        r.defect = Defect.DEAD_END if w.move_count == 0 else Defect.TOO_LONG


@entry
def summarise_game(
    tables: Records, states: Records, works: Records, decisions: int, results: Records
) -> None:
    """Write how the game in ``states[0]`` ended into ``results[0]``; ``works[0]`` is of it."""
    _finish(tables[0], states[0], works[0], decisions, results[0])


@entry
def find_defect(t: Record, s: Any, w: Any, before: tuple[int, int]) -> int:
    """Return the first defect of a position reached by play, or Defect.NONE."""
    defect = Defect.NONE
    now = stock(t, s)
    count = counted(t, s, w)
    list_problems(t, s, w)
    recount(t, s, w)
    if w.overflow:
        defect = Defect.OVERFLOW
    elif s.decision != OVER and w.move_count == 0:
        defect = Defect.DEAD_END
    elif now[0] > before[0] or now[1] > before[1]:
        defect = Defect.CREATED
    elif w.problem_count:
        defect = Defect.UNSOUND
    elif count != counted(t, s, w):
        defect = Defect.COUNTS
    return defect


@entry
def examine(
    tables: Records, states: Records, works: Records, generators: Records, log: Array
) -> tuple[int, int]:
    """Play a logged game again from its set-up, and check each of its positions.

    Returns the number of moves up to the first defect, or of all, and the defect.
    """
    t, s, w = tables[0], states[0], works[0]
    begin(t, s, w, generators[0])
    for number in range(len(log)):
        before = stock(t, s)
        play(t, s, w, log[number])
        defect = find_defect(t, s, w, before)
        if defect != Defect.NONE:
            return number + 1, defect
    return len(log), Defect.NONE.value if s.decision == OVER else Defect.TOO_LONG.value


@entry
def problems_of(tables: Records, states: Records, works: Records) -> None:
    """List the problems of ``states[0]`` in ``works[0]``."""
    list_problems(tables[0], states[0], works[0])
