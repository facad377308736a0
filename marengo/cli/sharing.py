"""Games that people play on several machines: served to each by a link of his own, or by mail."""

import argparse
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any

import msgspec

from marengo.cli.serving import BYTES, Guest, Place, free_port
from marengo.core.errors import FileError, MarengoError
from marengo.core.files import fitted, parse_json, read_bytes
from marengo.core.writing import write_private
from marengo.languages import _

if TYPE_CHECKING:
    from marengo.core.game import Game

RECORD = ".txt"
"""Ending of the names of files of games."""

CELL = (
    "from marengo.widgets.playing.shared import join\n\n"
    "join({scenario!r}, {path!r}, {seat!r}, served={served})"
)

LEAST = len(token_urlsafe(BYTES))
"""Number of letters of a token."""


class Links(msgspec.Struct, forbid_unknown_fields=True):
    """Port and the token of each seat, the same for as long as a game is served."""

    port: int
    tokens: dict[str, str]


@dataclass
class Table:
    """A game in a file, and where it is served."""

    game: "Game[Any]"
    path: Path
    place: Place
    opened: str | None  # token of the link that a browser here opens
    links: Links | None = None  # of a game that is served to several machines
    seat: Any = None  # of whom this is the page, in a game by mail
    begun: bool = True  # whether there is something to be played

    def lay(self) -> str:
        """Write the files that are not there yet; return where the game is kept."""
        from marengo.widgets.playing.shared import begin

        if self.links is None:
            return self._contribute()
        begin(self.path, self.game)
        path = _links_of(self.path)
        write_private(path, msgspec.json.encode(self.links))
        words = _("The game is kept in {file}, and its links in {links}")
        return words.format(file=self.path, links=path)

    def _contribute(self) -> str:
        """Add to a game by mail what this seat has to add before it begins."""
        from marengo.widgets.playing.mail import contribute

        seat = contribute(self.path, self.game, self.seat)
        if not seat:
            self.begun = True
            return _("The game is kept in {file}").format(file=self.path)
        words = _(
            "Send {file} to {seat}, for the game begins once each seat has added a secret to it. "
            "When it has come back, put it in its place and give the same command."
        )
        return words.format(file=self.path, seat=seat)


def is_shared(options: argparse.Namespace) -> bool:
    """Return whether people on several machines are to play a game in a file."""
    return bool(options.host or options.file or (options.game or "").endswith(RECORD))


def table(options: argparse.Namespace) -> Table:
    """Return the game that was asked for, and who may come; nothing is written yet."""
    from marengo.widgets.playing.new_game import HOT_SEAT, seats

    if options.against not in (None, HOT_SEAT):
        raise MarengoError(f"--against: expected none where people play, not {options.against}")
    game, path = _game(options)
    names = [seat.name.lower() for seat in game.played]
    seats(game, options.you or "", HOT_SEAT)
    path = path.absolute()
    join = partial(CELL.format, scenario=game.source, path=str(path), served=bool(options.host))
    cells = {name: join(seat=name) for name in names}
    if not options.host:
        if not options.you:
            listed = " or ".join(names)
            raise MarengoError(f"--you: expected {listed}, whose page of {path.name} this is to be")
        guest = Guest(game.scenario_title, token_urlsafe(BYTES), cells[options.you])
        place, seat = Place(free_port(options.port), (guest,)), game.seats[options.you.upper()]
        return Table(game, path, place, guest.token, seat=seat, begun=False)
    links = _links(path, names)
    links.port = free_port(options.port or links.port, options.host)
    titles = dict(zip(game.seat_names(), game.seat_titles(), strict=True))
    guests = tuple(Guest(titles[name], links.tokens[name], cells[name]) for name in names)
    place = Place(links.port, guests, options.host)
    return Table(game, path, place, links.tokens.get(options.you), links)


def _game(options: argparse.Namespace) -> tuple["Game[Any]", Path]:
    """Return the game of a file, or that which is to be begun in it, and the file."""
    from marengo.core.scenarios import load
    from marengo.widgets.playing.mail import file_of
    from marengo.widgets.playing.opening import proposed
    from marengo.widgets.playing.saving import file_in
    from marengo.widgets.playing.shared import read

    reads = read if options.host else file_of
    source = options.game or ""
    if source.endswith(RECORD):
        if options.file:
            raise MarengoError(f"--file: expected none beside {source}, in which the game lies")
        return reads(Path(source)).game, Path(source)
    game = load(source) if source else None
    if options.file:
        path = Path(options.file)
    else:
        game = game or load(proposed())
        path = file_in(Path(), f"{game.scenario_name}-hosted")
    if path.suffix != RECORD:
        raise MarengoError(f"--file: expected a name that ends with {RECORD}, not {path}")
    if path.exists():
        return reads(path, game).game, path
    return game or load(proposed()), path


def _links_of(path: Path) -> Path:
    return path.with_suffix(".links")


def _links(path: Path, names: list[str]) -> Links:
    """Return the links of a game; new ones if it has none, or is new itself."""
    file = _links_of(path)
    if not (path.exists() and file.exists()):
        return Links(0, {name: token_urlsafe(BYTES) for name in names})
    links = fitted(parse_json(read_bytes(file, FileError), file, FileError), Links, file, FileError)
    tokens = links.tokens.values()
    if [*links.tokens] != names or len({*tokens}) < len(names) or min(map(len, tokens)) < LEAST:
        raise FileError(
            f"{file}: tokens: expected one for each of {' and '.join(names)}, of {LEAST} letters; "
            "delete the file to get new ones"
        )
    return links
