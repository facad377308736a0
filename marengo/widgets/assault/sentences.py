"""A fight in sentences, with the ids of the rules that decide."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import polars as pl

from marengo.game import Decision, Side, State
from marengo.games.marengo.rules.vocabulary import NONE
from marengo.lab.fights import Course, Fight
from marengo.widgets.narration import ARMIES, narrate, narrate_losses

# By ruleset and decision: which statements say what may be chosen.
_RULES: Final[Mapping[str, Mapping[Decision, str]]] = {
    "bonaparte": {
        Decision.ASSAULT: "B-11.2 to B-11.8",
        Decision.LEADERS: "B-11.22 to B-11.24",
        Decision.FIRE: "B-11.26 to B-11.29",
        Decision.STRIKE: "B-11.18",
        Decision.DEFENCE_LEADERS: "B-11.31 to B-11.37",
        Decision.PURSUIT: "B-11.51 to B-11.59",
        Decision.REDUCTION: "B-11.18",
        Decision.RETREAT: "B-12.13 to B-12.20",
        Decision.ACTION: "B-9.1 to B-9.6",
        Decision.SHOW: "B-9.7",
        Decision.RESPONSE: "B-9.13 to B-9.16",
    },
    "triomphe": {
        Decision.DEFENCE_LEADERS: "T-11.11 to T-11.15",
        Decision.ASSAULT_PIECES: "T-11.16 to T-11.21",
        Decision.FIRE: "T-11.23 to T-11.27",
        Decision.HIT: "T-11.27",
        Decision.COUNTER_ATTACK: "T-11.30 to T-11.37",
        Decision.REDUCTION: "T-11.44 to T-11.46",
        Decision.RETREAT: "T-13.12 to T-13.20",
        Decision.PAYMENT: "T-18.20",
        Decision.SHIFT: "T-18.13",
        Decision.SHOW: "T-9.31",
        Decision.RESPONSE: "T-9.13 to T-9.16",
    },
}

_RETREATING: Final = {"bonaparte": "B-12.7, B-12.9", "triomphe": "T-13.5 to T-13.10"}
"""Rules on losses in a retreat."""

_LOSSES: Final = {
    "bonaparte": "B-11.17 to B-11.19, B-11.45 to B-11.49, B-11.59",
    "triomphe": "T-11.37, T-11.41 to T-11.47",
}
"""Rules on what an assault costs."""

_BEGINNINGS: Final = {"assault": "T-11.1 to T-11.9", "attack": "T-9.1 to T-9.12"}
"""Rules on the move that begins a fight of Triomphe, by its first word."""

# By ruleset and sort of fight: which statements say who wins.
_RESULT: Final = {
    ("bonaparte", "assault"): "B-11.44",
    ("bonaparte", "manoeuvre"): "B-9.17, B-9.21",
    ("bonaparte", "retreat"): "B-9.14, B-9.21",
    ("triomphe", "assault"): "T-11.40",
    ("triomphe", "manoeuvre"): "T-9.20 to T-9.22",
    ("triomphe", "retreat"): "T-9.17, T-9.22",
}

_MORALE: Final = {
    "bonaparte": ("point", "B-13.1"),
    "triomphe": ("disc", "T-18.16, T-18.17"),
}
"""The unit of morale, and the rules on what is lost."""

_COMMITTING: Final = {"assault": "T-18.10", "manoeuvre": "T-18.8, T-18.9", "retreat": "T-18.11"}
"""Rules on how many discs are committed."""

# What the loser of an assault does.
_BEATEN: Final = {
    "bonaparte": "The attackers left fall back into reserve (B-11.62).",
    "triomphe": "The attackers left stay in the approach (T-11.49).",
}


def counted(number: int, what: str) -> str:
    """Return a number of things in words, such as ``no discs``."""
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"


def summary(found: Fight, course: Course) -> list[str]:
    """Return who wins and what it costs, in sentences."""
    ruleset = found.game.scenario.ruleset
    own, other = ARMIES[found.attacker], ARMIES[found.attacker.enemy]
    outcome, target = course.outcome, found.border.split("/")[1]
    rule = _RESULT[ruleset, found.kind]
    won = f"{own} takes {target}" if outcome.won else f"{other} holds {target}"
    unit, price = _MORALE[ruleset]
    told = [f"{won} ({rule})."]
    if any((*outcome.lost, *outcome.morale)):
        lost = [counted(points, "strength point") for points in outcome.lost]
        paid = [counted(-change, unit) for change in outcome.morale]
        told.append(f"{own} loses {lost[0]}, {other} {lost[1]}.")
        told.append(f"Morale: {own} loses {paid[0]}, {other} {paid[1]} ({price}).")
    else:
        told.append("Nobody loses strength or morale.")
    commits = _COMMITTING["retreat" if outcome.won else found.kind]
    told += [
        f"{army} commits {counted(discs, 'disc')} ({commits})."
        for army, discs in zip((own, other), outcome.committed, strict=True)
        if discs > 0
    ]
    if not outcome.won and found.kind == "assault" and not outcome.over:
        told.append(_BEATEN[ruleset])
    return [*told, *_demoralised(course)]


def _demoralised(course: Course) -> Iterator[str]:
    """Say whose army is demoralised by the fight."""
    before: Any = course.states[0]
    after: Any = course.states[-1]
    basic = after.game.scenario.ruleset == "bonaparte"
    for side in Side:
        if basic and after.demoralised(side) != before.demoralised(side):
            yield f"The morale of {ARMIES[side]} falls to 0: it is demoralised (B-13.2)."
        if not basic and after.outcome is not None and after.outcome.winner != side:
            yield f"{ARMIES[side]} has no disc left and loses the game (T-18.4)."


def advice(found: Fight) -> list[str]:
    """Return what is best for either side, in sentences."""
    own, other = ARMIES[found.attacker], ARMIES[found.attacker.enemy]
    best = found.choices.filter(pl.col("best")).row(0, named=True)
    told = [f"Best for {own}: {best['attack']}."]
    if found.gain == 0:
        wanted = f"By what both sides want ({found.measure.words})"
        told = [f"{wanted} neither gains by the attack.", *told]
    if found.gain < 0:
        told = [f"{own} does better not to attack. The least bad attack: {best['attack']}."]
    if found.kind != "retreat":
        told.append(f"Best for {other}: {best['reply']}.")
    then = best["then"].replace("fire", "defensive fire")
    return [*told, *([f"After that: {then}."] if then else [])]


def steps(course: Course) -> list[str]:
    """Return what happens, step by step, with the rules of each and what is lost by it.

    The last step also brings what the fight itself costs, without a further choice.
    """
    told = []
    for first, last in _groups(course):
        before, after = course.states[first], course.states[last + 1]
        move, *joined = course.moves[first : last + 1]
        rule = _rule(before, move)
        lost = narrate_losses(before, after)
        words = [narrate(before, move, joined=joined), f"({rule})", lost]
        if lost and last + 1 == len(course.moves):
            words.append(_losing(course))
        told.append(" ".join(filter(None, words)))
    return told


def _losing(course: Course) -> str:
    """Return the rules on what is lost in a fight."""
    ruleset = course.states[0].game.scenario.ruleset
    assaulted = any(move.startswith("assault") for move in course.moves)
    rules = [_LOSSES[ruleset]] * assaulted + [_RETREATING[ruleset]] * course.outcome.won
    return f"({'; '.join(rules)})"


def _rule(before: State, move: str) -> str:
    """Return the rules on what may be chosen in a position."""
    ruleset = before.game.scenario.ruleset
    if before.decision == Decision.REDUCTION and before.record["retreat_from"] != NONE:
        return _RETREATING[ruleset]
    return _RULES[ruleset].get(before.decision) or _BEGINNINGS[move.split(maxsplit=1)[0]]


def _groups(course: Course) -> Iterator[tuple[int, int]]:
    """Yield first and last index of the moves that name one group."""
    first = 0
    for index in range(1, len(course.moves) + 1):
        joins = index < len(course.moves) and course.states[index].decision == Decision.JOIN
        if not joins:
            yield first, index - 1
            first = index
