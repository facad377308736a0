"""Labels of choices: I infantry, C cavalry, A artillery, with the strength."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final

from marengo.games.marengo.board import Place
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.study.fights.judging import face
from marengo.games.marengo.study.fights.solving import Texts
from marengo.games.marengo.types import Piece


def joined(pieces: Iterable[Piece]) -> str:
    """Return faces joined by plus signs, in the order of the pieces."""
    return "+".join(face(piece) for piece in pieces)


def _named(state: MarengoState, names: str) -> list[Piece]:
    return [] if names == "none" else [state.piece(name) for name in names.split(",")]


def able_to_lead(attacks: Iterable[Texts]) -> frozenset[str]:
    """Return the names of the pieces that can lead an assault: those that can make one alone."""
    groups = (_participants(moves) for moves in attacks)
    return frozenset(group[0] for group in groups if len(group) == 1)


def attack_label(state: MarengoState, moves: Texts, able: Collection[str]) -> str:
    """Return who attacks and who leads, such as ``"I3+C2, I3 leads"``."""
    verb, *words = moves[-1].split()
    if verb == "send":
        return _led(_named(state, words[0]), _named(state, words[2]))
    names = _participants(moves) or _alone(state, moves[-1])
    pieces = [state.piece(name) for name in names]
    if moves[0].startswith("attack"):
        return joined(pieces) + _whence(state, pieces)
    leading = (
        words[0].split(",") if verb == "lead" else ([n for n in names if n in able] or names)[:1]
    )
    return _led(pieces, [state.piece(name) for name in leading])


def _participants(moves: Texts) -> list[str]:
    """Return the names of the pieces of a group of attackers."""
    words = (move.split()[1] for move in moves if move.split()[0] in ("assault", "attack", "join"))
    return [name for word in words if word[0] in "AF" for name in word.split(",")]


def _alone(state: MarengoState, move: str) -> list[str]:
    """Return the one piece that can make an assault of Triomphe, if nobody had to name it."""
    pieces = (piece for piece in state.pieces if str(piece.place) == move.split()[1])
    return [piece.name for piece in pieces if piece.organised and not piece.acted]


def _led(pieces: list[Piece], leading: list[Piece]) -> str:
    who = joined(pieces)
    if len(pieces) == len(leading):
        return who
    return f"{who}, {leaders_label(joined(leading))}"


def _whence(state: MarengoState, pieces: list[Piece]) -> str:
    """Say where attackers come from, if the attack locality has pieces in two places."""
    start = pieces[0].place
    assert isinstance(start, Place)
    near = (piece.place for piece in state.pieces if piece.side == state.turn)
    places = {p for p in near if isinstance(p, Place) and p.locality == start.locality}
    where = "reserve" if start.is_reserve else "the approach"
    return f" from {where}" if len(places) > 1 else ""


def reply_label(state: MarengoState, moves: Texts, kind: str) -> str:
    """Return who leads the defence, or who blocks; a defender without a choice has no moves."""
    if not moves and kind == "retreat":
        return "all retreat"
    pieces = [piece for move in moves for piece in _named(state, move.split()[1])]
    if kind == "assault":
        return leaders_label(joined(pieces))
    return f"{joined(pieces)} {_verb(joined(pieces), 'block')}" if pieces else "nobody blocks"


def leaders_label(who: str) -> str:
    """Say who leads a defence; an empty text is nobody."""
    return f"{who} {_verb(who, 'lead')}" if who else "nobody leads"


def _verb(who: str, verb: str) -> str:
    """Return a verb in the number of those who do it."""
    return verb if "+" in who else f"{verb}s"


_CONDUCT: Final[Mapping[str, Callable[[str], str]]] = {
    "fire": lambda _: "fire",
    "counter": lambda who: f"counter-attack {who}",
    "pursue": lambda who: f"pursuit {who}",
}
"""Labels of how a fight goes on, by the first word of a move."""


def conduct_label(state: MarengoState, moves: Iterable[str]) -> str:
    """Return how a fight goes on once its pieces are named: fire, counter-attack, pursuit."""
    labels = []
    for move in moves:
        verb, *words = move.split()
        if verb in _CONDUCT and words != ["none"]:
            labels.append(_CONDUCT[verb](joined(_named(state, words[0]))))
    return ", ".join(labels)
