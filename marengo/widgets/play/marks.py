"""What can be clicked on the map at a decision: stacks to pick from, and places to go to."""

from marengo.game import Side, State
from marengo.plots.places import stacks, target_spot
from marengo.widgets.play.asking import faces
from marengo.widgets.play.board import ATTACK, GOAL, PICKED, STACK, Mark
from marengo.widgets.play.choosing import Chooser
from marengo.widgets.play.options import Option
from marengo.widgets.play.wording import full_words, place_words, price_words


def marks_of(state: State, chooser: Chooser, viewer: Side | None) -> list[Mark]:
    """Return the marks of a decision, from west to east; those of goals after those of pieces."""
    marks = [*_stack_marks(state, chooser, viewer), *_goal_marks(state, chooser)]
    return sorted(marks, key=lambda mark: (mark.what in (GOAL, ATTACK), mark.x))


def _stack_marks(state: State, chooser: Chooser, viewer: Side | None) -> list[Mark]:
    areas, marks = stacks(state, side=viewer), []
    for place in chooser.places():
        picked = [name for name in chooser.picked if str(chooser.piece(name).place) == place]
        area = areas.get(place)
        if area is None:  # a box that the board does not draw
            continue
        words = f"pick from {place_words(place)}: {faces(chooser.here(place))}"
        if picked:
            words = f"picked: {faces(map(chooser.piece, picked))}; click for more, or for none"
        what = PICKED if picked else STACK
        marks.append(Mark(what, place, area.x, area.y, words, "", area.width, area.height))
    return marks


def _goal_marks(state: State, chooser: Chooser) -> list[Mark]:
    goals: dict[tuple[str, bool], list[Option]] = {}
    for option in chooser.options:
        if option.target is not None and option.target[0].isdigit():
            goals.setdefault((option.target, option.attacks), []).append(option)
    marks = []
    for (target, attacks), options in goals.items():
        x, y = target_spot(state.game.board, target, attacks=attacks)
        words = "; ".join(full_words(state, option) for option in options)
        text = str(min(option.price for option in options))
        if not any(price_words(state, option) for option in options):
            text = ""
        marks.append(Mark(ATTACK if attacks else GOAL, target, x, y, words, text))
    return marks
