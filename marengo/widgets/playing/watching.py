"""Who looks at the board: the cover between two people, and the controls of a watched game."""

from collections.abc import Callable
from enum import IntEnum
from typing import Any

import ipywidgets as widgets

from marengo.core.game import Game
from marengo.languages import _
from marengo.widgets.elements import Quiet, button, set_visible
from marengo.widgets.playing.seats import titles_of
from marengo.widgets.playing.session import Session


def seers(game: type[Game[Any]]) -> dict[str, IntEnum | None]:
    """Return the seats whose view can be shown, by the names on buttons; None shows everything."""
    sides = {title: side for side, title in titles_of(game).items()}
    return {_("both sides") if len(sides) == 2 else _("all sides"): None, **sides}


class Watching(widgets.HBox):  # type: ignore[misc] # ipywidgets has no types
    """Controls of a game that is watched; of one that is over only the view is left."""

    def __init__(self, session: Session, seen: Callable[[], object]) -> None:
        self._session, self._quiet = session, Quiet()
        self.going = widgets.ToggleButton(tooltip=_("let the players go on, or wait"))
        self.pace = widgets.FloatSlider(
            value=0.5, min=0.1, max=5, step=0.1, description=_("seconds"), continuous_update=False
        )
        self._sees = seers(type(session.state.game))
        self.seen_by = widgets.ToggleButtons(
            options=list(self._sees), style={"button_width": "auto"}
        )
        self._seers = widgets.HBox([widgets.Label(_("seen by")), self.seen_by])
        self._set_pace()
        self._quiet.heed(self.going, lambda going: session.pause(paused=not going))
        self.pace.observe(self._set_pace, "value")
        self.seen_by.observe(lambda _: seen(), "value")
        wrapped = widgets.Layout(flex_flow="row wrap")
        super().__init__([self.going, self.pace, self._seers], layout=wrapped)

    @property
    def viewer(self) -> IntEnum | None:
        """Seat whose view was chosen; None shows everything."""
        return self._sees[self.seen_by.value]

    def refresh(self) -> None:
        """Show those controls that are of use."""
        watched, over = not self._session.people, self._session.over
        for part in (self.going, self.pace):
            set_visible(part, watched and not over)
        set_visible(self._seers, watched or over)
        going = not self._session.paused
        with self._quiet():
            self.going.value = going
        self.going.description = _("Pause") if going else _("Go on")
        self.going.icon = "pause" if going else "play"

    def _set_pace(self, _: object = None) -> None:
        self._session.delay = self.pace.value


class Cover(widgets.VBox):  # type: ignore[misc] # ipywidgets has no types
    """A cover over the board until the one who decides has sat down."""

    def __init__(self, lifted: Callable[[], object]) -> None:
        self.words = widgets.HTML()
        self.lift = button("eye", _("only the player of this side looks now"), lifted, _("Show"))
        super().__init__([self.words, self.lift])

    def hand_to(self, army: str) -> None:
        """Ask that the screen be handed to the player of a side, named as sentences have it."""
        decides = _("{seat} decides.").format(seat=army)
        hand_over = _("Hand the screen to the player of {seat}. The other one looks away.")
        hand_over = hand_over.format(seat=army)
        self.words.value = f"<p><b>{decides}</b> {hand_over}</p>"
        self.lift.description = _("I am {seat}: show the board").format(seat=army)
