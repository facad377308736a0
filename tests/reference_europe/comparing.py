"""Random battles, played by the engine and by the referee at once."""

from collections import Counter
from typing import Any

import msgspec
import numpy as np

from marengo.games.europe import BattleGame, BattleState, Decision, battle
from marengo.games.europe.notation import NAMES, PIECES
from tests.reference_europe.battle import Battle, Referee, Switches
from tests.reference_europe.board import ARMS, NATIONS, line, middle, reserve, rout

Chance = np.random.Generator

SWITCHED: tuple[dict[str, Any], ...] = (
    {},
    {"leader_loss_by_defender": False},
    {"charges_count_as_activity": False},
    {"leader_blocks_fire": True},
    {"fire_anywhere_counts": False},
    {"rally_named_first": True},
    {"retest_break_off": True},
    {"pursuit_cav_cav": 5},
)

SIDES: dict[Any, str] = {0: "attacker", 1: "defender"}

LONGEST = 400
"""Moves of a battle; what is not over then is left alone."""

EAGER = {"fire": 6, "charge": 8, "rally": 5, "end": 2, "square": 2, "retreat": 0.03}
TIMID = {"fire": 0.03, "charge": 0.03, "end": 6, "retreat": 0.03}
"""How much rather than others moves are chosen; in most battles so that they come to blows."""


def any_armies(chance: Chance, high: int) -> dict[str, int]:
    often = {kind: 0.9 if kind == "leader" else 0.6 for kind in ARMS}
    numbers = {k: int(chance.integers(high + 1)) for k in ARMS if chance.random() < often[k]}
    numbers = {kind: number for kind, number in numbers.items() if number}
    return numbers or {str(chance.choice([*ARMS])): 1}


def any_battle(chance: Chance, options: dict[str, Any]) -> tuple[BattleGame, Battle]:
    """Draw two forces of one to three nations each, for the engine and for the referee."""
    while True:
        nations = chance.permutation([*NATIONS]).tolist()
        cuts = chance.choice([1, 1, 2, 3], 2)
        high = int(chance.choice([1, 2, 4]))
        groups = nations[: cuts[0]], nations[cuts[0] : cuts[0] + cuts[1]]
        sides = [{nation: any_armies(chance, high) for nation in group} for group in groups]
        if any(kind != "leader" for side in sides for army in side.values() for kind in army):
            break
    active, landing = str(chance.choice([*sides[0]])), bool(chance.integers(2))
    on = battle(*sides, active=active, landing=landing, options=options)
    return on, Battle(sides=sides, active=active, landing=landing, switches=Switches(**options))


def any_position(chance: Chance, fought: Battle) -> dict[str, Any]:
    """Draw what :meth:`BattleGame.position` takes: units anywhere, and all columns held."""
    held = {column: int(chance.integers(3)) for column in fought.columns}
    columns = fought.columns
    for side in (0, 1):
        places = [reserve(side), rout(side)]
        places += [line(side, each) for each in columns] * 2
        places += [middle(each) for each in columns if held[each] == side] * 2
        for one in fought.of(side):
            one.zone = places[chance.integers(len(places))]
        armies = [one for one in fought.of(side) if one.is_army]
        for number, column in zip(chance.permutation(len(armies)), columns, strict=False):
            armies[number].zone = line(side, column)
    for one in fought.units:
        behind = one.zone[0].startswith(("reserve", "rout"))
        one.squared = one.arm == "infantry" and not behind and chance.random() < 0.3
        if not one.is_army and one.zone == rout(fought.side(one.nation)):
            one.zone = reserve(fought.side(one.nation))
    units: dict[str, dict[str, str]] = {}
    for (nation, where), pieces in fought.stands().items():
        told = ", ".join(f"{number} {kind}" for kind, number in pieces.items())
        units.setdefault(nation, {})[where] = told
    return {
        "units": units,
        "round": int(chance.integers(1, 4)),
        "phase": str(chance.choice(["cavalry", "artillery", "infantry", "leaders"])),
        "quiet": int(chance.integers(2)),
        "side": str(chance.choice(["attacker", "defender"])),
    }


def in_field(fought: Battle) -> bool:
    """Whether both sides have as many armies as columns."""
    return all(
        sum(one.is_army for one in fought.of(side)) >= len(fought.columns) for side in (0, 1)
    )


def both(chance: Chance, options: dict[str, Any]) -> tuple[BattleState, Referee]:
    """Return a battle from its deployment, or, twice as often, from anywhere."""
    on, fought = any_battle(chance, options)
    if chance.integers(3) and in_field(fought):
        given = any_position(chance, fought)
        side = ("attacker", "defender").index(given["side"])
        more = {fact: given[fact] for fact in ("round", "phase", "quiet")}
        fought.arrange(given["units"], half=side, **more)
        return on.position(**given), Referee(fought, fought.rounds())
    seed = int(chance.integers(1000))
    return on.start(seed), Referee(fought, fought.from_start())


def of_engine(state: BattleState) -> dict[str, Any]:
    """Return all that there is to know of a position of the engine."""
    stands = {
        (NAMES[nation], zone): Counter({PIECES[piece]: many for piece, many in pieces.items()})
        for (nation, zone), pieces in state.units.items()
    }
    lost = Counter(
        {
            (NAMES[nation], PIECES[piece]): number
            for nation, pieces in state.lost.items()
            for piece, number in pieces.items()
        }
    )
    pursued = state.winner is not None
    return {
        "stands": gathered(stands) if pursued else stands,
        "lost": lost,
        "winner": None if state.winner is None else int(state.winner),
        "great": state.great,
        "round": state.round,
        "phase": state.phase.name.lower() if state.round and not pursued else "",
        "asked": None if state.is_over else state.to_move.name.lower(),
        "legal": {str(move) for move in state.legal_moves()},
    }


def of_referee(referee: Referee) -> dict[str, Any]:
    """Return the same of the referee."""
    fought, (who, answers) = referee.battle, referee.asked or (None, [])
    pursued = fought.winner is not None
    stands = fought.stands()
    return {
        "stands": gathered(stands) if pursued else stands,
        "lost": Counter((one.nation, one.kind) for one in fought.lost),
        "winner": fought.winner,
        "great": fought.great,
        "round": fought.round,
        "phase": fought.phase if fought.round and not pursued else "",
        "asked": SIDES.get(who, who),
        "legal": set(answers),
    }


def ready(state: BattleState) -> dict[tuple[str, str], tuple[int, int]]:
    return {(zone, PIECES[piece]): numbers for (zone, piece), numbers in state.ready.items()}


def gathered(stands: dict[tuple[str, str], Counter[str]]) -> dict[str, Counter[str]]:
    """Return units by nation alone: where they stand tells nothing when a battle is lost."""
    found: dict[str, Counter[str]] = {}
    for (nation, _), pieces in stands.items():
        units = found.setdefault(nation, Counter())
        for kind, number in pieces.items():
            units[kind.removeprefix("squared-")] += number
    return found


class Difference(AssertionError):  # noqa: N818 - what it is
    """What engine and referee do not agree about, with the moves before."""


def compare(chance: Chance, options: dict[str, Any]) -> Counter[str]:
    """Play a battle in both and return how often each kind of move was played.

    Raises
    ------
    Difference
        If they do not tell the same.
    """
    state, referee = both(chance, options)
    begun = msgspec.json.encode(state.game.facts()).decode()
    first = of_referee(referee)["stands"]
    likes = TIMID if chance.random() < 0.15 else EAGER
    played: list[str] = []
    while len(played) < LONGEST:
        found, wanted = of_engine(state), of_referee(referee)
        if not len(played) % 8 and state.decision == Decision.ACT:  # it is slow
            found["ready"], wanted["ready"] = ready(state), referee.battle.ready()
        wrong = {fact: (found[fact], wanted[fact]) for fact in found if found[fact] != wanted[fact]}
        if wrong:
            fought = referee.battle
            where = f"round {fought.round}, {fought.phase}, half {fought.half}"
            told = "\n".join(
                f"{fact}: engine {e}\n   referee {r}" for fact, (e, r) in wrong.items()
            )
            raise Difference(f"{begun}\n{first}\n{played}\n{where}\n{wanted['stands']}\n{told}")
        if not wanted["legal"]:
            break
        choices = sorted(wanted["legal"])
        weights = np.array([likes.get(text.split()[0], 1) for text in choices], float)
        played.append(str(chance.choice(choices, p=weights / weights.sum())))
        state.play(played[-1])
        referee.play(played[-1])
    return Counter(text.split()[0] for text in played)
