"""What is drawn of *Bonaparte at Marengo* only: steps, commands, morale in points, stars."""

from collections import Counter
from collections.abc import Iterator

from marengo.charts import style
from marengo.games.bonaparte.view import BonaparteView
from marengo.games.marengo.armies import ARMY_NAMES, ARMY_OF, Army
from marengo.games.marengo.board import Locality
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.types import ARMIES
from marengo.languages import N_, _, ngettext
from marengo.screens.marengo.drawing.layout import Layout
from marengo.screens.marengo.drawing.legend import Sample, draw_star
from marengo.screens.marengo.drawing.pieces import piece_signs
from marengo.screens.marengo.drawing.position import LAST_HOUR, held_places
from marengo.screens.marengo.drawing.renderer import Event, Renderer, Token
from marengo.screens.marengo.drawing.symbols import star_spot, write_star

__all__ = ["RENDERER"]

_COLOURS = {"red": N_("red"), "green": N_("green"), "blue": N_("blue")}

_STEPS = (
    N_("start of the turn"),
    N_("step 1: bombardment"),
    N_("step 2: assaults"),
    N_("step 3: moves"),
    N_("step 4: declaration"),
)


def _turn(view: BonaparteView) -> str:
    """Say the step and what is left (B-7.4 to B-7.8, B-8.13, B-6.15)."""
    number = view.commands
    left = ngettext("{number} command left", "{number} commands left", number)
    words = [_(_STEPS[view.step]), left.format(number=number)]
    if number := view.activations:
        left = ngettext("{number} activation left", "{number} activations left", number)
        words.append(left.format(number=number))
    return ", ".join(words)


def _level(view: BonaparteView, side: Side) -> str:
    return _("demoralised") if view.demoralised[side] is not None else str(view.morale[side])


def _morale(view: BonaparteView, side: Side) -> str:
    hour = view.demoralised[side]
    if hour is None:
        return _("morale {level}").format(level=view.morale[side])
    return _("demoralised since {hour}:00").format(hour=hour)


def _notes(view: BonaparteView) -> list[str]:
    """List what is marked on no piece: stars held, assaults made, the flag, the bonus."""
    notes = []
    stars = Counter(locality.star for locality in _held(view, "austrian") if locality.star)
    if stars:
        words, named = _("{number} {colour}"), [(star, _(_COLOURS[star])) for star in sorted(stars)]
        held = ", ".join(words.format(number=stars[star], colour=colour) for star, colour in named)
        notes.append(_("stars held by Austria: {stars}").format(stars=held))
    if view.assaulted:
        places = ", ".join(sorted(view.assaulted))
        notes.append(_("assaults made from {places}").format(places=places))
    if view.flag:
        notes.append(_("Austrians have reached a French start"))
    bonus = _bonus(view)
    if bonus is not None:
        notes.append(_("morale bonus due to {army}").format(army=_(ARMIES[bonus])))
    return notes


def _bonus(view: BonaparteView) -> Side | None:
    """Return who gains a bonus in the next round; after the last there is none (B-13.7)."""
    return view.bonus_due if view.hour < LAST_HOUR else None


def _held(view: BonaparteView, *armies: Army) -> list[Locality]:
    """List the star localities that these armies occupy (B-14.4)."""
    held = {number for number, army in held_places(view) if army in armies}
    return [
        locality for locality in view.board.localities if locality.star and locality.number in held
    ]


def _hours(view: BonaparteView) -> Iterator[Event]:
    """Yield when an army was demoralised, and a bonus that is due (B-13.7)."""
    for side, army in ARMY_OF.items():
        hour = view.demoralised[side]
        if hour is not None:
            yield hour, army, f"{army[0].upper()}▼", _("demoralised")
    bonus = _bonus(view)
    if bonus is not None:
        yield view.hour + 1, ARMY_OF[bonus], f"{ARMY_OF[bonus][0].upper()}+", _("bonus")


def _tokens(plan: Layout, view: BonaparteView) -> Iterator[Token]:
    """Yield the stars of held localities, as their pieces would hide them."""
    for locality in _held(view, *ARMY_NAMES):
        yield f"{locality.star} star", star_spot(plan, locality.number)


def _star(colour: str) -> Sample:
    return lambda axes, at, _, ink: write_star(axes, at, colour, ink, zorder=7)


RENDERER = Renderer(
    turn=_turn,
    level=_level,
    morale=_morale,
    notes=_notes,
    hours=_hours,
    tokens=_tokens,
    samples={f"{colour} star": _star(colour) for colour in style.STAR},
    signs=(*piece_signs("inactive"), (draw_star, "star locality")),
)
"""Renderer of positions of Bonaparte."""
