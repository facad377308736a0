"""Building any position at the beginning of a round: for tests, lessons and solvers."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from marengo.core.engine import driver
from marengo.core.errors import PositionError, did_you_mean
from marengo.core.numbers import takes
from marengo.core.uncompiled import call_python
from marengo.games.progress.notation import CARDS, COLOURS
from marengo.games.progress.rules import setup
from marengo.games.progress.rules.control import of
from marengo.games.progress.rules.position import State
from marengo.games.progress.rules.words import FORTIFIED, NORMAL, Colour, Decision
from marengo.games.progress.state import ProgressState

if TYPE_CHECKING:
    from marengo.games.progress.game import ProgressGame

MOST_VP = 1000
"""More than any scenario has."""

_TOKEN = re.compile(r"([BO])(?:([1-9])|(\*))(f?)")


@takes(PositionError)
def build_position(
    game: "ProgressGame",
    *,
    armies: Mapping[str, str] | None = None,
    vp_dice: Mapping[str, int] | None = None,
    strength: tuple[int, int] | None = None,
    vp: tuple[int, int] = (0, 0),
    hands: Sequence[str | None] = (None, None),
    holder: str = "blue",
    round: int = 1,  # noqa: A002 - what the rules call it
    supply: int | None = None,
) -> ProgressState:
    """Return the beginning of a round: both are to choose a card.

    Who has a single one has played it already, as nobody is asked for that (M-20.1).

    Parameters
    ----------
    game : Game
        The scenario; what is not stated is as at its start.
    armies : mapping of place to armies
        For example ``{"neutral": "B2 O1f", "orange": "B* B1"}``: ``B2`` are two normal armies of
        Blue, ``B2f`` two fortified ones, ``B*`` and ``B*f`` one on the enemy capital. The others
        are in stock.
    vp_dice : mapping of place to VP
        Where they are not as at the start.
    strength, vp : tuple of int
        Of Blue and Orange.
    hands : sequence of str
        Cards in hand of Blue and Orange, such as ``"move-1 score"``; None: all. The others lie on
        the discard.
    holder : str
        Who has the initiative.
    round : int
        From 1.
    supply : int, optional
        VP left. Default: those of the scenario less the VP of both.

    Raises
    ------
    PositionError
        If something cannot be, or neither has a choice; says what.
    """
    record = State.array()
    call_python(setup.clear, game, record)
    s, t = record[0], game.tables[0]
    places = {name: number for number, name in enumerate(game.places)}
    s["turn"] = _number(round, "round", 1, int(t["round_cap"]))
    s["holder"] = s["first_holder"] = _one_of(holder, COLOURS, "holder")
    for colour in Colour:
        s["vp"][colour] = _number(vp[colour], "vp", most=MOST_VP)
        if strength is not None:
            s["strength"][colour] = _number(strength[colour], "strength")
    left = int(t["supply"]) - int(s["vp"].sum())
    s["supply"] = left if supply is None else _number(supply, "supply", most=MOST_VP)
    for place, value in (vp_dice or {}).items():
        s["die"][_one_of(place, places, "vp_dice")] = _number(value, "vp_dice")
    in_play = int(t["armies_in_play"])
    start = {seat.name.lower(): f"{seat.name[0]}{in_play}" for seat in Colour} if in_play else {}
    for place, tokens in (start if armies is None else armies).items():
        for token in tokens.split():
            _put(game, s, _one_of(place, places, "armies"), token)
    _deal(s, hands)
    s["decision"] = Decision.CARD  # so that it is judged as one in which cards are chosen
    state = ProgressState(game, record)
    if problems := state.problems():
        raise PositionError("; ".join(problems))
    s["decision"] = driver.UNDECIDED
    driver.resume(game.tables, record, game.workspace())
    if state.decision != Decision.CARD or state.round != round:
        raise PositionError("hands: expected two cards to choose from in one of them (M-20.1)")
    return state


def _number(value: int, field: str, least: int = 0, most: int = 100) -> int:
    if not least <= value <= most:
        raise PositionError(f"{field}: expected {least} to {most}, not {value!r}")
    return int(value)


def _one_of(word: str, known: Mapping[str, Any], field: str) -> int:
    if word not in known:
        listed, meant = ", ".join(known), did_you_mean(word, known)
        raise PositionError(f"{field}: expected one of {listed}, not {word!r}{meant}")
    return int(known[word])


def _deal(s: Any, hands: Sequence[str | None]) -> None:
    """Give both the cards that they are said to hold; without a word they keep all."""
    if len(hands) != len(Colour):
        raise PositionError(f"hands: expected those of Blue and Orange, not {len(hands)}")
    for colour, cards in zip(Colour, hands, strict=True):
        if cards is not None:
            s["hand"][colour] = _hand(cards)


def _hand(cards: str) -> int:
    """Return a hand as the engine has it, a bit for each card."""
    held = 0
    for card in cards.split():
        bit = 1 << _one_of(card, CARDS, "hands")
        if held & bit:
            raise PositionError(f"hands: expected each card once, not {card!r} again (M-1.9)")
        held |= bit
    return held


def _put(game: "ProgressGame", s: Any, place: int, token: str) -> None:
    """Put armies of one kind into a country."""
    match = _TOKEN.fullmatch(token)
    if match is None:
        raise PositionError(f"armies: expected such as B2, O1f, B* or O*f, not {token!r}")
    letter, digit, star, lying = match.groups()
    seat, number = "BO".index(letter), int(digit or 1)
    if star:
        if place != game.tables[0]["home"][1 - seat] or s["capital"][seat]:
            raise PositionError(f"armies: {token!r}: expected one, in the enemy home (M-12.1)")
        s["capital"][seat] = FORTIFIED if lying else NORMAL
    if number > s["stock"][seat]:
        most, whose = game.tables[0]["armies"], Colour(seat).name.title()
        raise PositionError(f"armies: {token!r}: expected at most {most} of {whose} in all (M-1.4)")
    s["fortified" if lying else "normal"][of(seat, place)] += number
    s["stock"][seat] -= number
