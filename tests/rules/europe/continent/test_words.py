"""The war of all Europe in words: moves, questions, what happened, and how it stands."""

import re
from collections.abc import Iterator

import numpy as np
import pytest

from marengo.games.europe.war.decisions import VERBS
from marengo.games.europe.war.rules.words import REGIONS, SEAS, Step, Verb
from marengo.games.europe.war.state import WarState
from marengo.screens.europe.war import words
from tests.rules.europe.continent.playing import play, position, start, texts

pytestmark = pytest.mark.plays_much

MOVES, LEAST = 300, 12
RAW = re.compile(r"[{}]|\b(?:great-britain|ottoman-empire|papal-states|[a-z]+-(?:sea|atlantic))\b")
"""What no sentence has: fields that are not filled in, and names as files have them."""

EXAMPLES = {
    "kind": "infantry",
    "actor": "prussia",
    "from": "provence",
    "berth": "bay-of-biscay",
    "waters": "mid-atlantic",
    "again": "again",
    "to": "st-petersburg",
    "sea": "gulf-of-bothnia",
    "water": "andalusia",
    "number": "2",
    "nation": "great-britain",
    "third": "ottoman-empire",
}


@pytest.mark.parametrize("form", [form for wording in VERBS.values() for form in wording.forms])
def test_every_move_has_words(form: str) -> None:
    text = form.format(**EXAMPLES)
    told = words.said(text)
    assert told != text or text in ("pass", "accept", "refuse")
    assert not RAW.search(told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("sue", "sue for peace (2 PAP)"),
        ("sue for prussia", "sue for peace for Prussia (0 PAP)"),
        ("declare-war spain", "declare war on Spain (1 PAP)"),
        ("declare-war spain for prussia", "declare war on Spain for Prussia (1 PAP)"),
        ("armistice russia", "offer an armistice to Russia (1 PAP)"),
        ("ally russia", "offer an alliance to Russia (2 PAP)"),
        ("part russia from austria", "ask Russia to leave its alliance with Austria (2 PAP)"),
        ("break spain", "break the alliance with Spain (1 PAP)"),
        ("win-over ottoman-empire", "win over the Ottoman Empire (2 PAP)"),
        ("passage spain", "ask Spain for passage"),
        ("give russia", "give PP to Russia"),
        ("liberate don-basin", "liberate Don Basin (1 PAP)"),
        ("transport militia sicily ionian-sea", "by sea: militia, Sicily → Ionian Sea"),
        ("sail brittany", "squadrons: sail from Brittany"),
        ("sail english-channel again", "squadrons again: sail from English Channel"),
        (
            "strike brittany from bay-of-biscay",
            "squadrons: attack the port of Brittany from Bay of Biscay",
        ),
        ("via north-atlantic", "on to North Atlantic"),
        ("choose great-britain", "the choice falls on Great Britain"),
        ("buy squadron st-petersburg", "build a squadron in St. Petersburg (15 PP)"),
        ("march infantry minsk-smolensk novgorod", "march: infantry, Minsk-Smolensk → Novgorod"),
    ],
)
def test_moves_in_words(text: str, told: str) -> None:
    assert words.said(text) == told


def test_every_region_and_sea_has_a_title() -> None:
    game = start().game
    assert words.REGIONS.keys() == set(game.regions)
    assert words.SEAS.keys() == set(game.scenario.seas)
    assert (len(words.REGIONS), len(words.SEAS)) == (REGIONS, SEAS)


def test_every_step_has_a_title() -> None:
    assert words.STEPS.keys() == set(Step)
    assert {verb for verb in VERBS if not VERBS[verb].says} == {Verb.END, Verb.ROLL}


# Questions ----------------------------------------------------------------------------------------


PEACE = {"wars": "", "alliances": ""}
CONGRESS = {"step": "closing", "owners": "madrid SP, milan SP, tuscany SP"}
PAIR = {"wars": "", "alliances": "AU RU"}
BUDGET = {"pp": "GB 5", "step": "budget"}
SAILING = {"step": "movement", "squadrons": "FR brittany 2"}
MEETING = {"step": "movement", "squadrons": "FR brittany 1; GB north-atlantic 1"}
STRAITS = PEACE | {"step": "movement", "squadrons": "RU crimea 1", "controllers": "OT FR"}


@pytest.mark.parametrize(
    ("nation", "facts", "moves", "asked"),
    [
        ("FR", PEACE, "ally austria", "Austria is asked: an alliance is offered: "),
        (
            "FR",
            PAIR,
            "part austria from russia",
            "Austria is asked: the alliance with Russia is to end: ",
        ),
        ("FR", PEACE, "passage austria", "Austria is asked: passage is asked for: "),
        ("FR", PEACE, "trade milan to austria", "It is to be said what is wanted for a region "),
        (
            "FR",
            PEACE,
            "trade milan to austria, for venice",
            "Austria is asked: Milan is offered for Venice: ",
        ),
        ("FR", {}, "armistice austria", "Austria is asked: an armistice is offered: "),
        ("FR", PEACE, "declare-war prussia", "France has declared war on Prussia: "),
        ("SP", CONGRESS, "sue", "Peace with Spain, Great Britain has 11 PAP: "),
        ("GB", {"step": "joining"}, "", "Russia with Great Britain: "),
        (
            "FR",
            SAILING,
            "sail brittany, number 2, via north-atlantic",
            "France, squadrons in North Atlantic: 2",
        ),
        (
            "FR",
            MEETING,
            "sail brittany, via north-atlantic",
            "France, squadrons in North Atlantic: 1: a naval",
        ),
        (
            "RU",
            STRAITS,
            "sail crimea, via black-sea, via aegean-sea",
            "The Ottoman Empire is asked: squadrons are to pass the straits: ",
        ),
        ("GB", BUDGET, "give austria", "Give PP to Austria: "),
    ],
)
def test_questions(nation: str, facts: dict[str, str], moves: str, asked: str) -> None:
    points = ", ".join(f"{one} 9" for one in ("FR", "GB", "RU", "AU", "SP"))
    state = play(position("", nation, pap=points, **facts), moves)
    assert words.question(state).startswith(asked)


@pytest.mark.parametrize(
    ("nation", "facts", "moves", "told"),
    [
        ("GB", BUDGET, "give austria", "2"),
        ("FR", SAILING, "sail brittany", "2"),
        ("FR", PEACE, "declare-war prussia", "declare war"),
        ("GB", {"step": "joining"}, "", "wait for the own turn"),
        ("SP", CONGRESS, "sue", "annex Asturias (2 PAP)"),
        ("SP", CONGRESS, "sue", "annex Milan (1 PAP)"),
        ("SP", CONGRESS, "sue", "liberate Milan (1 PAP)"),
        ("SP", CONGRESS, "sue, liberate milan", "liberate Tuscany (0 PAP)"),
    ],
)
def test_choices(nation: str, facts: dict[str, str], moves: str, told: str) -> None:
    """N-17.12, N-18.7: a homeland costs more, and a second region nothing.

    Of numbers the question tells what they are of.
    """
    state = play(position("", nation, pap="FR 9, GB 9", **facts), moves)
    assert told in {text for text, _move in words.choices(state)}


# What happened, and how it stands -----------------------------------------------------------------


def happened(state: WarState, moves: str) -> list[str]:
    """Return what is told of the last of some moves."""
    *first, last = moves.split(", ")
    before = play(state, ", ".join(first)).copy()
    after = play(before.copy(), last)
    text = f"roll {last}" if last.isdecimal() else last
    return list(words.happened(before, before.move(text), after, None))[1:]


@pytest.mark.parametrize(
    ("nation", "facts", "moves", "told"),
    [
        ("FR", PEACE, "ally austria, accept", ["France and Austria: alliance."]),
        ("FR", PEACE, "declare-war austria", ["France and Austria: war."]),
        (
            "FR",
            PAIR,
            "part austria from russia, accept",
            ["Russia and Austria: the alliance is over."],
        ),
        ("FR", {"wars": "FR AU"}, "armistice austria, accept", ["France and Austria: peace."]),
        (
            "FR",
            PEACE,
            "win-over prussia, 2",
            ["France and Prussia: alliance.", "Prussia is controlled by France now."],
        ),
        ("SP", CONGRESS, "sue, annex milan", ["Milan belongs to Great Britain now."]),
        ("SP", CONGRESS, "sue, liberate milan", ["Milan belongs to nobody now."]),
        (
            "GB",
            BUDGET,
            "give austria, number 2",
            ["Austria receives 2 PP."],
        ),
        (
            "FR",
            MEETING,
            "sail brittany, via north-atlantic, engage, engage",
            ["Naval battle: North Atlantic."],
        ),
        (
            "FR",
            MEETING,
            "sail brittany, via north-atlantic, engage, engage, 2, 12",
            ["France loses squadrons: 1."],
        ),
    ],
)
def test_what_happened(nation: str, facts: dict[str, str], moves: str, told: list[str]) -> None:
    points = ", ".join(f"{one} 9" for one in ("FR", "GB", "RU", "AU", "SP"))
    assert happened(position("", nation, pap=points, **facts), moves) == told


def test_how_it_stands() -> None:
    told = words.describe(start().view(None)).splitlines()
    assert told[0] == "September 1805, turn of Austria: before the marches"
    assert told[7].startswith(
        "Spain: 1 PAP, 0 PP; at war: Great Britain, Russia, Austria; allied: France; 6 infantry, "
        "1 cavalry, 1 artillery, 1 leader; squadrons: 4; regions: Madrid, Asturias, Navarre"
    )
    assert "Serbia (of the Ottoman Empire, uprising): the Ottoman Empire 1 militia" in told
    assert "Squadrons, Western Spain: France 3; Spain 2" in told


def random_play(seed: int) -> Iterator[tuple[WarState, str, WarState]]:
    """Yield moves by chance, each kind as likely, but nobody trades or sues for peace."""
    state, chance = start(), np.random.default_rng(seed)
    for _count in range(MOVES):
        before, kinds = state.copy(), dict[str, list[str]]()
        for text in sorted(texts(state)):
            kinds.setdefault(text.split()[0], []).append(text)
        fit = [kind for kind in kinds if kind not in ("trade", "sue")]
        legal = kinds[fit[chance.integers(len(fit))]]
        text = legal[chance.integers(len(legal))]
        yield before, text, state.play(text)
        if state.is_over:
            return


@pytest.mark.parametrize("seed", range(3))
def test_all_that_is_met_has_words(seed: int) -> None:
    asked = set()
    for before, text, after in random_play(seed):
        asked.add(before.decision)
        said = [words.said(str(move)) for move in before.legal_moves()]
        said += [told for told, _move in words.choices(before)]
        said += [words.question(before), words.describe(before.view(None))]
        said += words.happened(before, before.move(text), after, None)
        assert [told for told in said if RAW.search(told)] == []
    assert len(asked) > LEAST
