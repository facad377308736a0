"""Chapter 16: the end of the game, and what is told of it."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import NONE, OVER
from marengo.games.progress.rules.codes import PLACE, naming, offer_unless, part
from marengo.games.progress.rules.control import in_play
from marengo.games.progress.rules.position import Result, State, Tables, Workspace
from marengo.games.progress.rules.words import Answer, Card, Colour, Decision, Ending


@compiled
def end(s: State, ending: Ending) -> None:
    """End the game: more VP win, but nobody does at the cap (M-16.3, M-16.4, M-16.6)."""
    s.decision, s.to_move, s.ending = OVER, NONE, ending
    if ending != Ending.CAP and s.vp[0] != s.vp[1]:
        s.winner = Colour.BLUE if s.vp[0] > s.vp[1] else Colour.ORANGE


@compiled
def check_end(t: Tables, s: State) -> None:
    """End the game if somebody has won, or after its last round (M-16.1, M-16.5, M-16.6)."""
    if max(s.vp[0], s.vp[1]) >= t.goal:
        end(s, Ending.POINTS)
    elif s.turn >= t.round_cap:
        end(s, Ending.CAP)


@compiled
def bars_answer(s: State, seat: int, move: int) -> int:
    """Return the statement that forbids what is said of the end, 0 if none does (M-16.2)."""
    answered = part(move, PLACE)
    replies = answered == Answer.ACCEPT or answered == Answer.REFUSE
    if replies == (s.offered != 0):
        return 0
    return 16_02_0 if s.offered else 16_02_1


@compiled
def list_answers(s: State, w: Workspace, seat: int) -> None:
    """List what can be said of the end: to offer it or not, to accept it or not."""
    for number in range(Answer.CONTINUE + 1):
        move = naming(Decision.END, number)
        offer_unless(w, bars_answer(s, seat, move), move)


@compiled
def answer(s: State, move: int) -> None:
    """Ask the other one, go on with the game, or end it; Blue is asked first (M-16.2, M-16.7)."""
    reply = part(move, PLACE)
    if reply == Answer.ACCEPT:
        end(s, Ending.AGREEMENT)
    elif reply == Answer.OFFER or (reply == Answer.CONTINUE and s.to_move == Colour.BLUE):
        s.decision, s.to_move, s.offered = Decision.END, 1 - s.to_move, reply == Answer.OFFER
    else:
        s.offered = 0


@compiled
def returns(t: Tables, s: State, seat: int) -> float:
    """Return 1 for who won, and a half if nobody did."""
    if s.winner == NONE:
        return 0.5
    return 1.0 if s.winner == seat else 0.0


@compiled
def summarise(t: Tables, s: State, decisions: int, r: Result) -> None:
    """Write how a game ended into a row of results."""
    r.winner, r.decisions = s.winner, decisions
    r.ending, r.rounds, r.supply = s.ending, s.turn, s.supply
    r.first_holder, r.holder = s.first_holder, s.holder
    for seat in range(2):
        r.vp[seat], r.strength[seat] = s.vp[seat], s.strength[seat]
        r.in_play[seat], r.in_hand[seat] = in_play(t, s, seat), 0
        for card in range(1, Card.SCORE + 1):
            r.in_hand[seat] += s.hand[seat] >> card & 1
