"""Chapters 12 to 18: which rule a refused political action is told."""

import re
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

import marengo
from marengo.games.europe.rules import codes
from marengo.games.europe.rules.words import GREAT, KINDS
from marengo.games.europe.war import WarState
from marengo.games.europe.war.legality import BARRED, reason_against
from marengo.games.europe.war.rules.politics import TOWARDS
from marengo.games.europe.war.rules.words import Decision, Verb
from tests.rules.europe.continent.playing import nation, position, refused, texts
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


def actions_of(state: WarState) -> Iterator[int]:
    """Yield all political actions that have a form, legal or not."""
    nations, regions = range(GREAT), range(len(state.game.regions))
    for verb in TOWARDS:
        yield from (verb | other << codes.WIDTH * codes.NATION for other in nations)
    for actor, other in product(nations, repeat=2):
        who = 0 if actor == int(state.record["speaker"]) else (actor + 1) << codes.WIDTH
        yield Verb.DECLARE | who | other << codes.WIDTH * codes.NATION
        whom = other << codes.WIDTH * codes.NATION
        yield Verb.PART | whom | actor << codes.WIDTH * codes.TARGET
        if actor == 0:
            yield Verb.GIVE | whom
            yield from (codes.counted(Verb.TRADE | whom, region) for region in regions[::5])
    for verb, region in product((Verb.OVERTURE, Verb.ANNEX, Verb.INCITE), regions):
        yield codes.counted(verb, region)


def steps_of(state: WarState) -> Iterator[int]:
    """Yield what may be tried in a congress."""
    verbs = (Verb.ANNEX, Verb.LIBERATE) if state.decision == Decision.CONGRESS else (Verb.LIBERATE,)
    for verb, region in product(verbs, range(len(state.game.regions))):
        yield codes.counted(verb, region)


def marches_of(state: WarState) -> Iterator[int]:
    """Yield steps by land from region to region, a part of those that have a form."""
    regions = range(len(state.game.regions))
    for region, kind, worn in product(regions[len(state.moves) % 3 :: 3], range(KINDS), range(2)):
        what = codes.unit_of(Verb.MARCH, kind, region, worn)
        yield from (codes.counted(what, to) for to in regions[::2])


def purchases_of(state: WarState) -> Iterator[int]:
    """Yield what may be tried to be bought."""
    yield Verb.BUY_PAP
    for region in range(len(state.game.regions)):
        yield codes.counted(Verb.BUILD, region)
        for kind in range(KINDS):
            yield codes.counted(codes.unit_of(Verb.BUY, kind, 0, 0), region)


TRIED: dict[int, Callable[[WarState], Iterator[int]]] = {
    Decision.POLITICS: actions_of,
    Decision.CONGRESS: steps_of,
    Decision.LIBERATION: steps_of,
    Decision.MARCH: marches_of,
    Decision.PURCHASE: purchases_of,
}


@pytest.mark.plays_much
@pytest.mark.parametrize("scenario", ["europe-1805", "europe-1800"])
def test_what_is_listed_is_what_no_statement_forbids(scenario: str) -> None:
    """N-12.5, N-6.2, N-11.2: and of each that is forbidden it is said by which."""
    forbidden, chance = set[int](), np.random.default_rng(1805)
    assert TRIED.keys() == BARRED.keys()
    for seed in range(3):
        state: Any = marengo.load(scenario).start(seed)
        while not state.is_over and len(state.moves) < 900:
            legal = state.legal_moves()
            if state.decision in BARRED and chance.random() < 0.1:
                listed = {move.code for move in legal}
                for code in TRIED[state.decision](state):
                    statement = state.ask(BARRED[state.decision], code)
                    assert (statement == 0) == (code in listed)
                    if statement:
                        assert re.search(r"\(N-\d+\.\d+\)$", reason_against(state, code))
                        forbidden.add(statement)
            state.play(legal[chance.integers(len(legal))])
    assert len(forbidden) > 25
