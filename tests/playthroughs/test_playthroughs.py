"""The games on paper are still what the rules make of them."""

import pytest

from marengo.core.scenarios import scenario_names
from marengo.games.marengo.game import MarengoGame, load
from marengo.games.marengo.notation import FORMS
from marengo.games.marengo.rules.decisions import Decision
from tests.playthroughs.writing import MARK, SEEDS, begun, file_of, moves_in, played, written

GAMES = [(scenario, seed) for scenario, seeds in SEEDS.items() for seed in seeds]

NEVER_ASKED = {Decision.NONE, Decision.OVER, Decision.SHUFFLE}
"""All that may be shuffled is shuffled, unless a scenario says otherwise."""

ASKED_ONLY_IN = {
    "triomphe": {
        *(Decision.ASSAULT_PIECES, Decision.HIT, Decision.COUNTER_ATTACK),
        *(Decision.PAYMENT, Decision.SHIFT, Decision.RETURN),
    },
    "bonaparte": {
        *(Decision.ACTIVATION, Decision.BOMBARDMENT, Decision.AIM, Decision.ASSAULT),
        *(Decision.JOIN, Decision.LEADERS, Decision.STRIKE, Decision.PURSUIT),
        Decision.DECLARATION,
    },
}
"""The decisions that one ruleset alone has."""

SAID_ONLY_IN = {
    "triomphe": {
        *("organise", "advance", "hold", "send", "hit", "counter"),
        *("take", "shift", "return"),
    },
    "bonaparte": {"activate", "aim", "join", "strike", "pursue", "fall-back", "block"},
}
"""The verbs that one ruleset alone has."""


@pytest.fixture(scope="module")
def games() -> dict[str, MarengoGame]:
    return {scenario: load(scenario) for scenario in SEEDS}


def read(scenario: str, seed: int) -> str:
    return file_of(scenario, seed).read_text(encoding="utf-8")


def test_every_scenario_has_playthroughs() -> None:
    assert set(SEEDS) == set(scenario_names())
    assert all(len(seeds) >= 3 for seeds in SEEDS.values())


@pytest.mark.parametrize(("scenario", "seed"), GAMES)
def test_the_moves_on_paper_give_the_same_text(
    games: dict[str, MarengoGame], scenario: str, seed: int
) -> None:
    """After a change of the rules: python -m tests.playthroughs, and read what has changed."""
    text = read(scenario, seed)
    assert written(games[scenario], seed, moves_in(text)).splitlines() == text.splitlines()


@pytest.mark.parametrize("scenario", SEEDS)
def test_the_regenerate_command_plays_games_to_their_end(
    games: dict[str, MarengoGame], scenario: str
) -> None:
    """It need not play the games on paper: NumPy may change how its generator chooses."""
    state = begun(games[scenario], 1)
    for move in played(games[scenario], 1):
        state.play(move)
    assert state.outcome is not None


@pytest.mark.parametrize("scenario", SEEDS)
def test_playthroughs_show_every_decision_every_verb_and_several_endings(
    games: dict[str, MarengoGame], scenario: str
) -> None:
    ruleset = games[scenario].name
    texts = [read(scenario, seed) for seed in SEEDS[scenario]]
    lines = [line for text in texts for line in text.splitlines()]
    asked = {line.removeprefix(MARK).split(",")[0] for line in lines if line.startswith(MARK)}
    elsewhere = {one for name, only in ASKED_ONLY_IN.items() if name != ruleset for one in only}
    decisions = {one.name for one in set(Decision) - NEVER_ASKED - elsewhere}
    assert {text.partition(" ")[2].upper().replace(" ", "_") for text in asked} == decisions
    verbs = {move.split()[0] for text in texts for move in moves_in(text)}
    elsewhere_said = {one for name, only in SAID_ONLY_IN.items() if name != ruleset for one in only}
    assert verbs == {verb for verb, _ in FORMS.values()} - {"shuffle"} - elsewhere_said
    ends = {line.strip() for line in lines if " victory: " in line}
    assert len(ends) >= 3
