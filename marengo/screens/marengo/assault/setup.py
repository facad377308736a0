"""What the user has set up, and the fight that this makes under a ruleset."""

from collections.abc import Mapping
from dataclasses import dataclass
from threading import Event

from marengo.core.errors import MarengoError
from marengo.games.marengo.game import marengo_games
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.study.fights import Fight, fight

RULESETS = marengo_games()
"""The games that are played on the field of Marengo, by name."""

MOST = 150_000
"""Positions of a fight that are looked at before the user is asked for fewer pieces."""

Pieces = tuple[tuple[str, str], ...]
"""Places in words, and the pieces there."""


@dataclass(frozen=True)
class Setup:
    """Everything that can be set, whatever the ruleset."""

    kind: str
    side: Side
    borders: tuple[tuple[str, str], ...]  # ruleset and attack approach on its board
    attackers: Pieces  # place in words and the pieces there
    defenders: Pieces
    measure: str  # what both sides want
    morale: tuple[tuple[Side, int], ...] = ()  # where it is not as at the start
    # the defender's artillery has bombarded in its last turn (T-11.25, B-11.26)
    silent: bool = False
    surprised: bool = False  # French pieces are inactive (B-6.6) or disorganised (T-14.3)

    def border(self, ruleset: str) -> str:
        """Return the attack approach on the board of a ruleset."""
        return dict(self.borders)[ruleset]

    def marked(self, role: str) -> Mapping[str, str]:
        """Return the pieces of a side, ``"attacker"`` or ``"defender"``, with their marks."""
        pieces = self.attackers if role == "attacker" else self.defenders
        side = self.side if role == "attacker" else self.side.enemy
        before = "~" if self.surprised and side is Side.FRENCH else ""

        def token(face: str) -> str:
            silent = self.silent and role == "defender" and face[0] == "A"
            return f"{before}{face}{':silent' if silent else ''}"

        return {place: " ".join(map(token, faces.split())) for place, faces in pieces}


@dataclass(frozen=True)
class FightOrReason:
    """The fight that a set-up makes under one ruleset, or why there is none."""

    fight: Fight | None
    why: str = ""


def fight_of(setup: Setup, ruleset: str, stop: Event | None = None) -> FightOrReason:
    """Play a set-up out under a ruleset, unless stopped."""
    try:
        return FightOrReason(
            fight(
                ruleset,
                setup.border(ruleset),
                setup.marked("attacker"),
                setup.marked("defender"),
                setup.kind,
                side=setup.side,
                measure=setup.measure,
                morale=dict(setup.morale),
                most=MOST,
                stop=stop,
            )
        )
    except MarengoError as error:
        return FightOrReason(None, str(error))
