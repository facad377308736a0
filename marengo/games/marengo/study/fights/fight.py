"""One fight: set up, played out in all variations, and the best play of both sides."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from threading import Event
from typing import Any

import polars as pl

from marengo.core.numbers import COUNT, WHOLE, takes
from marengo.games.marengo.board import Place
from marengo.games.marengo.game import MarengoGame
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.study.fights.columns import CHOICE_COLUMNS, LINE_COLUMNS, cells
from marengo.games.marengo.study.fights.judging import Judge, check_morale, refusal
from marengo.games.marengo.study.fights.labels import (
    able_to_lead,
    attack_label,
    conduct_label,
    reply_label,
)
from marengo.games.marengo.study.fights.measures import (
    NOTHING,
    FightOutcome,
    Measure,
    Role,
    find_measure,
)
from marengo.games.marengo.study.fights.placement import Pieces, find_game, find_kind, set_up
from marengo.games.marengo.study.fights.solving import Solver, Texts, extremes
from marengo.games.marengo.study.fights.tree import MOST, grow
from marengo.lab.statistics import frame_of


@dataclass(frozen=True, slots=True)
class FightCourse:
    """One course that a fight can take.

    Parameters
    ----------
    moves : tuple of str
        Its moves in notation, forced ones left out.
    outcome : FightOutcome
        What comes out of it.
    states : tuple of State
        The position before each move, and at last the one in which the fight is over.
    """

    moves: Texts
    outcome: FightOutcome
    states: tuple[MarengoState, ...]

    def of(self, side: Side) -> Texts:
        """Return the moves of one side."""
        deciding = zip(self.moves, self.states, strict=False)
        return tuple(move for move, state in deciding if state.to_move == side)


class Fight:
    """A fight that has been played out in all variations; made by :func:`fight`.

    Both sides are taken to see all faces and to play as well as can be: this is arithmetic, not
    what a player at the board may know.

    Parameters
    ----------
    state : State
        The position before it; its active side attacks.
    border, kind : str
        The attack approach, and the kind of fight.
    measure : Measure
        What both sides want.
    solver : Solver
        Of all its variations.
    """

    def __init__(
        self, state: MarengoState, border: str, kind: str, measure: Measure, solver: Solver
    ):
        self.state = state
        self.border, self.kind = border, kind
        self.attacker = state.turn  # his enemy defends
        self.measure = measure
        self._solver = solver

    def __repr__(self) -> str:
        outcome = self.best.outcome
        name = self.game.scenario.name
        lost = " and ".join(map(str, outcome.lost))
        return f"<Fight {name} {self.kind} {self.border}: the {outcome.winner} wins, {lost} lost>"

    @property
    def game(self) -> MarengoGame:
        """The game it belongs to."""
        return self.state.game

    @cached_property
    def best(self) -> FightCourse:
        """The line of best play of both sides."""
        return self.course()

    @property
    def gain(self) -> int:
        """Gain of the attacker from attacking over doing nothing: 1 gain, 0 alike, -1 loss."""
        value, nothing = map(self.measure.value, (self.best.outcome, NOTHING))
        return int(value > nothing) - int(value < nothing)

    def best_moves(self, role: Role) -> Texts:
        """Return the best moves of the ``"attacker"`` or the ``"defender"``, in notation."""
        return self.best.of(self.attacker if role == "attacker" else self.attacker.enemy)

    def course(self, *moves: str) -> FightCourse:
        """Return the best play of both sides after some moves in notation.

        Those of each side are in the order of play, and each is played where it is legal; one that
        has no alternative, and so is never decided, is left out.
        """
        best = self._solver.best(moves)
        states = [self.state.copy()]
        for move in best.moves():
            states.append(states[-1].copy().play(move))
        return FightCourse(best.moves(), best.outcome, tuple(states))

    @cached_property
    def lines(self) -> pl.DataFrame:
        """Every line of play, one row a line: see ``LINE_COLUMNS``."""
        best = list(self.best.moves)
        rows = []
        for number, (path, outcome) in enumerate(self._solver.lines()):
            texts = [text for _, text in path]
            sides = (self.attacker, self.attacker.enemy)
            own = ["; ".join(text for side, text in path if side == actor) for actor in sides]
            rows.append([number, "; ".join(texts), *own, *cells(outcome), texts == best])
        return frame_of(LINE_COLUMNS, rows)

    @cached_property
    def choices(self) -> pl.DataFrame:
        """The outcome of each attack and reply, the rest being best play: ``CHOICE_COLUMNS``."""
        variations = self._solver.choices()
        values = {key: variation.value for key, variation in variations.items()}
        most, least = extremes(values)
        ranks = {value: rank for rank, value in enumerate(sorted({*values.values()})[::-1], 1)}
        able = able_to_lead(attack for attack, _ in variations)
        best = self._solver.key_of(self.best.moves)
        rows = []
        for (attack, reply), variation in variations.items():
            value = variation.value
            rows.append(
                [
                    attack_label(self.state, attack, able),
                    reply_label(self.state, reply, self.kind),
                    conduct_label(self.state, variation.moves()),
                    *cells(variation.outcome),
                    ranks[value],
                    value == most[reply],
                    value == least[attack],
                    (attack, reply) == best,
                    "; ".join(attack),
                    "; ".join(reply),
                ]
            )
        return frame_of(CHOICE_COLUMNS, rows)


@takes(morale=WHOLE, most=COUNT)
def fight(
    ruleset: str | MarengoGame,
    border: str,
    attackers: Pieces,
    defenders: Pieces,
    kind: str = "assault",
    *,
    side: Side = Side.AUSTRIAN,
    measure: str | Measure = "border",
    morale: Mapping[Side, int] | None = None,
    most: int = MOST,
    stop: Event | None = None,
    **facts: Any,
) -> Fight:
    """Play out all variations of an attack that the rules allow.

    Parameters
    ----------
    ruleset : str or Game
        ``"bonaparte"``, ``"triomphe"``, another scenario, or a game.
    border : str
        The attack approach, such as ``"4/9"``: from 4 on 9.
    attackers, defenders : str or mapping of place to pieces
        Pieces as positions write them: ``"I3 I2 C2"``; ``A1:silent`` is artillery that bombarded,
        ``~I2`` an inactive or disorganised French piece. Places are ``"approach"``, ``"reserve"``,
        for defenders also ``"flank"`` (another approach of the defence locality; an attacker of
        strength 1 is put opposite), or any place of the board. Without a place, pieces stand in
        the approach; in reserve are attackers of a manoeuvre attack, and defenders of all but an
        assault. Pieces are named A1, A2, … or F1, F2, … in this order.
    kind : str
        ``"assault"``; ``"manoeuvre"``, a manoeuvre attack; or ``"retreat"``, a manoeuvre attack
        from the approach, to which there is no reply (T-9.17, B-9.14), so that all retreat.
    side : Side
        Who attacks.
    measure : str or Measure
        What both sides want: a name of ``MEASURES``.
    morale : mapping of side to points or discs, optional
        Morale before the fight; 0 is a demoralised army, which fights in Basic and has lost the
        game of Triomphe. Default: in Basic as printed, in Triomphe all discs the army ever gets,
        uncommitted.
    most : int
        Positions looked at before the fight counts as too large.
    stop : threading.Event, optional
        Set it to give up.
    **facts
        What else the position is to have; see ``MarengoGame.position``.

    Returns
    -------
    Fight
        Frames of all lines and of all choices, and the best play.

    Raises
    ------
    IllegalMove
        If no such attack is possible; says which rule forbids it.
    PositionError
        If something cannot be placed; says what and where.
    FightError
        If there are too many positions.
    StoppedError
        If ``stop`` was set.
    ValueError
        If there is no such kind or measure.

    Examples
    --------
    >>> from marengo.games.marengo.study.fights import fight
    >>> found = fight("triomphe", "19/20", "I3 I3 C2", {"approach": "I2 I2", "reserve": "I2"})
    >>> found.best.outcome.winner, found.best.outcome.lost
    ('attacker', (2, 6))
    >>> found.lines.height > found.choices.height
    True
    """
    wanted, verb = find_measure(measure), find_kind(kind).verb
    game = find_game(ruleset)
    state = set_up(game, border, attackers, defenders, kind, side, morale or {}, facts)
    check_morale(state)
    roots = [
        move.code
        for move in state.legal_moves()
        if str(move).split()[0] == verb and str(move).split()[-1] == border
    ]
    if not roots:
        raise refusal(state, verb, border)
    judge = Judge(state, Place.parse(border), assault=verb == "assault")
    root = grow(state, roots, judge, most, stop)
    return Fight(state, border, kind, wanted, Solver(root, side, wanted, state.game))
