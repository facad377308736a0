"""The scenario lab: change a scenario, place pieces, play it against the standard, save it."""

import html
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import ipywidgets as widgets

from marengo.core.errors import MarengoError, ScenarioError
from marengo.core.numbers import takes
from marengo.core.scenarios import find_scenario
from marengo.games.marengo.files import read_scenario
from marengo.games.marengo.game import STANDARD, field_scenarios, marengo_games
from marengo.screens.marengo.scenario_lab.draft import Draft, open_draft
from marengo.screens.marengo.scenario_lab.fields import Section, sections_of
from marengo.screens.marengo.scenario_lab.file_panel import FilePanel
from marengo.screens.marengo.scenario_lab.number_panel import NumberPanel
from marengo.screens.marengo.scenario_lab.piece_panel import PiecePanel
from marengo.screens.marengo.scenario_lab.study_panel import StudyPanel
from marengo.screens.marengo.scenario_lab.verdict import sentences
from marengo.screens.marengo.scenario_lab.whatif_file import path_of
from marengo.widgets.elements import (
    Quiet,
    Whole,
    bullets,
    button,
    heading,
    in_cell,
    labelled,
    note,
    release,
    wrapped_row,
)

STYLE = """<style>
.marengo-lab h3 { margin: 0.9em 0 0.2em; font-size: 1.15em; }
.marengo-lab p, .marengo-lab li { line-height: 1.4; margin: 0.15em 0; }
.marengo-lab ul { margin: 0; padding-left: 1.4em; }
.marengo-lab pre { line-height: 1.35; margin: 0; white-space: pre-wrap; }
.marengo-lab .marengo-alert { border-left: 4px solid #d55e00; padding-left: 0.7em; }
.marengo-lab .marengo-changed .widget-label { font-weight: 700; }
.marengo-lab .widget-hslider { margin: 2px; }
.marengo-lab .marengo-panel { border-left: 3px solid var(--jp-border-color2, #ccc);
  padding: 0.3em 0 0.3em 0.8em; }
.marengo-lab p, .marengo-lab ul, .marengo-lab details { max-width: 64em; }
</style>"""
"""Style of the lab; colours of text and ground are the notebook's own."""

PIECES = "Pieces"
"""Name of the panel with the map."""

KEPT = 100
"""Changes that can be taken back."""

GIVEN = "the file opened below"


@takes()
def scenario_lab(scenario: str | Path = STANDARD) -> "ScenarioLab":
    """Bend a scenario, place pieces, and see by games what it does to the balance.

    Parameters
    ----------
    scenario : str or Path
        What to begin with: a game or what-if that comes with marengo, or a file.

    Returns
    -------
    ScenarioLab
        A widget; at the end of a notebook cell it shows itself.

    Raises
    ------
    ScenarioError
        If there is no such scenario or it cannot be played; names file and field.
    """
    return in_cell(ScenarioLab(open_draft(scenario)))


class ScenarioLab(Whole):
    """A what-if in the making.

    Made by :func:`scenario_lab`. Where no kernel runs, as in a notebook that was just opened, the
    chart of the games played takes its place, or the map if none were.

    Parameters
    ----------
    draft : Draft
        What to begin with.

    Attributes
    ----------
    game, scenario : ipywidgets.Dropdown
        Which game, and with which of its scenarios to begin.
    path : ipywidgets.Text
        A file to open instead.
    shown : ipywidgets.ToggleButtons
        Which panel is seen.
    numbers : dict of str to NumberPanel
        Sliders and drop-downs, by section.
    pieces : PiecePanel
        Pieces and map.
    status : ipywidgets.HTML
        What is different from the standard, or why it cannot be played.
    study : StudyPanel
        The games.
    file : FilePanel
        The file.
    """

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self._before: list[Draft] = []
        self._quiet = Quiet()
        self._sections: list[Section] = []
        self.numbers: dict[str, NumberPanel] = {}
        self.pieces = PiecePanel(draft, self.change)
        self.study = StudyPanel(draft, self._show_pieces)
        self.file = FilePanel(draft, self._set)
        self._make_choices()
        self._make_changes()
        self.panel = widgets.VBox()
        self.panel.add_class("marengo-panel")
        super().__init__(
            [
                widgets.HTML(STYLE),
                heading("1 · Choose", "Begin with a game as printed, or with a what-if of it."),
                wrapped_row(self.game, self.scenario),
                wrapped_row(self.path, self.opener),
                self.opened,
                heading("2 · Change", "Every change is compared with the game as printed."),
                self.shown,
                self.panel,
                heading("3 · What is different"),
                self.status,
                wrapped_row(self.undoer, self.resetter),
                heading("4 · Play", "Both games are played on the same seeds, pair by pair."),
                self.study,
                heading("5 · Save", "A what-if file says only what is different."),
                self.file,
            ]
        )
        self.add_class("marengo-lab")
        self._show()

    def _make_choices(self) -> None:
        """Make the controls that choose a draft."""
        choice = partial(self._quiet.control, self.begin, widgets.Dropdown)
        titles = [(game.title, name) for name, game in marengo_games().items()]
        self.game = choice("game", "24em", "which rules", options=titles)
        self.scenario = choice("begin with", "34em", "the game as printed, or a what-if")
        does = "a scenario file, its path from the folder of the notebook"
        self.path = labelled(widgets.Text, "or a file", "34em", tooltip=does)
        self.path.placeholder = "such as my_what_if.toml"
        self.opener = button("folder-open", "open the file", self._open_file, "Open")
        self.opened = widgets.HTML()

    def _make_changes(self) -> None:
        """Make the controls that show and undo changes."""
        self.shown = widgets.ToggleButtons(options=[PIECES], style={"button_width": "auto"})
        self._quiet.heed(self.shown, lambda _: self._show_panel())
        self.status = widgets.HTML()
        self.undoer = button("undo", "take the last change back", self.undo, "Undo")
        self.resetter = button("refresh", "take all changes back at once", self.reset, "Reset all")

    def end(self) -> None:
        """Stop the games, and take the panels along that are not seen."""
        if "study" in vars(self):
            self.study.bench.stop()
            for panel in (*self.numbers.values(), self.pieces):
                release(panel)

    def begin(self, name_or_path: str | Path) -> None:
        """Begin anew with a scenario; a mistake is shown below its name."""
        try:
            draft = open_draft(name_or_path)
        except MarengoError as error:
            self.opened.value = note(str(error), alert=True)
            return
        self._go_on(draft)

    def change(self, draft: Draft) -> None:
        """Go on with another draft; the one before can be had back by `undo`."""
        if draft != self.draft:
            self._go_on(draft)
        else:
            self._show()

    def undo(self) -> None:
        """Take the last change back."""
        if self._before:
            self.draft = self._before.pop()
            self._show()

    def reset(self) -> None:
        """Take all changes back at once; the name stays."""
        self.change(self.draft.as_printed())

    def _go_on(self, draft: Draft) -> None:
        self._before = [*self._before[-KEPT:], self.draft]
        self.draft = draft
        self._show()

    def _set(self, values: dict[str, Any]) -> None:
        """Set fields to other values, by their paths."""
        draft = self.draft
        for path, value in values.items():
            draft = draft.with_value(path, value)
        self.change(draft)

    def _open_file(self) -> None:
        if not self.path.value.strip():
            self.opened.value = note("Name a file first.", alert=True)
            return
        path = Path(self.path.value.strip()).expanduser()
        self.begin(path if path.is_file() else path_of(path))

    def _offer(self) -> None:
        """Offer the scenarios of the game, and tell of the one that was opened."""
        ruleset = self.draft.standard.scenario.ruleset
        with self._quiet():
            self.game.value = ruleset
            listed, opened = _listed(ruleset), self.draft.opened
            is_listed = opened in [name for _, name in listed]
            self.scenario.options = listed if is_listed else [*listed, (GIVEN, "")]
            self.scenario.value = opened if is_listed else ""
        self.opened.value = _about(self.draft)

    def _show(self) -> None:
        self._offer()
        old = self._numbers_anew()
        for panel in self.numbers.values():
            panel.show(self.draft)
        self._show_panel()
        for panel in old:
            release(panel)
        self._show_pieces()
        self._show_differences()
        self.study.show(self.draft)
        self.file.show(self.draft)
        self.undoer.disabled, self.resetter.disabled = not self._before, not self.draft.changed

    def _numbers_anew(self) -> list[NumberPanel]:
        """Make other panels of numbers if other ones are needed, and return those before."""
        sections = sections_of(self.draft)
        if sections == self._sections:
            return []
        old, self._sections = [*self.numbers.values()], sections
        self.numbers = {
            section.heading: NumberPanel(self.draft, section, self._set) for section in sections
        }
        with self._quiet():
            shown = self.shown.value
            self.shown.options = names = [*self.numbers, PIECES]
            self.shown.tooltips = [f"show {name}" for name in names]
            self.shown.value = shown if shown in names else PIECES
        return old

    def _show_panel(self) -> None:
        self.panel.children = [self.numbers.get(self.shown.value, self.pieces)]

    def _show_pieces(self) -> None:
        self.pieces.show(self.draft, self.study.seed.value)

    def _show_differences(self) -> None:
        lines, problem = _lines(self.draft), self.draft.problem
        summary = bullets(lines) if self.draft.changed else note("".join(lines))
        wrong = note(f"This cannot be played or saved: {problem}", alert=True) if problem else ""
        self.status.value = f"{summary}{wrong}"

    def still(self) -> tuple[bytes, str]:
        """Return the chart of the games played, or the map, and what is different in words."""
        progress, draft = self.study.bench.progress, self.draft
        words = [
            f"Scenario lab: {draft.name}, a what-if of {draft.standard.extends}",
            *_lines(draft),
            *sentences(progress.findings, ended=not progress.busy),
        ]
        played = progress.findings.each
        png = self.study.draw(progress)[0] if played else self.pieces.draw_now()
        return png, "\n".join(words)


def _lines(draft: Draft) -> list[str]:
    try:
        return draft.differences or ["Nothing is changed yet."]
    except ScenarioError:
        return []


def _about(draft: Draft) -> str:
    """Return the context and the sources of a scenario, shown by a click on its title."""
    context, sources = draft.content["context"], draft.content["sources"]
    if not context:
        return ""
    title = html.escape(draft.content["title"] or draft.name)
    listed = f"<p>Sources:</p>{bullets(sources)}" if sources else ""
    body = f"<p>{html.escape(context)}</p>{listed}"
    return f"<details><summary>About “{title}”</summary>{body}</details>"


@lru_cache(maxsize=4)
def _listed(ruleset: str) -> list[tuple[str, str]]:
    """Return the scenarios of a ruleset that come with marengo, with their titles."""
    scenarios = {name: read_scenario(find_scenario(name)) for name in field_scenarios()}
    return [
        (f"what if: {scenario.title or name}" if scenario.extends else "as printed", name)
        for name, scenario in scenarios.items()
        if scenario.ruleset == ruleset
    ]
