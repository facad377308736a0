"""Moves in words, for a reader who may know everything or only what one side knows."""

from collections.abc import Iterable

from marengo.board import Place
from marengo.game import Move, Piece, Side, State

ARMIES = {Side.AUSTRIAN: "Austria", Side.FRENCH: "France"}

_NUMBERS = ("no piece", "a piece", "two pieces", "three pieces")

# verb -> what the side does; a second sentence is for "none" instead of pieces
_SENTENCES = {
    "end": "ends the actions of the turn",
    "march": "marches {pieces} from {origin} to {place}",
    "road": "sets out by road with {pieces} from {origin}",
    "pontoon": "brings {pieces} over the pontoon bridge",
    "attack": "attacks with {pieces} from {place}",
    "declare": "declares a bombardment by {pieces} in {origin}",
    "complete": "completes the bombardment by {pieces} in {origin}",
    "cancel": "cancels the bombardment by {pieces} in {origin}",
    "assault": "assaults from {place}",
    "organise": "organises {pieces} in {origin}",
    "cross": "{goes} by road from {start} to {end}",
    "wait": "waits on the road",
    "stop": "ends the road march",
    "continue": "continues with {pieces} to {place}",
    "stay": "stays where it is with {pieces}",
    "respond": "answers the attack with {pieces}",
    "advance": "advances into the approach",
    "hold": "does not advance",
    "show": "shows {pieces}",
    "target": "lets the shot fall on {pieces}",
    "lead": "leads the defence with {pieces}",
    "send": "sends {pieces} to the assault, led by {leaders}",
    "fire": "fires with {pieces}",
    "hit": "lets the fire fall on {pieces}",
    "counter": "counter-attacks with {pieces}",
    "reduce": "takes a reduction on {pieces}",
    "retreat": "retreats with {pieces} from {origin} to {place}",
    "take": "takes an enemy disc from {place}",
    "shift": "shifts an enemy disc from {place}",
    "return": "returns a disc from {place}",
}
_REFUSALS = {
    "respond": "does not answer the attack",
    "lead": "defends without a leading piece",
    "fire": "does not fire",
    "counter": "does not counter-attack",
    "shift": "shifts no disc",
    "return": "returns no disc",
}

# Verbs whose pieces are shown to the enemy (T-22.7, T-22.11), the bystanders of "send" apart.
_OPEN = frozenset(
    [
        *("declare", "complete", "cancel", "target"),
        *("lead", "fire", "hit", "counter", "reduce"),
        *("retreat", "continue", "show"),
    ]
)

# A refusal would tell what its side could have done (T-22.14).
_SECRET = frozenset(["stay", "lead none", "fire none", "counter none"])


def tell(before: State, move: Move | str, viewer: Side | None = None) -> str:
    """Say what a move does.

    Parameters
    ----------
    before : State
        The position in which it is played.
    move : Move or str
        The move.
    viewer : Side, optional
        The reader's side: of enemy pieces only what the move shows is told (T-22.3, T-22.11).
        Without it everything is told.

    Returns
    -------
    str
        A sentence.
    """
    text = str(move)
    verb, *rest = text.split()
    side = before.to_move
    enemy = viewer is not None and viewer != side
    if enemy and (verb in _SECRET or text in _SECRET):
        return f"{ARMIES[side]} has decided something that {ARMIES[side.enemy]} does not see."
    refused = rest == ["none"]
    sentence = (_REFUSALS if refused else _SENTENCES)[verb]
    pieces = [] if refused else _pieces(before, rest[:1])
    parts = {
        "pieces": _listed(pieces, enemy, verb in _OPEN),
        "origin": _origin(pieces),
        "leaders": _listed(_pieces(before, rest[2:]), enemy, shown=True),
    }
    if "{place}" in sentence:
        parts["place"] = _place(rest[1] if pieces else rest[0])
    if verb == "cross":
        parts["start"], parts["end"] = rest[0].partition(":")[0].split("-")
        attacks = before.occupier(int(parts["end"])) == side.enemy  # T-8.26
        parts["goes"] = "attacks" if attacks else "goes"
    return f"{ARMIES[side]} {sentence.format(**parts)}."


def tell_losses(before: State, after: State) -> str:
    """Say which pieces were reduced or destroyed; both sides see that (T-22.5)."""
    lost = []
    for old, new in zip(before.pieces, after.pieces, strict=True):
        if new.strength < old.strength:
            became = f"becomes {new.strength}" if new.place is not None else "is destroyed"
            army = "Austrian" if old.side == Side.AUSTRIAN else "French"
            lost.append(f"{army} {_face(old)} {became}.")
    return " ".join(sorted(lost))


def _pieces(state: State, words: list[str]) -> list[Piece]:
    """Return the pieces that the first of some words names; none if it names a place."""
    if not words or words[0][0] not in "AF" or not words[0][1].isdecimal():
        return []
    return [state.piece(name) for name in words[0].split(",")]


def _face(piece: Piece) -> str:
    return f"{piece.kind.name.lower()} {piece.strength}"


def _listed(pieces: list[Piece], enemy: bool, shown: bool) -> str:
    """Name pieces with all that the reader may know of them."""
    if not enemy:
        return _joined(f"{_face(piece)} ({piece.name})" for piece in pieces)
    if shown:
        return _joined(sorted(_face(piece) for piece in pieces))
    return _NUMBERS[len(pieces)]


def _joined(words: Iterable[str]) -> str:
    *first, last = [*words] or ["no piece"]
    return f"{', '.join(first)} and {last}" if first else last


def _origin(pieces: list[Piece]) -> str:
    """Say where pieces stand."""
    return _joined(sorted({_place(str(piece.place)) for piece in pieces}))


def _place(text: str) -> str:
    """Name a place; what is no place is the name of a box."""
    if not text[0].isdecimal():
        return text
    place = Place.parse(text)
    if place.towards is None:
        return str(place)
    return f"{place.locality} (towards {place.towards}{place.pair or ''})"
