"""Questions with answers that are hidden until the reader has tried."""

import math
import re
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from html import escape
from typing import Any

import ipywidgets as widgets

from marengo.core.numbers import POSITIVE, REAL, WHOLE, takes
from marengo.widgets.elements import Whole, button, labelled

BORDER = "var(--jp-border-color1, #bdbdbd)"

_THOUSANDS = re.compile(r",(?=\d{3}(?:\D|$))")

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@takes(answer=WHOLE)
def quiz(question: str, choices: Sequence[str], answer: int, why: str) -> "ChoiceQuiz":
    """Ask a question of which one choice is right.

    Parameters
    ----------
    question : str
        The question, as plain text.
    choices : sequence of str
        At least two answers to choose from, all different.
    answer : int
        Which of them is right, counted from 0.
    why : str
        The reason, with the rule's id where a rule decides. It is told to those who have chosen
        the right answer or ask to be told.

    Returns
    -------
    ChoiceQuiz
        The question to be shown. Without a kernel it leaves the question and the choices as a
        text; the answer is not in it.

    Raises
    ------
    ValueError
        If fewer than two choices are given, if two are alike, or if the answer is none of them.
    """
    return ChoiceQuiz(question, choices, answer, why)


@takes(answer=REAL, within=POSITIVE)
def quiz_number(question: str, answer: float, within: float, why: str) -> "NumberQuiz":
    """Ask a question that a number answers.

    Parameters
    ----------
    question : str
        The question, as plain text; it says in which unit the answer is wanted.
    answer : float
        The right number.
    within : float
        How far from it an answer may be and still count as right; 0 where it must be exact.
    why : str
        The reason, with the rule's id where a rule decides. It is told to those who have found
        the right answer or ask to be told.

    Returns
    -------
    NumberQuiz
        The question to be shown. Without a kernel it leaves the question as a text; the answer is
        not in it.

    Raises
    ------
    ValueError
        If the answer is not a finite number, or ``within`` is not one of at least 0.
    """
    return NumberQuiz(question, answer, within, why)


class Quiz(Whole):
    """A question, a field for the reader's answer, and what is said of it."""

    def __init__(self, question: str, why: str, field: Sequence[Any], answer_text: str) -> None:
        self.question, self.why, self.answer_text = question, why, answer_text
        self.text = f"Question. {question}"  # without its answer
        self.page = _paragraph("<b>Question.</b> " + escape(question))
        self.right: bool | None = None  # None while there is no answer
        self.show = button("", "tell me the answer and why", self._tell, "Show the answer")
        self.verdict = widgets.HTML()
        asked = widgets.HTML(self.page)
        layout = {
            "border_left": f"4px solid {BORDER}",
            "padding": "0 0 0 0.8em",
            "margin": "0.5em 0",
            "max_width": "48em",
        }
        super().__init__([asked, *field, widgets.HBox([self.show]), self.verdict], layout=layout)

    def still(self) -> tuple[bytes, str]:
        """Return the question; there is no picture of it."""
        return b"", self.text

    def still_html(self, png: bytes, words: str) -> str:
        """Return the question with its lines."""
        return self.page

    def _judge(self, answer: str, right: bool) -> None:
        """Say whether an answer is right, and why if it is."""
        self.right = right
        if right:
            self._say(f"<b>✓ {escape(answer)} is right.</b> {escape(self.why)}")
        else:
            self._say(f"<b>✗ {escape(answer)} is wrong.</b> Try again, or ask for the answer.")

    def _tell(self) -> None:
        self._say(f"<b>The answer: {escape(self.answer_text)}.</b> {escape(self.why)}")

    def _say(self, words: str) -> None:
        self.verdict.value = f'<div role="status">{_paragraph(words)}</div>'


class ChoiceQuiz(Quiz):
    """A question of which one choice is right; made by `quiz`.

    Each choice has a button of its own. In a group of radio buttons one goes from choice to choice
    by the arrow keys, which JupyterLab keeps for going from cell to cell.
    """

    def __init__(self, question: str, choices: Sequence[str], answer: int, why: str) -> None:
        if not 2 <= len(choices) <= len(LETTERS) or len(set(choices)) < len(choices):
            raise ValueError(f"choices: expected at least two that differ, not {[*choices]}")
        if answer not in range(len(choices)):
            raise ValueError(f"answer: expected 0 to {len(choices) - 1}, not {answer}")
        self.answer, lettered = answer, list(zip(LETTERS, choices, strict=False))
        self.buttons = tuple(
            button("", f"answer {letter}: {choice}", partial(self._choose, index), letter)
            for index, (letter, choice) in enumerate(lettered)
        )
        for control in self.buttons:
            control.layout.flex = "0 0 auto"  # a long choice beside it must not cut its letter
        words = (widgets.HTML(_paragraph(escape(choice))) for choice in choices)
        rows = [widgets.HBox(pair) for pair in zip(self.buttons, words, strict=True)]
        super().__init__(question, why, rows, ", ".join(lettered[answer]))
        self.text = "\n".join(
            [self.text, *(f"  {letter}) {choice}" for letter, choice in lettered)]
        )
        items = "".join(f"<li>{escape(choice)}</li>" for choice in choices)
        self.page += f'<ol style="list-style-type: lower-alpha">{items}</ol>'

    def _choose(self, index: int) -> None:
        self._judge(LETTERS[index], index == self.answer)


class NumberQuiz(Quiz):
    """A question that a number answers; made by `quiz_number`."""

    def __init__(self, question: str, answer: float, within: float, why: str) -> None:
        if not math.isfinite(answer):
            raise ValueError(f"answer: expected a finite number, not {answer}")
        if not (math.isfinite(within) and within >= 0):
            raise ValueError(f"within: expected a number of at least 0, not {within}")
        self.answer, self.within = answer, within
        does = "your answer, as a number"
        self.field = labelled(widgets.Text, "Your answer", "16em", "initial", tooltip=does)
        self.field.placeholder = "a number"
        self.field.continuous_update = False  # tells when Enter is pressed or the field is left
        self.check = button("", "say whether my answer is right", self._check, "Check")
        self.field.observe(lambda _: self._check(), "value")
        around = f" (within {within:g})" if within else ""
        row = widgets.HBox([self.field, self.check])
        super().__init__(question, why, [row], f"{answer:g}{around}")

    def _check(self) -> None:
        """Judge the number that is written; any that it may mean can be right."""
        numbers = _readings(self.field.value)
        # A little more than `within`, for what decimal fractions lose as binary ones.
        slack = self.within + 1e-9 * max(1.0, abs(self.answer))
        if numbers:
            near = any(abs(number - self.answer) <= slack for number in numbers)
            self._judge(self.field.value.strip(), near)
        else:
            self.right = None
            self._say("Write a number, such as 3 or 0.25.")


def _readings(written: str) -> set[float]:
    """Return the numbers that people may mean; none if it is none.

    Spaces, and commas before three digits, may be there to be read more easily; a comma may also
    begin the decimals.
    """
    bare = "".join(written.split()).replace("−", "-")
    numbers = set()
    for text in (_THOUSANDS.sub("", bare), bare.replace(",", ".")):
        with suppress(ValueError):
            numbers.add(float(text))
    return {number for number in numbers if math.isfinite(number)}


def _paragraph(inner: str) -> str:
    return f'<p style="line-height: 1.4; white-space: pre-line; margin: 0.2em 0">{inner}</p>'
