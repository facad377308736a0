"""Chapter 19: victory."""

from marengo.core.engine.compiled import compiled
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.pieces import end_slot, first_slot, locality_of
from marengo.games.marengo.rules.vocabulary import NONE, Side, Victory
from marengo.games.triomphe.rules.state import State, Tables


@compiled
def end_game(s: State, winner: int, victory: int) -> None:
    """End the game at once."""
    s.winner = winner
    s.victory = victory
    s.decision = Decision.OVER


@compiled
def demoralise(s: State, side: int) -> None:
    """Demoralise an army: the other side wins decisively (T-18.4, T-19.1)."""
    end_game(s, 1 - side, Victory.DECISIVE)


@compiled
def east_of_objective(t: Tables, s: State) -> int:
    """Count the Austrian pieces east of the objective line, in any position (T-19.3, T-19.4)."""
    number = 0
    for piece in range(first_slot(Side.AUSTRIAN), end_slot(t, Side.AUSTRIAN)):
        locality = locality_of(t, s, piece)
        if locality != NONE:
            number += t.east_of_objective[locality]
    return number


@compiled
def end_of_day(t: Tables, s: State) -> None:
    """Decide the marginal victory after the last round (T-19.2, T-19.3)."""
    if east_of_objective(t, s) >= t.objective_pieces:
        end_game(s, Side.AUSTRIAN, Victory.MARGINAL)
    else:
        end_game(s, Side.FRENCH, Victory.MARGINAL)
