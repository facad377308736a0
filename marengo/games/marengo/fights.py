"""What a rulebook says of a fight, for whoever plays it out or tells of it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from marengo.games.marengo.rules.vocabulary import Side


def _as_it_is(state: Any) -> Any:
    return state


@dataclass(frozen=True, kw_only=True)
class FightRules:
    """Facts and statements of a rulebook on the fights of one game.

    ``facts`` takes a game, the round, the verb that begins a fight and the morale that is given by
    side; it returns arguments of :meth:`MarengoGame.position`.
    """

    facts: Callable[[Any, int, str, Mapping[Side, int]], dict[str, Any]]
    losers: Callable[[Any], Iterable[Side]]  # sides that have lost the game in a position
    asking: Callable[[Any], Any] = _as_it_is  # makes a position ask for assaults
    demoralised: Callable[[Any, Any], Iterable[str]]  # sentences, given two positions
    beginnings: Mapping[str, str]  # statements on the move that begins a fight, by verb
    results: Mapping[str, str]  # statements on who wins, by kind of fight
    losses: str  # statements on what an assault costs
    reduction: str  # statements on who takes these losses
    retreating: str  # statements on losses in a retreat
    price: str  # statements on what is lost of morale
    beaten: str  # sentence on what the loser of an assault does
    order: str  # sentence on who of ``{own}`` and ``{other}`` names leading pieces first
    committing: Mapping[str, str] = field(default_factory=dict)  # on discs, by kind of fight
