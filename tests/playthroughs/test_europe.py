"""The battles of Napoleon in Europe on paper are still what the rules make of them."""

import pytest

from tests.playthroughs.europe import GAMES, MARK, file_of, moves_in, written


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_the_moves_on_paper_give_the_same_text(name: str, seed: int) -> None:
    """After a change of the rules: python -m tests.playthroughs.europe, and read the changes."""
    text = file_of(name, seed).read_text(encoding="utf-8")
    assert written(name, seed, moves_in(text)).splitlines() == text.splitlines()


def test_playthroughs_show_every_decision() -> None:
    """But for whom a roll rallies, which is asked where it is enough for several (N-25.3)."""
    texts = [file_of(name, seed).read_text(encoding="utf-8") for name, seed in GAMES]
    lines = [line for text in texts for line in text.splitlines() if line.startswith(MARK)]
    asked = {line.partition(",")[0].partition(" ")[2].partition(" ")[2] for line in lines}
    assert asked == {
        *("deploy", "act", "answer", "press", "fall", "pursue"),
        *("fire roll", "effect roll", "square roll", "charge roll", "counter roll"),
        *("rally roll", "pursuit roll"),
    }
