"""Small tools for tests of the rules: set a position, list moves, play them, look at the result."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, TypeVar

from marengo import load
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Kind, Side
from marengo.games.marengo.state import MarengoState
from marengo.games.triomphe.game import TriompheGame
from marengo.games.triomphe.state import TriompheState

game = load("triomphe")
"""The standard game on its real board."""

StateT = TypeVar("StateT", bound=MarengoState)

NOBODY: Mapping[str, str] = {}


def austrian_turn(
    austrian: Mapping[str, str],
    french: Mapping[str, str] = NOBODY,
    *,
    on: TriompheGame = game,
    hour: int = 9,
    **given: Any,
) -> TriompheState:
    """Return a position in the action phase of an Austrian turn, at 9:00 unless said."""
    return on.position(hour=hour, turn=Side.AUSTRIAN, austrian=austrian, french=french, **given)


def french_turn(
    french: Mapping[str, str],
    austrian: Mapping[str, str] = NOBODY,
    *,
    on: TriompheGame = game,
    hour: int = 9,
    **given: Any,
) -> TriompheState:
    """Return a position in the action phase of a French turn, at 9:00 unless said."""
    return on.position(hour=hour, turn=Side.FRENCH, austrian=austrian, french=french, **given)


def texts(state: MarengoState) -> set[str]:
    """Return the texts of all legal moves, of which no two are the same."""
    found = [str(move) for move in state.legal_moves()]
    assert len(found) == len(set(found))
    return set(found)


def verbs(state: MarengoState) -> set[str]:
    """Return the first words of all legal moves."""
    return {text.split()[0] for text in texts(state)}


def starting(state: MarengoState, verb: str) -> set[str]:
    """Return the texts of the legal moves that start with that word."""
    return {text for text in texts(state) if text.split()[0] == verb}


def play(state: StateT, *moves: str) -> StateT:
    """Play the moves one after another on this state and return it."""
    for move in moves:
        state.play(move)
    return state


def settle(state: StateT) -> StateT:
    """Play on to the next action, declining whatever may be declined, else the first move."""
    while state.decision not in (Decision.ACTION, Decision.OVER):
        moves = [str(move) for move in state.legal_moves()]
        polite = (move for move in moves if move.split()[-1] in ("none", "hold", "stop", "end"))
        stays = (move for move in moves if move.split()[0] in ("stay", "cancel"))
        state.play(next(polite, next(stays, moves[0])))
    return state


def end_turn(state: StateT) -> StateT:
    """End the active player's turn and decline the choices of his morale clean-up."""
    return settle(play(state, "end"))


def where(state: MarengoState, name: str) -> str:
    """Return the place of a piece: "8", "8/4", the name of its box, or "" when destroyed."""
    place = state.piece(name).place
    return "" if place is None else str(place)


def pieces_at(state: MarengoState, side: Side, place: str) -> Counter[str]:
    """Return the pieces of a side at a place as positions write them, "I3" or "C2"."""
    return Counter(
        f"{piece.kind.name[0]}{piece.strength}"
        for piece in state.pieces
        if piece.side is side and piece.place is not None and str(piece.place) == place
    )


def known(state: MarengoState, by: Side, place: str) -> Counter[str]:
    """Return what one side knows of the enemy pieces at a place: "C2", or "?" where in doubt."""
    found: Counter[str] = Counter()
    for block in state.view(by).enemy:
        if str(block.place) == place:
            faces = [f"{Kind(kind).name[0]}{strength}" for kind, strength in block.faces]
            found[faces[0] if len(faces) == 1 else "?"] += 1
    return found


def winner(state: MarengoState) -> Side | None:
    """Return the side that has won, or None while the game goes on."""
    return None if state.outcome is None else state.outcome.winner
