"""What happened, below headings that people understand: no number of the engine is one."""

from marengo.core.state import State
from marengo.games.europe import battle
from marengo.screens.europe.war import words
from marengo.widgets.playing import saying
from marengo.widgets.playing.showing import Below, happened
from marengo.widgets.playing.steps import steps_of
from tests.core.toys.fists import FistsGame
from tests.rules.europe.war.playing import start, texts


def test_a_war_is_told_by_month_and_by_turn() -> None:
    state = start()
    positions: list[State] = [state.copy()]
    while words.date(state) != "July 1800":
        positions.append(state.play("pass" if "pass" in texts(state) else "end").copy())
    headings, lines = zip(*happened(steps_of(positions), None), strict=True)
    month = ("Turn of Austria", "Turn of France")
    produced = ("Production of Austria", "Production of France")
    assert headings == (
        *("April 1800", *month),
        *("May 1800", *month),
        *("June 1800", *month, *produced),
    )
    assert [not told for told in lines] == ["1800" in heading for heading in headings]
    assert [isinstance(one, Below) for one in headings] == ["1800" not in one for one in headings]
    shown = saying.news([(headings[0], lines[0]), (headings[1], lines[1][:1])])
    assert (
        "<b>April 1800</b><b class='marengo-below'>Turn of Austria</b><ul><li>Austria: pass.</li>"
    ) in shown


def test_a_battle_is_told_by_its_rounds() -> None:
    on = battle({"france": {"infantry": 2}}, {"austria": {"infantry": 2}})
    state = on.start(0)
    moves = ("deploy 2 infantry centre", "deploy 1 infantry centre", *["end"] * 9)
    positions: list[State] = [state.copy(), *(state.play(move).copy() for move in moves)]
    assert [one for one, _lines in happened(steps_of(positions), None)] == [
        "Deployment",
        "Round 1",
        "Round 2",
    ]


def test_a_turn_without_a_name_has_no_heading() -> None:
    state = FistsGame().start(0)
    moves = ("rock", "paper") * 2
    positions: list[State] = [state.copy(), *(state.play(move).copy() for move in moves)]
    ((heading, lines),) = happened(steps_of(positions), None)
    assert heading == ""
    assert len(lines) == 4
