"""Numbers and switches: a slider or a drop-down for each field of the scenario's schema."""

import html
from collections.abc import Callable
from typing import Any

import ipywidgets as widgets

from marengo.games.marengo.screen.scenario_lab.draft import Draft
from marengo.games.marengo.screen.scenario_lab.fields import Field, Section
from marengo.widgets.elements import Quiet, button

__all__ = ["NumberPanel"]

Change = Callable[[dict[str, Any]], None]
"""Takes new values by their paths."""

WORDS = {"description_width": "30em"}
WIDTH, LEAST = "52em", "40em"
"""Width of a control with its words, and where there is little room."""

CHANGED = "marengo-changed"


class NumberPanel(widgets.VBox):  # type: ignore[misc] # ipywidgets has no types
    """The fields of one section, with their controls by path."""

    def __init__(self, section: Section, change: Change) -> None:
        self.controls: dict[str, Any] = {}
        self._fields = [*section.fields, *(field for table in section.tables for field in table)]
        self._notes: dict[str, Any] = {}
        self._resets: list[tuple[tuple[Field, ...], Any]] = []
        self._change, self._quiet = change, Quiet()
        self._draft: Draft | None = None
        rows = [self._row(field) for field in section.fields]
        tables = [self._table(table) for table in section.tables]
        super().__init__([*rows, *tables])

    def show(self, draft: Draft) -> None:
        """Bring all controls up to date."""
        self._draft = draft
        with self._quiet():
            for field in self._fields:
                control = self.controls[field.path]
                control.value = draft.value(field.path)
                changed = draft.value(field.path) != draft.standard_value(field.path)
                (control.add_class if changed else control.remove_class)(CHANGED)
                if field.path in self._notes:
                    self._notes[field.path].value = _note(draft, field, changed)
        for fields, reset in self._resets:
            reset.disabled = not any(_can_reset(draft, field) for field in fields)

    def _row(self, field: Field) -> Any:
        """Return the row of a field: its control, the standard with the rule, and a reset."""
        control = widgets.Box(
            [self._control(field, _control)],
            layout=widgets.Layout(width=WIDTH, min_width=LEAST, flex="0 1 auto"),
        )
        self._notes[field.path] = widgets.HTML(layout=widgets.Layout(width="14em", flex="0 0 auto"))
        return widgets.HBox([control, self._reset((field,)), self._notes[field.path]])

    def _table(self, fields: tuple[Field, ...]) -> Any:
        """Return the numbers of a table by hour, in a frame with its name."""
        boxes = [self._control(field, _small) for field in fields]
        words = html.escape(_name(fields))
        title = widgets.HTML(f"<p><b>{words}</b>, by hour ({fields[0].rule})</p>")
        grid = widgets.Box(boxes, layout=widgets.Layout(flex_flow="row wrap"))
        return widgets.VBox([widgets.HBox([title, self._reset(fields)]), grid])

    def _control(self, field: Field, make: Callable[[Field], Any]) -> Any:
        control = make(field)
        control.observe(
            self._quiet.unless(lambda news: self._change({field.path: news["new"]})), "value"
        )
        self.controls[field.path] = control
        return control

    def _reset(self, fields: tuple[Field, ...]) -> Any:
        """Return the button that sets fields back to the standard."""
        what = fields[0].words if len(fields) == 1 else _name(fields)

        def reset() -> None:
            draft = self._draft
            if draft is not None:
                known = [field.path for field in fields if _can_reset(draft, field)]
                self._change({path: draft.standard_value(path) for path in known})

        made = button("undo", f"{what}: back to the standard", reset, "reset")
        made.layout.width, made.layout.flex = "6em", "0 0 auto"
        self._resets.append((fields, made))
        return made


def _name(fields: tuple[Field, ...]) -> str:
    """Return what the numbers of a table by hour are called together."""
    return fields[0].words.rpartition(" at ")[0]


def _can_reset(draft: Draft, field: Field) -> bool:
    """True if a field differs from the standard, which has it."""
    standard = draft.standard_value(field.path)
    return standard is not None and draft.value(field.path) != standard


def _note(draft: Draft, field: Field, changed: bool) -> str:
    """Return what the standard has, and the rule."""
    standard = draft.standard_value(field.path)
    words = "not in the standard" if standard is None else f"standard: {field.shown(standard)}"
    rule = f" ({field.rule})" if field.rule else ""
    mark = "◆ " if changed else ""
    return f"<span>{mark}{html.escape(words + rule)}</span>"


def _control(field: Field) -> Any:
    """Return a slider or a drop-down for a field, with its name."""
    words = field.words[0].upper() + field.words[1:]
    unit = f", {field.unit}" if field.unit and field.unit != "hour" else ""
    common = {
        "description": words + unit,
        "tooltip": f"{words}{unit} {field.rule}".strip(),
        "style": WORDS,
        "layout": {"width": "37em" if field.choices and field.unit != "hour" else "100%"},
    }
    if field.unit == "hour":
        return widgets.SelectionSlider(
            options=[(field.shown(choice), choice) for choice in field.choices],
            continuous_update=False,
            **common,
        )
    if field.choices:
        options = [(field.shown(choice), choice) for choice in field.choices]
        return widgets.Dropdown(options=options, **common)
    return widgets.IntSlider(min=field.low, max=field.high, continuous_update=False, **common)


def _small(field: Field) -> Any:
    """Return a small box for a number of a table by hour."""
    hour = f"{field.path.rpartition('.')[2]}:00"
    return widgets.BoundedIntText(
        min=field.low,
        max=field.high,
        description=hour,
        tooltip=f"{field.words} {field.rule}".strip(),
        style={"description_width": "3.2em"},
        layout=widgets.Layout(width="7.5em"),
    )
