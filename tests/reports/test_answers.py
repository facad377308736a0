"""Questions are answered by figures: each interval chooses its sentence, and none says more."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from marengo.cli import main
from marengo.lab.findings import Finding, FindingError, findings_of, pages, save_basis
from marengo.reports import Heading, Source, Text, make_answers, to_html, to_markdown
from marengo.reports.answers import BEGIN, END, read_questions, repeated

NAME = "Austria wins more in late than in triomphe, points, policy"
SHOWN = Finding(NAME, "−8.8", "−18.3 to −0.3", 6000, "what-if: late, policy")

ANSWER = {
    "page": "late",
    "figure": NAME,
    "above": "Up by {size} ({ends}).",
    "below": "Down by {size} ({ends}).",
    "open": "Not shown: {value} ({interval}) in {games} games.",
}


def page(folder: Path, *findings: Finding, name: str = "late/README") -> Path:
    """Return a page that has some figures."""
    path = folder / f"{name}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("# Late \\*and\\* early\n\nText.\n", "utf-8")
    save_basis(path, [], ["marengo report runs/late --out reports/late"], findings)
    return path


def asked(folder: Path, *answers: dict[str, Any], **more: Any) -> Path:
    """Return a file that asks one question."""
    folder.mkdir(exist_ok=True)
    path = folder / "questions.toml"
    questions = [{"asks": "How late?", "answers": list(answers)}]
    path.write_text(tomli_w.dumps({"questions": questions, **more}), "utf-8")
    return path


def said(folder: Path, value: str, interval: str, **changes: Any) -> str:
    """Return what is said of a figure."""
    told = page(folder, Finding(NAME, value, interval, 6000, "what-if: late, policy"))
    report = make_answers(asked(folder, {**ANSWER, **changes}), {told: []})
    (text,) = [part.text for part in report.parts[1:] if isinstance(part, Text)]
    return text


@pytest.mark.parametrize(
    ("value", "interval", "text"),
    [
        ("+8.8", "+0.3 to +18.3", "Up by 8.8 (0.3 to 18.3)."),
        ("−8.8", "−18.3 to −0.3", "Down by 8.8 (0.3 to 18.3)."),
        ("−8.8", "−18.3 to 0.0", "Not shown: −8.8 (−18.3 to 0.0) in 6,000 games."),
        ("+8.8", "0.0 to +18.3", "Not shown: +8.8 (0.0 to +18.3) in 6,000 games."),
        ("0.0", "−0.1 to +0.1", "Not shown: 0.0 (−0.1 to +0.1) in 6,000 games."),
        ("+3.3", "+1.2 to above +4.0", "Up by 3.3 (1.2 to above 4.0)."),
        ("−2.0", "below −2.0 to −1.2", "Down by 2.0 (1.2 to above 2.0)."),
        ("none played", "below −2.0 to +1", "Not shown: none played (below −2.0 to +1) in 6,000"),
        ("at most −992", "−1248 to −736", "Down by at least 992 (736 to 1248)."),
        ("at least 992", "736 to 1248", "Up by at least 992 (736 to 1248)."),
    ],
)
def test_the_interval_chooses_the_sentence(
    value: str, interval: str, text: str, tmp_path: Path
) -> None:
    assert said(tmp_path, value, interval).startswith(text)


@pytest.mark.parametrize(
    ("interval", "text"),
    [
        ("50.1 to 53.0", "Up to 51.7 %"),
        ("50.0 to 53.0", "Open"),
        ("49.9 to 50.0", "Open"),
        ("47.0 to 49.9", "Down"),
    ],
)
def test_it_is_held_against_what_is_even(interval: str, text: str, tmp_path: Path) -> None:
    words = {"above": "Up to {size}", "below": "Down", "open": "Open"}
    assert said(tmp_path, "51.7 %", interval, **words, even=50) == text


def test_who_says_so_stands_below(tmp_path: Path) -> None:
    """Cells of one page share a link; a page whose games are old says so."""
    far = Finding("far", "+2", "+1 to +3", 50, "ladder: far")
    late, ladder = page(tmp_path, SHOWN), page(tmp_path, far, name="ladder/far")
    answers = ANSWER, {**ANSWER, "page": "ladder/far", "figure": "far"}, ANSWER
    source = asked(tmp_path, *answers)
    report = make_answers(source, {late: [], ladder: ["rule v rule: is played otherwise"]})
    _, heading, text, first, second, old = report.parts
    assert heading == Heading("1. How late?")
    assert text == Text("Down by 8.8 (0.3 to 18.3). Up by 2 (1 to 3). Down by 8.8 (0.3 to 18.3).")
    cell = "6,000 games of what-if: late, policy"
    assert first == Source(cell, "Late *and* early", "../late/README.md")
    assert second == Source("50 games of ladder: far", "Late *and* early", "../ladder/far.md")
    assert old == Text("These figures are old: rule v rule: is played otherwise.")
    assert f"*{cell}: [Late \\*and\\* early](../late/README.md)*" in to_markdown(report)
    link = '<a href="../late/index.html">Late *and* early</a>'
    assert f'<p class="source">{cell}: {link}</p>' in to_html(report)


def test_of_figures_called_alike_that_of_most_games_answers(tmp_path: Path) -> None:
    few = Finding(NAME, "+1.0", "+0.1 to +2.0", 60, "few")
    told = page(tmp_path, SHOWN, few)
    report = make_answers(asked(tmp_path, ANSWER), {told: []})
    assert report.parts[3] == Source(
        "6,000 games of what-if: late, policy", "Late *and* early", "../late/README.md"
    )


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ({"pages": "late"}, "questions[1].answers[1]: no field `pages`, expected one of page"),
        ({"page": 7}, "questions[1].answers[1].page: expected a text, not 7"),
        ({"page": ""}, "answers[1].page: expected one line of text, without control characters"),
        ({"page": "../late"}, "answers[1].page: expected one of late, not '../late'; did you mean"),
        ({"figure": NAME[:-1]}, "answers[1].figure: expected one of FOLDER/late/README.json, not"),
        ({"even": "50"}, "answers[1].even: expected a number, not '50'"),
        ({"even": float("nan")}, "questions[0].answers[0].even: expected a finite number"),
        ({"above": "a\nb"}, "answers[1].above: expected one line of text, without control"),
        ({"above": "a\u202eb"}, "answers[1].above: expected one line of text, without control"),
        ({"above": "a" * 1001}, "answers[1].above: expected a text of 1000 or fewer signs"),
        ({"above": "{sice}"}, "answers[1]: above: no placeholder {sice}, expected one of {value}"),
        ({"below": "{size"}, "answers[1]: below: no placeholder {size, expected one of {value}"),
        ({"below": "size}"}, "answers[1]: below: no placeholder }, expected one of {value}"),
        ({"open": "{value.real}"}, "answers[1]: open: no placeholder {value.real}, expected"),
        ({"open": "{ends}"}, "open: no placeholder {ends}, expected one of {value}, {interval}"),
        ({"even": 50}, "above: no placeholder {ends}, expected one of {value}, {interval}"),
    ],
)
def test_what_is_wrong_in_a_file_of_questions_is_told(
    changes: dict[str, Any], wanted: str, tmp_path: Path
) -> None:
    source, told = asked(tmp_path, {**ANSWER, **changes}), page(tmp_path, SHOWN)
    with pytest.raises(FindingError, match=f"^{re.escape(str(source))}: ") as error:
        make_answers(source, {told: []})
    assert wanted.replace("FOLDER", str(tmp_path)) in str(error.value)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", "expected a field `questions`"),
        ("questions = []", "questions: expected a list of 1 or more parts"),
        ("[[questions]]\nasks = 'a'\nanswers = []", "answers: expected a list of 1 or more parts"),
        ("[[questions]]\nanswers = []", "questions[1]"),
        ("repeated_in = 1\nquestions = []", "repeated_in: expected a text"),
        ("questions = ", "expected TOML"),
    ],
)
def test_a_file_without_questions_is_refused(text: str, wanted: str, tmp_path: Path) -> None:
    source = tmp_path / "questions.toml"
    source.write_text(text)
    with pytest.raises(FindingError, match=re.escape(f"{source}: ")) as error:
        read_questions(source)
    assert wanted in str(error.value)


@pytest.mark.parametrize(
    "interval",
    [
        *("", "not known", "none played", "1.0", "1.0 to", "1.0 - 2.0", "1.0 to 2.0 to 3.0"),
        *("-1.0 to 2.0", "2.0 to 1.0", "above 1.0 to 2.0", "1.0 to below 2.0", "nan to inf"),
        *("1e3 to 2e3", "1,000 to 2,000", " 1.0 to 2.0", "1.0 to 2.0\n", "1.0 % to 2.0 %"),
        "\u0661 to \u0662",  # digits, but Arabic ones
    ],
)
def test_an_interval_that_cannot_be_read_is_refused(interval: str, tmp_path: Path) -> None:
    with pytest.raises(FindingError) as error:
        said(tmp_path, "+1.0", interval)
    file = tmp_path / "late" / "README.json"
    assert str(error.value).startswith(f"{file}: {NAME}: interval: expected one such as")


def test_a_value_that_is_no_number_has_no_size(tmp_path: Path) -> None:
    with pytest.raises(FindingError, match="value: expected a number, not 'none played'"):
        said(tmp_path, "none played", "+1.0 to +2.0")


def test_a_page_without_figures_answers_nothing(tmp_path: Path) -> None:
    told = page(tmp_path, SHOWN)
    told.with_suffix(".json").unlink()
    with pytest.raises(FindingError, match=r"page: expected .*README\.json beside the page"):
        make_answers(asked(tmp_path, ANSWER), {told: []})


def test_the_command_keeps_the_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An interval that moves turns a sentence, here and on the page that repeats it."""
    folder, shown = tmp_path / "reports", tmp_path / "docs" / "what.md"
    told = page(folder, SHOWN)
    shown.parent.mkdir()
    shown.write_text(f"# What\n\n{BEGIN}{END}\nMore.\n", "utf-8")
    asked(folder, ANSWER, repeated_in="../docs/what.md")
    assert main(["reports", str(folder), "--check"]) == 1
    out = capsys.readouterr().out
    answers = folder / "findings" / "README.md"
    assert f"{answers}: expected the figures of the pages beside it" in out
    assert "what.md: expected the figures of the pages beside it" in out
    assert main(["reports", str(folder)]) == 0
    assert pages(folder) == [told]
    for file in (answers, answers.with_name("index.html"), shown):
        assert "Down by 8.8 (0.3 to 18.3)." in file.read_text("utf-8")
    text = shown.read_text("utf-8")
    assert text.startswith(f"# What\n\n{BEGIN}\nA figure of these")
    assert text.endswith(f"\n{END}\nMore.\n")
    assert "(../reports/late/README.md)" in text
    assert main(["reports", str(folder), "--check"]) == 0
    written = json.loads(told.with_suffix(".json").read_text("utf-8"))
    written["findings"][0]["interval"] = "−18.3 to +0.3"
    told.with_suffix(".json").write_text(json.dumps(written), "utf-8")
    assert main(["reports", str(folder), "--check"]) == 1
    assert main(["reports", str(folder)]) == 0
    assert "Not shown: −8.8 (−18.3 to +0.3)" in shown.read_text("utf-8")


def test_without_questions_no_such_page_is_made(tmp_path: Path) -> None:
    page(tmp_path, SHOWN)
    assert main(["reports", str(tmp_path)]) == 0
    assert (tmp_path / "atlas").is_dir()
    assert not (tmp_path / "findings").exists()


def test_what_is_wrong_is_told_before_games_are_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page(tmp_path, SHOWN)
    asked(tmp_path, {**ANSWER, "above": "{sice}"})
    assert main(["reports", str(tmp_path)]) == 2
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("kind", ["folder", "link to nothing"])
def test_questions_that_are_no_file_are_not_passed_over(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page(tmp_path, SHOWN)
    questions = tmp_path / "questions.toml"
    if kind == "folder":
        questions.mkdir()
    else:
        questions.symlink_to(tmp_path / "nowhere")
    assert main(["reports", str(tmp_path)]) == 2
    assert f"{questions}: " in capsys.readouterr().err


def test_a_page_repeats_answers_only_where_they_have_a_place(tmp_path: Path) -> None:
    (tmp_path / "what.md").write_text(f"# What\n\n{END}\n{BEGIN}", "utf-8")
    source = asked(tmp_path, ANSWER, repeated_in="what.md")
    with pytest.raises(FindingError, match="repeated_in: expected a page with lines"):
        repeated(source, "# A\n\ntext\n")
    source = asked(tmp_path, ANSWER, repeated_in="sub/../findings/README.md")
    with pytest.raises(FindingError, match="repeated_in: expected a page that is not made, not "):
        repeated(source, "# A\n\ntext\n")


def test_the_answers_that_come_with_marengo_are_those_of_its_figures(root: Path) -> None:
    """Whether the figures are still of today, `./lab test` asks; here is what pages tell of it."""
    told = pages(root / "reports")
    source, answers = root / "reports/questions.toml", root / "reports/findings/README.md"
    old = {one: ["old"] if "\n> **Old figures.**" in one.read_text("utf-8") else [] for one in told}
    made = re.sub("are old: .*", "are old", to_markdown(make_answers(source, old)))
    assert made == re.sub("are old: .*", "are old", answers.read_text("utf-8"))
    for file, text in repeated(source, answers.read_text("utf-8")).items():
        assert text == file.read_text("utf-8")


def test_what_stands_first_is_so_called(root: Path) -> None:
    """Of a list of rules, and of a ladder, the first is told."""
    told = {one.parent.name: one for one in pages(root / "reports") if one.name == "README.md"}
    found = 0
    for question in read_questions(root / "reports/questions.toml").questions:
        for answer in question.answers:
            if "stands first" not in question.answers[0].above:
                continue
            file = told.get(answer.page, root / f"reports/{answer.page}.md")
            figures = {one.name: one for one in findings_of(file)}
            cell = figures[answer.figure].cell
            assert next(one.name for one in figures.values() if one.cell == cell) == answer.figure
            found += 1
    assert found >= 5
