"""The wars of Napoleon in Europe on paper are still what the rules make of them."""

import pytest

from tests.playthroughs.war import MARK, WARS, file_of, moves_in, written

BATTLES = {
    *("march", "number", "next battle", "retreat", "uprising", "uprising roll", "overture roll"),
    *("annexation roll", "infantry roll", "cavalry roll", "artillery roll", "politics", "reply"),
    *("deploy", "act", "fire roll", "charge roll", "pursue", "pursuit roll", "exchange"),
}

ASKED = {
    "europe_war": BATTLES | {"purchase", "commitment roll"},
    "europe_1805": BATTLES
    | {"diplomacy roll", "join", "voyage", "interception roll", "engagement", "naval roll"}
    | {"naval counter roll", "naval loss", "passage", "transport roll"},
}


@pytest.mark.parametrize("name", WARS)
def test_the_moves_on_paper_give_the_same_text(name: str) -> None:
    """After a change of the rules: python -m tests.playthroughs.war, and read the changes."""
    text = file_of(name).read_text(encoding="utf-8")
    assert written(WARS[name], moves_in(text)).splitlines() == text.splitlines()


@pytest.mark.parametrize("name", WARS)
def test_the_playthrough_shows_the_decisions_of_a_war(name: str) -> None:
    lines = file_of(name).read_text(encoding="utf-8").splitlines()
    said = [line.removeprefix(MARK).partition(",")[0] for line in lines if line.startswith(MARK)]
    asked = {words.split(" ", 1)[1] for words in said}
    assert asked >= ASKED[name]
