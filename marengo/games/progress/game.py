"""*The March of Progress*: what it declares, and one scenario of it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar, Self

import msgspec
import numpy as np

from marengo.core.columns import DECISIONS, Column
from marengo.core.engine import bulk, driver, learned, policy
from marengo.core.engine.search import primitives as search
from marengo.core.game import Content, Engine, Game
from marengo.core.scenarios import ancestry, paragraphs
from marengo.games.progress import notation
from marengo.games.progress.decisions import QUESTIONS
from marengo.games.progress.policy import features, rule
from marengo.games.progress.policy.facts import Net, Scores, Weights
from marengo.games.progress.position import build_position
from marengo.games.progress.rules import ending, information, rounds, setup, soundness
from marengo.games.progress.rules.position import Result, State, Workspace
from marengo.games.progress.rules.words import Colour, Decision, Ending
from marengo.games.progress.scenario import Scenario, build_tables, scenario_of
from marengo.games.progress.state import SCREEN_MODULE, ProgressState
from marengo.languages import N_
from marengo.paths import data_path

Array = np.ndarray[Any, Any]

KINDS = {kind.value: kind.name.lower() for kind in Ending if kind}
HOLDERS = {colour.value: colour.name.lower() for colour in Colour}
BY_PLAYER = {
    "vp": "VP at the end",
    "strength": "strength of each army at the end",
    "in_play": "armies in play at the end",
    "in_hand": "cards in hand at the end",
}


class ProgressGame(Game[ProgressState]):
    """One scenario of *The March of Progress*."""

    name, title = "progress", N_("The March of Progress")
    seats, decisions, questions = Colour, Decision, QUESTIONS
    data, schema, screen_module = data_path(""), Scenario, SCREEN_MODULE
    palette = (1, 0)  # Blue is blue, and Orange the colour beside it
    columns = (
        Column("kind", "how it ended", "ending", words=KINDS),
        Column("rounds", "rounds played; in each both play a card", "rounds", counts="length"),
        DECISIONS,
        *(
            Column(
                f"{colour.name.lower()}_{field}", f"{text}, {colour.name.title()}", field, colour
            )
            for field, text in BY_PLAYER.items()
            for colour in Colour
        ),
        Column("supply", "VP left", "supply"),
        Column(
            "first_holder", "who had the initiative at the start", "first_holder", words=HOLDERS
        ),
        Column("last_holder", "who had it at the end", "holder", words=HOLDERS),
    )
    endings: ClassVar = {
        "points": "by points",
        "agreement": "by agreement",
        "cap": "by the limit of rounds",
    }
    engine = Engine(
        state=State,
        result=Result,
        workspace=Workspace,
        determinization=Workspace,
        scores=Scores,
        weights=Weights,
        net=Net,
        primitives={
            driver.set_up: setup.set_up,
            driver.list_moves: rounds.list_moves,
            driver.carry_out: rounds.carry_out,
            driver.proceed: rounds.proceed,
            bulk.summarise: ending.summarise,
            bulk.stock: soundness.stock,
            bulk.list_problems: soundness.list_problems,
            policy.information_set: information.information_set,
            policy.determinize: information.determinize,
            policy.score_moves: rule.score_moves,
            learned.move_features: features.move_features,
            learned.position_features: features.position_features,
            search.sealed: information.sealed,
            search.reopen: information.reopen,
            search.has_learned: information.has_learned,
            search.turn_number: rounds.turn_number,
            search.returns: ending.returns,
        },
    )
    position = build_position
    scenario: Scenario

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.tables = build_tables(scenario)

    @classmethod
    def from_files(cls, chain: list[tuple[Path, Content]]) -> Self:
        """Return the game of scenario files that extend each other, see :func:`ancestry`."""
        return cls(scenario_of(chain))

    @property
    def places(self) -> tuple[str, ...]:
        """The countries, in the order in which the engine has them."""
        return self.scenario.countries

    def describe(self, path: Path | None) -> Iterator[str]:
        """Yield what there is to be told of the scenario, and what is different from its parent."""
        yield from super().describe(path)
        yield from paragraphs(self.scenario.context)
        yield from (f"- {source}" for source in self.scenario.sources)
        yield from ["", "What starts where:", *(f"- {line}" for line in _set_up(self.scenario))]
        chain = ancestry(path) if path else []
        if chain[1:]:
            old, new = _flat(scenario_of(chain[1:]).facts()), _flat(self.facts())
            yield from ["", f"What is different from {self.extends}:"]
            yield from (
                f"- {field}: {new[field]} instead of {old[field]}"
                for field in new
                if new[field] != old[field] and field != "name"
            )

    def facts(self) -> Content:
        """Return the scenario as plain data, as JSON has it."""
        return self.scenario.facts()

    def text(self) -> str:
        """Return all that decides what is played as canonical text, the same for equal games."""
        return msgspec.json.encode(self.facts(), order="sorted").decode()

    def state(self, record: Array) -> ProgressState:
        """Return a record of the engine, shape ``(1,)``, as a position to be played on."""
        return ProgressState(self, record)

    def best_response(self, mixture: Any, seat: int) -> tuple[float, float] | None:
        """Return how often a best response wins in a seat, of a small game that can be solved."""
        from marengo.games.progress.solving.programmes import SolvingError
        from marengo.games.progress.solving.responses import best_response

        try:
            return best_response(self, mixture, seat)
        except SolvingError:
            return None

    def write_move(self, seat: int, code: int) -> str:
        """Return the text of a packed move."""
        return notation.write(self.places, code)

    def __repr__(self) -> str:
        return f"<Game {self.scenario_name}>"


def _set_up(scenario: Scenario) -> Iterator[str]:
    """Yield in words what lies on the table when the game begins."""
    numbers, borders = scenario.numbers, (" and ".join(two) for two in scenario.borders)
    yield f"countries: {', '.join(scenario.countries)}; neighbours: {', '.join(borders)}"
    armies = f"{numbers.armies_in_play} of {numbers.armies} armies, of strength {numbers.strength}"
    garrison = f"a garrison of strength {numbers.garrison}"
    yield f"in each home: {armies}, {garrison}, and {numbers.vp_home} VP"
    yield f"in each neutral: {numbers.vp_neutral} VP"
    yield f"supply: {numbers.supply} VP"
    yield f"in each hand: {', '.join(scenario.cards)}"


def _flat(facts: Content, where: str = "") -> Content:
    """Return facts with the names of tables in front of those of their fields."""
    flat: Content = {}
    for name, value in facts.items():
        flat |= _flat(value, f"{name}.") if isinstance(value, dict) else {where + name: value}
    return flat
