"""Questions that people ask, answered by figures of other pages: each interval chooses a sentence.

A file of questions stands beside the pages. An answer of it names a figure and has three sentences:
one is told if the figure's interval lies above a number, one if below, and one if it holds it.
"""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

import msgspec

from marengo.core.errors import did_you_mean
from marengo.core.files import fitted, is_file, read_text, read_toml
from marengo.lab.findings import MADE, Finding, FindingError, age_text, findings_of, title_of
from marengo.reports.document import Heading, Part, Report, Source, Text
from marengo.reports.phrases import WHAT_INTERVALS_HOLD

__all__ = ["QUESTIONS", "Answer", "Question", "Questions", "make_answers", "read_questions"]

QUESTIONS = "questions.toml"
"""The file of questions in a folder of reports."""

BEGIN, END = "<!-- answers -->\n", "<!-- end of answers -->\n"
"""Marks between which another page repeats the answers."""

HOW_TO_READ = (
    "A figure of these reports answers each question, and its interval chooses the sentence "
    f"({WHAT_INTERVALS_HOLD}): that something is so is said only where the interval shows it. In "
    "brackets stands the interval, and below the answer who says so: how many games of which cell, "
    "which is the plan, the scenario and the players of each side. It says how these players play, "
    "and no more."
)

Line = Annotated[
    str,
    msgspec.Meta(
        pattern="^[^\\x00-\\x1f\\x7f-\\x9f\u2028-\u202e\u2066-\u2069]+\\Z",
        max_length=1000,
        description="one line of text, without control characters",
    ),
]

NUMBER = re.compile(r"(at least |at most |below |above |)([+−]?)([0-9]+(?:\.[0-9]+)?)( %|)")
"""A figure, or an end of an interval; its sign stands apart, as its size is told too."""

TURNED = {"at least ": "at most ", "at most ": "at least ", "below ": "above ", "above ": "below "}

INTERVAL = re.compile(r"(?:below )?[+−]?[0-9]+(?:\.[0-9]+)? to (?:above )?[+−]?[0-9]+(?:\.[0-9]+)?")


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Answer by a figure: one sentence of three, by where its interval lies."""

    page: Line  # that tells it: its folder, or folder and name, as in ladder/triomphe
    figure: Line  # how it is called there
    above: Line  # the sentence if its interval lies above even
    below: Line  # the same if it lies below
    open: Line  # the same if it holds even
    even: float = 0  # what the interval is held against

    def __post_init__(self) -> None:
        for field in ("above", "below", "open"):
            allowed = [
                name for name in TOLD if name != "{ends}" or (field != "open" and not self.even)
            ]
            for mark in re.findall(r"\{[^{}]*\}?|\}", getattr(self, field)):
                if mark not in allowed:
                    listed = f"{', '.join(allowed)}{did_you_mean(mark, allowed)}"
                    raise ValueError(f"{field}: no placeholder {mark}, expected one of {listed}")


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question, and what is said to it."""

    asks: Line
    answers: Annotated[tuple[Answer, ...], msgspec.Meta(min_length=1, max_length=20)]


class Questions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of questions."""

    questions: Annotated[tuple[Question, ...], msgspec.Meta(min_length=1, max_length=100)]
    repeated_in: Line | None = None  # another page that shows the answers, from the file's folder


def read_questions(source: Path) -> Questions:
    """Read a file of questions; a FindingError names file and field."""
    return fitted(read_toml(source, FindingError), Questions, source, FindingError)


def make_answers(source: Path, changed: Mapping[Path, Sequence[str]]) -> Report:
    """Return the page that answers questions by figures of others.

    Parameters
    ----------
    source : Path
        The file of questions.
    changed : mapping of Path to sequence of str
        The pages beside it, with what is played otherwise today.

    Returns
    -------
    Report
        A section for each question.

    Raises
    ------
    FindingError
        If a file cannot be read, a figure is not there, or its interval is none; names file and
        field, or file and figure.
    """
    parts: list[Part] = [Text(HOW_TO_READ)]
    for number, question in enumerate(read_questions(source).questions, start=1):
        parts.append(Heading(f"{number}. {question.asks}"))
        where = f"{source}: questions[{number}].answers"
        parts += _of_question(question, where, changed)
    return Report("Questions and their answers", parts)


def _of_question(
    question: Question, where: str, changed: Mapping[Path, Sequence[str]]
) -> Iterator[Part]:
    """Answer a question, and tell who says so, page by page."""
    sentences: list[str] = []
    by: dict[Path, list[str]] = {}
    for number, answer in enumerate(question.answers, start=1):
        page, figure = _found(answer, f"{where}[{number}]", changed)
        try:
            sentences.append(_sentence(answer, figure))
        except FindingError as error:
            raise FindingError(f"{page.with_suffix('.json')}: {figure.name}: {error}") from error
        by.setdefault(page, []).append(f"{figure.games:,} games of {figure.cell}")
    yield Text(" ".join(sentences))
    for page, cells in by.items():
        link = f"../{page.parent.name}/{page.name}"
        yield Source("; ".join(dict.fromkeys(cells)), title_of(page), quote(link))
        if changed[page]:
            yield Text(f"These figures are {age_text(changed[page])}.")


def _found(answer: Answer, where: str, pages: Mapping[Path, Any]) -> tuple[Path, Finding]:
    """Return the figure that an answer names, with its page; of those called alike the largest."""
    named = {
        page.parent.name if page.name == "README.md" else f"{page.parent.name}/{page.stem}": page
        for page in pages
    }
    if (page := named.get(answer.page)) is None:
        meant = did_you_mean(answer.page, named)
        expected = f"expected one of {', '.join(named)}"
        raise FindingError(f"{where}.page: {expected}, not {answer.page!r}{meant}")
    path = page.with_suffix(".json")
    if not is_file(path):
        raise FindingError(f"{where}.page: expected {path} beside the page")
    figures = {
        figure.name: figure for figure in sorted(findings_of(page), key=lambda figure: figure.games)
    }
    if answer.figure not in figures:
        meant = did_you_mean(answer.figure, figures)
        raise FindingError(f"{where}.figure: expected one of {path}, not {answer.figure!r}{meant}")
    return page, figures[answer.figure]


def _sentence(answer: Answer, figure: Finding) -> str:
    """Return what is said of a figure, as its interval lies."""
    low, high = _ends(figure.interval)
    where = "above" if low > answer.even else "below" if high < answer.even else "open"
    sentence: str = getattr(answer, where)
    return re.sub(r"\{\w+\}", lambda mark: TOLD[mark[0]](figure), sentence)


def _ends(interval: str) -> tuple[float, float]:
    """Return the ends of an interval; what was not played lies as far as can be."""
    if INTERVAL.fullmatch(interval):
        first, second = interval.replace("−", "-").split(" to ")
        low = -float("inf") if first.startswith("below") else float(first)
        high = float("inf") if second.startswith("above") else float(second)
        if low <= high:
            return low, high
    raise FindingError(f"interval: expected one such as '−0.5 to above +4.0', not {interval!r}")


def _size(figure: str) -> str:
    """Return a figure without its sign; at most −2 is at least 2 then."""
    match = NUMBER.fullmatch(figure)
    if match is None:
        raise FindingError(f"value: expected a number, not {figure!r}")
    word, sign, digits, unit = match.groups()
    return f"{TURNED.get(word, '') if sign == '−' else word}{digits}{unit}"


def _sizes(interval: str) -> str:
    """Return the ends of an interval without their signs, the smaller first."""
    first, second = map(_size, interval.split(" to "))
    return f"{second} to {first}" if _ends(interval)[1] < 0 else f"{first} to {second}"


TOLD: Mapping[str, Callable[[Finding], str]] = {
    "{value}": lambda figure: figure.value,
    "{interval}": lambda figure: figure.interval,
    "{size}": lambda figure: _size(figure.value),
    "{ends}": lambda figure: _sizes(figure.interval),
    "{games}": lambda figure: f"{figure.games:,}",
}
"""Placeholders of sentences; ``{ends}``, without signs, only where all have the same."""


def repeated(source: Path, text: str) -> dict[Path, str]:
    """Return the other page that repeats the answers, with what it says then, if one does."""
    name = read_questions(source).repeated_in
    if name is None:
        return {}
    page = source.parent / name
    made = [source.parent / folder / "README.md" for folder in MADE]
    if page.resolve() in [path.resolve() for path in made]:
        raise FindingError(f"{source}: repeated_in: expected a page that is not made, not {page}")
    before, begin, rest = read_text(page, FindingError).partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        lines = f"lines {BEGIN.strip()!r} and {END.strip()!r}"
        raise FindingError(f"{source}: repeated_in: expected a page with {lines}, not {page}")
    up = Path(os.path.relpath(source.parent, page.parent)).as_posix()
    shown = re.sub(r"(?<!\\)\]\(\.\./", f"]({quote(up)}/", text.partition("\n\n")[2])
    return {page: f"{before}{begin}\n{shown}\n{end}{after}"}
