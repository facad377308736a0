"""The calculator without a browser: what it shows for what is set up."""

import gc
import io
import re
import sys
from threading import active_count
from time import monotonic
from typing import Any

import polars as pl
import pytest
from matplotlib.figure import Figure
from PIL import Image

from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.study.fights import border_kinds, fight, strength_table
from marengo.screens.marengo.assault import Assault, assault
from marengo.screens.marengo.assault.setup import RULESETS
from marengo.widgets.elements import Picture
from tests.widgets.left import left_of

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH


def plain(page: str) -> str:
    """Return the words of a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)).replace("−", "-").strip()


def shown(calculator: Assault, ruleset: str) -> str:
    assert calculator.wait(60)
    return plain(calculator.columns[ruleset].verdict.value)


def put(calculator: Assault, role: str, place: str, *faces: str) -> None:
    """Choose pieces in the lists of a place, one after the other."""
    slots = getattr(calculator, role).slots[place]
    for number, slot in enumerate(slots):
        slot.value = faces[number] if number < len(faces) else ""


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_shown_is_what_the_fight_says(calculator: Assault, ruleset: str) -> None:
    column = calculator.columns[ruleset]
    border = border_kinds()[0].on(ruleset)
    expected = fight(ruleset, border, "I3 C2", {"approach": "I2", "reserve": "I2"})
    assert column.found.fight is not None
    assert column.found.fight.choices.equals(expected.choices)
    lost = expected.best.outcome.lost
    assert "With best play: France holds" in shown(calculator, ruleset)
    points = "strength point" if lost[0] == 1 else "strength points"
    assert f"Austria loses {lost[0]} {points}, France {lost[1]} strength point" in plain(
        column.verdict.value
    )
    assert column.map.scene["pieces"]
    assert "<ol" in column.status.value
    assert calculator.status.value == ""


def test_a_change_changes_both_columns(calculator: Assault) -> None:
    before = {name: (c.verdict.value, c.map.scene) for name, c in calculator.columns.items()}
    put(calculator, "defender", "approach", "I1")
    for ruleset in RULESETS:
        assert "Austria takes" in shown(calculator, ruleset)
        column = calculator.columns[ruleset]
        assert (column.verdict.value, column.map.scene) != before[ruleset]
        assert column.map.scene != before[ruleset][1]


def test_handlers_return_at_once_and_the_last_change_counts(calculator: Assault) -> None:
    """The work is done in a thread; what was asked before it is given up."""
    slots = calculator.attacker.slots["approach"]
    for face in ("I2", "C2", "C1", "I3", "I2"):
        began = monotonic()
        slots[0].value = face
        assert monotonic() - began < 0.5
    assert calculator.wait(60)
    assert calculator.status.value == ""
    for column in calculator.columns.values():
        assert column.found.fight is not None
        faces = {p.name: p.strength for p in column.found.fight.state.pieces if p.side is AUSTRIAN}
        assert faces == {"A1": 2, "A2": 2}


def test_what_the_rules_forbid_is_told_with_its_statement(calculator: Assault) -> None:
    put(calculator, "attacker", "approach", "I1")
    assert re.search(r"Not possible: .*T-11\.4", shown(calculator, "triomphe"))
    assert re.search(r"Not possible: .*B-11\.5\)", shown(calculator, "bonaparte"))
    for column in calculator.columns.values():
        assert column._rest.layout.display == "none"
    put(calculator, "attacker", "approach", "I3")
    assert "With best play" in shown(calculator, "triomphe")
    assert calculator.columns["triomphe"]._rest.layout.display == ""


def test_too_many_pieces_for_a_locality_are_told(calculator: Assault) -> None:
    calculator.ground.sorts.value = next(
        number for number, kind in enumerate(border_kinds()) if "before the defender" in kind.words
    )
    put(calculator, "defender", "approach", "I2", "I2", "I2", "I2")
    put(calculator, "defender", "reserve", "I2", "I2", "I2", "I2")
    put(calculator, "defender", "flank", "I2", "I2")
    assert calculator.wait(60)
    found = [column.found for column in calculator.columns.values()]
    full = [one.why for one in found if one.fight is None]
    assert full == [] or all("capacity" in why or "positions" in why for why in full)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_any_choice_can_be_looked_at(calculator: Assault, ruleset: str) -> None:
    column = calculator.columns[ruleset]
    assert column.found.fight is not None
    best = column.map.scene
    attacks = dict(column.attack.options)
    assert set(column.found.fight.choices["attack"]) == set(attacks) - {"best play"}
    column.attack.value, column.reply.value = attacks["C2"], dict(column.reply.options)["I2 leads"]
    words = shown(calculator, ruleset)
    row = column.found.fight.choices.row(
        by_predicate=(pl.col("attack") == "C2") & (pl.col("reply") == "I2 leads"), named=True
    )
    assert words.startswith("With this choice: France holds")
    assert f"Austria loses {row['attacker_lost']} strength point" in words
    assert column.map.scene != best
    column.attack.value = column.reply.value = ""
    assert shown(calculator, ruleset).startswith("With best play")
    assert column.map.scene == best


def test_a_new_set_up_is_looked_at_by_its_best_play(calculator: Assault) -> None:
    column = calculator.columns["bonaparte"]
    column.attack.value = dict(column.attack.options)["C2"]
    assert calculator.wait(60)
    put(calculator, "defender", "approach", "I1")
    assert calculator.wait(60)
    assert column.attack.value == ""
    assert "With best play" in plain(column.verdict.value)


def test_manoeuvre_attacks_and_retreats(calculator: Assault) -> None:
    """Pieces go where they stand in such a fight, and come back."""
    calculator.kind.value = "manoeuvre"
    assert calculator.attacker.pieces == (("reserve", "I3 C2"),)
    assert calculator.defender.pieces == (("reserve", "I2 I2"),)
    assert "holds" in shown(calculator, "triomphe")
    assert "commits 1 disc (T-18.8, T-18.9)" in shown(calculator, "triomphe")
    assert "blocks" in calculator.columns["bonaparte"].choices.value
    calculator.kind.value = "retreat"
    assert calculator.attacker.pieces == (("approach", "I3 C2"),)
    for ruleset in RULESETS:
        assert "Austria takes" in shown(calculator, ruleset)
        assert calculator.columns[ruleset].table.layout.display == "none"
    calculator.kind.value = "assault"
    assert calculator.wait(60)
    assert calculator.defender.pieces == (("approach", "I2 I2"),)
    assert calculator.columns["triomphe"].table.layout.display is None


def test_who_attacks_is_changed(calculator: Assault) -> None:
    calculator.side.value = FRENCH
    assert "Austria holds" in shown(calculator, "triomphe")
    assert "<b>France, the attacker</b>" in calculator.attacker.title.value
    assert calculator.morale[0].description == "morale of France"


def test_morale_before_the_fight(calculator: Assault) -> None:
    """B-11.43: demoralised defenders are weaker, so 3 - 1 - 1 wins; B-11.11: they do not attack."""
    calculator.morale[1].value = 0
    assert "Austria takes" in shown(calculator, "bonaparte")
    calculator.morale[0].value = 0
    assert "B-11.11" in shown(calculator, "bonaparte")
    why = "Not possible: the Austrian army has no disc left and has lost the game (T-18.4)."
    assert shown(calculator, "triomphe") == why
    calculator.morale[0].value = calculator.morale[1].value = 1
    assert "France has no disc left" not in shown(calculator, "triomphe")
    put(calculator, "defender", "approach", "I1")
    assert "France has no disc left and loses the game (T-18.4)" in shown(calculator, "triomphe")
    assert "demoralised (B-13.2)" in shown(calculator, "bonaparte")


def test_silent_artillery_and_surprised_french(calculator: Assault) -> None:
    put(calculator, "defender", "approach", "I2", "A1")
    assert calculator.wait(60)
    assert "fire" in calculator.columns["triomphe"].choices.value
    calculator.silent.value = True
    assert calculator.wait(60)
    assert "<small>fire" not in calculator.columns["triomphe"].choices.value
    calculator.surprised.value = True
    assert "France holds" in shown(calculator, "triomphe")  # T-14.9
    calculator.side.value = FRENCH
    assert "Not possible" in shown(calculator, "triomphe")  # T-14.6
    assert "Not possible" in shown(calculator, "bonaparte")  # B-6.11


def test_borders_of_ones_own(calculator: Assault) -> None:
    lists = dict(zip(RULESETS, calculator.ground.own.children, strict=True))
    lists["triomphe"].value = "10/20"  # two infantry penalties
    assert calculator.wait(60)
    assert calculator.ground.sorts.value == -1
    assert calculator.setup.border("triomphe") == "10/20"
    found = calculator.columns["triomphe"].found.fight
    assert found is not None
    assert found.border == "10/20"
    calculator.ground.sorts.value = 1
    assert calculator.wait(60)
    assert calculator.setup.borders == border_kinds()[1].examples
    assert lists["triomphe"].value == border_kinds()[1].on("triomphe")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_table_of_all_strengths(calculator: Assault, ruleset: str) -> None:
    column = calculator.columns[ruleset]
    picture = Image.open(io.BytesIO(column.table.value))
    assert picture.width > 400
    table = strength_table(ruleset, border_kinds()[0].on(ruleset))
    lines = plain(column.table_words.value.replace("<br>", "\n"))
    for row in table.filter(defence="I1", possible=True).iter_rows(named=True):
        winner = "Austria" if row["winner"] == "attacker" else "France"
        assert f"{row['attack']} against I1: {winner} wins" in lines
    assert column.table_words.value.count("<br>") == table.height - 1


def test_redraws_leave_no_figure_behind(calculator: Assault) -> None:
    def alive() -> int:
        gc.collect()
        return sum(isinstance(thing, Figure) for thing in gc.get_objects())

    column = calculator.columns["triomphe"]
    assert column.found.fight is not None
    before, threads = alive(), active_count()
    attacks = list(dict(column.attack.options).values())
    for number in range(20):
        column.attack.value = attacks[number % len(attacks)]
        assert calculator.wait(60)
    assert alive() <= before
    assert active_count() <= threads
    pyplot = sys.modules.get("matplotlib.pyplot")
    assert pyplot is None or not pyplot.get_fignums()


def test_a_static_picture_and_text_stay_without_a_kernel(calculator: Assault) -> None:
    left = left_of(calculator)
    picture = Image.open(io.BytesIO(left.png))
    own = [Image.open(io.BytesIO(c.png)) for c in calculator.columns.values()]
    assert picture.width > sum(one.width for one in own)
    assert picture.height >= max(one.height for one in own)
    assert left.words == calculator.text
    assert calculator.text.startswith("Basic (Bonaparte at Marengo): France holds")
    assert "\n\nTriomphe à Marengo: France holds" in calculator.text
    assert left_of(calculator).png == left.png  # notebooks are checked to the letter


def test_it_says_that_everything_is_seen(calculator: Assault) -> None:
    texts = [str(getattr(child, "value", "")) for child in calculator.children]
    assert any("both sides see every piece" in text for text in texts)


def test_every_control_has_a_name(calculator: Assault) -> None:
    """So that it can be found without seeing it."""

    def controls(widget: Any) -> list[Any]:
        own = [widget] if hasattr(widget, "value") and hasattr(widget, "description") else []
        for child in getattr(widget, "children", ()):
            own += controls(child)
        return own

    found = controls(calculator)
    assert all(one.tooltip for one in found if isinstance(one, Picture) and one.value)
    named = [one for one in found if type(one).__name__ not in ("HTML", "Label", "Picture")]
    assert len(named) > 25
    assert all(one.description for one in named)
    names = [one.description for one in named if one not in _looking(calculator)]
    assert len(set(names)) == len(names)


def _looking(calculator: Assault) -> list[Any]:
    """Return the lists that both columns have."""
    return [one for c in calculator.columns.values() for one in (c.attack, c.reply)]


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"kind": "siege"}, "kind: expected assault"),
        ({"measure": "glory"}, "measure: expected border"),
        ({"border": 99}, "border: expected 0 to"),
        ({"border": {"triomphe": "4/99"}}, "no such border on the board of triomphe"),
        ({"attackers": "I9"}, "expected pieces such as I3"),
        ({"attackers": {"flank": "I3"}}, "expected approach, reserve"),
        ({"defenders": "I1 I1 I1 I1 I1"}, "room for 4 pieces, not 5"),
    ],
)
def test_what_is_not_to_be_chosen_is_refused(given: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=re.escape(why)):
        assault(**given)


def test_it_begins_as_asked() -> None:
    found = assault(
        {"reserve": "I2"},
        "C2",
        kind="manoeuvre",
        side=FRENCH,
        border={"bonaparte": "16/29", "triomphe": "17/29"},
        measure="strength",
    )
    assert found.wait(60)
    assert found.setup.borders == (("bonaparte", "16/29"), ("triomphe", "17/29"))
    assert (found.setup.kind, found.setup.side, found.setup.measure) == (
        "manoeuvre",
        FRENCH,
        "strength",
    )
    assert found.defender.pieces == (("reserve", "C2"),)
