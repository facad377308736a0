"""The fifth front: what comes to a hosted page without a person.

Previews of links, strangers and broken requests start no Python, are told nothing of how the page
is made, and keep nobody else from his page.
"""

import http.client
import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from marengo.cli.serving import COME, HERE, TOKEN, Guest, Place, free_port, serve
from tests.attack.mutations import Chance, mutated, pick
from tests.attack.readers import ROOT
from tests.attack.trying import DEFECT, Attempt, Outcome

GUESTS = (Guest("Blue", "b1ue", ""), Guest("Orange", "0range", ""))

METHODS = ("GET", "GET", "GET", "HEAD", "POST", "OPTIONS", "PUT", "DELETE", "PATCH")

PATHS = (
    *3 * ("/?TOKEN",),
    "/",
    "/?TOKEN&template=lab&theme=dark",
    "/index.html",
    "/tree",
    "/voila",
    "/voila/render/marengo.ipynb?TOKEN",
    "/voila/files/marengo.ipynb",
    "/voila/static/../marengo.ipynb",
    "/voila/templates/marengo/static/main.js",
    "/static/%2e%2e/%2e%2e/etc/passwd",
    "/api/contents",
    "/api/kernels?TOKEN",
    "/api/kernels/1/channels?TOKEN",
    "/api/shutdown/1",
    "//x/?TOKEN",
    "/%00?TOKEN",
)
"""What is asked for; TOKEN is that of a seat, or what was made of it."""

HEADERS: tuple[dict[str, str], ...] = (
    {"User-Agent": "WhatsApp/2.23 N"},
    {"User-Agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)"},
    {"Sec-Purpose": "prefetch;prerender"},
    {"Origin": "http://elsewhere.example"},
    {"Host": "elsewhere.example"},
    {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": "AAAA"},
    {"Range": "bytes=0-9"},
    {"Accept-Language": "fr"},
    {"Content-Length": "-1"},
    {},
)

TOLD = ("Traceback", str(ROOT), sys.prefix, "marengo-attack-")
"""What nobody is told."""

BUSY = b" 503 "
"""What a browser is told that asks for a page before anybody wants to see it."""

PATIENCE = 20.0
"""Seconds in which an answer is whole: it takes a hundredth of one."""


def pages(server: int) -> int:
    """Return how many Pythons a process runs for pages."""
    asked = ["ps", "-o", "args=", "--ppid", str(server)]
    children = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    return children.count("ipykernel_launcher")


def asked(port: int, request: bytes) -> bytes:
    """Return all that is answered to some bytes, until the server hangs up or says no more."""
    answer, until = b"", time.monotonic() + PATIENCE
    line = socket.create_connection((HERE, port), PATIENCE)
    with closing(line), suppress(ConnectionError, TimeoutError):
        line.sendall(request)
        line.shutdown(socket.SHUT_WR)
        while (heard := line.recv(1 << 16)) and time.monotonic() < until:
            answer += heard
    return answer


def is_open(port: int) -> bool:
    """Whether a guest who comes is let in at his door."""
    with closing(http.client.HTTPConnection(HERE, port, timeout=PATIENCE)) as line:
        line.request("GET", f"/?{TOKEN}={GUESTS[0].token}")
        answer = line.getresponse()
        return answer.status == http.client.OK and COME.encode() in answer.read()


def status_of(answer: bytes) -> str:
    """Return the number that an answer begins with, or nothing."""
    found = re.match(rb"HTTP/1\.. (\d{3}) ", answer)
    return found[1].decode() if found else ""


def fault_in(answer: bytes, may_be_let_in: bool) -> str:
    """Return what should not be in an answer, or nothing."""
    told = [one for one in TOLD if one.encode() in answer]
    if told:
        return f"told {told}: {answer[:500]!r}"
    if COME.encode() in answer and not may_be_let_in:
        return "let a stranger in"
    if status_of(answer).startswith("5") and BUSY not in answer:
        return f"answered {answer[:500]!r}"
    return ""


@dataclass(frozen=True)
class Served:
    """A process that serves a page, and where."""

    server: "subprocess.Popen[str]"
    port: int

    def judged(self, request: bytes, may_be_let_in: bool) -> Outcome:
        """Send a request; return what came of it."""
        answer = asked(self.port, request)
        fault = fault_in(answer, may_be_let_in) or self.harm()
        if fault:
            return Outcome(DEFECT, fault, request)
        return Outcome(status_of(answer) or "no answer")

    def harm(self) -> str:
        """Return what the server suffered, or nothing."""
        if pages(self.server.pid):
            return "started a Python"
        return "" if is_open(self.port) else "a guest is not let in any more"

    def request(self, token: bytes, came: bool, chance: Chance) -> bytes:
        """Return a request for something, with a token, from a browser that was here or not."""
        headers = {"Host": f"{HERE}:{self.port}", "Connection": "close", **pick(HEADERS, chance)}
        if came:
            headers["Cookie"] = f"{COME}=1"
        path = pick(PATHS, chance).encode().replace(b"TOKEN", TOKEN.encode() + b"=" + token)
        first = b" ".join((pick(METHODS, chance).encode(), path, b"HTTP/1.1"))
        lines = [first, *(f"{name}: {value}".encode() for name, value in headers.items())]
        return b"\r\n".join([*lines, b"", b""])

    def preview(self, chance: Chance) -> Outcome:
        """Ask as a messenger does who is shown a link."""
        token = pick(GUESTS, chance).token.encode()
        return self.judged(self.request(token, came=False, chance=chance), may_be_let_in=True)

    def stranger(self, chance: Chance) -> Outcome:
        """Ask with a token that is nobody's, in a browser that was here."""
        tokens = [one.token.encode() for one in GUESTS]
        token = bytes(one for one in mutated(tokens[0], tokens, True, chance) if one > ord(" "))
        if any(token.startswith(one) for one in tokens):  # what follows may be another argument
            token = b"x" + token
        return self.judged(self.request(token, came=True, chance=chance), may_be_let_in=False)

    def broken(self, chance: Chance) -> Outcome:
        """Send a request some bytes of which are others."""
        token = pick(GUESTS, chance).token.encode()
        whole = [self.request(token, came=False, chance=chance) for _ in range(2)]
        return self.judged(mutated(whole[0], whole, False, chance), may_be_let_in=True)


def previews(folder: Path) -> Mapping[str, Attempt]:
    """Serve a page to two seats in another process, and return the attempts of this front."""
    server = subprocess.Popen(
        [sys.executable, "-m", __name__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TMPDIR": str(folder)},
    )
    assert server.stdout is not None
    served = Served(server, next(int(line) for line in server.stdout if line.strip().isdecimal()))
    return {name: getattr(served, name) for name in ("preview", "stranger", "broken")}


def main() -> None:
    """Serve a page until who asked for it has gone; print the port."""

    def wait() -> None:
        sys.stdin.read()
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()
    place = Place(free_port(0), GUESTS)
    serve(place, None, lambda: print(place.port, flush=True))


if __name__ == "__main__":
    main()
