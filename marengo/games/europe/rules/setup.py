"""Chapter 19: who fights whom, and a battle that is played by itself."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import NONE
from marengo.core.engine.random import Generator
from marengo.games.europe.rules.board import armies_in, put
from marengo.games.europe.rules.position import Battle, BattleTables, Position, Tables
from marengo.games.europe.rules.pursuit import lose_battle
from marengo.games.europe.rules.rounds import begin_battle
from marengo.games.europe.rules.words import (
    KINDS,
    NATIONS,
    PIECES,
    ZONES,
    Ending,
    Side,
    Zone,
)

GREAT = 6
"""Armies that each side of a great battle has at least (N-19.5)."""


@compiled
def set_up(t: Tables, s: Position, g: Generator) -> None:
    """Put the armies of a scenario into their reserves; nothing of it is drawn."""
    clear(t, s)
    for nation in range(NATIONS):
        for kind in range(KINDS):
            if t.side[nation] != NONE:
                number = t.army[nation * KINDS + kind]
                put(s, nation, Zone.RESERVE, kind, number)
    open_battle(t, s)


@compiled
def open_battle(t: BattleTables, s: Battle) -> None:
    """Begin a battle of those that stand in reserve; who has leaders alone has lost (N-19.7)."""
    classify(s)
    begin_battle(t, s)
    for side in range(2):
        if armies_of(s, side) == 0:
            lose_battle(s, side, Ending.NO_ARMIES)


@compiled
def clear(t: Tables, s: Position) -> None:
    """Take all from the board, and say who fights on which side."""
    s.active, s.landing, s.to_move = t.active, t.landing, Side.ATTACKER
    clear_board(s)
    for nation in range(NATIONS):
        s.side[nation] = t.side[nation]


@compiled
def clear_board(s: Battle) -> None:
    """Take all from the board; nobody fights."""
    s.asked, s.great, s.kind, s.column = Side.ATTACKER, 0, 0, 0
    for nation in range(NATIONS):
        s.side[nation] = NONE
    for number in range(NATIONS * ZONES * PIECES):
        s.units[number] = 0
    for number in range(2 * ZONES):
        s.armies[number] = 0
    for number in range(NATIONS * KINDS):
        s.lost[number] = 0


@compiled
def armies_of(s: Battle, side: int) -> int:
    """Return how many armies a side has on the board, routed ones included."""
    number = 0
    for zone in range(ZONES):
        number += armies_in(s, side, zone)
    return number


@compiled
def classify(s: Battle) -> None:
    """Fix whether the battle is a great one, for as long as it lasts (N-19.5, N-19.6)."""
    least = min(armies_of(s, Side.ATTACKER), armies_of(s, Side.DEFENDER))
    s.great = least >= GREAT
