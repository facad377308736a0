"""What the tests of assaults and retreats share: positions, answers and ways to look at them.

The narrow assault goes from 16/29 against 29/16, the wide one from 37/46 against 46/37. All four
approaches have one infantry penalty and no cavalry penalty. From 29 the French may retreat to 27,
31 or 39, from 46 to 44, 47 or 52. Some more pieces of both armies far away keep faces from being
guessed from the open lists.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from marengo.games.bonaparte.game import BonaparteGame
from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import texts
from tests.rules.bonaparte import turns
from tests.rules.bonaparte.setting import NOBODY, austrian_turn
from tests.rules.bonaparte.setting import game as standard

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH

START = {AUSTRIAN: 16, FRENCH: 17}
"""The printed morale."""

DEMORALISED_FRENCH: Mapping[str, Any] = {"morale": {FRENCH: 0}, "demoralised": {FRENCH: 8}}

AUSTRIANS_FAR_AWAY = {"1": "I3 I2 I1 C2 C1"}
FRENCH_FAR_AWAY = {"62": "I3 I2 I1 C2 C1"}

DECISIONS_OF = {
    "lead": (Decision.LEADERS, Decision.DEFENCE_LEADERS),
    "fire": (Decision.FIRE,),
    "strike": (Decision.STRIKE,),
    "reduce": (Decision.REDUCTION,),
    "pursue": (Decision.PURSUIT,),
    "retreat": (Decision.RETREAT,),
    "respond": (Decision.RESPONSE,),
    "stay": (Decision.CONTINUATION,),
    "continue": (Decision.CONTINUATION,),
    "end": (Decision.ASSAULT, Decision.ACTION),
}
"""Which decisions a move answers, by its first word; other moves are always asked for."""

BETWEEN = (Decision.ASSAULT, Decision.ACTION, Decision.OVER)
"""The decisions between one assault or move and the next."""


def asked(state: BonaparteState, move: str) -> bool:
    """Return whether the decision that a move answers is the one to be taken now."""
    verb, *names = move.split()
    if verb not in DECISIONS_OF:
        return True
    if verb == "lead":  # the same word for both sides
        attacking = names != ["none"] and (names[0][0] == "A") == (state.turn is AUSTRIAN)
        return state.decision is (Decision.LEADERS if attacking else Decision.DEFENCE_LEADERS)
    return state.decision in DECISIONS_OF[verb]


def answer(state: BonaparteState, *moves: str) -> BonaparteState:
    """Play the moves; an answer that is not asked for, since it has no alternative, is left out."""
    for move in moves:
        if asked(state, move):
            state.play(move)
    return state


def group(state: BonaparteState, verb: str, names: str, approach: str) -> BonaparteState:
    """Name the pieces of an assault or an attack one by one, and no more."""
    first, *others = names.split(",")
    state.play(f"{verb} {first} {approach}")
    for name in others:
        state.play(f"join {name}")
    if state.decision is Decision.JOIN:
        state.play("join none")
    return state


def finish(state: BonaparteState) -> BonaparteState:
    """Play an assault or a move on to its end, declining what may be declined."""
    return turns.finish(state, Decision.ASSAULT)


def before_assault(
    approach: str,
    attackers: str,
    defenders: str,
    *,
    austrian: Mapping[str, str] = NOBODY,
    french: Mapping[str, str] = NOBODY,
    far_away: bool = True,
    on: BonaparteGame = standard,
    **given: Any,
) -> BonaparteState:
    """Return step 2 of an Austrian turn with both sides in that pair of approaches.

    The attackers are A1, A2, …, the defenders F1, F2, …; pieces of the two mappings follow.
    """
    own, opposite = approach.split("/")
    return austrian_turn(
        {approach: attackers, **austrian, **(AUSTRIANS_FAR_AWAY if far_away else {})},
        {f"{opposite}/{own}": defenders, **french, **(FRENCH_FAR_AWAY if far_away else {})},
        on=on,
        **{"step": 2, **given},
    )


def assault(
    approach: str, attackers: str, defenders: str, *, take: str = "", **given: Any
) -> BonaparteState:
    """Return a position with the assault declared by all attackers, or by those in ``take``."""
    everybody = ",".join(f"A{number}" for number in range(1, len(attackers.split()) + 1))
    state = before_assault(approach, attackers, defenders, **given)
    return group(state, "assault", take or everybody, approach)


def narrow(attackers: str, defenders: str, **given: Any) -> BonaparteState:
    """Return a position with the narrow assault declared."""
    return assault("16/29", attackers, defenders, **given)


def wide(attackers: str, defenders: str, **given: Any) -> BonaparteState:
    """Return a position with the wide assault declared."""
    return assault("37/46", attackers, defenders, **given)


def attacked(
    french: Mapping[str, str],
    attackers: str = "I3",
    *,
    across: str = "16/29",
    austrian: Mapping[str, str] = NOBODY,
    **given: Any,
) -> BonaparteState:
    """Return a position after an attack by A1, A2, … which began in that approach.

    Such a manoeuvre attack cannot be blocked, so that the retreat follows at once.
    """
    names = ",".join(f"A{number}" for number in range(1, len(attackers.split()) + 1))
    state = austrian_turn(
        {across: attackers, **austrian, **AUSTRIANS_FAR_AWAY},
        {**french, **FRENCH_FAR_AWAY},
        **given,
    )
    return group(state, "attack", names, across)


def lines(state: BonaparteState, *within: Decision) -> Iterator[BonaparteState]:
    """Yield the end of every way to play on while these decisions are asked."""
    if state.decision not in within:
        yield state
        return
    for text in sorted(texts(state)):
        yield from lines(state.copy().play(text), *within)


def asking(state: BonaparteState) -> tuple[Decision, Side]:
    """Return the decision to be taken and by whom."""
    return state.decision, state.to_move


def lost(state: BonaparteState, side: Side) -> int:
    """Return how many morale points a side has lost that began with the printed ones."""
    return START[side] - int(state.morale(side))


def destinations(state: BonaparteState, name: str) -> set[int]:
    """Return the localities to which a piece may retreat now."""
    moves = (text.split() for text in texts(state))
    return {int(move[2]) for move in moves if move[:2] == ["retreat", name]}


def face_up(state: BonaparteState, by: Side, place: str) -> int:
    """Return how many enemy pieces at a place lie face-up before one side."""
    return sum(block.face_up for block in state.view(by).enemy if str(block.place) == place)


def led(state: BonaparteState) -> set[str]:
    """Return the sets of pieces that may lead, as positions write them: "I3 I2", or "none"."""
    return {
        " ".join(_face(state, name) for name in text.split()[1].split(",")) for text in texts(state)
    }


def _face(state: BonaparteState, name: str) -> str:
    if name == "none":
        return name
    piece = state.piece(name)
    return f"{piece.kind.name[0]}{piece.strength}"
