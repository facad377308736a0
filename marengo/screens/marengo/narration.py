"""Moves, pieces and prices in words, for a reader who knows everything or what one side knows."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from marengo.core.move import Move
from marengo.games.marengo.board import Place
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.types import KINDS, Piece
from marengo.languages import N_, _, ngettext, pgettext

Loss = tuple[Place, Side, int]
"""Place where a side has lost strength, the side, and the points lost."""

_NUMBERS = (
    N_("no piece"),
    N_("a piece"),
    N_("two pieces"),
    N_("three pieces"),
    N_("four pieces"),
    N_("five pieces"),
)

# verb -> what the side does; a second sentence is for "none" instead of pieces
_SENTENCES = {
    "end": N_("{army} ends the actions of the turn."),
    "march": N_("{army} marches {pieces} from {origin} to {place}."),
    "road": N_("{army} sets out by road with {pieces} from {origin}."),
    "pontoon": N_("{army} brings {pieces} over the pontoon bridge."),
    "attack": N_("{army} attacks with {pieces} from {place}."),
    "fall-back": N_("{army} falls back with {pieces} from {origin} into the reserve."),
    "declare": N_("{army} declares a bombardment by {pieces} in {origin}."),
    "complete": N_("{army} completes the bombardment by {pieces} in {origin}."),
    "cancel": N_("{army} cancels the bombardment by {pieces} in {origin}."),
    "aim": N_("{army} aims at {place}."),
    "assault": N_("{army} assaults with {pieces} from {place}."),
    "join": N_("{army} adds {pieces} to the group."),
    "organise": N_("{army} organises {pieces} in {origin}."),
    "activate": N_("{army} activates {pieces} in {origin}."),
    "shuffle": N_("{army} shuffles its pieces in {place}."),
    "cross": N_("{army} goes by road from {start} to {end}."),
    "wait": N_("{army} waits on the road."),
    "stop": N_("{army} ends the road march."),
    "continue": N_("{army} continues with {pieces} to {place}."),
    "stay": N_("{army} stays where it is with {pieces}."),
    "respond": N_("{army} answers the attack with {pieces}."),
    "advance": N_("{army} advances into the approach."),
    "hold": N_("{army} does not advance."),
    "block": N_("{army} advances into the approach with {pieces}."),
    "show": N_("{army} shows {pieces}."),
    "target": N_("{army} lets the shot fall on {pieces}."),
    "lead": N_("{army} leads the defence with {pieces}."),
    "send": N_("{army} sends {pieces} to the assault, led by {leaders}."),
    "fire": N_("{army} fires with {pieces}."),
    "hit": N_("{army} lets the fire fall on {pieces}."),
    "strike": N_("{army} strikes {pieces}."),
    "counter": N_("{army} counter-attacks with {pieces}."),
    "pursue": N_("{army} pursues with {pieces}."),
    "reduce": N_("{army} takes a reduction on {pieces}."),
    "retreat": N_("{army} retreats with {pieces} from {origin} to {place}."),
    "take": N_("{army} takes an enemy disc from {place}."),
    "shift": N_("{army} shifts an enemy disc from {place}."),
    "return": N_("{army} returns a disc from {place}."),
}
_REFUSALS = {
    "activate": N_("{army} activates no more pieces."),
    "shuffle": N_("{army} shuffles no more pieces."),
    "join": N_("{army} adds no piece to the group."),
    "declare": N_("{army} declares no bombardment."),
    "respond": N_("{army} does not answer the attack."),
    "block": N_("{army} does not advance."),
    "lead": N_("{army} defends without a leading piece."),
    "fire": N_("{army} does not fire."),
    "counter": N_("{army} does not counter-attack."),
    "pursue": N_("{army} does not pursue."),
    "shift": N_("{army} shifts no disc."),
    "return": N_("{army} returns no disc."),
}
# verb -> another sentence, where the position makes another thing of it
_OTHERWISE = {
    "assault": N_("{army} assaults from {place}."),  # by no piece that is named
    "lead": N_("{army} leads the assault with {pieces}."),  # where the attackers lead
    "end": N_("{army} makes no more assaults."),  # B-7.6
    "cross": N_("{army} attacks by road from {start} to {end}."),  # T-8.26, B-9.9
}
_LOSSES = {
    (Side.AUSTRIAN, True): N_("Austrian {piece} becomes {strength}."),
    (Side.AUSTRIAN, False): N_("Austrian {piece} is destroyed."),
    (Side.FRENCH, True): N_("French {piece} becomes {strength}."),
    (Side.FRENCH, False): N_("French {piece} is destroyed."),
}
"""Sentences on a piece of a side that lost strength, by whether it is still there."""

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

_WHERE = {"origin", "place", "start", "end"}
"""Parts of sentences that name places."""

_NUMBER = re.compile(r"\d+(?![\d:])")
"""Number of a locality; boxes have hours."""

_CROSSING = re.compile(r"(?P<start>.+)-(?P<end>\d+)(:\w+)?")


def narrate(
    before: MarengoState,
    move: Move | str,
    viewer: Side | None = None,
    joined: Iterable[Move | str] = (),
    sentence: str = "",
    *,
    named: bool = False,
    **more: str,
) -> str:
    """Say in a sentence what a move does, with the moves after it that name the rest of its group.

    Without a viewer everything is told, else of enemy pieces only what the move shows (T-22.3,
    T-22.11, B-17.11, B-17.12). Another sentence may be said of it, with more to fill it in. Places
    are told by number, or by name as well.
    """
    text = str(move)
    verb, *rest = text.split()
    side = before.to_move
    army = army_name(side)
    if viewer not in (None, side) and (verb in SECRET or text in SECRET):
        words = _("{army} has decided something that {enemy} does not see.")
        return capital(words.format(army=army, enemy=army_name(side.enemy)))
    refused = rest == ["none"]
    pieces = [] if refused else _pieces(before, rest[:1])
    for other in joined:
        pieces += _pieces(before, str(other).split()[1:])
    sentence = sentence or _sentence(before, verb, rest, pieces)
    parts = {
        "army": army,
        "pieces": _listed(pieces, viewer, verb in _OPEN),
        "origin": _origin(pieces),
        "leaders": _listed(_pieces(before, rest[2:]), viewer, shown=True),
        **more,
    }
    if "{place}" in sentence:
        parts["place"] = _place(rest[-1 if pieces else 0])
    if verb == "cross" and (crossing := _CROSSING.fullmatch(rest[0])):
        parts.update(start=_box(crossing["start"]), end=crossing["end"])
    if named:
        parts.update({key: place_name(before, parts[key]) for key in _WHERE & parts.keys()})
    return capital(_(sentence).format(**parts))


def _sentence(before: MarengoState, verb: str, rest: list[str], pieces: list[Piece]) -> str:
    """Return the sentence that is said of a move."""
    if rest == ["none"]:
        return _REFUSALS[verb]
    crossing = _CROSSING.fullmatch(rest[0]) if verb == "cross" else None
    otherwise = {
        "assault": not pieces,
        "lead": before.decision == Decision.LEADERS,
        "end": before.decision == Decision.ASSAULT,
        "cross": crossing and before.occupier(int(crossing["end"])) == before.to_move.enemy,
    }
    return (_OTHERWISE if otherwise.get(verb) else _SENTENCES)[verb]


def army_name(side: Side) -> str:
    """Return what a sentence calls a side of which it says something."""
    if side == Side.AUSTRIAN:
        return pgettext("subject of a sentence", "Austria")
    return pgettext("subject of a sentence", "France")


def capital(sentence: str) -> str:
    """Return a sentence that begins with a capital letter."""
    return sentence[:1].upper() + sentence[1:]


def place_name(state: MarengoState, place: str) -> str:
    """Return a place with the name of its locality, if it has one: ``Marengo (14)``."""
    number = _NUMBER.match(place)
    name = number and state.game.board.locality(int(number[0])).name
    if not number or not name:
        return place
    name, rest = name.partition(" / ")[0], place[number.end() :]
    return f"{name} ({number[0]}){rest}".replace(") (", ", ")


def losses_between(states: Sequence[MarengoState]) -> list[Loss]:
    """Return what was lost from each position to the next; both sides see that (T-22.5, B-17.6)."""
    lost = Counter[tuple[Place, Side]]()
    for before, after in pairwise(states):
        for old, new in zip(before.pieces, after.pieces, strict=True):
            if isinstance(old.place, Place):
                lost[old.place, old.side] += old.strength - new.strength
    return [(place, side, number) for (place, side), number in lost.items() if number > 0]


def narrate_losses(
    before: MarengoState, after: MarengoState, viewer: Side | None = None, *sides: Side
) -> str:
    """Say which pieces were reduced or destroyed; both sides see that (T-22.5, B-17.6).

    Of both sides, or of some only.
    """
    lost = []
    for old, new in zip(before.pieces, after.pieces, strict=True):
        if new.strength < old.strength and old.side in (sides or Side):
            words = _(_LOSSES[old.side, new.place is not None])
            piece = _listed([old], viewer, shown=True)
            lost.append(words.format(piece=piece, strength=new.strength))
    return " ".join(sorted(lost))


def narrate_activations(before: MarengoState, after: MarengoState) -> str:
    """Say how many pieces became active of themselves; both sides see that (B-6.12, B-17.3)."""
    pairs = zip(before.pieces, after.pieces, strict=True)
    woken = [new for old, new in pairs if new.active and not old.active]
    if not woken or str(after.moves[-1]).startswith("activate"):
        return ""
    words = ngettext(
        "{pieces} in {origin} is activated.", "{pieces} in {origin} are activated.", len(woken)
    )
    pieces = _listed(woken, woken[0].side.enemy, shown=False)
    return capital(words.format(pieces=pieces, origin=_origin(woken)))


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
    words = ngettext("{number} command", "{number} commands", number)
    if state.game.action_points == "orders":
        words = ngettext("{number} order", "{number} orders", number)
    return words.format(number=number)


def face(piece: Piece) -> str:
    """Name what a piece is, such as ``infantry 3``."""
    return f"{_(KINDS[piece.kind])} {piece.strength}"


def faces(pieces: Iterable[Piece]) -> str:
    """Name what several pieces are, alike ones together, such as ``2 × infantry 3, cavalry 2``."""
    counts = Counter(
        face(piece) for piece in sorted(pieces, key=lambda piece: (piece.kind, -piece.strength))
    )
    return ", ".join(
        f"{number} × {name}" if number > 1 else name for name, number in counts.items()
    )


def _listed(pieces: list[Piece], viewer: Side | None, shown: bool) -> str:
    """Name pieces of one side, as far as the reader may know them."""
    if viewer is None or all(piece.side == viewer for piece in pieces):
        return _joined(f"{face(piece)} ({piece.name})" for piece in pieces)
    if shown:
        return _joined(sorted(face(piece) for piece in pieces))
    if len(pieces) < len(_NUMBERS):
        return _(_NUMBERS[len(pieces)])
    return ngettext("{number} piece", "{number} pieces", len(pieces)).format(number=len(pieces))


def _joined(words: Iterable[str]) -> str:
    *first, last = [*words] or [_("no piece")]
    return _("{first} and {last}").format(first=", ".join(first), last=last) if first else last


def _origin(pieces: list[Piece]) -> str:
    spots = (piece.place for piece in pieces)
    return _joined(sorted({_place(s) if isinstance(s, Place) else _box(str(s)) for s in spots}))


def _box(name: str) -> str:
    """Name a box, or the locality that a number stands for."""
    return _("the box {name}").format(name=name) if ":" in name else name


def _place(at: Place | str) -> str:
    place = Place.parse(at) if isinstance(at, str) else at
    if place.towards is None:
        return str(place)
    other = f"{place.towards}{place.pair or ''}"
    return _("{locality} (towards {other})").format(locality=place.locality, other=other)
