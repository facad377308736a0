"""The side of the board where one decides: the question, the pieces, and what they can do.

All of it is done with buttons, as JupyterLab keeps the arrow keys, which lists need, for itself.
"""

import html
from collections.abc import Callable, Sequence

import ipywidgets as widgets

from marengo.games.marengo.state import MarengoState
from marengo.languages import _
from marengo.screens.marengo.narration import face, faces
from marengo.screens.marengo.play.choosing import Chooser
from marengo.screens.marengo.play.options import Option
from marengo.screens.marengo.play.questions import ask_in_words
from marengo.screens.marengo.play.wording import full_words, place_words
from marengo.widgets.playing.buttons import PICKED, Buttons, Press

POINTED = "warning"
"""Style of a button: what a click on the map asked for."""


class ChoicePanel(widgets.VBox):  # type: ignore[misc] # ipywidgets has no types
    """The decision asked for, and the controls to answer it."""

    def __init__(self, played: Callable[[Option], None], picked: Callable[[], None]) -> None:
        self._picked = picked
        self._chooser: Chooser | None = None
        self._options: list[Option] = []
        self._answers: list[Option] = []
        self.question = widgets.HTML()
        self.places = Buttons(_("pick from"), self._pick_at)
        # those picked, and what fits or replaces them
        self.pieces = Buttons(_("pieces"), self._turn)
        self.options = Buttons(_("what can be done"), lambda number: played(self._options[number]))
        self.options.add_class("marengo-options")
        # answers that need neither pieces nor a place
        self.plain = Buttons("", lambda number: played(self._answers[number]))
        super().__init__([self.question, self.places, self.pieces, self.options, self.plain])

    def ask(self, state: MarengoState | None, chooser: Chooser | None) -> None:
        """Ask for a decision; None leaves the panel empty."""
        self._chooser = chooser
        self.question.value = ""
        if state is not None:
            self._state, asked = state, ask_in_words(state)
            self.question.value = (
                f"<p class='marengo-ask'><b>{html.escape(asked.text)}</b> <abbr tabindex='0' "
                f"title='{html.escape(asked.reason, quote=True)}'>{asked.rules}</abbr></p>"
            )
        self.refresh()

    def refresh(self, pointed: Sequence[Option] = ()) -> None:
        """Bring the controls up to date with what is picked; options pointed out come first."""
        chooser = self._chooser
        if chooser is None:
            for part in (self.places, self.pieces, self.options, self.plain):
                part.show([])
            return
        self._show_pieces(chooser)
        self._answers = [option for option in chooser.plain if option.target is None]
        self._options = [option for option in chooser.options if option not in self._answers]
        self._options.sort(
            key=lambda option: (
                option not in pointed,
                option.target is None,
                not option.attacks,
                option.price,
            )
        )
        self.options.show([self._press(option, pointed) for option in self._options])
        self.plain.show([self._press(option, pointed) for option in self._answers])

    def _press(self, option: Option, pointed: Sequence[Option]) -> Press:
        words = full_words(self._state, option)
        return Press(words, words, POINTED if option in pointed else "")

    def _show_pieces(self, chooser: Chooser) -> None:
        picked = {str(chooser.piece(name).place) for name in chooser.picked}
        self.places.show(
            [
                Press(
                    place,
                    f"{place_words(place)}: {faces(chooser.here(place))}",
                    PICKED if place in picked else "",
                )
                for place in chooser.places()
            ]
        )
        pieces = [chooser.piece(name) for name in self._names(chooser)]
        self.pieces.show(
            [
                Press(
                    f"{face(piece)} ({piece.name})",
                    _("{piece} in {place}").format(
                        piece=face(piece), place=place_words(str(piece.place))
                    ),
                    PICKED if piece.name in chooser.picked else "",
                )
                for piece in pieces
            ]
        )

    def _names(self, chooser: Chooser) -> list[str]:
        return chooser.candidates() if chooser.picked else []

    def _pick_at(self, number: int) -> None:
        if self._chooser is not None:
            self._chooser.pick_at(self._chooser.places()[number])
            self._picked()

    def _turn(self, number: int) -> None:
        if self._chooser is not None:
            self._chooser.turn(self._names(self._chooser)[number])
            self._picked()
