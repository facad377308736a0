"""Moves, pieces and prices in words, for a reader who knows everything or what one side knows."""

import re
from collections import Counter
from collections.abc import Iterable

from marengo.core.move import Move
from marengo.games.marengo.board import Place
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.types import ARMIES, Piece

"""What each ruleset pays for actions with (T-6.2, B-8.13)."""

_NUMBERS = ("no piece", "a piece", "two pieces", "three pieces", "four pieces", "five pieces")

# verb -> what the side does; a second sentence is for "none" instead of pieces
_SENTENCES = {
    "end": "ends the actions of the turn",
    "march": "marches {pieces} from {origin} to {place}",
    "road": "sets out by road with {pieces} from {origin}",
    "pontoon": "brings {pieces} over the pontoon bridge",
    "attack": "attacks with {pieces} from {place}",
    "fall-back": "falls back with {pieces} from {origin} into the reserve",
    "declare": "declares a bombardment by {pieces} in {origin}",
    "complete": "completes the bombardment by {pieces} in {origin}",
    "cancel": "cancels the bombardment by {pieces} in {origin}",
    "aim": "aims at {place}",
    "assault": "assaults{with_pieces} from {place}",
    "join": "adds {pieces} to the group",
    "organise": "organises {pieces} in {origin}",
    "activate": "activates {pieces} in {origin}",
    "shuffle": "shuffles its pieces in {place}",
    "cross": "{goes} by road from {start} to {end}",
    "wait": "waits on the road",
    "stop": "ends the road march",
    "continue": "continues with {pieces} to {place}",
    "stay": "stays where it is with {pieces}",
    "respond": "answers the attack with {pieces}",
    "advance": "advances into the approach",
    "hold": "does not advance",
    "block": "advances into the approach with {pieces}",
    "show": "shows {pieces}",
    "target": "lets the shot fall on {pieces}",
    "lead": "leads the {fight} with {pieces}",
    "send": "sends {pieces} to the assault, led by {leaders}",
    "fire": "fires with {pieces}",
    "hit": "lets the fire fall on {pieces}",
    "strike": "strikes {pieces}",
    "counter": "counter-attacks with {pieces}",
    "pursue": "pursues with {pieces}",
    "reduce": "takes a reduction on {pieces}",
    "retreat": "retreats with {pieces} from {origin} to {place}",
    "take": "takes an enemy disc from {place}",
    "shift": "shifts an enemy disc from {place}",
    "return": "returns a disc from {place}",
}
_REFUSALS = {
    "activate": "activates no more pieces",
    "shuffle": "shuffles no more pieces",
    "join": "adds no piece to the group",
    "declare": "declares no bombardment",
    "respond": "does not answer the attack",
    "block": "does not advance",
    "lead": "defends without a leading piece",
    "fire": "does not fire",
    "counter": "does not counter-attack",
    "pursue": "does not pursue",
    "shift": "shifts no disc",
    "return": "returns no disc",
}

# Verbs whose pieces are shown to the enemy (T-22.7, T-22.11, B-17.11), the bystanders of "send"
# apart.
_OPEN = frozenset(
    [
        *("declare", "complete", "cancel", "target"),
        *("lead", "fire", "hit", "counter", "reduce", "strike", "pursue"),
        *("retreat", "continue", "show"),
    ]
)

SECRET = frozenset(
    ["stay", "lead none", "fire none", "counter none", "pursue none", "declare none"]
)
"""Enemy decisions that must look as if there had been nothing to decide (T-22.14, B-17.15)."""

_CROSSING = re.compile(r"(?P<start>.+)-(?P<end>\d+)(:\w+)?")


def narrate(
    before: MarengoState,
    move: Move | str,
    viewer: Side | None = None,
    joined: Iterable[Move | str] = (),
) -> str:
    """Say in a sentence what a move does, with the moves after it that name the rest of its group.

    Without a viewer everything is told, else of enemy pieces only what the move shows (T-22.3,
    T-22.11, B-17.11, B-17.12).
    """
    text = str(move)
    verb, *rest = text.split()
    side = before.to_move
    enemy = viewer is not None and viewer != side
    if enemy and (verb in SECRET or text in SECRET):
        return f"{ARMIES[side]} has decided something that {ARMIES[side.enemy]} does not see."
    refused = rest == ["none"]
    sentence = (_REFUSALS if refused else _SENTENCES)[verb]
    pieces = [] if refused else _pieces(before, rest[:1])
    for other in joined:
        pieces += _pieces(before, str(other).split()[1:])
    named = _listed(pieces, viewer, verb in _OPEN)
    parts = {
        "pieces": named,
        "with_pieces": f" with {named}" if pieces else "",
        "origin": _origin(pieces),
        "leaders": _listed(_pieces(before, rest[2:]), viewer, shown=True),
        "fight": "assault" if before.decision == Decision.LEADERS else "defence",
    }
    if "{place}" in sentence:
        parts["place"] = _place(rest[-1 if pieces else 0])
    if before.decision == Decision.ASSAULT and verb == "end":
        sentence = "makes no more assaults"
    crossing = _CROSSING.fullmatch(rest[0]) if verb == "cross" else None
    if crossing is not None:
        attacks = before.occupier(int(crossing["end"])) == side.enemy  # T-8.26, B-9.9
        goes = "attacks" if attacks else "goes"
        parts.update(start=_box(crossing["start"]), end=crossing["end"], goes=goes)
    return f"{ARMIES[side]} {sentence.format(**parts)}."


def narrate_losses(before: MarengoState, after: MarengoState, viewer: Side | None = None) -> str:
    """Say which pieces were reduced or destroyed; both sides see that (T-22.5, B-17.6)."""
    lost = []
    for old, new in zip(before.pieces, after.pieces, strict=True):
        if new.strength < old.strength:
            became = f"becomes {new.strength}" if new.place is not None else "is destroyed"
            army = "Austrian" if old.side == Side.AUSTRIAN else "French"
            lost.append(f"{army} {_listed([old], viewer, shown=True)} {became}.")
    return " ".join(sorted(lost))


def narrate_activations(before: MarengoState, after: MarengoState) -> str:
    """Say how many pieces became active of themselves; both sides see that (B-6.12, B-17.3)."""
    pairs = zip(before.pieces, after.pieces, strict=True)
    woken = [new for old, new in pairs if new.active and not old.active]
    if not woken or str(after.moves[-1]).startswith("activate"):
        return ""
    number = _listed(woken, woken[0].side.enemy, shown=False)
    return (
        f"{number.capitalize()} in {_origin(woken)} {'is' if len(woken) == 1 else 'are'} activated."
    )


def _pieces(state: MarengoState, words: list[str]) -> list[Piece]:
    """Return the pieces that the first word names; none if it names a place."""
    if not words or words[0][0] not in "AF" or not words[0][1].isdecimal():
        return []
    return [state.piece(name) for name in words[0].split(",")]


def action_points_left(state: MarengoState) -> int:
    """Return the orders or commands that are left of the turn."""
    return int(state.record[state.game.action_points])


def action_points_text(state: MarengoState, number: int) -> str:
    """Return a number of orders or commands in words, such as ``1 order``."""
    unit = state.game.action_points
    return f"{number} {unit.removesuffix('s') if number == 1 else unit}"


def face(piece: Piece) -> str:
    """Name what a piece is, such as ``infantry 3``."""
    return f"{piece.kind.name.lower()} {piece.strength}"


def faces(pieces: Iterable[Piece]) -> str:
    """Name what several pieces are, alike ones together, such as ``2 × infantry 3, cavalry 2``."""
    counts = Counter(face(one) for one in sorted(pieces, key=lambda one: (one.kind, -one.strength)))
    return ", ".join(
        f"{number} × {name}" if number > 1 else name for name, number in counts.items()
    )


def _listed(pieces: list[Piece], viewer: Side | None, shown: bool) -> str:
    """Name pieces of one side, as far as the reader may know them."""
    if viewer is None or all(piece.side == viewer for piece in pieces):
        return _joined(f"{face(piece)} ({piece.name})" for piece in pieces)
    if shown:
        return _joined(sorted(face(piece) for piece in pieces))
    return _NUMBERS[len(pieces)] if len(pieces) < len(_NUMBERS) else f"{len(pieces)} pieces"


def _joined(words: Iterable[str]) -> str:
    *first, last = [*words] or ["no piece"]
    return f"{', '.join(first)} and {last}" if first else last


def _origin(pieces: list[Piece]) -> str:
    spots = (piece.place for piece in pieces)
    return _joined(sorted({_place(s) if isinstance(s, Place) else _box(str(s)) for s in spots}))


def _box(name: str) -> str:
    """Name a box, or the locality that a number stands for."""
    return f"the box {name}" if ":" in name else name


def _place(spot: Place | str) -> str:
    place = Place.parse(spot) if isinstance(spot, str) else spot
    if place.towards is None:
        return str(place)
    return f"{place.locality} (towards {place.towards}{place.pair or ''})"
