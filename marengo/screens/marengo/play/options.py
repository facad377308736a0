"""What can be done at a decision, read from its legal moves: by whom, whereto, at what price."""

from dataclasses import dataclass

from marengo.core.move import Move
from marengo.games.marengo.rules.moves import MoveKind, kind_of
from marengo.games.marengo.state import MarengoState
from marengo.screens.marengo.narration import action_points_left

ATTACKS = frozenset({"attack", "assault"})


@dataclass(frozen=True)
class Option:
    """One thing that can be done, by one move or by several in a row."""

    verb: str  # the word that its first move begins with
    moves: tuple[Move, ...]
    pieces: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()
    target: str | None = None  # place, locality or box
    shifted: bool = False  # a disc marked as shifted is meant (T-18.14)
    way: tuple[str, ...] = ()  # localities that a march by road passes
    attacks: bool = False
    price: int = 0  # orders or commands

    @property
    def text(self) -> str:
        """The moves as they are written."""
        return "; ".join(map(str, self.moves))


def price_between(before: MarengoState, after: MarengoState) -> int:
    """Return the orders or commands paid from one position of a turn to a later one."""
    if (before.hour, before.turn) != (after.hour, after.turn):
        return 0  # a turn was ended, which costs nothing
    return max(0, action_points_left(before) - action_points_left(after))


def read_option(state: MarengoState, move: Move) -> Option:
    """Return what a legal move does, without its price."""
    verb, *words = str(move).split()
    _, form = state.game.forms[MoveKind(kind_of(move.code))]
    facts: dict[str, tuple[str, ...] | str | None] = {}
    for part in form:
        if part in "PQ":
            facts["pieces"] = _names(words.pop(0))
        elif part == "S":
            facts.update(pieces=_names(words.pop(0)), leaders=_names(words.pop(1)))
        elif part == "E":
            facts["target"] = beyond(words.pop(0))
        else:
            word = words.pop(0)
            facts["target"] = None if word == "none" else word
    target = facts.get("target")
    return Option(
        verb,
        (move,),
        tuple(facts.get("pieces") or ()),
        tuple(facts.get("leaders") or ()),
        None if target is None else str(target),
        shifted="shifted" in words,
        attacks=verb in ATTACKS or (verb == "cross" and is_enemy(state, str(target))),
    )


def beyond(crossing: str) -> str:
    """Return the locality to which a crossing such as ``1-5`` leads."""
    return crossing.partition(":")[0].rpartition("-")[2]


def is_enemy(state: MarengoState, locality: str) -> bool:
    """Return whether a step by road into a locality is a manoeuvre attack (T-8.26, B-9.9)."""
    return state.occupier(int(locality)) == state.to_move.enemy


def _names(word: str) -> tuple[str, ...]:
    return () if word == "none" else tuple(word.split(","))


def by_number(place: str) -> tuple[bool, int, str]:
    """Sort places by the numbers of their localities, boxes last."""
    number = place.partition("/")[0]
    return (not number.isdecimal(), int(number) if number.isdecimal() else 0, place)
