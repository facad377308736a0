"""What a game is: its seats, the records of its engine, and all else that is asked of one."""

import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, cast

import numpy as np

from marengo.core.asking import Question, Wording
from marengo.core.columns import DECISIONS, Column
from marengo.core.engine import driver
from marengo.core.engine.bulk import Result
from marengo.core.engine.compiled import COMPILES, cache_of, room_of, version_of_modules
from marengo.core.engine.dispatch import implement
from marengo.core.engine.driver import Workspace
from marengo.core.engine.learned import net_logits, net_outlook
from marengo.core.engine.policy import Nothing, Scores, logits
from marengo.core.engine.random import new_seed, seeded
from marengo.core.engine.record import Record
from marengo.core.engine.search.primitives import outlook
from marengo.core.engine.sights import SIGHTED
from marengo.core.errors import ScenarioError
from marengo.core.hooks import AnyScreen, AnyStudy, screen_of, study_of
from marengo.core.numbers import MOST_START, whole
from marengo.core.state import State

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    StateT_co = TypeVar("StateT_co", bound=State, default=State, covariant=True)
else:  # defaults of type variables are for type checkers
    from typing import TypeVar

    StateT_co = TypeVar("StateT_co", covariant=True)

Array = np.ndarray[Any, Any]

Content = dict[str, Any]
"""Content of a scenario file."""


@dataclass(frozen=True)
class Engine:
    """The compiled half of a game."""

    state: type[Record]  # a position
    primitives: Mapping[Callable[..., Any], Callable[..., Any]]  # see marengo.core.engine.dispatch
    result: type[Record] = Result  # of a game
    workspace: type[Record] = Workspace  # scratch of one thread, with the list of legal moves
    determinization: type[Record] = Nothing  # scratch of what draws hidden facts anew
    scores: type[Record] = Scores  # with a net also ``active``, ``position`` and ``hidden``
    weights: type[Record] = Nothing  # of the rules of thumb of a player
    net: type[Record] = Nothing  # what a seat can learn, see ``net_of``


class Game(ABC, Generic[StateT_co]):
    """A game, ready to be started any number of times.

    A class of it says what all games of these rules have in common; an instance is one scenario.
    """

    name: ClassVar[str]
    """Name of the game in scenario files: their ``ruleset``."""

    title: ClassVar[str]
    """Title on its box."""

    seats: ClassVar[type[IntEnum]]
    """Those who play it, numbered from 0."""

    newcomer: ClassVar[int] = 0
    """The seat of a person who asks for none."""

    palette: ClassVar[tuple[int, ...]] = ()
    """Number of the colour of each seat, from 0; empty: the first has the first, and so on."""

    decisions: ClassVar[type[IntEnum]]
    """Kinds of decisions."""

    questions: ClassVar[Mapping[int, Question]] = {}
    """What is asked at decisions, for pages; where nothing is said, the name of the decision."""

    wordings: ClassVar[Mapping[Any, Wording]] = {}
    """How moves are written and what they are called, for pages, by verbs of the game's own."""

    data: ClassVar[Path | None] = None
    """The folder with its ``scenarios`` and what-ifs (``what_if``), if it has such."""

    schema: ClassVar[Any] = None
    """The type that a scenario file must fit, once what it extends is filled in."""

    engine: ClassVar[Engine]

    screen_module: ClassVar[str | None] = None
    """The module with what is seen of the game, a ``GameScreen`` called ``SCREEN``."""

    study_module: ClassVar[str | None] = None
    """The module with what is counted of the game, a ``GameStudy`` called ``STUDY``."""

    standard: ClassVar[str] = ""
    """The scenario that is proposed to who names none, if one is."""

    hides_choices: ClassVar[bool] = False
    """True if others may not know whether a seat that decides has more than one answer."""

    noise: ClassVar[float] = 0.0
    """Difference, 0 to 1, between the values that a search finds for equally good moves: in a game
    of thousands of decisions more than any one matters."""

    columns: ClassVar[tuple[Column, ...]] = (DECISIONS,)
    """Columns of a batch beside seed, players and winner."""

    endings: ClassVar[Mapping[str, str]] = {}
    """Names of kinds of endings in charts, by the words of a column ``kind`` of batches."""

    scenario: Any = None
    """Scenario that is played, if files state it: at least ``name``, ``title`` and ``extends``."""

    @property
    def scenario_name(self) -> str:
        """The name of the scenario that is played."""
        return str(self.scenario.name) if self.scenario else self.name

    @property
    def extends(self) -> str:
        """The scenario that this is a what-if of, if it is one."""
        return str(self.scenario.extends) if self.scenario else ""

    def describe(self, path: Path | None) -> Iterator[str]:
        """Yield what there is to be told of the scenario, and of the file that states it."""
        yield self.title if path is None else f"{self.scenario_name}: {self.scenario_title}"

    @property
    def scenario_title(self) -> str:
        """Title of the scenario in headings."""
        return (self.scenario and str(self.scenario.title)) or self.scenario_name

    weights_file: Path | None = None
    """The file with what was learned of this very scenario, if one lies beside its own file."""

    asks_single: bool = False
    """True if another seat is asked though it has a single answer, see :meth:`asking`."""

    source: str | None = None
    """The name or the file that it was loaded by, if it was."""

    tables: Array
    """Tables of the scenario for the engine, shape ``(1,)``."""

    def __init_subclass__(cls) -> None:
        if "engine" in cls.__dict__:
            words = {
                word
                for column in cls.columns
                if column.name == "kind"
                for word in column.words.values()
            }
            if strange := cls.endings.keys() - words:
                subject = f"{cls.__name__}.endings: {min(strange)!r}"
                raise TypeError(f"{subject} is none of the words of a column 'kind'")
            engine = cls.engine
            # so that code of the core is compiled for it anew when its rules change
            functions = (engine.state, *engine.primitives.values())
            engine.state.give_version(
                version_of_modules(function.__module__ for function in functions)
            )
            implement(engine.state, engine.primitives)
            if cls.learns():
                implement(engine.state, {logits: net_logits, outlook: net_outlook})
                if "look" in engine.net.fields():
                    implement(engine.state, SIGHTED)

    @classmethod
    def learns(cls) -> bool:
        """Return whether players can learn the game: it has features of moves and positions."""
        return cls.engine.net is not Nothing

    def best_response(self, mixture: Any, seat: int) -> tuple[float, float] | None:
        """Return how often a best response wins in a seat, at least and at most.

        Parameters
        ----------
        mixture : Mixture
            By what the other seat plays: ``policy`` with these weights.
        seat : int
            Who responds.

        Returns
        -------
        tuple of float, or None
            None if the game cannot tell, as hardly any can.
        """
        return None

    @classmethod
    def screen(cls) -> AnyScreen:
        """Return what is seen of the game; its module is imported the first time."""
        return screen_of(cls.screen_module)

    @classmethod
    def study(cls) -> AnyStudy:
        """Return what is counted of the game; its module is imported the first time."""
        return study_of(cls.study_module)

    @classmethod
    def seat_names(cls) -> list[str]:
        """Return the names of the seats as files and frames have them."""
        return [seat.name.lower() for seat in cls.seats]

    @classmethod
    def seat_titles(cls) -> list[str]:
        """Return what sentences call the seats."""
        return [name.replace("_", " ").title() for name in cls.seat_names()]

    @property
    def parties(self) -> tuple[tuple[IntEnum, ...], ...]:
        """The seats of each who plays: one each, unless the scenario says otherwise."""
        return tuple((seat,) for seat in self.seats)

    @property
    def played(self) -> tuple[IntEnum, ...]:
        """The seats that somebody plays."""
        return tuple(seat for party in self.parties for seat in party)

    @property
    def even(self) -> float:
        """The share of games that the first seat wins if none is favoured; allies may win more."""
        return 1 / len(self.seats)

    @classmethod
    def from_files(cls, chain: list[tuple[Path, Content]]) -> Self:
        """Return the game of scenario files that extend each other, see :func:`ancestry`.

        Raises
        ------
        ScenarioError
            If it cannot be played; the message names file and field.
        """
        raise ScenarioError(f"{chain[0][0]}: {cls.title} is played without scenario files")

    @classmethod
    def files_of(cls, chain: list[tuple[Path, Content]]) -> list[Path]:
        """Return the files that scenario files name, such as that of a board."""
        del chain
        return []

    def facts(self) -> Content:
        """Return what is played as plain data, as JSON has it."""
        return {"ruleset": self.name, "name": self.scenario_name}

    def state(self, record: Array) -> StateT_co:
        """Return a record of the engine, shape ``(1,)``, as a position to be played on."""
        return cast("StateT_co", State(self, record))

    def text(self) -> str:
        """Return all that decides what is played as canonical text, the same for equal games."""
        return f"{self.name} {self.tables.tobytes()!r}"

    @abstractmethod
    def write_move(self, seat: int, code: int) -> str:
        """Return the text of a packed move of a seat."""

    def make_ground(self) -> Array:
        """Work out what a player knows before the game, shape ``(1,)``."""
        return Nothing.array()

    @cached_property
    def ground(self) -> Array:
        """Knowledge of a player before the game, shape ``(1,)``."""
        return self.make_ground()

    def workspace(self) -> Array:
        """Return the engine's scratch of the calling thread, shape ``(1,)``."""
        works, game = _SCRATCH.works, type(self)
        if game not in works:
            announce_compilation(game)
            works[game] = self.engine.workspace.array()
        return works[game]

    def start(self, seed: int | np.random.SeedSequence | None = None) -> StateT_co:
        """Set the game up and return its first position.

        Parameters
        ----------
        seed : int or numpy.random.SeedSequence, optional
            Decides what is drawn blindly; the same seed gives the same set-up. Default: one of 128
            bits that nobody can guess. No view tells it.

        Raises
        ------
        MarengoError
            If the seed is no whole number of 0 or more, or has more than 300 digits.
        """
        record = self.engine.state.array()
        begun = new_seed() if seed is None else seed
        if not isinstance(begun, np.random.SeedSequence):
            begun = whole("seed", begun, 0, MOST_START)
        driver.start_game(self.tables, record, self.workspace(), seeded(begun))
        state = self.state(record)
        state.seed = begun if isinstance(begun, int) else None
        return state

    def asking(self, *, single: bool) -> Self:
        """Return the same game, which asks another seat for a single answer too, or gives it.

        Between people a question that is left out tells that there was no choice. Where that is
        hidden (``hides_choices``) whoever did not decide just before can be asked all the same;
        any other game is returned as it is. Records of such a game say ``single-answers: asked``,
        and have these answers among their moves.
        """
        wanted = single and self.hides_choices
        if wanted == self.asks_single:
            return self
        other = copy(self)
        other.asks_single = wanted
        return other

    def __copy__(self) -> Self:
        """Return the same game again; what was worked out of its tables is worked out anew."""
        copied = object.__new__(type(self))
        vars(copied).update({name: value for name, value in vars(self).items() if name != "ground"})
        return copied


class _Scratch(threading.local):
    """The workspaces of a thread, by game."""

    def __init__(self) -> None:
        self.works: dict[type[Game[Any]], Array] = {}


_SCRATCH = _Scratch()

_announced: set[str] = set()


def announce_compilation(game: type[Game[Any]]) -> None:
    """Say one line, once, if the engine of a game is about to be compiled."""
    if game.name not in _announced:
        _announced.add(game.name)
        if not is_compiled(game):
            print(
                f"Compiling the rules of {game.title}, once: "
                "some seconds for a small game, a minute or two for a large one.",
                file=sys.stderr,
            )


def is_compiled(game: type[Game[Any]]) -> bool:
    """Return whether a game's engine, for exactly these sources, lies in the user's cache."""
    room = room_of(game.engine.state.__module__)
    if not COMPILES or room is None:
        return True
    try:
        return any(cache_of(room).glob("*/*.nbc"))
    except OSError:  # a folder that another user keeps to himself
        return False
