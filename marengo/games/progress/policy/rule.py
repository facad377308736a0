"""The rule-of-thumb player: a score for each legal move."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.policy import Nothing
from marengo.games.progress.policy.facts import (
    NOWHERE,
    Scores,
    Weights,
    best_margin,
    is_threatened,
    margin,
    number_of,
)
from marengo.games.progress.rules.attacks import defence_total
from marengo.games.progress.rules.codes import DECLINE, LYING, ON_CAPITAL, PLACE, STANDING, TO, part
from marengo.games.progress.rules.control import armies_in, in_play, is_occupied
from marengo.games.progress.rules.hand import to_discard
from marengo.games.progress.rules.position import State, Tables, Workspace
from marengo.games.progress.rules.score import worth
from marengo.games.progress.rules.words import Answer, Card, Decision


@compiled
def score_moves(t: Tables, s: State, w: Workspace, e: Nothing, v: Weights, k: Scores) -> None:
    """Score the legal moves of a decision for the player who decides."""
    seat = s.to_move
    for number in range(w.move_count):
        move = w.moves[number]
        place = part(move, PLACE)
        if move == DECLINE:
            score = 0.0
        elif s.decision == Decision.CARD:
            score = _card(t, s, v, seat, place)
        elif s.decision == Decision.MOVE:
            score = _move(t, s, v, seat, move)
        elif s.decision == Decision.ATTACK:
            score = _attack(t, s, v, seat, place, _bonus(s, seat))
        elif s.decision == Decision.STRENGTHEN:
            score = 1.0 * (place != t.home[seat]) + (place == t.home[1 - seat])
        elif s.decision == Decision.FORTIFY:
            score = 1.0 * (armies_in(s, 1 - seat, place) > 0)
        elif s.decision == Decision.DISCARD:
            score = -_card(t, s, v, seat, place)
        elif s.decision == Decision.FIRST:
            score = 1.0 * (place == seat) if best_margin(t, s, seat) >= 0 else 0.0
        else:
            ahead = 1.0 * (s.vp[seat] > s.vp[1 - seat]) - 0.5
            score = ahead if place == Answer.OFFER or place == Answer.ACCEPT else 0.0
        k.value[number] = v.sharpness * score


@compiled
def _bonus(s: State, seat: int) -> int:
    """Return what the card adds to an attack."""
    return int(s.played[seat] == Card.ATTACK_PLUS_1 and to_discard(s, seat) != 0)


@compiled
def _card(t: Tables, s: State, v: Weights, seat: int, card: int) -> float:
    """Return what a card promises in the position as it stands."""
    mine = in_play(t, s, seat)
    if card == Card.SCORE:
        score = _score(t, s, v, seat)
    elif card == Card.ATTACK or card == Card.ATTACK_PLUS_1:
        score = v.useless
        for place in range(t.places):
            bonus = int(card == Card.ATTACK_PLUS_1)
            if margin(t, s, seat, place) != NOWHERE:
                score = max(score, _attack(t, s, v, seat, place, bonus))
        score -= 0.1 * (card == Card.ATTACK_PLUS_1)
    elif card == Card.RECRUIT:
        can = s.stock[seat] > 0 and not is_occupied(s, seat)
        score = v.recruit * s.stock[seat] if can else v.useless
    elif card == Card.STRENGTHEN:
        score = v.strengthen * mine
    elif mine == 0:
        score = v.useless
    elif card == Card.FORTIFY:
        score = v.fortify
    else:
        score = v.step + 0.1 * (card == Card.MOVE_2)
    return score


@compiled
def _score(t: Tables, s: State, v: Weights, seat: int) -> float:
    """Return what SCORE promises: points, and cards; the game, if nobody prevents it."""
    points = worth(t, s, seat)
    score = v.point * points - v.wait * number_of(s.hand[seat])
    if s.vp[seat] + points >= t.goal:
        score += v.win
    return score - v.threat * is_threatened(t, s, seat)


@compiled
def _attack(t: Tables, s: State, v: Weights, seat: int, place: int, bonus: int) -> float:
    """Return what an attack gains: armies destroyed and a capital, less what it costs."""
    enemy = 1 - seat
    ahead = margin(t, s, seat, place) + bonus
    score = 0.0
    if ahead >= 0:
        score += v.army * armies_in(s, enemy, place)
    if ahead <= 0:
        score -= v.army * armies_in(s, seat, place)
    if ahead > 0 and place == t.home[enemy] and not is_occupied(s, enemy):
        score += v.capital
    if ahead >= 0 and place == t.home[seat] and is_occupied(s, seat):
        score += v.capital
    return v.boldness * score


@compiled
def _move(t: Tables, s: State, v: Weights, seat: int, move: int) -> float:
    """Return what a move gains at its end, less what it gives up where it begins."""
    number = part(move, STANDING) + part(move, LYING) + part(move, ON_CAPITAL)
    here, there = part(move, PLACE), part(move, TO)
    score = -v.capital * part(move, ON_CAPITAL)
    for place, change in ((here, -number), (there, number)):
        before = armies_in(s, seat, place)
        score += _presence(t, s, v, seat, place, before + change)
        score -= _presence(t, s, v, seat, place, before)
    return score


@compiled
def _presence(t: Tables, s: State, v: Weights, seat: int, place: int, number: int) -> float:
    """Return what so many armies in a country are worth to a player."""
    enemy, total = 1 - seat, number * s.strength[seat]
    ahead = total - defence_total(t, s, enemy, place)
    enemies = armies_in(s, enemy, place)
    if number == 0:
        score = 0.0
    elif place == t.home[enemy]:
        score = v.boldness * v.capital * (0.5 * (ahead > -1) + 0.5 * (ahead > 0))
    elif enemies:
        score = v.army * enemies * (0.5 * (ahead > -1) + 0.5 * (ahead > 0))
    else:
        score = v.point * s.die[place] * (place != t.home[seat]) + 0.01 * number
    return score
