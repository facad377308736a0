"""Chapter 18, decisions: every node of the table, who is asked, and among what."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from marengo.games.bonaparte.game import BonaparteGame
from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.vocabulary import Side
from tests.helpers import play, texts
from tests.toys import Facts, row, toy_game

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH

ROADS = [{"id": f"r{n}", "between": (n, n + 1)} for n in range(1, 5)]
ENTRY = {"name": "6:00", "army": "austrian", "locality": 1, "pontoon": True}


def ground(**border: bool | int) -> BonaparteGame:
    """Build a row of five localities whose border from 2 to 3 has these symbols."""
    made: BonaparteGame = row(5, borders={2: border}, ruleset="bonaparte")
    return made


def five(*borders: tuple[int, int], **given: Any) -> BonaparteGame:
    """Build localities 1 to 5 with these borders and no roads unless given."""
    sides: list[Facts] = [{"a": a, "b": b} for a, b in borders]
    made: BonaparteGame = toy_game(
        {n: {} for n in range(1, 6)}, sides, ruleset="bonaparte", **given
    )
    return made


CHAIN = [(n, n + 1) for n in range(1, 5)]
ROW, WIDE, BROOK = ground(), ground(wide=True), ground(b_obstacle=True)
STEEP = ground(b_infantry=1, b_artillery=1)
STAR = five((1, 2), (1, 3), (1, 4), (1, 5))
TWIN = five(*CHAIN, crossings=[{"id": name, "between": (1, 2)} for name in ("m1", "m2")])
GATE = five(*CHAIN, crossings=ROADS, entries=[ENTRY])
BY_HAND = five(*CHAIN, parameters={"automatic_shuffling": False})


@dataclass(frozen=True)
class Setting:
    """A position and moves played on it; an Austrian turn, step 3, 9:00, unless given."""

    on: BonaparteGame
    austrian: dict[str, str]
    french: dict[str, str]
    moves: str = ""
    given: dict[str, Any] = field(default_factory=dict)

    def played(self, more: str) -> BonaparteState:
        """Return the state after the setting's own moves and some more."""
        facts = {"hour": 9, "turn": AUSTRIAN, "step": 3, **self.given}
        state = self.on.position(austrian=self.austrian, french=self.french, **facts)
        moves = f"{self.moves}; {more}".split("; ")
        return play(state, *(move for move in moves if move))


START: dict[str, Any] = {"turn": FRENCH, "step": 0}
ONE: dict[str, Any] = {"step": 1}
TWO: dict[str, Any] = {"step": 2}
HIDDEN = {"3": "~I3", "4": "~I2", "5": "~C2 I2"}
FORCE, DEFENCE = {"2/3": "I3 I2 C2 C1"}, {"3/2": "I3 I2 A1"}
ALL = "assault A1 2/3; join A2; join A3; join A4"
WON = f"{ALL}; lead A1,A2; fire none; lead F1; strike A1"
OTHERS = {"4": "I2 I1", "4/5": "I3", "1/2": "I1", "6:00": "C2"}
AIMED = {"2/1": "A1:due", "3": "I2", "4": "I2"}
TIE = "assault A1 2/3; join A2; lead A1,A2; lead F1,F2; strike F1; strike A2"

SETTINGS = {
    "first French turn": Setting(ROW, {"1": "I2"}, HIDDEN, "", START | {"hour": 6}),
    "11:00": Setting(ROW, {"1": "I2"}, HIDDEN, "", START | {"hour": 11}),
    "flag": Setting(ROW, {"1": "I2"}, HIDDEN, "", START | {"flag": True}),
    "no flag": Setting(ROW, {"1": "I2"}, HIDDEN, "", START),
    "shuffling": Setting(
        BY_HAND, {"2": "I3 I2", "2/3": "A1:due I2", "1": "C2 C1"}, {"3": "I2 C2"}, "", {"step": 0}
    ),
    "French shuffling": Setting(BY_HAND, {"1": "I2"}, {"4": "I2 ~C2", "5": "I3 C1"}, "", START),
    "bombardment": Setting(ROW, {"2/3": "A1:due"}, {"3": "I2 C2"}, "", ONE),
    "no target": Setting(ROW, {"2/3": "A1:due"}, {"4": "I2 C2"}, "", ONE),
    "one target": Setting(ROW, {"2/3": "A1:due"}, {"3": "I2"}, "", ONE),
    "strength 0": Setting(STEEP, {"2/3": "A1:due"}, {"3/2": "I2 C2"}, "", ONE),
    "two approaches": Setting(STAR, AIMED, {"1/3": "I2 C2", "1/4": "I3"}, "complete A1", ONE),
    "one approach": Setting(STAR, AIMED, {"1/3": "I2 C2"}, "complete A1", ONE),
    "assaults": Setting(WIDE, FORCE, DEFENCE, "", TWO),
    "leader to come": Setting(WIDE, {"2/3": "I1 I2 A1"}, DEFENCE, "", TWO),
    "no leader": Setting(WIDE, {"2/3": "I1 C1 A1"}, DEFENCE, "", TWO),
    "no command": Setting(WIDE, FORCE, DEFENCE, "", TWO | {"commands": 0}),
    "assaulted": Setting(WIDE, FORCE, DEFENCE, "", TWO | {"assaulted": ["2/3"]}),
    "demoralised": Setting(
        WIDE, FORCE, DEFENCE, "", TWO | {"morale": {AUSTRIAN: 0}, "demoralised": {AUSTRIAN: 8}}
    ),
    "all": Setting(WIDE, FORCE, DEFENCE, ALL, TWO),
    "all, narrow": Setting(ROW, FORCE, DEFENCE, ALL, TWO),
    "two lead": Setting(WIDE, FORCE, DEFENCE, f"{ALL}; lead A1,A2", TWO),
    "won": Setting(WIDE, FORCE, DEFENCE, WON, TWO),
    "one attacker": Setting(STEEP, {"2/3": "I2"}, DEFENCE, "assault A1 2/3", TWO),
    "silent": Setting(WIDE, FORCE, {"3/2": "I3 A1:silent"}, f"{ALL}; lead A1", TWO),
    "tie": Setting(WIDE, {"2/3": "I3 I2"}, {"3/2": "I3 I2 C1"}, TIE, TWO),
    "repulse": Setting(
        WIDE, {"2/3": "I2 I1"}, {"3/2": "I3 C2 C1"}, "assault A1 2/3; join A2; lead F1", TWO
    ),
    "against cavalry": Setting(
        WIDE, {"2/3": "I3 C2"}, {"3/2": "C2 I2"}, "assault A1 2/3; join A2; lead A1; lead F1", TWO
    ),
    "retreat": Setting(
        ROW, {"2/3": "I3"}, {"3/2": "A1", "3": "C2 C1"}, "assault A1 2/3; fire none", TWO
    ),
    "advance": Setting(
        ROW, {"2/3": "I3 C2"}, {"3/2": "A1", "3": "C1"}, "assault A1 2/3; join A2; lead A1", TWO
    ),
    "moves": Setting(GATE, OTHERS, {"5": "I2"}),
    "march": Setting(ROW, {"1": "C2"}, {"3": "I2"}, "road A1; cross 1-2"),
    "no steps": Setting(ROW, {"2": "C2"}, {"3": "I2"}, "road A1"),
    "crossings": Setting(TWIN, {"1": "I2"}, {}, "road A1"),
    "obstacle": Setting(BROOK, {"2": "I3 I2 C2"}, {"3": "I2 C2"}, "attack A1 2/3"),
    "attack": Setting(ROW, {"2": "I3 I2"}, {"3": "I2 C2"}, "attack A1 2/3"),
    "last command": Setting(
        ROW, {"2": "I3 I2"}, {"3": "I2 C2"}, "attack A1 2/3; join A2", {"commands": 1}
    ),
    "from an approach": Setting(STAR, {"2/1": "I3"}, {"1": "C2 C1"}, "attack A1 2/1"),
    "no reserve": Setting(STAR, {"2": "I3", "3": "I2"}, {"1/3": "C2"}, "attack A1 2/1"),
    "cavalry": Setting(STAR, {"2": "C2"}, {"3": "I2", "4": "I2"}, "march A1 1"),
    "infantry": Setting(STAR, {"2": "I2"}, {"3": "I2", "4": "I2"}, "march A1 1"),
    "cavalry attack": Setting(ROW, {"2": "C2"}, {"3": "C1"}, "attack A1 2/3; respond none"),
    "reserve loss": Setting(ROW, {"2": "I3"}, {"3": "I3 I2 C2"}, "attack A1 2/3; respond none"),
    "approach loss": Setting(STAR, {"2/1": "I3", "3": "I2"}, {"1/3": "I2 C2"}, "attack A1 2/1"),
    "step 4": Setting(ROW, {"2/3": "A1"}, {"3": "I2"}, "end"),
    "fired": Setting(ROW, {"2/3": "A1:completed"}, {"3": "I2"}, "end"),
}

# Row of the table, setting and further moves; then who is asked, and among what.
NODES = """
B-18.9 | first French turn |
FRENCH ACTIVATION: activate none; activate F1; activate F2; activate F3
B-18.9 | 11:00 | activate F1
FRENCH ACTIVATION: activate none; activate F2; activate F3
B-18.9 | flag |
FRENCH ACTIVATION: activate none; activate F1; activate F2; activate F3
B-18.10 | shuffling |
AUSTRIAN SHUFFLE: shuffle none; shuffle 1; shuffle 2
B-18.10 | French shuffling |
FRENCH SHUFFLE: shuffle none; shuffle 5
B-18.11 | bombardment |
AUSTRIAN BOMBARDMENT: complete A1; cancel A1
B-18.12 | two approaches |
AUSTRIAN AIM: aim 1/3; aim 1/4
B-18.13 | two approaches | aim 1/3
FRENCH TARGET: target F1; target F2
B-18.13 | bombardment | complete A1
FRENCH TARGET: target F1; target F2
B-18.14 | assaults |
AUSTRIAN ASSAULT: end; assault A1 2/3; assault A2 2/3; assault A3 2/3
B-18.14 | assaults | assault A2 2/3
AUSTRIAN JOIN: join none; join A3; join A4
B-18.14 | leader to come |
AUSTRIAN ASSAULT: end; assault A1 2/3; assault A2 2/3
B-18.14 | leader to come | assault A1 2/3
AUSTRIAN JOIN: join none; join A3
B-18.15 | all |
AUSTRIAN LEADERS: lead A1; lead A2; lead A3; lead A1,A2
B-18.15 | all, narrow |
AUSTRIAN LEADERS: lead A1; lead A2; lead A3
B-18.16 | two lead |
FRENCH FIRE: fire F3; fire none
B-18.17 | two lead | fire F3
FRENCH STRIKE: strike A1; strike A2
B-18.18 | two lead | fire none
FRENCH DEFENCE_LEADERS: lead none; lead F1; lead F2; lead F1,F2
B-18.19 | two lead | fire none; lead F1
FRENCH STRIKE: strike A1; strike A2
B-18.19 | two lead | fire none; lead F1,F2
AUSTRIAN STRIKE: strike F1; strike F2
B-18.19 | one attacker | fire F3; lead none
FRENCH REDUCTION: reduce F1; reduce F2; reduce F3
B-18.20 | two lead | fire none; lead F1,F2; strike F1
FRENCH STRIKE: strike A1; strike A2
B-18.21 | all | lead A2; fire none; lead none
FRENCH REDUCTION: reduce F1; reduce F2
B-18.21 | all | lead A2; fire F3; lead F1
AUSTRIAN REDUCTION: reduce A1; reduce A3
B-18.22 | won |
AUSTRIAN PURSUIT: pursue none; pursue A3; pursue A4; pursue A3,A4
B-18.22 | repulse |
FRENCH PURSUIT: pursue none; pursue F2; pursue F3; pursue F2,F3
B-18.23 | won | pursue A3,A4
FRENCH STRIKE: strike A3; strike A4
B-18.23 | repulse | pursue F2,F3
AUSTRIAN STRIKE: strike F2; strike F3
B-18.24 | tie | pursue F3
FRENCH STRIKE: strike A1; strike A2
B-18.24 | won | pursue A4
FRENCH REDUCTION: reduce F2; reduce F3
B-18.25 | retreat |
FRENCH RETREAT: retreat F2 4; retreat F3 4
B-18.26 | advance | fire none
AUSTRIAN CONTINUATION: stay A2; continue A2 3/4
B-18.27 | moves |
AUSTRIAN ACTION: end; march A1 3; march A2 3; march A1 4/5; march A2 4/5; attack A1 4/5;
attack A2 4/5; road A1; road A2; march A3 4; attack A3 4/5; fall-back A4; march A4 2; road A5;
pontoon A5
B-18.27 | moves | march A1 3
AUSTRIAN JOIN: join none; join A2
B-18.28 | march |
AUSTRIAN ROAD_STEP: cross 2-3; wait; stop; continue A1 2/3
B-18.28 | no steps |
AUSTRIAN ROAD_STEP: cross 2-3; cross 2-1; wait; continue A1 2/3
B-18.28 | no steps | wait
AUSTRIAN ROAD_STEP: cross 2-3; cross 2-1; wait
B-18.28 | crossings |
AUSTRIAN ROAD_STEP: cross 1-2:m1; cross 1-2:m2; wait
B-18.29 | obstacle | join A2; join none
AUSTRIAN SHOW: show A1; show A2
B-18.30 | attack | join none
FRENCH RESPONSE: respond none; respond F1; respond F2
B-18.30 | attack | join none; respond F1
FRENCH JOIN: join none; join F2
B-18.31 | attack | join A2; respond F2
AUSTRIAN ADVANCE: block none; block A1; block A2
B-18.31 | last command | respond F2
AUSTRIAN ADVANCE: block none; block A1
B-18.32 | from an approach |
FRENCH RETREAT: retreat F1 3; retreat F1 4; retreat F1 5; retreat F2 3; retreat F2 4; retreat F2 5
B-18.33 | cavalry |
AUSTRIAN CONTINUATION: stay A1; continue A1 1/3; continue A1 1/4
B-18.33 | cavalry attack |
AUSTRIAN CONTINUATION: stay A1; continue A1 3/4
B-18.35 | reserve loss |
FRENCH REDUCTION: reduce F1; reduce F2
B-18.36 | approach loss |
FRENCH REDUCTION: reduce F1; reduce F2
B-18.37 | from an approach | retreat F2 4
FRENCH RETREAT: retreat F1 3; retreat F1 4; retreat F1 5
B-18.38 | step 4 |
AUSTRIAN DECLARATION: declare A1; declare none
"""

# The same for rows skipped for lack of a choice: what is asked instead.
SKIPPED = """
B-18.9 | no flag | | FRENCH ACTION
B-18.9 | first French turn | activate F1 | FRENCH ACTION
B-18.9 | 11:00 | activate F1; activate F2 | FRENCH ACTION
B-18.11 | no target | | AUSTRIAN ACTION
B-18.12 | one approach | | FRENCH TARGET
B-18.13 | one target | complete A1 | AUSTRIAN ACTION
B-18.13 | strength 0 | complete A1 | AUSTRIAN ACTION
B-18.14 | no leader | | AUSTRIAN ACTION
B-18.14 | no command | | AUSTRIAN ACTION
B-18.14 | assaulted | | AUSTRIAN ACTION
B-18.14 | demoralised | | AUSTRIAN ACTION
B-18.15 | one attacker | | FRENCH FIRE
B-18.16 | silent | | FRENCH DEFENCE_LEADERS
B-18.17 | one attacker | fire F3 | FRENCH DEFENCE_LEADERS
B-18.18 | retreat | | FRENCH RETREAT
B-18.22 | against cavalry | | AUSTRIAN CONTINUATION
B-18.26 | retreat | retreat F2 4 | AUSTRIAN ACTION
B-18.29 | obstacle | join A3 | FRENCH RESPONSE
B-18.30 | from an approach | | FRENCH RETREAT
B-18.30 | no reserve | | FRENCH RETREAT
B-18.33 | infantry | | AUSTRIAN ACTION
B-18.38 | fired | | FRENCH ACTION
"""


def asked(state: BonaparteState) -> str:
    """Return who is asked and what, as the tables write it."""
    return f"{state.to_move.name} {state.decision.name}"


@pytest.mark.parametrize("node", NODES.strip().replace("\nB-", "\n\nB-").split("\n\n"))
def test_decision_points(node: str) -> None:
    """Who is asked, and among what.

    B-18.9, B-18.10, B-18.11, B-18.12, B-18.13, B-18.14, B-18.15, B-18.16, B-18.17, B-18.18,
    B-18.19, B-18.20, B-18.21, B-18.22, B-18.23, B-18.24, B-18.25, B-18.26, B-18.27, B-18.28,
    B-18.29, B-18.30, B-18.31, B-18.32, B-18.33, B-18.35, B-18.36, B-18.37, B-18.38.
    """
    head, _, rest = node.partition("\n")
    _, setting, moves = (part.strip() for part in head.split("|"))
    who, _, among = rest.replace("\n", " ").partition(": ")
    state = SETTINGS[setting].played(moves)
    assert asked(state) == who
    assert texts(state) == set(among.split("; "))


@pytest.mark.parametrize("node", SKIPPED.strip().split("\n"))
def test_decision_points_without_a_choice(node: str) -> None:
    """A row without an alternative is skipped: what comes next is asked.

    B-18.9, B-18.11, B-18.12, B-18.13, B-18.14, B-18.15, B-18.16, B-18.17, B-18.18, B-18.22,
    B-18.26, B-18.29, B-18.30, B-18.33, B-18.38.
    """
    _, setting, moves, who = (part.strip() for part in node.split("|"))
    assert asked(SETTINGS[setting].played(moves)) == who
