"""What is seen and counted of a game: all that its own modules may say, each by name and type."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from importlib import import_module
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from marengo.core.move import Move

GameT = TypeVar("GameT")
StateT = TypeVar("StateT")
ViewT = TypeVar("ViewT")
SeatT = TypeVar("SeatT", bound=IntEnum)
HooksT = TypeVar("HooksT")
GameT_contra = TypeVar("GameT_contra", contravariant=True)
ShownT_contra = TypeVar("ShownT_contra", contravariant=True)


class Drawing(Protocol[ShownT_contra]):
    """Draws a position, or what one seat knows of it, as a PNG file."""

    def __call__(self, shown: ShownT_contra, /, *, width: int = ...) -> bytes:
        """Return the bytes of a picture that is so many pixels wide."""
        ...


@dataclass(frozen=True, kw_only=True)
class GameScreen(Generic[StateT, ViewT, SeatT]):
    """What is seen of a game; what is left out is shown as of any game, as plain text.

    The module that :attr:`marengo.Game.screen_module` names has one, called ``SCREEN``.

    Parameters
    ----------
    to_png : Drawing, optional
        Draw a position or a view; without it there are no pictures.
    to_html : callable, optional
        What a notebook shows of a position or a view, instead of the picture with its text.
    describe : callable, optional
        A view in words: a line as a heading, and others.
    question : callable, optional
        What is to be decided in a position.
    choices : callable, optional
        For each button its words and the move; None instead of it if it cannot be done now.
    said : callable, optional
        A move in words, given its text.
    headings : callable, optional
        The headings below which the move with that text is offered among many, the widest first.
    idle : callable, optional
        The text of the move of a person who has the wish that ``idle_wish`` words in a checkbox,
        such as to pass; empty where he is to decide.
    idle_wish : str
        That wish.
    turn : callable, optional
        What the turn of a position is called: headings, the widest first.
    happened : callable, optional
        Given the position before a move, the move, the position after it and a seat, or None for
        who sees all: sentences of what happened, and nothing that the seat may not know.
    page : callable, optional
        Return the kind of widget that the game is played on, called with a session and a folder.
    replay : callable, optional
        Return the widget that steps through positions, beginning at one of them.
    sections : callable, optional
        The sections of a report of a run of the game, given those for any game.
    effects : callable, optional
        The same of runs that found the values of several of its scenarios.
    """

    to_png: Drawing[StateT | ViewT] | None = None
    to_html: Callable[[StateT | ViewT], str] | None = None
    describe: Callable[[ViewT], str] | None = None
    question: Callable[[StateT], str] | None = None
    choices: Callable[[StateT], list[tuple[str, Move | None]]] | None = None
    said: Callable[[str], str] | None = None
    headings: Callable[[str], Iterable[str]] | None = None
    idle: Callable[[StateT], str] | None = None
    idle_wish: str = ""
    turn: Callable[[StateT], Iterable[str]] | None = None
    happened: Callable[[StateT, Move, StateT, SeatT | None], Iterable[str]] | None = None
    page: Callable[[], type[Any]] | None = None
    replay: Callable[[list[StateT], int], Any] | None = None
    sections: Callable[[Any, Sequence[Any]], Sequence[Any]] | None = None
    effects: Callable[[Any, Sequence[Any]], Sequence[Any]] | None = None


AnyScreen = GameScreen[Any, Any, Any]

PLAIN: AnyScreen = GameScreen()
"""That of a game without a module for it."""


class Restriction(Protocol):
    """Something that a seat leaves out."""

    @property
    def text(self) -> str:
        """Description of what is left out."""
        ...

    def ground(self, game: Any) -> Any:
        """Return the game as the restricted seat sees its ground."""
        ...

    def bans(self, game: Any) -> np.ndarray[Any, Any]:
        """Return the restriction as compiled code reads it, shape ``(1,)``."""
        ...


class GameWatcher(Protocol[GameT_contra]):
    """Tells what happened in games that were played."""

    def __call__(
        self, game: GameT_contra, observe: tuple[str, ...], seeds: Iterable[int], log: Any, /
    ) -> dict[str, Any]:
        """Return a frame for each kind that is observed.

        Its first column is ``game``, the place in the list of seeds; ``log`` has the moves of each
        game.
        """
        ...


@dataclass(frozen=True, kw_only=True)
class GameStudy(Generic[GameT]):
    """What is counted of a game; what is left out cannot be asked of it.

    The module that :attr:`marengo.Game.study_module` names has one, called ``STUDY``.

    Parameters
    ----------
    watch_games : GameWatcher, optional
        Tell what happened in games; for plans that observe.
    observed_columns : mapping
        For each kind that is observed the columns of its frame, each with its type and meaning.
    restrictions : mapping of str to Restriction
        What a seat can be restricted to do without, by name.
    unrestricted : Restriction, optional
        That which leaves nothing out; needed if there are others.
    endings : callable, optional
        Composed endings of a game by name, to be solved.
    likeness : callable, optional
        How near each game of a run is to history: a frame with ``cell``, ``game``, ``distance``.
    """

    watch_games: GameWatcher[GameT] | None = None
    observed_columns: Mapping[str, Mapping[str, tuple[Any, str]]] = field(default_factory=dict)
    restrictions: Mapping[str, Restriction] = field(default_factory=dict)
    unrestricted: Restriction | None = None
    endings: Callable[[GameT], Mapping[str, Any]] | None = None
    likeness: Callable[[Any], Any] | None = None

    def __post_init__(self) -> None:
        if self.restrictions and self.unrestricted is None:
            raise TypeError("unrestricted: expected a restriction that leaves nothing out")


AnyStudy = GameStudy[Any]

NOTHING_COUNTED: AnyStudy = GameStudy()
"""That of a game without a module for it."""


def screen_of(module: str | None) -> AnyScreen:
    """Return the ``SCREEN`` of a module, or :data:`PLAIN` if there is none."""
    return _hooks_of(module, "SCREEN", GameScreen) if module else PLAIN


def study_of(module: str | None) -> AnyStudy:
    """Return the ``STUDY`` of a module, or :data:`NOTHING_COUNTED` if there is none."""
    return _hooks_of(module, "STUDY", GameStudy) if module else NOTHING_COUNTED


def _hooks_of(module: str, name: str, kind: type[HooksT]) -> HooksT:
    hooks = getattr(import_module(module), name, None)
    if not isinstance(hooks, kind):
        raise TypeError(f"{module}.{name}: expected a {kind.__name__}, not {hooks!r}")
    return hooks
