"""What is against moves, marches and manoeuvre attacks of *Bonaparte at Marengo*."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from marengo.games.bonaparte.rules.groups import can_assault
from marengo.games.bonaparte.rules.pieces import (
    can_move,
    faces_enemy,
    is_blocked,
    is_open,
    may_enter,
)
from marengo.games.marengo.board import Place
from marengo.games.marengo.legality import Attempt
from marengo.games.marengo.notation import piece_slot
from marengo.games.marengo.rules.moves import MoveKind
from marengo.games.marengo.rules.vocabulary import Kind
from marengo.games.marengo.types import Piece

if TYPE_CHECKING:
    from marengo.games.bonaparte.state import BonaparteState

GROUPS = (
    MoveKind.MARCH,
    MoveKind.ATTACK,
    MoveKind.ASSAULT,
    MoveKind.RESPOND,
    MoveKind.BLOCK,
    MoveKind.JOIN,
)
"""Kinds of move that name a group piece by piece."""


def one_piece(attempt: "Attempt[BonaparteState]") -> Iterator[str]:
    """Yield what is against naming several pieces, or none, at once."""
    if len(attempt.pieces) != 1:
        hint = "; the others of its group join it (B-8.9)" if attempt.kind in GROUPS else ""
        yield f"one piece is named at a time{hint}"


def only_named(attempt: "Attempt[BonaparteState]") -> Iterator[str]:
    """Yield what is against naming several pieces at once where none may be named too."""
    if len(attempt.pieces) > 1:
        yield from one_piece(attempt)


def fresh(attempt: "Attempt[BonaparteState]", piece: Piece) -> Iterator[str]:
    """Yield what keeps a piece from moving this turn."""
    if attempt.rule(can_move, piece_slot(piece.name)):
        return
    if not piece.active:
        yield f"{piece.name} is inactive (B-6.11)"
    if piece.assaulted:
        yield f"{piece.name} took part in an assault this turn (B-8.4)"
    if piece.bombardment == "completed":
        yield f"{piece.name} fired this turn (B-8.5)"
    yield f"{piece.name} has moved this turn (B-8.3)"


def command(attempt: "Attempt[BonaparteState]", rule: str) -> Iterator[str]:
    """Yield that no command is left."""
    if attempt.state.commands < 1:
        yield f"it costs a command, none is left ({rule}, B-8.21)"


def _start(attempt: "Attempt[BonaparteState]") -> Iterator[str]:
    """Yield what keeps the piece from beginning a move without road."""
    yield from one_piece(attempt)
    (piece,) = attempt.pieces
    if not isinstance(piece.place, Place):
        yield "pieces in a box enter by road or by the pontoon bridge (B-8.72, B-8.77)"
    yield from fresh(attempt, piece)


def crossing(attempt: "Attempt[BonaparteState]", approach: Place) -> Iterator[str]:
    """Yield what keeps pieces of the active side from crossing a pair."""
    assert approach.towards is not None
    number = attempt.number(attempt.border(approach))
    if attempt.rule(is_open, number):
        return
    if attempt.border(approach).impassable:
        yield f"the approach {approach} is impassable (B-5.19)"
    if attempt.rule(is_blocked, number):
        yield f"the enemy blocks {approach.opposite} (B-8.31, B-9.2)"
    if attempt.state.barred(str(approach)):
        yield "an assault across this border was lost this turn (B-11.14)"
    yield f"{approach.towards} was won by assault this turn (B-11.13)"


def _entering(
    attempt: "Attempt[BonaparteState]", locality: int, occupied: str, rule: str
) -> Iterator[str]:
    """Yield what keeps one more piece of the mover out of a locality."""
    if attempt.rule(may_enter, attempt.side, locality):
        return
    if attempt.is_enemy(locality):
        yield f"the enemy occupies {locality}{occupied}"
    yield f"{locality} holds at most {attempt.capacity(locality)} pieces ({rule})"


def activate(attempt: "Attempt[BonaparteState]") -> Iterator[str]:
    """Yield the reasons against an activation (B-18.9)."""
    yield from only_named(attempt)
    for piece in attempt.pieces:
        if piece.active:
            yield f"{piece.name} is active (B-6.15)"


def march(attempt: "Attempt[BonaparteState]") -> Iterator[str]:
    """Yield the reasons against a move without road (B-18.27)."""
    yield from _start(attempt)
    start, to = attempt.pieces[0].place, attempt.place
    assert isinstance(start, Place)
    if to.towards is not None:
        if start != Place(to.locality):
            yield f"{to} can be blocked only from the reserve of {to.locality} (B-8.29)"
        if not attempt.rule(faces_enemy, attempt.side, attempt.number(attempt.border(to))):
            if attempt.border(to).impassable:
                yield f"the approach {to} is impassable (B-5.19)"
            yield f"no enemy stands in {to.towards} (B-8.28)"
    elif to.locality == start.locality:
        if start.towards is None:
            yield f"{attempt.pieces[0].name} is there already"
        elif not attempt.is_enemy(start.towards):
            yield f"no enemy stands in {start.towards}: expected fall-back, free (B-8.36)"
    else:
        yield from _march_out(attempt, start, to.locality)
    yield from command(attempt, "B-8.15")


def _march_out(attempt: "Attempt[BonaparteState]", start: Place, goal: int) -> Iterator[str]:
    borders = [
        approach.place
        for approach in attempt.state.game.index.approaches
        if (approach.locality, approach.opposite) == (start.locality, goal)
        and start in (approach.place, Place(start.locality))  # out of one only its own leads
    ]
    if start.towards is not None and start.towards != goal:
        yield f"from {start} only {start.towards} and the own reserve are in reach (B-8.44)"
    if not borders:
        yield f"{goal} is not adjacent to {start.locality} (B-8.7)"
    yield from _entering(attempt, goal, ": expected attack (B-8.33)", "B-8.24")
    reasons = [next(crossing(attempt, border), None) for border in borders]
    yield from (reason for reason in reasons if reason and None not in reasons)


def attack(attempt: "Attempt[BonaparteState]") -> Iterator[str]:
    """Yield the reasons against a manoeuvre attack (B-18.27)."""
    yield from _start(attempt)
    (piece,) = attempt.pieces
    border = attempt.place
    if border.towards is None:
        yield "expected the approach attacked from, such as 8/4"
        return
    if piece.place not in (border, Place(border.locality)):
        yield f"{piece.place} is neither {border} nor the reserve of {border.locality} (B-9.3)"
    if not attempt.is_enemy(border.towards):
        yield f"no enemy stands in {border.towards} (B-9.1)"
    yield from crossing(attempt, border)
    yield from command(attempt, "B-9.4")
    infantry = any(other.kind == Kind.INFANTRY for other in _from_it_on(attempt, piece))
    needed = attempt.state.game.tables[0]["obstacle_needs_infantry"]
    if needed and attempt.border(border.opposite).cavalry_obstacle and not infantry:
        yield f"no infantry can be in a group that {piece.name} begins (B-9.6)"


def _from_it_on(attempt: "Attempt[BonaparteState]", piece: Piece) -> list[Piece]:
    """Return the pieces that may move together with one of lower number in their position."""
    stacked = [other for other in attempt.state.pieces if other.place == piece.place]
    later = [other for other in stacked if int(other.name[1:]) >= int(piece.name[1:])]
    return [other for other in later if attempt.rule(can_move, piece_slot(other.name))]


def _box(attempt: "Attempt[BonaparteState]", piece: Piece) -> Iterator[str]:
    """Yield what keeps a piece in its box."""
    box = attempt.state.boxes[str(piece.place)]
    if attempt.state.hour < box["hour"]:
        yield f"the box {piece.place} opens at {box['hour']}:00 (B-8.70)"
    locality = int(box["locality"])
    if not attempt.rule(may_enter, attempt.side, locality):
        yield f"{locality} is full or enemy-occupied (B-8.74)"
    if attempt.state.won(locality):
        yield f"{locality} was won by assault this turn (B-11.13)"


def road(attempt: "Attempt[BonaparteState]") -> Iterator[str]:
    """Yield the reasons against a road march or an entry (B-18.27)."""
    yield from one_piece(attempt)
    (piece,) = attempt.pieces
    yield from fresh(attempt, piece)
    if not isinstance(piece.place, Place):
        yield from _box(attempt, piece)
        if attempt.state.last_step(f"entry:{piece.place}") >= int(
            attempt.state.game.tables[0]["road_steps"]
        ):
            yield "no step is left for another piece to enter in this turn (B-8.72)"
    elif piece.place.towards is not None:
        yield "a road march begins in reserve (B-8.44, B-8.45)"


def pontoon(attempt: "Attempt[BonaparteState]") -> Iterator[str]:
    """Yield the reasons against an entry by the pontoon bridge (B-18.27)."""
    yield from one_piece(attempt)
    (piece,) = attempt.pieces
    if isinstance(piece.place, Place):
        yield f"{piece.name} is not in a box (B-8.77)"
        return
    if not attempt.state.boxes[str(piece.place)]["pontoon"]:
        yield f"no pontoon bridge leads from {piece.place} (B-8.77)"
    if attempt.state.pontoon_used:
        yield "the pontoon bridge was used this turn (B-8.77)"
    yield from _box(attempt, piece)
    yield from command(attempt, "B-8.77")


def fall_back(attempt: "Attempt[BonaparteState]") -> Iterator[str]:
    """Yield the reasons against falling back (B-18.27)."""
    yield from one_piece(attempt)
    (piece,) = attempt.pieces
    if not isinstance(piece.place, Place) or piece.place.towards is None:
        yield f"{piece.name} is in no approach (B-8.36)"
    elif attempt.is_enemy(piece.place.towards):
        yield f"the enemy occupies {piece.place.towards}: expected march (B-8.34)"


def join(attempt: "Attempt[BonaparteState]") -> Iterator[str]:
    """Yield the reasons against completing the group, or against one more piece in it."""
    yield from only_named(attempt)
    context = attempt.state.context
    first = attempt.state.piece(context["pieces"][0])
    verb = str(context["verb"])
    if not attempt.pieces:
        if verb == "block":
            yield from command(attempt, "B-9.17")
        yield (
            "a piece that can lead is wanted (B-11.5)"
            if verb == "assault"
            else "infantry is wanted against a cavalry obstacle (B-9.6)"
        )
        return
    (piece,) = attempt.pieces
    if piece.place != first.place:
        yield f"{piece.name} is not in {first.place} with the others (B-8.9)"
    if int(piece.name[1:]) <= int(context["pieces"][-1][1:]):
        yield "the pieces of a group are named in ascending order (B-18.27)"
    if verb in ("march", "attack"):
        yield from fresh(attempt, piece)
    elif verb == "assault":
        yield from unfit(attempt, piece)
    elif verb == "block" and piece.name not in context["attackers"]:
        yield f"{piece.name} is not among the attackers (B-9.17)"
    elif verb == "block" and attempt.state.commands < 1:
        yield "without a command all attackers go, named one after the other (B-9.17)"
    limit = int(attempt.state.game.tables[0]["group_limit"])
    if verb not in ("respond", "block") and len(context["pieces"]) >= limit:
        yield f"at most {limit} pieces act together, as the scenario says"


def unfit(attempt: "Attempt[BonaparteState]", piece: Piece) -> Iterator[str]:
    """Yield what keeps a piece from taking part in an assault."""
    if attempt.rule(can_assault, piece_slot(piece.name)):
        return
    if not piece.active:
        yield f"{piece.name} is inactive (B-6.11)"
    if piece.assaulted:
        yield f"{piece.name} took part in another assault this turn (B-11.12)"
    yield f"{piece.name} fired this turn (B-10.6)"


def retreat(attempt: "Attempt[BonaparteState]") -> Iterator[str]:
    """Yield the reasons against a route of retreat (B-18.37)."""
    yield from one_piece(attempt)
    (piece,) = attempt.pieces
    context = attempt.state.context
    if piece.name not in context["remaining"]:
        yield f"{piece.name} has not to retreat from {context['locality']} (B-12.2)"
    if attempt.target not in attempt.state.game.board.neighbours(int(context["locality"])):
        yield f"{attempt.target} is not adjacent to {context['locality']} (B-12.13)"
    if attempt.target == context["attack_locality"]:
        yield f"the attack came from {attempt.target} (B-12.14)"
    yield from _entering(attempt, attempt.target, " (B-12.16)", "B-12.17")
