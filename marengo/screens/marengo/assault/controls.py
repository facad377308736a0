"""The controls of the calculator: pieces by place, and the facts around them."""

from collections.abc import Callable, Mapping
from typing import Any

import ipywidgets as widgets

from marengo.screens.marengo.assault.setup import Pieces
from marengo.widgets.elements import Quiet, labelled, wrapped_row

FACES = {
    "—": "",
    "infantry 3": "I3",
    "infantry 2": "I2",
    "infantry 1": "I1",
    "cavalry 2": "C2",
    "cavalry 1": "C1",
    "artillery 1": "A1",
}
"""Pieces that can be put into a place."""

ROOM = {
    "attacker": {"approach": 4, "reserve": 4},
    "defender": {"approach": 4, "reserve": 4, "flank": 2},
}
"""Most pieces in each place of a side."""

WORDS = {"approach": "approach", "reserve": "reserve", "flank": "other approach"}


class Army(widgets.VBox):  # type: ignore[misc] # ipywidgets has no types
    """The pieces of one side, attacker or defender: a drop-down list for each, in rows by place."""

    def __init__(self, role: str, changed: Callable[[], None]) -> None:
        self._changed, self._quiet = changed, Quiet()
        self.title = widgets.HTML()
        self.slots = {
            place: [self._slot(role, place, number) for number in range(room)]
            for place, room in ROOM[role].items()
        }
        rows = [
            wrapped_row(widgets.Label(WORDS[place], layout={"width": "8.2em"}), *slots)
            for place, slots in self.slots.items()
        ]
        super().__init__([self.title, *rows])

    def _slot(self, role: str, place: str, number: int) -> Any:
        name = f"{role}, {WORDS[place]}, piece {number + 1}"
        unwritten = "0"  # it is read out only: the row says it
        slot = labelled(widgets.Dropdown, name, "8em", unwritten, options=FACES, tooltip=name)
        self._quiet.heed(slot, lambda _: self._changed())
        return slot

    @property
    def pieces(self) -> Pieces:
        """The pieces by place."""
        by_place = (
            (place, " ".join(slot.value for slot in slots if slot.value))
            for place, slots in self.slots.items()
        )
        return tuple((place, faces) for place, faces in by_place if faces)

    def put(self, pieces: Mapping[str, str]) -> None:
        """Put pieces into places, all others being empty, without calling ``changed``."""
        wanted = {place: faces.split() for place, faces in pieces.items()}
        for place, faces in wanted.items():
            if place not in self.slots:
                raise ValueError(f"{place!r}: expected {', '.join(self.slots)}")
            room = len(self.slots[place])
            if len(faces) > room:
                raise ValueError(f"{place}: room for {room} pieces, not {len(faces)}")
            if wrong := [face for face in faces if face not in FACES.values()]:
                raise ValueError(f"{wrong[0]!r}: expected pieces such as I3 or C2")
        with self._quiet():
            for place, slots in self.slots.items():
                faces = wanted.get(place, [])
                for slot, face in zip(slots, faces + [""] * len(slots), strict=False):
                    slot.value = face

    def gather(self, home: str) -> None:
        """Move pieces between approach and reserve, as many as there is room for at home."""
        pieces = dict(self.pieces)
        away = "reserve" if home == "approach" else "approach"
        every = pieces.pop(home, "").split() + pieces.pop(away, "").split()
        room = len(self.slots[home])
        self.put({**pieces, home: " ".join(every[:room]), away: " ".join(every[room:])})
