"""Positions of the war of 1800 as short texts, and playing in them.

Pieces are letters as in battles: ``8I 1E 2C 1H 2A 1L``; the nations are ``FR`` and ``AU``.
"""

import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import marengo
from marengo.core.errors import IllegalMove
from marengo.games.europe import Nation
from marengo.games.europe.war.game import WarGame
from marengo.games.europe.war.state import WarState
from tests.rules.europe.playing import PIECES, pieces

NATIONS = {"FR": "france", "AU": "austria"}
OTHER = {"FR": "AU", "AU": "FR"}


@cache
def game(option: str = "") -> WarGame:
    """Return the scenario, or one in which a switch is set, such as ``window_rounds = 1``."""
    if not option:
        return cast("WarGame", marengo.load("europe-1800"))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "switched.toml"
        path.write_text(f'extends = "europe-1800"\nname = "switched"\n[options]\n{option}\n')
        return cast("WarGame", marengo.load(path))


def start() -> WarState:
    return game().start(0)


def position(troops: str | None = "", nation: str = "AU", **facts: Any) -> WarState:
    """Return a position such as ``position("FR lorraine 8I 1L; AU tyrol 1I", "FR", pap="FR 3")``.

    ``owners="milan FR, venice -"`` names owners other than those of the scenario, ``pap`` and
    ``pp`` points; ``None`` for the troops means those of the scenario, ``option`` sets a switch,
    and what else can be said is as
    :func:`~marengo.games.europe.war.position.build_position` takes it.
    """
    if troops is not None:
        found: dict[str, dict[str, str]] = {}
        for words in filter(None, troops.split("; ")):
            name, region, there = words.split(" ", 2)
            told = ", ".join(f"{number} {kind}" for kind, number in pieces(there).items())
            found.setdefault(NATIONS[name], {})[region] = told
        facts["troops"] = found
    for name in ("pap", "pp"):
        if isinstance(facts.get(name), str):
            points = (one.split() for one in facts[name].split(", "))
            facts[name] = {NATIONS[whose]: int(number) for whose, number in points}
    if isinstance(facts.get("owners"), str):
        marks = (one.split() for one in facts["owners"].split(", "))
        facts["owners"] = {region: NATIONS.get(owner, "") for region, owner in marks}
    on = game(facts.pop("option", ""))
    return on.position(nation=NATIONS[nation], **facts)


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
    return Nation[NATIONS[name].upper()]


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
        if "retreat" in legal and state.to_move.name.lower() == NATIONS[loser]:
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
