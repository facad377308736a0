"""What can be clicked on the map, and what is said below it."""

from collections.abc import Iterable, Sequence

from marengo.games.marengo.board import Place
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.view import MarengoView
from marengo.languages import N_, _
from marengo.screens.marengo.drawing.layout import layout
from marengo.screens.marengo.drawing.picture import way_of
from marengo.screens.marengo.drawing.places import free_spots, stacks
from marengo.screens.marengo.narration import Loss, faces
from marengo.screens.marengo.play.choosing import Chooser
from marengo.screens.marengo.play.options import Option
from marengo.screens.marengo.play.wording import full_words, place_words, price_words
from marengo.widgets.map import Mark, Way

STACK, PICKED, GOAL, ATTACK = "stack", "picked", "goal", "attack"
"""Kinds of marks."""

_LEGEND = {
    N_("pieces to pick"): "border-style: dashed; border-radius: 4px",
    N_("go there, with the price"): "background: #f0e442; border-radius: 50%",
    N_("attack there"): "background: #fff; border-radius: 2px",
}


def legend() -> str:
    """Return what the marks mean, in signs that look like them."""
    signs = " ".join(f"<b style='{style}'></b>{_(words)}" for words, style in _LEGEND.items())
    return f"<div class='marengo-legend'>{signs}</div>"


def marks_of(
    state: MarengoState, chooser: Chooser, viewer: Side | None, losses: Iterable[Loss] = ()
) -> list[Mark]:
    """Return the marks of a decision, from west to east; those of goals after those of pieces.

    Goals keep clear of the losses that the map shows.
    """
    view = state.view(viewer)
    marks = [*_stack_marks(view, chooser), *_goal_marks(state, view, chooser, losses)]
    return sorted(marks, key=lambda mark: (mark.what in (GOAL, ATTACK), mark.x))


def _stack_marks(view: MarengoView, chooser: Chooser) -> list[Mark]:
    areas, marks = stacks(view), []
    for place in chooser.places():
        picked = [name for name in chooser.picked if str(chooser.piece(name).place) == place]
        area = areas.get(place)
        if area is None:  # a box that the board does not draw
            continue
        standing = faces(chooser.here(place))
        words = _("pick from {place}: {pieces}").format(place=place_words(place), pieces=standing)
        if picked:
            pieces = faces(map(chooser.piece, picked))
            words = _("picked: {pieces}; click for more, or for none").format(pieces=pieces)
        what = PICKED if picked else STACK
        marks.append(Mark(what, place, area.x, area.y, words, "", area.width, area.height))
    return marks


def _goal_marks(
    state: MarengoState, view: MarengoView, chooser: Chooser, losses: Iterable[Loss]
) -> list[Mark]:
    goals: dict[tuple[str, bool], list[Option]] = {}
    for option in chooser.options:
        if option.target is not None and option.target[0].isdigit():
            goals.setdefault((option.target, option.attacks), []).append(option)
    marks = []
    taken = [(str(place), False) for place, *_ in losses]
    spots = free_spots(view, [*taken, *goals])[len(taken) :]
    for (goal, options), (x, y) in zip(goals.items(), spots, strict=True):
        target, attacks = goal
        words = "; ".join(full_words(state, option) for option in options)
        text = str(min(option.price for option in options))
        if not any(price_words(state, option) for option in options):
            text = ""
        marks.append(Mark(ATTACK if attacks else GOAL, target, x, y, words, text))
    return marks


def hint_ways(state: MarengoState, options: Sequence[Option]) -> list[Way]:
    """Return where on the map the choices of a hint lead; a point where pieces stay."""
    plan = layout(state.game.board)
    ways: list[Way] = []
    for option in options:
        places = [state.piece(name).place for name in option.pieces[:1]]
        if option.target and option.target[0].isdigit():
            places.append(Place.parse(option.target))
        route = (
            way_of(plan, tuple(place for place in places if place is not None)) if places else []
        )
        ways.append([*dict.fromkeys(route)])
    return ways
