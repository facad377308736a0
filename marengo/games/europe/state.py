"""A battle as a person holds it, and what a side may know of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from marengo.core.engine import bulk
from marengo.core.engine.driver import NONE
from marengo.core.errors import NotationError
from marengo.core.move import Move
from marengo.core.numbers import takes
from marengo.core.state import State
from marengo.core.uncompiled import call_python
from marengo.core.view import View
from marengo.games.europe import legality, notation
from marengo.games.europe.rules import board, information, movement
from marengo.games.europe.rules.soundness import PROBLEMS
from marengo.games.europe.rules.words import (
    KINDS,
    Ending,
    Nation,
    Phase,
    Piece,
    Side,
    Stage,
    Zone,
)
from marengo.languages import N_, _

if TYPE_CHECKING:
    from marengo.games.europe.game import BattleGame

SCREEN_MODULE = "marengo.screens.europe"
"""The module that draws the game."""

SIDES = {Side.ATTACKER: N_("the attacker"), Side.DEFENDER: N_("the defender")}

REASONS = {
    Ending.COLUMN: N_("{winner} wins: no army of {loser} holds a column (N-26.1)"),
    Ending.RETREAT: N_("{winner} wins: {loser} retreats (N-26.5)"),
    Ending.INACTIVITY: N_("{winner} wins: for two rounds nothing was done (N-26.4)"),
    Ending.NO_ARMIES: N_("{winner} wins: {loser} has no armies (N-19.7)"),
}

Units = Mapping[tuple[Nation, str], Mapping[Piece, int]]
"""Pieces by nation and zone, as the nation's side calls it."""


@dataclass(frozen=True, kw_only=True)
class BattleView(View):
    """Knowledge of a side: all but the other's deployment until both are done (N-28.2)."""

    ruleset: ClassVar = "europe-battle"
    screen_module: ClassVar = SCREEN_MODULE

    round: int
    phase: Phase
    nation: Nation | None  # that acts
    great: bool
    sides: Mapping[Nation, Side]
    units: Units
    hidden: tuple[Side, ...]  # whose deployment is not shown: all of it stands in the reserve
    lost: Mapping[Nation, Mapping[Piece, int]]
    ready: Mapping[
        tuple[str, Piece], tuple[int, int]
    ]  # of that nation: how many may act, and again
    winner: Side | None
    scenario: Any = field(repr=False)


class FoughtState(State):
    """A position with a battle on its board, in a game of one battle or in a war."""

    NOT_ASKED: ClassVar = "it is the other side that decides (chapter 33)"

    def ask(self, rule: Any, *arguments: Any) -> Any:
        """Apply a rule of the engine to the position; return its answer."""
        return call_python(rule, self.game, self._record, *arguments)

    @property
    def round(self) -> int:
        """The round of battle, from 1; 0 during the deployment."""
        return int(self.record["turn"])

    @property
    def phase(self) -> Phase:
        """The phase of the round (N-21.1)."""
        return Phase(int(self.record["phase"]))

    @property
    def stage(self) -> Stage:
        """The stage that the battle has reached."""
        return Stage(int(self.record["stage"]))

    @property
    def nation(self) -> Nation | None:
        """The nation that acts, if one does."""
        nation = int(self.record["nation"])
        return None if nation == NONE else Nation(nation)

    @property
    def great(self) -> bool:
        """True if it is a great battle, not a skirmish (N-19.5)."""
        return bool(self.record["great"])

    @property
    def sides(self) -> dict[Nation, Side]:
        """The nations that fight, with their sides."""
        sides = self.record["side"].tolist()
        return {nation: Side(sides[nation]) for nation in Nation if sides[nation] != NONE}

    @property
    def units(self) -> dict[tuple[Nation, str], dict[Piece, int]]:
        """Pieces by nation and zone, as the nation's side calls it; where there are any."""
        return dict(_units(self.record, self.sides))

    @property
    def lost(self) -> dict[Nation, dict[Piece, int]]:
        """Pieces that were eliminated."""
        lost = self.record["lost"].tolist()
        return {
            nation: {
                Piece(kind): number
                for kind in range(KINDS)
                if (number := lost[nation * KINDS + kind])
            }
            for nation in self.sides
        }

    @property
    def winner(self) -> Side | None:
        """The side that has won, known from the pursuit on."""
        winner = int(self.record["winner"])
        return None if winner == NONE else Side(winner)

    @property
    def ready(self) -> dict[tuple[str, Piece], tuple[int, int]]:
        """Numbers that may act, and act again, by zone and piece of the nation that acts."""
        nation = self.nation
        if self.stage != Stage.ROUNDS or nation is None:
            return {}
        names, ready = notation.zone_names(self.sides[nation]), {}
        for (owner, zone), pieces in self.units.items():
            for piece in pieces if owner == nation and zone != names[Zone.ROUT] else ():
                if movement.PHASES[piece] == self.phase:
                    place = names.index(zone)
                    first, again = (self.ask(movement.ready, place, piece, n) for n in range(2))
                    ready[zone, piece] = first, again
        return {key: numbers for key, numbers in ready.items() if any(numbers)}


class BattleState(FoughtState):
    """A position of a battle of *Napoleon in Europe*."""

    game: "BattleGame"

    @property
    def outcome(self) -> str | None:
        """The result of the battle in words, or None while it goes on."""
        if not self.is_over:
            return None
        winner = Side(int(self.record["winner"]))
        words = _(REASONS[Ending(int(self.record["ending"]))])
        return words.format(winner=_(SIDES[winner]), loser=_(SIDES[Side(1 - winner)]))

    def hides(self, side: int) -> bool:
        """Return whether the other's deployment, done or begun, is hidden from a side (N-28.2)."""
        return bool(self.ask(information.hides, int(side)))

    def view(self, side: Side | None) -> BattleView:
        """Return what a side knows of this position; None shows everything."""
        hidden: tuple[Side, ...] = ()
        state = self
        if side is not None and self.hides(side):
            hidden = (Side(1 - side),)
            state = BattleState(self.game, self.information_set(side))
        return BattleView(
            **vars(super().view(side)),
            round=self.round,
            phase=self.phase,
            nation=self.nation,
            great=self.great,
            sides=self.sides,
            units=state.units,
            hidden=hidden,
            lost=self.lost,
            ready=self.ready,
            winner=self.winner,
            scenario=self.game.scenario,
        )

    @takes(NotationError)
    def move(self, text: str) -> Move:
        """Return the move that a text stands for, legal or not; NotationError if it is none."""
        legal = next((move for move in self.legal_moves() if str(move) == text), None)
        seat = self.to_move
        return legal or Move(notation.read(int(seat), text), seat, self.game.write_move)

    def reason_against(self, move: Move) -> str:
        """Return which rule forbids a move that is not legal here."""
        return legality.reason_against(self, move.code)

    def problems(self) -> list[str]:
        """Return everything that cannot be in a position of this game; empty if it is sound."""
        works = self.game.workspace()
        bulk.problems_of(self.game.tables, self._record, works)
        numbers = works["problem"][0, : int(works["problem_count"][0])].tolist()
        return [PROBLEMS[number] for number in dict.fromkeys(numbers)]

    def __repr__(self) -> str:
        if self.is_over:
            return f"<State round {self.round}, over>"
        asked = f"{self.to_move.name.lower()}: {self.decision.name.lower().replace('_', ' ')}"
        where = f"round {self.round}, {self.phase.name.lower()}"
        return f"<State {where if self.round else 'deployment'}, {asked}>"


def _units(
    record: Any, sides: Mapping[Nation, Side]
) -> Iterator[tuple[tuple[Nation, str], dict[Piece, int]]]:
    units = record["units"].tolist()
    for nation, side in sides.items():
        for zone, name in enumerate(notation.zone_names(side)):
            pieces = {
                piece: number for piece in Piece if (number := units[board.at(nation, zone, piece)])
            }
            if pieces:
                yield (nation, name), pieces
