"""Positions, rounds and results of The March of Progress as short texts, and cases of these."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import marengo
from marengo.games.progress import Card, Colour, ProgressGame, ProgressState

Facts = dict[str, Any]

MARLBOROUGH = "progress-marlborough"

COUNTRIES = {
    "progress": ("blue", "neutral", "orange"),
    MARLBOROUGH: ("blue", "neutral-1", "neutral-2", "orange"),
}

MIRROR = {"blue": "orange", "orange": "blue", "B": "O", "O": "B"}
LONG_MIRROR = {**MIRROR, "neutral-1": "neutral-2", "neutral-2": "neutral-1"}
"""In a row of four the neutrals are exchanged as well."""

WON = {"blue": (1.0, 0.0), "orange": (0.0, 1.0), "both": (0.5, 0.5), "nobody": None}


@cache
def game(name: str = "progress") -> ProgressGame:
    """Return a game that is loaded once."""
    loaded = marengo.load(name)
    assert isinstance(loaded, ProgressGame)
    return loaded


def bent(folder: Path, text: str, extends: str = "progress") -> ProgressGame:
    """Return the game of a what-if."""
    path = folder / "bent.toml"
    path.write_text(f'extends = "{extends}"\nname = "bent"\n{text}\n', encoding="utf-8")
    loaded = marengo.load(path)
    assert isinstance(loaded, ProgressGame)
    return loaded


def texts(state: ProgressState) -> set[str]:
    """Return the legal moves; which of two armies is named first is all one."""
    return {plain(str(move)) for move in state.legal_moves()}


def plain(move: str) -> str:
    return move.replace("capital fortified", "fortified capital")


def play(state: ProgressState, rounds: str) -> ProgressState:
    """Play rounds such as ``move-1 / recruit: move 1 blue neutral; attack / attack: first blue``.

    In each stand the cards of Blue and Orange, and after a colon the choices that are asked.
    """
    for one in rounds.split("; "):
        cards, _, choices = one.partition(": ")
        for card in cards.split(" / "):
            state.play(f"play {card}")
        for choice in filter(None, choices.split(", ")):
            state.play(next(str(m) for m in state.legal_moves() if plain(str(m)) == choice))
    return state


def any_round(chance: np.random.Generator, state: ProgressState) -> ProgressState:
    """Play a round at random."""
    before = state.round
    while state.outcome is None and state.round == before:
        moves = state.legal_moves()
        state.play(moves[chance.integers(len(moves))])
    return state


def shown(state: ProgressState) -> dict[str, str]:
    """Return what stands in each country that is not empty, as positions are written, sorted."""
    found = {}
    for place in state.vp_dice:
        pieces: list[str] = []
        for colour in Colour:
            letter, armies = colour.name[0], state.armies(place, colour)
            on_capital = {"": "", "normal": "*", "fortified": "*f"}[armies.capital]
            normal = armies.normal - (on_capital == "*")
            fortified = armies.fortified - (on_capital == "*f")
            pieces += [f"{letter}{on_capital}"] * bool(on_capital)
            pieces += [f"{letter}{normal}"] * bool(normal)
            pieces += [f"{letter}{fortified}f"] * bool(fortified)
        if pieces:
            found[place] = " ".join(sorted(pieces))
    return found


def named(cards: tuple[Card, ...]) -> str:
    return " ".join(card.text for card in cards)


def facts(state: ProgressState) -> Facts:
    """Return all that there is to know of a position."""
    return {
        "armies": shown(state),
        "stock": tuple(state.stock(colour) for colour in Colour),
        "dice": tuple(state.vp_dice.values()),
        "strength": tuple(state.strength),
        "vp": tuple(state.vp),
        "supply": state.supply,
        "holder": state.holder.name.lower(),
        "round": state.round,
        "hands": tuple(named(state.hand(colour)) for colour in Colour),
        "discards": tuple(named(state.discard(colour)) for colour in Colour),
        "table": tuple(card.text if card else "" for card in map(state.table, Colour)),
        "controls": tuple(" ".join(sorted(state.controls(colour))) for colour in Colour),
        "returns": state.returns,
        "asked": "" if state.outcome else f"{state.to_move.name.lower()} {state.decision.name}",
        "legal": texts(state),
    }


@dataclass(frozen=True)
class Case:
    """A position, what is played in it, and some of the facts after it; :func:`read` makes one.

    Parameters
    ----------
    rule : str
        The statements that it proves.
    given : mapping
        The position. Who scores at once has MOVE 1 on his discard unless hands are given.
    rounds : str
        As :func:`play` has it; it may end in the middle of a round, or be empty.
    then : mapping
        Facts after it, by their names in :func:`facts`.
    on : str
        The scenario.
    """

    rule: str
    given: Facts
    rounds: str
    then: Facts
    on: str

    def mirrored(self) -> "Case":
        """Return the same with the colours exchanged."""
        turned = _turned(LONG_MIRROR if self.on == MARLBOROUGH else MIRROR)
        rounds = re.sub(r"(?:^|(?<=; ))([^;:/]+) / ([^;:]+)", r"\2 / \1", self.rounds)
        rule = f"{self.rule}, mirrored"
        return Case(rule, turned(self.given), turned(rounds), turned(self.then), self.on)

    def start(self, played: ProgressGame | None = None) -> ProgressState:
        """Return the position, of the scenario or of another game."""
        on = played or game(self.on)
        most = named(on.start(0).hand(Colour.BLUE)).replace("move-1 ", "")
        first = self.rounds.partition("; ")[0].partition(": ")[0].split(" / ")
        hands = tuple(most if card == "score" else None for card in first)
        given = {"hands": hands if len(hands) == 2 else (None, None), **self.given}
        if "dice" in given:
            given["vp_dice"] = dict(zip(COUNTRIES[self.on], given.pop("dice"), strict=True))
        return on.position(**given)

    def check(self, played: ProgressGame | None = None) -> None:
        """Play it and compare."""
        state = self.start(played)
        found = facts(play(state, self.rounds) if self.rounds else state)
        wanted = {name: _in_order(name, fact) for name, fact in self.then.items()}
        assert {name: found[name] for name in wanted} == wanted


def _in_order(name: str, fact: Any) -> Any:
    """Return a fact with the words of its texts sorted, if their order tells nothing."""
    if name == "armies":
        return {place: " ".join(sorted(text.split())) for place, text in fact.items()}
    if name == "controls":
        return tuple(" ".join(sorted(text.split())) for text in fact)
    return fact


def _turned(mirror: Mapping[str, str]) -> Callable[[Any], Any]:
    """Return what turns texts, and what belongs to both colours or to a row, round."""
    word = re.compile(r"neutral-[12]|blue|orange|\b[BO](?=[\d*])")

    def turned(fact: Any) -> Any:
        if isinstance(fact, str):
            return word.sub(lambda found: mirror.get(found[0], found[0]), fact)
        if isinstance(fact, Mapping):
            return {turned(name): turned(each) for name, each in fact.items()}
        if isinstance(fact, set):
            return set(map(turned, fact))
        if isinstance(fact, tuple):
            return tuple(map(turned, fact[::-1]))
        return fact

    return turned


def _fact(text: str) -> tuple[str, Any]:
    """Read a fact or something given: a name and what it is."""
    name, _, said = text.partition(" ")
    if name == "armies":
        places = [] if said == "none" else said.split(", ")
        return name, {place: there for place, _, there in (one.partition(" ") for one in places)}
    if name in ("dice", "strength", "vp", "stock"):
        return name, tuple(map(int, said.split()))
    if name in ("hands", "discards", "controls", "table"):
        both = {"all": None, "none": ""}
        return name, tuple(both.get(one, one) for one in said.split(" / "))
    if name == "won":
        return "returns", WON[said]
    if name == "legal":
        return name, set(said.split(", ")) - {"nothing"}
    return name, int(said) if said.isdecimal() else said


def read(line: str) -> Case:
    """Read a case: ``RULE: POSITION | ROUNDS | FACTS``.

    A position begins with its armies, ``start`` for those of the scenario and ``none``; what else
    it says, and each fact, is parted by semicolons and begins with its name. Blue is the holder
    unless it says another. ``marlborough`` is that scenario.
    """
    rule, _, told = line.partition(": ")
    position, rounds, result = (cell.strip() for cell in told.split("|"))
    armies, *more = position.split("; ")
    on = MARLBOROUGH if "marlborough" in more else "progress"
    given = {"holder": "blue", **dict(_fact(one) for one in more if one != "marlborough")}
    if armies != "start":
        given |= [_fact(f"armies {armies}")]
    return Case(rule, given, rounds, dict(_fact(one) for one in result.split("; ") if one), on)


def cases(table: str) -> pytest.MarkDecorator:
    """Try each case of a table as it stands and with the colours exchanged.

    A case is a line, and those after it that are indented.
    """
    lines = re.sub(r"\n +", " ", table.strip()).splitlines()
    both = [one for each in map(read, lines) for one in (each, each.mirrored())]
    return pytest.mark.parametrize("case", both, ids=[one.rule for one in both])
