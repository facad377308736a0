"""The command that opens a game in the browser: a notebook of one cell, served by Voilà."""

import argparse
import json
import os
import socket
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from marengo.cli.notebooks import check_kernel, settings
from marengo.cli.options import Add
from marengo.core.errors import MarengoError
from marengo.languages import LANGUAGES, _, speak

if TYPE_CHECKING:
    from marengo.core.game import Game

HERE = "127.0.0.1"
"""The only address that is listened to: nobody on another machine can open the page."""

CELL = "from marengo.widgets import play\n\nplay({scenario!r}, you={you!r}, against={against!r})"

HIGHEST_PORT = 65_535


def _play(options: argparse.Namespace) -> int:
    from marengo.core.players import make_player, player_called
    from marengo.core.scenarios import load
    from marengo.widgets.playing.new_game import HOT_SEAT, seats
    from marengo.widgets.playing.opening import proposed
    from marengo.widgets.playing.seats import HUMAN, titles_of

    if options.language:  # for the page too, which another process makes
        os.environ["MARENGO_LANGUAGE"] = options.language
    speak()
    game, you = load(options.game or proposed()), options.you or ""
    against = options.against if options.against == HOT_SEAT else player_called(options.against)
    seated = seats(type(game), you, against)
    for player in {*seated.values()} - {HUMAN}:
        make_player(player, game)
    port = _free_port(options.port)
    os.environ.update(settings())
    check_kernel()
    who = {title: seated[seat] for seat, title in titles_of(type(game)).items()}
    told = ", ".join(f"{title}: {_('you') if one == HUMAN else one}" for title, one in who.items())
    print(f"{_(game.scenario_title)}. {told}")
    cell = CELL.format(scenario=game.source, you=you, against=against)
    with TemporaryDirectory(prefix="marengo-") as folder, _compiling(game) as begin:
        _serve(_notebook(Path(folder), cell), port, not options.no_browser, begin)
    print(_("the game has ended"))
    return 0


def _free_port(wanted: int) -> int:
    """Return a port that nobody listens to: the one that is wanted, or any if it is 0."""
    if not 0 <= wanted <= HIGHEST_PORT:
        raise MarengoError(f"--port: expected 0 to {HIGHEST_PORT}, not {wanted}")
    with socket.socket() as probe:
        if os.name == "posix":  # where it means: also if a page was just served there
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HERE, wanted))
        except OSError as error:
            raise MarengoError(
                f"--port: {wanted}: {error.strerror}: expected another, or 0 for any"
            ) from error
        return int(probe.getsockname()[1])


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


def _notebook(folder: Path, cell: str) -> Path:
    """Write a notebook of one cell, and return its file."""
    code = {"cell_type": "code", "id": "game", "metadata": {}, "source": cell, "outputs": []}
    written = {
        "cells": [{**code, "execution_count": None}],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    path = folder / "marengo.ipynb"
    path.write_text(json.dumps(written), encoding="utf-8")
    return path


def _serve(notebook: Path, port: int, with_browser: bool, then: Callable[[], None]) -> None:
    """Serve a notebook as a page until Ctrl-C; say where as soon as it can be opened, and go on."""
    from voila.app import Voila

    class Page(Voila):  # type: ignore[misc] # Voilà has no types
        def launch_browser(self) -> None:
            address = f"http://{HERE}:{port}/"
            words = _("Open {address} to play (it takes some seconds); Ctrl-C ends it")
            print(words.format(address=address), flush=True)
            if with_browser:  # some browsers return only when they are closed
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
            then()

    print(_("Starting the page ..."), flush=True)
    page = Page(ip=HERE, port=port, port_retries=0, open_browser=True, log_level="ERROR")
    page.initialize([str(notebook)])
    page.start()


def add_commands(add: Add) -> None:
    """Add the commands of this module to the command line."""
    play = add("play", _play, "play a game in the browser")
    play.add_argument("game", nargs="?", help="name or file of a scenario (default: triomphe)")
    play.add_argument("--you", metavar="SEAT", help="your seat (default: that of a newcomer)")
    play.add_argument(
        "--against",
        default="steady",
        metavar="PLAYER",
        help="easy, steady, strong, another player, or hot-seat (default: steady)",
    )
    play.add_argument(
        "--language",
        choices=LANGUAGES,
        help="what the page speaks (default: the language of this system if it is among them)",
    )
    play.add_argument("--port", type=int, default=0, help="of the page (default: any)")
    play.add_argument("--no-browser", action="store_true", help="open no browser")
