"""Chapter 17 of the digest: The Age of Marlborough."""

from pathlib import Path

import numpy as np
import pytest

import marengo
from marengo.core.scenarios import scenario_names, what_if_names
from tests.rules.progress.playing import (
    MARLBOROUGH,
    Case,
    any_round,
    bent,
    cases,
    facts,
    game,
    read,
)

SEVEN = "move-1 move-2 recruit fortify attack strengthen score"


def test_the_age_of_marlborough() -> None:
    """M-17.2, M-17.3, M-17.4, M-17.5, M-17.11: a row of four, seven cards, 36 points."""
    states = [game(MARLBOROUGH).start(seed) for seed in range(40)]
    assert {state.holder.name for state in states} == {"BLUE", "ORANGE"}
    found = facts(states[0])
    assert {name: found[name] for name in ("armies", "stock", "strength", "vp", "supply")} == {
        "armies": {"blue": "B1", "orange": "O1"},
        "stock": (2, 2),
        "strength": (1, 1),
        "vp": (0, 0),
        "supply": 36,
    }
    assert found["hands"] == (SEVEN, SEVEN)
    assert found["dice"] == (3, 3, 3, 3)


def test_values_of_ours_are_marked_as_such() -> None:
    """M-17.2, M-17.11: in the file of the scenario."""
    folder = type(game(MARLBOROUGH)).data
    assert folder is not None
    text = (folder / "scenarios" / f"{MARLBOROUGH}.toml").read_text(encoding="utf-8")
    assert "M-17.11" in text


def test_nothing_else_is_offered() -> None:
    """M-17.1, M-17.13: two scenarios, and what-ifs of these."""
    ours = [name for name in scenario_names() if marengo.load(name).name == "progress"]
    assert ours == ["progress", MARLBOROUGH]
    for name in what_if_names():
        assert not {"napoleon", "empereur", "world"} & set(name.split("-"))


@cases(
    """
M-17.4 a neutral falls to 0: neutral-1 B1; marlborough; dice 2 1 3 3 | strengthen / recruit | dice
    2 0 3 3; strength 2 1
M-17.6: none; marlborough | strengthen / recruit | dice 2 3 3 3
M-17.6 not below 2: none; marlborough; dice 2 3 3 3 | strengthen / recruit | dice 2 3 3 3;
    strength 1 1
M-17.6 whoever controls it: orange B*; marlborough; dice 3 3 3 2 | strengthen / recruit | dice 2
    3 3 2; strength 2 1
M-17.7: blue B2 O1f, neutral-1 B1; marlborough | score / recruit | vp 4 0; controls blue neutral-1 /
    orange
M-17.7, M-17.8: blue O*, neutral-1 B1; marlborough | score / recruit | vp 0 0; supply 36
M-17.9: orange B* O1, blue B1; marlborough | score / fortify | vp 7 0
M-17.10: none; marlborough; vp 14 17 | score / recruit | won blue
M-17.10 a draw: blue O1, orange B1; marlborough; vp 17 17 | score / score | vp 18 18; won both
M-17.11 a row: neutral-1 B1; marlborough | move-1 / score | legal move 1 neutral-1 blue, move 1
    neutral-1 neutral-2
M-17.11 with a garrison of 2: orange B3; marlborough | attack / score | armies orange B* B2
M-17.11 that ties with 2: orange B2; marlborough | attack / score | armies none
"""
)
def test_marlborough(case: Case) -> None:
    case.check()


def test_both_have_18_only_as_18_to_18() -> None:
    """M-17.10, M-17.5."""
    for seed in range(60):
        chance, state = np.random.default_rng(seed), game(MARLBOROUGH).start(seed)
        while any_round(chance, state).outcome is None:
            assert sum(state.vp) + state.supply == 36
        assert min(state.vp) < 18 or state.vp == (18, 18)


@pytest.mark.parametrize("place", ["blue", "neutral-1", "neutral-2", "orange"])
def test_the_layout_is_a_parameter(place: str, tmp_path: Path) -> None:
    """M-17.12: in a ring homes and neutrals lie next to each other in turn."""
    borders = [
        ("blue", "neutral-1"),
        ("neutral-1", "orange"),
        ("orange", "neutral-2"),
        ("neutral-2", "blue"),
    ]
    listed = ", ".join(f'["{one}", "{other}"]' for one, other in borders)
    ring = bent(tmp_path, f"borders = [{listed}]", MARLBOROUGH)
    goals = ("blue", "orange") if place.startswith("neutral") else ("neutral-1", "neutral-2")
    moves = ", ".join(f"move 1 {place} {goal}" for goal in goals)
    read(f"M-17.12: {place} B1; marlborough | move-1 / score | legal {moves}").check(ring)
