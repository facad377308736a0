"""Moves in words, and what they keep from the enemy."""

import pytest

from marengo.games.marengo.game import load
from marengo.games.marengo.notation import KIND_OF
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.screens.marengo import narration
from marengo.screens.marengo.narration import narrate, narrate_losses

GAME = load("triomphe")


def position() -> MarengoState:
    """Return a French turn with pieces of all arms."""
    return GAME.position(
        hour=10,
        turn=Side.FRENCH,
        orders=3,
        austrian={"9": "I2", "9/14": "I3 A1"},
        french={"20": "I3 C2 C2", "20/9": "I2", "Tortona": "I2"},
    )


def test_every_verb_of_the_notation_has_its_sentence() -> None:
    assert set(narration._SENTENCES) == set(KIND_OF)
    assert set(narration._REFUSALS) <= set(KIND_OF)
    assert set(narration._OPEN) <= set(KIND_OF)


@pytest.mark.parametrize(
    ("move", "own", "enemy"),
    [
        (
            "march F1,F2 33",
            "marches infantry 3 (F1) and cavalry 2 (F2) from 20 to 33",
            "marches two pieces from 20 to 33",
        ),
        (
            "march F1 20/10",
            "marches infantry 3 (F1) from 20 to 20 (towards 10)",
            "marches a piece from 20 to 20 (towards 10)",
        ),
        (
            "attack F1,F2,F3 20/9",
            "attacks with infantry 3 (F1), cavalry 2 (F2) and cavalry 2 (F3) from 20 (towards 9)",
            "attacks with three pieces from 20 (towards 9)",
        ),
        (
            "road F5",
            "sets out by road with infantry 2 (F5) from Tortona",
            "sets out by road with a piece from Tortona",
        ),
        ("end", "ends the actions of the turn", "ends the actions of the turn"),
        ("assault 20/9", "assaults from 20 (towards 9)", "assaults from 20 (towards 9)"),
        ("cross 28-31:c19", "goes by road from 28 to 31", "goes by road from 28 to 31"),
        ("cross 20-9", "attacks by road from 20 to 9", "attacks by road from 20 to 9"),
        ("take 9 shifted", "takes an enemy disc from 9", "takes an enemy disc from 9"),
        ("respond none", "does not answer the attack", "does not answer the attack"),
        (
            "send F1,F2 lead F2",
            "sends infantry 3 (F1) and cavalry 2 (F2) to the assault, led by cavalry 2 (F2)",
            "sends two pieces to the assault, led by cavalry 2",
        ),
        ("counter F2", "counter-attacks with cavalry 2 (F2)", "counter-attacks with cavalry 2"),
        (
            "continue F2 33/20",
            "continues with cavalry 2 (F2) to 33 (towards 20)",
            "continues with cavalry 2 to 33 (towards 20)",
        ),
    ],
)
def test_a_move_in_words(move: str, own: str, enemy: str) -> None:
    """T-22.3, T-22.11: numbers and places are open, faces only where the rules show them."""
    state = position()
    assert narrate(state, move) == narrate(state, move, Side.FRENCH) == f"France {own}."
    assert narrate(state, move, Side.AUSTRIAN) == f"France {enemy}."


@pytest.mark.parametrize("move", ["stay F2", "lead none", "fire none", "counter none"])
def test_what_was_not_done_stays_secret(move: str) -> None:
    """T-22.14: nobody learns that something could have been done."""
    account = narrate(position(), move, Side.AUSTRIAN)
    assert account == "France has decided something that Austria does not see."
    assert narrate(position(), move, Side.FRENCH) != account


def test_losses_are_told_to_both() -> None:
    """T-22.5: every reduction is seen."""
    before = GAME.position(
        hour=10,
        turn=Side.FRENCH,
        orders=3,
        austrian={"9": "I1"},
        french={"20/9": "I3", "20": "C2"},
    )
    after = before.copy().play("attack F1 20/9")
    while after.decision != Decision.ACTION:
        after.play(after.legal_moves()[0])
    assert narrate_losses(before, after) == "Austrian infantry 1 (A1) is destroyed."
    assert narrate_losses(before, after, Side.AUSTRIAN) == "Austrian infantry 1 (A1) is destroyed."
    assert narrate_losses(before, after, Side.FRENCH) == "Austrian infantry 1 is destroyed."
    assert narrate_losses(before, before) == ""
