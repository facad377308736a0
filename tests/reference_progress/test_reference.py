"""The engine against the referee: what is legal, and the whole position after each move."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from marengo.games.progress import ProgressGame, ProgressState
from tests.reference_progress import INTRODUCTION, MARLBOROUGH, Position, Referee, Rules, beginning
from tests.reference_progress.referee import ENEMY, controlled
from tests.rules.progress.playing import Facts, bent, facts, game, plain
from tests.turn import in_turn

SCENARIOS = {"progress": INTRODUCTION, "progress-marlborough": MARLBOROUGH}

GAMES = 150
"""Random games of each scenario: every third from its start, the others from any position."""

SEEDS = in_turn(range(GAMES), lambda seed: seed % 51)

TURNED: dict[str, Any] = {
    "fortified_defence": "1",
    "idle_fortified_die": False,
    "occupy_as_defender": True,
    "capital_successor": True,
    "score_occupied_total": False,
    "strengthen_at_6": "no effect",
    "strengthen_optional": True,
    "attack_elsewhere": False,
    "score_first_round": True,
    "marlborough_base_vp": False,
}
"""Switches that the referee has as well."""


def told(referee: Referee) -> Facts:
    """Return the facts of the referee in the words of :func:`facts`."""
    p = referee.position
    armies: dict[str, list[str]] = {}
    for who, mine in p["armies"].items():
        for army in set(mine):
            place, lies, capital = army
            number = "*" if capital else mine.count(army)
            armies.setdefault(place, []).append(f"{who[0].upper()}{number}{'f' * lies}")
    who, decision, answers = referee.asked or ("", "", [])
    return {
        "armies": {place: " ".join(sorted(texts)) for place, texts in armies.items()},
        "stock": tuple(3 - len(mine) for mine in p["armies"].values()),
        "table": tuple(card or "" for card in p["table"].values()),
        **{name: p[name] for name in ("supply", "holder", "round", "returns")},
        **{name: tuple(p[name].values()) for name in ("dice", "strength", "vp")},
        "hands": tuple(in_order(cards) for cards in p["hand"].values()),
        "discards": tuple(in_order(cards) for cards in p["discard"].values()),
        "controls": tuple(" ".join(sorted(controlled(p, who))) for who in ENEMY),
        "asked": f"{who} {decision}".strip(),
        "legal": set(answers),
    }


def in_order(cards: set[str]) -> str:
    return " ".join(card for card in INTRODUCTION["cards"] if card in cards)


def any_position(
    on: ProgressGame, rules: Rules, chance: np.random.Generator
) -> tuple[ProgressState, Position]:
    """Return a position drawn at random, for the engine and for the referee."""
    p = beginning(rules, str(chance.choice([*ENEMY])))
    armies = dict.fromkeys(p["dice"], "")
    for who, foe in ENEMY.items():
        places = chance.choice(list(p["dice"]), chance.integers(4))
        p["armies"][who] = [(str(place), bool(chance.integers(2)), False) for place in places]
        there = [army for army in p["armies"][who] if army[0] == foe]
        if there and chance.integers(2):
            p["armies"][who].remove(there[0])
            p["armies"][who].append((foe, there[0][1], True))
        for place, lies, capital in p["armies"][who]:
            armies[place] += f" {who[0].upper()}{'*' if capital else 1}{'f' * lies}"
        p["hand"][who] = {c for c in rules["cards"] if c == "score" or chance.integers(3)}
        p["discard"][who] = {*rules["cards"]} - p["hand"][who]
        p["vp"][who] = int(chance.integers(18))
        p["strength"][who] = int(chance.integers(1, 7))
    for place, top in p["dice"].items():
        lowest = rules["lowest_home"] if place in ENEMY else 0
        p["dice"][place] = int(chance.integers(lowest, top + 1))
    p["supply"] -= sum(p["vp"].values())
    state = on.position(
        armies=armies,
        vp_dice=p["dice"],
        strength=tuple(p["strength"].values()),
        vp=tuple(p["vp"].values()),
        hands=tuple(in_order(cards) for cards in p["hand"].values()),
        holder=p["holder"],
    )
    return state, p


def compare(state: ProgressState, referee: Referee, chance: np.random.Generator) -> None:
    """Play to the end, and see that both tell the same after each move."""
    played: list[str] = []
    while True:
        found, wanted = facts(state), told(referee)
        wrong = {name: (found[name], wanted[name]) for name in found if found[name] != wanted[name]}
        assert not wrong, f"{'; '.join(played)}: (engine, referee) {wrong}"
        if not wanted["legal"]:
            return
        played.append(sorted(wanted["legal"])[chance.integers(len(wanted["legal"]))])
        state.play(
            next(str(move) for move in state.legal_moves() if plain(str(move)) == played[-1])
        )
        referee.play(played[-1])


def play_both(on: ProgressGame, rules: Rules, seed: int) -> None:
    chance = np.random.default_rng(seed)
    if seed % 3:
        state, position = any_position(on, rules, chance)
    else:
        state = on.start(seed)
        position = beginning(rules, state.holder.name.lower())
    compare(state, Referee(rules, position), chance)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_games(scenario: str, seed: int) -> None:
    """M-4.1, M-22.1: no other memory exists."""
    play_both(game(scenario), SCENARIOS[scenario], seed)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("switch", TURNED)
def test_random_games_with_a_switch_turned(switch: str, scenario: str, tmp_path: Path) -> None:
    value = TURNED[switch]
    said = f'"{value}"' if isinstance(value, str) else str(value).lower()
    on = bent(tmp_path, f"[options]\n{switch} = {said}", scenario)
    for seed in in_turn(range(30), lambda seed: seed % 12):
        play_both(on, {**SCENARIOS[scenario], switch: value}, seed)
