"""The what-ifs of history that come with marengo: what each of them changes, and nothing else."""

from collections import Counter
from typing import Any

import pytest

from marengo import Side
from marengo.games.bonaparte.scenario import BonaparteScenario
from marengo.games.marengo.board.checking import problems
from marengo.games.marengo.game import MarengoGame, load
from marengo.games.marengo.state import MarengoState
from marengo.games.triomphe.scenario import TriompheScenario
from tests.field import what_if_names

WORDS = 40
"""Least length of the context of a what-if."""

ENTERED_BY_ROAD_AND_PONTOON = 4
"""Pieces that may enter in a turn by one road and one pontoon bridge (T-15.5, T-15.12, B-8.72)."""

Facts = dict[str, Any]

DIFFERENT: dict[str, Facts] = {
    "bonaparte-desaix-15": {"16:00 opens": 15},
    "bonaparte-desaix-19": {"16:00 opens": 19},
    "bonaparte-desaix-never": {
        "16:00 holds": None,
        "French infantry of 3": 3,
        "French infantry of 2": 8,
        "French artillery of 1": None,
        "16:00 surely holds": None,
    },
    "bonaparte-guard-with-monnier": {
        "French pieces on the map": 11,
        "French pieces not ready": 11,
        "start symbols in 56": 0,
        "12:00 holds": 3,
        "12:00 surely holds": "1 I3, 2 I2",
    },
    "bonaparte-lapoype": {
        "Lapoype opens": 17,
        "Lapoype leads to": 66,
        "Lapoype meets": ["c12", "c13", "entry:12:00"],
        "Lapoype holds": 2,
        "French infantry of 2": 12,
        "12:00 meets": ["c12", "c13", "entry:Lapoype"],
        "Lapoype surely holds": "2 I2",
    },
    "bonaparte-monnier-never": {
        "12:00 holds": None,
        "French infantry of 3": 3,
        "French infantry of 2": 9,
        "12:00 surely holds": None,
    },
    "bonaparte-monnier-noon": {"12:00 opens": 10},
    "bonaparte-nimptsch": {
        "6:00 holds": 22,
        "Austrian cavalry of 2": 8,
        "6:00 surely holds": "3 I3, 10 I2, 6 C2, 1 A1, 2 C2",
    },
    "bonaparte-no-surprise": {"French pieces not ready": None},
    "bonaparte-ott-waits": {
        "Ott opens": 15,
        "Ott leads to": 38,
        "Ott meets": ["c52", "c53"],
        "Ott holds": 5,
        "6:00 holds": 15,
        "6:00 surely holds": "3 I3, 6 I2, 5 C2, 1 A1",
        "Ott surely holds": "4 I2, 1 C2",
    },
    "bonaparte-rivaud-noon": {"17:00 opens": 12},
    "bonaparte-second-exit": {
        "Second opens": 6,
        "Second leads to": 1,
        "Second meets": ["second"],
        "Second holds": 9,
        "6:00 holds": 11,
        "second joins": (1, 5),
        "6:00 surely holds": "2 I3, 6 I2, 3 C2",
        "Second surely holds": "1 I3, 4 I2, 3 C2, 1 A1",
    },
    "triomphe-arrivals": {
        "draw": ["French army at the start"],
        "Tortona surely holds": "1 I3, 2 I2",
        "Novi surely holds": "1 I3, 2 I2, 1 A1",
        "Sale surely holds": "1 C2",
    },
    "triomphe-bridge": {
        "bridge joins": (10, 20),
        "10/20 costs": (1, 1, 0),
        "20/10 costs": (1, 1, 0),
    },
    "triomphe-desaix-15": {
        "Novi opens": 15,
        "French discs at 15:00": 3,
        "French discs at 16:00": None,
    },
    "triomphe-desaix-19": {
        "Novi opens": 19,
        "French discs at 16:00": None,
        "French discs at 19:00": 3,
    },
    "triomphe-desaix-never": {
        "Novi holds": None,
        "French infantry of 3": 3,
        "French infantry of 2": 8,
        "French artillery of 1": None,
        "French discs at 16:00": None,
    },
    "triomphe-four-orders": {"orders_per_turn": 4},
    "triomphe-lapoype": {
        "Lapoype opens": 17,
        "Lapoype leads to": 85,
        "Lapoype meets": ["c14", "c15", "c42", "c93", "entry:Tortona"],
        "Lapoype holds": 2,
        "French infantry of 2": 12,
        "Tortona meets": ["c14", "c15", "c42", "c93", "entry:Lapoype"],
        "Lapoype surely holds": "2 I2",
    },
    "triomphe-monnier-never": {
        "Tortona holds": 1,
        "French infantry of 3": 3,
        "French infantry of 2": 9,
    },
    "triomphe-monnier-noon": {"Tortona opens": 9},
    "triomphe-nimptsch": {
        "Alessandria holds": 22,
        "Austrian cavalry of 2": 8,
        "Alessandria surely holds": "3 I3, 10 I2, 6 C2, 1 A1, 2 C2",
    },
    "triomphe-no-surprise": {
        "surprise_hour": 5,
        "French pieces not ready": None,
    },
    "triomphe-ott-waits": {
        "Ott opens": 15,
        "Ott leads to": 43,
        "Ott meets": ["c107", "c108"],
        "Ott holds": 4,
        "Alessandria holds": 16,
        "Alessandria surely holds": "3 I3, 7 I2, 5 C2, 1 A1",
        "Ott surely holds": "3 I2, 1 C2",
    },
    "triomphe-rivaud-noon": {
        "Sale opens": 12,
        "French discs at 12:00": 3,
        "French discs at 17:00": None,
    },
    "triomphe-second-exit": {
        "Second opens": 6,
        "Second leads to": 1,
        "Second meets": ["second"],
        "Second holds": 9,
        "Alessandria holds": 11,
        "second joins": (1, 5),
        "Alessandria surely holds": "2 I3, 6 I2, 3 C2",
        "Second surely holds": "1 I3, 4 I2, 3 C2, 1 A1",
    },
    "triomphe-two-beyond": {"objective_pieces": 2},
}
"""The facts that are not as in the parent; None for what is no more."""


def facts_of(game: MarengoGame) -> Facts:
    """Return what there is to be told of a game before its first move."""
    state = game.start(1)
    return {
        **_boxes(game, state),
        **_pieces(state),
        **_corps(game),
        **{f"start symbols in {n.number}": n.french_start for n in game.board.localities},
        **{f"{c.id} joins": tuple(c.between) for c in game.board.crossings},
        **{
            f"{a.locality}/{a.opposite} costs": (a.infantry, a.cavalry, a.artillery)
            for a in game.board.approaches
            if a.opposite
        },
        **_numbers(game),
    }


def _boxes(game: MarengoGame, state: MarengoState) -> Facts:
    facts: Facts = {}
    for name, box in state.boxes.items():
        road = f"entry:{name}"
        group = next(g.crossings for g in game.board.road_groups if road in g.crossings)
        facts[f"{name} opens"] = box["hour"]
        facts[f"{name} leads to"] = box["locality"]
        facts[f"{name} meets"] = sorted(set(group) - {road})
        facts[f"{name} holds"] = state.count(name) or None
    return {name: fact for name, fact in facts.items() if fact is not None}


def _corps(game: MarengoGame) -> Facts:
    """Return what each box is known to hold, which nothing of a blind draw is (T-4.8)."""
    corps: dict[str, list[str]] = {}
    for force in game.scenario.forces:
        if force.places and not force.draw:
            [box] = force.places
            words = [f"{p.count} {p.kind[0].upper()}{p.strength}" for p in force.pieces]
            corps.setdefault(f"{box} surely holds", []).extend(words)
    return {box: ", ".join(words) for box, words in corps.items()}


def _pieces(state: MarengoState) -> Facts:
    facts: Counter[str] = Counter()
    for piece in state.pieces:
        side = piece.side.name.title()
        facts[f"{side} {piece.kind.name.lower()} of {piece.strength}"] += 1
        facts[f"{side} pieces on the map"] += str(piece.place) not in state.boxes
        facts[f"{side} pieces not ready"] += not (piece.organised and piece.active)
    return {name: number for name, number in facts.items() if number}


def _numbers(game: MarengoGame) -> Facts:
    scenario = game.scenario
    assert isinstance(scenario, BonaparteScenario | TriompheScenario)
    facts: Facts = {name: getattr(scenario.parameters, name) for name in _fields(game)}
    facts["draw"] = [force.name for force in scenario.forces if force.draw]
    for army in ("austrian", "french"):
        morale = getattr(scenario.morale, army)
        track = getattr(morale, "track", {})
        facts[f"{army} morale at the start"] = getattr(morale, "uncommitted", morale)
        facts |= {f"{army.title()} discs at {h}:00": n for h, n in track.items() if n}
    return facts


def _fields(game: MarengoGame) -> tuple[str, ...]:
    fields: tuple[str, ...] = game.scenario.parameters.__struct_fields__
    return fields


def test_every_what_if_is_listed_here() -> None:
    assert set(what_if_names()) == set(DIFFERENT)


@pytest.mark.parametrize("name", what_if_names())
def test_a_what_if_tells_where_it_comes_from(name: str) -> None:
    scenario = load(name).scenario
    assert scenario.name == name
    assert scenario.title
    assert len(scenario.context.split()) >= WORDS
    assert scenario.sources
    assert all(source.strip() for source in scenario.sources)


@pytest.mark.parametrize("name", what_if_names())
def test_a_what_if_is_of_the_ruleset_of_its_parent(name: str) -> None:
    game = load(name)
    parent = load(game.scenario.extends)
    assert game.scenario.ruleset == parent.scenario.ruleset
    assert game.scenario.title != parent.scenario.title
    assert not problems(game.board)
    assert not game.start(1).problems()


@pytest.mark.parametrize("name", DIFFERENT)
def test_a_what_if_changes_what_it_says_and_nothing_else(name: str) -> None:
    game = load(name)
    new, old = facts_of(game), facts_of(load(game.scenario.extends))
    changed = {fact for fact in {*new, *old} if new.get(fact) != old.get(fact)}
    assert {fact: new.get(fact) for fact in changed} == DIFFERENT[name]
    assert game.scenario.diff(load(game.scenario.extends).scenario)


@pytest.mark.parametrize("ruleset", ["bonaparte", "triomphe"])
def test_a_second_exit_brings_the_army_over_by_eight(ruleset: str) -> None:
    """Three hours of the printed road bring twelve pieces, of two roads all twenty."""
    printed = entered_by(load(ruleset), 8)
    doubled = entered_by(load(f"{ruleset}-second-exit"), 8)
    assert printed == 3 * ENTERED_BY_ROAD_AND_PONTOON
    assert doubled == 20


def entered_by(game: MarengoGame, hour: int) -> int:
    """Return the Austrian pieces on the map after a turn of an hour if nobody loses time."""
    state = game.start(1)
    while state.hour <= hour:
        state.play(_hurry(state))
    boxes = [name for name, box in state.boxes.items() if box["army"] is Side.AUSTRIAN]
    return sum(piece.side is Side.AUSTRIAN for piece in state.pieces) - sum(map(state.count, boxes))


def _hurry(state: MarengoState) -> str:
    """Return a move that brings pieces onto the map, and those in locality 1 out of their way."""
    moves = [str(move) for move in state.legal_moves()]
    if state.turn is Side.FRENCH:
        return "end" if "end" in moves else moves[0]
    near = [f"road {piece.name}" for piece in state.pieces if str(piece.place) == "1"]
    new = [f"road {piece.name}" for piece in state.pieces if str(piece.place) in state.boxes]
    wanted = (
        *(f"cross {box}-1" for box in state.boxes),
        *(move for move in moves if move.startswith("cross 1-5")),
        "stop",
        *near,
        *new,
        *(move for move in moves if move.startswith("pontoon")),
        "end",
        "wait",
    )
    return next(move for move in wanted if move in moves)
