"""Chapter 21: actions of units, and movement on the battle board."""

from marengo.core.engine.compiled import compiled
from marengo.games.europe.rules import codes
from marengo.games.europe.rules.board import (
    are_adjacent,
    armies_in,
    at,
    is_middle,
    is_near,
    place_of,
    put,
)
from marengo.games.europe.rules.position import Battle, Workspace
from marengo.games.europe.rules.words import (
    ARMS,
    NATIONS,
    PIECES,
    SQUARE,
    ZONES,
    Arm,
    Piece,
    Verb,
    Zone,
)

PHASES = (2, 2, 2, 0, 0, 0, 1, 3, 2, 2, 2)
"""The phase in which each piece acts (N-21.1)."""

ACTIONS = (1, 1, 1, 2, 2, 2, 1, 2, 1, 1, 1)
"""Actions of each piece in its phase (N-21.3)."""


@compiled
def clear_actions(s: Battle) -> None:
    """Give all units of a nation all their actions back."""
    for number in range(ZONES * PIECES):
        s.once[number], s.twice[number] = 0, 0


@compiled
def ready(s: Battle, zone: int, piece: int, worn: int) -> int:
    """Return how many units of the nation that acts have taken so many actions and have more."""
    place = place_of(zone, piece)
    if worn == 0:
        number = s.units[at(s.nation, zone, piece)]
        return number - s.once[place] - s.twice[place]
    return s.once[place] if ACTIONS[piece] > 1 else 0


@compiled
def wear(s: Battle, zone: int, piece: int, actions: int) -> None:
    """Note one more unit that has taken a number of actions."""
    place = place_of(zone, piece)
    if actions >= ACTIONS[piece]:
        s.twice[place] += 1
    else:
        s.once[place] += 1


@compiled
def forget(s: Battle, zone: int, piece: int, worn: int) -> None:
    """Note one unit less that has taken a number of actions, of the nation that acts."""
    if worn == 1:
        s.once[place_of(zone, piece)] -= 1
    elif worn > 1:
        s.twice[place_of(zone, piece)] -= 1


@compiled
def worn_after(piece: int, worn: int) -> int:
    """Return by how many actions a unit is known once it has taken one more."""
    return 2 if worn + 1 >= ACTIONS[piece] else worn + 1


@compiled
def bars_unit(s: Battle, zone: int, piece: int, worn: int) -> int:
    """Return the statement that forbids a unit to act, 0 if none does."""
    if PHASES[piece] != s.phase:
        return 21_01_0
    if zone == Zone.ROUT:
        return 21_11_0
    if ready(s, zone, piece, worn) > 0:
        return 0
    if ready(s, zone, piece, 1 - worn) > 0:
        return 21_03_1
    if ARMS[piece] == Arm.INFANTRY and s.units[at(s.nation, zone, piece)] == 0:
        other = piece - SQUARE if piece >= SQUARE else piece + SQUARE
        if s.units[at(s.nation, zone, other)] > 0:
            return 24_05_0 if piece >= SQUARE else 24_05_2
    return 21_03_0


@compiled
def bars_move(s: Battle, piece: int, zone: int, to: int) -> int:
    """Return the statement that forbids a unit to move from one zone to another, 0 if none does."""
    if piece >= SQUARE:
        return 21_12_0
    if not are_adjacent(s, zone, to):
        return 21_05_0
    if is_middle(to) and armies_in(s, 1 - s.half, to) > 0:  # it is the same zone for both
        return 21_09_0
    return 21_06_0 if is_near(s, s.half, zone) and is_near(s, s.half, to) else 0


@compiled
def list_moves_of(s: Battle, w: Workspace, piece: int, zone: int, worn: int) -> None:
    """List where a unit may move."""
    what = codes.unit_of(Verb.MOVE, piece, zone, worn)
    for to in range(Zone.ROUT):
        codes.offer_unless(w, bars_move(s, piece, zone, to), codes.counted(what, to))


@compiled
def march(s: Battle, move: int) -> None:
    """Move a unit; enemy leaders alone in a middle zone go back to their line zone (N-21.9)."""
    piece, zone, worn = (
        codes.part(move, codes.PIECE),
        codes.part(move, codes.ZONE),
        codes.part(move, codes.WORN),
    )
    to = codes.part(move, codes.TO)
    forget(s, zone, piece, worn)
    put(s, s.nation, zone, piece, -1)
    put(s, s.nation, to, piece, 1)
    wear(s, to, piece, worn + 1)
    if is_middle(to):
        s.active_round = 1
        send_back_leaders(s, 1 - s.half, to)


@compiled
def send_back_leaders(s: Battle, side: int, zone: int) -> None:
    """Put the leaders of a side from a middle zone back to the line zone of its column."""
    for nation in range(NATIONS):
        if s.side[nation] == side:
            number = s.units[at(nation, zone, Piece.LEADER)]
            put(s, nation, zone, Piece.LEADER, -number)
            put(s, nation, zone - Zone.MIDDLE, Piece.LEADER, number)


@compiled
def leave_square(s: Battle, move: int) -> None:
    """End the square of a unit, which takes its action (N-24.5)."""
    piece, zone = codes.part(move, codes.PIECE), codes.part(move, codes.ZONE)
    put(s, s.nation, zone, piece, -1)
    put(s, s.nation, zone, piece - SQUARE, 1)
    wear(s, zone, piece - SQUARE, 1)
