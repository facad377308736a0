"""A notebook of one cell, served by Voilà as a page: to this machine alone, or to those invited."""

import errno
import json
import os
import socket
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from secrets import compare_digest
from tempfile import TemporaryDirectory
from typing import Any

from marengo.core.errors import MarengoError
from marengo.languages import N_, _

HERE = "127.0.0.1"
"""The address that is listened to unless another is named: nobody else can open the page."""

ANYWHERE = ("0.0.0.0", "::")  # noqa: S104 -- nothing is bound to it here
"""What stands for all addresses of a machine."""

HIGHEST_PORT = 65_535

SEAT = "seat"
"""What a token is called in a link."""

WRONG = "This link belongs to no seat of the game. Ask whoever serves the game for yours."

GIVE = N_("Give every player one link, that of his seat; Ctrl-C ends it")

SETTINGS = {
    "headers": {"Referrer-Policy": "same-origin"},  # no other server is told of a token
    "disable_check_xsrf": True,
}
"""Of the server. A page that is closed asks for the end of its kernel without Jupyter's cookie,
which Voilà 0.5 does not set; the name of the kernel, which nobody guesses, is enough."""


@dataclass(frozen=True)
class Guest:
    """Who is invited to a page of his own."""

    name: str
    token: str
    cell: str  # what is run for him


@dataclass(frozen=True)
class Place:
    """Where a page is served, and to whom; without guests to whoever comes."""

    port: int
    cell: str = ""
    address: str = HERE
    guests: tuple[Guest, ...] = ()

    def link(self, token: str = "") -> str:
        """Return the address that a browser opens."""
        name = socket.gethostname() if self.address in ANYWHERE else self.address
        host = f"[{name}]" if ":" in name else name
        return f"http://{host}:{self.port}/{f'?{SEAT}={token}' if token else ''}"

    def admit(self, handler: Any, *, notebook: Any, cwd: str) -> None:  # noqa: ARG002 -- Voilà's
        """Give a guest his page, and nobody else any; no kernel has been started so far."""
        from tornado.web import HTTPError

        token = handler.get_query_argument(SEAT, "").encode()
        came = [one for one in self.guests if compare_digest(one.token.encode(), token)]
        if not came:
            raise HTTPError(403, reason=WRONG)
        notebook.cells[0].source = came[0].cell


def free_port(wanted: int, address: str = HERE) -> int:
    """Return a port that nobody listens to: the one that is wanted, or any if it is 0."""
    if not 0 <= wanted <= HIGHEST_PORT:
        raise MarengoError(f"--port: expected 0 to {HIGHEST_PORT}, not {wanted}")
    with socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET) as probe:
        if os.name == "posix":  # where it means: also if a page was just served there
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, wanted))
        except (OSError, UnicodeError) as error:
            told = getattr(error, "strerror", None) or str(error)
            if getattr(error, "errno", None) in (errno.EADDRINUSE, errno.EACCES):
                raise MarengoError(
                    f"--port: {wanted}: {told}: expected another, or 0 for any"
                ) from error
            raise MarengoError(
                f"--host: {address}: {told}: expected an address of this machine"
            ) from error
        return int(probe.getsockname()[1])


def serve(place: Place, opened: str | None, then: Callable[[], object]) -> None:
    """Serve a page until Ctrl-C; say where as soon as it can be opened, and go on with ``then``.

    A browser is opened for the one with a token; None opens none.
    """
    from voila.app import Voila

    class Page(Voila):  # type: ignore[misc] # Voilà has no types
        def launch_browser(self) -> None:
            for guest in place.guests:
                print(f"{_(guest.name)}: {place.link(guest.token)}")
            words = _("Open {address} to play (it takes some seconds); Ctrl-C ends it")
            print(_(GIVE) if place.guests else words.format(address=place.link()), flush=True)
            if opened is not None:  # some browsers return only when they are closed
                link = place.link(opened)
                threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()
            then()

    print(_("Starting the page ..."), flush=True)
    page = Page(ip=place.address, port=place.port, port_retries=0, open_browser=True)
    page.log_level, page.tornado_settings = "ERROR", SETTINGS
    with TemporaryDirectory(prefix="marengo-") as folder:
        page.initialize([str(_notebook(Path(folder), place.cell))])
        if place.guests:
            page.voila_configuration.prelaunch_hook = place.admit
        page.start()


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
