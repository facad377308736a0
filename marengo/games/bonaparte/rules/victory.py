"""Chapter 14: victory."""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.rules.demoralisation import is_demoralised
from marengo.games.bonaparte.rules.state import State, Tables
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import size_of
from marengo.games.marengo.rules.pieces import end_slot, first_slot, locality_of
from marengo.games.marengo.rules.vocabulary import Side, Victory


@compiled
def stars_held(t: Tables, s: State) -> tuple[int, int]:
    """Return how many star localities the Austrians occupy, and of how many colours (B-14.4)."""
    number, colours = 0, 0
    for locality in range(1, t.localities):
        held = 0
        for piece in range(first_slot(Side.AUSTRIAN), end_slot(t, Side.AUSTRIAN)):
            held |= locality_of(t, s, piece) == locality
        if t.star[locality] and held:
            number += 1
            colours |= 1 << t.star[locality]
    return number, size_of(colours)


@compiled
def end_of_day(t: Tables, s: State) -> None:
    """Determine the winner after the last round (B-14.1 to B-14.5)."""
    s.decision = Decision.OVER
    austrian = is_demoralised(s, Side.AUSTRIAN)
    if austrian != is_demoralised(s, Side.FRENCH):
        s.winner = Side.FRENCH if austrian else Side.AUSTRIAN
        s.victory = Victory.DECISIVE
        return
    s.victory = Victory.MARGINAL
    number, colours = stars_held(t, s)
    s.winner = Side.FRENCH
    if number >= t.stars_needed and colours >= t.colours_needed:
        s.winner = Side.AUSTRIAN
