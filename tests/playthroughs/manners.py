"""What is particular to the games of one ruleset: how they are played, and what is told of them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.games.triomphe.state import TriompheState

StateT = TypeVar("StateT", bound=MarengoState)

Weights = Mapping[str, float]
"""How often sorts of moves are chosen, those not named once."""

Paragraph = tuple[str, list[str], int]
"""A head, items, and how far it is indented."""


@dataclass(frozen=True)
class Manner(Generic[StateT]):
    """How games of a ruleset are played and written.

    Parameters
    ----------
    sort : callable
        Says which sort of move a text is.
    weights : mapping of sort to number
        Without weights armies would hardly meet.
    legend : str
        The marks of pieces.
    left : callable
        Says how many orders or commands are left.
    armies : callable
        Tells of discs or morale, beside what both sides see.
    """

    sort: Callable[[str], str]
    weights: Weights
    legend: str
    left: Callable[[StateT], str]
    armies: Callable[[StateT], Iterable[Paragraph]]


def army(side: Side) -> str:
    """Return the name of an army."""
    return side.name.title()


def number(count: int, what: str) -> str:
    """Return a number of things."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def by_verb(text: str) -> str:
    """Return the verb of a move, "none" for all that decline."""
    verb, *_, last = text.split() * 2
    return "none" if last == "none" else verb


def by_verb_and_goal(text: str) -> str:
    """Return the same, but tell marches to where the enemy is opposite from others."""
    verb = by_verb(text)
    return "block" if verb == "march" and "/" in text else verb


def _discs(state: TriompheState) -> Iterator[Paragraph]:
    for side in Side:
        places = [
            f"{count} in {place}" + (f" ({shifted} shifted)" if shifted else "")
            for place, count in state.committed(side).items()
            for shifted in (state.shifted(side).get(place, 0),)
        ]
        to_come = [f"{count} at {hour}" for hour, count in state.track(side).items()]
        level = f"level {state.level(side)}, {state.uncommitted(side)} uncommitted"
        yield f"{army(side)} discs: {level}", places, 4
        if to_come:
            yield "to come", to_come, 8


def _morale(state: BonaparteState) -> Iterator[Paragraph]:
    for side in Side:
        account = [str(state.morale(side))]
        if state.demoralised(side) is not None:
            account.append(f"demoralised at {state.demoralised(side)}:00")
        if state.bonus_due is side:
            account.append("a bonus is due")
        if side is Side.AUSTRIAN and state.flag:
            account.append("has been in a French set-up locality")
        yield f"{army(side)} morale", account, 4


LIVELY: Weights = {
    "assault": 20.0,
    "attack": 8.0,
    "complete": 8.0,
    "declare": 8.0,
    "fire": 4.0,
    "march": 2.0,
    "wait": 0.5,
    "none": 0.5,
    "end": 0.25,
    "cancel": 0.2,
}

MANNERS: dict[str, Manner[Any]] = {
    "triomphe": Manner[TriompheState](
        by_verb,
        {**LIVELY, "organise": 3.0},
        "~ disorganised, ! has acted, ^ face-up; (I2/C2): the enemy must reckon with either.",
        lambda state: number(state.orders, "order"),
        _discs,
    ),
    "bonaparte": Manner[BonaparteState](
        by_verb_and_goal,
        {
            **LIVELY,
            "activate": 3.0,
            "block": 8.0,
            "attack": 1.0,
            "respond": 5.0,
            "continue": 4.0,
            "pursue": 4.0,
            "lead": 3.0,
            "fall-back": 0.3,
            "join": 2.0,
            "end": 0.15,
        },
        "~ inactive, ! has acted, ^ face-up; (I2/C2): the enemy must reckon with either.",
        lambda state: number(state.commands, "command"),
        _morale,
    ),
}
"""By ruleset."""
