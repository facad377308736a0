"""Questions with answers that are hidden until the reader has tried."""

import math
import re
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from html import escape
from typing import Any

import ipywidgets as widgets

from marengo.widgets.elements import Whole, button

__all__ = ["ChoiceQuiz", "NumberQuiz", "Quiz", "quiz", "quiz_number"]

BORDER = "var(--jp-border-color1, #bdbdbd)"

_THOUSANDS = re.compile(r",(?=\d{3}(?:\D|$))")

LETTERS = "abcdefghijklmnopqrstuvwxyz"


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

    def __init__(self, question: str, why: str, field: Sequence[Any]) -> None:
        self.question, self.why = question, why
        self.show = button("", "tell me the answer and why", self._tell, "Show the answer")
        self.verdict = widgets.HTML()
        super().__init__(
            [
                widgets.HTML(_paragraph("<b>Question.</b> " + escape(question))),
                *field,
                widgets.HBox([self.show]),
                self.verdict,
            ],
            layout={
                "border_left": f"4px solid {BORDER}",
                "padding": "0 0 0 0.8em",
                "margin": "0.5em 0",
                "max_width": "48em",
            },
        )

    # Each kind of question says these; the metaclass of widgets leaves no room for abstract ones.
    @property
    def right(self) -> bool | None:
        """True if the reader's answer is right; None while there is none."""
        raise NotImplementedError

    @property
    def answer_text(self) -> str:
        """The right answer in words."""
        raise NotImplementedError

    @property
    def text(self) -> str:
        """The question as plain text, without its answer."""
        return f"Question. {self.question}"

    def _judge(self, given: str) -> None:
        """Say whether an answer is right, and why if it is."""
        if self.right:
            self._say(f"<b>✓ {escape(given)} is right.</b> {escape(self.why)}")
        else:
            self._say(f"<b>✗ {escape(given)} is wrong.</b> Try again, or ask for the answer.")

    def _tell(self) -> None:
        self._say(f"<b>The answer: {escape(self.answer_text)}.</b> {escape(self.why)}")

    def _say(self, words: str) -> None:
        self.verdict.value = f'<div role="status">{_paragraph(words)}</div>'

    def _repr_mimebundle_(self, **asked: Any) -> dict[str, Any]:
        bundle: dict[str, Any] = super()._repr_mimebundle_(**asked)
        bundle["text/plain"] = self.text
        return bundle


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
        self.choices, self.answer = tuple(choices), answer
        self.chosen: int | None = None
        self.buttons = tuple(
            button("", f"answer {letter}: {choice}", partial(self._choose, index), letter)
            for index, (letter, choice) in enumerate(zip(LETTERS, choices, strict=False))
        )
        for one in self.buttons:
            one.layout.flex = "0 0 auto"  # a long choice beside it must not cut its letter
        words = (widgets.HTML(_paragraph(escape(choice))) for choice in choices)
        rows = [widgets.HBox(pair) for pair in zip(self.buttons, words, strict=True)]
        super().__init__(question, why, rows)

    @property
    def right(self) -> bool | None:
        """True if the chosen answer is right; None while none is chosen."""
        return None if self.chosen is None else self.chosen == self.answer

    @property
    def answer_text(self) -> str:
        """The right choice."""
        return f"{LETTERS[self.answer]}, {self.choices[self.answer]}"

    @property
    def text(self) -> str:
        """The question and the choices as plain text, without the answer."""
        listed = zip(LETTERS, self.choices, strict=False)
        return "\n".join([super().text, *(f"  {letter}) {choice}" for letter, choice in listed)])

    def _choose(self, index: int) -> None:
        self.chosen = index
        self._judge(LETTERS[index])


class NumberQuiz(Quiz):
    """A question that a number answers; made by `quiz_number`."""

    def __init__(self, question: str, answer: float, within: float, why: str) -> None:
        if not math.isfinite(answer):
            raise ValueError(f"answer: expected a finite number, not {answer}")
        if not (math.isfinite(within) and within >= 0):
            raise ValueError(f"within: expected a number of at least 0, not {within}")
        self.answer, self.within = answer, within
        self.field = widgets.Text(
            description="Your answer",
            placeholder="a number",
            tooltip="your answer, as a number",
            continuous_update=False,  # tells when Enter is pressed or the field is left
            style={"description_width": "initial"},
            layout={"width": "16em"},
        )
        self.check = button("", "say whether my answer is right", self._check, "Check")
        self.field.observe(lambda _: self._check(), "value")
        super().__init__(question, why, [widgets.HBox([self.field, self.check])])

    @property
    def right(self) -> bool | None:
        """True if the number is near enough; None while there is none."""
        numbers = _readings(self.field.value)
        # A little more than `within`, for what decimal fractions lose as binary ones.
        slack = self.within + 1e-9 * max(1.0, abs(self.answer))
        near = [abs(number - self.answer) <= slack for number in numbers]
        return any(near) if near else None

    @property
    def answer_text(self) -> str:
        """The right number, and how far around it counts as right."""
        around = f" (within {self.within:g})" if self.within else ""
        return f"{self.answer:g}{around}"

    def _check(self) -> None:
        if self.right is None:
            self._say("Write a number, such as 3 or 0.25.")
        else:
            self._judge(self.field.value.strip())


def _readings(written: str) -> set[float]:
    """Return the numbers that people may mean; none if it is none.

    Spaces, and commas before three digits, may be there to be read more easily; a comma may also
    begin the decimals.
    """
    bare = "".join(written.split()).replace("−", "-")
    found = set()
    for text in (_THOUSANDS.sub("", bare), bare.replace(",", ".")):
        with suppress(ValueError):
            found.add(float(text))
    return {number for number in found if math.isfinite(number)}


def _paragraph(inner: str) -> str:
    return f'<p style="line-height: 1.4; white-space: pre-line; margin: 0.2em 0">{inner}</p>'
