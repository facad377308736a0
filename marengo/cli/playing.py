"""The command that opens a game in the browser: a notebook of one cell, served by Voilà."""

import argparse
import json
import os
import socket
import threading
import webbrowser
from collections.abc import Iterable
from contextlib import suppress
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
    machines = {player for player in seated.values() if player != HUMAN}
    for player in machines:
        make_player(player, game)
    port = _free_port(options.port)
    os.environ.update(settings())
    check_kernel()
    _make_ready(game, machines)
    who = {title: seated[seat] for seat, title in titles_of(type(game)).items()}
    told = ", ".join(f"{title}: {_('you') if one == HUMAN else one}" for title, one in who.items())
    print(f"{_(game.scenario_title)}. {told}")
    cell = CELL.format(scenario=game.source, you=you, against=against)
    with TemporaryDirectory(prefix="marengo-") as folder:
        _serve(_notebook(Path(folder), cell), port, not options.no_browser)
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


def _make_ready(game: "Game[Any]", machines: Iterable[str]) -> None:
    """Compile what the game is played by; it is kept, and the page need not do it in silence."""
    from marengo.core.players import StoppedError, ask
    from marengo.core.state import Chance

    making = _("Making {scenario} ready ...")
    print(making.format(scenario=_(game.scenario_title)), flush=True)
    state, stop = game.start(0), threading.Event()
    stop.set()
    for player in machines if state.to_move is not Chance.CHANCE else ():
        with suppress(StoppedError):  # of a search, which has begun by then
            ask(state, player, stop=stop)


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


def _serve(notebook: Path, port: int, with_browser: bool) -> None:
    """Serve a notebook as a page until Ctrl-C, and say where as soon as it can be opened."""
    from voila.app import Voila

    class Page(Voila):  # type: ignore[misc] # Voilà has no types
        def launch_browser(self) -> None:
            address = f"http://{HERE}:{port}/"
            words = _("Open {address} to play (it takes some seconds); Ctrl-C ends it")
            print(words.format(address=address), flush=True)
            if with_browser:  # some browsers return only when they are closed
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

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
