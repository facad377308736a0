"""Chapter 6: activation, the French surprise."""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.rules.pieces import is_active
from marengo.games.bonaparte.rules.state import INACTIVE, Stage, State, Tables
from marengo.games.marengo.rules.choices import gather_set, named, offer, offer_each
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import MoveKind, only_piece, pieces_of, size_of
from marengo.games.marengo.rules.pieces import end_slot, enemy_holds, first_slot, locality_of
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import NONE, SLOTS, Side

FRENCH = Side.FRENCH


@compiled
def activate_threatened(t: Tables, s: State, w: Workspace) -> None:
    """Activate each inactive piece next to an enemy-occupied locality (B-6.12, B-5.6)."""
    for piece in range(first_slot(FRENCH), end_slot(t, FRENCH)):
        locality = locality_of(t, s, piece)
        if locality == NONE or is_active(s, piece):
            continue
        for approach in range(t.first_approach[locality], t.first_approach[locality + 1]):
            if enemy_holds(w, FRENCH, t.neighbour[approach]):
                s.marks[piece] &= ~INACTIVE


@compiled
def is_entered(t: Tables, s: State) -> int:
    """Return 1 if an Austrian piece stands in a French set-up locality (B-6.16)."""
    entered = 0
    for piece in range(SLOTS):
        locality = locality_of(t, s, piece)
        entered |= locality != NONE and t.french_start[locality] > 0
    return entered


@compiled
def activations_allowed(t: Tables, s: State) -> int:
    """Return how many pieces the French player may choose this turn (B-6.14 to B-6.17)."""
    if s.hour == t.first_hour:
        return t.first_activations
    if s.flag or s.hour >= t.activation_hour:
        return t.later_activations
    return 0


@compiled
def inactive_pieces(t: Tables, s: State) -> int:
    """Return the set of inactive pieces on the map."""
    pieces = 0
    for piece in range(first_slot(FRENCH), end_slot(t, FRENCH)):
        if s.place[piece] != NONE and not is_active(s, piece):
            pieces |= 1 << piece
    return pieces


@compiled
def ask_activation(t: Tables, s: State) -> None:
    """Ask for the next piece while choices and inactive pieces are left (B-18.9)."""
    if s.activations > 0 and inactive_pieces(t, s):
        s.decision = Decision.ACTIVATION
        s.to_move = s.turn
    else:
        s.activations = 0  # what is not used is lost (B-6.18)
        s.stage = Stage.SHUFFLING


@compiled
def activation_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer any inactive piece, or no more (B-6.15, B-6.18)."""
    offer(w, MoveKind.ACTIVATE, 0, 0, 0)
    gather_set(t, s, w, FRENCH, inactive_pieces(t, s))
    offer_each(w, MoveKind.ACTIVATE, 0)


@compiled
def bars_activation(s: State, move: int) -> int:
    """Return the statement that forbids to activate pieces, 0 if none does."""
    pieces = named(FRENCH, pieces_of(move))
    if size_of(pieces) > 1:
        return 18_09_0
    return 6_19_0 if pieces and is_active(s, only_piece(pieces)) else 0


@compiled
def play_activation(s: State, move: int) -> None:
    """Make the piece active for the rest of the game (B-6.20)."""
    if pieces_of(move) == 0:
        s.activations = 0
        return
    s.activations -= 1
    s.marks[first_slot(FRENCH) + only_piece(pieces_of(move))] &= ~INACTIVE
