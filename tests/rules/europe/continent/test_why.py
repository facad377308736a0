"""Chapters 12 to 18: which rule a refused political action is told."""

import math
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

import marengo
from marengo.games.europe.rules import codes
from marengo.games.europe.war import WarState
from marengo.games.europe.war.decisions import QUESTIONS, VERBS
from marengo.games.europe.war.legality import reason_against
from marengo.games.europe.war.rules.sequence import ROWS
from marengo.games.europe.war.rules.words import Decision
from tests.rules.europe.continent.playing import nation, play, position, refused, texts
from tests.rules.europe.continent.test_relations import RICH
from tests.rules.europe.war.playing import NATIONS
from tests.rules.europe.war.playing import position as of_two

COSTLY = re.compile(r"it costs (?:either side )?(\d+) PAP")
NAMES = tuple(NATIONS.values())
REGIONS = ("saxony", "milan", "vienna", "vendee", "portugal", "norway")
ACTIONS = (
    *(
        f"{verb} {other}"
        for verb in ("ally", "break", "win-over", "declare-war", "passage", "revoke", "armistice")
        for other in NAMES
    ),
    *(f"part {one} from {other}" for one, other in product(NAMES, repeat=2)),
    *(f"{verb} {region}" for verb in ("overture", "annex", "incite") for region in REGIONS),
    *(f"declare-war {one} for {other}" for one, other in product(NAMES, repeat=2)),
)


@pytest.mark.parametrize(("name", "has"), [("FR", 9), ("AU", 1)])
def test_no_cost_is_told_to_who_can_pay(name: str, has: int) -> None:
    """N-12.5, N-12.10: that is a reason for who has fewer PAP, and for nobody else."""
    state = position(
        "FR saxony 3I; AU portugal 1I",
        name,
        step="closing",
        pap=f"{name} {has}",
        controllers="PR RU",
    )
    legal = texts(state)
    for action in ACTIONS:
        if action not in legal:
            cost = COSTLY.search(refused(state, action))
            assert cost is None or has < int(cost[1]), action


def rich(name: str, **facts: str) -> WarState:
    return position("FR saxony 3I", name, step="opening", pap=RICH, **facts)


@pytest.mark.parametrize(
    ("name", "action", "rule"),
    [
        ("FR", "ally france", "N-13.1"),
        ("FR", "declare-war france", "N-13.1"),
        ("FR", "ally prussia", "N-14.1"),
        ("FR", "ally austria", "N-14.3"),
        ("FR", "ally spain", "N-14.2"),
        ("FR", "passage spain", "N-13.11"),
        ("FR", "part spain from france", "N-13.7"),
        ("FR", "part austria from spain", "N-14.2"),
        ("FR", "part prussia from spain", "N-14.1"),
        ("FR", "armistice prussia", "N-13.19"),
        ("FR", "revoke prussia", "N-13.13"),
        ("FR", "give prussia", "N-2.6"),
        ("FR", "trade vienna to spain", "N-12.11"),
        ("FR", "win-over austria", "N-15.2"),
        ("FR", "overture vienna", "N-1.4"),
        ("FR", "annex milan", "N-16.1"),
        ("FR", "annex norway", "N-16.1"),
        ("AU", "break france", "N-13.7"),
        ("AU", "declare-war spain", "N-13.14"),
        ("AU", "declare-war prussia for russia", "N-13.17"),
    ],
)
def test_the_rule_that_forbids(name: str, action: str, rule: str) -> None:
    """N-13.1, N-14.1: an action that can be paid is told by which rule it is none."""
    assert rule in refused(rich(name), action)


def test_an_armistice_that_the_other_cannot_pay() -> None:
    """N-13.19: it is told that the other has too few PAP, not what it costs oneself."""
    state = position("FR saxony 3I", "FR", step="opening", pap="FR 9, AU 0, GB 9, RU 9")
    assert "armistice austria: each side pays" in refused(state, "armistice austria")
    assert "N-13.19" in refused(state, "armistice austria")


def test_a_nation_that_is_not_in_the_scenario() -> None:
    """N-30.4: with Prussia nothing is done in a war of France and Austria."""
    state = of_two("FR paris 1I", "FR", step="opening", pap="FR 9, AU 9")
    for action in ("ally prussia", "declare-war prussia", "win-over prussia", "passage prussia"):
        assert "N-1.4" in refused(state, action)


def test_a_minor_that_resists() -> None:
    """N-16.8: neither its owner nor PAP is what is missing."""
    state = rich("FR", owners="saxony -", wars="", alliances="")
    state.play("annex saxony")
    while "roll 1" not in texts(state):
        state.play("refuse")
    for roll in (1, 2, 2, 2):
        state.play(f"roll {roll}")
    while state.to_move != nation("FR"):
        state.play("pass")
    for action in ("annex saxony", "overture saxony"):
        assert "N-16.8" in refused(state, action)


STRIKERS, STRIKE = "english-channel 3; FR picardy 3", "strike picardy from english-channel"
OUT, ASHORE = "sail london, via english-channel", "transport infantry london english-channel"


@pytest.mark.parametrize(
    ("troops", "squadrons", "moves", "action", "rule"),
    [
        ("", "london 1", "", "sail cornwall", "N-7.1"),
        ("", "london 1; GB cornwall 1", f"{OUT}, end", "sail english-channel", "N-7.1"),
        ("", "london 1", "", "sail london again", "N-8.8"),
        ("", "london 1", OUT, "via baltic-sea", "N-7.1"),
        ("", "london 1", f"{OUT}, via north-sea", "via english-channel", "N-7.1"),
        ("", "london 1", OUT, "via picardy", "N-7.2"),
        ("", "london 1", OUT, "via holland", "N-3.8"),
        ("", "london 1", OUT, "engage", "N-8.2"),
        ("", "london 1; FR picardy 1", "", "strike brittany from english-channel", "N-8.12"),
        ("", "london 1; FR picardy 1", "", "strike london from english-channel", "N-8.12"),
        ("", "london 1; FR picardy 1", "", "strike picardy from english-channel", "N-8.12"),
        ("wales 1I", "north-atlantic 1", "", "transport infantry wales north-atlantic", "N-9.1"),
        ("london 1I", "", "", ASHORE, "N-9.4"),
        ("london 1I", "black-sea 1", "", "transport cavalry london black-sea", "N-6.1"),
        ("london 1I", "black-sea 1", "", "transport infantry london black-sea", "N-9.3"),
        ("london 1M", "baltic-sea 1", "", "transport militia london baltic-sea", "N-9.8"),
        ("london 2I", "english-channel 1", f"{ASHORE}, via normandy", ASHORE, "N-9.5"),
        ("wales 1I", "english-channel 1", "march infantry wales london", ASHORE, "N-9.2"),
        ("london 3I", "english-channel 2", ASHORE, "number 3", "expected 1 to 2, "),
        ("london 2I", "", "march infantry london wales", "number 3", "expected 1 to 2, "),
        ("", STRIKERS, STRIKE, "number 3", "two squadrons attack a port in a turn (N-8.12)"),
    ],
)
def test_the_rule_that_forbids_at_sea(
    troops: str, squadrons: str, moves: str, action: str, rule: str
) -> None:
    """N-7.1, N-8.12, N-9.1: who may not sail, strike or be transported is told by which rule."""
    squadrons = f"GB {squadrons}" if squadrons else ""
    state = position(f"GB {troops}" if troops else "", "GB", squadrons=squadrons)
    assert rule in refused(play(state, moves), action)


def tried(state: WarState, chance: np.random.Generator) -> Iterator[int]:
    """Yield moves of every form that the decision has, at most some hundred of each, and the legal.

    In a battle they are a battle's, and not asked here.
    """
    fields, barred = state.game.names.fields, QUESTIONS[state.decision].verbs
    for verb, form in (pair for one in barred for pair in product([one], VERBS[one].forms)):
        rows = [fields[name] for name in re.findall(r"{(\w+)}", form)]
        choices = [[n for n, word in enumerate(words) if word] for _, words in rows]
        forms = math.prod(map(len, choices))
        for drawn in chance.choice(forms, min(forms, 400), replace=False).tolist():
            code, rest = int(verb), drawn
            for (part, _), values in zip(rows, choices, strict=True):
                rest, place = divmod(rest, len(values))
                code |= values[place] << codes.WIDTH * part
            yield code
    legal = (move.code for move in state.legal_moves())
    yield from (code for code in legal if codes.part(code, codes.VERB) in barred)


@pytest.mark.plays_much
@pytest.mark.parametrize(("scenario", "number"), [("europe-1805", 70), ("europe-1800", 30)])
def test_what_is_listed_is_what_no_statement_forbids(scenario: str, number: int) -> None:
    """N-12.5, N-6.2, N-7.1, N-9.1, N-11.2: and of each that is forbidden it is said by which."""
    forbidden, decisions, chance = set[int](), set[Decision](), np.random.default_rng(1805)
    for seed in range(6):
        state: Any = marengo.load(scenario).start(seed)
        while not state.is_over and len(state.moves) < 4000:
            legal = state.legal_moves()
            barred = state.decision in QUESTIONS and QUESTIONS[state.decision].verbs
            if barred and (state.decision not in decisions or chance.random() < 0.03):
                decisions.add(state.decision)
                listed = {move.code for move in legal}
                for code in tried(state, chance):
                    statement = state.ask(ROWS[state.decision].barred, code)
                    assert (statement == 0) == (code in listed)
                    if statement:
                        assert re.search(r"\(N-\d+\.\d+\)$", reason_against(state, code))
                        forbidden.add(statement)
            state.play(legal[chance.integers(len(legal))])
    assert len(forbidden) > number
