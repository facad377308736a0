"""The table of all leading strengths across one border."""

from collections.abc import Iterator, Mapping
from itertools import chain, combinations_with_replacement
from threading import Event
from typing import Any, Final

import polars as pl

from marengo.core.errors import IllegalMove
from marengo.core.numbers import WHOLE, takes
from marengo.games.marengo.game import MarengoGame
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.study.fights.columns import OUTCOME_COLUMNS, cells
from marengo.games.marengo.study.fights.fight import FightCourse, fight
from marengo.games.marengo.study.fights.labels import leaders_label
from marengo.games.marengo.study.fights.measures import Measure
from marengo.games.marengo.study.fights.placement import attack_approach, find_game
from marengo.lab.statistics import Columns, frame_of

FACES: Final[Mapping[str, tuple[str, ...]]] = {
    "attack": ("I3", "I2", "C2"),
    "defence": ("I3", "I2", "I1", "C2", "C1", "A1"),
}
"""Faces that may lead, by side; an attacking leading piece has 2 or more (T-11.18, B-11.23)."""

BYSTANDER: Final = "I2"
"""The piece in the defence approach if nobody leads there."""

STRENGTH_COLUMNS: Final[Columns] = {
    "attack": (pl.String, "the attacker's leading pieces, such as I3+I2; he has no others"),
    "defence": (pl.String, f"the defender's; '' if the {BYSTANDER} that stands there does not"),
    "possible": (pl.Boolean, "whether the rules let both of them lead"),
    **OUTCOME_COLUMNS,
}
"""Columns of :func:`strength_table`; those of the outcome are null where it is not possible."""


@takes(morale=WHOLE)
def strength_table(
    ruleset: str | MarengoGame,
    border: str,
    *,
    side: Side = Side.AUSTRIAN,
    measure: str | Measure = "border",
    morale: Mapping[Side, int] | None = None,
    stop: Event | None = None,
) -> pl.DataFrame:
    """Return what comes of an assault for all leading pieces of both sides.

    Each side has its leading pieces and no others; in a defence that nobody leads infantry 2
    stands by, and does not counter-attack. Losses that a side may distribute it distributes well.

    Parameters
    ----------
    ruleset : str or Game
        ``"bonaparte"``, ``"triomphe"``, another scenario, or a game.
    border : str
        The attack approach, such as ``"4/9"``.
    side : Side
        Who attacks.
    measure : str or Measure
        What both sides want: a name of ``MEASURES``.
    morale : mapping of side to points or discs, optional
        Morale before the assault, as for :func:`fight`.
    stop : threading.Event, optional
        Set it to give up.

    Returns
    -------
    polars.DataFrame
        One row for each pair: see ``STRENGTH_COLUMNS``.

    Raises
    ------
    PositionError
        If there is no such border.
    StoppedError
        If ``stop`` was set.
    """
    game = find_game(ruleset)
    wide = bool(attack_approach(game.board, border).wide)
    options: dict[str, Any] = {"side": side, "measure": measure, "morale": morale, "stop": stop}
    rows = []
    for attack in leading(FACES["attack"], wide=wide):
        for defence in ("", *leading(FACES["defence"], wide=wide)):
            course = _duel(game, border, attack, defence, options)
            outcome = cells(course.outcome) if course else [None] * len(OUTCOME_COLUMNS)
            rows.append([attack, defence, course is not None, *outcome])
    return frame_of(STRENGTH_COLUMNS, rows)


def leading(faces: tuple[str, ...], *, wide: bool) -> Iterator[str]:
    """Yield who may lead: one piece, or two of a type at a wide approach; artillery is one."""
    yield from faces
    if wide:
        for pair in combinations_with_replacement(faces, 2):
            if pair[0][0] == pair[1][0] != "A":
                yield "+".join(pair)


def _duel(
    game: MarengoGame, border: str, attack: str, defence: str, options: Mapping[str, Any]
) -> FightCourse | None:
    """Return the course if exactly these pieces lead; None if they cannot."""
    attackers = attack.replace("+", " ")
    defenders = defence.replace("+", " ") or BYSTANDER
    try:
        duel = fight(game, border, attackers, defenders, **options)
    except IllegalMove:
        return None
    chosen = duel.choices.filter(attack=attack, reply=leaders_label(defence))
    if chosen.is_empty():
        return None
    moves = (chosen[column].item().split("; ") for column in ("attack_moves", "reply_moves"))
    return duel.course(*chain.from_iterable(moves), "counter none")
