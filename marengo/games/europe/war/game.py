"""The war of *Napoleon in Europe*: what it declares, and one scenario of it."""

from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Any, ClassVar

import numpy as np

from marengo.core.columns import DECISIONS, Column
from marengo.core.engine import bulk, driver, learned, policy
from marengo.core.engine.search import primitives as search
from marengo.core.game import Engine
from marengo.games.europe import decisions as battle
from marengo.games.europe.game import EuropeGame
from marengo.games.europe.notation import NAMES
from marengo.games.europe.rules.position import Workspace
from marengo.games.europe.rules.words import GREAT, Nation
from marengo.games.europe.war import notation
from marengo.games.europe.war.decisions import QUESTIONS
from marengo.games.europe.war.policy import facts, features, rule
from marengo.games.europe.war.position import build_position
from marengo.games.europe.war.rules import ending, information, sequence, setup, soundness
from marengo.games.europe.war.rules.record import War, WarResult
from marengo.games.europe.war.rules.words import Decision, Level, Power, Seat, Verdict
from marengo.games.europe.war.scenario import (
    NATION_OF,
    EuropeScenario,
    WarScenario,
    build_tables,
)
from marengo.games.europe.war.state import SCREEN_MODULE, WarState
from marengo.languages import N_

Array = np.ndarray[Any, Any]

KINDS = {verdict.value: verdict.name.lower() for verdict in Verdict if verdict}
LEVELS = {level.value: level.name.lower() for level in Level}
BY_NATION = {
    "armies_lost": "armies eliminated",
    "leaders_lost": "leaders eliminated",
    "regions_owned": "regions owned in the end",
}
POWERS = tuple(Nation)[:GREAT]
AT_SEA = {"squadrons_lost": "squadrons lost"}
COLUMNS = (
    Column("kind", "how it ended", "verdict", words=KINDS),
    Column("months", "months of war", "months", counts="length"),
    DECISIONS,
    Column("battles", "battles fought", "battles"),
    Column("great_battles", "great battles among them", "great_battles"),
)


def by_nation(fields: Mapping[str, str], nations: Sequence[Nation]) -> Iterator[Column]:
    """Yield a column for each field and nation."""
    for field, text in fields.items():
        for nation in nations:
            yield Column(
                f"{nation.name.lower()}_{field}", f"{text}, {nation.name.lower()}", field, nation
            )


class WarGame(EuropeGame[WarState]):
    """A war of two nations, of chapters 1 to 28 of the Standard rules as far as it goes."""

    name, title = "europe-1800", N_("Napoleon in Europe: 1800")
    seats: ClassVar[type[IntEnum]] = Seat
    decisions = Decision
    questions: ClassVar = {**battle.QUESTIONS, **QUESTIONS}
    palette: ClassVar[tuple[int, ...]] = (1, 0)
    schema: ClassVar[type[WarScenario]] = WarScenario
    screen_module = SCREEN_MODULE
    columns = (
        *COLUMNS,
        Column("held", "disputed regions that France holds in the end", "held"),
        *by_nation(BY_NATION, NATION_OF),
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
        self.names = notation.Names(self.regions, tuple(scenario.seas))
        self.nations = tuple(nation for nation in Nation if NAMES[nation] in scenario.nations)
        self.tables = build_tables(scenario)

    def state(self, record: Array) -> WarState:
        """Return a record of the engine, shape ``(1,)``, as a position to be played on."""
        return WarState(self, record)

    def make_ground(self) -> Array:
        """Work out the steps between regions, shape ``(1,)``."""
        return facts.make_ground(self.tables)

    def write_move(self, seat: int, code: int) -> str:
        """Return the text of a packed move."""
        return notation.write(self.names, code)


class ContinentGame(WarGame):
    """A war of all Europe, with all that chapters 1 to 28 of the Standard rules have."""

    name, title = "europe-1805", N_("Napoleon in Europe: 1805")
    seats, palette, noise = Power, (1, 3, 6, 2, 5, 0, 4), 0.1
    schema = EuropeScenario
    columns = (
        *COLUMNS,
        Column("sea_battles", "naval battles fought", "sea_battles"),
        *by_nation({**BY_NATION, **AT_SEA}, POWERS),
        *(
            Column(
                f"{nation.name.lower()}_level",
                f"level, {nation.name.lower()}",
                "level",
                nation,
                words=LEVELS,
            )
            for nation in POWERS
        ),
        *(
            Column(
                f"{nation.name.lower()}_result",
                f"what it gets in the end, 0 to 1, {nation.name.lower()}",
                "result",
                nation,
                missing=True,
                dtype="Float64",
            )
            for nation in POWERS
        ),
    )
    endings: ClassVar = {
        "sued": "by a peace that was sued for",
        "time": "by time",
        "levels": "by levels of victory",
    }

    @property
    def parties(self) -> tuple[tuple[Power, ...], ...]:
        """The nations of each player; nobody plays the others, which are neutral (N-1.5)."""
        return tuple(
            tuple(Power(NAMES.index(name)) for name in own) for own in self.scenario.players
        )

    @property
    def even(self) -> float:
        """A half in a historical game, which one of two sides wins (N-27.1)."""
        return 0.5 if self.scenario.victory == "historical" else 1 / len(self.played)
