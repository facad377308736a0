"""Plans of studies: which games are played, frozen before the first of them."""

import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, product
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from marengo.core.engine.search.tree import SEATS
from marengo.core.errors import MarengoError, ScenarioError, did_you_mean
from marengo.core.faults import NAMED, find_fault
from marengo.core.files import fitted, is_file, read_toml
from marengo.core.game import Game
from marengo.core.numbers import MOST_GAMES, MOST_SEED, plain, takes, whole
from marengo.core.players import (
    PlayerError,
    all_learning,
    check_player,
    default_player,
    is_contestant,
    unlearned,
)
from marengo.lab.what_ifs import check_scenarios, check_what_ifs, plan_game
from marengo.paths import data_path

__all__ = ["Cell", "Study", "StudyError", "find_plan", "plan_names", "read_study"]

Number = Annotated[int, msgspec.Meta(ge=1)]
Seats = Annotated[int, msgspec.Meta(ge=1, le=SEATS)]
Seed = Annotated[int, msgspec.Meta(ge=0, le=MOST_SEED)]
Names = Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
Name = Annotated[str, msgspec.Meta(pattern=r"^[\w-]+\Z", description=NAMED)]
Observed = Literal["turns", "events", "presence"]


MOST_OF_ALL = 100 * MOST_GAMES
"""Games of all cells that have rows: some ten gigabytes."""

MOST_COUNTED = 1000 * MOST_OF_ALL
"""Games of all cells that are only counted: a year of tens of thousands of processors."""


class StudyError(MarengoError):
    """A study that cannot be planned, run or read; names the file, the field and the want."""


class Cell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Games that are alike but for their seeds.

    Parameters
    ----------
    scenario : str
        Name or file of a scenario.
    players : tuple of str
        Names of the players, in the order of seats.
    """

    scenario: str
    players: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.scenario}: {' v '.join(self.players)}"


class Study(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A plan: every scenario with all its players, and so many games of each.

    Game *i* of every cell has the same seed (common random numbers), so cells can be compared game
    by game.

    Parameters
    ----------
    name : str
        Of the study; letters, digits, ``-`` and ``_``.
    scenarios : tuple of str
        Names or files of scenarios.
    players : tuple of str
        Each plays all seats of every scenario; default, without pairs: as for ``simulate``.
    pairs : tuple of tuple of str
        Players, one a seat, who play every scenario in turn in each other's places: A v B and
        B v A; of three A v B v C, B v C v A and C v A v B.
    games : int
        Games of each cell.
    seed : int
        Root of all seeds.
    observe : tuple of {"turns", "events", "presence"}
        What is noted of each game besides its outcome.
    what_ifs : dict of str to dict
        What-ifs of this plan, by name: as their files would be, but without ``name``. Their names
        may stand in ``scenarios``.
    seats : int
        How many play.
    keep : {"rows", "counts"}
        What is written of the games: a row for each, or only how many came out alike, cell by cell.
    isolated : bool
        Whether no code of strangers may run in our processes, as for :func:`marengo.simulate`: for
        contests. Nobody but you can read the run then. A seed that contestants can read in the plan
        tells them what is hidden: keep it from them.

    Raises
    ------
    StudyError
        If a field has another type or value, or a cell is there twice; names the field.

    Examples
    --------
    >>> study = Study(
    ...     name="orders",
    ...     scenarios=("triomphe", "two-orders"),
    ...     players=("random",),
    ...     what_ifs={"two-orders": {"extends": "triomphe", "parameters": {"orders_per_turn": 2}}},
    ... )
    >>> [str(cell) for cell in study.cells]
    ['triomphe: random v random', 'two-orders: random v random']
    >>> study.game("two-orders").scenario.diff(study.game("triomphe").scenario)
    ['orders per turn: 2 instead of 3 (T-6.2)']
    """

    name: Name
    scenarios: Names
    players: tuple[str, ...] = ()
    pairs: tuple[tuple[str, ...], ...] = ()
    games: Number = 1000
    seed: Seed = 0
    observe: tuple[Observed, ...] = ()
    what_ifs: dict[Name, dict[str, Any]] = msgspec.field(default_factory=dict)
    seats: Seats = 2
    keep: Literal["rows", "counts"] = "rows"
    isolated: bool = False

    def __post_init__(self) -> None:
        for field in msgspec.structs.fields(type(self)):  # as from a file, where types are checked
            raw = getattr(self, field.name)
            raw = raw if (number := plain(raw)) is None else number
            try:
                value = msgspec.convert(raw, field.type)
            except msgspec.ValidationError as error:
                raise StudyError(find_fault(raw, field.type, field.name) or str(error)) from error
            msgspec.structs.force_setattr(self, field.name, value)
        if not self.players and not self.pairs:
            msgspec.structs.force_setattr(self, "players", (self._default(),))
        for pair in self.pairs:
            if len(pair) != self.seats:
                raise StudyError(f"pairs: {' v '.join(pair)}: expected {self.seats} players")
        cells = len(self.scenarios) * (len(self.players) + self.seats * len(self.pairs))
        most = MOST_COUNTED
        if self.keep == "rows":
            most = MOST_OF_ALL
            whole("games", self.games, 1, MOST_GAMES, StudyError)
        elif self.observe:
            raise StudyError("observe: expected nothing, as keep = 'counts' keeps no rows")
        whole("games of all cells", cells * self.games, 1, most, StudyError)
        self._check_twice()

    def _default(self) -> str:
        """Return who plays all scenarios where nobody is named."""
        try:
            names = {default_player(self.game(name)) for name in self.scenarios}
        except ScenarioError as error:
            raise StudyError(str(error)) from error
        if len(names) > 1:
            listed = " and ".join(sorted(names))
            raise StudyError(f"players: expected some, as by default {listed} would play")
        return names.pop()

    def _check_twice(self) -> None:
        """Make sure that nothing is there twice."""
        field = "scenarios" if len(set(self.scenarios)) < len(self.scenarios) else "players, pairs"
        seen: set[Cell] = set()
        for cell in self.cells:
            if cell in seen:
                raise StudyError(f"{field}: {cell} is there twice")
            seen.add(cell)
        if len(set(self.observe)) < len(self.observe):
            raise StudyError("observe: expected each once")

    @property
    def is_contest(self) -> bool:
        """True if a player that fails loses: if ``isolated``, or some are named by their code.

        What is written then says why.
        """
        return self.isolated or any(map(is_contestant, self._named()))

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, scenario by scenario."""
        seated = [(player,) * self.seats for player in self.players]
        for pair in self.pairs:
            seated += [pair[first:] + pair[:first] for first in range(self.seats)]
        return tuple(Cell(name, players) for name, players in product(self.scenarios, seated))

    def game(self, scenario: str = "") -> Game[Any]:
        """Return the game of a scenario, as the plan names it; without a name that of the first.

        Raises
        ------
        ScenarioError
            If there is no such scenario or it cannot be played.
        """
        return plan_game(scenario or self.scenarios[0], self.what_ifs)

    def unlearned(self) -> list[str]:
        """Return sentences that say which players have not learned what they play.

        Of a scenario whose file is gone nothing is said.
        """
        return unlearned(self._named(), self._games())

    def _games(self) -> Iterator[Game[Any]]:
        """Yield the games of the scenarios that there still are."""
        for name in self.scenarios:
            with suppress(ScenarioError):
                yield self.game(name)

    def learning(self, games: str | None) -> "Study":
        """Return the plan by players who learn each scenario first, by some games, if they can."""
        named = self._named()
        learns = dict(zip(named, all_learning(named, games), strict=True))
        pairs = tuple(tuple(map(learns.__getitem__, pair)) for pair in self.pairs)
        return self.changed(players=tuple(map(learns.__getitem__, self.players)), pairs=pairs)

    def _named(self) -> list[str]:
        """Return all players, each once."""
        return list(dict.fromkeys([*self.players, *chain(*self.pairs)]))

    def plan(self) -> dict[str, Any]:
        """Return the plan as plain data, as JSON has it.

        Raises
        ------
        StudyError
            If JSON has no such data; names the field.
        """
        plain: dict[str, Any] = {}
        for name in self.__struct_fields__:
            try:
                plain[name] = json.loads(msgspec.json.encode(getattr(self, name)))
            except (TypeError, ValueError, OverflowError) as error:
                raise StudyError(f"{name}: {error}") from error
        return plain

    def changed(self, **fields: Any) -> "Study":
        """Return the plan with some fields changed; those that are None stay.

        Raises
        ------
        StudyError
            If it does not fit any more; names the field.
        """
        changes = {name: value for name, value in fields.items() if value is not None}
        return msgspec.structs.replace(self, **changes).check()

    def check(self) -> "Study":
        """Return the plan if it can be written, and its scenarios, what-ifs and players exist.

        Raises
        ------
        StudyError
            If not; names the field.
        """
        self.plan()
        try:
            check_what_ifs(self.what_ifs)
            check_scenarios(self.scenarios, self.what_ifs)
        except ScenarioError as error:
            raise StudyError(str(error)) from error
        named = [("players", player) for player in self.players]
        named += [("pairs", player) for pair in self.pairs for player in pair]
        for field, player in named:
            try:
                check_player(player, self.isolated)
            except PlayerError as error:
                raise StudyError(f"{field}: {error}") from error
        return self


@takes(StudyError)
def read_study(path: str | Path) -> Study:
    """Read a plan from a TOML file.

    Raises
    ------
    StudyError
        If the file cannot be read, is not TOML, or does not fit; names file and field.
    """
    path = Path(path)
    study = fitted(read_toml(path, StudyError), Study, path, StudyError)
    try:
        return study.check()
    except StudyError as error:
        raise StudyError(f"{path}: {error}") from error


def plan_names() -> tuple[str, ...]:
    """Return the names of the plans that come with marengo."""
    return tuple(sorted(path.stem for path in data_path("studies").glob("*.toml")))


@takes(StudyError)
def find_plan(name_or_path: str | Path) -> Path:
    """Return the file of a plan named or given by its path.

    Raises
    ------
    StudyError
        If there is no such plan; lists those that come with marengo.
    """
    if isinstance(name_or_path, str) and name_or_path in plan_names():
        return data_path(f"studies/{name_or_path}.toml")
    path = Path(name_or_path)
    if not is_file(path):
        listed, meant = ", ".join(plan_names()), did_you_mean(name_or_path, plan_names())
        raise StudyError(
            f"no plan {str(name_or_path)!r}: expected a file or one of {listed}{meant}"
        )
    return path
