"""The assault calculator as a whole: controls above, both rulesets side by side below."""

import io
from collections.abc import Iterable, Mapping
from threading import Event
from typing import Any

import ipywidgets as widgets
from PIL import Image

from marengo.charts import style
from marengo.charts.figures import encoded
from marengo.core.errors import did_you_mean
from marengo.core.numbers import WHOLE, takes
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.study.fights import MEASURES
from marengo.games.marengo.study.fights.placement import FIGHT_KINDS
from marengo.games.marengo.types import ARMIES
from marengo.screens.marengo.assault.border_choice import BorderChoice
from marengo.screens.marengo.assault.column import Column
from marengo.screens.marengo.assault.controls import Army
from marengo.screens.marengo.assault.setup import RULESETS, Setup
from marengo.widgets.background import Latest
from marengo.widgets.elements import Collapsible, Whole, checkbox, labelled, wrapped_row

Pieces = str | Mapping[str, str]

ATTACKERS: Mapping[str, str] = {"approach": "I3 I2 C2"}
DEFENDERS: Mapping[str, str] = {"approach": "I2 A1 C2", "reserve": "I2"}

EVERYTHING = (
    "This is a calculator: both sides see every piece and play as well as can be. At the board "
    "the faces are hidden (T-2.3, B-4.9), so a player must guess what is reckoned here. Opposite "
    "the other approach an infantry 1 is put, as nobody would block there without an enemy."
)

AS_AT_THE_START = -1

MORALES = {
    "as at the start": AS_AT_THE_START,
    "demoralised": 0,
    **{str(number): number for number in range(1, 13)},
}
"""Choices of morale before the fight, points or discs."""

SILENT = "the defender's artillery has bombarded and cannot fire (T-11.25, B-11.26)"
SURPRISED = "French pieces are disorganised (T-14.3) or inactive (B-6.6)"

GAP = 12
"""Room between pictures that are put together, in pixels."""


@takes(border=WHOLE)
def assault(
    attackers: Pieces = ATTACKERS,
    defenders: Pieces = DEFENDERS,
    *,
    kind: str = "assault",
    side: Side = Side.AUSTRIAN,
    border: int | Mapping[str, str] = 1,
    measure: str = "border",
) -> "Assault":
    """Set up any attack and see under both rulesets who wins, and what it costs.

    Parameters
    ----------
    attackers, defenders : str or mapping of place to pieces
        Pieces to begin with, ``"I3 I2 C2"``; by place ``{"approach": "I3", "reserve": "C2"}``,
        for defenders also ``"flank"``, another approach of their locality.
    kind : str
        ``"assault"``, ``"manoeuvre"`` or ``"retreat"``, as for
        :func:`marengo.games.marengo.study.fights.fight`.
    side : Side
        Who attacks.
    border : int or mapping of ruleset to border
        Number of the sort of border in the list, from 0; or borders of one's own:
        ``{"bonaparte": "16/29", "triomphe": "4/9"}``.
    measure : str
        What both sides want: a name of :data:`marengo.games.marengo.study.fights.MEASURES`.

    Returns
    -------
    Assault
        A widget; at the end of a notebook cell it shows itself.

    Raises
    ------
    ValueError
        If there is no such kind, border, measure, place or piece.
    """
    return Assault(attackers, defenders, kind, side, border, measure)


class Assault(Whole):
    """The assault calculator; made by :func:`assault`.

    It reckons in a thread, so that the notebook goes on meanwhile. Where no kernel runs, as in a
    notebook that was just opened, the pictures of the first set-up take its place.

    Attributes
    ----------
    ground : BorderChoice
        The border.
    attacker, defender : Army
        The pieces.
    columns : mapping of str to Column
        What comes of it, by ruleset.
    """

    def __init__(
        self,
        attackers: Pieces,
        defenders: Pieces,
        kind: str,
        side: Side,
        border: int | Mapping[str, str],
        measure: str,
    ) -> None:
        _check(kind, measure)
        self._quiet = True
        self._latest = Latest(self._reckon)
        kinds = [(fight_kind.words, name) for name, fight_kind in FIGHT_KINDS.items()]
        self.kind = _chosen(widgets.ToggleButtons, "sort of fight", kinds, kind)
        sides = [(ARMIES[army_side], army_side) for army_side in Side]
        self.side = _chosen(widgets.ToggleButtons, "who attacks", sides, side)
        for control in (self.kind, self.side):
            control.style.button_width = "auto"
        measures = [(choice.words, name) for name, choice in MEASURES.items()]
        self.measure = _chosen(widgets.Dropdown, "both sides want", measures, measure, "36em")
        self.ground = BorderChoice(border, self._refresh)
        self.attacker, self.defender = (Army(role, self._refresh) for role in _ROLES)
        for army, pieces, home in (
            (self.attacker, attackers, FIGHT_KINDS[kind].attackers),
            (self.defender, defenders, FIGHT_KINDS[kind].defenders),
        ):
            army.put({home: pieces} if isinstance(pieces, str) else pieces)
        self.morale = [
            _chosen(widgets.Dropdown, "", [*MORALES.items()], AS_AT_THE_START, "20em")
            for _ in _ROLES
        ]
        self.silent, self.surprised = (checkbox(words, words) for words in (SILENT, SURPRISED))
        self.status = widgets.HTML()
        self.columns = {ruleset: Column(ruleset, self._refresh) for ruleset in RULESETS}
        self.kind.observe(self._new_kind, "value")
        for control in (self.side, self.measure, *self.morale, self.silent, self.surprised):
            control.observe(lambda _: self._refresh(), "value")
        super().__init__([*self._controls(), self.status, wrapped_row(*self.columns.values())])
        self._name_sides()
        self._quiet = False
        for column in self.columns.values():  # at once, as a picture of it stays in the notebook
            column.update(self.setup, Event())
        self._latest.ask()

    def _controls(self) -> list[Any]:
        more = Collapsible(
            "More: other borders, morale, artillery, surprise",
            widgets.VBox([self.ground.own, *self.morale, self.silent, self.surprised]),
        )
        return [
            wrapped_row(self.kind, self.side),
            self.ground.sorts,
            self.measure,
            wrapped_row(self.attacker, self.defender),
            more,
            widgets.HTML(f'<p style="line-height: 1.4"><small>{EVERYTHING}</small></p>'),
        ]

    @property
    def setup(self) -> Setup:
        """The present set-up."""
        sides = (self.side.value, self.side.value.enemy)
        morale = zip(sides, (dropdown.value for dropdown in self.morale), strict=True)
        return Setup(
            kind=self.kind.value,
            side=self.side.value,
            borders=self.ground.borders,
            attackers=self.attacker.pieces,
            defenders=self.defender.pieces,
            measure=self.measure.value,
            morale=tuple((side, points) for side, points in morale if points >= 0),
            silent=self.silent.value,
            surprised=self.surprised.value,
        )

    @property
    def text(self) -> str:
        """Both columns as plain text."""
        return "\n\n".join(column.text for column in self.columns.values())

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until all is reckoned; return whether it is."""
        return self._latest.wait(seconds)

    def _new_kind(self, _: Any) -> None:
        """Put the pieces where they stand in such a fight."""
        sort = FIGHT_KINDS[self.kind.value]
        self.attacker.gather(sort.attackers)
        self.defender.gather(sort.defenders)
        self._refresh()

    def _name_sides(self) -> None:
        armies, sides = (self.attacker, self.defender), (self.side.value, self.side.value.enemy)
        for army, role, side, morale in zip(armies, _ROLES, sides, self.morale, strict=True):
            army.title.value = f"<b>{ARMIES[side]}, the {role}</b>"
            morale.description = f"morale of {ARMIES[side]}"

    def _refresh(self) -> None:
        if self._quiet:
            return
        self._name_sides()
        self.status.value = "<p role='status'><i>Reckoning…</i></p>"
        self._latest.ask()

    def _reckon(self, stop: Event) -> None:
        """Bring everything up to date, what is read first before what takes longer."""
        setup = self.setup
        for column in self.columns.values():
            column.update(setup, stop)
        for column in self.columns.values():
            column.update_table(setup, stop)
        self.status.value = ""

    def still(self) -> tuple[bytes, str]:
        """Return the pictures of all columns, and what they say."""
        return side_by_side(column.png for column in self.columns.values()), self.text


_ROLES = ("attacker", "defender")


def _chosen(
    kind: Any, label: str, options: list[tuple[str, Any]], value: Any, width: str = "auto"
) -> Any:
    return labelled(kind, label, width, "initial", options=options, value=value)


def _check(kind: str, measure: str) -> None:
    for what, value, allowed in (("kind", kind, FIGHT_KINDS), ("measure", measure, MEASURES)):
        if value not in allowed:
            listed, meant = ", ".join(allowed), did_you_mean(value, allowed)
            raise ValueError(f"{what}: expected {listed}, not {value!r}{meant}")


def side_by_side(columns: Iterable[bytes]) -> bytes:
    """Return PNG pictures side by side as one PNG; empty ones are left out."""
    opened = [Image.open(io.BytesIO(png)).convert("RGB") for png in columns if png]
    size = (
        sum(picture.width + GAP for picture in opened),
        max((picture.height for picture in opened), default=1),
    )
    whole, x = Image.new("RGB", (max(size[0], 1), size[1]), style.MARGIN), 0
    for picture in opened:
        whole.paste(picture, (x, 0))
        x += picture.width + GAP
    return encoded(whole.quantize(128))
