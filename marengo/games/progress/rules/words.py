"""Colours, cards, decisions and endings by number."""

from enum import IntEnum

from marengo.core.engine import driver


class Colour(IntEnum):
    """A player (M-1.1), and the country that is his home (M-1.3)."""

    BLUE = 0
    ORANGE = 1


class Card(IntEnum):
    """An action card (M-2.3)."""

    MOVE_1 = 1
    MOVE_2 = 2
    RECRUIT = 3
    FORTIFY = 4
    ATTACK = 5
    ATTACK_PLUS_1 = 6
    STRENGTHEN = 7
    SCORE = 8

    @property
    def text(self) -> str:
        """Name in moves and files."""
        return "attack+1" if self is Card.ATTACK_PLUS_1 else self.name.lower().replace("_", "-")


class Step(IntEnum):
    """A kind of card, in the order in which kinds are carried out (M-4.4)."""

    MOVE = 0
    RECRUIT = 1
    FORTIFY = 2
    ATTACK = 3
    STRENGTHEN = 4
    SCORE = 5


class Decision(IntEnum):
    """Kind of decision: P1 to P6 and P8 of chapter 20."""

    CARD = 1
    FIRST = 2
    MOVE = 3
    FORTIFY = 4
    ATTACK = 5
    DISCARD = 6
    STRENGTHEN = 7
    END = 8
    OVER = driver.OVER


class Answer(IntEnum):
    """Answer about the end of the game (M-16.2)."""

    OFFER = 0
    ACCEPT = 1
    REFUSE = 2
    CONTINUE = 3


class Ending(IntEnum):
    """Way in which a game ended (M-16.1, M-16.2, M-16.6)."""

    NONE = 0
    POINTS = 1
    AGREEMENT = 2
    CAP = 3


NORMAL, FORTIFIED = 1, 2
"""Ways in which the army on a capital stands; 0 says that there is none."""
