"""The calculator of the dice: what a charge or a shot may come to, exactly."""

import html
from collections.abc import Mapping
from typing import Any

import ipywidgets as widgets
import polars as pl
from matplotlib.figure import Figure

from marengo.charts import style
from marengo.charts.figures import figure_png, tell
from marengo.core.errors import MarengoError
from marengo.games.europe.notation import PIECES
from marengo.games.europe.odds import action_odds, known
from marengo.games.europe.rules.words import Piece
from marengo.languages import N_, _
from marengo.screens.europe.words import KINDS
from marengo.widgets.elements import Picture, Quiet, Whole, checkbox, labelled, note, wrapped_row

ACTIONS: Mapping[str, str] = {
    "charge": N_("charges"),
    "fire": N_("fires at"),
    "far": N_("fires two zones far at"),
}

FACTS: Mapping[str, str] = {
    "leader": N_("leader beside it"),
    "arms": N_("infantry, cavalry and artillery there"),
    "landing": N_("it defends a coast"),
}
"""Advantages of a unit, to be ticked for who acts and for the target."""

COLOURS = ("#d55e00", "#e69f00", "#f0e442", "#56b4e9", "#0072b2", "#999999", "#cc79a7", "#009e73")

Paint = dict[str, Any]
"""Style of what is drawn, as matplotlib takes it."""

LEAST_SAID = 0.06
"""Chances below this are told in words only."""


def dice(piece: str = "cavalry", target: str = "infantry", action: str = "charge") -> "Dice":
    """Set up a charge or a shot of *Napoleon in Europe* and see what may come of it, exactly.

    Parameters
    ----------
    piece, target : str
        Who acts and at whom, such as ``"elite"`` or ``"squared-infantry"``.
    action : str
        ``"charge"``, ``"fire"``, or ``"far"``: fire of artillery two zones far.

    Returns
    -------
    Dice
        A widget; at the end of a notebook cell it shows itself.

    Raises
    ------
    MarengoError
        If there is no such piece or action; says which there are.
    """
    return Dice(piece, target, action)


class Dice(Whole):
    """A calculator of dice; made by :func:`dice`.

    Where no kernel runs the picture of what was set up first takes its place.

    Attributes
    ----------
    piece, target, action : ipywidgets.Dropdown
        Who does what to whom.
    facts : mapping of (str, str) to ipywidgets.Checkbox
        What helps who acts, and the target.
    picture, words : ipywidgets.Image and ipywidgets.HTML
        What may come of it.
    """

    def __init__(self, piece: str, target: str, action: str) -> None:
        known(piece=piece, target=target, action=action)
        armies = {_(title): PIECES[kind] for kind, title in KINDS.items() if kind != Piece.LEADER}
        does = {_(title): name for name, title in ACTIONS.items()}
        self.piece = labelled(widgets.Dropdown, _("unit"), "20em", options=armies, value=piece)
        self.action = labelled(widgets.Dropdown, _("it"), "20em", options=does, value=action)
        self.target = labelled(widgets.Dropdown, _("target"), "20em", options=armies, value=target)
        self.facts = {
            (who, fact): checkbox(_(title), f"{whose}: {_(title)}")
            for who, whose in (("acting", _("unit")), ("target", _("target")))
            for fact, title in FACTS.items()
        }
        self.picture, self.words, self._told = Picture(), widgets.HTML(), ""
        quiet = Quiet()
        for control in (self.piece, self.action, self.target, *self.facts.values()):
            quiet.heed(control, lambda _change: self._show())
        rows = [
            wrapped_row(self.piece, *(self.facts["acting", fact] for fact in FACTS)),
            self.action,
            wrapped_row(self.target, *(self.facts["target", fact] for fact in FACTS)),
        ]
        self._show()
        super().__init__([*rows, self.picture, self.words])

    def odds(self) -> pl.DataFrame:
        """Return what is set up as :func:`marengo.games.europe.odds.action_odds` gives it."""
        ticked = {key: box.value for key, box in self.facts.items()}
        defends = [who for who in ("acting", "target") if ticked[who, "landing"]]
        if len(defends) > 1:
            raise ValueError(_("one of the two defends a coast, not both"))
        both = {
            field: (ticked["acting", fact], ticked["target", fact])
            for field, fact in (("leaders", "leader"), ("arms", "arms"))
        }
        coast = defends[0] if defends else ""
        return action_odds(
            self.piece.value, self.target.value, self.action.value, landing=coast, **both
        )

    def _show(self) -> None:
        try:
            table = self.odds()
        except (MarengoError, ValueError) as error:
            self._told = str(error).rpartition(": ")[2]
            self.words.value = note(self._told, alert=True)
            self.picture.layout.display = "none"
            return
        figure = odds_plot(table)
        self._told = _in_words(table)
        self.picture.layout.display = None
        self.picture.paint(figure_png(figure), _("The chances as bars; in words below"))
        lines = "".join(f"<li>{html.escape(line)}</li>" for line in self._told.split("\n"))
        self.words.value = f"<ul>{lines}</ul>"

    def still(self) -> tuple[bytes, str]:
        """Return the picture of what is set up, and it in words."""
        return bytes(self.picture.value), self._told


def odds_plot(odds: pl.DataFrame) -> Figure:
    """Draw odds of ``action_odds``: a bar for each answer, results worst for the target first."""
    answers = odds["answer"].unique(maintain_order=True).to_list()
    results = sorted(odds["result"].unique(), key=lambda result: (-_gain(result), result))
    figure = Figure(figsize=(8.4, 1.1 + 0.75 * len(answers)), layout="constrained")
    axes = figure.subplots()
    for place, answer in enumerate(answers):
        left = 0.0
        chances = dict(odds.filter(pl.col("answer") == answer)["result", "chance"].rows())
        for number, result in enumerate(results):
            chance = chances.get(result, 0.0)
            bar: Paint = {"color": COLOURS[number % len(COLOURS)], "edgecolor": style.INK}
            hatch = "//" if number >= len(COLOURS) else ""
            axes.barh(place, chance, left=left, hatch=hatch, label=result, **bar)
            if chance >= LEAST_SAID:
                where = left + chance / 2
                axes.text(where, place, f"{100 * chance:.0f}", ha="center", va="center")
            left += chance
    axes.set(xlim=(0, 1), yticks=range(len(answers)), xlabel=_("chance"))
    axes.set_yticklabels([answer or " " for answer in answers])
    axes.invert_yaxis()
    signs = dict(zip(*axes.get_legend_handles_labels()[::-1], strict=True))
    look: Paint = {"loc": "outside lower center", "ncols": 3, "frameon": False, "fontsize": 8}
    figure.legend(signs.values(), signs.keys(), **look)
    return tell(figure, _in_words(odds))


def _gain(result: str) -> int:
    """Return by how much a result is better for who acts than for the target, roughly."""
    units = result.split(", ")
    gains = [(2 if "eliminated" in unit else 1 if "routed" in unit else 0) for unit in units]
    return sum(
        gain if unit.startswith("enemy ") else -gain
        for gain, unit in zip(gains, units, strict=True)
    )


def _in_words(table: pl.DataFrame) -> str:
    """Return odds in words, a line for each answer."""
    lines = []
    for answer in table["answer"].unique(maintain_order=True):
        rows = table.filter(pl.col("answer") == answer)["result", "chance"].rows()
        results = ", ".join(f"{result} {100 * chance:.1f} %" for result, chance in rows)
        lines.append(f"{answer}: {results}" if answer else results)
    return "\n".join(lines)
