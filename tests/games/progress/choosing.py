"""Both cards of a round at once, and what each player may choose from."""

from marengo.games.progress import Card, Colour, Decision, ProgressState


def after(state: ProgressState, blue: Card, orange: Card) -> ProgressState:
    """Return a copy in which both have played a card; the only one is played of itself."""
    state = state.copy()
    now = state.round
    for colour, card in ((Colour.BLUE, blue), (Colour.ORANGE, orange)):
        if state.decision == Decision.CARD and state.to_move == colour and state.round == now:
            state.play(f"play {card.text}")
    return state


def held(state: ProgressState, colour: Colour) -> list[Card]:
    """Return the cards that a player has for this round, that which lies sealed among them."""
    table = state.table(colour)
    return sorted((*state.hand(colour), *([table] if table else [])))
