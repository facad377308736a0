"""Which rule forbids a move: the same predicates that list the legal ones are asked."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from marengo.games.progress.rules import attacks, control
from marengo.games.progress.rules.codes import DECLINE, parts
from marengo.games.progress.rules.words import Card, Colour, Decision
from marengo.languages import N_

if TYPE_CHECKING:
    from marengo.games.progress.state import ProgressState

ASKED: Mapping[int, str] = {
    Decision.CARD: N_("a card is to be played (M-4.2)"),
    Decision.FIRST: N_("it is to be said who is first (M-5.1)"),
    Decision.MOVE: N_("armies are to move (M-7.4)"),
    Decision.FORTIFY: N_("an army is to be fortified (M-9.3)"),
    Decision.ATTACK: N_("a country is to be attacked (M-10.4)"),
    Decision.DISCARD: N_("a card is to be discarded (M-10.13)"),
    Decision.STRENGTHEN: N_("a country's VP die is to be lowered (M-14.4)"),
    Decision.END: N_("it is to be said whether the game ends (M-16.7)"),
    Decision.OVER: N_("the game is over (M-16.1)"),
}

Broken = Iterator[tuple[bool, str]]
"""Pairs that say whether a rule forbids a move, and what the rule says."""


def reason_against(state: "ProgressState", code: int) -> str:
    """Return which rule forbids a move that is not legal: the first that does."""
    return next(rule for is_broken, rule in _rules(state, code) if is_broken)


def _rules(state: "ProgressState", code: int) -> Broken:
    kind, place, to, *_ = parts(code)
    if kind != state.decision:
        declined = code == DECLINE and state.decision == Decision.ATTACK
        yield declined, "a normal army that can attack must (M-10.8)"
    elif kind == Decision.CARD:
        card, held = Card(place), state.hand(Colour(state.to_move))
        yield card not in held, f"{card.text} is not in the hand (M-6.1)"
        yield True, "SCORE needs a card on the discard (M-15.2)"
    elif kind == Decision.MOVE:
        near = state.game.tables["borders"][0, place] >> to & 1
        yield not near, "armies go to an adjacent country (M-7.1, M-3.2)"
        yield from _armies(state, code, "M-7.10")
        yield True, "MOVE 1 moves one army (M-7.1)"
    elif kind == Decision.FORTIFY:
        yield from _armies(state, code, "M-9.1")
        yield True, "an army that stands is to be fortified (M-9.1, M-9.3)"
    elif kind == Decision.ATTACK:
        yield from _attack(state, code)
    elif kind == Decision.DISCARD:
        yield place == Card.SCORE, "SCORE is never discarded (M-6.3)"
        yield True, "it is not in the hand (M-10.13, M-10.17)"
    elif kind == Decision.STRENGTHEN:
        controlled = state.ask(control.controls, int(state.to_move), place)
        yield not controlled, "a country is lowered by who controls it (M-14.1)"
        yield True, "its VP die can go no lower (M-14.2, M-17.6)"
    yield True, ASKED[state.decision]


def _armies(state: "ProgressState", code: int, rule: str) -> Broken:
    """Yield what may be wrong with the armies that move or are fortified."""
    _, place, _, standing, lying, on_capital = parts(code)
    armies = state.armies(state.game.places[place], Colour(state.to_move))
    normal = armies.normal - (armies.capital == "normal")
    fortified = armies.fortified - (armies.capital == "fortified")
    too_many = standing > normal or lying > fortified
    yield too_many, f"there are not so many such armies beside a capital ({rule})"
    yield on_capital > bool(armies.capital), f"no army is on the capital ({rule})"


def _attack(state: "ProgressState", code: int) -> Broken:
    _, place, _, _, lying, on_capital = parts(code)
    armies = state.armies(state.game.places[place], Colour(state.to_move))
    is_target = state.ask(attacks.is_target, int(state.to_move), place, False)
    wanted = "a country with armies of both, or with the enemy garrison, is attacked (M-10.1)"
    yield not is_target, wanted
    capital = armies.capital == "fortified"
    missing = lying > armies.fortified - capital or on_capital > capital
    yield missing, "no more can stand up than lie there (M-10.5)"
    stands = lying or on_capital or armies.normal
    yield not stands, "an attack needs an army that stands (M-10.11)"
    yield True, "a normal army that can attack must (M-10.8, M-10.9)"
