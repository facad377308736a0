"""Games on paper: a header and one move a line, replayed and checked when loaded."""

import hashlib
import json
import re
import reprlib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from importlib.metadata import version
from pathlib import Path
from typing import Any, Generic, Self

from marengo.core.errors import MarengoError, RecordError, ScenarioError, did_you_mean
from marengo.core.files import read_text
from marengo.core.game import Game, StateT_co
from marengo.core.numbers import MOST_DIGITS, MOST_START, takes, whole
from marengo.core.scenarios import named
from marengo.core.short import restored, shortened
from marengo.core.state import State
from marengo.core.texts import bare, plain, writable
from marengo.core.writing import write_private

FORMAT = "marengo game 1"
BEGINS = "marengo game "
END = "end of game record"
SINGLE = "single-answers"


def scenario_hash(game: Game[Any]) -> str:
    """Return the fingerprint of all that decides what is played."""
    return hashlib.blake2b(game.text().encode(), digest_size=8).hexdigest()


def game_named(source: str, name: str) -> Game[Any]:
    """Return the game of the scenario that a record names."""
    try:
        return named(name)
    except ScenarioError as error:
        hint = "for a scenario of one's own give its game as well"
        raise RecordError(f"{source}: scenario: {error}; {hint}") from error


def _written(name: str) -> str:
    """Return a name as a header has it: in quotes if it is not plain, with breaks escaped."""
    plain = name == name.strip() and name.isprintable() and name[:1] not in ("", '"')
    return name if plain else json.dumps(name)


Lines = list[tuple[int, str]]
"""Lines with their numbers in the text they come from."""


def lines_in(text: str) -> Lines:
    """Return the lines of a record without what mailers and editors put round them."""
    lines = [(number, bare(line)) for number, line in enumerate(plain(text).split("\n"), start=1)]
    numbers = [number for number, line in lines if line]
    return lines[numbers[0] - 1 : numbers[-1]] if numbers else [(1, "")]


def _parts_of(lines: Lines) -> tuple[Lines, Lines | None]:
    """Return the header and what stands below it; None if there is no empty line between.

    The header ends with the first empty line below its last, as a mailer may put some into it.
    """
    last = next((place for place, (_, line) in enumerate(lines) if line.startswith("final:")), 0)
    blank = next((place for place in range(last, len(lines)) if not lines[place][1]), None)
    if blank is None:
        return lines, None
    return lines[:blank], _told(lines[blank:])


def _told(lines: Lines) -> Lines:
    return [(number, line) for number, line in lines if line]


@dataclass(frozen=True)
class Header:
    """Header of a record."""

    source: str  # where it is from, as errors say it
    said: dict[str, str]  # of each thing that it names
    numbers: dict[str, int]  # of their lines

    @classmethod
    def read(cls, source: str, lines: Lines) -> Self:
        """Return what lines say below the first; RecordError if one says nothing or repeats."""
        header = cls(source, {}, {})
        for number, line in _told(lines)[1:]:
            key, colon, value = line.partition(":")
            if not colon:
                message = f"expected 'name: …', as all lines of a header, not {reprlib.repr(line)}"
                raise RecordError(f"{source}: line {number}: {message}")
            if key in header.numbers:
                message = f"{key}: expected once, and it is in line {header.numbers[key]} already"
                raise RecordError(f"{source}: line {number}: {message}")
            header.said[key], header.numbers[key] = value.strip(), number
        return header

    @classmethod
    def of(cls, source: str, text: str) -> Self:
        """Return the header of a text."""
        return cls.read(source, _parts_of(lines_in(text))[0])

    def wrong(self, key: str, wanted: str) -> RecordError:
        """Return the error of a line of which something else was expected."""
        if key not in self.said:
            return RecordError(f"{self.source}: header: expected a line '{key}: …', {wanted}")
        message = f"{key}: expected {wanted}, not {reprlib.repr(self.said[key])}"
        return RecordError(f"{self.source}: line {self.numbers[key]}: {message}")

    def expect(self, *keys: str) -> None:
        """See that there are some lines."""
        for key in keys:
            if key not in self.said:
                raise RecordError(f"{self.source}: header: expected a line '{key}: …'")

    def expect_only(self, known: Collection[str]) -> None:
        """See that there are no others than these."""
        for key, number in self.numbers.items():
            if key not in known:
                message = f"{key}: expected no such line{did_you_mean(key, known)}"
                raise RecordError(f"{self.source}: line {number}: {message}")

    def number(self, key: str) -> int:
        """Return a whole number."""
        if not _NUMBER.fullmatch(self.said[key]):
            raise self.wrong(key, f"a number of up to {MOST_DIGITS} digits")
        return int(self.said[key])

    def name(self, key: str) -> str:
        """Return a name."""
        written = self.said[key]
        if not written.startswith('"'):
            return written
        try:
            return writable(key, json.loads(written), RecordError)
        except ValueError as error:
            raise self.wrong(key, "a name, in quotes as JSON has it") from error


_NUMBER = re.compile(rf"0|[1-9][0-9]{{0,{MOST_DIGITS - 1}}}")


def scenario_in(text: str) -> str | None:
    """Return the name of the scenario that a record is of; None if it does not say."""
    try:  # whoever reads the record says what is wrong
        return Header.of("", text).name("scenario")
    except (RecordError, KeyError):
        return None


def is_record(path: str | Path) -> bool:
    """Return whether a file holds a game on paper, of whatever version."""
    try:
        return lines_in(read_text(path, RecordError))[0][1].startswith(BEGINS)
    except RecordError:
        return False


@takes(RecordError)
def text_of(state: State) -> str:
    """Return a position as one short line, from which :func:`position` makes it again.

    It holds the scenario, the seed and the moves, so **what is hidden as well**: whoever is to play
    on from it can read the set-up out of it, if he wants to.

    Parameters
    ----------
    state : State
        A position of a game that ``start`` began with a number as its seed, or with none.

    Raises
    ------
    RecordError
        If nobody knows with which seed the game began.
    """
    return GameRecord.of(state).line()


@takes(RecordError)
def position(text: str, game: Game[Any] | None = None) -> State:
    """Return the position that a short line of :func:`text_of` or :meth:`GameRecord.line` holds.

    Parameters
    ----------
    text : str
        The line; spaces and breaks in it do no harm.
    game : Game, optional
        What is played; default: the scenario that the line names.

    Raises
    ------
    RecordError
        If the line is damaged, or of another version, scenario or board.
    """
    return GameRecord.from_line(text, game).positions()[-1]


@dataclass(frozen=True)
class GameRecord(Generic[StateT_co]):
    """A game as it was played.

    Parameters
    ----------
    game : Game
        What was played.
    seed : int
        Seed of the set-up, as ``Game.start`` takes it.
    moves : tuple of str
        The moves chosen, in order; forced ones only where the game asks for them.
    players : tuple of str
        Names of the players, in the order of the seats.
    resigned : seat, optional
        Who has given up; the other has then won. To the rules the game goes on.

    Raises
    ------
    RecordError
        If something is not what it should be; names it.
    """

    game: Game[StateT_co]
    seed: int
    moves: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    resigned: IntEnum | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.game, Game):
            raise RecordError(f"game: expected a Game, not {reprlib.repr(self.game)}")
        seed = whole("seed", self.seed, 0, MOST_START, RecordError)
        object.__setattr__(self, "seed", seed)
        for name in ("moves", "players"):
            value: Any = getattr(self, name)
            if isinstance(value, str) or not isinstance(value, Iterable):
                raise RecordError(f"{name}: expected texts, not {reprlib.repr(value)}")
            texts = (writable(f"{name}[{at}]", text, RecordError) for at, text in enumerate(value))
            object.__setattr__(self, name, tuple(texts))
        if self.resigned is not None and self.resigned not in _may_resign(self.game):
            seats = " or ".join(seat.name for seat in _may_resign(self.game)) or "nobody"
            raise RecordError(f"resigned: expected {seats}, not {reprlib.repr(self.resigned)}")

    @classmethod
    @takes(RecordError)
    def of(cls, state: State, seed: int | None = None, *players: str) -> Self:
        """Return the record of how a state was reached.

        Parameters
        ----------
        state : State
            A position of a game that began with ``game.start(seed)``.
        seed : int, optional
            That seed, where the state does not know it; else it is compared.
        *players : str
            Who played, in the order of the seats.

        Raises
        ------
        RecordError
            If the game did not begin with the seed, or nobody knows with which it did.
        """
        moves = tuple(str(move) for move in state.moves)
        known_seed = state.seed if seed is None else seed
        if known_seed is None:
            raise RecordError("seed: is not known: expected a position begun with `Game.start`")
        record = cls(state.game, known_seed, moves, players)
        if state.seed not in (None, record.seed):
            raise RecordError(f"seed: the game began with {state.seed}, not with {record.seed}")
        if record.game.start(record.seed) != state.beginning():
            raise RecordError(f"seed: `Game.start({record.seed})` is not how the game began")
        return record

    def positions(self) -> list[StateT_co]:
        """Return the position before the first move and after each one.

        Raises
        ------
        RecordError
            If a move is illegal; names its number.
        """
        return [state.copy() for state in self._replayed()]

    def _replayed(self) -> Iterator[StateT_co]:
        """Yield one position again and again: before the first move, and after each one."""
        state = self.game.start(self.seed)
        yield state
        for number, move in enumerate(self.moves, start=1):
            try:
                state.play(move)
            except MarengoError as error:
                raise RecordError(f"move {number}: {error}") from error
            yield state

    def text(self) -> str:
        """Return the record as text.

        Raises
        ------
        RecordError
            If a move is illegal, or there is not a player for each seat; names the field.
        """
        lines = (f"{key}: {value}" for key, value in self._header().items())
        return "\n".join([FORMAT, *lines, "", *self.moves, END]) + "\n"

    def _header(self) -> dict[str, str]:
        """Return what stands above the moves; what tells of their end is the last line."""
        seats = self.game.seat_names()
        players = self.players or ("?",) * len(seats)
        if len(players) != len(seats):
            raise RecordError(f"players: expected {len(seats)}, a name for each, not {players}")
        *_, final = self._replayed()
        if self.resigned is not None and final.is_over:
            raise RecordError("resigned: expected None, as the moves end the game")
        resigned = {} if self.resigned is None else {"result": _resignation(self.resigned)}
        return {
            "scenario": _written(self.game.scenario_name),
            "scenario-hash": scenario_hash(self.game),
            "seed": str(self.seed),
            **({SINGLE: "asked"} if self.game.asks_single else {}),
            **{seat: _written(name) for seat, name in zip(seats, players, strict=True)},
            "marengo": version("marengo"),
            "moves": str(len(self.moves)),
            **resigned,
            "final": final.hash(),
        }

    @takes(RecordError)
    def save(self, path: str | Path) -> Path:
        """Write the record to a file, whole or not at all; return its path.

        Raises
        ------
        RecordError
            As :meth:`text`.
        OSError
            If the file cannot be written.
        """
        path, text = Path(path), self.text()
        write_private(path, text.encode())
        return path

    @classmethod
    @takes(RecordError)
    def load(cls, path: str | Path, game: Game[Any] | None = None) -> Self:
        """Read a record, replay it and check every move.

        Parameters
        ----------
        path : str or Path
            The file.
        game : Game, optional
            The game it is of; default: the scenario named in the record.

        Raises
        ------
        RecordError
            If the file is no record, is torn or edited, or belongs to another scenario.
        """
        return cls.parse(read_text(path, RecordError), str(path), game)

    def line(self) -> str:
        """Return the record as one short line, to be sent, pasted, or put behind a link.

        Raises
        ------
        RecordError
            As :meth:`text`.
        """
        return shortened(self.text())

    @classmethod
    @takes(RecordError)
    def from_line(cls, line: str, game: Game[Any] | None = None) -> Self:
        """Read what :meth:`line` wrote, and check it as :meth:`load` does.

        Raises
        ------
        RecordError
            If it is damaged, or of another version, scenario or board.
        """
        return cls.parse(restored(line), "text of a game", game)

    @classmethod
    @takes(RecordError)
    def parse(cls, text: str, source: str, game: Game[Any] | None = None) -> Self:
        """Check the text of a record, of which errors say that it is from a source."""
        lines = lines_in(text)  # and not where a name is said to break
        if lines[0][1] != FORMAT:
            raise RecordError(f"{source}: line {lines[0][0]}: expected {FORMAT!r}")
        if lines[-1][1] != END:
            raise RecordError(f"{source}: torn: expected {END!r} as the last line")
        above, played = _parts_of(lines)
        if played is None:
            raise RecordError(f"{source}: expected an empty line between header and moves")
        header = Header.read(source, above)
        header.expect("scenario", "scenario-hash", "seed", "moves", "final")
        seed, count = header.number("seed"), header.number("moves")
        game = game or game_named(source, header.name("scenario"))
        header.expect(*game.seat_names())
        header.expect_only(_lines_of(game))
        if scenario_hash(game) != header.said["scenario-hash"]:
            raise RecordError(f"{source}: scenario-hash: was played with another scenario or board")
        if header.said.get(SINGLE, "asked") != "asked":
            raise header.wrong(SINGLE, "'asked'")
        game = game.asking(single=SINGLE in header.said)
        numbers, moves = [number for number, _ in played], tuple(move for _, move in played[:-1])
        if len(moves) != count:
            raise RecordError(f"{source}: {len(moves)} moves, expected {count}")
        players = tuple(header.name(seat) for seat in game.seat_names())
        record = cls(game, seed, moves, players, _resigned_in(header, game))
        record._check(header, numbers)
        return record

    def _check(self, header: Header, numbers: list[int]) -> None:
        """Replay the moves, which stand in lines of these numbers, and compare the end."""
        state = self.game.start(self.seed)
        for number, move in zip(numbers, self.moves, strict=False):
            try:
                state.play(move)
            except MarengoError as error:
                raise RecordError(f"{header.source}: line {number}: {error}") from error
        if state.hash() != header.said["final"]:
            raise RecordError(f"{header.source}: final: the moves lead to another position")
        if self.resigned is not None and state.is_over:
            raise header.wrong("result", "no such line, as the moves end the game")


def _may_resign(game: Game[Any]) -> tuple[IntEnum, ...]:
    """Return who may give up: in games of more than two none, as nobody has then won."""
    return tuple(game.seats) if len(game.seats) == 2 else ()


def _resignation(seat: IntEnum) -> str:
    return f"resigned by {seat.name.lower()}"


def _resigned_in(header: Header, game: Game[Any]) -> IntEnum | None:
    """Return who has resigned."""
    if "result" not in header.said:
        return None
    seats = {_resignation(seat): seat for seat in _may_resign(game)}
    if header.said["result"] not in seats:
        wanted = " or ".join(map(repr, seats)) or "no such line in a game of more than two"
        raise header.wrong("result", wanted)
    return seats[header.said["result"]]


def _lines_of(game: Game[Any]) -> tuple[str, ...]:
    """Return what lines of headers are called; some stand in games by mail alone."""
    plain = ("scenario", "scenario-hash", "seed", "marengo", "moves", "result", "final")
    single, seats = (SINGLE,) * game.hides_choices, game.seat_names()
    return (*plain, *single, *seats, "mail", "proof", *(f"{seat}-chance" for seat in seats))
