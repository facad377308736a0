"""Why a move of *Triomphe à Marengo* is illegal."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from marengo.games.marengo.board import Place
from marengo.games.marengo.legality import Attempt, Legality
from marengo.games.marengo.notation import piece_slot
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import MoveKind
from marengo.games.marengo.rules.pieces import room
from marengo.games.marengo.rules.vocabulary import Kind, Side
from marengo.games.marengo.types import Piece
from marengo.games.triomphe.nodes import NODES
from marengo.games.triomphe.rules.borders import (
    is_open,
    is_protected,
    is_surprised,
    may_block,
    may_enter,
)
from marengo.games.triomphe.rules.manoeuvre_attack import is_attackable
from marengo.games.triomphe.rules.road_march import can_continue

if TYPE_CHECKING:
    from marengo.games.triomphe.state import TriompheState


def _reasons(attempt: "Attempt[TriompheState]") -> Iterator[str]:
    """Yield the reasons against an action, the weightiest first."""
    state = attempt.state
    if state.decision != Decision.ACTION:
        return
    if state.begun and attempt.kind != MoveKind.ORGANISE:
        begun = ", ".join(str(number) for number in sorted(state.begun))
        yield f"organising {begun} must be finished first (T-14.15)"
    if attempt.kind not in (MoveKind.ORGANISE, MoveKind.CANCEL):
        for piece in attempt.pieces:
            if piece.acted:
                yield f"{piece.name} has already acted this turn (T-6.7)"
    if attempt.kind in ACTIONS:
        yield from ACTIONS[attempt.kind](attempt)


def _group(attempt: "Attempt[TriompheState]") -> Iterator[str]:
    limit = int(attempt.state.game.tables[0]["group_limit"])
    if not attempt.pieces:
        yield "no piece is named"
    if len(attempt.pieces) > limit:
        yield f"at most {limit} pieces take part in one action (T-6.14)"
    if len({str(piece.place) for piece in attempt.pieces}) > 1:
        yield "the pieces must stand in one position (T-7.1, T-9.4)"
    if any(not isinstance(piece.place, Place) for piece in attempt.pieces):
        yield "pieces in a box enter by road or by the pontoon bridge (T-15.4, T-15.12)"


def _orders(attempt: "Attempt[TriompheState]", price: int) -> Iterator[str]:
    if attempt.state.orders < price:
        yield f"it costs {price} order, {attempt.state.orders} are left (T-6.3, T-6.4)"


def _march(attempt: "Attempt[TriompheState]") -> Iterator[str]:
    yield from _group(attempt)
    start = attempt.pieces[0].place
    assert isinstance(start, Place)
    to = attempt.place
    if to.towards is not None:
        yield from _march_to_block(attempt, start, to)
        return
    yield from _orders(attempt, 1)
    if to.locality == start.locality:
        if start.towards is None:
            yield "the pieces are there already"
        return
    yield from _march_out(attempt, start, to)


def _march_to_block(attempt: "Attempt[TriompheState]", start: Place, to: Place) -> Iterator[str]:
    if start != Place(to.locality):
        yield f"{to} can be blocked only from the reserve of {to.locality} (T-7.2)"
    assert to.towards is not None
    yield from _blocking(attempt, to)
    wide = bool(attempt.border(to).wide)
    if attempt.state.count(str(to)) + len(attempt.pieces) > 1 + wide:
        yield from _orders(attempt, 1)


def _blocking(attempt: "Attempt[TriompheState]", to: Place) -> Iterator[str]:
    """Yield what keeps pieces out of an approach."""
    assert to.towards is not None
    if attempt.rule(may_block, attempt.side, attempt.number(attempt.border(to))):
        return
    if not attempt.is_enemy(to.towards):
        yield f"no enemy stands in {to.towards} (T-7.10, T-12.3)"
    if attempt.rule(is_surprised, attempt.side):
        yield "no French piece may block in the 6:00 round (T-14.1)"
    yield f"the approach {to} is impassable (T-3.16)"


def _march_out(attempt: "Attempt[TriompheState]", start: Place, to: Place) -> Iterator[str]:
    borders = [
        side
        for side in attempt.state.game.index.approaches
        if side.locality == start.locality and side.opposite == to.locality
    ]
    if start.towards is not None and start.towards != to.locality:
        yield f"from {start} only {start.towards} and the reserve are in reach (T-7.18)"
    if not borders:
        yield f"{to.locality} is not adjacent to {start.locality} (T-7.2)"
    if any(not piece.organised for piece in attempt.pieces):
        yield "a disorganised piece may not leave its locality (T-7.8)"
    yield from _entering(attempt, to.locality, len(attempt.pieces))
    # two borders may lead there (T-3.29); out of an approach only its own does
    ways = [side for side in borders if start in (side.place, Place(start.locality))]
    if not any(attempt.rule(is_open, attempt.number(side)) for side in ways):
        if all(side.impassable for side in ways):
            yield "the border is impassable (T-7.4)"
        yield "an assault across this border was lost this turn (T-7.6)"


def _entering(attempt: "Attempt[TriompheState]", locality: int, pieces: int) -> Iterator[str]:
    """Yield what keeps pieces out of a locality."""
    if attempt.rule(may_enter, attempt.side, locality, pieces):
        return
    if attempt.is_enemy(locality):
        yield f"the enemy occupies {locality} (T-7.3)"
    if attempt.rule(room, locality) < pieces:
        yield f"{locality} holds at most {attempt.capacity(locality)} pieces (T-3.20)"
    yield f"enemy pieces wait to enter {locality} (T-15.9)"


def _attack(attempt: "Attempt[TriompheState]") -> Iterator[str]:
    yield from _group(attempt)
    yield from _orders(attempt, 1)
    start, border = attempt.pieces[0].place, attempt.place
    assert isinstance(start, Place)
    if border.towards is None:
        yield "expected the approach attacked from, such as 8/4"
        return
    if start not in (border, Place(border.locality)):
        yield f"{start} is neither {border} nor the reserve of {border.locality} (T-9.4, T-9.5)"
    if any(not piece.organised for piece in attempt.pieces):
        yield "a disorganised piece may not attack (T-14.6)"
    if not attempt.rule(is_attackable, attempt.number(attempt.border(border))):
        yield from _assailable(attempt, border)
        yield f"{border.opposite} is fully blocked (T-9.2)"
    infantry = any(piece.kind == Kind.INFANTRY for piece in attempt.pieces)
    if attempt.border(border.opposite).cavalry_obstacle and not infantry:
        yield "across a cavalry obstacle infantry must take part (T-9.7)"
    if len(attempt.pieces) > attempt.capacity(border.towards):
        yield f"{border.towards} does not hold so many attackers (T-9.10)"


def _assailable(attempt: "Attempt[TriompheState]", border: Place) -> Iterator[str]:
    """Yield what keeps any attack from crossing a border."""
    assert border.towards is not None
    if not attempt.is_enemy(border.towards):
        yield f"no enemy stands in {border.towards} (T-9.1, T-11.1)"
    if not attempt.rule(is_open, attempt.number(attempt.border(border))):
        if attempt.border(border).impassable:
            yield "the border is impassable (T-3.16)"
        yield "an assault across this border was lost this turn (T-11.50)"
    if attempt.rule(is_protected, attempt.side, border.towards):
        yield f"enemy pieces wait to enter {border.towards} (T-15.9)"


def _assault(attempt: "Attempt[TriompheState]") -> Iterator[str]:
    yield from _orders(attempt, 1)
    border = attempt.place
    if border.towards is None:
        yield "expected the approach assaulted from, such as 8/4"
        return
    yield from _assailable(attempt, border)
    if not attempt.state.count(str(border.opposite)):
        yield f"nobody blocks {border.opposite} (T-11.1)"
    yield f"no piece in {border} that can act may lead (T-11.2, T-11.4)"


def _road(attempt: "Attempt[TriompheState]") -> Iterator[str]:
    if len(attempt.pieces) != 1:
        yield "a road march moves one piece (T-8.1)"
    piece = attempt.pieces[0]
    if isinstance(piece.place, Place) and piece.place.towards is not None:
        yield "a road march begins in reserve or in a box (T-8.2)"
    if not isinstance(piece.place, Place):
        yield from _waiting(attempt, piece)
    if not piece.organised and not attempt.rule(can_continue, piece_slot(piece.name)):
        yield "a disorganised piece may not leave its locality by road (T-8.23)"
    yield "no crossing is open to it in any step (T-8.12, T-8.13, T-8.18 to T-8.25)"


def _waiting(attempt: "Attempt[TriompheState]", piece: Piece) -> Iterator[str]:
    box = attempt.state.boxes[str(piece.place)]
    if attempt.state.hour < box["hour"]:
        yield f"the box {piece.place} opens at {box['hour']}:00 (T-15.1)"
    if piece.face_up:
        yield f"{piece.name} may not enter yet (T-15.15)"


def _pontoon(attempt: "Attempt[TriompheState]") -> Iterator[str]:
    if len(attempt.pieces) != 1:
        yield "one piece enters by the pontoon bridge (T-15.12)"
    piece = attempt.pieces[0]
    if isinstance(piece.place, Place):
        yield "the piece is not in a box (T-15.12)"
        return
    box = attempt.state.boxes[str(piece.place)]
    if not box["pontoon"]:
        yield f"no pontoon bridge leads from {piece.place} (T-15.12)"
    if attempt.state.pontoon_used:
        yield "the pontoon bridge was used this turn (T-15.12)"
    yield from _waiting(attempt, piece)
    yield from _entering(attempt, int(box["locality"]), 1)


def _bombard(attempt: "Attempt[TriompheState]") -> Iterator[str]:
    if len(attempt.pieces) != 1 or attempt.pieces[0].kind != Kind.ARTILLERY:
        yield "only artillery bombards (T-10.1)"
    piece = attempt.pieces[0]
    if not isinstance(piece.place, Place) or piece.place.towards is None:
        yield "artillery bombards only from an approach (T-10.1)"
        return
    if attempt.kind != MoveKind.DECLARE and piece.bombardment != "due":
        yield "no bombardment was declared in the last turn (T-10.10)"
    if not piece.organised:
        yield "a disorganised piece may neither declare nor complete (T-10.6)"
    if attempt.kind == MoveKind.DECLARE:
        if piece.bombardment == "due":
            yield "a bombardment is due: complete or cancel it first (T-10.12)"
        if attempt.border(piece.place.opposite).artillery:
            yield f"{piece.place.opposite} has an artillery penalty (T-10.4)"
        if not attempt.is_enemy(piece.place.towards):
            yield f"no enemy stands in {piece.place.towards} (T-10.5)"
    if attempt.state.barred(str(piece.place)):
        yield "an assault across this border was lost this turn (T-10.7)"


def _organise(attempt: "Attempt[TriompheState]") -> Iterator[str]:
    if attempt.side != Side.FRENCH:
        yield "only French pieces are organised (T-14.5)"
    yield from _orders(attempt, 1)
    for piece in attempt.pieces:
        if piece.organised or not isinstance(piece.place, Place):
            yield f"{piece.name} is not disorganised (T-14.11)"
    organised = sum(
        1
        for piece in attempt.state.pieces
        if piece.side == Side.FRENCH and piece.organised and isinstance(piece.place, Place)
    )
    needed = int(attempt.state.game.tables[0]["organised_for_pairs"])
    if len(attempt.pieces) > (2 if organised >= needed else 1):
        yield f"with {organised} organised pieces on the map one at a time (T-14.12)"
    yield "the orders left must do for all pieces of every locality begun (T-14.15)"


ACTIONS: dict[MoveKind, Callable[["Attempt[TriompheState]"], Iterator[str]]] = {
    MoveKind.MARCH: _march,
    MoveKind.ATTACK: _attack,
    MoveKind.ASSAULT: _assault,
    MoveKind.ROAD: _road,
    MoveKind.PONTOON: _pontoon,
    MoveKind.DECLARE: _bombard,
    MoveKind.COMPLETE: _bombard,
    MoveKind.CANCEL: _bombard,
    MoveKind.ORGANISE: _organise,
}
"""The conditions of each action, in the order in which a player would look at them."""


def _marks(piece: Piece) -> tuple[object, ...]:
    return (piece.organised,)


LEGALITY = Legality(
    nodes=NODES,
    reasons=_reasons,
    asked="T-23.6",
    over="T-5.7",
    otherwise="the rules do not allow it here (T-6.1)",
    marks=_marks,
)
