"""The buttons beside the board: what a person may ask for besides a move."""

from collections.abc import Callable
from functools import partial
from time import monotonic

import ipywidgets as widgets

from marengo.languages import N_, _
from marengo.widgets.elements import button, set_visible
from marengo.widgets.playing.bell import Bell
from marengo.widgets.playing.session import Session

RESIGN, SURE = N_("Resign"), N_("Really resign?")

DOUBLE_CLICK = 1.0
"""Seconds in which a second press is ignored: nobody has read the question yet."""


class Orders(widgets.Box):  # type: ignore[misc] # ipywidgets has no types
    """Buttons to undo and redo, to ask for a hint, to hurry the machine, and to resign."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._asked = 0.0
        orders: dict[str, Callable[[], object]] = {
            "undo": session.undo,
            "turn": partial(session.undo, whole_turn=True),
            "redo": session.redo,
        }
        orders = {name: partial(self._calmly, order) for name, order in orders.items()}
        self.undo = button("undo", "", orders["undo"], _("Undo"))
        self.turn = button("fast-backward", "", orders["turn"], _("Undo turn"))
        self.redo = button("repeat", "", orders["redo"], _("Redo"))
        self.hint = button(
            "lightbulb-o",
            _("the first three choices of a player that thinks, with its estimates"),
            session.advise,
            _("Hint"),
        )
        self.hurry = button("fast-forward", "", session.hurry, _("Move now"))
        self.resign = button("flag", _("give the game up"), self._resign, _(RESIGN))
        self.bell = Bell(orders)
        row = widgets.Layout(flex_flow="row wrap", align_items="center")
        back = (self.undo, self.turn, self.redo)
        super().__init__([*back, self.hint, self.hurry, self.resign, self.bell], layout=row)

    def refresh(self) -> None:
        """Enable the buttons that can be pressed."""
        session = self._session
        reason = session.kept
        self.undo.disabled = self.turn.disabled = bool(reason)
        self.undo.tooltip = _(reason) or _("take back your last decision (Ctrl+Z)")
        self.turn.tooltip = _(reason) or _("take back all of this turn that can be (Ctrl+Alt+Z)")
        self.redo.disabled = not session.undone
        self.redo.tooltip = _("decide again what was taken back (Ctrl+Y)")
        self.hint.disabled = not session.asked or session.adviser.thinking
        self.hurry.disabled = not session.thinking
        once = _("the machine moves at once, this once")
        until = _("the machine moves at once, and quickly until you decide again")
        self.hurry.tooltip = until if session.people else once
        self.bell.mine = session.asked
        self.resign.disabled = not session.may_resign
        if session.over:
            self.calm()
        for control in (self.undo, self.turn, self.redo, self.hint, self.resign, self.bell):
            set_visible(control, bool(session.people))

    def calm(self) -> None:
        """Take back the question whether one really resigns."""
        self.resign.description, self._asked = _(RESIGN), 0.0

    def _calmly(self, order: Callable[[], object]) -> None:
        self.calm()
        order()

    def _resign(self) -> None:
        """Ask at the first press, resign at another once the question could be read."""
        if not self._asked:
            self.resign.description, self._asked = _(SURE), monotonic()
        elif monotonic() - self._asked > DOUBLE_CLICK:
            self._session.resign()
