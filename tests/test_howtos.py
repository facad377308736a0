"""What README and the how-tos tell people to type works as it stands, in an empty folder.

Numbers of games are smaller here, by options put behind those that are told. Pages show one
another's commands, so each is a test of its own.
"""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

import marengo
from marengo.cli import build_parser, main
from marengo.core.records import GameRecord

ROOT = Path(__file__).parent.parent

LEFT = {
    "play": "serves until it is stopped; tests/test_play_command.py begins it",
    "bench": "measures for minutes",
    "solve progress": "solves the last layer of the whole game in an hour of two cores",
}
"""How commands begin that are read by the parser and not run."""

FEWER = {
    "ask": "--games 2",
    "compare": "--games 4",
    "learn": "--games 64",
    "sensitivity": "--samples 2 --games 2",
    "simulate": "--games 2",
    "study": "--games 2",
    "worth": "--games 2",
}

ENDGAME = "--layer 5-5_5-5_0-0-0"
"""Of the small game of cards: the last of what is solved, which takes a second."""

VARIANT = 'extends = "triomphe"\nname = "{}"\nparameters = {{ orders_per_turn = 2 }}\n'

PLAN = """
name = "my-variant"
scenarios = ["triomphe", "my_variant.toml"]
players = ["rule", "policy", "policy:learn=64"]
"""

WRITTEN = {
    "my_variant.toml": VARIANT.format("my-variant"),
    "my_what_if.toml": VARIANT.format("my-what-if"),
    "my_variant_plan.toml": PLAN,
}
"""Files that readers of a page have written themselves."""


def how_tos() -> Iterator[str]:
    """Yield the pages that the table of contents calls so, and README."""
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    (listed,) = re.findall(r":caption: How to\n(?::.*\n)*\n([\w\n]+)```", index)
    yield "README.md"
    yield from (f"docs/{name}.md" for name in listed.split())


def commands_in(page: str) -> list[list[str]]:
    """Return what a page tells people to type, but for lines that only list what may be typed."""
    text = (ROOT / page).read_text(encoding="utf-8").replace("\\\n", " ")
    lines = re.findall(r"^ {4}(?:\.venv/bin/)?marengo (.*)$", text, re.MULTILINE)
    return [shlex.split(line, comments=True) for line in lines if "[--" not in line]


def typed(words: list[str]) -> list[str]:
    """Return a command with something in the place of what a reader puts there, and fewer games."""
    given = [position() if word == "TEXT" else word for word in words]
    if "--minutes" in given:
        del given[given.index("--minutes") :][:2]
    if given[0] == "solve" and "--layer" not in given:
        return [*given, *ENDGAME.split()]
    if "--learn" in given:
        given += ["--learn", "64"]
    return [*given, *FEWER.get(given[0], "").split()]


def is_run(words: list[str]) -> bool:
    """Return whether a command is run."""
    return not any(words[: len(left)] == left for left in map(str.split, LEFT))


def position() -> str:
    """Return a position as the page on which one plays copies it."""
    return GameRecord.of(marengo.load("triomphe").start(1), 1).line()


@pytest.mark.parametrize("page", [*how_tos()])
def test_what_a_page_says_can_be_typed(page: str) -> None:
    """The parser takes it; what it names is seen to where it is run."""
    for words in commands_in(page):
        build_parser(words[0]).parse_args(words)


RUN = [page for page in how_tos() if any(map(is_run, commands_in(page)))]


@pytest.mark.plays_much
@pytest.mark.parametrize(
    "page",
    ["README.md", *(pytest.param(one, marks=pytest.mark.release) for one in RUN[1:])],
)
def test_what_a_page_says_works_in_an_empty_folder(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in WRITTEN.items():
        if page != "README.md":
            Path(name).write_text(content, encoding="utf-8")
    for words in commands_in(page):
        if is_run(words):
            assert main(typed(words)) == 0, shlex.join(words)
