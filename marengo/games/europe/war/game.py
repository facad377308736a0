"""The war of *Napoleon in Europe*: what it declares, and one scenario of it."""

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
from marengo.games.europe.rules.position import Workspace
from marengo.games.europe.war import notation
from marengo.games.europe.war.policy import facts, features, rule
from marengo.games.europe.war.position import build_position
from marengo.games.europe.war.rules import ending, information, sequence, setup, soundness
from marengo.games.europe.war.rules.record import War, WarResult
from marengo.games.europe.war.rules.words import NATION_OF, Decision, Seat, Verdict
from marengo.games.europe.war.scenario import WarScenario, build_tables, scenario_of
from marengo.games.europe.war.state import SCREEN, WarState
from marengo.languages import N_
from marengo.paths import data_path

Array = np.ndarray[Any, Any]

KINDS = {one.value: one.name.lower() for one in Verdict if one}
BY_SEAT = {
    "armies_lost": "armies eliminated",
    "leaders_lost": "leaders eliminated",
    "regions_owned": "regions owned in the end",
}


class WarGame(Game[WarState]):
    """A war of two nations on land, chapters 1 to 28 of the Standard rules as far as it goes."""

    name, title = "europe-1800", N_("Napoleon in Europe: 1800")
    seats, decisions = Seat, Decision
    palette = (1, 0)
    data, schema, screen = data_path(""), WarScenario, SCREEN
    columns = (
        Column("kind", "how it ended", "verdict", words=KINDS),
        Column("months", "months of war", "months", counts="length"),
        DECISIONS,
        Column("battles", "battles fought", "battles"),
        Column("great_battles", "great battles among them", "great_battles"),
        Column("held", "disputed regions that France holds in the end", "held"),
        *(
            Column(f"{one.name.lower()}_{field}", f"{text}, {one.name.lower()}", field, one)
            for field, text in BY_SEAT.items()
            for one in Seat
        ),
    )
    endings: ClassVar = {
        "sued": "by a peace that was sued for",
        "armistice": "by armistice",
        "regions": "by regions held",
    }
    engine = Engine(
        state=War,
        result=WarResult,
        workspace=Workspace,
        determinization=Workspace,
        scores=facts.WarScores,
        weights=facts.WarWeights,
        net=facts.WarNet,
        primitives={
            driver.set_up: setup.set_up,
            driver.list_moves: sequence.list_moves,
            driver.carry_out: sequence.carry_out,
            driver.proceed: sequence.proceed,
            driver.weigh: sequence.weigh,
            bulk.summarise: ending.summarise,
            bulk.list_problems: soundness.list_problems,
            policy.information_set: information.information_set,
            policy.determinize: information.determinize,
            policy.score_moves: rule.score_moves,
            learned.move_features: features.move_features,
            learned.position_features: features.position_features,
            search.has_learned: information.has_learned,
            search.turn_number: ending.turn_number,
            search.returns: ending.returns,
        },
    )
    position = build_position
    scenario: WarScenario

    def __init__(self, scenario: WarScenario) -> None:
        self.scenario = scenario
        self.regions = tuple(scenario.regions)
        self.tables = build_tables(scenario)

    @classmethod
    def from_files(cls, chain: list[tuple[Path, Content]]) -> Self:
        """Return the game of scenario files that extend each other, see :func:`ancestry`."""
        return cls(scenario_of(chain))

    def describe(self, path: Path | None) -> Iterator[str]:
        """Yield what there is to be told of the scenario, and of the file that states it."""
        yield from super().describe(path)
        yield from paragraphs(self.scenario.context)
        yield from (f"- {source}" for source in self.scenario.sources)
        yield ""
        for nation, seat in zip(NATION_OF, Seat, strict=True):
            name, regions = seat.name.lower(), self.scenario.regions.values()
            owned = sum(region.owner == name for region in regions)
            there = [
                army for region in regions for one, army in region.troops.items() if one == name
            ]
            armies = sum(army.armies for army in there)
            table = self.scenario.nation(nation)
            told = f"{owned} regions, {armies} armies, commitment {table.commitment}"
            yield f"- {nation.name.title()}: {told}"
        chain = ancestry(path) if path else []
        if chain[1:]:
            yield from ["", f"It changes {self.extends}."]

    def facts(self) -> Content:
        """Return the scenario as plain data, as JSON has it."""
        return self.scenario.facts()

    def text(self) -> str:
        """Return all that decides what is played as canonical text, the same for equal games."""
        return msgspec.json.encode(self.facts(), order="sorted").decode()

    def state(self, record: Array) -> WarState:
        """Return a record of the engine, shape ``(1,)``, as a position to be played on."""
        return WarState(self, record)

    def make_ground(self) -> Array:
        """Work out the steps between regions, shape ``(1,)``."""
        return facts.make_ground(self.tables)

    def write_move(self, seat: int, code: int) -> str:
        """Return the text of a packed move."""
        return notation.write(self.regions, code)

    def __repr__(self) -> str:
        return f"<Game {self.scenario_name}>"
