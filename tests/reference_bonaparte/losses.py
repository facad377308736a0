"""How losses are distributed, point by point (B-11.17, B-11.18, B-12.7, B-12.9)."""

from marengo.games.marengo.board import Place
from tests.reference_bonaparte.facts import ARTILLERY, INFANTRY, Piece, number
from tests.reference_bonaparte.situation import Situation, likeness

FIRE, RESULT, PURSUERS, PURSUED, RETREAT = "fire", "result", "pursuers", "pursued", "retreat"


def strikes(now: Situation) -> set[str]:
    """B-11.18: the enemy of their owner distributes losses of several leading pieces.

    B-11.58: the same holds for two pursuers.
    """
    assert _sharing(now) == _meant(now, by_owner=False), "others are to take this loss"
    return {f"strike {piece.name}" for piece in _fit(now)}


def reductions(now: Situation) -> set[str]:
    """B-11.18: among other participants the owner. B-12.7, B-12.9: so it is in a retreat."""
    assert _sharing(now) == _meant(now, by_owner=True), "others are to take this loss"
    return {f"reduce {piece.name}" for piece in _fit(now)}


def _fit(now: Situation) -> list[Piece]:
    """Return the pieces that may take the next point.

    They are named in ascending order, so that each distribution is reached once; those from the
    one named on must be able to take all that is left.
    """
    sharing, left, last = _sharing(now), int(now.state.context["left"]), now.state.context["last"]
    first = 0 if last is None else int(str(last)[1:])
    fit = [
        piece
        for piece in sharing
        if number(piece) >= first
        and sum(other.strength for other in sharing if number(other) >= number(piece)) >= left
    ]
    passed = {likeness(piece) for piece in sharing if number(piece) < first}
    fresh = [piece for piece in fit if likeness(piece) not in passed]
    # Of pieces alike an earlier one could have been named for the same loss.
    return fresh if now.strict else fit


def _sharing(now: Situation) -> list[Piece]:
    return now.named("pieces")


def _meant(now: Situation, *, by_owner: bool) -> list[Piece]:
    """Return the pieces among which the rules distribute this loss."""
    cause = now.state.context["cause"]
    owner = _sharing(now)[0].side
    if cause == RETREAT:
        assert by_owner
        return _retreating(now, owner)
    if cause == PURSUERS:
        assert not by_owner  # B-11.58
        return now.named("pursuers")
    assert cause != FIRE or owner == now.side, "defensive fire hits the attacker (B-11.29)"
    attack = Place.parse(str(now.state.context["attack"]))
    attacking = owner == now.side
    everyone = now.named("participants") if attacking else now.at(attack.opposite, now.enemy)
    leading = now.named("leaders" if attacking else "defence_leaders")
    if leading:  # B-11.17: first the leading pieces, while there are any
        assert not by_owner
        return leading
    assert by_owner
    return everyone


def _retreating(now: Situation, owner: int) -> list[Piece]:
    """Return the pieces of one position that owes a loss; it is the place of the ones named."""
    (place,) = {piece.place for piece in _sharing(now)}
    assert isinstance(place, Place)
    assert place.locality == int(now.state.context["locality"])
    here = now.at(place, owner)
    if place.is_reserve:  # B-12.7; B-12.8: cavalry in reserve loses nothing
        return [piece for piece in here if piece.kind == INFANTRY]
    return [piece for piece in here if piece.kind != ARTILLERY]  # B-12.9
