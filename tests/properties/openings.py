"""Where the games of the property tests begin: at the start, and where all is near."""

from typing import Any

from marengo.game import Game, Side, State

CONTACT: dict[str, dict[str, str]] = {
    "austrian": {
        "4": "C2 I1",
        "9": "I3 C2 I2",
        "9/14": "I3 I2 C2",
        "10/20": "I3 I2",
        "13": "C2",
        "20/19": "I2 C2 I3 A1:silent",
        "20": "I2 C1",
        "21/28": "I2 C1",
        "35/32": "I3 I2",
        "Alessandria": "I2 C2",
    },
    "french": {
        "14": "I2",
        "14/9": "I1",
        "19": "I3 C2",
        "19/20": "I2 C2 A1",
        "8": "~I2 ~C1 ~I3",
        "28": "I2 C2",
        "32": "I3 C2",
        "32/35": "I1 C2",
        "33": "~I2 ~I1",
        "44": "C2 I2 I1",
        "Novi": "I3 I2",
        "Sale": "C2",
    },
}

COMMITTED = {Side.AUSTRIAN: {9: 2, 10: 1, 20: 2}, Side.FRENCH: {19: 3, 14: 1, 8: 1, 32: 2}}

OPENINGS: dict[str, dict[str, Any]] = {
    "the start": {},
    "morning, Austria": {"hour": 7, "turn": Side.AUSTRIAN, "uncommitted": dict.fromkeys(Side, 1)},
    "noon, France": {"hour": 12, "turn": Side.FRENCH, "shifted": {Side.FRENCH: {19: 1}}},
    "afternoon, Austria": {"hour": 16, "turn": Side.AUSTRIAN, "uncommitted": {Side.FRENCH: 0}},
    "afternoon, France": {"hour": 17, "turn": Side.FRENCH, "uncommitted": {Side.AUSTRIAN: 0}},
    "the last hour, Austria": {"hour": 21, "turn": Side.AUSTRIAN},
}


def opened(game: Game, opening: str, seed: int) -> State:
    """Return the first position of an opening; the seed decides the draws at the start."""
    given = OPENINGS[opening]
    if not given:
        return game.start(seed)
    return game.position(**CONTACT, committed=COMMITTED, **given)
