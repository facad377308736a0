"""What the screen says is said in the reader's language, all of it."""

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ipywidgets import HTML, Dropdown, Label, Textarea, ToggleButtons, Widget

from marengo import languages
from marengo.cli import main
from marengo.core.players import player_names
from marengo.core.scenarios import load, scenarios_of
from marengo.languages import LANGUAGES, readers_language, speak
from marengo.screens.marengo.play import news
from marengo.screens.marengo.play.widget import Play
from marengo.widgets import play
from marengo.widgets.map import VectorMap
from marengo.widgets.playing.showing import happened, matrix_of
from tests import languages as catalogues
from tests.turn import in_turn

CATALOGUES = sorted(path.stem for path in languages.HERE.glob("*.po"))

MARK = re.compile("«[^«»]*»")

CODE = re.compile(r"<code>.*?</code>|<style>.*?</style>", re.DOTALL)

TAG = re.compile(r"<[^>]*>")

SPOKEN = re.compile(r"""(?:title|aria-label)=(?:"([^"]*)"|'([^']*)')""")

WORD = re.compile(r"[^\W\d_]{2,}")

MANY = 400
"""Moves of a game whose news is looked at, which ones in turn, unless everything is checked."""


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Speak English before and after."""
    speak("en")
    yield
    speak("en")


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Speak a language in which every text of the sources stands between marks."""
    pseudo = catalogues.template()
    pseudo.locale = "en"
    for message in pseudo:
        if message.pluralizable:
            message.string = tuple(f"«{form}»" for form in message.id)
        elif message.id:
            message.string = f"«{message.id}»"
    monkeypatch.setattr(languages, "readers_language", lambda: "xx")
    monkeypatch.setattr(languages, "translations", lambda _: languages.compiled(pseudo))
    speak()


# --- the catalogues -----------------------------------------------------------------------------


@pytest.mark.parametrize("language", CATALOGUES)
def test_a_catalogue_says_all_that_the_sources_say(language: str) -> None:
    assert list(catalogues.faults(catalogues.read(language))) == []


@pytest.mark.parametrize("language", CATALOGUES)
def test_a_catalogue_says_whose_it_is(language: str) -> None:
    assert "not proofread" in catalogues.read(language).header_comment


@pytest.mark.parametrize("language", CATALOGUES)
def test_what_a_control_offers_side_by_side_is_not_called_the_same(language: str) -> None:
    said = languages.translations(language).gettext
    for offered in (("turns", "moves"), ("easy", "steady", "strong"), ("Austria", "France")):
        assert len(set(map(said, offered))) == len(offered)


def test_what_a_catalogue_lacks_is_found() -> None:
    whole = catalogues.template()
    whole.locale = "de"
    for message in whole:
        if message.id:
            message.string = (*message.id,) if message.pluralizable else message.id
    assert list(catalogues.faults(whole)) == []
    whole["march to {place}"].string = "nach {palce}"
    whole["Undo"].string = ""
    whole.delete("Resign")
    whole.add("Surrender", "Aufgeben")
    assert sorted(catalogues.faults(whole)) == [
        "has other fields: 'march to {place}': 'nach {palce}'",
        "is lacking: 'Resign'",
        "is not translated: 'Undo'",
        "is of no use: 'Surrender'",
    ]


# --- which language is spoken -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "nl_NL.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "nl:uk:de"}, "uk"),
        ({"LANG": "de_DE.UTF-8", "MARENGO_LANGUAGE": "en"}, "en"),
    ],
)
def test_the_system_says_what_the_reader_speaks(
    settings: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("MARENGO_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(languages, "LANGUAGES", ("en", "de", "fr", "uk"))
    assert readers_language() == language


def test_a_language_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match=r"language: expected one of en.*, not 'tlh'"):
        play("progress-small", language="tlh")
    monkeypatch.setenv("MARENGO_LANGUAGE", "tlh")
    with pytest.raises(ValueError, match="MARENGO_LANGUAGE: expected one of en"):
        speak()


def test_nothing_but_english_is_spoken_before_somebody_asks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MARENGO_LANGUAGE", LANGUAGES[-1])
    assert languages.language() == "en"
    speak()
    assert languages.language() == LANGUAGES[-1]


# --- what the pages say -------------------------------------------------------------------------


def said(part: Widget) -> Iterator[str]:
    """Yield all texts of a page, which are read or heard."""
    for name in ("description", "tooltip", "placeholder"):
        if isinstance(text := getattr(part, name, None), str):
            yield text
    if isinstance(part, HTML | Label):
        text = CODE.sub("", part.value)
        yield TAG.sub(" ", text)
        yield from (one or other for one, other in SPOKEN.findall(text))
    if isinstance(part, Textarea):
        yield from (line.partition(": ")[0] for line in part.value.splitlines() if ": " in line)
    if isinstance(part, Dropdown | ToggleButtons):
        yield from part._options_labels
    if isinstance(part, VectorMap):
        yield from _on_map(part)
    for inner in getattr(part, "children", ()):
        yield from said(inner)


def _on_map(shown: VectorMap) -> Iterator[str]:
    yield shown.scene["words"]
    yield from (line for lines in shown.scene["known"].values() for line in lines)
    yield from (sign["words"] for sign in shown.signs)
    yield from shown.tools.values()
    for place in shown.board["places"].values():
        yield from place["lines"]
        yield place["name"].partition(", ")[2] or place["name"]


def unmarked(text: str) -> str:
    """Return what of a text stands outside of all marks."""
    text = html.unescape(text)
    while MARK.search(text):
        text = MARK.sub(" ", text)
    return text


def names(shown: Any) -> set[str]:
    """Return words that are the same in all languages: names of places, players, and files."""
    game = shown.session.state.game
    known = [*player_names(), *scenarios_of(type(game)), "seconds temperature txt marengo-game"]
    if isinstance(shown, Play):
        known += [spot.name or "" for spot in game.board.localities]
        known += [entry.name for entry in game.board.entries]
        known += scenarios_of(type(load("triomphe"))) + scenarios_of(type(load("bonaparte")))
    return {word for name in known for word in WORD.findall(name)}


def check(shown: Any) -> None:
    """Hold all that a page says against what is translated."""
    allowed = names(shown)
    for text in said(shown):
        left = [word for word in WORD.findall(unmarked(text)) if word not in allowed]
        assert not left, f"{left} in {text!r}"


def by_chance(game: Any) -> list[Any]:
    """Return the positions of a game that chance plays to its end."""
    state, chance = game.start(3), np.random.default_rng(1)
    positions = [state.copy()]
    while not state.is_over:
        moves = state.legal_moves()
        positions.append(state.play(moves[chance.integers(len(moves))]).copy())
    return positions


@pytest.mark.usefixtures("marked")
@pytest.mark.parametrize(
    "scenario",
    [
        "triomphe",
        "progress",
        "europe-1800",
        "europe-1805",
        "europe-battle",
        pytest.param("bonaparte", marks=pytest.mark.release),
        pytest.param("progress-marlborough", marks=pytest.mark.release),
    ],
)
def test_a_page_says_nothing_that_is_not_translated(scenario: str, tmp_path: Path) -> None:
    shown = play(scenario, against="hot-seat", seed=3, adviser="rule", folder=tmp_path)
    check(shown)  # covered
    session, asked = shown.session, set()
    session.changed = lambda: None
    session.paused = True  # nobody decides beside what is looked at, chance neither
    positions = by_chance(session.state.game)
    for position in positions:
        if position.decision not in asked:
            asked.add(position.decision)
            session.state = position
            session.uncover()
            shown.refresh()
            check(shown)
            chooser = shown._chooser if isinstance(shown, Play) else None
            if chooser is not None and (places := chooser.places()):
                chooser.pick_at(places[0])
                shown._picked()
                check(shown)
    told = news.happened if isinstance(shown, Play) else happened
    allowed = names(shown)
    for first in in_turn(range(0, len(positions) - 1, MANY)):  # some wars have thousands
        steps = session.steps_of(positions[first : first + MANY + 1])
        for side in (None, *session.names):
            for heading, lines in told(steps, side):
                for line in (heading, *lines):
                    left = set(WORD.findall(unmarked(line))) - allowed
                    assert not left, f"{left} in {line!r}"
    shown.close()


@pytest.mark.usefixtures("marked")
def test_what_a_game_is_called_and_a_matrix_are_translated() -> None:
    small = load("progress-small")
    assert unmarked(languages._(small.scenario_title)).strip() == ""
    assert WORD.findall(unmarked(TAG.sub(" ", matrix_of(small.start(1))))) == []


@pytest.mark.parametrize(
    "scenario", ["triomphe", "bonaparte", "progress", "europe-battle", "europe-1805"]
)
def test_what_a_rule_asks_is_translated(scenario: str) -> None:
    known = {text for text, _, _ in catalogues.texts()}
    game: Any = load(scenario)
    assert game.questions
    for asked in game.questions.values():
        assert {asked.asks, *asked.here.values(), getattr(asked, "reason", asked.asks)} <= known


def test_the_command_says_it_in_the_language_that_is_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["play", "--language", "tlh"])
    assert "invalid choice: 'tlh'" in capsys.readouterr().err
