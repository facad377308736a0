"""Small tools for tests of the rules: set a position, list moves, play them, look at the result."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from marengo.game import Decision, Game, Kind, Side, State, load

game: Game = load("triomphe")
"""The standard game on its real board."""

NOBODY: Mapping[str, str] = {}


def austrian_turn(
    austrian: Mapping[str, str],
    french: Mapping[str, str] = NOBODY,
    *,
    on: Game = game,
    hour: int = 9,
    **given: Any,
) -> State:
    """Return a position in the action phase of an Austrian turn, at 9:00 unless said."""
    return on.position(hour=hour, turn=Side.AUSTRIAN, austrian=austrian, french=french, **given)


def french_turn(
    french: Mapping[str, str],
    austrian: Mapping[str, str] = NOBODY,
    *,
    on: Game = game,
    hour: int = 9,
    **given: Any,
) -> State:
    """Return a position in the action phase of a French turn, at 9:00 unless said."""
    return on.position(hour=hour, turn=Side.FRENCH, austrian=austrian, french=french, **given)


def texts(state: State) -> set[str]:
    """Return the texts of all legal moves."""
    return {str(move) for move in state.legal_moves()}


def verbs(state: State) -> set[str]:
    """Return the first words of all legal moves."""
    return {text.split()[0] for text in texts(state)}


def starting(state: State, verb: str) -> set[str]:
    """Return the texts of the legal moves that start with that word."""
    return {text for text in texts(state) if text.split()[0] == verb}


def play(state: State, *moves: str) -> State:
    """Play the moves one after another on this state and return it."""
    for move in moves:
        state.play(move)
    return state


def settle(state: State) -> State:
    """Play on to the next action, declining whatever may be declined, else the first move."""
    while state.decision not in (Decision.ACTION, Decision.OVER):
        moves = [str(move) for move in state.legal_moves()]
        polite = (move for move in moves if move.split()[-1] in ("none", "hold", "stop", "end"))
        stays = (move for move in moves if move.split()[0] in ("stay", "cancel"))
        state.play(next(polite, next(stays, moves[0])))
    return state


def end_turn(state: State) -> State:
    """End the active player's turn and decline the choices of his morale clean-up."""
    return settle(play(state, "end"))


def where(state: State, name: str) -> str:
    """Return the place of a piece: "8", "8/4", the name of its box, or "" when destroyed."""
    place = state.piece(name).place
    return "" if place is None else str(place)


def pieces_at(state: State, side: Side, place: str) -> Counter[str]:
    """Return the pieces of a side at a place as positions write them, "I3" or "C2"."""
    return Counter(
        f"{piece.kind.name[0]}{piece.strength}"
        for piece in state.pieces
        if piece.side is side and piece.place is not None and str(piece.place) == place
    )


def known(state: State, by: Side, place: str) -> Counter[str]:
    """Return what one side knows of the enemy pieces at a place: "C2", or "?" where in doubt."""
    found: Counter[str] = Counter()
    for block in state.view(by).enemy:
        if str(block.place) == place:
            faces = [f"{Kind(kind).name[0]}{strength}" for kind, strength in block.faces]
            found[faces[0] if len(faces) == 1 else "?"] += 1
    return found


def winner(state: State) -> Side | None:
    """Return the side that has won, or None while the game goes on."""
    return None if state.outcome is None else state.outcome.winner
