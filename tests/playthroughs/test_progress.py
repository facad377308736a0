"""The games of The March of Progress on paper are still what the rules make of them."""

import pytest

from tests.playthroughs.progress import GAMES, MARK, file_of, moves_in, written


@pytest.mark.parametrize(("scenario", "seed"), GAMES)
def test_the_moves_on_paper_give_the_same_text(scenario: str, seed: int) -> None:
    """After a change of the rules: python -m tests.playthroughs.progress, and read the changes."""
    text = file_of(scenario, seed).read_text(encoding="utf-8")
    assert written(scenario, seed, moves_in(text)).splitlines() == text.splitlines()


def test_playthroughs_show_every_decision() -> None:
    texts = [file_of(scenario, seed).read_text(encoding="utf-8") for scenario, seed in GAMES]
    lines = [line for text in texts for line in text.splitlines() if line.startswith(MARK)]
    asked = {line.partition(",")[0].split()[-1] for line in lines}
    assert asked == {"card", "first", "move", "fortify", "attack", "discard", "strengthen"}
