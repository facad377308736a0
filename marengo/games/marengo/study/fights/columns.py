"""The columns of the frames of a fight."""

from typing import Any, Final

import polars as pl

from marengo.games.marengo.study.fights.measures import FightOutcome
from marengo.lab.statistics import Columns

WINNERS: Final = pl.Enum(["attacker", "defender"])

OUTCOME_COLUMNS: Final[Columns] = {
    "winner": (WINNERS, "who holds the defence locality afterwards, or keeps others out of it"),
    "attacker_lost": (pl.Int32, "strength points the attacker has lost"),
    "defender_lost": (pl.Int32, "strength points the defender has lost, retreat included"),
    "attacker_morale": (pl.Int32, "change of the attacker's morale, points or discs"),
    "defender_morale": (pl.Int32, "change of the defender's morale, points or discs"),
    "attacker_committed": (pl.Int32, "change of the attacker's committed discs; Basic has none"),
    "defender_committed": (pl.Int32, "change of the defender's committed discs; Basic has none"),
    "over": (
        pl.Boolean,
        "whether the game ends by it, the loser's army being demoralised (T-18.4)",
    ),
    "attacker_left": (pl.String, "the attacker's pieces afterwards"),
    "defender_left": (pl.String, "the defender's pieces afterwards"),
}
"""Columns of an outcome: type and meaning with unit."""

LINE_COLUMNS: Final[Columns] = {
    "line": (pl.Int32, "number of the line, from 0, in the order in which moves are offered"),
    "moves": (pl.String, "its moves in notation, forced ones left out, parted by semicolons"),
    "attacker": (pl.String, "those of the attacker"),
    "defender": (pl.String, "those of the defender"),
    **OUTCOME_COLUMNS,
    "best": (pl.Boolean, "whether it is the line of best play of both sides"),
}
"""Columns of :attr:`Fight.lines`: type and meaning with unit."""

CHOICE_COLUMNS: Final[Columns] = {
    "attack": (pl.String, "the attacker's pieces and who leads, such as 'I3+C2, I3 leads'"),
    "reply": (pl.String, "who leads or blocks on the other side"),
    "then": (pl.String, "how both sides go on, each as well as it can"),
    **OUTCOME_COLUMNS,
    "rank": (pl.Int32, "how good it is for the attacker by the measure: 1 the best, alike alike"),
    "best_attack": (pl.Boolean, "whether no other attack does better against this reply"),
    "best_reply": (pl.Boolean, "whether no other reply does better against this attack"),
    "best": (pl.Boolean, "whether it is the best play of both sides"),
    "attack_moves": (pl.String, "the attack in notation"),
    "reply_moves": (pl.String, "the reply in notation"),
}
"""Columns of :attr:`Fight.choices`: type and meaning with unit."""


def cells(outcome: FightOutcome) -> list[Any]:
    """Return what the columns of an outcome hold."""
    pairs = (outcome.lost, outcome.morale, outcome.committed)
    numbers = [number for pair in pairs for number in pair]
    return [outcome.winner, *numbers, outcome.over, *outcome.left]
