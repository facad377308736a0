"""Positions of a war as short texts, and playing in them.

Pieces are letters as in battles: ``8I 1E 2C 1H 2A 1L``; the nations are ``FR``, ``GB``, ``PR``,
``RU``, ``OT``, ``AU`` and ``SP``.
"""

import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from marengo.core.errors import IllegalMove
from marengo.games.europe import Nation
from marengo.games.europe.war.game import ContinentGame, WarGame
from marengo.games.europe.war.state import WarState
from marengo.paths import data_path
from tests.rules.europe.playing import PIECES, pieces

NATIONS = {
    "FR": "france",
    "GB": "great-britain",
    "PR": "prussia",
    "RU": "russia",
    "OT": "ottoman-empire",
    "AU": "austria",
    "SP": "spain",
}
KINDS: dict[str, type[WarGame]] = {"europe-1800": WarGame, "europe-1805": ContinentGame}

OTHER = {"FR": "AU", "AU": "FR"}


@cache
def game(option: str = "", name: str = "europe-1800", lines: str = "") -> WarGame:
    """Return a scenario, or one in which a switch is set, such as ``window_rounds = 1``.

    ``lines`` are others of its file that are different.
    """
    path = data_path(f"scenarios/{name}.toml")
    chain = [(path, tomllib.loads(path.read_text("utf-8")))]
    if option or lines:
        changes = tomllib.loads(f'name = "changed"\n{lines}\n[options]\n{option}\n')
        chain.insert(0, (Path("changed.toml"), changes))
    return KINDS[name].from_files(chain)


def start() -> WarState:
    return game().start(0)


def _troops(text: str) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for words in filter(None, text.split("; ")):
        whose, region, there = words.split(" ", 2)
        told = ", ".join(f"{number} {kind}" for kind, number in pieces(there).items())
        found.setdefault(NATIONS[whose], {})[region] = told
    return found


def _fleets(text: str) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for words in filter(None, text.split("; ")):
        whose, water, number = words.split()
        found.setdefault(NATIONS[whose], {})[water] = int(number)
    return found


def _marks(text: str) -> Iterator[tuple[str, str]]:
    for words in filter(None, text.split(", ")):
        first, second = words.split()
        yield NATIONS.get(first, first), NATIONS.get(second, "" if second == "-" else second)


def _points(text: str) -> dict[str, int]:
    return {whose: int(number) for whose, number in _marks(text)}


READ: dict[str, Callable[[str], Any]] = {
    "troops": _troops,
    "squadrons": _fleets,
    "pap": _points,
    "pp": _points,
    "owners": lambda text: dict(_marks(text)),
    "controllers": lambda text: dict(_marks(text)),
    "wars": lambda text: list(_marks(text)),
    "alliances": lambda text: list(_marks(text)),
    "passages": lambda text: list(_marks(text)),
}
"""How what positions are told by is read, where it is a text."""


def position(troops: str | None = "", nation: str = "AU", **facts: Any) -> WarState:
    """Return a position such as ``position("FR lorraine 8I 1L; AU tyrol 1I", "FR", pap="FR 3")``.

    ``owners="milan FR, venice -"`` names owners other than those of the scenario, ``pap`` and
    ``pp`` points; ``None`` for the troops means those of the scenario, ``option`` sets a switch,
    ``name`` is the scenario, ``lines`` what is different in its file, and what else can be said is
    as :func:`~marengo.games.europe.war.position.build_position` takes it.
    """
    name = facts.pop("name", "europe-1800")
    on = game(facts.pop("option", ""), name, facts.pop("lines", ""))
    told = {**facts, **({} if troops is None else {"troops": troops})}
    known = {
        field: READ[field](value) if field in READ and isinstance(value, str) else value
        for field, value in told.items()
    }
    return on.position(nation=NATIONS[nation], **known)


def play(state: WarState, moves: str) -> WarState:
    """Play moves parted by commas; a number by itself is a roll."""
    for move in filter(None, moves.split(", ")):
        state.play(f"roll {move}" if move.isdecimal() else move)
    return state


def texts(state: WarState) -> set[str]:
    return {str(move) for move in state.legal_moves()}


def refused(state: WarState, move: str) -> str:
    """Return why a move is illegal, or an empty text if it is not."""
    try:
        state.copy().play(move)
    except IllegalMove as error:
        return str(error)
    return ""


def may(state: WarState, verb: str) -> set[str]:
    """Return the legal moves that begin with a word, without it."""
    return {one.removeprefix(f"{verb} ") for one in texts(state) if re.match(rf"{verb}\b", one)}


def nation(name: str) -> Nation:
    return Nation[NATIONS[name].upper().replace("-", "_")]


def there(state: WarState, where: str) -> str:
    """Return who stands where: ``there(state, "FR lorraine") == "8I 1L"``; empty if nobody."""
    name, region = where.split()
    letters = {kind: letter for letter, kind in PIECES.items()}
    found = state.troops.get(region, {}).get(nation(name), {})
    return " ".join(f"{many}{letters[piece.name.lower()]}" for piece, many in found.items())


def asked(state: WarState) -> str:
    """Return who decides what, such as ``austria politics``."""
    if state.is_over:
        return "over"
    return f"{state.to_move.name.lower()} {state.decision.name.lower().replace('_', ' ')}"


def fight(state: WarState, loser: str) -> WarState:
    """Play the battle that begins without any action, until a side retreats in the second round.

    Nobody pursues; who retreats where is left to be decided.
    """
    place = state.battle
    assert place, "no battle is fought"
    while state.battle == place and not state.retreating:
        legal = texts(state)
        if "retreat" in legal and state.to_move.name == nation(loser).name:
            state.play("retreat")
        elif "end" in legal:
            state.play("end")
        else:
            state.play(next((one for one in sorted(legal) if "deploy 1" in one), min(legal)))
    return state


def retreat(state: WarState) -> WarState:
    """Let all that still has to retreat go to the first region that comes."""
    while state.retreating:
        state.play(min(texts(state)))
    return state
