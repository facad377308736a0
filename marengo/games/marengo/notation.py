"""Moves as text and back, exactly; see ``docs/notation.md``."""

import re
from collections.abc import Mapping
from typing import Any

from marengo.core.errors import NotationError, did_you_mean
from marengo.games.marengo.rules.moves import (
    MoveKind,
    detail_of,
    kind_of,
    pack,
    pieces_of,
    target_of,
)
from marengo.games.marengo.rules.tables import BoardIndex
from marengo.games.marengo.rules.vocabulary import LOCALITIES, NONE, SLOTS, Side

LETTERS = {Side.AUSTRIAN: "A", Side.FRENCH: "F"}
SIDE_OF = {letter: side for side, letter in LETTERS.items()}

Form = tuple[str, str]
"""The verb of a move, and what follows it.

P pieces of the mover, Q pieces of the other side, R place, O place or none, E road end, L locality,
D disc, S pieces and who of them leads.
"""

FORMS: dict[MoveKind, Form] = {
    MoveKind.END: ("end", ""),
    MoveKind.MARCH: ("march", "PR"),
    MoveKind.ROAD: ("road", "P"),
    MoveKind.PONTOON: ("pontoon", "P"),
    MoveKind.ATTACK: ("attack", "PR"),
    MoveKind.DECLARE: ("declare", "P"),
    MoveKind.COMPLETE: ("complete", "P"),
    MoveKind.CANCEL: ("cancel", "P"),
    MoveKind.ASSAULT: ("assault", "R"),
    MoveKind.ORGANISE: ("organise", "P"),
    MoveKind.CROSS: ("cross", "E"),
    MoveKind.WAIT: ("wait", ""),
    MoveKind.STOP: ("stop", ""),
    MoveKind.CONTINUE: ("continue", "PR"),
    MoveKind.STAY: ("stay", "P"),
    MoveKind.RESPOND: ("respond", "P"),
    MoveKind.ADVANCE: ("advance", ""),
    MoveKind.HOLD: ("hold", ""),
    MoveKind.TARGET: ("target", "P"),
    MoveKind.LEAD: ("lead", "P"),
    MoveKind.SEND: ("send", "S"),
    MoveKind.FIRE: ("fire", "P"),
    MoveKind.HIT: ("hit", "P"),
    MoveKind.COUNTER: ("counter", "P"),
    MoveKind.REDUCE: ("reduce", "P"),
    MoveKind.RETREAT: ("retreat", "PL"),
    MoveKind.TAKE: ("take", "D"),
    MoveKind.SHIFT: ("shift", "D"),
    MoveKind.RETURN: ("return", "D"),
    MoveKind.SHOW: ("show", "P"),
    MoveKind.ACTIVATE: ("activate", "P"),
    MoveKind.SHUFFLE: ("shuffle", "O"),
    MoveKind.AIM: ("aim", "R"),
    MoveKind.JOIN: ("join", "P"),
    MoveKind.STRIKE: ("strike", "Q"),
    MoveKind.PURSUE: ("pursue", "P"),
    MoveKind.FALL_BACK: ("fall-back", "P"),
    MoveKind.BLOCK: ("block", "P"),
}
"""Written form of each kind of move; a ruleset may change what follows a verb."""

KIND_OF = {verb: kind for kind, (verb, _) in FORMS.items()}
DIGITS = 4
"""Most digits of the number of a locality."""

_PIECE = re.compile(r"([AF])([1-9][0-9]?)")


def piece_name(slot: int) -> str:
    """Return the name of a piece: ``A1`` is the first Austrian slot, ``F1`` the first French."""
    return f"{LETTERS[Side(slot // SLOTS)]}{slot % SLOTS + 1}"


def piece_slot(name: str) -> int:
    """Return the slot of a piece named ``A1``; NotationError if the text names none."""
    match = _PIECE.fullmatch(name)
    if match is None or int(match[2]) > SLOTS:
        raise NotationError(f"{name!r} is no piece: expected A1 to A{SLOTS} or F1 to F{SLOTS}")
    return SIDE_OF[match[1]] * SLOTS + int(match[2]) - 1


def _names(side: Side, pieces: int) -> str:
    slots = [slot for slot in range(SLOTS) if pieces >> slot & 1]
    return ",".join(piece_name(side * SLOTS + slot) for slot in slots) or "none"


def end_text(index: BoardIndex, tables: Any, end: int) -> str:
    """Return how the crossing of a road end is written: ``28-21``, with ``:c45`` if needed."""
    locality, crossing = index.ends[end]
    if crossing.startswith("entry:"):
        return f"{crossing.removeprefix('entry:')}-{locality}"
    beyond = int(tables["end_locality"][tables["end_other"][end]])
    text = f"{locality}-{beyond}"
    return text if len(_ends_between(index, locality, beyond)) == 1 else f"{text}:{crossing}"


def _ends_between(index: BoardIndex, locality: int, beyond: int) -> list[int]:
    """Return the road ends that lead from one locality to another."""
    return sorted(
        index.end_at[(locality, crossing.id)]
        for crossing in index.board.crossings
        if set(crossing.between) == {locality, beyond}
    )


def _parse_end(index: BoardIndex, text: str) -> int:
    start = next((box for box in index.boxes if text.startswith(f"{box}-")), "")
    beyond, crossing = text.removeprefix(f"{start}-"), ""  # boxes may be called 6:00
    if not start:
        route, _, crossing = text.partition(":")
        start, _, beyond = route.partition("-")
    if not _is_locality(beyond):
        raise NotationError(f"{text!r} is no crossing: expected 28-21, 28-21:c45 or BOX-1")
    if start in index.boxes:
        ends = [index.end_at.get((int(beyond), f"entry:{start}"), NONE)]
    elif _is_locality(start):
        ends = _ends_between(index, int(start), int(beyond))
        if crossing:
            ends = [end for end in ends if index.ends[end][1] == crossing]
    else:
        ends = []
    if len(ends) != 1 or ends[0] == NONE:
        number = "several" if len(ends) > 1 else "no"
        raise NotationError(f"{text!r}: {number} crossings fit, expected 28-21 or 28-21:c45")
    return ends[0]


def move_text(
    index: BoardIndex,
    tables: Any,
    side: Side,
    move: int,
    forms: Mapping[MoveKind, Form] = FORMS,
) -> str:
    """Return the text of a packed move of ``side``."""
    verb, form = forms[MoveKind(kind_of(move))]
    words = [verb]
    pieces, target = pieces_of(move), target_of(move)
    for part in form:
        if part in "PQ":
            words.append(_names(side if part == "P" else side.enemy, pieces))
        elif part in "RO":
            words.append("none" if part == "O" and not target else index.place_text(target))
        elif part == "L":
            words.append(str(target))
        elif part == "E":
            words.append(end_text(index, tables, target))
        elif part == "D":
            words.append(str(target) if target else "none")
            words += ["shifted"] if detail_of(move) else []
        else:
            slots = [slot for slot in range(SLOTS) if pieces >> slot & 1]
            leaders = sum(1 << slot for k, slot in enumerate(slots) if detail_of(move) >> k & 1)
            words += [_names(side, pieces), "lead", _names(side, leaders)]
    return " ".join(words)


class _Words:
    """The words of a move, taken one by one."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = text.split()

    def next(self, wanted: str) -> str:
        """Take the next word or say what was expected."""
        if not self.words:
            raise NotationError(f"{self.text!r}: expected {wanted} at the end")
        return self.words.pop(0)


def _parse_pieces(side: Side, word: str, wanted: str = "the side that moves") -> int:
    if word == "none":
        return 0
    pieces = 0
    for name in word.split(","):
        slot = piece_slot(name)
        if slot // SLOTS != side:
            raise NotationError(f"{name}: expected pieces of {wanted}")
        pieces |= 1 << slot % SLOTS
    return pieces


def parse_move(
    index: BoardIndex, side: Side, text: str, forms: Mapping[MoveKind, Form] = FORMS
) -> int:
    """Return the packed move of ``side`` that a text stands for, or raise NotationError."""
    words = _Words(text)
    verb = words.next("a verb")
    if verb not in KIND_OF:
        listed, meant = ", ".join(KIND_OF), did_you_mean(verb, KIND_OF)
        raise NotationError(f"{text!r}: unknown verb, expected one of {listed}{meant}")
    kind = KIND_OF[verb]
    target = detail = pieces = 0
    for part in forms[kind][1]:
        if part == "P":
            pieces = _parse_pieces(side, words.next("pieces such as A1,A2"))
        elif part == "Q":
            pieces = _parse_pieces(side.enemy, words.next("a piece such as F1"), "the other side")
        elif part == "S":
            pieces, detail = _parse_send(side, words)
        else:
            target, detail = _parse_target(index, part, words)
    if words.words:
        raise NotationError(f"{text!r}: too much after the move: {' '.join(words.words)!r}")
    return int(pack(int(kind), target, detail, pieces))


def _parse_target(index: BoardIndex, part: str, words: _Words) -> tuple[int, int]:
    """Return what a move is aimed at, and the detail that goes with it."""
    if part == "R":
        return _parse_place(index, words.next("a place such as 8 or 8/4")), 0
    if part == "O":
        word = words.next("a place such as 8 or 8/4, or none")
        return (0 if word == "none" else _parse_place(index, word)), 0
    if part == "L":
        return _parse_locality(words.next("a locality such as 8")), 0
    if part == "E":
        return _parse_end(index, words.next("a crossing such as 28-21")), 0
    word = words.next("a locality or none")
    target = 0 if word == "none" else _parse_locality(word)
    shifted = words.words == ["shifted"]
    words.words = words.words[shifted:]
    return target, int(shifted)


def _parse_place(index: BoardIndex, word: str) -> int:
    try:
        return index.place_code(word)
    except ValueError as error:
        raise NotationError(str(error)) from error


def _is_locality(word: str) -> bool:
    """Return whether a word can be the number of a locality; one of many digits cannot."""
    return word.isdecimal() and len(word) <= DIGITS and 0 < int(word) < LOCALITIES


def _parse_locality(word: str) -> int:
    if not _is_locality(word):
        raise NotationError(f"{word!r}: expected the number of a locality")
    return int(word)


def _parse_send(side: Side, words: _Words) -> tuple[int, int]:
    pieces = _parse_pieces(side, words.next("pieces such as A1,A2"))
    if words.next("'lead'") != "lead":
        raise NotationError(f"{words.text!r}: expected 'send A1,A2 lead A1'")
    leaders = _parse_pieces(side, words.next("leading pieces such as A1"))
    if leaders & ~pieces:
        raise NotationError(f"{words.text!r}: leading pieces must be among those sent")
    slots = [slot for slot in range(SLOTS) if pieces >> slot & 1]
    return pieces, sum(1 << k for k, slot in enumerate(slots) if leaders >> slot & 1)
