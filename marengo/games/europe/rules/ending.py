"""How a battle ended, as batches tell it."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import NONE, OVER, UNDECIDED
from marengo.games.europe.rules import rounds
from marengo.games.europe.rules.position import Position, Result, Tables, Workspace
from marengo.games.europe.rules.words import KINDS, NATIONS, Piece, Stage


@compiled
def proceed(t: Tables, s: Position, w: Workspace) -> None:
    """Go through the battle up to the next choice or roll; with it the game is over."""
    rounds.proceed(t, s, w)
    if s.stage == Stage.OVER and s.decision == UNDECIDED:
        s.decision, s.asked = OVER, NONE
    s.to_move = s.asked


@compiled
def returns(t: Tables, s: Position, seat: int) -> float:
    """Return 1 for the side that won."""
    return 1.0 if s.winner == seat else 0.0


@compiled
def turn_number(t: Tables, s: Position) -> int:
    """Return the round of battle."""
    return s.turn


@compiled
def summarise(t: Tables, s: Position, decisions: int, r: Result) -> None:
    """Write how a battle ended into a row of results."""
    r.winner, r.decisions = s.winner, decisions
    r.ending, r.rounds, r.great = s.ending, s.turn, s.great
    for side in range(2):
        r.armies_lost[side], r.leaders_lost[side] = 0, 0
    for nation in range(NATIONS):
        if s.side[nation] != NONE:
            for kind in range(KINDS):
                lost = s.lost[nation * KINDS + kind]
                if kind == Piece.LEADER:
                    r.leaders_lost[s.side[nation]] += lost
                else:
                    r.armies_lost[s.side[nation]] += lost
