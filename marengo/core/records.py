"""Games on paper: a header and one move a line, replayed and checked when loaded."""

import hashlib
import json
import reprlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Generic, Self

from marengo.core.errors import MarengoError, RecordError, ScenarioError
from marengo.core.files import read_text
from marengo.core.game import Game, StateT_co
from marengo.core.numbers import MOST_DIGITS, MOST_START, whole
from marengo.core.scenarios import named
from marengo.core.short import restored, shortened
from marengo.core.state import State
from marengo.core.texts import bare, plain
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


def _expect(source: str, header: Mapping[str, str], *keys: str) -> None:
    """See that a header has some lines."""
    for key in keys:
        if key not in header:
            raise RecordError(f"{source}: header: expected a line '{key}: …'")


def _asks_single(source: str, header: Mapping[str, str], game: Game[Any]) -> bool:
    """Return whether a record is of a game in which single answers are asked as well."""
    if SINGLE not in header:
        return False
    if not game.hides_choices:
        raise RecordError(f"{source}: header: {SINGLE}: expected no such line in {game.title}")
    if header[SINGLE] != "asked":
        raise RecordError(f"{source}: header: {SINGLE}: expected 'asked', not {header[SINGLE]!r}")
    return True


def _written(name: str) -> str:
    """Return a name as a header has it: in quotes if it is not plain, with breaks escaped."""
    plain = name == name.strip() and name.isprintable() and name[:1] not in ("", '"')
    return name if plain else json.dumps(name)


def _named(source: str, key: str, written: str) -> str:
    """Return the name that a header has written."""
    if not written.startswith('"'):
        return written
    try:
        return str(json.loads(written))
    except json.JSONDecodeError as error:
        raise RecordError(
            f"{source}: header: {key}: expected a name, in quotes as JSON has it, not {written}"
        ) from error


Lines = list[tuple[int, str]]
"""Lines with their numbers in the text they come from."""


def _lines_in(text: str) -> Lines:
    """Return the lines of a record without what mailers and editors put round them."""
    lines = [(number, bare(line)) for number, line in enumerate(plain(text).split("\n"), start=1)]
    told = [number for number, line in lines if line]
    return lines[told[0] - 1 : told[-1]] if told else [(1, "")]


def _parts_of(lines: Lines) -> tuple[Lines, Lines | None]:
    """Return what stands above the first empty line and below it; None if there is none."""
    blank = next((place for place, (_, line) in enumerate(lines) if not line), None)
    if blank is None:
        return lines, None
    return lines[:blank], [(number, line) for number, line in lines[blank:] if line]


def header_in(text: str) -> dict[str, str]:
    """Return the header of a record: what it says of each thing it names."""
    lines, _ = _parts_of(_lines_in(text))
    said = (line.partition(":") for _, line in lines)
    return {key: value.strip() for key, colon, value in said if colon}


def is_record(path: str | Path) -> bool:
    """Whether there is a game on paper in a file, of whatever version."""
    try:
        return _lines_in(read_text(path, RecordError))[0][1].startswith(BEGINS)
    except RecordError:
        return False


def scenario_in(text: str) -> str | None:
    """Return the name of the scenario that a record is of; None if it does not say."""
    try:  # whoever reads the record says what is wrong
        return _named("", "scenario", header_in(text)["scenario"])
    except (RecordError, KeyError):
        return None


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

    Raises
    ------
    RecordError
        If something is not what it should be; names it.
    """

    game: Game[StateT_co]
    seed: int
    moves: tuple[str, ...] = ()
    players: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        seed = whole("seed", self.seed, 0, MOST_START, RecordError)
        object.__setattr__(self, "seed", seed)
        for name in ("moves", "players"):
            given: Any = getattr(self, name)
            if isinstance(given, str) or not all(isinstance(one, str) for one in given):
                raise RecordError(f"{name}: expected texts, not {reprlib.repr(given)}")
            object.__setattr__(self, name, tuple(given))

    @classmethod
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
        given = state.seed if seed is None else seed
        if given is None:
            raise RecordError("seed: is not known: expected a position begun with `Game.start`")
        record = cls(state.game, given, moves, players)
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
        seats = self.game.seat_names()
        players = self.players or ("?",) * len(seats)
        if len(players) != len(seats):
            raise RecordError(f"players: expected {len(seats)}, a name for each, not {players}")
        *_, final = self._replayed()
        header = {
            "scenario": _written(self.game.scenario_name),
            "scenario-hash": scenario_hash(self.game),
            "seed": str(self.seed),
            **({SINGLE: "asked"} if self.game.asks_single else {}),
            **{seat: _written(name) for seat, name in zip(seats, players, strict=True)},
            "marengo": version("marengo"),
            "moves": str(len(self.moves)),
            "final": final.hash(),
        }
        lines = [
            FORMAT,
            *(f"{key}: {value}" for key, value in header.items()),
            "",
            *self.moves,
            END,
        ]
        return "\n".join(lines) + "\n"

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
    def from_line(cls, line: str, game: Game[Any] | None = None) -> Self:
        """Read what :meth:`line` wrote, and check it as :meth:`load` does.

        Raises
        ------
        RecordError
            If it is damaged, or of another version, scenario or board.
        """
        return cls.parse(restored(line), "text of a game", game)

    @classmethod
    def parse(cls, text: str, source: str, game: Game[Any] | None = None) -> Self:
        """Check the text of a record, of which errors say that it is from a source."""
        lines = _lines_in(text)  # and not where a name is said to break
        if lines[0][1] != FORMAT:
            raise RecordError(f"{source}: line {lines[0][0]}: expected {FORMAT!r}")
        if lines[-1][1] != END:
            raise RecordError(f"{source}: torn: expected {END!r} as the last line")
        _, played = _parts_of(lines)
        if played is None:
            raise RecordError(f"{source}: expected an empty line between header and moves")
        header = header_in(text)
        _expect(source, header, "scenario", "scenario-hash", "seed", "moves", "final")
        for key in ("seed", "moves"):
            if not header[key].isdecimal() or len(header[key]) > MOST_DIGITS:
                raise RecordError(
                    f"{source}: header: {key}: expected a number of up to {MOST_DIGITS} digits"
                )
        game = game or game_named(source, _named(source, "scenario", header["scenario"]))
        _expect(source, header, *game.seat_names())
        if scenario_hash(game) != header["scenario-hash"]:
            raise RecordError(f"{source}: scenario-hash: was played with another scenario or board")
        game = game.asking(single=_asks_single(source, header, game))
        numbers, moves = [number for number, _ in played], tuple(move for _, move in played[:-1])
        if len(moves) != int(header["moves"]):
            raise RecordError(f"{source}: {len(moves)} moves, expected {header['moves']}")
        players = tuple(_named(source, seat, header[seat]) for seat in game.seat_names())
        record = cls(game, int(header["seed"]), moves, players)
        record._check(source, numbers, header["final"])
        return record

    def _check(self, source: str, numbers: list[int], final: str) -> None:
        """Replay the moves, which stand in lines of these numbers, and compare the end."""
        state = self.game.start(self.seed)
        for number, move in zip(numbers, self.moves, strict=False):
            try:
                state.play(move)
            except MarengoError as error:
                raise RecordError(f"{source}: line {number}: {error}") from error
        if state.hash() != final:
            raise RecordError(f"{source}: final: the moves lead to another position")
