"""Numbers of paths in a battle of Napoleon in Europe, by the engine and by the referee.

A roll of the dice is a decision of chance; a decision with a single choice makes itself and is not
counted. A path weighs as much as its rolls are likely.
"""

from collections.abc import Callable

import pytest

from marengo.core.state import Chance
from marengo.games.europe import battle
from tests.reference_europe import Battle, Switches
from tests.reference_europe.battle import Referee

GUN, SQUARE, EVASION = "gun", "square", "evasion"

POSITIONS = {
    GUN: ({"centre": "1 artillery"}, {"centre": "1 infantry"}, "artillery"),
    SQUARE: ({"middle-centre": "1 cavalry"}, {"centre": "1 infantry"}, "cavalry"),
    EVASION: ({"middle-centre": "1 infantry"}, {"centre": "1 cavalry, 1 leader"}, "infantry"),
}
"""What stands in the single column of a skirmish: French, British, and the phase; France acts."""

COUNTS = (
    # By hand. The gun goes forward or back, fires two zones far, or does nothing.              4
    # Back, its column is lost: the infantry pursues it, or does not.                           2
    # It has fired: one of 11 rolls, which weigh 1 together.                                   11
    # It is before the infantry: this fires, charges, goes back or waits.                       4
    # It has done nothing: the infantry goes forward or back, or waits.                         3
    (GUN, ((4, 4.0), (20, 10.0), (79, 11 + 4 / 9))),
    # By hand. The cavalry goes back, charges, or does nothing.                                 3
    # Back in its line it may act again: forward, to the reserve, or no more.                   3
    # Charged, the infantry stands or forms square.                                             2
    # It has done nothing: the infantry before it fires, charges, goes back or waits.           4
    (SQUARE, ((3, 3.0), (9, 9.0), (39, 19.0))),
    # By hand. The infantry goes back, fires, charges, or does nothing.                         4
    # It went back: the leader goes forward or to the reserve, or waits.                        3
    # It has fired: one of 11 rolls.                                                           11
    # Charged, the cavalry stands or evades.                                                    2
    # It has done nothing: beside it the leader goes to the reserve, or waits.                  2
    (EVASION, ((4, 4.0), (18, 8.0), (63, 12 + 7 / 12))),
)
"""By position: how many paths there are of 1, 2 ... decisions, and what they weigh."""

ROLLS = {f"roll {roll}": (6 - abs(7 - roll)) / 36 for roll in range(2, 13)}
"""N-31.98."""

Choices = Callable[[tuple[str, ...]], list[tuple[str, float]]]


def by_engine(position: str) -> Choices:
    french, british, phase = POSITIONS[position]
    sides = [{"france": _army(french)}, {"great-britain": _army(british)}]
    start = battle(*sides).position(units={"france": french, "great-britain": british}, phase=phase)

    def choices(walk: tuple[str, ...]) -> list[tuple[str, float]]:
        state = start.copy()
        for move in walk:
            state.play(move)
        if state.to_move is Chance.CHANCE:
            return [(str(move), chance) for move, chance in state.chances()]
        return [(str(move), 1.0) for move in state.legal_moves()]

    return choices


def by_referee(position: str) -> Choices:
    french, british, phase = POSITIONS[position]

    def choices(walk: tuple[str, ...]) -> list[tuple[str, float]]:
        sides = [{"france": _army(french)}, {"great-britain": _army(british)}]
        fought = Battle(sides=sides, active="france", landing=False, switches=Switches())
        where = {"france": french, "great-britain": british}
        fought.arrange(where, half=0, phase=phase, round=1, quiet=0)
        referee = Referee(fought, fought.rounds())
        for move in walk:
            referee.play(move)
        who, answers = referee.asked or ("", [])
        dice = (
            ROLLS
            if len(answers) == len(ROLLS)
            else dict.fromkeys(answers, 1 / max(len(answers), 1))
        )
        return [(move, dice[move] if who == "chance" else 1.0) for move in answers]

    return choices


def _army(zones: dict[str, str]) -> dict[str, int]:
    pieces = [piece.split() for text in zones.values() for piece in text.split(", ")]
    return {kind: int(number) for number, kind in pieces}


def paths(choices: Choices, depth: int, walk: tuple[str, ...] = ()) -> list[tuple[int, float]]:
    """Count and weigh the paths of 1 to ``depth`` decisions after a walk."""
    found = choices(walk)
    later = [(0, 0.0)] * (depth - 1)
    for move, chance in found if depth > 1 else []:
        below = paths(choices, depth - 1, (*walk, move))
        later = [
            (number + more, weight + chance * heavy)
            for (number, weight), (more, heavy) in zip(later, below, strict=True)
        ]
    return [(len(found), sum(chance for _, chance in found)), *later]


@pytest.mark.parametrize(("position", "counted"), COUNTS)
@pytest.mark.parametrize("reader", [by_engine, by_referee])
def test_there_are_so_many_paths(
    position: str,
    counted: tuple[tuple[int, float], ...],
    reader: Callable[[str], Choices],
) -> None:
    """N-21.1, N-33.2."""
    found = paths(reader(position), len(counted))
    assert [number for number, _ in found] == [number for number, _ in counted]
    assert [weight for _, weight in found] == pytest.approx([weight for _, weight in counted])
