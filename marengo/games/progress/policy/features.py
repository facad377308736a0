"""Features by which those who learn know moves and positions."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.policy import Nothing
from marengo.core.engine.record import Record
from marengo.games.progress.policy.facts import (
    ACTIVE,
    KINDS,
    NUMBERS,
    VALUES,
    Scores,
    best_margin,
    is_threatened,
    margin,
    number_of,
)
from marengo.games.progress.rules import codes
from marengo.games.progress.rules.control import armies_in, in_play, is_occupied
from marengo.games.progress.rules.hand import playable
from marengo.games.progress.rules.position import State, Tables, Workspace
from marengo.games.progress.rules.score import worth
from marengo.games.progress.rules.words import Card, Colour, Decision

ANY_MOVE, ANY_ATTACK = 3 << Card.MOVE_1, 3 << Card.ATTACK
"""Sets of cards."""

HOLDS = 16
"""Number added to a fact for who has the initiative; more than the armies that can be chosen."""


@compiled
def move_features(t: Tables, s: State, w: Workspace, e: Nothing, v: Record, k: Scores) -> None:
    """Know each move by what is done, together with each of some facts of the position."""
    seat, enemy = s.to_move, 1 - s.to_move
    margins = 8 * _bounded(best_margin(t, s, seat) + 4, 7) + _bounded(
        best_margin(t, s, enemy) + 4, 7
    )
    points = 8 * _bounded(worth(t, s, seat), 7) + _bounded(worth(t, s, enemy), 7)
    cards_left = _bounded(number_of(s.hand[seat]) // 2, 3)
    wanting = 16 * _wanting(t, s, seat) + 4 * _wanting(t, s, enemy) + cards_left
    forces = _forces(t, s, seat) + 8 * _forces(t, s, enemy)
    cards = _cards(t, s, seat) + 8 * _cards(t, s, enemy)
    for number in range(w.move_count):
        move = w.moves[number]
        kind = KINDS * (s.decision - 1) + _kind_of(t, s, seat, move)
        chosen = codes.part(move, codes.STANDING) + 3 * codes.part(move, codes.LYING)
        chosen += HOLDS * int(s.holder == seat)
        ground = _ground(t, s, seat, move)
        facts = (chosen, margins, points, wanting, forces, ground, cards)
        for fact in range(ACTIVE):
            k.active[number * ACTIVE + fact] = (fact * 8 * KINDS + kind) * VALUES + facts[fact]


@compiled
def _bounded(number: int, most: int) -> int:
    return min(max(number, 0), most)


@compiled
def _sort_of(t: Tables, seat: int, place: int) -> int:
    """Return 0 for the own home, 1 for that of the enemy, and 2 for a neutral."""
    return 0 if place == t.home[seat] else 1 if place == t.home[1 - seat] else 2


@compiled
def _kind_of(t: Tables, s: State, seat: int, move: int) -> int:
    """Return a number below KINDS for what is done: the card, or at what sort of place."""
    place, to = codes.part(move, codes.PLACE), codes.part(move, codes.TO)
    if s.decision == Decision.MOVE:
        kind = 4 * _sort_of(t, seat, place) + _sort_of(t, seat, to)
    elif s.decision == Decision.CARD or s.decision == Decision.DISCARD:
        kind = place
    elif s.decision == Decision.FIRST:
        kind = int(place == seat)
    elif s.decision == Decision.END or move == codes.DECLINE:
        kind = 4 + place
    else:
        kind = _sort_of(t, seat, place)
    return kind


@compiled
def _wanting(t: Tables, s: State, seat: int) -> int:
    """Return how often a player must score as he could now, 0 for once, up to 3."""
    each = max(worth(t, s, seat), 1)
    return _bounded((t.goal - s.vp[seat] - 1) // each, 3)


@compiled
def _forces(t: Tables, s: State, seat: int) -> int:
    """Return a number below 8 for a player's armies in play, and whether he is threatened."""
    return _bounded(in_play(t, s, seat), 3) + 4 * is_threatened(t, s, seat)


@compiled
def _ground(t: Tables, s: State, seat: int, move: int) -> int:
    """Return a number for the place that a move is about: what stands there."""
    place = codes.part(move, codes.TO if s.decision == Decision.MOVE else codes.PLACE)
    if place >= t.places:
        return 0
    mine, enemies = armies_in(s, seat, place), armies_in(s, 1 - seat, place)
    ahead = _bounded(margin(t, s, seat, place) + 2, 3)
    return _bounded(mine, 3) + 4 * _bounded(enemies, 3) + 16 * ahead


@compiled
def _cards(t: Tables, s: State, seat: int) -> int:
    """Return a number below 8 for what a player may play."""
    cards = playable(t, s, seat)
    move, attack = int(cards & ANY_MOVE != 0), int(cards & ANY_ATTACK != 0)
    return move + 2 * attack + 4 * (cards >> Card.SCORE & 1)


@compiled
def position_features(t: Tables, s: State, w: Workspace, e: Nothing, k: Scores) -> None:
    """Know a position by points, armies and hands of both, and by who has the initiative."""
    k.position[NUMBERS - 1], k.position[NUMBERS - 2] = 1.0, 2.0 * (s.holder == Colour.BLUE) - 1.0
    each = (NUMBERS - 2) // 2
    for seat in range(2):
        mine, at = seat, each * seat
        own, others = t.home[seat], t.home[1 - seat]
        home, away = armies_in(s, mine, own), armies_in(s, mine, others)
        cards = playable(t, s, mine)
        facts = (
            s.vp[seat] / t.goal,
            worth(t, s, mine) / 9.0,
            1.0 * (_wanting(t, s, mine) == 0),
            1.0 * (_wanting(t, s, mine) <= 1),
            s.strength[seat] / 4.0,
            in_play(t, s, mine) / t.armies,
            home / t.armies,
            away / t.armies,
            1.0 * is_occupied(s, mine),
            1.0 * is_threatened(t, s, mine),
            number_of(s.hand[seat]) / 8.0,
            1.0 * (cards >> Card.SCORE & 1),
            1.0 * (cards >> Card.ATTACK & 1),
            1.0 * (cards >> Card.ATTACK_PLUS_1 & 1),
            1.0 * (cards & ANY_MOVE != 0),
            1.0 * (cards >> Card.RECRUIT & 1),
            _bounded(best_margin(t, s, mine) + 4, 8) / 8.0,
        )
        for fact in range(each):
            k.position[at + fact] = facts[fact]
