"""A battle of *Napoleon in Europe*: what it declares, and one scenario of it."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self

import msgspec
import numpy as np

from marengo.core.columns import DECISIONS, Column
from marengo.core.engine import bulk, driver, learned, policy
from marengo.core.engine.search import primitives as search
from marengo.core.errors import ScenarioError
from marengo.core.files import fitted
from marengo.core.game import Content, Engine, Game
from marengo.core.scenarios import ancestry, paragraphs
from marengo.games.europe import notation
from marengo.games.europe.decisions import QUESTIONS
from marengo.games.europe.policy import features, rule
from marengo.games.europe.policy.facts import Net, Scores, Weights
from marengo.games.europe.position import build_position
from marengo.games.europe.rules import ending, information, rounds, setup, soundness
from marengo.games.europe.rules.position import Position, Result, Workspace
from marengo.games.europe.rules.words import Decision, Ending, Nation, Piece, Side
from marengo.games.europe.scenario import (
    Account,
    Army,
    Scenario,
    build_tables,
    scenario_of,
)
from marengo.games.europe.state import SCREEN_MODULE, BattleState, FoughtState
from marengo.languages import N_
from marengo.paths import data_path

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    StateT_co = TypeVar("StateT_co", bound=FoughtState, default=FoughtState, covariant=True)
else:  # defaults of type variables are for type checkers
    from typing import TypeVar

    StateT_co = TypeVar("StateT_co", covariant=True)

Array = np.ndarray[Any, Any]

KINDS = {kind.value: kind.name.lower().replace("_", " ") for kind in Ending if kind}
CLASSES = {0: "skirmish", 1: "great battle"}
BY_SIDE = {
    "armies_lost": "armies eliminated, pursuit included",
    "leaders_lost": "leaders eliminated, pursuit included",
}


class EuropeGame(Game[StateT_co], Generic[StateT_co]):
    """Declarations that battles and wars share; their scenarios are files."""

    data = data_path("")
    scenario: Account

    @classmethod
    def from_files(cls, chain: list[tuple[Path, Content]]) -> Self:
        """Return the game of scenario files that extend each other, see :func:`ancestry`."""
        return cls(scenario_of(chain, cls.schema))

    @abstractmethod
    def __init__(self, scenario: Any) -> None: ...

    def describe(self, path: Path | None) -> Iterator[str]:
        """Yield what there is to be told of the scenario, and of the file that states it."""
        yield from super().describe(path)
        yield from paragraphs(self.scenario.context)
        yield from (f"- {source}" for source in self.scenario.sources)
        yield ""
        yield from (f"- {line}" for line in self.scenario.told())
        chain = ancestry(path) if path else []
        if chain[1:]:
            yield from ["", f"It changes {self.extends}."]

    def facts(self) -> Content:
        """Return the scenario as plain data, as JSON has it."""
        return self.scenario.facts()

    def text(self) -> str:
        """Return all that decides what is played as canonical text, the same for equal games."""
        return msgspec.json.encode(self.facts(), order="sorted").decode()

    def __repr__(self) -> str:
        return f"<Game {self.scenario_name}>"


class BattleGame(EuropeGame[BattleState]):
    """One battle of *Napoleon in Europe* (chapters 19 to 26)."""

    name, title = "europe-battle", N_("Napoleon in Europe: a battle")
    seats, decisions, questions = Side, Decision, QUESTIONS
    schema, screen_module = Scenario, SCREEN_MODULE
    columns = (
        Column("kind", "how it ended", "ending", words=KINDS),
        Column("rounds", "rounds of battle", "rounds", counts="length"),
        DECISIONS,
        Column("class", "whether it was a great battle", "great", words=CLASSES),
        *(
            Column(f"{side.name.lower()}_{field}", f"{text}, {side.name.lower()}", field, side)
            for field, text in BY_SIDE.items()
            for side in Side
        ),
    )
    endings: ClassVar = {
        "column": "by a column without armies",
        "retreat": "by retreat",
        "inactivity": "by inactivity",
        "no armies": "against leaders alone",
    }
    engine = Engine(
        state=Position,
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
            driver.proceed: ending.proceed,
            driver.weigh: rounds.weigh,
            bulk.summarise: ending.summarise,
            bulk.stock: soundness.stock,
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
    scenario: Scenario

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.tables = build_tables(scenario)

    def state(self, record: Array) -> BattleState:
        """Return a record of the engine, shape ``(1,)``, as a position to be played on."""
        return BattleState(self, record)

    def write_move(self, seat: int, code: int) -> str:
        """Return the text of a packed move."""
        return notation.write(seat, code)


def _plain(value: Any) -> Any:
    """Return a number of numpy or another mapping as plain data, all else as a text of it."""
    if isinstance(value, np.generic):
        return value.item()
    return dict(value) if isinstance(value, Mapping) else repr(value)


def _by_name(armies: object) -> object:
    """Return armies by the names of their nations, which may be given as members of Nation."""
    if not isinstance(armies, Mapping):
        return armies
    return {
        notation.NAMES[nation] if isinstance(nation, Nation) else nation: _pieces_by_name(army)
        for nation, army in armies.items()
    }


def _pieces_by_name(army: object) -> object:
    """Return the pieces of an army by their names, which may be given as members of Piece."""
    if not isinstance(army, Mapping):
        return army
    return {
        notation.PIECES[piece] if isinstance(piece, Piece) else piece: number
        for piece, number in army.items()
    }


def battle(
    attacker: Mapping[Any, Army | Mapping[Any, int]],
    defender: Mapping[Any, Army | Mapping[Any, int]],
    **fields: Any,
) -> BattleGame:
    """Return a battle between any two armies.

    Parameters
    ----------
    attacker, defender : mapping of nation to army
        For example ``{"france": {"infantry": 10, "cavalry": 4, "artillery": 3, "leader": 2}}``;
        kinds of pieces are the fields of :class:`Army`. Members of ``Nation`` and ``Piece`` are
        taken as well.
    **fields
        Other fields of :class:`Scenario`, such as ``landing=True`` or ``options={…}``.

    Raises
    ------
    ScenarioError
        If it cannot be played; names the field, and what it may be.
    """
    sides = {"attacker": _by_name(attacker), "defender": _by_name(defender)}
    content = {"name": "battle", **fields, **sides}
    plain = msgspec.to_builtins(content, enc_hook=_plain)
    scenario = fitted({**plain, "ruleset": BattleGame.name}, Scenario, "battle", ScenarioError)
    for fault in scenario.faults():
        raise ScenarioError(f"battle: {fault}")
    return BattleGame(scenario)
