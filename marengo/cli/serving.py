"""A notebook of one cell, served by Voilà as a page: to this machine alone, or to those invited."""

import errno
import html
import json
import os
import socket
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from secrets import compare_digest
from tempfile import TemporaryDirectory
from typing import Any

from marengo.core.errors import MarengoError
from marengo.languages import N_, _

HERE = "127.0.0.1"
"""The address that is listened to unless another is named: nobody else can open the page."""

ANYWHERE = ("0.0.0.0", "::")  # noqa: S104 -- nothing is bound to it here
"""Addresses that stand for all of a machine."""

HIGHEST_PORT = 65_535

TOKEN = "token"  # noqa: S105 -- the word, not one
"""Name of a token in a link."""

BYTES = 16
"""Length of a token: 128 bits."""

WRONG = "This link belongs to no seat of the game. Ask whoever serves the game for yours."

COME = "marengo-here"
"""The cookie of a browser that runs scripts, as no preview of a link and no picture does."""

DOOR = """\
<!DOCTYPE html>
<html><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width, initial-scale=1.0">
<title>{title}</title><link rel="icon" href="data:;base64,="></head>
<body><p id="told">{words}</p>
<script>
  document.cookie = "{cookie}=1; SameSite=Strict; Path=/";
  if (document.cookie.includes("{cookie}=1")) location.reload();
</script></body></html>
"""
"""A page that costs nothing, and opens the one that was asked for if somebody is there."""

NEEDS = N_("This page needs a browser that runs scripts and keeps a cookie.")

LINE = {
    "cut": N_("The line is cut. It comes back by itself, and nothing is lost."),
    "elsewhere": N_("This game is open in another page."),
    "here": N_("Go on here"),
}
"""Messages of a page on its line to the machine that serves it."""

MOST = 2 << 20
"""Bytes of a message, or of what is sent with a request."""

GIVE = N_("Give every player one link, that of his seat; Ctrl-C ends it")

SETTINGS = {
    "websocket_max_message_size": MOST,
    "headers": {"Referrer-Policy": "same-origin"},  # no other server is told of a token
    "disable_check_xsrf": True,
}
"""Settings of the server: a page that is closed ends its kernel without Jupyter's cookie, which
Voilà 0.5 does not set; the name of the kernel, which nobody guesses, is enough."""

CONFIGURATION = {
    "template": "marengo",
    "allow_template_override": "NO",
    "allow_theme_override": "NO",
    "multi_kernel_manager_class": "marengo.widgets.page.Kernels",
}
"""Settings of Voilà, whatever a settings file of the machine says."""


@dataclass(frozen=True)
class Guest:
    """Guest who is invited to a page of his own."""

    name: str
    token: str
    cell: str  # what is run for him


@dataclass(frozen=True)
class Place:
    """Place where a page is served, and its guests."""

    port: int
    guests: tuple[Guest, ...]
    address: str = HERE

    @property
    def is_private(self) -> bool:
        """True if it is for one person, on this machine."""
        return len(self.guests) == 1

    def link(self, token: str) -> str:
        """Return the address that a browser opens."""
        name = socket.gethostname() if self.address in ANYWHERE else self.address
        host = f"[{name}]" if ":" in name else name
        return f"http://{host}:{self.port}/?{TOKEN}={token}"

    def guest(self, handler: Any) -> Guest:
        """Return whose page is asked for; HTTPError if it is nobody's."""
        from tornado.web import HTTPError

        token = handler.get_query_argument(TOKEN, "").encode()
        came = [guest for guest in self.guests if compare_digest(guest.token.encode(), token)]
        if not came or not handler.check_origin():
            raise HTTPError(403, reason=WRONG)
        return came[0]

    def admit(self, handler: Any, *, notebook: Any, cwd: str) -> None:  # noqa: ARG002 -- Voilà's
        """Give a guest his page, and nobody else any; no kernel has been started so far."""
        notebook.cells[0].source = self.guest(handler).cell


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
            problem = getattr(error, "strerror", None) or str(error)
            if getattr(error, "errno", None) in (errno.EADDRINUSE, errno.EACCES):
                raise MarengoError(
                    f"--port: {wanted}: {problem}: expected another, or 0 for any"
                ) from error
            raise MarengoError(
                f"--host: {address}: {problem}: expected an address of this machine"
            ) from error
        return int(probe.getsockname()[1])


def serve(place: Place, opened: str | None, then: Callable[[], object]) -> None:
    """Serve a page until Ctrl-C; say where as soon as it can be opened, and go on with ``then``.

    A browser is opened for the one with a token; None opens none.
    """
    print(_("Starting the page ..."), flush=True)
    page = _server(place, opened, then)
    page.log_level, page.tornado_settings = "ERROR", {**SETTINGS}
    page.tornado_settings[
        "allow_remote_access"
    ] = not place.is_private  # else by what Host it likes
    with TemporaryDirectory(prefix="marengo-") as folder:
        page.initialize([str(_notebook(Path(folder)))])
        page.voila_configuration.prelaunch_hook = place.admit
        page.start()


def _server(place: Place, opened: str | None, then: Callable[[], object]) -> Any:
    """Return Voilà as it serves a place."""
    from tornado.web import HTTPError
    from traitlets.config import Config
    from voila.app import Voila
    from voila.static_file_handler import TemplateStaticFileHandler
    from voila.tornado.handler import TornadoVoilaHandler

    class Files(TemplateStaticFileHandler):  # type: ignore[misc] # Voilà has no types
        """Handler that answers 404 where no file can be, which Voilà takes for a failure."""

        async def get(self, path: str, include_body: bool = True) -> None:
            try:
                await super().get(path, include_body)
            except (AssertionError, ValueError) as error:
                raise HTTPError(404) from error

    class Page(Voila):  # type: ignore[misc] # Voilà has no types
        def init_handlers(self) -> list[Any]:
            """Serve pages by the door alone, and files by ``Files``."""
            own = {TornadoVoilaHandler: _door(place), TemplateStaticFileHandler: Files}
            return [
                (rule[0], own.get(rule[1], rule[1]), *rule[2:]) for rule in super().init_handlers()
            ]

        def listen(self) -> None:
            """Take no more with a request than a game needs."""
            self.app.listen = partial(self.app.listen, max_body_size=MOST)
            super().listen()

        def launch_browser(self) -> None:
            if not place.is_private:
                for guest in place.guests:
                    print(f"{_(guest.name)}: {place.link(guest.token)}")
                print(_(GIVE), flush=True)
            else:
                words = _("Open {address} to play (it takes some seconds); Ctrl-C ends it")
                print(words.format(address=place.link(place.guests[0].token)), flush=True)
            if opened is not None:  # some browsers return only when they are closed
                link = place.link(opened)
                threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()
            then()

    page = Page(ip=place.address, port=place.port, port_retries=0, open_browser=True)
    words = {name: _(text) for name, text in LINE.items()}
    for name, value in {**CONFIGURATION, "resources": {"line": words}}.items():
        page.update_config(Config({"VoilaConfiguration": {name: value}}))
    page.kernel_websocket_connection_class = "marengo.widgets.page.GuestConnection"
    return page


def _door(place: Place) -> type:
    """Return the handler of requests for a page."""
    from tornado.web import HTTPError
    from voila.tornado.handler import TornadoVoilaHandler

    class Door(TornadoVoilaHandler):  # type: ignore[misc] # Voilà has no types
        """Handler that starts a Python only for a browser in which somebody is."""

        async def get(self, path: str = "") -> None:
            name = place.guest(self).name
            if path:
                raise HTTPError(404)
            if self.request.headers.get("Sec-Purpose", "").startswith("prefetch"):
                raise HTTPError(503)
            if self.get_cookie(COME):
                await super().get(path)
            else:
                title, words = (html.escape(text) for text in (f"marengo: {_(name)}", _(NEEDS)))
                self.finish(DOOR.format(title=title, words=words, cookie=COME))

        def write_error(self, status_code: int, **_more: Any) -> None:
            """Say what is wrong, and nothing of how the page is made."""
            self.set_header("Content-Type", "text/plain; charset=utf-8")
            self.finish(f"{status_code}: {self._reason}")

    return Door


def _notebook(folder: Path) -> Path:
    """Write a notebook of one cell, which depends on who comes, and return its file."""
    code = {"cell_type": "code", "id": "game", "metadata": {}, "source": "", "outputs": []}
    written = {
        "cells": [{**code, "execution_count": None}],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    path = folder / "marengo.ipynb"
    path.write_text(json.dumps(written), encoding="utf-8")
    return path
