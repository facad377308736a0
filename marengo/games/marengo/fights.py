"""What a rulebook says of a fight, for whoever plays it out or tells of it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from marengo.games.marengo.rules.vocabulary import Side


def _as_it_is(state: Any) -> Any:
    return state


@dataclass(frozen=True, kw_only=True)
class FightRules:
    """The fights of one game.

    Parameters
    ----------
    facts : callable
        Takes a game, the round, the verb that begins a fight and the morale that is given by side;
        returns what :meth:`MarengoGame.position` is told of them.
    losers : callable
        Says which sides have lost the game in a position, so that no fight can begin.
    asking : callable
        Makes a position ask for assaults, though its turn may have gone on.
    demoralised : callable
        Says in sentences whose army is demoralised between two positions.
    beginnings : mapping of str to str
        By verb, the statements on the move that begins a fight.
    results : mapping of str to str
        By kind of fight, the statements on who wins.
    losses, reduction, retreating : str
        Those on what an assault costs, who takes it, and on losses in a retreat.
    price : str
        Those on what is lost of morale.
    committing : mapping of str to str
        By kind of fight, those on how many discs are committed, where there are such.
    beaten : str
        What the loser of an assault does, as a sentence.
    order : str
        Who names leading pieces first, as a sentence on ``{own}`` and ``{other}``.
    """

    facts: Callable[[Any, int, str, Mapping[Side, int]], dict[str, Any]]
    losers: Callable[[Any], Iterable[Side]]
    asking: Callable[[Any], Any] = _as_it_is
    demoralised: Callable[[Any, Any], Iterable[str]]
    beginnings: Mapping[str, str]
    results: Mapping[str, str]
    losses: str
    reduction: str
    retreating: str
    price: str
    beaten: str
    order: str
    committing: Mapping[str, str] = field(default_factory=dict)
