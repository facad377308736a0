"""Battles of Napoleon in Europe as short texts, and cases of these.

Kinds of units are letters: ``I`` infantry, ``E`` elite, ``M`` militia, ``C`` cavalry, ``H`` heavy,
``R`` irregular cavalry, ``A`` artillery, ``L`` leader, and ``sI``, ``sE``, ``sM`` in square.
Nations are ``FR``, ``SP`` and ``OT``, who attack, and ``GB``, ``PR``, ``RU``, ``AU``, who defend.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

from marengo.core.errors import IllegalMove
from marengo.games.europe import BattleState, Nation, Piece, battle
from marengo.games.europe.game import BattleGame
from marengo.games.europe.rules.setup import GREAT

KINDS = {
    "I": "infantry",
    "E": "elite",
    "M": "militia",
    "C": "cavalry",
    "H": "heavy",
    "R": "irregular",
    "A": "artillery",
    "L": "leader",
}
PIECES = KINDS | {f"s{letter}": f"squared-{KINDS[letter]}" for letter in "IEM"}

NATIONS = {
    "FR": ("france", "french"),
    "GB": ("great-britain", "british"),
    "PR": ("prussia", "prussian"),
    "RU": ("russia", "russian"),
    "OT": ("ottoman-empire", "ottoman"),
    "AU": ("austria", "austrian"),
    "SP": ("spain", "spanish"),
}
ATTACKERS, DEFENDERS = ("FR", "SP", "OT"), ("GB", "PR", "RU", "AU")

COLUMNS = ("left", "centre", "right")
ZONES = (*COLUMNS, *(f"middle-{one}" for one in COLUMNS), "reserve", "rout")
PHASES = ("cavalry", "artillery", "infantry", "leaders")
TURNED = {"left": "right", "right": "left"}
SWAPPED = {"attacker": "defender", "defender": "attacker"}


def pieces(text: str) -> dict[str, int]:
    """Read units such as ``5I 1sI 1L``."""
    found = (re.fullmatch(r"(\d+)(\w+)", token) for token in text.split())
    return {PIECES[one[2]]: int(one[1]) for one in found if one}


@dataclass(frozen=True)
class Case:
    """A position, what is played in it, and some facts after it; :func:`read` makes one."""

    rule: str
    given: str
    moves: str
    then: str
    swapped: bool = False  # whether those that attack by name defend
    options: str = ""

    def mirrored(self) -> "Case":
        """Return the same with left and right exchanged."""
        turn = re.compile(r"\b(left|right)\b")
        given, moves, then = (
            turn.sub(lambda word: TURNED[word[0]], text)
            for text in (self.given, self.moves, self.then)
        )
        return replace(self, rule=f"{self.rule}, mirrored", given=given, moves=moves, then=then)

    def ways(self) -> list["Case"]:
        """Return it as it stands and, unless that is the same or the start, mirrored."""
        turned = self.mirrored()
        is_same = replace(turned, rule=self.rule) == self
        is_start = not any(re.search(rf"\b{zone} \d", self.given) for zone in ZONES)
        return [self] if is_same or is_start else [self, turned]

    def exchanged(self) -> "Case":
        """Return the same with the sides exchanged: who attacks defends."""
        turn = re.compile(r"\b(attacker|defender)\b")
        then = turn.sub(lambda word: SWAPPED[word[0]], self.then)
        words = self.given.split("; ")
        others = [word for word in words if word != "defender"]
        given = "; ".join(others if len(others) < len(words) else [*words, "defender"])
        return replace(self, rule=f"{self.rule}, exchanged", given=given, then=then, swapped=True)

    def start(self) -> BattleState:
        """Return the position, in a battle of just these units."""
        return _start(self.given, self.swapped, self.options).copy()

    def check(self) -> None:
        """Play it and compare."""
        state = play(self.start(), self.moves)
        facts = [fact.partition(" ")[::2] for fact in self.then.split("; ") if fact]
        assert facts
        found = [(name, fact(state, name, said)) for name, said in facts]
        wrong = [(one, wanted) for one, wanted in zip(found, facts, strict=True) if one != wanted]
        assert not wrong, f"{self}: (found, wanted) {wrong}, {state}"


@cache
def _start(given: str, swapped: bool, options: str) -> BattleState:
    words = {name: said for name, _, said in (one.partition(" ") for one in given.split("; "))}
    forces = {name: words[name] for name in words if name in NATIONS}
    attackers, defenders = (
        {name: _zones(forces[name]) for name in forces if name in names}
        for names in ((DEFENDERS, ATTACKERS) if swapped else (ATTACKERS, DEFENDERS))
    )
    great = "skirmish" not in words
    placed = "" not in {zone for zones in (attackers | defenders).values() for zone in zones}
    if placed and "bare" not in words:
        for side, name in (
            (attackers, "GB" if swapped else "FR"),
            (defenders, "FR" if swapped else "GB"),
        ):
            _fill(side, name, ("centre",) if "skirmish" in words else COLUMNS)
    on = battle(
        *(
            {NATIONS[name][0]: army for name, army in _armies(side, great).items()}
            for side in (attackers, defenders)
        ),
        landing="landing" in words,
        active=NATIONS[words["active"]][0] if words.get("active") else "",
        options=dict(_option(one) for one in options.split(", ") if one),
    )
    if not placed:
        return on.start(0)
    state = on.position(
        units={
            NATIONS[name][0]: {zone: _told(units) for zone, units in zones.items()}
            for name, zones in (attackers | defenders).items()
        },
        round=int(words.get("round", 1)),
        phase=next((word for word in words if word in PHASES), "infantry"),
        side="defender" if "defender" in words else "attacker",
        quiet=int("quiet" in words),
        active=words.get("active") == "",
    )
    assert state.great == ("skirmish" not in words)
    _AT_FIRST[on] = state.lost
    return state


_AT_FIRST: dict[BattleGame, Mapping[Nation, Mapping[Piece, int]]] = {}
"""What was lost before the positions of cases."""

Zones = dict[str, dict[str, int]]


def _zones(text: str) -> Zones:
    """Read units by zones, or, without a zone, of a whole nation."""
    found: Zones = {}
    for part in text.split(", "):
        zone, _, there = part.partition(" ")
        if zone in ZONES:
            found[zone] = pieces(there)
        else:
            found[""] = pieces(part)
    return found


def _armies(side: dict[str, Zones], great: bool) -> dict[str, dict[str, int]]:
    """Return the armies of a side: those that stand, and others lost, for a great battle."""
    armies = {name: _army(zones) for name, zones in side.items()}
    there = sum(
        number for army in armies.values() for kind, number in army.items() if kind != "leader"
    )
    placed = "" not in {zone for zones in side.values() for zone in zones}
    if placed and great and there < GREAT:
        first = armies[next(iter(armies))]
        first["infantry"] = first.get("infantry", 0) + GREAT - there
    return armies


def _army(zones: Zones) -> dict[str, int]:
    found: Counter[str] = Counter()
    for units in zones.values():
        for kind, number in units.items():
            found[kind.removeprefix("squared-")] += number
    return found


def _told(units: dict[str, int]) -> str:
    return ", ".join(f"{number} {piece}" for piece, number in units.items())


def _fill(side: dict[str, Zones], name: str, columns: Iterable[str]) -> None:
    """Give a side an infantry in each line zone where it has no army."""
    first = next(iter(side), name)
    for column in columns:
        if not any({*zones.get(column, {})} - {"leader"} for zones in side.values()):
            side.setdefault(first, {}).setdefault(column, {})["infantry"] = 1


def _option(text: str) -> tuple[str, Any]:
    name, value = text.split()
    return name, int(value) if value.isdecimal() else value == "yes"


def written(state: BattleState, move: str) -> str:
    """Return a move as the engine has it; nations that it leaves out are filled in.

    Targets are of the enemy's first nation in turn order, who rallies is of the nation that acts.
    """
    words: list[str] = []
    for word in move.split():
        before = words[-1] if words else ""
        if word in PIECES and before in ("at", "pursue"):
            words.append(_title(next(one for one in state.sides if _is_enemy(state, one))))
        if word in PIECES and before == "rally" and state.nation is not None:
            words.append(_title(state.nation))
        words.append(NATIONS[word][1] if word in NATIONS else PIECES.get(word, word))
    return " ".join(words)


def _title(nation: Nation) -> str:
    return list(NATIONS.values())[nation][1]


def _is_enemy(state: BattleState, nation: Nation) -> bool:
    """Return whether a nation is of the other side than who acts, or who decides."""
    acting = state.to_move if state.nation is None else state.sides[state.nation]
    return state.sides[nation] != acting


def play(state: BattleState, moves: str) -> BattleState:
    """Play moves such as ``fire I left at I 9 4, end``; numbers at the end of one are rolls."""
    for move in filter(None, moves.split(", ")):
        for step in steps(move):
            state.play(written(state, step))
    return state


def steps(move: str) -> Iterator[str]:
    """Yield a move, and the rolls after it."""
    found = re.fullmatch(r"(\D.*?)?((?: ?\b\d+)*)", move)
    assert found, move
    if found[1]:
        yield found[1]
    for number in found[2].split():
        yield f"roll {number}"


def _nation(name: str) -> Nation:
    return Nation(list(NATIONS).index(name))


def texts(state: BattleState) -> set[str]:
    return {str(move) for move in state.legal_moves()}


def fact(state: BattleState, name: str, said: str) -> str:
    """Return a fact as it is written, if it is so, or else what is there."""
    if name in NATIONS:
        zone, _, there = said.partition(" ")
        return f"{zone} {in_zone(state, name, zone, there)}"
    return FACTS[name](state, said)


def _lost(state: BattleState, said: str) -> str:
    nation, _, there = said.partition(" ")
    found = Counter(state.lost[_nation(nation)])
    found -= Counter(_AT_FIRST.get(state.game, {}).get(_nation(nation), {}))
    return f"{nation} {_as_said({one.name.lower(): many for one, many in found.items()}, there)}"


def _all(state: BattleState, said: str) -> str:
    """Return the units of a nation that are left, wherever they are."""
    nation, _, there = said.partition(" ")
    left: Counter[str] = Counter()
    for (one, _), units in state.units.items():
        if one == _nation(nation):
            left.update({piece.name.lower(): many for piece, many in units.items()})
    return f"{nation} {_as_said(left, there)}"


def _asked(state: BattleState, _: str) -> str:
    decision = state.decision.name.lower().replace("_", " ")
    return "over" if state.is_over else f"{state.to_move.name.lower()} {decision}"


def _legal(state: BattleState, said: str) -> str:
    wanted = {written(state, move) for move in said.split(", ")}
    return said if texts(state) == wanted else ", ".join(sorted(texts(state)))


def _may(state: BattleState, said: str) -> str:
    return ", ".join(move for move in said.split(", ") if written(state, move) in texts(state))


def _not(state: BattleState, said: str) -> str:
    return ", ".join(forbidden(state, move) for move in said.split(", "))


FACTS: dict[str, Callable[[BattleState, str], str]] = {
    "lost": _lost,
    "all": _all,
    "asked": _asked,
    "won": lambda state, _: "nobody" if state.winner is None else state.winner.name.lower(),
    "acts": lambda state, _: "none" if state.nation is None else list(NATIONS)[state.nation],
    "round": lambda state, _: str(state.round),
    "phase": lambda state, _: state.phase.name.lower(),
    "legal": _legal,
    "may": _may,
    "not": _not,
}


def forbidden(state: BattleState, move: str) -> str:
    """Return a move, with the rule in brackets if one is wanted, if it is forbidden so."""
    text, _, rule = move.partition(" (")
    try:
        state.copy().play(written(state, text))
    except IllegalMove as error:
        return move if rule.rstrip(")") in str(error) else f"{text} {error}"
    return f"{text} is legal"


def in_zone(state: BattleState, name: str, zone: str, there: str) -> str:
    units = state.units.get((_nation(name), zone), {})
    shown = {}
    for piece, many in units.items():
        kind = piece.name.lower()
        square = kind.endswith("_square")
        shown[f"squared-{kind.removesuffix('_square')}" if square else kind] = many
    return _as_said(shown, there)


def _as_said(found: dict[str, int], said: str) -> str:
    """Return what was found in the words it was said in, if it is the same."""
    if found == pieces("" if said == "none" else said):
        return said
    letters = {kind: letter for letter, kind in PIECES.items()}
    return " ".join(f"{number}{letters[kind]}" for kind, number in found.items()) or "none"


def read(line: str) -> Case:
    """Read a case: ``RULE: POSITION | MOVES | FACTS``, or with ``| OPTIONS`` at the end.

    A position is parted by semicolons: a nation with its zones and the units there, such as
    ``FR left 5I 1L, rout 1C``; the phase, infantry unless another is said; ``defender`` if that
    side acts; ``round 2``, ``landing``, ``skirmish``, ``quiet`` and ``active``. A line zone without
    armies gets an infantry, unless it says ``bare``. Without zones, such as ``FR 6I``, it is
    the start. Facts are what is in a zone (``GB rout 1I``), ``lost``, ``all``, ``won``, ``asked``,
    ``acts``, ``round``, ``phase``, and moves: ``legal`` all there are, ``may`` some, ``not``
    what is forbidden, with the rule that is named: ``not move I left centre (N-21.6)``.
    """
    rule, _, said = line.partition(": ")
    given, moves, then, *options = (cell.strip() for cell in said.split("|"))
    return Case(rule, given, moves, then, options=options[0] if options else "")


def cases(table: str, *, exchanged: bool = False) -> pytest.MarkDecorator:
    """Try each case of a table as it stands and mirrored, and with the sides exchanged.

    A case is a line, and those after it that are indented.
    """
    lines = re.sub(r"\n +", " ", table.strip()).splitlines()
    found = [one for each in map(read, lines) for one in each.ways()]
    if exchanged:
        found += [one.exchanged() for one in found]
    return pytest.mark.parametrize("case", found, ids=[one.rule for one in found])
