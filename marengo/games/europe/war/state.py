"""A war as a person holds it, and what a seat may know of it."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from itertools import permutations
from typing import TYPE_CHECKING, Any, ClassVar

from marengo.core.engine import bulk
from marengo.core.engine.driver import NONE
from marengo.core.errors import NotationError
from marengo.core.move import Move
from marengo.core.numbers import takes
from marengo.games.europe.notation import NAMES as FILES
from marengo.games.europe.rules.words import KINDS, Nation, Piece, Side
from marengo.games.europe.state import BattleView, FoughtState
from marengo.games.europe.war import legality, notation
from marengo.games.europe.war.rules import ending, information
from marengo.games.europe.war.rules.soundness import PROBLEMS
from marengo.games.europe.war.rules.words import (
    REGIONS,
    WATERS,
    Level,
    Relation,
    Seat,
    Step,
    Verb,
    Verdict,
)
from marengo.languages import N_, _

if TYPE_CHECKING:
    from marengo.games.europe.war.game import WarGame

SCREEN_MODULE = "marengo.screens.europe.war"
"""The module that draws the game."""

NAMES = {
    Nation.FRANCE: N_("France"),
    Nation.GREAT_BRITAIN: N_("Great Britain"),
    Nation.PRUSSIA: N_("Prussia"),
    Nation.RUSSIA: N_("Russia"),
    Nation.OTTOMAN_EMPIRE: N_("the Ottoman Empire"),
    Nation.AUSTRIA: N_("Austria"),
    Nation.SPAIN: N_("Spain"),
}

REASONS = {
    Verdict.SUED: N_("{winner} wins: {loser} sues for peace (N-30.10)"),
    Verdict.ARMISTICE: N_("an armistice: a draw (N-30.10)"),
    Verdict.REGIONS: N_(
        "{winner} wins by a narrow margin: France holds {number} regions (N-30.11)"
    ),
}

DRAWN = N_("a draw: France holds {number} regions (N-30.11)")

BY_CAMP = {
    (Verdict.SUED, 0): N_("France and its allies win: all who fought them have sued (N-27.1)"),
    (Verdict.SUED, 1): N_("the allies against France win: France sues for peace (N-27.1)"),
    (Verdict.TIME, 0): N_("France wins by a narrow margin: time is up (N-30.21)"),
    (Verdict.TIME, NONE): N_("a draw: time is up (N-30.21)"),
    (Verdict.LEVELS, 0): N_("{winner} has reached the highest level (N-27.3)"),
    (Verdict.LEVELS, 1): N_("{winner} has reached the highest level (N-27.3)"),
    (Verdict.LEVELS, NONE): N_("nobody has reached more than all others (N-27.3)"),
}
"""Words for the end of a war of all Europe, by verdict and by whether France has won."""

Troops = Mapping[str, Mapping[Nation, Mapping[Piece, int]]]
"""Pieces by region and nation, where there are any."""


@dataclass(frozen=True, kw_only=True)
class WarView(BattleView):
    """Knowledge of a seat: all but the other side's deployment in battle (N-28.1, N-28.2)."""

    ruleset: ClassVar = "europe-1800"
    screen_module: ClassVar = SCREEN_MODULE

    month: int
    active: Nation
    step: Step
    owners: Mapping[str, Nation | None]
    uprisings: tuple[str, ...]
    troops: Troops
    squadrons: Mapping[str, Mapping[Nation, int]]
    relations: Mapping[tuple[Nation, Nation], Relation]
    controllers: Mapping[Nation, Nation]
    pap: Mapping[Nation, int]
    pp: Mapping[Nation, int]
    dead: Mapping[Nation, Mapping[Piece, int]]
    held: int
    battle: str | None  # region in which one is fought, or from which units retreat
    retreating: Mapping[Nation, Mapping[Piece, int]]
    offered: str | None  # what a nation is asked to agree to


class WarState(FoughtState):
    """A position of a war of *Napoleon in Europe*."""

    NOT_ASKED: ClassVar = "it is the other nation that decides (chapter 33)"

    game: "WarGame"

    @property
    def outcome(self) -> str | None:
        """The result of the war in words, or None while it goes on."""
        if not self.is_over:
            return None
        verdict, victor = Verdict(int(self.record["verdict"])), int(self.record["victor"])
        if self.game.scenario.victory != "disputed":
            return _(BY_CAMP[verdict, NONE if victor == NONE else min(victor, 1)]).format(
                winner=_(NAMES.get(Nation(victor), "")) if victor != NONE else ""
            )
        if victor == NONE and verdict == Verdict.REGIONS:
            return _(DRAWN).format(number=self.held)
        winner, loser = NAMES[Nation.FRANCE], NAMES[Nation.AUSTRIA]
        if victor == Nation.AUSTRIA:
            winner, loser = loser, winner
        words = _(REASONS[verdict])
        return words.format(winner=_(winner), loser=_(loser), number=self.held)

    @property
    def month(self) -> int:
        """The round, from 1 (N-4.1)."""
        return int(self.record["month"])

    @property
    def date(self) -> tuple[int, int]:
        """Year and month of the round (N-4.2)."""
        years, months = divmod(self.game.scenario.begins - 2 + self.month, 12)
        return self.game.scenario.year + years, months + 1

    @property
    def step(self) -> Step:
        """The step of the turn."""
        return Step(int(self.record["step"]))

    @property
    def active(self) -> Nation:
        """The nation whose turn it is."""
        return Nation(int(self.record["active"]))

    @property
    def owners(self) -> dict[str, Nation | None]:
        """The owner of each region (N-1.6)."""
        owners = self.record["owner"].tolist()
        return {
            name: None if owners[number] == NONE else Nation(owners[number])
            for number, name in enumerate(self.game.regions)
        }

    @property
    def uprisings(self) -> tuple[str, ...]:
        """The regions in uprising (N-18.1)."""
        marked = self.record["uprising"].tolist()
        return tuple(name for number, name in enumerate(self.game.regions) if marked[number])

    @property
    def troops(self) -> dict[str, dict[Nation, dict[Piece, int]]]:
        """Pieces by region and nation, where there are any; those in a battle are on its board."""
        troops = self.record["troops"].reshape(-1, REGIONS, KINDS)
        by_region: dict[str, dict[Nation, dict[Piece, int]]] = {}
        for number, name in enumerate(self.game.regions):
            by_nation = {nation: _pieces(troops[nation, number].tolist()) for nation in Nation}
            if present := {nation: pieces for nation, pieces in by_nation.items() if pieces}:
                by_region[name] = present
        return by_region

    @property
    def squadrons(self) -> dict[str, dict[Nation, int]]:
        """Squadrons by sea area or port and nation, where there are any."""
        ships = self.record["ships"].reshape(-1, WATERS)
        return {
            name: fleets
            for place, name in enumerate(self.game.names.waters)
            if (
                fleets := {
                    nation: int(ships[nation, place]) for nation in Nation if ships[nation, place]
                }
            )
        }

    @property
    def relations(self) -> dict[tuple[Nation, Nation], Relation]:
        """The relations of any two nations that are not neutral (N-13.1)."""
        relation = self.record["relation"].reshape(len(Nation), -1).tolist()
        pairs = permutations(self.game.nations, 2)
        return {
            (nation, other): Relation(relation[nation][other])
            for nation, other in pairs
            if relation[nation][other]
        }

    @property
    def controllers(self) -> dict[Nation, Nation]:
        """The controllers of neutral great nations (N-15.3, N-15.4)."""
        controller = self.record["controller"].tolist()
        return {
            nation: Nation(controller[nation])
            for nation in self.game.nations
            if controller[nation] not in (NONE, nation)
        }

    @property
    def levels(self) -> dict[Nation, Level]:
        """The level of victory that each nation has reached so far (N-27.3)."""
        return {
            nation: Level(int(self.ask(ending.level_of, int(nation))))
            for nation in self.game.nations
        }

    @property
    def pap(self) -> dict[Nation, int]:
        """Political action points (N-12.1)."""
        return {nation: int(self.record["pap"][nation]) for nation in self.game.nations}

    @property
    def pp(self) -> dict[Nation, int]:
        """Production points that are saved (N-11.7)."""
        return {nation: int(self.record["pp"][nation]) for nation in self.game.nations}

    @property
    def dead(self) -> dict[Nation, dict[Piece, int]]:
        """Pieces that were eliminated in battles that are over."""
        dead = self.record["dead"].reshape(-1, KINDS)
        return {nation: _pieces(dead[nation].tolist()) for nation in self.game.nations}

    @property
    def held(self) -> int:
        """Number of disputed regions that France holds (N-30.11)."""
        return int(self.ask(ending.count_held))

    @property
    def battle(self) -> str | None:
        """The region in which a battle is fought, until all have retreated."""
        return self.region(int(self.record["place"]))

    @property
    def retreating(self) -> dict[Nation, dict[Piece, int]]:
        """Pieces that are still to retreat (N-26.12, N-26.13)."""
        fleeing = self.record["fleeing"].reshape(-1, KINDS)
        by_nation = {nation: _pieces(fleeing[nation].tolist()) for nation in self.game.nations}
        return {nation: pieces for nation, pieces in by_nation.items() if pieces}

    @property
    def offered(self) -> str | None:
        """The offer that a nation is asked to agree to, in the notation."""
        if not self.record["offer"]:
            return None
        offer = Verb(int(self.record["offer"]))
        given, wanted = (self.region(int(self.record[name])) for name in ("given", "wanted"))
        if offer == Verb.TRADE:
            return f"trade {given} for {wanted}" if wanted else f"trade {given}"
        third = int(self.record["third"])
        return offer.name.lower() + (f" {FILES[third]}" if offer == Verb.PART else "")

    @property
    def context(self) -> dict[str, Any]:
        """The facts that the decision is about."""
        facts = {
            "pending": notation.write(self.game.names, int(self.record["pending"])),
            "battle": self.battle,
            "offered": self.offered,
            "uprising": self.region(int(self.record["unrest"])),
        }
        if not self.record["pending"]:
            del facts["pending"]
        return {name: value for name, value in facts.items() if value}

    def region(self, number: int) -> str | None:
        """Return the name of a region by its number, or None."""
        return None if number == NONE else self.game.regions[number]

    def hides(self, side: int) -> bool:
        """Return whether the other's deployment, done or begun, is hidden from a seat (N-28.2)."""
        return bool(self.ask(information.hides, int(side)))

    def view(self, side: Seat | None) -> WarView:
        """Return what a seat knows of this position; None shows everything."""
        hidden: tuple[Side, ...] = ()
        state = self
        if side is not None and self.hides(side):
            own = int(self.ask(information.side_of, int(side)))
            hidden = tuple(battle_side for battle_side in Side if battle_side != own)
            state = WarState(self.game, self.information_set(side))
        common = vars(super().view(side))
        names = {field.name for field in fields(WarView)} - {*common, "units", "hidden", "scenario"}
        facts = {name: getattr(self, name) for name in names}
        return WarView(
            **common,
            **facts,
            units=state.units,
            hidden=hidden,
            scenario=self.game.scenario,
        )

    @takes(NotationError)
    def move(self, text: str) -> Move:
        """Return the move that a text stands for, legal or not; NotationError if it is none."""
        legal = next((move for move in self.legal_moves() if str(move) == text), None)
        if legal:
            return legal
        side = int(self.record["asked"]) if self.battle and not self.retreating else None
        code = notation.read(self.game.names, side, text)
        return Move(code, self.to_move, self.game.write_move)

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
        year, month = self.date
        when = f"{year}-{month:02}"
        if self.is_over:
            return f"<State {when}, over>"
        asked = f"{self.to_move.name.lower()}: {self.decision.name.lower().replace('_', ' ')}"
        return f"<State {when}, turn of {self.active.name.lower()}, {asked}>"


def _pieces(numbers: list[int]) -> dict[Piece, int]:
    """Return how many there are of each piece, of those that there are."""
    return {Piece(kind): number for kind, number in enumerate(numbers) if number}
