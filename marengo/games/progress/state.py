"""A position as a person holds it, and what a player may know of it."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from marengo.core.engine import bulk
from marengo.core.engine.driver import NONE
from marengo.core.engine.search.primitives import OPEN
from marengo.core.errors import NotationError
from marengo.core.move import Move
from marengo.core.numbers import takes
from marengo.core.state import State
from marengo.core.uncompiled import call_python
from marengo.core.view import View
from marengo.games.progress import legality, notation
from marengo.games.progress.rules import control, hand, information
from marengo.games.progress.rules.soundness import PROBLEMS
from marengo.games.progress.rules.words import Card, Colour, Decision, Ending
from marengo.games.progress.scenario import Scenario
from marengo.languages import N_, _

if TYPE_CHECKING:
    from marengo.games.progress.game import ProgressGame

SCREEN_MODULE = "marengo.screens.progress"
"""The module that draws the game."""

STANDING: tuple[Literal["", "normal", "fortified"], ...] = ("", "normal", "fortified")
"""Ways in which the army on a capital stands, by their number in the engine."""

TITLES = {Colour.BLUE: N_("Blue"), Colour.ORANGE: N_("Orange")}


def title_of(colour: Colour) -> str:
    """Return what sentences call a player."""
    return _(TITLES[colour])


REASONS = {
    Ending.POINTS: N_("{result}: {blue}:{orange} VP (M-16.1)"),
    Ending.AGREEMENT: N_("{result}: {blue}:{orange} VP when both agreed to end (M-16.2)"),
    Ending.CAP: N_("{result}: {blue}:{orange} VP after the last round (M-16.6)"),
}


@dataclass(frozen=True)
class Armies:
    """A player's armies in a country, the one on the enemy capital among them."""

    normal: int
    fortified: int
    capital: Literal["", "normal", "fortified"] = ""


@dataclass(frozen=True, kw_only=True)
class ProgressView(View):
    """Knowledge of a player: all but a card that the enemy has not shown yet (chapter 18).

    What is not explained here is as in the state; pairs are of Blue and Orange.
    """

    ruleset: ClassVar = "progress"
    screen_module: ClassVar = SCREEN_MODULE

    round: int
    holder: Colour
    supply: int
    vp: tuple[int, int]
    strength: tuple[int, int]
    vp_dice: dict[str, int]
    hands: tuple[tuple[Card, ...], ...]  # an enemy card that lies sealed on the table is among them
    discards: tuple[tuple[Card, ...], ...]
    tables: tuple[Card | None, ...]  # cards of this round that the viewer knows
    sealed: bool  # whether an enemy card lies there that he does not know
    stock: tuple[int, ...]  # armies that are not in play
    armies: dict[tuple[str, Colour], Armies]  # by place and player, where there are any
    scenario: Scenario = field(repr=False)


class ProgressState(State):
    """A position of *The March of Progress*."""

    NOT_ASKED: ClassVar = "it is the other player who decides (chapter 20)"

    game: "ProgressGame"

    def ask(self, rule: Any, *arguments: Any) -> Any:
        """Apply a rule of the engine to the position; return its answer."""
        return call_python(rule, self.game, self._record, *arguments)

    @property
    def outcome(self) -> str | None:
        """Result of the game in words, or None while it goes on."""
        if not self.is_over:
            return None
        winner, blue, orange = int(self.record["winner"]), *self.vp
        result = _("a draw")
        if winner != NONE:
            result = _("{seat} wins").format(seat=title_of(Colour(winner)))
        words = _(REASONS[Ending(int(self.record["ending"]))])
        return words.format(result=result, blue=blue, orange=orange)

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return int(self.record["turn"])

    @property
    def holder(self) -> Colour:
        """Player who has the initiative (M-1.10)."""
        return Colour(int(self.record["holder"]))

    @property
    def supply(self) -> int:
        """VP that are left (M-1.11)."""
        return int(self.record["supply"])

    @property
    def vp(self) -> tuple[int, int]:
        """VP of Blue and Orange."""
        blue, orange = self.record["vp"].tolist()
        return blue, orange

    @property
    def strength(self) -> tuple[int, int]:
        """Strength of each army of Blue and Orange (M-1.6)."""
        blue, orange = self.record["strength"].tolist()
        return blue, orange

    @property
    def vp_dice(self) -> dict[str, int]:
        """VP of each country (M-1.6)."""
        return dict(zip(self.game.places, self.record["die"].tolist(), strict=False))

    def hand(self, colour: Colour) -> tuple[Card, ...]:
        """Return the cards in a player's hand."""
        return _cards(int(self.record["hand"][colour]))

    def discard(self, colour: Colour) -> tuple[Card, ...]:
        """Return the cards on a player's discard."""
        return _cards(int(self.ask(hand.discard_of, int(colour))))

    def table(self, colour: Colour) -> Card | None:
        """Return the card that a player has played this round, sealed or not."""
        played = int(self.record["played"][colour])
        return Card(played) if played else None

    def stock(self, colour: Colour) -> int:
        """Return how many armies a player has in stock."""
        return int(self.record["stock"][colour])

    def armies(self, place: str, colour: Colour) -> Armies:
        """Return a player's armies in a country."""
        s, number = self.record, self.game.places.index(place)
        at = control.of(int(colour), number)
        capital = self.ask(control.on_capital, int(colour), number)
        return Armies(int(s["normal"][at]), int(s["fortified"][at]), STANDING[int(capital)])

    def controls(self, colour: Colour) -> tuple[str, ...]:
        """Return the countries that a player controls (chapter 13)."""
        return tuple(
            name
            for place, name in enumerate(self.game.places)
            if self.ask(control.controls, int(colour), place)
        )

    def hides(self, side: int) -> bool:
        """Return whether the other seat's choice, made or due, is hidden from a seat (M-18.2)."""
        at_once = self.ask(information.sealed) != OPEN
        return bool(at_once or self.ask(information.has_sealed, 1 - side))

    @takes()
    def view(self, side: Colour | None) -> ProgressView:
        """Return what a player knows of this position; None shows everything."""
        hands = [self.hand(colour) for colour in Colour]
        tables = [self.table(colour) for colour in Colour]
        enemy = 0 if side is None else 1 - side
        hidden = side is not None and self.ask(information.has_sealed, enemy)
        sealed = hidden and self.decision == Decision.CARD
        if sealed and (card := tables[enemy]):
            hands[enemy], tables[enemy] = tuple(sorted((*hands[enemy], card))), None
        return ProgressView(
            **vars(super().view(side)),
            round=self.round,
            holder=self.holder,
            supply=self.supply,
            vp=self.vp,
            strength=self.strength,
            vp_dice=self.vp_dice,
            hands=tuple(hands),
            discards=tuple(map(self.discard, Colour)),
            tables=tuple(tables),
            sealed=sealed,
            stock=tuple(map(self.stock, Colour)),
            armies={
                (place, colour): armies
                for place in self.game.places
                for colour in Colour
                if (armies := self.armies(place, colour)) != Armies(0, 0)
            },
            scenario=self.game.scenario,
        )

    @takes(NotationError)
    def move(self, text: str) -> Move:
        """Return the move that a text stands for, legal or not; NotationError if it is none."""
        return Move(notation.read(self.game.places, text), self.to_move, self.game.write_move)

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
        asked = "over" if self.is_over else f"{self.to_move.name.title()}: {self.decision.name}"
        blue, orange = self.vp
        return f"<State round {self.round}, {blue}:{orange} VP, {asked.lower()}>"


def _cards(bits: int) -> tuple[Card, ...]:
    return tuple(card for card in Card if bits >> card & 1)
