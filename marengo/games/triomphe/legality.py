"""Why a move of *Triomphe à Marengo* is illegal."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from marengo.games.marengo.board import Place
from marengo.games.marengo.legality import Case, Grounds
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import MoveKind
from marengo.games.marengo.rules.vocabulary import Kind, Side
from marengo.games.marengo.things import Piece
from marengo.games.triomphe.nodes import NODES
from marengo.games.triomphe.rules.borders import is_open

if TYPE_CHECKING:
    from marengo.games.triomphe.state import TriompheState


def _reasons(case: "Case[TriompheState]") -> Iterator[str]:
    """Yield the reasons against an action, the weightiest first."""
    state = case.state
    if state.decision != Decision.ACTION:
        return
    if state.begun and case.kind != MoveKind.ORGANISE:
        begun = ", ".join(str(number) for number in sorted(state.begun))
        yield f"organising {begun} must be finished first (T-14.15)"
    if case.kind not in (MoveKind.ORGANISE, MoveKind.CANCEL):
        for piece in case.pieces:
            if piece.acted:
                yield f"{piece.name} has already acted this turn (T-6.7)"
    if case.kind in ACTIONS:
        yield from ACTIONS[case.kind](case)


def _group(case: "Case[TriompheState]") -> Iterator[str]:
    limit = int(case.state.game.tables[0]["group_limit"])
    if not case.pieces:
        yield "no piece is named"
    if len(case.pieces) > limit:
        yield f"at most {limit} pieces take part in one action (T-6.14)"
    if len({str(piece.place) for piece in case.pieces}) > 1:
        yield "the pieces must stand in one position (T-7.1, T-9.4)"
    if any(not isinstance(piece.place, Place) for piece in case.pieces):
        yield "pieces in a box enter by road or by the pontoon bridge (T-15.4, T-15.12)"


def _orders(case: "Case[TriompheState]", price: int) -> Iterator[str]:
    if case.state.orders < price:
        yield f"it costs {price} order, {case.state.orders} are left (T-6.3, T-6.4)"


def _march(case: "Case[TriompheState]") -> Iterator[str]:
    yield from _group(case)
    start = case.pieces[0].place
    assert isinstance(start, Place)
    to = case.place
    if to.towards is not None:
        yield from _march_to_block(case, start, to)
        return
    yield from _orders(case, 1)
    if to.locality == start.locality:
        if start.towards is None:
            yield "the pieces are there already"
        return
    yield from _march_out(case, start, to)


def _march_to_block(case: "Case[TriompheState]", start: Place, to: Place) -> Iterator[str]:
    if start != Place(to.locality):
        yield f"{to} can be blocked only from the reserve of {to.locality} (T-7.2)"
    assert to.towards is not None
    yield from _blocking(case, to)
    wide = bool(case.border(to).wide)
    if case.state.count(str(to)) + len(case.pieces) > 1 + wide:
        yield from _orders(case, 1)


def _blocking(case: "Case[TriompheState]", to: Place) -> Iterator[str]:
    """Yield what keeps pieces out of an approach."""
    assert to.towards is not None
    if not case.is_enemy(to.towards):
        yield f"no enemy stands in {to.towards} (T-7.10, T-12.3)"
    if case.side == Side.FRENCH and case.state.hour <= case.state.game.tables[0]["surprise_hour"]:
        yield "no French piece may block in the 6:00 round (T-14.1)"
    if case.border(to).impassable:
        yield f"the approach {to} is impassable (T-3.16)"


def _march_out(case: "Case[TriompheState]", start: Place, to: Place) -> Iterator[str]:
    borders = [
        side
        for side in case.state.game.index.approaches
        if side.locality == start.locality and side.opposite == to.locality
    ]
    if start.towards is not None and start.towards != to.locality:
        yield f"from {start} only {start.towards} and the reserve are in reach (T-7.18)"
    if not borders:
        yield f"{to.locality} is not adjacent to {start.locality} (T-7.2)"
    if any(not piece.organised for piece in case.pieces):
        yield "a disorganised piece may not leave its locality (T-7.8)"
    if case.is_enemy(to.locality):
        yield f"the enemy occupies {to.locality} (T-7.3)"
    yield from _entering(case, to.locality, len(case.pieces))
    # two borders may lead there (T-3.29); out of an approach only its own does
    ways = [side for side in borders if start in (side.place, Place(start.locality))]
    if not any(case.rule(is_open, case.number(side)) for side in ways):
        if all(side.impassable for side in ways):
            yield "the border is impassable (T-7.4)"
        yield "an assault across this border was lost this turn (T-7.6)"


def _entering(case: "Case[TriompheState]", locality: int, pieces: int) -> Iterator[str]:
    capacity = int(case.state.game.tables[0]["capacity"][locality])
    if case.own_in(locality) + pieces > capacity:
        yield f"{locality} holds at most {capacity} pieces (T-3.20)"
    for name, box in case.state.boxes.items():
        if box["locality"] == locality and box["army"] != case.side and case.state.count(name):
            yield f"enemy pieces wait to enter {locality} (T-15.9)"


def _attack(case: "Case[TriompheState]") -> Iterator[str]:
    yield from _group(case)
    yield from _orders(case, 1)
    start, border = case.pieces[0].place, case.place
    assert isinstance(start, Place)
    if border.towards is None:
        yield "expected the approach attacked from, such as 8/4"
        return
    if start not in (border, Place(border.locality)):
        yield f"{start} is neither {border} nor the reserve of {border.locality} (T-9.4, T-9.5)"
    if any(not piece.organised for piece in case.pieces):
        yield "a disorganised piece may not attack (T-14.6)"
    yield from _assailable(case, border)
    defence = case.border(border.opposite)
    blocking = case.state.count(str(border.opposite))
    if blocking >= (2 if defence.wide else 1):
        yield f"{border.opposite} is fully blocked (T-9.2)"
    infantry = any(piece.kind == Kind.INFANTRY for piece in case.pieces)
    if defence.cavalry_obstacle and not infantry:
        yield "across a cavalry obstacle infantry must take part (T-9.7)"
    if len(case.pieces) > int(case.state.game.tables[0]["capacity"][border.towards]):
        yield f"{border.towards} does not hold so many attackers (T-9.10)"


def _assailable(case: "Case[TriompheState]", border: Place) -> Iterator[str]:
    """Yield what keeps any attack from crossing a border."""
    assert border.towards is not None
    if not case.is_enemy(border.towards):
        yield f"no enemy stands in {border.towards} (T-9.1, T-11.1)"
    if case.state.barred(str(border)):
        yield "an assault across this border was lost this turn (T-11.50)"
    if case.border(border).impassable or case.border(border.opposite).impassable:
        yield "the border is impassable (T-3.16)"
    for name, box in case.state.boxes.items():
        waits = box["army"] != case.side and case.state.count(name)
        if box["locality"] == border.towards and waits:
            yield f"enemy pieces wait to enter {border.towards} (T-15.9)"


def _assault(case: "Case[TriompheState]") -> Iterator[str]:
    yield from _orders(case, 1)
    border = case.place
    if border.towards is None:
        yield "expected the approach assaulted from, such as 8/4"
        return
    yield from _assailable(case, border)
    if not case.state.count(str(border.opposite)):
        yield f"nobody blocks {border.opposite} (T-11.1)"
    yield f"no piece in {border} that can act may lead (T-11.2, T-11.4)"


def _road(case: "Case[TriompheState]") -> Iterator[str]:
    if len(case.pieces) != 1:
        yield "a road march moves one piece (T-8.1)"
    piece = case.pieces[0]
    if isinstance(piece.place, Place) and piece.place.towards is not None:
        yield "a road march begins in reserve or in a box (T-8.2)"
    if not isinstance(piece.place, Place):
        yield from _waiting(case, piece)
    if not piece.organised:
        yield "a disorganised piece may not leave its locality by road (T-8.23)"
    yield "no crossing is open to it in any step (T-8.12, T-8.13, T-8.18 to T-8.25)"


def _waiting(case: "Case[TriompheState]", piece: Piece) -> Iterator[str]:
    box = case.state.boxes[str(piece.place)]
    if case.state.hour < box["hour"]:
        yield f"the box {piece.place} opens at {box['hour']}:00 (T-15.1)"
    if piece.face_up:
        yield f"{piece.name} may not enter yet (T-15.15)"


def _pontoon(case: "Case[TriompheState]") -> Iterator[str]:
    if len(case.pieces) != 1:
        yield "one piece enters by the pontoon bridge (T-15.12)"
    piece = case.pieces[0]
    if isinstance(piece.place, Place):
        yield "the piece is not in a box (T-15.12)"
        return
    box = case.state.boxes[str(piece.place)]
    if not box["pontoon"]:
        yield f"no pontoon bridge leads from {piece.place} (T-15.12)"
    if case.state.pontoon_used:
        yield "the pontoon bridge was used this turn (T-15.12)"
    yield from _waiting(case, piece)
    yield from _entering(case, int(box["locality"]), 1)


def _bombard(case: "Case[TriompheState]") -> Iterator[str]:
    if len(case.pieces) != 1 or case.pieces[0].kind != Kind.ARTILLERY:
        yield "only artillery bombards (T-10.1)"
    piece = case.pieces[0]
    if not isinstance(piece.place, Place) or piece.place.towards is None:
        yield "artillery bombards only from an approach (T-10.1)"
        return
    if case.kind != MoveKind.DECLARE and piece.bombardment != "due":
        yield "no bombardment was declared in the last turn (T-10.10)"
    if not piece.organised:
        yield "a disorganised piece may neither declare nor complete (T-10.6)"
    if case.kind == MoveKind.DECLARE:
        if piece.bombardment == "due":
            yield "a bombardment is due: complete or cancel it first (T-10.12)"
        if case.border(piece.place.opposite).artillery:
            yield f"{piece.place.opposite} has an artillery penalty (T-10.4)"
        if not case.is_enemy(piece.place.towards):
            yield f"no enemy stands in {piece.place.towards} (T-10.5)"
    if case.state.barred(str(piece.place)):
        yield "an assault across this border was lost this turn (T-10.7)"


def _organise(case: "Case[TriompheState]") -> Iterator[str]:
    if case.side != Side.FRENCH:
        yield "only French pieces are organised (T-14.5)"
    yield from _orders(case, 1)
    for piece in case.pieces:
        if piece.organised or not isinstance(piece.place, Place):
            yield f"{piece.name} is not disorganised (T-14.11)"
    organised = sum(
        1
        for piece in case.state.pieces
        if piece.side == Side.FRENCH and piece.organised and isinstance(piece.place, Place)
    )
    needed = int(case.state.game.tables[0]["organised_for_pairs"])
    if len(case.pieces) > (2 if organised >= needed else 1):
        yield f"with {organised} organised pieces on the map one at a time (T-14.12)"
    yield "the orders left must do for all pieces of every locality begun (T-14.15)"


ACTIONS: dict[MoveKind, Callable[["Case[TriompheState]"], Iterator[str]]] = {
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


GROUNDS = Grounds(
    nodes=NODES,
    reasons=_reasons,
    asked="T-23.6",
    over="T-5.7",
    otherwise="the rules do not allow it here (T-6.1)",
    marks=_marks,
)
