"""Building any position of a battle: for tests and lessons."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from marengo.core.engine import driver
from marengo.core.engine.driver import NONE
from marengo.core.errors import PositionError, did_you_mean
from marengo.core.numbers import takes
from marengo.core.uncompiled import call_python
from marengo.games.europe.notation import NAMES, PIECES, zone_names
from marengo.games.europe.rules import board, rounds, setup
from marengo.games.europe.rules.position import Position
from marengo.games.europe.rules.words import KINDS, SQUARE, ZONES, Decision, Phase, Side, Stage
from marengo.games.europe.state import BattleState

if TYPE_CHECKING:
    from marengo.games.europe.game import BattleGame

_TOKEN = re.compile(r"(\d{1,2}) ([a-z-]+)")

PHASES = {phase.name.lower(): phase for phase in Phase}
SIDES = {side.name.lower(): side for side in Side}


@takes(PositionError)
def build_position(
    game: "BattleGame",
    *,
    units: Mapping[str, Mapping[str, str]],
    round: int = 1,  # noqa: A002 - what the rules call it
    phase: str = "cavalry",
    side: str = "attacker",
    quiet: int = 0,
    active: bool = False,
) -> BattleState:
    """Return a position in which a side begins a phase.

    Parameters
    ----------
    game : Game
        The scenario; its armies set a limit to those on the board, the rest counts as lost, and
        they say whether it is a great battle or a skirmish (N-19.5, N-19.6).
    units : mapping of nation to mapping of zone to pieces
        Such as ``{"france": {"left": "5 infantry, 1 leader", "middle-centre": "1 elite"}}``; left
        and right are as the nation's side sees them.
    round : int
        From 1.
    phase : str
        ``"cavalry"``, ``"artillery"``, ``"infantry"`` or ``"leaders"``.
    side : str
        Who acts, ``"attacker"`` or ``"defender"``.
    quiet : int
        Rounds without activity so far (N-26.4).
    active : bool
        Whether there was activity in this round.

    Raises
    ------
    PositionError
        If something cannot be; says what.
    """
    record = Position.array()
    call_python(setup.clear, game, record)
    call_python(rounds.begin_battle, game, record)
    s, t = record[0], game.tables[0]
    s["turn"] = number(round, "round", 1, int(t["round_cap"]))
    s["phase"], s["half"] = one_of(phase, PHASES, "phase"), one_of(side, SIDES, "side")
    s["great"], s["quiet"], s["active_round"] = is_great(game), number(quiet, "quiet", 0, 1), active
    s["stage"], s["decision"] = Stage.ROUNDS, Decision.ACT
    for name, zones in units.items():
        nation = one_of(name, {word: number for number, word in enumerate(NAMES)}, "units")
        its_side = int(s["side"][nation])
        if its_side == NONE:
            raise PositionError(f"units.{name}: expected a nation that fights here")
        zone_numbers = {zone: number for number, zone in enumerate(zone_names(its_side))}
        for zone, text in zones.items():
            place = one_of(zone, zone_numbers, f"units.{name}")
            for count, piece in pieces(text, f"units.{name}.{zone}"):
                call_python(board.put, game, record, nation, place, piece, count)
    for nation in range(len(NAMES)):
        for kind in range(KINDS):
            forms = [form for form in (kind, kind + SQUARE) if form < len(PIECES)]
            places = [board.at(nation, zone, form) for zone in range(ZONES) for form in forms]
            total = int(s["units"][places].sum())
            s["lost"][nation * KINDS + kind] = t["army"][nation * KINDS + kind] - total
            if total > t["army"][nation * KINDS + kind]:
                wanted = f"at most {t['army'][nation * KINDS + kind]} {PIECES[kind]}"
                raise PositionError(f"units.{NAMES[nation]}: expected {wanted}, not {total}")
    if problems := BattleState(game, record).problems():
        raise PositionError("; ".join(problems))
    s["decision"] = driver.UNDECIDED
    driver.resume(game.tables, record, game.workspace())
    return BattleState(game, record)


def is_great(game: "BattleGame") -> bool:
    """Return whether the armies of a scenario fight a great battle (N-19.5)."""
    armies = dict.fromkeys(Side, 0)
    for side, _nation, army in game.scenario.sides():
        armies[side] += army.armies
    return min(armies.values()) >= setup.GREAT


def number(value: int, field: str, least: int, most: int) -> int:
    """Return a number that lies between two; PositionError if it does not."""
    if not least <= value <= most:
        raise PositionError(f"{field}: expected {least} to {most}, not {value!r}")
    return int(value)


def one_of(given: str, known: Mapping[str, Any], field: str) -> int:
    """Return what a word stands for; PositionError, which lists the known ones, if for nothing."""
    if given not in known:
        listed, meant = ", ".join(known), did_you_mean(given, known)
        raise PositionError(f"{field}: expected one of {listed}, not {given!r}{meant}")
    return int(known[given])


def pieces(text: str, field: str) -> list[tuple[int, int]]:
    """Return numbers and pieces of such as "5 infantry, 1 leader"; PositionError if it is none."""
    counted = []
    for token in text.split(", "):
        match = _TOKEN.fullmatch(token)
        if match is None:
            raise PositionError(f"{field}: expected such as '5 infantry, 1 leader', not {token!r}")
        piece_numbers = {name: number for number, name in enumerate(PIECES)}
        counted.append((int(match[1]), one_of(match[2], piece_numbers, field)))
    return counted
