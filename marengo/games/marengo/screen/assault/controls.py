"""The controls of the calculator: pieces by place, and the facts around them."""

from collections.abc import Callable, Mapping

import ipywidgets as widgets

from marengo.games.marengo.screen.assault.setup import Pieces
from marengo.widgets.elements import Quiet, wrapped_row

FACES = {
    "—": "",
    "infantry 3": "I3",
    "infantry 2": "I2",
    "infantry 1": "I1",
    "cavalry 2": "C2",
    "cavalry 1": "C1",
    "artillery 1": "A1",
}
"""What can be put into a place."""

ROOM = {
    "attacker": {"approach": 4, "reserve": 4},
    "defender": {"approach": 4, "reserve": 4, "flank": 2},
}
"""How many pieces each place of a side has room for."""

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

    def _slot(self, role: str, place: str, number: int) -> widgets.Dropdown:
        name = f"{role}, {WORDS[place]}, piece {number + 1}"
        slot = widgets.Dropdown(
            options=list(FACES.items()),
            description=name,
            tooltip=name,
            # read out, but not written: the row says it
            style={"description_width": "0"},
            layout={"width": "8em"},
        )
        slot.observe(self._quiet.unless(lambda _: self._changed()), "value")
        return slot

    @property
    def pieces(self) -> Pieces:
        """The pieces by place."""
        found = (
            (place, " ".join(slot.value for slot in slots if slot.value))
            for place, slots in self.slots.items()
        )
        return tuple((place, faces) for place, faces in found if faces)

    def put(self, pieces: Mapping[str, str]) -> None:
        """Put pieces into places, all others being empty, without calling ``changed``."""
        wanted = {place: pieces.get(place, "").split() for place in self.slots}
        for place in pieces:
            if place not in self.slots:
                raise ValueError(f"{place!r}: expected {', '.join(self.slots)}")
        for place, faces in wanted.items():
            room = len(self.slots[place])
            if len(faces) > room:
                raise ValueError(f"{place}: room for {room} pieces, not {len(faces)}")
            for face in faces:
                if face not in FACES.values():
                    raise ValueError(f"{face!r}: expected pieces such as I3 or C2")
        with self._quiet():
            for place, faces in wanted.items():
                for number, slot in enumerate(self.slots[place]):
                    slot.value = faces[number] if number < len(faces) else ""

    def gather(self, home: str) -> None:
        """Move pieces between approach and reserve, as many as there is room for at home."""
        given = dict(self.pieces)
        away = "reserve" if home == "approach" else "approach"
        every = given.pop(home, "").split() + given.pop(away, "").split()
        room = len(self.slots[home])
        self.put({**given, home: " ".join(every[:room]), away: " ".join(every[room:])})
