"""Positions about chapter 10: bombardments."""

from marengo.games.marengo.rules.vocabulary import Side
from tests.reference.case import Case

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH

BOMBARDMENTS = (
    Case(
        "T-10.10, T-10.12: artillery with a declaration of the turn before",
        AUSTRIAN,
        {"8/9": "A1:due"},
        {"9": "I2"},
        legal=("complete A1", "cancel A1", "march A1 8"),
        illegal=("road A1",),
    ),
    Case(
        "T-10.3: declared in this turn",
        AUSTRIAN,
        {"8/9": "A1!:declared"},
        {"9": "I2"},
        exactly=("end",),
    ),
    Case(
        "T-10.3: completed in this turn",
        AUSTRIAN,
        {"8/9": "A1!:completed"},
        {"9": "I2"},
        exactly=("end",),
    ),
    Case(
        "T-10.7: across a barred border",
        AUSTRIAN,
        {"8/9": "A1:due"},
        {"9": "I2"},
        {"barred": ["8/9"]},
        exactly=("end", "cancel A1", "march A1 8"),
    ),
    Case(
        "T-10.7: no declaration across a barred border",
        AUSTRIAN,
        {"8/9": "A1"},
        {"9": "I2"},
        {"barred": ["8/9"]},
        exactly=("end", "march A1 8"),
    ),
    Case(
        "T-14.21: disorganised, it cannot complete",
        FRENCH,
        {"9": "I2"},
        {"8/9": "~A1:due"},
        exactly=("end", "cancel F1", "march F1 8", "organise F1"),
    ),
    Case(
        "T-10.16: the target has gone",
        AUSTRIAN,
        {"8/9": "A1:due"},
        {"20": "I2"},
        exactly=("end", "complete A1", "cancel A1", "march A1 8", "march A1 9"),
    ),
    Case(
        "T-10.4: an artillery penalty opposite",
        AUSTRIAN,
        {"9/14": "A1"},
        {"14": "I2"},
        exactly=("end", "march A1 9"),
    ),
    Case(
        "T-10.4: one on the own side does not matter",
        AUSTRIAN,
        {"12/16": "A1", "17/11": "I2"},
        {"16": "I2", "11": "I2"},
        # Both sides of 12-16 and neither of 11-17 have one.
        illegal=("declare A1",),
    ),
    Case(
        "T-10.1: only from an approach, only artillery",
        AUSTRIAN,
        {"8": "A1", "8/9": "I2"},
        {"9": "I2"},
        illegal=("declare A1", "declare A2"),
    ),
    Case(
        "T-21.37 (a): the piece opposite must be chosen",
        AUSTRIAN,
        {"8/9": "A1:due"},
        {"9/8": "I2", "9": "I3 C2"},
        {},
        ("complete A1",),
    ),
    Case(
        "T-21.37 (b): then one in reserve",
        AUSTRIAN,
        {"8/9": "A1:due"},
        {"9/4": "I2", "9": "I3 C2"},
        {},
        ("complete A1",),
        "TARGET",
        exactly=("target F2", "target F3"),
    ),
    Case(
        "T-21.37 (c): then any other",
        AUSTRIAN,
        {"8/9": "A1:due"},
        {"9/4": "I2", "9/10": "I3 C2"},
        {},
        ("complete A1",),
        "TARGET",
        exactly=("target F1", "target F2", "target F3"),
    ),
)
