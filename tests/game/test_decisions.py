"""The table of decisions: each row says of its decision what the engine does."""

import re
from typing import Any

import numpy as np
import pytest

from marengo.games.bonaparte.game import BonaparteGame
from marengo.games.bonaparte.rules import engine as bonaparte
from marengo.games.marengo.game import MarengoGame, load
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import MoveKind, kind_of
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.game import TriompheGame
from marengo.games.triomphe.rules import engine as triomphe

GAMES: list[tuple[type[MarengoGame], Any]] = [(BonaparteGame, bonaparte), (TriompheGame, triomphe)]


@pytest.mark.parametrize(("game", "engine"), GAMES)
def test_each_decision_is_listed_and_carried_out(game: type[MarengoGame], engine: Any) -> None:
    """And where a list leaves moves of a form out, a predicate says by which statement."""
    assert engine.ROWS.keys() == game.questions.keys() - {Decision.OVER}
    assert all(row.lister for row in engine.ROWS.values())
    unforbidden = {decision for decision, row in engine.ROWS.items() if row.barred is None}
    assert unforbidden <= {Decision.ADVANCE}


@pytest.mark.parametrize(("game", "_"), GAMES)
def test_only_the_end_asks_nothing(game: type[MarengoGame], _: Any) -> None:
    assert [one for one, asked in game.questions.items() if not asked.verbs] == [Decision.OVER]
    for asked in game.questions.values():
        assert re.match(r"[TB]-\d", asked.rules)


@pytest.mark.parametrize("scenario", ["bonaparte", "triomphe"])
def test_legal_moves_are_of_the_kinds_of_their_row(scenario: str) -> None:
    game, chance = load(scenario), np.random.default_rng(4)
    found: dict[Decision, set[MoveKind]] = {}
    for seed in range(3):
        state = game.start(seed)
        while moves := state.legal_moves():
            assert isinstance(state.context, dict)
            kinds = {MoveKind(kind_of(move.code)) for move in moves}
            found[state.decision] = found.get(state.decision, set()) | kinds
            state.play(moves[chance.integers(len(moves))])
    assert len(found) > 8
    for decision, kinds in found.items():
        assert kinds <= set(game.questions[decision].verbs)


PAIRS = [
    ("triomphe", 1, 5, "T-7.6"),
    ("triomphe", 7, 12, "T-7.6"),
    ("bonaparte", 2, 9, "B-11.14"),
]
"""Localities that share two borders."""


@pytest.mark.parametrize(("scenario", "own", "other", "rule"), PAIRS)
@pytest.mark.parametrize("side", "ab")
def test_a_march_over_the_barred_one_of_two_borders_is_refused_with_the_rule(
    scenario: str, own: int, other: int, rule: str, side: str
) -> None:
    """T-3.29, B-5.7: the goal alone is named, but out of an approach only its own border leads."""
    facts: dict[str, Any] = {"step": 3} if scenario == "bonaparte" else {}
    state = load(scenario).position(
        turn=Side.FRENCH,
        hour=10,
        french={f"{own}/{other}{side}": "I2"},
        austrian={"17": "I2"},
        barred=[f"{own}/{other}{side}"],
        **facts,
    )
    with pytest.raises(ValueError, match=rf"lost this turn \({re.escape(rule)}\)"):
        state.play(f"march F1 {other}")
    free = load(scenario).position(
        turn=Side.FRENCH,
        hour=10,
        french={f"{own}/{other}{'ab'.replace(side, '')}": "I2"},
        austrian={"17": "I2"},
        barred=[f"{own}/{other}{side}"],
        **facts,
    )
    free.play(f"march F1 {other}")
