"""The steps of a strength ladder, from TOML files with a schema."""

from pathlib import Path
from typing import Annotated, Any

import msgspec

from marengo.core.errors import MarengoError, did_you_mean
from marengo.core.files import fitted, read_toml
from marengo.core.numbers import MOST_GAMES
from marengo.core.players import PlayerError, check_player, is_contestant
from marengo.core.scenarios import games_by_seat
from marengo.paths import data_path

PAIRS = "pairs"
"""The claim on the points of all pairs; those on the games in one seat have the seat's name."""

Score = Annotated[float, msgspec.Meta(gt=0, lt=1)]
ErrorRate = Annotated[float, msgspec.Meta(gt=0, lt=0.5)]
Number = Annotated[int, msgspec.Meta(ge=1, le=MOST_GAMES)]


class LadderError(MarengoError):
    """A ladder that cannot be climbed; names the file, the field and the want."""


class Bound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The two scores between which a test decides."""

    p0: Score  # a share of points that is not enough
    p1: Score  # a share of points that is to be shown

    def __post_init__(self) -> None:
        if self.p0 >= self.p1:
            raise ValueError(f"p0: expected less than p1 = {self.p1}, not {self.p0}")


class LadderStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One step of the ladder: a challenger has to beat a holder."""

    challenger: str
    holder: str
    pairs: Bound | None = None  # of all points of the pairs
    seats: dict[str, Bound] = {}  # of the challenger's games in a seat, by its name
    block: Number = 25  # pairs between two looks at the result
    most: Number = 1000  # pairs after which an undecided step stays open

    def __post_init__(self) -> None:
        if not self.bounds:
            listed = ", ".join((PAIRS, *games_by_seat()))
            raise ValueError(f"expected a bound for at least one of {listed}")

    @property
    def players(self) -> tuple[str, str]:
        """The two players."""
        return self.challenger, self.holder

    @property
    def bounds(self) -> dict[str, Bound]:
        """The bounds that are asked for."""
        return {**({PAIRS: self.pairs} if self.pairs else {}), **self.seats}


class Ladder(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Steps that are tested together."""

    steps: Annotated[tuple[LadderStep, ...], msgspec.Meta(min_length=1)]
    alpha: ErrorRate = 0.05  # of each test: that p0 passes
    beta: ErrorRate = 0.05  # of each test: that p1 is refused
    anchor: str | None = None  # rated 0; default: the holder of the first step that was played

    @property
    def is_contest(self) -> bool:
        """True if a player is named by its code, and loses if it fails."""
        return any(is_contestant(name) for step in self.steps for name in step.players)

    def __post_init__(self) -> None:
        twos = [(step.challenger, step.holder) for step in self.steps]
        for number, two in enumerate(twos):
            if two in twos[:number]:
                raise ValueError(f"steps: {two[0]} against {two[1]} is there twice")
        names = {name for two in twos for name in two}
        if self.anchor is not None and self.anchor not in names:
            listed, meant = ", ".join(sorted(names)), did_you_mean(self.anchor, sorted(names))
            raise ValueError(
                f"anchor: {self.anchor!r} plays in no step; expected one of {listed}{meant}"
            )


def standard_ladder(*names: str) -> Path:
    """Return the file of steps that comes with marengo for the first of these names that has one.

    Those of a scenario and its game; without such a file that which others share.
    """
    own = (data_path(f"ladder_{name}.toml") for name in names)
    return next((path for path in own if path.exists()), data_path("ladder.toml"))


def read_ladder(path: str | Path | None = None) -> Ladder:
    """Read a file of steps; default: the ladder that comes with marengo.

    Raises
    ------
    LadderError
        If the file cannot be read, does not fit, or names players that nobody knows; names file
        and field.
    """
    path = standard_ladder() if path is None else Path(path)
    content = read_toml(path, LadderError)
    if isinstance(content.get("steps"), list):
        content["steps"] = [_with_seats(step) for step in content["steps"]]
    ladder = fitted(content, Ladder, path, LadderError)
    try:
        check_steps(ladder, None)
    except LadderError as error:
        raise LadderError(f"{path}: {error}") from error
    return ladder


def _with_seats(step: Any) -> Any:
    """Return a step of a file with the bounds of seats, which stand beside the others, together."""
    if not isinstance(step, dict):
        return step  # the schema says what was expected
    seats = {name: bound for name, bound in step.items() if name in games_by_seat()}
    rest = {name: value for name, value in step.items() if name not in seats}
    return {**rest, "seats": {**rest.get("seats", {}), **seats}} if seats else rest


def check_steps(ladder: Ladder, only: int | None, isolated: bool = False) -> tuple[int, ...]:
    """Return the places, from 0, of the steps to be played: all, or the one numbered ``only``."""
    number = len(ladder.steps)
    if only is not None and not 1 <= only <= number:
        raise LadderError(f"only: expected the number of a step, 1 to {number}, not {only}")
    chosen = tuple(range(number)) if only is None else (only - 1,)
    for place in chosen:
        for field in ("challenger", "holder"):
            try:
                check_player(getattr(ladder.steps[place], field), isolated)
            except PlayerError as error:
                raise LadderError(f"step {place + 1}: {field}: {error}") from error
    return chosen
