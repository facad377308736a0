"""What is said against moves agrees with what the engine lists."""

import re
from collections import Counter

import numpy as np
import pytest

from marengo.games.marengo.legality import attempt_of
from marengo.games.marengo.rules.decisions import Decision
from tests.conformance.test_refusals import moves_of
from tests.conformance.walking import EVERY_WALK, walk
from tests.field import scenario_names
from tests.turn import is_full

ANSWERS = {
    "bonaparte": {
        *("ACTION", "ROAD_STEP", "JOIN", "RETREAT", "ACTIVATION", "ADVANCE", "RESPONSE", "ASSAULT"),
        *("CONTINUATION", "LEADERS", "DEFENCE_LEADERS", "FIRE", "PURSUIT", "REDUCTION"),
        "DECLARATION",
    },
    "triomphe": {
        *("ACTION", "ROAD_STEP", "RESPONSE", "ADVANCE", "SHOW", "RETREAT", "CONTINUATION"),
        *("DEFENCE_LEADERS", "ASSAULT_PIECES", "COUNTER_ATTACK"),
    },
}
"""Decisions whose answers are looked at."""

NO_RULE = ("there already", "pieces alike give one move")
"""What is said without a rule."""


@pytest.mark.parametrize("scenario", scenario_names())
def test_no_statement_forbids_a_legal_move(scenario: str) -> None:
    decisions = set()
    for one in EVERY_WALK:
        if one[0] == scenario:
            played = walk(*one)
            for number, state in enumerate(played.sampled(5)):
                if number % 2 and state.decision.name in decisions and not is_full():
                    continue
                decisions.add(state.decision.name)
                for move in state.legal_moves()[::2]:
                    barred = played.game.legality.rows[state.decision].barred
                    if barred:
                        assert attempt_of(state, move).rule(barred, move.code) == 0, move
    assert decisions >= ANSWERS[scenario]


@pytest.mark.parametrize("scenario", scenario_names())
def test_a_rule_is_named_against_each_action_that_is_legal_elsewhere(scenario: str) -> None:
    texts, tried = np.array(moves_of(scenario)), Counter[str]()
    for one in EVERY_WALK:
        if one[0] != scenario:
            continue
        chance = np.random.default_rng(one[1])
        for state in walk(*one).sampled(17):
            if state.decision != Decision.ACTION:
                continue
            legal = {str(move) for move in state.legal_moves()}
            there = {piece.name for piece in state.pieces if piece.place is not None}
            own = [
                text
                for text in texts
                if f" {'AF'[state.to_move]}" in text
                and set(re.findall(r"\b[AF]\d+\b", text)) <= there
            ]
            for text in chance.choice(own, 20):
                verb = text.split()[0]
                if text not in legal and verb in ("march", "attack", "road", "pontoon"):
                    why = state.why_illegal(state.move(text))
                    assert re.search(r"\b[BT]-\d", why) or any(map(why.__contains__, NO_RULE)), why
                    tried[verb] += 1
    assert min(tried[verb] for verb in ("march", "attack", "road", "pontoon")) > 10
