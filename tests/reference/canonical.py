"""Moves by what pieces are, not by their names, so that two lists of moves can be compared."""

import re
from collections.abc import Iterable

from tests.reference.facts import Piece, State

KINDS = "ICA"
PIECES = re.compile(r"\b[AF]\d+(?:,[AF]\d+)*\b")


def canonical(state: State, moves: Iterable[str]) -> set[str]:
    """Return the moves with each piece replaced by what it is and where it stands.

    "march A4,A6 9" becomes "march {I2@8 I2@8} 9" whichever two infantry pieces of 8 are named.
    """
    faces = {piece.name: face(piece) for piece in state.pieces}

    def faces_of(found: re.Match[str]) -> str:
        return "{" + " ".join(sorted(faces[name] for name in found[0].split(","))) + "}"

    return {PIECES.sub(faces_of, _disc(state, move)) for move in moves}


def _disc(state: State, move: str) -> str:
    """Drop the word "shifted" where all discs of the locality are, so that it tells nothing."""
    verb, _, which = move.partition(" ")
    if verb not in ("take", "shift") or not which.endswith(" shifted"):
        return move
    locality = int(which.removesuffix(" shifted"))
    side = state.context["side"]
    both = state.shifted(side)[locality] < state.committed(side)[locality]
    return move if both else move.removesuffix(" shifted")


def face(piece: Piece) -> str:
    """Return what a piece is, as positions write it: "~C2!@8/4" is disorganised and has acted."""
    loose = "" if piece.organised else "~"
    acted = "!" if piece.acted else ""
    declared = "" if piece.bombardment == "none" else f":{piece.bombardment}"
    return f"{loose}{KINDS[piece.kind]}{piece.strength}{acted}{declared}@{piece.place}"
