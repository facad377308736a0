"""The panel of pieces and where they start: lists, and the map below them."""

from collections.abc import Callable
from functools import partial
from typing import Any

import ipywidgets as widgets

from marengo.games.marengo.board import Board, Place
from marengo.games.marengo.state import MarengoState
from marengo.lab.simulate import game_seed
from marengo.screens.marengo.drawing.picture import Arrow, to_png
from marengo.screens.marengo.drawing.vector import board_of, scene_of
from marengo.screens.marengo.scenario_lab import forces
from marengo.screens.marengo.scenario_lab.draft import Draft
from marengo.screens.marengo.scenario_lab.forces import Face
from marengo.widgets.elements import (
    Collapsible,
    Quiet,
    button,
    checkbox,
    labelled,
    note,
    paragraphs,
    set_visible,
    wrapped_row,
)
from marengo.widgets.map import VectorMap

WIDTH = 1200
"""Width of the picture where no kernel runs, in pixels."""

RESERVE = "in reserve"

APPROACHES = "in reserve, or in an approach; one that faces no enemy is left again (T-16.1, B-8.40)"

KEPT = "The map shows the last start that can be played."

USUAL = 2
"""Symbols on most pieces."""

MARKS = {
    "draw": "drawn blindly (a pool)",
    "disorganised": "disorganised (T-14.3)",
    "inactive": "inactive (B-6.6)",
}

POOL = (
    "These pieces are a pool: chance decides in each game which of them starts where. The map "
    "shows the draw of the first game. Move moves a start place; Add and Remove change the pool "
    "and its places together."
)


class PiecePanel(widgets.VBox):  # type: ignore[misc] # ipywidgets has no types
    """Pieces and where they start."""

    def __init__(self, draft: Draft, change: Callable[[Draft], None]) -> None:
        self._draft, self._game, self._seed = draft, draft.game, 0
        self._change, self._quiet = change, Quiet()
        self._make_controls()
        self._ticks = {mark: self._tick(mark, words) for mark, words in MARKS.items()}
        self.hint, self.problem, self.words = (widgets.HTML() for _ in range(3))
        self.map = VectorMap()
        super().__init__(
            [
                wrapped_row(self.force, widgets.HBox([*self._ticks.values()])),
                self.hint,
                wrapped_row(self.origin, self.piece, self.number),
                wrapped_row(self.target, self.post, self.mover, self.remover),
                wrapped_row(self.kind, self.strength, self.adder),
                self.problem,
                self.map,
                Collapsible("The start in words", self.words),
            ]
        )

    def _make_controls(self) -> None:
        choice = partial(self._quiet.control, self._chosen, widgets.Dropdown)
        self.force = choice("force", "30em", "the pieces that start together")
        self.origin = choice("from", "20em", "where they start now")
        self.piece = choice("piece", "25em", "which of the pieces there")
        self.target = choice("to", "26em", "the locality or box where they shall start")
        self.post = choice("there", "20em", APPROACHES)
        self.kind = choice("new piece", "20em", "what is added", options=forces.KINDS)
        strengths = {"options": forces.STRENGTHS, "value": USUAL}
        self.strength = choice("strength", "14em", "symbols on it", **strengths)
        moved = "how many pieces are moved, added or removed"
        self.number = labelled(
            widgets.BoundedIntText, "how many", "13em", value=1, min=1, max=24, tooltip=moved
        )
        self.mover = button("arrow-right", "let the pieces start there instead", self._move, "Move")
        self.adder = button("plus", "add new pieces at the place chosen in “to”", self._add, "Add")
        self.remover = button(
            "minus", "take away the pieces chosen in “from” and “piece”", self._remove, "Remove"
        )

    def show(self, draft: Draft, seed: int) -> None:
        """Bring everything up to date; the map shows the first game of a study's seed."""
        self._draft, self._seed = draft, seed
        if not draft.problem:
            self._game = draft.game
        wrong = f"{draft.problem}. {KEPT}" if draft.problem else ""
        self.problem.value = note(wrong, alert=True)
        self._offer()
        self._paint()

    def _offer(self) -> None:
        """Offer what there is to choose, and keep what is chosen as far as it is there."""
        draft = self._draft
        with self._quiet():
            names = forces.force_names(draft)
            _set(self.force, [(name, name) for name in names])
            name = self.force.value
            standing = forces.places_of(draft, name)
            _set(self.origin, _counted(standing))
            marks = forces.marks_of(draft, name)
            for mark, tick in self._ticks.items():
                set_visible(tick, mark in marks)
                tick.value = marks.get(mark, False)
            faces = forces.faces_at(draft, name, self.origin.value)
            _set(self.piece, _counted(faces))
            self._offer_places(draft, names[name])
        self.hint.value = note(POOL) if marks["draw"] else ""
        self.mover.disabled = self.remover.disabled = not standing

    def _offer_places(self, draft: Draft, army: str) -> None:
        """Offer the places where an army can start."""
        board = self._game.board
        boxes = forces.start_boxes(board, army)
        places = forces.start_places(draft, board, army)
        localities = [str(place) for place in places if place.towards is None]
        spots = [(f"box {box}", box) for box in boxes]
        _set(
            self.target,
            spots + [(_locality_words(board, locality), locality) for locality in localities],
        )
        inside = [place for place in places if str(place.locality) == self.target.value]
        posts = [("in the box", "")] if self.target.value in boxes else _posts(inside)
        _set(self.post, posts)

    def _tick(self, mark: str, words: str) -> Any:
        """Return the checkbox of a mark of the force that is chosen."""

        def act(value: bool) -> None:
            self._change(forces.with_mark(self._draft, self.force.value, mark, value))

        tick = checkbox(words, f"the force is {words}")
        self._quiet.heed(tick, act)
        return tick

    @property
    def place(self) -> str:
        """The place chosen to go to."""
        return str(self.post.value or self.target.value)

    def _chosen(self, _: Any = None) -> None:
        """Offer what goes with another choice, and show it on the map."""
        self._offer()
        self._paint()

    def _move(self) -> None:
        self._act(forces.move, self.piece.value, self.origin.value, self.place)

    def _remove(self) -> None:
        self._act(forces.remove, self.piece.value, self.origin.value)

    def _add(self) -> None:
        self._act(forces.add, Face(self.kind.value, self.strength.value), self.place)

    def _act(self, does: Callable[..., Draft], *what: Any) -> None:
        """Change the draft, or say why that cannot be."""
        try:
            changed = does(self._draft, self.force.value, *what, self.number.value)
        except ValueError as error:
            self.problem.value = note(str(error), alert=True)
        else:
            self._change(changed)

    def _paint(self) -> None:
        """Show the start of the first game of a study, and say it in words."""
        view = self._start().view(None)
        scene = scene_of(view, self._arrows())
        self.map.show(board_of(view), scene)
        self.words.value = paragraphs(scene.words.splitlines())

    def _start(self) -> MarengoState:
        """Return the last start that can be played."""
        return self._game.start(game_seed(self._seed, 0))

    def draw_now(self) -> bytes:
        """Return a picture of the start."""
        return to_png(self._start(), width=WIDTH)

    def _arrows(self) -> list[Arrow]:
        """Return an arrow from the place chosen to the one where its pieces shall go."""
        if not self.origin.value or not self.target.value:
            return []
        boxes = {entry.name: bool(entry.at) for entry in self._game.board.entries}
        ends = (self.origin.value, self.place)
        if not all(boxes.get(end, True) for end in ends):
            return []  # such a box is not drawn
        start, end = (end if end in boxes else Place.parse(end) for end in ends)
        return [(start, end)]


def _set(control: Any, options: list[tuple[str, Any]]) -> None:
    """Give a drop-down other options; what is chosen stays, if it is still there."""
    if list(control.options) == options:
        return
    before = control.value
    control.options = options
    values = [value for _, value in options]
    control.value = before if before in values else next(iter(values), None)


def _counted(numbers: dict[Any, int]) -> list[tuple[str, Any]]:
    """Offer things, with how many there are of each."""
    return [(f"{value} (×{number})", value) for value, number in numbers.items()]


def _locality_words(board: Board, number: str) -> str:
    name = board.locality(int(number)).name
    return f"{number} · {name.split(' / ')[0]}" if name else number


def _posts(places: list[Place]) -> list[tuple[str, str]]:
    return [
        (
            RESERVE if place.towards is None else f"towards {place.towards}{place.pair or ''}",
            str(place),
        )
        for place in places
    ]
