"""Draw the positions that the documents show: ``python docs/images/make.py``."""

from pathlib import Path

import marengo
from marengo import Side, State, plots
from marengo.charts.figures import figure_png
from marengo.screens import europe as battles
from marengo.screens import progress as cards
from marengo.screens.europe import war as wars


def ten_o_clock() -> State:
    """Return a position as the battle was at ten: Victor holds Marengo, the Austrians press on."""
    return marengo.load("triomphe").position(
        hour=10,
        turn=Side.AUSTRIAN,
        orders=2,
        austrian={
            "9/14": "I3 A1:declared",
            "9": "I2",
            "10/20": "I2 I2",
            "10": "I2 C2",
            "6": "I2",
            "4": "I3 I3 I2",
            "13": "C2 C2",
            "21": "C2",
            "5": "I2 I2",
            "Alessandria": "I2 I2 C2",
        },
        french={
            "14/9": "I3",
            "19": "I2",
            "8/9": "I2",
            "8": "C2",
            "20/10": "I3 I2",
            "31": "~I2",
            "33": "C2",
            "42": "~I2 ~I2",
            "12": "~C2",
            "Tortona": "I3 I2 C2",
            "Novi": "I3 I2 I2 I2",
            "Sale": "A1",
        },
        uncommitted={Side.AUSTRIAN: 7, Side.FRENCH: 4},
        committed={Side.AUSTRIAN: {9: 2}, Side.FRENCH: {8: 2, 20: 1}},
        track={Side.AUSTRIAN: {11: 2}, Side.FRENCH: {11: 1, 12: 2, 16: 3, 17: 1}},
    )


def one_o_clock() -> State:
    """Return a position of the older game: the Austrians hold Marengo, the reserves are waiting."""
    return marengo.load("bonaparte").position(
        hour=13,
        turn=Side.FRENCH,
        step=3,
        commands=2,
        austrian={
            "11/17": "I3 A1:declared",
            "11": "I2",
            "16/17": "I2 I2",
            "16": "I3 I2 C2",
            "8": "I2 I2 I1",
            "10": "C2",
            "23/34": "C2 C2",
            "61": "C2",
            "59": "C1",
            "6:00": "I2 I2 C2",
        },
        french={
            "17/11": "I3 I2:assaulted",
            "17": "C2 I2!",
            "17/16": "I2 I1",
            "39": "~I2 ~I2 ~C2",
            "56": "~I2",
            "34/23": "I3",
            "37": "I2 I2 C2",
            "16:00": "I3 I2 I2 A1",
            "17:00": "C2",
        },
        morale={Side.AUSTRIAN: 11, Side.FRENCH: 8},
        flag=True,
        barred=["17/11"],
        assaulted=["17/11"],
    )


def fourth_round() -> State:
    """Return a position of the game of cards: Blue has gone out to meet Orange in the neutral."""
    return marengo.load("progress").position(
        armies={"blue": "B1", "neutral": "B1 O1 O1f"},
        vp_dice={"blue": 2},
        strength=(2, 1),
        vp=(4, 6),
        hands=("move-1 recruit attack attack+1 score", "move-2 fortify attack strengthen score"),
        holder="orange",
        round=4,
    )


def second_round() -> State:
    """Return the battle of Napoleon in Europe's rulebook in its second round."""
    return marengo.load("europe-battle").position(
        units={
            "france": {
                "middle-left": "4 infantry, 4 cavalry, 3 artillery, 1 leader",
                "centre": "3 infantry",
                "right": "2 infantry",
                "reserve": "1 leader",
            },
            "great-britain": {
                "right": "4 squared-infantry",
                "centre": "1 infantry",
                "middle-centre": "1 infantry, 2 cavalry, 2 artillery",
                "left": "2 infantry",
                "reserve": "1 leader",
            },
        },
        round=2,
        phase="infantry",
    )


if __name__ == "__main__":
    for name, draw, state in (
        ("progress", cards.to_png, fourth_round()),
        ("europe_battle", battles.to_png, second_round()),
        ("europe_1800", wars.to_png, marengo.load("europe-1800").start(0)),
        ("europe_1805", wars.to_png, marengo.load("europe-1805").start(0)),
    ):
        Path(__file__).with_name(f"{name}.png").write_bytes(draw(state.view(None), width=1000))
    for name, state in (("position", ten_o_clock()), ("bonaparte", one_o_clock())):
        picture = figure_png(plots.position(state, names=True))
        Path(__file__).with_name(f"{name}.png").write_bytes(picture)
