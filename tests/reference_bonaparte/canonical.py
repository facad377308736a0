"""Moves by what pieces are, not by their names, so that two lists of moves can be compared."""

import re
from collections.abc import Iterable

from tests.reference_bonaparte.facts import Piece, State

KINDS = "ICA"
PIECES = re.compile(r"\b[AF]\d+(?:,[AF]\d+)*\b")


def canonical(state: State, moves: Iterable[str]) -> set[str]:
    """Return the moves with each piece replaced by what it is and where it stands.

    "lead A4,A6" becomes "lead {I2@8/4 I2@8/4}" whichever two infantry pieces of 8/4 are named.
    """
    faces = {piece.name: face(piece) for piece in state.pieces}

    def faces_of(found: re.Match[str]) -> str:
        return "{" + " ".join(sorted(faces[name] for name in found[0].split(","))) + "}"

    return {PIECES.sub(faces_of, move) for move in moves}


def face(piece: Piece) -> str:
    """Return what a piece is, as positions write it: "~C2!@8/4" is inactive and has moved."""
    inactive = "" if piece.active else "~"
    acted = "!" if piece.acted else ""
    marks = [
        "assaulted" if piece.assaulted else "",
        "" if piece.bombardment == "none" else piece.bombardment,
        "silent" if piece.silenced else "",
    ]
    said = "".join(f":{mark}" for mark in marks if mark)
    return f"{inactive}{KINDS[piece.kind]}{piece.strength}{acted}{said}@{piece.place}"
