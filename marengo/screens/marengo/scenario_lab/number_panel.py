"""Numbers and switches: a slider or a drop-down for each field of the scenario's schema."""

import html
from collections.abc import Callable
from typing import Any

import ipywidgets as widgets

from marengo.screens.marengo.scenario_lab.draft import Draft
from marengo.screens.marengo.scenario_lab.fields import Field, Section
from marengo.widgets.elements import Quiet, button, labelled

Change = Callable[[dict[str, Any]], None]
"""Takes new values by their paths."""

WORDS, WIDTH, LEAST = "30em", "52em", "40em"
"""Widths of a control's words, of both, and of both where there is little room."""

CHANGED = "marengo-changed"


class NumberPanel(widgets.VBox):  # type: ignore[misc] # ipywidgets has no types
    """The fields of one section, with their controls by path."""

    def __init__(self, draft: Draft, section: Section, change: Change) -> None:
        self.controls: dict[str, Any] = {}
        self._fields = [*section.fields, *(field for table in section.tables for field in table)]
        self._notes: dict[str, Any] = {}
        self._resets: list[tuple[tuple[Field, ...], Any]] = []
        self._change, self._quiet = change, Quiet()
        self._draft = draft
        super().__init__([*map(self._row, section.fields), *map(self._table, section.tables)])

    def show(self, draft: Draft) -> None:
        """Bring all controls up to date."""
        self._draft = draft
        with self._quiet():
            for field in self._fields:
                control = self.controls[field.path]
                control.value = draft.value(field.path)
                changed = draft.value(field.path) != draft.standard_value(field.path)
                mark = control.add_class if changed else control.remove_class
                mark(CHANGED)
                if field.path in self._notes:
                    self._notes[field.path].value = _note(draft, field, changed)
        for fields, reset in self._resets:
            reset.disabled = not _standards(draft, fields)

    def _row(self, field: Field) -> Any:
        """Return the row of a field: its control, the standard with the rule, and a reset."""
        layout = {"width": WIDTH, "min_width": LEAST, "flex": "0 1 auto"}
        control = widgets.Box([self._control(field, _control)], layout=layout)
        self._notes[field.path] = widgets.HTML(layout={"width": "14em", "flex": "0 0 auto"})
        return widgets.HBox([control, self._reset(field.words, (field,)), self._notes[field.path]])

    def _table(self, fields: tuple[Field, ...]) -> Any:
        """Return the numbers of a table by hour, in a frame with its name."""
        words = fields[0].words.rpartition(" at ")[0]
        boxes = [self._control(field, _small) for field in fields]
        title = f"<p><b>{html.escape(words)}</b>, by hour ({fields[0].rule})</p>"
        head = widgets.HBox([widgets.HTML(title), self._reset(words, fields)])
        return widgets.VBox([head, widgets.Box(boxes, layout={"flex_flow": "row wrap"})])

    def _control(self, field: Field, make: Callable[[Field], Any]) -> Any:
        control = self.controls[field.path] = make(field)
        self._quiet.heed(control, lambda value: self._change({field.path: value}))
        return control

    def _reset(self, words: str, fields: tuple[Field, ...]) -> Any:
        """Return the button that sets fields back to the standard."""

        def reset() -> None:
            self._change(_standards(self._draft, fields))

        made = button("undo", f"{words}: back to the standard", reset, "reset")
        made.layout.width, made.layout.flex = "6em", "0 0 auto"
        self._resets.append((fields, made))
        return made


def _standards(draft: Draft, fields: tuple[Field, ...]) -> dict[str, Any]:
    """Return what the standard has of the fields that differ from it, by their paths."""
    standards = {field.path: draft.standard_value(field.path) for field in fields}
    return {path: old for path, old in standards.items() if old not in (None, draft.value(path))}


def _note(draft: Draft, field: Field, changed: bool) -> str:
    """Return what the standard has, and the rule."""
    standard = draft.standard_value(field.path)
    words = "not in the standard" if standard is None else f"standard: {field.shown(standard)}"
    rule = f" ({field.rule})" if field.rule else ""
    return f"<span>{'◆ ' if changed else ''}{html.escape(words + rule)}</span>"


def _control(field: Field) -> Any:
    """Return a slider or a drop-down for a field, with its name."""
    is_hour = field.unit == "hour"
    words = field.words[0].upper() + field.words[1:]
    words += f", {field.unit}" if field.unit and not is_hour else ""
    kind: Any = widgets.IntSlider
    more: dict[str, Any] = {"min": field.low, "max": field.high}
    if field.choices:
        kind = widgets.SelectionSlider if is_hour else widgets.Dropdown
        more = {"options": [(field.shown(choice), choice) for choice in field.choices]}
    if kind is not widgets.Dropdown:
        more["continuous_update"] = False
    width = "37em" if kind is widgets.Dropdown else "100%"
    tooltip = f"{words} {field.rule}".strip()
    return labelled(kind, words, width, WORDS, tooltip=tooltip, **more)


def _small(field: Field) -> Any:
    """Return a small box for a number of a table by hour."""
    hour = f"{field.path.rpartition('.')[2]}:00"
    more: dict[str, Any] = {"min": field.low, "max": field.high}
    more["tooltip"] = f"{field.words} {field.rule}".strip()
    return labelled(widgets.BoundedIntText, hour, "7.5em", "3.2em", **more)
