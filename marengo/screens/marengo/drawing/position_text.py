"""Positions in words, for readers who cannot see the picture."""

from marengo.games.marengo.armies import ADJECTIVES, ARMY_OF
from marengo.games.marengo.board import Place
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.types import BOMBARDMENTS, KINDS
from marengo.games.marengo.view import MarengoView
from marengo.languages import N_, _
from marengo.screens.marengo.drawing.pieces import Drawable, by_place, drawables
from marengo.screens.marengo.drawing.renderer import renderer_of

__all__ = ["describe"]

_TURNS = {Side.AUSTRIAN: N_("{hour}:00, Austrian turn"), Side.FRENCH: N_("{hour}:00, French turn")}
_UNREADY = {"disorganised": N_("disorganised"), "inactive": N_("inactive")}
_DECIDES = {
    Side.AUSTRIAN: N_("Austrian player to decide"),
    Side.FRENCH: N_("French player to decide"),
}


def describe(shown: MarengoState | MarengoView, *, side: Side | None = None) -> str:
    """Describe in words what `position` draws, for readers who cannot see the picture.

    Parameters
    ----------
    shown : State or View
        The position, or what one side knows of it.
    side : Side, optional
        Of a State: describe what this side may know.

    Returns
    -------
    str
        A heading line, then a line for each army, and a last one if there is more to say.
    """
    view = view_of(shown, side)
    lines = [clock_of(view)]
    for army_side, army in ARMY_OF.items():
        placed = by_place(piece for piece in drawables(view) if piece.army == army)
        places = sorted(placed, key=_order)
        listed = "; ".join(
            f"{place}: {', '.join(map(piece_words, placed[place]))}" for place in places
        )
        morale = renderer_of(view).morale(view, army_side)
        lines.append(f"{_(ADJECTIVES[army])}, {morale}. {listed or _('no pieces')}")
    notes = notes_of(view)
    if barred := _barred(view):
        notes.insert(0, _("no more assaults at {borders}").format(borders=barred))
    if notes:
        lines.append(_("Besides: {notes}").format(notes="; ".join(notes)))
    return "\n".join(lines)


def view_of(shown: MarengoState | MarengoView, side: Side | None) -> MarengoView:
    """Return the view to show."""
    if isinstance(shown, MarengoState):
        return shown.view(side)
    if side is not None and shown.side != side:
        raise ValueError(f"a view of {shown.side!r} cannot be drawn as that of {side!r}")
    return shown


def clock_of(view: MarengoView) -> str:
    """Say what time it is and whose turn."""
    words = [turn_words(view.hour, view.turn), renderer_of(view).turn(view)]
    if view.to_move != view.turn:
        words.append(_(_DECIDES[view.to_move]))
    return ", ".join(words)


def turn_words(hour: int, turn: Side) -> str:
    """Name a turn."""
    return _(_TURNS[turn]).format(hour=hour)


def levels_of(view: MarengoView) -> dict[Side, str]:
    """Return each army's morale as briefly as can be said."""
    return {side: renderer_of(view).level(view, side) for side in ARMY_OF}


def notes_of(view: MarengoView) -> list[str]:
    """List what everybody knows and no piece shows."""
    notes = renderer_of(view).notes(view)
    if view.pontoon_used:
        notes.append(_("pontoon bridge used"))
    return notes


def _barred(view: MarengoView) -> str:
    """Name the borders over which an assault was lost this turn, each once (T-11.50, B-11.14)."""
    places = (Place.parse(border) for border in view.barred)
    lower = (place for place in places if place.locality < (place.towards or 0))
    return ", ".join(map(str, sorted(lower, key=_order)))


def _order(place: Place | str) -> tuple[int, int, str]:
    """Sort places by locality, the reserve first, and boxes last."""
    if isinstance(place, str):
        return (10**9, 0, place)
    return (place.locality, place.towards or 0, place.pair or "")


def piece_words(piece: Drawable) -> str:
    """Name a piece in words."""
    face = _("hidden") if piece.kind is None else f"{_(KINDS[piece.kind])} {piece.strength}"
    acted = _("assaulted") if piece.assaulted else _("acted") if piece.acted else ""
    marks = (_(_UNREADY.get(piece.unready, "")), acted, _(BOMBARDMENTS.get(piece.bombardment, "")))
    return " ".join([face, *(f"({mark})" for mark in marks if mark)])
