"""What the tests of assaults and retreats share: positions, answers and ways to look at them.

The narrow assault goes from 4/9 against 9/4 (one infantry penalty on each side), the wide one from
19/20 against 20/19 (the same). From 9 the French may retreat to 8, 10, 14 or 20, from 20 to 27 or
33. Some more pieces of both armies far away keep faces from being guessed from the open lists.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.state import TriompheState
from tests.helpers import NOBODY, austrian_turn, texts

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH

PLENTY = {AUSTRIAN: 10, FRENCH: 10}
"""Uncommitted discs that outlast every loss of these tests."""

AUSTRIANS_FAR_AWAY = {"2": "I3 I2 I1 C2 C1"}
FRENCH_FAR_AWAY = {"58": "I3 I2 I1 C2 C1"}

DECISION_OF = {
    "respond": Decision.RESPONSE,
    "lead": Decision.DEFENCE_LEADERS,
    "send": Decision.ASSAULT_PIECES,
    "fire": Decision.FIRE,
    "hit": Decision.HIT,
    "counter": Decision.COUNTER_ATTACK,
    "reduce": Decision.REDUCTION,
    "retreat": Decision.RETREAT,
    "take": Decision.PAYMENT,
    "shift": Decision.SHIFT,
}
"""Which decision a move answers, by its first word; all other moves are actions."""

ASSAULT_STEPS = frozenset(
    {
        Decision.DEFENCE_LEADERS,
        Decision.ASSAULT_PIECES,
        Decision.FIRE,
        Decision.HIT,
        Decision.COUNTER_ATTACK,
        Decision.REDUCTION,
    }
)


def answer(state: TriompheState, *moves: str) -> TriompheState:
    """Play the moves; an answer that is not asked for, since it has no alternative, is left out."""
    for text in moves:
        decision = DECISION_OF.get(text.split()[0])
        if decision is None or decision is state.decision:
            state.play(text)
    return state


def assault(
    approach: str,
    attackers: str,
    defenders: str,
    *,
    austrian: Mapping[str, str] = NOBODY,
    french: Mapping[str, str] = NOBODY,
    **given: Any,
) -> TriompheState:
    """Return an Austrian turn in which an assault from that attack approach has been declared.

    The attackers are A1, A2, …, the defenders of the opposite approach F1, F2, …; pieces of the
    two mappings follow.
    """
    given.setdefault("uncommitted", PLENTY)
    attack_locality, defence_locality = approach.split("/")
    state = austrian_turn(
        {approach: attackers, **austrian, **AUSTRIANS_FAR_AWAY},
        {f"{defence_locality}/{attack_locality}": defenders, **french, **FRENCH_FAR_AWAY},
        **given,
    )
    return answer(state, f"assault {approach}")


def narrow(attackers: str, defenders: str, **given: Any) -> TriompheState:
    """Return a position with the narrow assault declared."""
    return assault("4/9", attackers, defenders, **given)


def wide(attackers: str, defenders: str, **given: Any) -> TriompheState:
    """Return a position with the wide assault declared."""
    return assault("19/20", attackers, defenders, **given)


def lines(
    state: TriompheState, within: frozenset[Decision], played: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], TriompheState]]:
    """Yield every way to play on while these decisions are asked: its moves and where it ends."""
    if state.decision not in within:
        yield played, state
        return
    for text in sorted(texts(state)):
        yield from lines(state.copy().play(text), within, (*played, text))


def strengths(state: TriompheState, *names: str) -> tuple[int, ...]:
    """Return the strengths of pieces; 0 is destroyed."""
    return tuple(state.piece(name).strength for name in names)


def lost(state: TriompheState, side: Side) -> int:
    """Return how many discs a side has lost that started with plenty."""
    return PLENTY[side] - int(state.level(side))


def committed(state: TriompheState, side: Side) -> dict[int, int]:
    """Return the localities where discs of a side are committed, and how many."""
    return {locality: discs for locality, discs in state.committed(side).items() if discs}


def destinations(state: TriompheState, name: str) -> set[int]:
    """Return the localities to which the rules offer a piece to retreat now."""
    moves = (text.split() for text in texts(state))
    return {int(move[2]) for move in moves if move[:2] == ["retreat", name]}


def face_up(state: TriompheState, by: Side, place: str) -> int:
    """Return how many enemy pieces at a place lie face-up before one side."""
    return sum(block.face_up for block in state.view(by).enemy if str(block.place) == place)
