"""Where the games of the property tests begin: at the start, and where all is near."""

from typing import Any

from marengo.games.marengo.game import MarengoGame
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState

Facts = dict[str, Any]

TRIOMPHE: Facts = {
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
    "committed": {
        Side.AUSTRIAN: {9: 2, 10: 1, 20: 2},
        Side.FRENCH: {19: 3, 14: 1, 8: 1, 32: 2},
    },
}

BONAPARTE: Facts = {
    "austrian": {
        "5": "I2 C2",
        "5/10": "I3 I2 C2",
        "8": "C2 I2",
        "8/11": "I3 C1",
        "9/7": "I3 C2",
        "14": "I2 C2",
        "14/20": "I2 A1 C1",
        "12": "I1 C2",
        "34": "C2 I1",
        "6:00": "I2 C2",
    },
    "french": {
        "10/5": "I2 C2",
        "10": "I2",
        "11/8": "I2",
        "7/9": "I3 I2",
        "7": "C2",
        "20/14": "I2 C2 A1",
        "20": "I3 I1",
        "20/12": "I1",
        "44": "C2 I2",
        "39": "~I2 ~C1",
        "12:00": "I2",
        "17:00": "C2",
    },
}

OF_TRIOMPHE: dict[str, Facts] = {
    "the start": {},
    "morning, Austria": {"hour": 7, "turn": Side.AUSTRIAN, "uncommitted": dict.fromkeys(Side, 1)},
    "noon, France": {"hour": 12, "turn": Side.FRENCH, "shifted": {Side.FRENCH: {19: 1}}},
    "afternoon, Austria": {"hour": 16, "turn": Side.AUSTRIAN, "uncommitted": {Side.FRENCH: 0}},
    "afternoon, France": {"hour": 17, "turn": Side.FRENCH, "uncommitted": {Side.AUSTRIAN: 0}},
    "the last hour, Austria": {"hour": 21, "turn": Side.AUSTRIAN},
}

OF_BONAPARTE: dict[str, Facts] = {
    "the start": {},
    "morning, France": {"hour": 7, "turn": Side.FRENCH, "step": 0},
    "noon, Austria": {"hour": 12, "turn": Side.AUSTRIAN, "step": 0, "flag": True},
    "afternoon, France": {"hour": 16, "turn": Side.FRENCH, "step": 2},
    "near demoralisation, Austria": {
        "hour": 13,
        "turn": Side.AUSTRIAN,
        "step": 2,
        "morale": dict.fromkeys(Side, 2),
    },
    "a demoralised army, France": {
        "hour": 15,
        "turn": Side.FRENCH,
        "step": 0,
        "morale": {Side.FRENCH: 3},
        "demoralised": {Side.AUSTRIAN: 14},
        "bonus_due": Side.FRENCH,
    },
    "the last hour, Austria": {
        "hour": 21,
        "turn": Side.AUSTRIAN,
        "step": 0,
        "austrian": BONAPARTE["austrian"] | {"61": "I2", "62": "I2"},  # stars of two colours
    },
}

OPENINGS = {"triomphe": OF_TRIOMPHE, "bonaparte": OF_BONAPARTE}
"""By ruleset; what is empty is the start of the day."""

CONTACT = {"triomphe": TRIOMPHE, "bonaparte": BONAPARTE}
"""By ruleset, where the pieces stand otherwise."""


def opened(game: MarengoGame, opening: str, seed: int) -> MarengoState:
    """Return the first position of an opening; the seed decides the draws at the start."""
    given = OPENINGS[game.name][opening]
    if not given:
        return game.start(seed)
    return game.position(**CONTACT[game.name] | given)
