"""Cavalry continuation after a move without road and after a won attack (B-18.26, B-18.33)."""

from marengo.games.marengo.board import Place
from tests.reference_bonaparte.facts import CAVALRY, Piece, number
from tests.reference_bonaparte.situation import Situation


def continuations(now: Situation) -> set[str]:
    """B-8.60, B-11.16: the piece asked stays, or goes into an approach towards the enemy.

    Of two pieces alike the later one need not choose an earlier option than the one before, as
    that would only exchange the two. Options come in this order: staying, then the approaches.
    """
    context = now.state.context
    (piece,) = [each for each in now.state.pieces if each.name == context["piece"]]
    assert piece.kind == CAVALRY, "only cavalry continues (B-8.69)"
    assert isinstance(piece.place, Place)
    assert piece.place.is_reserve, "continuation starts from reserve (B-8.60)"
    reserve = piece.place
    approaches = now.ground.approaches[reserve.locality]
    goals = [reserve, *(each for each in approaches if now.may_enter_approach(each))]
    chosen = {str(name): str(place) for name, place in context["chosen"].items()}
    found = set()
    for rank, goal in enumerate(goals):
        if now.strict and rank < _rank_of_the_same(now, piece, chosen, goals):
            continue
        if now.affordable(_price(now, chosen, reserve, goal)):
            verb = "stay" if goal.is_reserve else "continue"
            found.add(f"{verb} {piece.name}" + ("" if goal.is_reserve else f" {goal}"))
    return found


def _price(now: Situation, chosen: dict[str, str], reserve: Place, goal: Place) -> int:
    """B-8.20, B-18.43: what the whole group then costs at least, beyond its first position.

    Infantry and artillery are sure to end in reserve (B-8.69). Cavalry asked later can still join
    any of the others for nothing.
    """
    settled = set(chosen.values()) | {str(goal)}
    if any(piece.kind != CAVALRY for piece in now.named("pieces")):
        settled.add(str(reserve))
    return len(settled) - 1


def _rank_of_the_same(
    now: Situation, piece: Piece, chosen: dict[str, str], goals: list[Place]
) -> int:
    before = [
        other
        for other in now.named("pieces")
        if other.name in chosen
        and number(other) < number(piece)
        and (other.kind, other.strength) == (piece.kind, piece.strength)
    ]
    texts = [str(goal) for goal in goals]
    return max((texts.index(chosen[other.name]) for other in before), default=0)
