"""Chapter 12: continuation of cavalry at the end of an action (N17)."""

from marengo.games.marengo.board import Place
from tests.reference.facts import CAVALRY, Piece, number
from tests.reference.situation import Situation


def continuations(now: Situation) -> set[str]:
    """Return what the piece asked may do, whatever its likes have done before it (T-12.5)."""
    return {_text(piece, goal) for piece, goal in _choices(now)}


def continuations_in_order(now: Situation) -> set[str]:
    """Return what it may do when cavalry alike choose in order.

    Of two pieces alike the later one does not choose an earlier option than the one before, as
    that would only exchange the two. Options come in this order: staying, then the approaches.
    """
    choices = _choices(now)
    piece = choices[0][0]
    before = [
        other
        for other in _of_the_action(now)
        if number(other) < number(piece) and _face(other) == _face(piece)
    ]
    first = max((_rank(now, other.place) for other in before), default=0)
    return {_text(piece, goal) for _, goal in choices if _rank(now, goal) >= first}


def price_of_position(now: Situation, name: str, goal: str) -> int:
    """Return what one choice costs."""
    (piece,) = [p for p in now.state.pieces if p.name == name]
    return _price(now, piece, Place.parse(goal))


def _choices(now: Situation) -> list[tuple[Piece, Place]]:
    """Return the piece asked with each place where it may end."""
    context = now.state.context
    (piece,) = [p for p in now.state.pieces if p.name == context["piece"]]
    reserve = piece.place
    assert isinstance(reserve, Place)
    assert reserve.is_reserve, "only cavalry in reserve is asked (T-12.1)"
    goals = [reserve]
    if not now.surprised(now.side):  # T-12.15
        for approach in now.ground.approaches[reserve.locality]:
            if context["options"] != "any" and str(approach) != str(context["attack"]):
                continue  # T-12.12
            if now.enemy_opposite(approach) and not now.ground.impassable(approach):  # T-12.3
                goals.append(approach)
    return [(piece, goal) for goal in goals if now.affordable(_price(now, piece, goal))]


def _price(now: Situation, piece: Piece, goal: Place) -> int:
    """T-12.6, T-6.5: the order for one more position, paid when it is chosen.

    Positions where pieces of the action are sure to end are those of pieces that are not asked
    and of cavalry that has chosen. Cavalry asked later can still join any of them for nothing.
    """
    settled = {
        str(other.place)
        for other in _of_the_action(now)
        if other.kind != CAVALRY or number(other) < number(piece)
    }
    return 0 if not settled or str(goal) in settled else 1


def _of_the_action(now: Situation) -> list[Piece]:
    names = {str(name) for name in now.state.context["pieces"]}
    return [piece for piece in now.state.pieces if piece.name in names and piece.strength > 0]


def _face(piece: Piece) -> tuple[object, ...]:
    return piece.kind, piece.strength, piece.organised, piece.bombardment


def _rank(now: Situation, place: Place | str | None) -> int:
    assert isinstance(place, Place)
    if place.is_reserve:
        return 0
    return 1 + now.ground.approaches[place.locality].index(place)


def _text(piece: Piece, goal: Place) -> str:
    return f"stay {piece.name}" if goal.is_reserve else f"continue {piece.name} {goal}"
