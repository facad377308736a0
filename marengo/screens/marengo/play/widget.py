"""A game on the field on the screen: against the machine, between two people, or to be watched."""

import html
from pathlib import Path
from typing import Any, ClassVar

import ipywidgets as widgets

from marengo.charts.sheets import Scene
from marengo.core.game import Game
from marengo.core.move import Move
from marengo.games.marengo.game import STANDARD, MarengoGame
from marengo.games.marengo.rules.moves import detail_of
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.languages import _
from marengo.screens.marengo.drawing.picture import to_png
from marengo.screens.marengo.drawing.position_text import describe
from marengo.screens.marengo.drawing.vector import board_of, scene_of
from marengo.screens.marengo.play import pages
from marengo.screens.marengo.play.board import ATTACK, GOAL, hint_ways, legend, marks_of
from marengo.screens.marengo.play.choosing import Chooser
from marengo.screens.marengo.play.known import known_table
from marengo.screens.marengo.play.news import arrows_of, happened, latest, losses_of
from marengo.screens.marengo.play.options import Option
from marengo.screens.marengo.play.panel import ChoicePanel
from marengo.screens.marengo.play.session import MarengoSession
from marengo.screens.marengo.play.steps import FINAL
from marengo.widgets.elements import Collapsible, paragraphs
from marengo.widgets.map import Mark, VectorMap, side_by_side
from marengo.widgets.playing.page import ANSWERS, Page
from marengo.widgets.playing.session import Session
from marengo.widgets.playing.showing import how_to_play

WIDTH = 1500
"""Width of the pictures, in pixels."""

STYLE = """<style>
.marengo-legend { line-height: 1.4; }
.marengo-legend b { display: inline-block; width: 15px; height: 15px; margin: 0 3px 0 9px;
  box-sizing: border-box; vertical-align: -2px; border: 2px solid currentcolor; }
.marengo-choice > .jupyter-button.mod-warning { color: #1a1a1a; background: #f0e442;
  position: sticky; top: 0; z-index: 1; }
.marengo-known { border-collapse: collapse; line-height: 1.3; }
.marengo-known th, .marengo-known td { border-bottom: 1px solid #b8ad96; padding: 2px 8px;
  text-align: left; vertical-align: top; }
</style>"""


class Play(Page):
    """A game on the screen.

    Made by :func:`marengo.widgets.play`. Where no kernel runs, as in a notebook that was just
    opened, a picture of the position takes its place.

    Parameters
    ----------
    session : MarengoSession
        The game.
    folder : Path
        Where games are saved.

    Attributes
    ----------
    board : VectorMap
        The map, with marks to click on.
    panel : ChoicePanel
        The question and the controls to answer it.
    how, known, thoughts : ipywidgets.HTML
        How the game is played, what is known of the enemy, and what the machine thinks.
    """

    STYLE: ClassVar = Page.STYLE + STYLE

    def __init__(self, session: Session, folder: Path) -> None:
        self._chooser: Chooser | None = None
        self.board = VectorMap(self._clicked)
        self.board.show(board_of(session.state.view(None)), Scene())  # nobody has looked yet
        self.panel = ChoicePanel(self._answer, self._picked)
        self.panel.add_class(ANSWERS)
        self.shown = (self.board, self.panel.question)
        self.how, self.known, self.thoughts = (widgets.HTML() for _part in range(3))
        self.how.add_class("marengo-first")
        super().__init__(session, folder)

    @classmethod
    def session_type(cls) -> type[Session]:
        """Return what a game in progress is."""
        return MarengoSession

    def _proposed(self) -> tuple[type[Game[Any]], str]:
        return MarengoGame, STANDARD

    def make_ready(self, game: Game[Any]) -> None:
        """Compile and draw all that the screen will need of a game, before anybody waits for it."""
        super().make_ready(game)
        self.how.value = f"<h3>{html.escape(_(game.title))}</h3>{paragraphs(how_to_play(game))}"
        state = game.start(0)
        view = state.view(state.to_move)
        board_of(view)
        scene_of(view)
        detail_of(0)  # few moves are written with it, and not the first one

    def _laid_out(self) -> widgets.VBox:
        below = {
            _("How to play"): self.how,
            _("What is known of the enemy"): self.known,
            _("The position in words"): self.words,
            _("What the machine thinks"): self.thoughts,
            _("Copy, save and load"): self.files,
            _("New game"): self.new_game,
        }
        middle = self._placed(
            side_by_side(self.board, "680px", widgets.HTML(legend())),
            *(self.status, self.panel, self.orders, self.hints, self.hinted),
        )
        parts = [Collapsible(title, part) for title, part in below.items()]
        return widgets.VBox([self.head, self.watching, middle, *parts])

    # --- what the controls do ---------------------------------------------------------------

    def _clicked(self, mark: Mark) -> None:
        """Pick pieces where the map was clicked, or do what can be done there."""
        chooser = self._chooser
        if chooser is None:
            return
        if mark.what not in (GOAL, ATTACK):
            chooser.pick_at(mark.place)
            self._picked()
            return
        options = sorted(
            chooser.at(mark.place, attacks=mark.what == ATTACK), key=lambda option: option.price
        )
        alone = len(options) == 1 or options[0].price < options[1].price
        if alone and not options[0].attacks and options[0].verb not in FINAL:
            self._answer(options[0])
        else:
            self.panel.refresh(pointed=options)

    def _picked(self) -> None:
        self.panel.refresh()
        self._mark()

    def _answer(self, option: Option) -> None:
        self.answer(option.moves)

    def describe(self) -> str:
        """Return the position in words, as the viewer may know it."""
        return describe(self.session.state, side=self.viewer)

    def png(self) -> bytes:
        """Return the map that is shown."""
        if not self._drawn:
            return b""
        state, viewer, _ = self._drawn
        arrows = arrows_of(latest(self.session.steps, viewer))
        return to_png(state, side=viewer, width=WIDTH, arrows=arrows)

    # --- what is shown ----------------------------------------------------------------------

    def _hide(self) -> None:
        self.known.value = self.thoughts.value = ""
        self.panel.ask(None, None)
        self.board.mark([])
        self.board.hint([])
        self.board.show(None, Scene())
        self._chooser = None

    def _happened(self, viewer: Side | None) -> list[tuple[str, list[str]]]:
        return happened(latest(self.session.steps, viewer), viewer)

    def _hint(self) -> str:
        return pages.hints(self.session)

    def _advised(self) -> list[tuple[str, tuple[Move, ...]]]:
        """Return the choices of a hint, and draw them on the map."""
        advised = pages.hinted(self.session)
        self.board.hint(hint_ways(self.session.state, [option for _, option in advised]))
        return [(words, option.moves) for words, option in advised]

    def _show_besides(self, viewer: Side | None) -> None:
        self._mark()
        self.known.value = known_table(self.session.state.view(viewer))
        self.thoughts.value = pages.thoughts(self.session, viewer)

    def _draw(self, viewer: Side | None) -> None:
        """Draw the position, with arrows for what happened since one's last decision."""
        state, steps = self.session.state, latest(self.session.steps, viewer)
        key = (state, viewer, len(steps))
        if key == self._drawn:
            return
        view = state.view(viewer)
        scene = scene_of(view, arrows_of(steps), losses_of(steps))
        self.board.show(board_of(view), scene)
        self._drawn = key

    def _ask(self, state: MarengoState | None) -> None:
        self._chooser = Chooser(state) if state is not None else None
        self.panel.ask(state, self._chooser)

    def _mark(self) -> None:
        state, chooser = self._asked, self._chooser
        if state is None or chooser is None:
            self.board.mark([])
        else:
            losses = losses_of(latest(self.session.steps, self.viewer))
            self.board.mark(marks_of(state, chooser, self.viewer, losses))
