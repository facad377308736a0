"""The command that opens a game in the browser: a notebook of one cell, served by Voilà."""

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any

from marengo.cli.notebooks import check_kernel, settings
from marengo.cli.options import Add
from marengo.cli.serving import BYTES, Guest, Place, free_port, serve
from marengo.cli.sharing import is_shared, table
from marengo.languages import LANGUAGES, _, speak

if TYPE_CHECKING:
    from marengo.core.game import Game

CELL = (
    "from marengo.widgets.playing.kept import open_game\n\n"
    "open_game({scenario!r}, you={you!r}, against={against!r})"
)

GAME = "name or file of a scenario (default: triomphe), or the file of a game to go on with"
ADDRESS_OF = "of this machine: people on several machines play, each by a link of his own"
FILE_OF = (
    "in which people on several machines play, by mail or with --host; it is begun, or gone on with"
)


def _play(options: argparse.Namespace) -> int:
    if options.language:  # for the page too, which another process makes
        os.environ["MARENGO_LANGUAGE"] = options.language
    speak()
    if is_shared(options):
        laid = table(options)
        _find_kernel()
        print(f"{_(laid.game.scenario_title)}. {laid.lay()}")
        if not laid.begun:
            return 0
        game, place, opened = laid.game, laid.place, laid.opened
    else:
        game, place = _alone(options)
        opened = place.guests[0].token
    with _compiling(game) as begin:
        serve(place, None if options.no_browser else opened, begin)
    print(_("the game has ended"))
    return 0


def _alone(options: argparse.Namespace) -> "tuple[Game[Any], Place]":
    """Return a game at this machine alone, and where it is served."""
    from marengo.core.players import (
        default_player,
        make_player,
        player_called,
        player_text,
    )
    from marengo.core.scenarios import load
    from marengo.widgets.playing.new_game import HOT_SEAT, seats
    from marengo.widgets.playing.opening import proposed
    from marengo.widgets.playing.seats import HUMAN, titles_of

    game, you = load(options.game or proposed()), options.you or ""
    against = options.against or default_player(game)
    against = against if against == HOT_SEAT else player_called(against)
    seated = seats(game, you, against)
    for player in {*seated.values()} - {HUMAN}:
        make_player(player, game)
    port = free_port(options.port)
    _find_kernel()
    titles = titles_of(type(game))
    who = {titles[seat]: seated[seat] for seat in game.played}
    seating = ", ".join(
        f"{title}: {_('you') if player == HUMAN else player_text(player, game)}"
        for title, player in who.items()
    )
    print(f"{_(game.scenario_title)}. {seating}")
    cell = CELL.format(scenario=game.source, you=you, against=against)
    return game, Place(port, (Guest(game.scenario_title, token_urlsafe(BYTES), cell),))


def _find_kernel() -> None:
    """Let Jupyter use the kernel of this environment, and make sure that there is one."""
    os.environ.update(settings())
    check_kernel()


@contextmanager
def _compiling(game: "Game[Any]") -> Iterator[Callable[[], None]]:
    """Yield what lets another process compile the game, with a bar, as long as this goes on."""
    begun: list[subprocess.Popen[bytes]] = []
    command = [sys.executable, "-m", "marengo.cli", "compile", str(game.source), "--until-closed"]

    def begin() -> None:
        begun.append(subprocess.Popen(command, stdin=subprocess.PIPE))  # noqa: S603 - this very one

    try:
        yield begin
    finally:
        for process in begun:
            process.communicate()  # closes its input, with which it ends


def add_commands(add: Add) -> None:
    """Add the commands of this module to the command line."""
    play = add("play", _play, "play a game in the browser")
    play.add_argument("game", nargs="?", help=GAME)
    play.add_argument("--you", metavar="SEAT", help="your seat (default: that of a newcomer)")
    play.add_argument(
        "--against",
        metavar="PLAYER",
        help="easy, steady, strong, another player, or hot-seat (default: steady, where something "
        "was learned of the game)",
    )
    play.add_argument(
        "--language",
        choices=LANGUAGES,
        help="what the page speaks (default: the language of this system if it is among them)",
    )
    play.add_argument("--host", metavar="ADDRESS", help=ADDRESS_OF)
    play.add_argument("--file", metavar="GAME", help=FILE_OF)
    play.add_argument("--port", type=int, default=0, help="of the page (default: any)")
    play.add_argument("--no-browser", action="store_true", help="open no browser")
