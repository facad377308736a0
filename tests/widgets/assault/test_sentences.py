"""Fights in sentences, tables and pictures."""

import inspect
import re
from pathlib import Path

import pytest
from matplotlib.figure import Figure

from marengo.games.bonaparte import decisions as basic_decisions
from marengo.games.bonaparte import fights as basic_fights
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.study.fights import Fight, FightCourse, fight, strength_table
from marengo.games.triomphe import decisions as triomphe_decisions
from marengo.games.triomphe import fights as triomphe_fights
from marengo.plots import figure_words
from marengo.screens.marengo.assault.pages import choices_page, collapsible, looked_at
from marengo.screens.marengo.assault.sentences import advice, steps, summary
from marengo.screens.marengo.drawing.fights import fight_plot, strength_plot

NARROW = {"bonaparte": "16/29", "triomphe": "4/9"}
DIGESTS = Path(__file__).parents[3] / "docs" / "rules"


@pytest.fixture(scope="module", params=NARROW)
def found(request: pytest.FixtureRequest) -> Fight:
    defenders = {"approach": "I2 A1 C2", "reserve": "I2"}
    return fight(request.param, NARROW[request.param], "I3 I2 C2", defenders)


def account(course: FightCourse) -> list[tuple[str, str, str]]:
    """Return of each step what is done, the statements, and what is lost."""
    found = (re.fullmatch(r"(.*?)\. \(([^()]*)\) ?(.*)", step) for step in steps(course))
    return [(step[1], step[2], step[3]) for step in found if step is not None]


def test_the_assault_of_the_basic_rulebook_step_by_step() -> None:
    """B-16.12, on the board: 29/16 has one infantry penalty and no cavalry penalty."""
    made = fight("bonaparte", "16/29", "I3 I2", "A1 I2 C2")
    moves = ("assault A1 16/29", "join A2", "lead A1", "fire F1", "lead F2", "pursue F3")
    course = made.course(*moves)
    done, rules, lost = zip(*account(course), strict=True)
    assert done == (
        "Austria assaults with infantry 3 (A1) and infantry 2 (A2) from 16 (towards 29)",
        "Austria leads the assault with infantry 3 (A1)",
        "France fires with artillery 1 (F1)",
        "France leads the defence with infantry 2 (F2)",
        "France pursues with cavalry 2 (F3)",
    )
    assert rules == (
        "B-11.2 to B-11.8",
        "B-11.22 to B-11.25",
        "B-11.26 to B-11.30",
        "B-11.31 to B-11.37",
        "B-11.51 to B-11.59",
    )
    assert lost == (
        "",
        "",
        "Austrian infantry 3 (A1) becomes 2.",
        "Austrian infantry 2 (A1) is destroyed. French infantry 2 (F2) becomes 1.",
        (
            "Austrian infantry 2 (A2) is destroyed. French cavalry 2 (F3) becomes 1. "
            "(B-11.17 to B-11.19, B-11.45 to B-11.49, B-11.59)"
        ),
    )
    assert summary(made, course)[:3] == [
        "France holds 29 (B-11.44).",
        "Austria loses 5 strength points, France 2 strength points.",
        "Morale: Austria loses 5 points, France 2 points (B-13.1).",
    ]


def test_the_assault_of_the_triomphe_rulebook_step_by_step() -> None:
    """T-21.9."""
    made = fight("triomphe", "9/4", "I3 I2 C2", "I1 A1 C2", side=Side.FRENCH)
    course = made.course("lead A1", "send F1,F2 lead F1", "fire A2", "counter A3")
    done, rules, lost = zip(*account(course), strict=True)
    assert done == (
        "France assaults from 9 (towards 4)",
        "Austria leads the defence with infantry 1 (A1)",
        "France sends infantry 3 (F1) and infantry 2 (F2) to the assault, led by infantry 3 (F1)",
        "Austria fires with artillery 1 (A2)",
        "Austria counter-attacks with cavalry 2 (A3)",
    )
    assert rules == (
        "T-11.1 to T-11.9",
        "T-11.11 to T-11.15",
        "T-11.16 to T-11.21",
        "T-11.23 to T-11.27",
        "T-11.30 to T-11.38",
    )
    assert lost[3:] == (
        "French infantry 3 (F1) becomes 2.",
        (
            "Austrian cavalry 2 (A3) becomes 1. Austrian infantry 1 (A1) is destroyed. "
            "French infantry 2 (F1) is destroyed. (T-11.37, T-11.41 to T-11.47)"
        ),
    )
    assert summary(made, course) == [
        "Austria holds 4 (T-11.40).",
        "France loses 3 strength points, Austria 2 strength points.",
        "Morale: France loses 3 discs, Austria no discs (T-18.16, T-18.17).",
        "Austria commits 2 discs (T-18.10).",
        "The attackers left stay in the approach (T-11.49).",
    ]


def test_losses_in_a_retreat_have_their_own_statements() -> None:
    for ruleset, border, rule in (
        ("triomphe", "19/20", "T-13.5 to T-13.10"),
        ("bonaparte", "16/29", "B-12.7, B-12.9"),
    ):
        made = fight(ruleset, border, "I2 I2", {"reserve": "I3 I2"}, "retreat")
        assert any(f"({rule})" in step for step in steps(made.best))


def test_a_blocked_attack_costs_nobody_anything() -> None:
    made = fight("bonaparte", "16/29", "I2", "C2", "manoeuvre")
    assert summary(made, made.best) == [
        "France holds 29 (B-9.17, B-9.21).",
        "Nobody loses strength or morale.",
    ]
    assert advice(made) == [
        f"By what both sides want ({made.measure.words}) neither gains by the attack.",
        "Best for Austria: I2.",
        "Best for France: C2 blocks.",
    ]


def test_advice_against_a_bad_attack() -> None:
    made = fight("triomphe", "4/9", "I2", "I3")
    assert advice(made)[0] == "Austria does better not to attack. The least bad attack: I2."
    assert advice(made)[1] == "Best for France: I3 leads."


def test_every_statement_named_is_one_of_the_rules() -> None:
    """They are cited from the digests, which have them all."""
    places = (basic_fights, basic_decisions, triomphe_fights, triomphe_decisions)
    text = "".join(Path(inspect.getfile(one)).read_text(encoding="utf-8") for one in places)
    cited = set(re.findall(r"\b[BT]-\d+\.\d+\b", text))
    digests = "".join(
        (DIGESTS / f"{name}.md").read_text(encoding="utf-8") for name in ("bonaparte", "triomphe")
    )
    assert len(cited) > 100
    assert {rule for rule in cited if f"**{rule}**" not in digests} == set()


def test_every_decision_of_a_fight_has_its_statements(found: Fight) -> None:
    """Whatever line is played, each of its steps names a rule."""
    for line in found.lines.sample(60, seed=2)["moves"]:
        course = found.course(*line.split("; "))
        assert all(re.search(r"\([BT]-\d", step) for step in steps(course))


def test_the_table_of_choices_has_a_cell_for_each(found: Fight) -> None:
    page = choices_page(found)
    table = found.choices
    assert page.count("<td style") == table.height
    assert page.count('scope="row"') == table["attack_moves"].n_unique()
    assert page.count('scope="col"') == table["reply_moves"].n_unique()
    first = re.search(r'scope="row"[^>]*>([^<]+)<', page)
    assert first is not None
    ranks = {a: t["rank"].max() for (a,), t in table.group_by("attack")}
    assert ranks[first[1]] == min(ranks.values())  # type: ignore[type-var]
    assert page.count("outline: 3px") == 1


def test_discs_committed_to_a_blocked_attack_are_told() -> None:
    """T-18.9: two against two attackers, one against one."""
    page = choices_page(fight("triomphe", "8/12", "I2 C2", "I2 I3", "manoeuvre"))
    assert "2 committed" in page
    assert "1 committed" in page


def test_who_leads_first_is_told(found: Fight) -> None:
    """B-11.25, T-11.11."""
    page = choices_page(found)
    basic = found.game.scenario.ruleset == "bonaparte"
    assert f"{'Austria' if basic else 'France'} names its leading pieces first" in page


def test_alike_words_are_told_apart() -> None:
    """One French infantry is disorganised, so the two are different choices."""
    made = fight("triomphe", "4/9", "I3", "I2 I2:silent")
    replies = looked_at(made, "reply")
    assert len(replies) == made.choices["reply_moves"].n_unique()


def test_text_is_escaped() -> None:
    assert "<b>" not in collapsible("a <b>", ["c <b>"])


def test_the_picture_of_a_fight_says_in_words_what_it_shows(found: Fight) -> None:
    figure = fight_plot(found)
    words = figure_words(figure)
    assert isinstance(figure, Figure)
    assert words.splitlines()[0] == f"{found.border} before and after"
    target = found.border.split("/")[1]
    assert f"{target}: French infantry 2" in words.splitlines()[1]
    pieces = [p for p in figure.axes[0].patches if str(p.get_gid()).endswith("piece")]
    alive = sum(piece.place is not None for piece in found.best.states[-1].pieces)
    assert len(pieces) == len(found.best.states[0].pieces) + alive
    other = fight_plot(found, found.course("assault A2 16/29", "send A2 lead A2"))
    assert figure_words(other) != ""


def test_the_table_of_strengths_is_drawn_cell_by_cell() -> None:
    table = strength_table("triomphe", "4/9")
    figure = strength_plot(table, heading="All strengths")
    words = figure_words(figure).splitlines()
    assert words[0] == "All strengths"
    assert len(words) == 1 + table.height
    assert "I3 against nobody (I2): Austria wins; the attacker loses 0, the defender 2" in words
    assert "I2 against I3: France wins; the attacker loses 2, the defender 1" in words
    french = figure_words(strength_plot(table, side="french")).splitlines()
    assert "I2 against I3: Austria wins; the attacker loses 2, the defender 1" in french
    cells = [text.get_text() for text in figure.axes[0].texts]
    assert cells.count("0 / 2") == 3  # nobody leads


def test_tables_that_are_none_are_refused() -> None:
    table = strength_table("triomphe", "4/9")
    with pytest.raises(ValueError, match="expected to have the columns possible"):
        strength_plot(table.drop("possible"))
    with pytest.raises(ValueError, match="at least one row"):
        strength_plot(table.clear())
    with pytest.raises(ValueError, match="expected austrian or french"):
        strength_plot(table, side="russian")
