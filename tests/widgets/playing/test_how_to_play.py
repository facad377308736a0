"""The first page of each game cites statements of its own rules, which there are."""

import re

import pytest

from marengo import load
from marengo.widgets.playing.showing import how_to_play
from tests.statements import DIGESTS


@pytest.mark.parametrize(("name", "letter"), [("triomphe", "T"), ("bonaparte", "B")])
def test_the_first_page_cites_the_rules_of_its_game(name: str, letter: str) -> None:
    rules = (DIGESTS / f"{name}.md").read_text(encoding="utf-8")
    cited = re.findall(r"\b[A-Z]-\d+\.\d+\b", " ".join(how_to_play(load(name))))
    assert len(cited) > 10
    assert {one[0] for one in cited} == {letter}
    assert all(f"**{one}**" in rules for one in cited)
