"""What is against assaults, replies and bombardments of *Bonaparte at Marengo*."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from marengo.games.bonaparte.legality_of_moves import command, one_piece, only_named, unfit
from marengo.games.bonaparte.rules.bombardment import can_declare
from marengo.games.bonaparte.rules.groups import can_lead
from marengo.games.marengo.board import Approach, Place
from marengo.games.marengo.legality import Attempt
from marengo.games.marengo.notation import piece_slot
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Kind
from marengo.games.marengo.types import Piece

if TYPE_CHECKING:
    from marengo.games.bonaparte.state import BonaparteState


def assault(attempt: "Attempt[BonaparteState]") -> Iterator[str]:
    """Yield the reasons against an assault (B-18.14)."""
    yield from one_piece(attempt)
    (piece,) = attempt.pieces
    border, state = attempt.place, attempt.state
    if border.towards is None:
        yield "expected the approach assaulted from, such as 8/4"
        return
    if piece.place != border:
        yield f"{piece.name} is not in {border} (B-11.2)"
    if not state.count(str(border.opposite)):
        yield f"nobody blocks {border.opposite} (B-11.1)"
    if state.demoralised(state.turn) is not None:
        yield "a demoralised army does not assault (B-11.11)"
    if state.assaulted(str(border)):
        yield f"an assault was made from {border} this turn (B-11.9)"
    yield from unfit(attempt, piece)
    yield from command(attempt, "B-11.8")


def _attacked(attempt: "Attempt[BonaparteState]") -> Approach:
    """Return the approach attacked."""
    return attempt.border(Place.parse(str(attempt.state.context["attack"])).opposite)


def _one_type(attempt: "Attempt[BonaparteState]", rules: str) -> Iterator[str]:
    """Yield what is against so many pieces, or of several types, against the attacked approach."""
    width = 1 + bool(_attacked(attempt).wide)
    if len(attempt.pieces) > width:
        yield f"at most {width} at this approach ({rules})"
    if len({piece.kind for piece in attempt.pieces}) > 1:
        yield f"all are of one type ({rules})"


def lead(attempt: "Attempt[BonaparteState]") -> Iterator[str]:
    """Yield the reasons against leading pieces of either side (B-18.15, B-18.18)."""
    if attempt.state.decision == Decision.LEADERS:
        yield from _lead_attack(attempt)
    else:
        yield from _lead_defence(attempt)


def _lead_attack(attempt: "Attempt[BonaparteState]") -> Iterator[str]:
    attacked, context = _attacked(attempt), attempt.state.context
    approach = attempt.number(attempt.border(attacked.place.opposite))
    if not attempt.pieces:
        yield "at least one piece leads (B-11.22)"
    least = int(attempt.state.game.tables[0]["leading_strength"])
    for piece in attempt.pieces:
        if piece.name not in context["participants"]:
            yield f"{piece.name} does not take part (B-11.2)"
        if attempt.rule(can_lead, piece_slot(piece.name), approach):
            continue
        if piece.kind == Kind.ARTILLERY:
            yield "artillery does not lead (B-11.22)"
        if piece.kind == Kind.CAVALRY and attacked.cavalry_obstacle:
            yield f"{attacked.place} has a cavalry obstacle (B-11.24)"
        penalty = attacked.infantry if piece.kind == Kind.INFANTRY else attacked.cavalry
        wanted = max(least, penalty + 1)
        yield f"{piece.name} has strength {piece.strength}, expected {wanted} (B-11.23)"
    yield from _one_type(attempt, "B-11.22")


def _lead_defence(attempt: "Attempt[BonaparteState]") -> Iterator[str]:
    attacked = _attacked(attempt)
    for piece in attempt.pieces:
        if piece.place != attacked.place:
            yield f"{piece.name} does not stand in {attacked.place} (B-11.31)"
        if piece.kind == Kind.ARTILLERY:
            yield "artillery does not lead (B-11.33)"
        if piece.kind == Kind.CAVALRY and attacked.cavalry_obstacle:
            yield f"{attacked.place} has a cavalry obstacle (B-11.37)"
    yield from _one_type(attempt, "B-11.31, B-11.32")


def fire(attempt: "Attempt[BonaparteState]") -> Iterator[str]:
    """Yield the reasons against defensive fire (B-18.16)."""
    yield from only_named(attempt)
    for piece in attempt.pieces:
        if piece.kind != Kind.ARTILLERY:
            yield f"{piece.name} is no artillery (B-11.26)"
        if piece.place != _attacked(attempt).place:
            yield f"{piece.name} does not stand in {_attacked(attempt).place} (B-11.26)"
        if piece.silenced:
            yield f"{piece.name} declared or fired in the last turn (B-11.26)"


def pursue(attempt: "Attempt[BonaparteState]") -> Iterator[str]:
    """Yield the reasons against a pursuit (B-18.22)."""
    context = attempt.state.context
    led = {*context["leaders"], *context["defence_leaders"]}
    for piece in attempt.pieces:
        if piece.kind != Kind.CAVALRY:
            yield f"{piece.name} is no cavalry (B-11.51)"
        if piece.name in led:
            yield f"{piece.name} led (B-11.51)"
        if not _takes_part(attempt, piece):
            yield f"{piece.name} did not take part (B-11.51)"
    yield from _one_type(attempt, "B-11.54")


def _takes_part(attempt: "Attempt[BonaparteState]", piece: Piece) -> bool:
    """Return whether a piece takes part in the assault on its side."""
    context = attempt.state.context
    if piece.side == attempt.state.turn:
        return piece.name in context["participants"]
    return piece.place == _attacked(attempt).place


def respond(attempt: "Attempt[BonaparteState]") -> Iterator[str]:
    """Yield the reasons against a reply to a manoeuvre attack (B-18.30)."""
    yield from only_named(attempt)
    reserve = Place(_attacked(attempt).locality)
    for piece in attempt.pieces:
        if piece.place != reserve:
            yield f"{piece.name} is not in reserve in {reserve} (B-9.13, B-9.16)"


def block(attempt: "Attempt[BonaparteState]") -> Iterator[str]:
    """Yield the reasons against an advance into the attack approach (B-18.31)."""
    yield from only_named(attempt)
    first, *_ = attackers = attempt.state.context["attackers"]
    for piece in attempt.pieces:
        if piece.name not in attackers:
            yield f"{piece.name} is not among the attackers (B-9.17)"
        if piece.name != first:  # all may go into the approach, and are named from the first on
            yield from command(attempt, "B-9.17")


def declare(attempt: "Attempt[BonaparteState]") -> Iterator[str]:
    """Yield the reasons against declaring a bombardment (B-18.38)."""
    yield from only_named(attempt)
    for piece in attempt.pieces:
        if attempt.rule(can_declare, piece_slot(piece.name)):
            continue
        if piece.kind != Kind.ARTILLERY:
            yield f"{piece.name} is no artillery (B-10.1)"
        if not isinstance(piece.place, Place) or piece.place.towards is None:
            yield f"{piece.name} is in no approach (B-10.1)"
            return
        if not attempt.is_enemy(piece.place.towards):
            yield f"no enemy stands in {piece.place.towards} (B-10.7)"
        if piece.assaulted:
            yield f"{piece.name} took part in an assault this turn (B-10.6)"
        if piece.bombardment == "completed":
            yield f"{piece.name} fired this turn (B-10.5)"
        elif piece.bombardment != "none":
            yield f"{piece.name} has declared already (B-10.3)"
