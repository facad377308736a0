"""Questions: what the reader is told, and when."""

import pytest

from marengo.screens.marengo.quiz import ChoiceQuiz, NumberQuiz, quiz, quiz_number
from tests.widgets.left import left_of

WHY = "No piece may be sent twice (B-8.12)."


def asked() -> ChoiceQuiz:
    return quiz("How many orders & commands?", ["two", "three", "four"], 1, WHY)


def test_nothing_is_chosen_or_said_at_first() -> None:
    one = asked()
    assert (one.right, one.verdict.value) == (None, "")
    assert [button.description for button in one.buttons] == ["a", "b", "c"]


def test_a_wrong_choice_does_not_tell_the_answer() -> None:
    one = asked()
    one.buttons[0].click()
    assert one.right is False
    assert "✗ a is wrong." in one.verdict.value
    assert "three" not in one.verdict.value
    assert WHY not in one.verdict.value


def test_the_right_choice_is_told_why() -> None:
    one = asked()
    one.buttons[0].click()
    one.buttons[1].click()
    assert one.right is True
    assert "✓ b is right." in one.verdict.value
    assert "wrong" not in one.verdict.value
    assert WHY in one.verdict.value
    assert 'role="status"' in one.verdict.value


def test_the_answer_is_told_on_request() -> None:
    one = asked()
    one.show.click()
    assert f"<b>The answer: b, three.</b> {WHY}" in one.verdict.value
    assert one.right is None


def test_texts_are_shown_as_they_are_written() -> None:
    one = quiz("Is 1 < 2 & 2 > 1?", ["yes", "no"], 0, "As <b>everybody</b> knows.")
    assert "Is 1 &lt; 2 &amp; 2 &gt; 1?" in one.children[0].value
    one.show.click()
    assert "As &lt;b&gt;everybody&lt;/b&gt; knows." in one.verdict.value


def test_every_control_says_what_it_is() -> None:
    choice, number = asked(), quiz_number("How many?", 3, 0, WHY)
    for control in (*choice.buttons, choice.show, number.field, number.check, number.show):
        assert control.tooltip
    assert choice.buttons[2].tooltip == "answer c: four"


def test_without_a_kernel_the_question_and_choices_are_left() -> None:
    left = left_of(asked())
    assert left.words == ("Question. How many orders & commands?\n  a) two\n  b) three\n  c) four")
    assert "How many orders &amp; commands?</p>" in left.page
    assert left.page.endswith('lower-alpha"><li>two</li><li>three</li><li>four</li></ol>')


def test_without_a_kernel_a_number_is_not_told() -> None:
    left = left_of(quiz_number("How many rounds?", 16, 0, WHY))
    assert left.words == "Question. How many rounds?"
    assert left.page.endswith("How many rounds?</p>")


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("0.25", True),
        (" 0,25 ", True),
        ("0.27", True),
        ("0.23", True),
        ("0.28", False),
        ("-0.25", False),
        ("", None),
        ("a quarter", None),
        ("nan", None),
        ("inf", None),
    ],
)
def test_a_number_near_enough_is_right(written: str, right: bool | None) -> None:
    one = quiz_number("What share?", 0.25, 0.02, WHY)
    one.field.value = written
    assert one.right is right


def test_an_exact_number_is_judged_when_it_is_written() -> None:
    one = quiz_number("What does it lose?", -2, 0, WHY)
    one.field.value = "2"
    assert "✗ 2 is wrong." in one.verdict.value
    assert WHY not in one.verdict.value
    one.field.value = " −2"
    assert "✓ −2 is right." in one.verdict.value
    assert WHY in one.verdict.value
    one.field.value = "two"
    one.check.click()
    assert "Write a number" in one.verdict.value


@pytest.mark.parametrize(
    ("one", "account"),
    [
        (quiz_number("How many?", 3, 0, WHY), "The answer: 3."),
        (quiz_number("How many?", 0.5, 0.05, WHY), "The answer: 0.5 (within 0.05)."),
    ],
)
def test_a_number_is_told_on_request(one: NumberQuiz, account: str) -> None:
    one.show.click()
    assert account in one.verdict.value
    assert WHY in one.verdict.value


@pytest.mark.parametrize("choices", [[], ["one"], ["one", "one"]])
def test_choices_must_leave_a_choice(choices: list[str]) -> None:
    with pytest.raises(ValueError, match="choices: expected at least two that differ"):
        quiz("Which?", choices, 0, WHY)


@pytest.mark.parametrize("answer", [-1, 2])
def test_the_answer_must_be_among_the_choices(answer: int) -> None:
    with pytest.raises(ValueError, match="answer: expected 0 to 1"):
        quiz("Which?", ["one", "two"], answer, WHY)


@pytest.mark.parametrize(("answer", "within"), [(float("nan"), 0), (1, -1), (1, float("inf"))])
def test_numbers_must_be_numbers(answer: float, within: float) -> None:
    with pytest.raises(ValueError, match=r"(answer|within): expected (a|0 or more)"):
        quiz_number("How many?", answer, within, WHY)


@pytest.mark.parametrize(
    ("answer", "written"),
    [
        (9000, "9,000"),
        (9000, "9 000"),
        (1234567.5, "1,234,567.5"),
        (0.25, "0,25"),
        (0.125, "0,125"),
        (-3, "−3"),
    ],
)
def test_numbers_may_be_written_as_people_write_them(answer: float, written: str) -> None:
    asked = quiz_number("How many?", answer, 0, "So it is.")
    asked.field.value = written
    assert asked.right
    asked.field.value = "7"
    assert asked.right is False
