"""Which rule forbids a move: the same predicates that list the legal ones are asked."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from marengo.core.uncompiled import call_python
from marengo.games.progress.rules import attacks, control
from marengo.games.progress.rules.codes import (
    DECLINE,
    KIND,
    LYING,
    ON_CAPITAL,
    PLACE,
    STANDING,
    TO,
    part,
)
from marengo.games.progress.rules.words import Card, Colour, Decision

if TYPE_CHECKING:
    from marengo.games.progress.state import ProgressState

ASKED: Mapping[int, str] = {
    Decision.CARD: "a card is to be played (M-4.2)",
    Decision.FIRST: "it is to be said who is first (M-5.1)",
    Decision.MOVE: "armies are to move (M-7.4)",
    Decision.FORTIFY: "an army is to be fortified (M-9.3)",
    Decision.ATTACK: "a country is to be attacked (M-10.4)",
    Decision.DISCARD: "a card is to be discarded (M-10.13)",
    Decision.STRENGTHEN: "a country's VP die is to be lowered (M-14.4)",
    Decision.END: "it is to be said whether the game ends (M-16.7)",
    Decision.OVER: "the game is over (M-16.1)",
}


def reason_against(state: "ProgressState", code: int) -> str:
    """Return which rule forbids a move that is not legal."""
    kind = part(code, KIND)
    if kind == state.decision and kind in _REASONS:
        return _REASONS[kind](state, code)
    if code == DECLINE and state.decision == Decision.ATTACK:
        return "a normal army that can attack must (M-10.8)"
    return ASKED[state.decision]


def _card(state: "ProgressState", code: int) -> str:
    card = Card(part(code, PLACE))
    if card in state.hand(Colour(state.to_move)):
        return "SCORE needs a card on the discard (M-15.2)"
    return f"{card.text} is not in the hand (M-6.1)"


def _armies(state: "ProgressState", code: int) -> str:
    """Return what is wrong with the armies that move or are fortified, or nothing."""
    here = state.armies(state.game.places[part(code, PLACE)], Colour(state.to_move))
    normal = here.normal - (here.capital == "normal")
    fortified = here.fortified - (here.capital == "fortified")
    if part(code, STANDING) > normal or part(code, LYING) > fortified:
        return "there are not so many such armies beside a capital"
    return "no army is on the capital" if part(code, ON_CAPITAL) and not here.capital else ""


def _move(state: "ProgressState", code: int) -> str:
    if not state.game.tables["borders"][0, part(code, PLACE)] >> part(code, TO) & 1:
        return "armies go to an adjacent country (M-7.1, M-3.2)"
    if wrong := _armies(state, code):
        return f"{wrong} (M-7.10)"
    return "MOVE 1 moves one army (M-7.1)"


def _fortify(state: "ProgressState", code: int) -> str:
    if wrong := _armies(state, code):
        return f"{wrong} (M-9.1)"
    return "an army that stands is to be fortified (M-9.1, M-9.3)"


def _attack(state: "ProgressState", code: int) -> str:
    place = part(code, PLACE)
    asked = (state.game, state._record, int(state.to_move), place)
    if not call_python(attacks.is_target, *asked, False):
        return "a country with armies of both, or with the enemy garrison, is attacked (M-10.1)"
    here = state.armies(state.game.places[place], Colour(state.to_move))
    capital = here.capital == "fortified"
    stood = part(code, LYING) + part(code, ON_CAPITAL)
    if part(code, LYING) > here.fortified - capital or part(code, ON_CAPITAL) > capital:
        return "no more can stand up than lie there (M-10.5)"
    if not stood and not here.normal:
        return "an attack needs an army that stands (M-10.11)"
    return "a normal army that can attack must (M-10.8, M-10.9)"


def _discard(state: "ProgressState", code: int) -> str:
    if Card(part(code, PLACE)) is Card.SCORE:
        return "SCORE is never discarded (M-6.3)"
    return "it is not in the hand (M-10.13, M-10.17)"


def _strengthen(state: "ProgressState", code: int) -> str:
    asked = (state.game, state._record, int(state.to_move), part(code, PLACE))
    if not call_python(control.controls, *asked):
        return "a country is lowered by who controls it (M-14.1)"
    return "its VP die can go no lower (M-14.2, M-17.6)"


_REASONS: Mapping[int, Callable[["ProgressState", int], str]] = {
    Decision.CARD: _card,
    Decision.MOVE: _move,
    Decision.FORTIFY: _fortify,
    Decision.ATTACK: _attack,
    Decision.DISCARD: _discard,
    Decision.STRENGTHEN: _strengthen,
}
