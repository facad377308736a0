"""Chapters 20 to 26: whatever no statement forbids in a battle is listed, and nothing else."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import numpy as np
import pytest

from marengo.core.asking import Question
from marengo.core.engine.cases import Row
from marengo.games.europe import BattleState, battle
from marengo.games.europe.decisions import QUESTIONS
from marengo.games.europe.notation import ADJECTIVES, PIECES, PLAIN, read, zone_names
from marengo.games.europe.rules import codes
from marengo.games.europe.rules.rounds import ROWS
from marengo.games.europe.rules.words import KINDS, SQUARE, Decision
from marengo.games.europe.war import decisions as war
from marengo.games.europe.war.rules import words as war_words
from marengo.games.europe.war.rules.sequence import ROWS as OF_A_WAR
from marengo.games.europe.war.rules.words import FIRST

NATIONS = (*ADJECTIVES[:2], "spanish")
AGAIN = ("", " again")

BARRED = {decision: asked.verbs for decision, asked in QUESTIONS.items() if asked.verbs}
"""Verbs of which a statement may forbid some moves."""


def tried(state: BattleState) -> Iterator[str]:
    """Yield what may be said in a battle, legal or not."""
    zones = zone_names(state.to_move)
    yield from PLAIN
    yield from ("rally", "rally again")
    for nation in NATIONS:
        yield f"lose {nation} leader"
        for kind, again in product(PIECES[:KINDS], AGAIN):
            yield f"rally {nation} {kind}{again}"
        for kind, target in product(PIECES[:KINDS], PIECES[:KINDS]):
            yield f"pursue {nation} {target} with {kind}"
    for piece, zone in product(PIECES, zones):
        if piece not in PIECES[SQUARE:]:
            yield from (f"deploy {number} {piece} {zone}" for number in range(7))
            if f"squared-{piece}" in PIECES:
                yield f"unsquare {piece} {zone}"
        for to, again in product(zones, AGAIN):
            yield f"move {piece} {zone} {to}{again}"
        for nation, target in product(NATIONS, PIECES):
            yield from (f"fire {piece} {zone} at {nation} {target}{far}" for far in ("", " far"))
            yield from (f"charge {piece} {zone} at {nation} {target}{again}" for again in AGAIN)


def walk(options: dict[str, Any], seed: int) -> Iterator[BattleState]:
    """Yield the positions of a battle that is played by chance."""
    chance = np.random.default_rng(seed)
    army, few = dict.fromkeys(PIECES[:KINDS], 2), {"infantry": 3, "cavalry": 2, "leader": 1}
    allies = {"france": army, "spain": army} if seed % 4 else {"france": few}
    state: Any = battle(allies, {"great-britain": army}, options=options).start(seed)
    while not state.is_over:
        yield state
        legal = state.legal_moves()
        fights = [move for move in legal if str(move).split()[0] in ("charge", "fire", "rally")]
        chosen = fights if fights and chance.random() < 0.5 else legal
        state.play(chosen[chance.integers(len(chosen))])


@pytest.mark.parametrize(
    ("rows", "asked", "first"), [(ROWS, QUESTIONS, 0), (OF_A_WAR, war.QUESTIONS, FIRST)]
)
def test_each_decision_is_listed_carried_out_and_refused(
    rows: Mapping[int, Row], asked: Mapping[int, Question], first: int
) -> None:
    """N-28.4: those of a battle and those on the map; of chance nothing is asked."""
    decisions = war_words.Decision if first else Decision
    assert rows.keys() == {one for one in decisions if one >= first} - {Decision.OVER}
    assert all(row.lister for row in rows.values())
    by_chance = {*(one for one in decisions if one.name.endswith(("ROLL", "LOT")))}
    assert asked.keys() - {Decision.OVER} == rows.keys() - by_chance
    assert {one for one in asked if asked[one].verbs} == {one for one in rows if rows[one].barred}


@pytest.mark.plays_much
@pytest.mark.parametrize("named", [True, False])
def test_what_is_listed_in_a_battle_is_what_no_statement_forbids(named: bool) -> None:
    forbidden, decisions, chance = set[int](), set[Decision](), np.random.default_rng(1805)
    for seed in range(12):
        for state in walk({"rally_named_first": named}, seed):
            new = state.decision not in decisions
            if state.decision in BARRED and (new or chance.random() < 0.02):
                decisions.add(Decision(state.decision))
                listed = {str(move) for move in state.legal_moves()}
                for text in tried(state):
                    code = read(state.to_move, text)
                    if codes.part(code, codes.VERB) in BARRED[state.decision]:
                        statement = state.ask(ROWS[state.decision].barred, code)
                        assert (statement == 0) == (text in listed), text
                        forbidden |= {statement}
    assert len(forbidden) > 25
