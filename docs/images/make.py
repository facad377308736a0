"""Draw the position that README shows: ``python docs/images/make.py``."""

from pathlib import Path

import marengo
from marengo import Side, State, plots
from marengo.plots.picture import figure_png


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


if __name__ == "__main__":
    picture = figure_png(plots.position(ten_o_clock(), names=True))
    Path(__file__).with_name("position.png").write_bytes(picture)
