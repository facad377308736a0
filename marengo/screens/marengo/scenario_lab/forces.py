"""The pieces of a draft and where they start: moving, adding and removing them.

The pieces of a force take its places in the order written. Those of a force that is drawn blindly
are a pool: which piece comes to which of its places is decided anew in every game (T-4.6, B-6.4).
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Any

from marengo.games.marengo.armies import ARMY_NAMES
from marengo.games.marengo.board import Board, Place
from marengo.screens.marengo.scenario_lab.contents import (
    Table,
    defaults_of,
    piece_choices,
)
from marengo.screens.marengo.scenario_lab.draft import Draft

KINDS, STRENGTHS = piece_choices()

MORE = "{army} pieces added"
"""Name of the force that takes pieces which belong to no other."""


@dataclass(frozen=True, slots=True)
class Face:
    """Kind and strength of a piece, and when it may enter."""

    kind: str
    strength: int
    earliest: int = 0  # hour before which it may not enter; 0 is any hour

    def __str__(self) -> str:
        late = f" (not before {self.earliest}:00)" if self.earliest else ""
        return f"{self.kind} {self.strength}{late}"


def force_names(draft: Draft) -> dict[str, str]:
    """Return the names of forces that pieces can be put into, with their armies.

    Those of the draft, those of the standard that have no piece left, and a new one for each army.
    """
    armies = {force["name"]: force["army"] for force in draft.standard.content["forces"]}
    armies |= {force["name"]: force["army"] for force in draft.forces}
    return armies | {MORE.format(army=army.title()): army for army in ARMY_NAMES}


def faces_at(draft: Draft, force: str, place: str | None = None) -> dict[Face, int]:
    """Return the numbered pieces of a force that start at a place; of a pool every piece may."""
    pieces, places = _standing(draft, force)
    pool = force_of(draft, force)["draw"]
    pairs = zip(pieces, places, strict=False)
    return dict(Counter(face for face, at in pairs if place is None or pool or at == place))


def places_of(draft: Draft, force: str) -> dict[str, int]:
    """Return where a force starts, with the number of its pieces there."""
    return dict(Counter(_standing(draft, force)[1]))


def start_boxes(board: Board, army: str) -> list[str]:
    """Return the boxes in which pieces of an army can start."""
    return [entry.name for entry in board.entries if entry.army == army]


def start_places(draft: Draft, board: Board, army: str) -> list[Place]:
    """Return where on the map pieces of an army can start: where the enemy has no piece."""
    boxes = {entry.name for entry in board.entries}
    enemy = {
        Place.parse(place).locality
        for force in draft.forces
        if force["army"] != army
        for place in places_of(draft, force["name"])
        if place not in boxes
    }
    closed = {
        approach.place
        for approach in board.approaches
        if approach.impassable and approach.opposite is not None
    }
    return [
        place for place in board.places() if place.locality not in enemy and place not in closed
    ]


def force_of(draft: Draft, name: str) -> Table:
    """Return a force of the draft; one without pieces if it has none of that name."""
    force = _named(draft.forces, name)
    if force:
        return force
    army = force_names(draft)[name]
    fresh = {**defaults_of(type(draft.standard.scenario), "forces"), "name": name, "army": army}
    return {**(_of_standard(draft, name) or fresh), "pieces": [], "places": {}}


def marks_of(draft: Draft, name: str) -> dict[str, bool]:
    """Return what a force is or is not, such as ``{"draw": True, "disorganised": True}``."""
    force = force_of(draft, name)
    return {key: value for key, value in force.items() if isinstance(value, bool)}


def with_mark(draft: Draft, name: str, mark: str, value: bool) -> Draft:
    """Return the draft with a force that is something, or is it no more."""
    return draft.with_force({**force_of(draft, name), mark: value})


def add(draft: Draft, force: str, face: Face, place: str, number: int = 1) -> Draft:
    """Return the draft with more pieces, and as many more places to start from."""
    pieces, places = _standing(draft, force)
    return _with(draft, force, pieces + [face] * number, places + [place] * number)


def remove(draft: Draft, force: str, face: Face, place: str, number: int = 1) -> Draft:
    """Return the draft with fewer pieces, and as many fewer places to start from."""
    pieces, places = _standing(draft, force)
    for piece, at in reversed(_found(draft, force, face, place, number)):
        del pieces[piece], places[at]
    return _with(draft, force, pieces, places)


def move(
    draft: Draft, force: str, face: Face | None, origin: str, place: str, number: int = 1
) -> Draft:
    """Return the draft with pieces that start elsewhere; of a pool any face will do."""
    pieces, places = _standing(draft, force)
    for _, at in _found(draft, force, face, origin, number):
        places[at] = place
    return _with(draft, force, pieces, places)


def _standing(draft: Draft, name: str) -> tuple[list[Face], list[str]]:
    """Return the pieces of a force, one by one, and its places in the same way."""
    force = force_of(draft, name)
    return _faces(force["pieces"]), _counted(draft, force)


def _faces(pieces: list[Table]) -> list[Face]:
    return [
        Face(piece["kind"], piece["strength"], piece.get("earliest", 0))
        for piece in pieces
        for _ in range(piece["count"])
    ]


def _counted(draft: Draft, force: Table) -> list[str]:
    counted = force["places"]
    if counted is None:  # it starts at the board's start symbols
        counted = start_symbols(draft)
    return [place for place, number in counted.items() for _ in range(number)]


def start_symbols(draft: Draft) -> dict[str, int]:
    """Return how many pieces start at each of the board's French start symbols."""
    changed = draft.content["ground"]["localities"]
    printed = {
        str(locality.number): locality.french_start
        for locality in draft.standard.game.board.localities
    }
    shown = {name: changed.get(name, {}).get("french_start", n) for name, n in printed.items()}
    return {place: number for place, number in shown.items() if number}


def _found(
    draft: Draft, force: str, face: Face | None, place: str, number: int
) -> list[tuple[int, int]]:
    """Return where pieces and places stand in the lists of a force, the last ones first found."""
    pieces, places = _standing(draft, force)
    ours = [at for at, name in enumerate(places) if name == place]
    if force_of(draft, force)["draw"]:
        faces = [at for at, piece in enumerate(pieces) if face in (None, piece)]
        pairs = list(zip(faces[::-1], ours[::-1], strict=False))
    else:
        pairs = [(at, at) for at in reversed(ours) if face in (None, pieces[at])]
    if len(pairs) < number:
        what = "pieces" if face is None else str(face)
        raise ValueError(f"{force}: {len(pairs)} of {what} start in {place}, not {number}")
    return sorted(pairs[:number])


def _with(draft: Draft, name: str, pieces: list[Face], places: list[str]) -> Draft:
    """Return the draft with the pieces and places of a force, those alike together.

    They stand in the order of the standard as far as it has them, so that what was moved to and
    fro is no change.
    """
    force, before = force_of(draft, name), _of_standard(draft, name)
    faces = _ranks(_faces(before["pieces"]) if before else [], pieces)
    spots = _ranks(_counted(draft, before) if before else [], places)
    if force["draw"]:
        pieces = sorted(pieces, key=faces.__getitem__)
    else:
        pairs = zip(pieces, places, strict=True)
        pieces = [face for face, _ in sorted(pairs, key=lambda p: (spots[p[1]], faces[p[0]]))]
    counted = Counter(sorted(places, key=spots.__getitem__))
    at_symbols = before and before["places"] is None and counted == start_symbols(draft)
    fresh = {
        "pieces": _written(draft, pieces),
        "places": None if at_symbols else dict(counted),
    }
    return draft.with_force({**force, **fresh})


def _of_standard(draft: Draft, name: str) -> Table | None:
    """Return a force as the standard has it, or None."""
    return _named(draft.standard.content["forces"], name)


def _named(forces: list[Table], name: str) -> Table | None:
    return next((force for force in forces if force["name"] == name), None)


def _ranks(known: Iterable[Any], others: Iterable[Any]) -> dict[Any, int]:
    """Return where each thing stands: those that are known first."""
    return {member: rank for rank, member in enumerate(dict.fromkeys([*known, *others]))}


def _written(draft: Draft, pieces: Iterable[Face]) -> list[Table]:
    """Return pieces as a scenario has them: those alike that follow each other as one entry."""
    fields = defaults_of(type(draft.standard.scenario), "forces", "pieces")
    return [
        {
            **{key: value for key, value in asdict(face).items() if key in fields},
            "count": len([*alike]),
        }
        for face, alike in groupby(pieces)
    ]
