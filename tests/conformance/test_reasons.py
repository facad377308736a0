"""What is said against moves agrees with what the engine lists, in both directions."""

import numpy as np

from marengo.games.marengo.legality import attempt_of
from marengo.games.marengo.rules.decisions import Decision
from tests.conformance.test_refusals import moves_of
from tests.conformance.walking import Walk

LAST = (
    "no piece in",
    "no crossing is open to it",
    "the orders left must do",
    "a piece that can lead is wanted",
    "infantry is wanted",
)
"""How sentences begin that stand last, and hold if nothing before them does."""


def test_nothing_is_said_against_a_legal_move(played: Walk) -> None:
    reasons = played.game.legality.reasons
    for state in played.sampled(61):
        for move in state.legal_moves()[::5]:
            said = [text for text in reasons(attempt_of(state, move)) if not text.startswith(LAST)]
            assert said == [], move


def test_a_rule_is_named_against_each_action(played: Walk) -> None:
    """Moves of the right kind that are legal elsewhere, with pieces that are in the game."""
    chance, tried = np.random.default_rng(played.seed), 0
    texts = np.array(moves_of(played.game.scenario.name))
    for state in played.sampled(17):
        if state.decision != Decision.ACTION:
            continue
        legal = {str(move) for move in state.legal_moves()}
        own = [text for text in texts if f" {'AF'[state.to_move]}" in text]
        for text in chance.choice(own, 20):
            if text not in legal and text.split()[0] in ("march", "attack", "road"):
                why = state.why_illegal(state.move(text))
                assert "the rules do not allow it here" not in why, (text, why)
                tried += 1
    assert tried > 10
