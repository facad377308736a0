"""Chapters 6 to 15: whatever no statement forbids is listed, and nothing else."""

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import marengo
from marengo import IllegalMove, Side
from marengo.core.uncompiled import call_python
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import pack
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, SLOTS
from marengo.games.triomphe.decisions import QUESTIONS
from marengo.games.triomphe.rules.engine import ROWS
from tests.helpers import game
from tests.toys import toy_game

ALIKE = "pieces alike give one move"
FIGHTS = ("attack", "assault", "declare", "complete", "cross", "march")


def tried(state: Any, chance: np.random.Generator) -> Iterator[int]:
    """Yield moves that have a form, legal or not: of random groups, to places near and far."""
    tables = state.game.tables[0]
    approaches = range(FIRST_APPROACH, FIRST_APPROACH + int(tables["first_approach"][-1]))
    localities, ends = range(1, int(tables["localities"])), range(len(tables["end_way"]))
    targets = {"R": (*localities, *approaches), "L": localities, "D": localities, "E": ends}
    side = int(state.to_move)
    places = state.record["place"][side * SLOTS : (side + 1) * SLOTS]
    there = np.flatnonzero(places >= 0)
    for kind in QUESTIONS[state.decision].verbs:
        form = state.game.forms[kind][1]
        for _ in range(80 if form else 1):
            first = chance.choice(there)
            together = there[places[there] == places[first]] if chance.random() < 0.8 else there
            number = min(len(together), int(chance.integers(1, 5 if chance.random() < 0.1 else 3)))
            pieces = sum(1 << int(slot) for slot in chance.choice(together, number, replace=False))
            target = int(chance.choice(targets.get(form[-1:], (0,))))
            detail = int(chance.integers(8 if form == "S" else 2)) if form[-1:] in ("S", "D") else 0
            yield pack(kind, target, detail, pieces if form[:1] in ("P", "S") else 0)


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("march A1 20", "T-7.2"),
        ("march A4 10", "T-6.7"),
        ("march A1 5/10", "T-7.10"),
        ("march A1,A5 10", "T-7.1"),
        ("march A6 5", "T-15.4"),
        ("march A1 4", "T-7.3"),
        ("march A5 5", "T-7.18"),
        ("attack A1 5/10", "T-9.1"),
        ("attack A3 10/9", "T-9.4"),
        ("attack A1,A5 5/10", "T-7.1"),
        ("attack A1 5", "expected the approach"),
        ("assault 10/9", "T-11.1"),
        ("assault 10", "expected the approach"),
        ("organise A1", "T-14.5"),
        ("road A5", "T-8.2"),
        ("pontoon A1", "T-15.12"),
        ("declare A6", "T-10.1"),
        ("complete A8", "T-10.10"),
        ("cross 5-10", "T-23.6"),
        ("march A9 10", "not in the game"),
        ("march A2 10", "march A1 10"),
    ],
)
def test_the_reason_is_named(move: str, rule: str) -> None:
    state = game.position(
        turn=Side.AUSTRIAN,
        orders=1,
        austrian={"5": "I2 I2 C2 I3!", "10/9": "I2", "Alessandria": "A1 I2", "10/20": "A1"},
        french={"9": "I2", "14": "I2", "4": "I2", "20/10": "I2"},
    )
    before = state.hash()
    with pytest.raises(IllegalMove, match=rule.replace("/", r"\/")):
        state.play(move)
    assert state.hash() == before
    assert state.moves == ()


def test_orders_and_capacity_are_named() -> None:
    facts: dict[str, Any] = {"austrian": {"5": "I2 I2"}, "french": {"20": "I2"}}
    broke = game.position(turn=Side.AUSTRIAN, orders=0, **facts)
    with pytest.raises(IllegalMove, match=r"T-6\.4"):
        broke.play("march A1 10")
    full = game.position(
        turn=Side.FRENCH, austrian={"1": "I2"}, french={"19": "I2", "14": "I2 I3 C2"}
    )
    with pytest.raises(IllegalMove, match=r"T-3\.20"):
        full.play("march F1 14")


def test_the_size_of_a_group_is_named() -> None:
    state = game.position(turn=Side.AUSTRIAN, austrian={"5": "I2 I2 C2 I3"}, french={"20": "I2"})
    with pytest.raises(IllegalMove, match=r"T-6\.14"):
        state.play("march A1,A2,A3,A4 10")


def test_french_restrictions_are_named() -> None:
    state = game.position(
        turn=Side.FRENCH, hour=6, austrian={"4": "I2"}, french={"9": "~I2 ~I3", "33": "I2"}
    )
    with pytest.raises(IllegalMove, match=r"T-14\.1\b"):
        state.play("march F1 9/4")
    with pytest.raises(IllegalMove, match=r"T-7\.8"):
        state.play("march F1 10")
    with pytest.raises(IllegalMove, match=r"T-14\.12"):
        state.play("organise F1,F2")
    with pytest.raises(IllegalMove, match=r"T-14\.11"):
        state.play("organise F3")
    state.play("organise F1")
    with pytest.raises(IllegalMove, match=r"T-14\.15"):
        state.play("end")


LEGAL = "no rule forbids it"

ROAD = {"austrian": {"12": "C2 I2"}, "french": {"34": "I2"}}
FAR = {"austrian": {"1": "C2"}, "french": {"14": "I2"}}
ODD = {"austrian": {"9": "I2"}, "french": {"14": "~C2 ~I2", "20": "~I2"}}
LATE = {"austrian": {"9": "I2"}, "french": {"34": "I2", "Novi": "I2"}}
BOXED = {"austrian": {"1": "I2", "Alessandria": "I2 I2 A1"}, "french": {"9": "I2"}}
FULL = {"austrian": {"1": "C2 " * 16, "Alessandria": "I2 I3"}, "french": {"9": "I2"}}
LEFT = {"austrian": {"Alessandria": "I2!", "10/9": "I2 I2"}, "french": {"9": "I2"}}
NEAR = {"austrian": {"9": "C2"}, "french": {"14": "I2", "10": "I2"}}
BESIDE = {"austrian": {"9/14": "I2 A1", "9": "C2"}, "french": {"14": "I2", "34": "I2"}}
GUNS = {"austrian": {"8/9": "A1"}, "french": {"9": "I2"}}
BROKE = {"austrian": {"9": "I2"}, "french": {"14": "C2 I2 I2"}, "orders": 0}


@pytest.mark.parametrize(
    ("facts", "moves", "move", "rule"),
    [
        (ROAD, "", "road A1,A2", "T-8.1"),
        (ROAD, "road A1", "cross 5-4", "T-8.4"),
        (ROAD, "road A1", "cross 12-8:c54", LEGAL),
        (ROAD, "road A1", "stop", "T-8.25"),
        (ROAD, "road A1", "wait", LEGAL),
        (ROAD, "road A1", "continue A2 12/8", "T-12.5"),
        (ROAD, "road A1", "continue A1 7/2", "T-12.1"),
        (ROAD, "road A1", "continue A1 12/8", "T-12.3"),
        (ROAD, "road A1, cross 12-7:c29", "cross 7-3", "T-8.4"),
        (ROAD, "road A1, cross 12-7:c29", "stop", LEGAL),
        (ROAD, "road A2, wait, cross 12-7:c29", "wait", "T-8.6"),
        (ROAD, "road A2, wait, cross 12-7:c29", "continue A2 7/2", "T-12.1"),
        (FAR, "road A1, cross 1-5, cross 5-4, cross 4-9", "cross 9-14", "T-8.10"),
        (FAR, "road A1, cross 1-5, cross 5-4, cross 4-9", "continue A1 9/14", LEGAL),
        (NEAR | {"barred": ["9/4"]}, "", "march A1 4", "T-7.6"),
        (FULL, "", "pontoon A17", "1 holds at most 16 pieces (T-3.20)"),
        (FAR | {"hour": 6}, "road A1, cross 1-5, cross 5-4", "cross 4-9", LEGAL),
        (BOXED, "", "pontoon A1", "T-15.12"),
        (BOXED, "", "pontoon A2,A3", "T-15.12"),
        (BOXED, "", "pontoon A2", LEGAL),
        (BOXED, "pontoon A2", "pontoon A3", "T-15.12"),
        (BOXED | {"hour": 6}, "", "pontoon A4", "T-15.15"),
        (BOXED | {"hour": 6}, "", "road A4", "T-15.15"),
        (BOXED, "", "road A3", "named by the lowest: road A2"),
        (LEFT, "", "road A1", "T-6.7"),
        (LEFT, "", "pontoon A1", "T-6.7"),
        (LEFT, "", "march A3 10", "named by the lowest: march A2 10"),
        (NEAR, "road A1", "continue A1 9/10", "T-12.9"),
        (BESIDE, "", "march A1 9/14", "the pieces are there already (T-7.2)"),
        (GUNS | {"barred": ["8/9"]}, "", "declare A1", "T-10.7"),
        (BESIDE | {"barred": ["9/14"]}, "road A3", "cross 9-14", "T-11.50"),
        ({"austrian": {"9": "C2 I2"}, "french": {"14": "I2"}}, "", "attack A1 9/14", "T-9.7"),
        ({"austrian": {"9": "C2 I2"}, "french": {"14": "I2"}}, "", "attack A1,A2 9/14", LEGAL),
        (
            {"austrian": {"9": "A1", "9/14": "A1"}, "french": {"14": "I2"}},
            "",
            "declare A1",
            "T-10.1",
        ),
    ],
)
def test_the_reason_against_an_austrian_move(
    facts: dict[str, Any], moves: str, move: str, rule: str
) -> None:
    """T-8.4, T-15.12: each condition of a road march, of entering and of attacking by its rule."""
    check(Side.AUSTRIAN, facts, moves, move, rule)


@pytest.mark.parametrize(
    ("facts", "moves", "move", "rule"),
    [
        (BROKE, "", "march F1 14/9", LEGAL),
        (BROKE, "", "march F1,F3 14/9", "T-6.4"),
        (BROKE, "", "organise F2", "T-6.4"),
        (BROKE, "", "attack F1 14/9", "T-6.4"),
        (BROKE, "", "declare F1,F2", "T-10.1"),
        (BROKE, "", "declare F1", "T-10.1"),
        (ODD, "", "attack F2 14/9", "T-14.6"),
        (ODD, "", "march F2 20", "T-7.2"),
        (ODD, "", "road F2", "T-8.23"),
        (ODD, "organise F1", "organise F3", "T-14.15"),
        (LATE, "", "organise F2", "T-15.16"),
        (LATE, "", "road F2", "T-15.1"),
        (LATE | {"hour": 18}, "", "road F2", LEGAL),
        (LATE | {"hour": 18}, "", "pontoon F2", "T-15.12"),
    ],
)
def test_the_reason_against_a_french_move(
    facts: dict[str, Any], moves: str, move: str, rule: str
) -> None:
    """T-6.4, T-14.15: orders, disorganised pieces and boxes by their rules."""
    check(Side.FRENCH, facts, moves, move, rule)


def check(side: Side, facts: dict[str, Any], moves: str, move: str, rule: str) -> None:
    """Make sure by which rule a move is refused after others, if it is."""
    state = game.position(**{"turn": side, "orders": 3, **facts})
    for played in filter(None, moves.split(", ")):
        state.play(played)
    barred = ROWS[state.decision].barred
    for legal in state.legal_moves():
        assert not call_python(barred, state.game, state._record, legal.code)
    reason = state.why_illegal(move)
    assert reason.endswith((f"({rule})", rule)) if rule != LEGAL else reason == ""


def test_attackers_must_fit_and_blockers_stand_in_the_reserve() -> None:
    """T-9.10, T-7.2: on a board of three localities."""
    toy = toy_game(
        localities={1: {"capacity": 6}, 2: {"capacity": 2}, 3: {"capacity": 6}},
        borders=[{"a": 1, "b": 2}, {"a": 2, "b": 3}],
    )
    state = toy.position(turn=Side.FRENCH, french={"1": "I3 I2 C2"}, austrian={"2": "I2"})
    assert "T-9.10" in state.why_illegal("attack F1,F2,F3 1/2")
    assert "T-7.2" in state.why_illegal("march F1,F2 2/1")


def test_no_march_over_an_impassable_border() -> None:
    """T-7.4."""
    toy = toy_game(
        localities={1: {"capacity": 6}, 2: {"capacity": 2}, 3: {"capacity": 6}},
        borders=[{"a": 1, "b": 2, "impassable": True}, {"a": 2, "b": 3}],
    )
    state = toy.position(turn=Side.FRENCH, french={"1": "I3"}, austrian={"3": "I2"})
    assert "T-7.4" in state.why_illegal("march F1 2")


@pytest.mark.plays_much
def test_what_is_listed_is_what_no_statement_forbids() -> None:
    """T-6.1, T-23.6: but of pieces alike one move is listed, named by the lowest."""
    forbidden, chance = set[int](), np.random.default_rng(1800)
    for seed in range(6):
        state: Any = marengo.load("triomphe").start(seed)
        while not state.is_over:
            legal = state.legal_moves()
            often = 0.04 if state.decision == Decision.ACTION else 0.2
            if ROWS[state.decision].barred and chance.random() < often:
                listed, facts = {move.code for move in legal}, (state.game, state._record)
                barred = ROWS[state.decision].barred
                assert not any(call_python(barred, *facts, code) for code in sorted(listed)[:20])
                for code in tried(state, chance):
                    statement = call_python(barred, *facts, code)
                    move = marengo.Move(code, state.to_move, state.game.write_move)
                    if statement not in forbidden and statement:
                        assert re.search(r"\(T-\d+\.\d+\)$", state.why_illegal(move))
                    if not statement and code not in listed:
                        assert state.why_illegal(move).startswith(ALIKE)
                    forbidden.add(statement)
            fights = [move for move in legal if str(move).split()[0] in FIGHTS]
            chosen = fights if fights and chance.random() < 0.3 else legal
            state.play(chosen[chance.integers(len(chosen))])
    assert len(forbidden) > 50
