"""Chapter 6: hand and discard."""

from marengo.core.engine.compiled import compiled
from marengo.games.progress.rules.codes import KIND, PLACE, naming, offer_unless, part
from marengo.games.progress.rules.position import State, Tables, Workspace
from marengo.games.progress.rules.words import Card, Decision, Step

_TWICE = (Step.MOVE, Step.MOVE, Step.RECRUIT, Step.FORTIFY, Step.ATTACK, Step.ATTACK)
STEPS = tuple(map(int, (-1, *_TWICE, Step.STRENGTHEN, Step.SCORE)))
"""The kind of each card, -1 of none (M-2.4)."""


@compiled
def step_of(s: State, seat: int) -> int:
    """Return the kind of card that a player has on the table."""
    return STEPS[s.played[seat]]


@compiled
def discard_of(t: Tables, s: State, seat: int) -> int:
    """Return the cards on a player's discard: those in no other place (M-1.9)."""
    return t.cards & ~(s.hand[seat] | 1 << s.played[seat])


@compiled
def playable(t: Tables, s: State, seat: int) -> int:
    """Return the cards that may be chosen, or might have been instead of that on the table (M-6.1).

    SCORE only if something lies on the discard (M-15.2).
    """
    cards = (s.hand[seat] | 1 << s.played[seat]) & t.cards
    if discard_of(t, s, seat) == 0 and not (t.score_first_round and s.turn == 1):
        cards &= ~(1 << Card.SCORE)
    return cards


@compiled
def to_discard(s: State, seat: int) -> int:
    """Return the cards that may pay for ATTACK+1: all but SCORE (M-6.3, M-10.13, M-10.17)."""
    return s.hand[seat] & ~(1 << Card.SCORE)


@compiled
def bars_card(t: Tables, s: State, seat: int, move: int) -> int:
    """Return the statement that forbids to play a card, or to pay with it, 0 if none does."""
    card, pays = part(move, PLACE), part(move, KIND) == Decision.DISCARD
    cards = to_discard(s, seat) if pays else playable(t, s, seat)
    if cards >> card & 1:
        return 0
    if s.hand[seat] >> card & 1:
        return 6_03_0 if pays else 15_02_0
    return 10_13_0 if pays else 6_01_0


@compiled
def list_cards(t: Tables, s: State, w: Workspace, seat: int, kind: int) -> None:
    """List the cards that may be played, or pay, one a move."""
    for card in range(1, Card.SCORE + 1):
        move = naming(kind, card)
        offer_unless(w, bars_card(t, s, seat, move), move)


@compiled
def play_card(t: Tables, s: State, seat: int, card: int) -> None:
    """Put a card on the table, instead of the one that lies there (M-4.2)."""
    s.hand[seat] = (s.hand[seat] | 1 << s.played[seat]) & t.cards & ~(1 << card)
    s.played[seat] = card
