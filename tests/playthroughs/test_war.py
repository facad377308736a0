"""The war of Napoleon in Europe on paper is still what the rules make of it."""

from tests.playthroughs.war import FILE, MARK, moves_in, written


def test_the_moves_on_paper_give_the_same_text() -> None:
    """After a change of the rules: python -m tests.playthroughs.war, and read the changes."""
    text = FILE.read_text(encoding="utf-8")
    assert written(moves_in(text)).splitlines() == text.splitlines()


def test_the_playthrough_shows_the_decisions_of_a_war() -> None:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    asked = [line.partition(",")[0].split(" ", 2)[2] for line in lines if line.startswith(MARK)]
    assert set(asked) >= {
        *("politics", "exchange", "reply", "march", "number", "next battle", "retreat"),
        *("uprising", "purchase", "overture roll", "annexation roll", "infantry roll"),
        *("cavalry roll", "artillery roll", "commitment roll", "uprising roll"),
        *("deploy", "act", "fire roll", "charge roll", "pursue", "pursuit roll"),
    }
