"""Chapter 18: information.

Hidden are a card that is not shown yet, and by option a choice (M-4.5); all else is known to both
(M-18.1 to M-18.3).
"""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.random import Generator, below
from marengo.core.engine.search.primitives import FIRST, OPEN, SECOND
from marengo.games.progress.rules.codes import PLACE, part
from marengo.games.progress.rules.hand import play_card
from marengo.games.progress.rules.position import State, Tables, Workspace
from marengo.games.progress.rules.rounds import in_secret, list_choices
from marengo.games.progress.rules.words import Colour, Decision


@compiled
def has_sealed(s: State, seat: int) -> bool:
    """Return whether a player's choice is sealed from the other one, who decides (M-18.2)."""
    sealed = s.played[seat] if s.decision == Decision.CARD else s.plan[seat]
    return sealed != 0 and s.to_move != seat


@compiled
def list_sealed(t: Tables, s: State, w: Workspace, seat: int) -> None:
    """List what a player may have chosen."""
    attacks = s.decision == Decision.DISCARD  # of the other one, which he pays for
    list_choices(t, s, w, seat, Decision.ATTACK.value if attacks else s.decision)


@compiled
def seal(t: Tables, s: State, seat: int, move: int) -> None:
    """Let a player have chosen this."""
    if s.decision == Decision.CARD:
        play_card(t, s, seat, part(move, PLACE))
    else:
        s.plan[seat] = move


@compiled
def information_set(t: Tables, s: State, side: int, seen: State, d: Workspace) -> None:
    """Put the first of all choices in place of what the enemy has sealed."""
    if has_sealed(seen, 1 - side):
        list_sealed(t, seen, d, 1 - side)
        seal(t, seen, 1 - side, d.moves[0])


@compiled
def determinize(t: Tables, s: State, side: int, g: Generator, d: Workspace) -> None:
    """Draw what the enemy has sealed anew, from all that he may have chosen."""
    if has_sealed(s, 1 - side):
        list_sealed(t, s, d, 1 - side)
        seal(t, s, 1 - side, d.moves[below(g, d.move_count)])


@compiled
def sealed(t: Tables, s: State) -> int:
    """Return how a choice is made: both play a card at the same time (M-4.2).

    And by option both choose so what to do with cards of the same kind (M-4.5).
    """
    if s.decision != Decision.CARD and (s.decision == Decision.DISCARD or not in_secret(t, s)):
        return OPEN
    if has_sealed(s, 1 - s.to_move):
        return SECOND
    first = Colour.BLUE.value if s.decision == Decision.CARD else s.leader
    return FIRST if s.to_move == first else OPEN


@compiled
def reopen(t: Tables, s: State) -> None:
    """Take back what the enemy has sealed."""
    s.to_move = 1 - s.to_move
    seal(t, s, s.to_move, 0)
    s.stage -= 1


@compiled
def has_learned(t: Tables, s: State, before: State) -> int:
    """Return 1 if what the enemy had sealed has been shown: whoever decided sees it from now on."""
    return has_sealed(before, 1 - before.to_move)
