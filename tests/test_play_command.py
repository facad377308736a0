"""``marengo play`` serves a game as a page on this machine alone, until Ctrl-C."""

import argparse
import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
import webbrowser
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from types import SimpleNamespace
from typing import Any

import pytest
from tornado.httpclient import HTTPClientError
from tornado.web import HTTPError
from tornado.websocket import websocket_connect

from marengo.cli import main, playing, serving
from marengo.core import scenarios
from marengo.core.players import OPPONENTS, PlayerError, check_player, player_called
from tests.core.toys.race import RaceGame
from tests.widgets.test_page import within_time

SECONDS = 300


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        (["triomfe"], "did you mean triomphe?"),
        (["--you", "frensh"], "you: expected austrian or french, not 'frensh'"),
        (["--against", "strog"], "expected one of easy, steady, strong, "),
        (["--against", "policy:weights=none.parquet"], "none.parquet: cannot be read"),
        (["--port", "-1"], "--port: expected 0 to 65535, not -1"),
        (["--host", "192.0.2.1"], "--host: 192.0.2.1: Cannot assign requested address: expected"),
        (
            ["--host", "127.0.0.1", "--against", "easy"],
            "--against: expected none where people play",
        ),
        (["--host", "127.0.0.1", "--you", "frensh"], "expected austrian or french, not 'frensh'"),
        (["--file", "game.txt"], "--you: expected austrian or french, whose page of game.txt"),
        (["--file", "game.toml", "--you", "french"], "expected a name that ends with .txt"),
        (["none.txt", "--you", "french"], "none.txt: cannot be read: No such file"),
        (["none.txt", "--file", "game.txt"], "--file: expected none beside none.txt"),
    ],
)
def test_play_refuses_what_it_cannot_open(
    options: list[str],
    wanted: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["play", *options]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert wanted in said.err
    assert [one for one in tmp_path.iterdir() if not one.name.endswith(".lock")] == []


def test_a_port_that_is_taken_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind((serving.HERE, 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["play", "progress-small", "--port", str(port)]) == 2
    assert f"--port: {port}: Address already in use: expected another" in capsys.readouterr().err


@dataclass
class Page:
    """What is served in place of Voilà, and what a browser was asked to open."""

    settings: dict[str, Any] = field(default_factory=dict)
    place: serving.Place = field(default_factory=lambda: serving.Place(0, ()))
    opened: "SimpleQueue[str]" = field(default_factory=SimpleQueue)


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Page:
    """Return what would be served; nothing is compiled."""
    from voila.app import Voila

    told = Page()

    def initialize(served: Any, words: list[str]) -> None:
        served.voila_configuration = SimpleNamespace()
        names = ("ip", "port", "port_retries", "tornado_settings")
        told.settings = {name: getattr(served, name) for name in names}
        (cell,) = json.loads(Path(words[0]).read_text(encoding="utf-8"))["cells"]
        assert "".join(cell["source"]) == ""  # it depends on who comes

    def start(served: Any) -> None:
        told.place = served.voila_configuration.prelaunch_hook.__self__
        served.launch_browser()

    monkeypatch.setattr(Voila, "initialize", initialize)
    monkeypatch.setattr(Voila, "start", start)
    monkeypatch.setattr(playing, "settings", dict)
    monkeypatch.setattr(playing, "_compiling", lambda _: nullcontext(lambda: None))
    monkeypatch.setattr(webbrowser, "open", told.opened.put)
    return told


@pytest.mark.parametrize(
    ("words", "arguments", "who"),
    [
        ([], "'triomphe', you='', against='policy'", "Austria: policy, France: you"),
        (
            ["bonaparte", "--you", "austrian", "--against", "easy"],
            "'bonaparte', you='austrian', against='rule:temperature=1'",
            "Austria: you, France: rule:temperature=1",
        ),
        (
            ["progress", "--against", "search:playouts=8"],
            "'progress', you='', against='search:playouts=8'",
            "Blue: you, Orange: search:playouts=8",
        ),
        (
            ["progress", "--against", "hot-seat"],
            "'progress', you='', against='hot-seat'",
            "Blue: you, Orange: you",
        ),
    ],
)
def test_the_page_holds_the_game_that_was_asked_for(
    words: list[str],
    arguments: str,
    who: str,
    page: Page,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["play", *words]) == 0
    assert page.settings["ip"] == "127.0.0.1"
    assert page.settings["port_retries"] == 0
    assert not page.settings["tornado_settings"]["allow_remote_access"]
    (guest,) = page.place.guests
    address = f"http://127.0.0.1:{page.settings['port']}/?token={guest.token}"
    said = capsys.readouterr().out
    assert f"Open {address} to play" in said
    assert who in said
    assert page.opened.get(timeout=SECONDS) == address
    loaded = re.search(r"open_game\((.*)\)", guest.cell)
    assert loaded
    shown = re.sub(r"'[^']*/(\w+)\.toml'", r"'\1'", loaded[1])  # scenarios are given by their files
    assert shown == arguments


def test_no_browser_is_opened_if_none_is_wanted(page: Page, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('name = "own"\nextends = "triomphe"\n', encoding="utf-8")
    assert main(["play", str(own), "--no-browser"]) == 0
    assert page.opened.empty()
    assert repr(str(own)) in page.place.guests[0].cell


def served(page: Page, *words: str) -> dict[str, str]:
    """Serve a game of cards to two, and return the token of each seat."""
    assert main(["play", "progress-small", "--host", "127.0.0.1", "--no-browser", *words]) == 0
    links = json.loads(Path("progress-small-hosted.links").read_text(encoding="utf-8"))
    assert page.settings["port"] == links["port"]
    return dict(links["tokens"])


def test_a_game_is_served_again_by_the_same_links(
    page: Page, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tokens = served(page)
    said = capsys.readouterr().out
    for title, seat in (("Blue", "blue"), ("Orange", "orange")):
        assert f"{title}: http://127.0.0.1:{page.settings['port']}/?token={tokens[seat]}\n" in said
    assert len({*tokens.values()}) == 2
    assert {len(token) for token in tokens.values()} == {22}
    links, game = Path("progress-small-hosted.links"), Path("progress-small-hosted.txt")
    assert links.stat().st_mode & 0o777 == 0o600
    begun = game.read_bytes()
    assert served(page) == tokens
    assert game.read_bytes() == begun
    assert page.settings["tornado_settings"]["allow_remote_access"]  # by any name of the machine
    for damaged in ("", "{}", links.read_text().replace(tokens["blue"], "")):
        links.write_text(damaged, encoding="utf-8")
        assert main(["play", "progress-small", "--host", "127.0.0.1"]) == 2
        assert "progress-small-hosted.links: " in capsys.readouterr().err
    links.unlink()
    assert served(page) != tokens
    tokens = served(page)
    game.unlink()
    assert {*served(page).values()}.isdisjoint(tokens.values())  # another game, others may come


def test_a_game_begins_by_mail_and_goes_on(
    page: Page, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each seat adds a secret first, so that nobody has chosen what will be drawn."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def played(*words: str) -> str:
        page.place = serving.Place(0, ())
        assert main(["play", *words, "--no-browser"]) == 0
        return capsys.readouterr().out

    def cells() -> list[str]:
        return [guest.cell for guest in page.place.guests]

    begin = ("progress-small", "--file", "game.txt", "--you", "orange")
    assert f"Send {tmp_path / 'game.txt'} to Blue, for the game begins once" in played(*begin)
    assert cells() == []
    assert "game.txt to Orange, for the game begins" in played("game.txt", "--you", "blue")
    assert cells() == []
    for words in (begin, ("game.txt", "--you", "blue")):
        said = played(*words)
        assert "The game is kept in " in said
        assert "?seat=" not in said
        told = f"{str(tmp_path / 'game.txt')!r}, {words[-1]!r}, served=False"
        assert [told in cell for cell in cells()] == [True]
        assert page.settings["ip"] == serving.HERE
    assert not Path("game.links").exists()
    text = Path("game.txt").read_text(encoding="utf-8")
    Path("game.txt").write_text(text.replace("seed: ", "seed: 1"), encoding="utf-8")
    assert main(["play", "game.txt", "--you", "blue", "--no-browser"]) == 2
    assert "game.txt: " in capsys.readouterr().err
    assert main(["play", "game.txt", "--host", "127.0.0.1", "--no-browser"]) == 2
    assert "game.txt: " in capsys.readouterr().err
    Path("hosted.txt").write_text(
        "".join(
            line
            for line in text.splitlines(keepends=True)
            if not line.startswith(("mail", "orange-c"))
        ),
        encoding="utf-8",
    )
    assert main(["play", "hosted.txt", "--you", "blue", "--no-browser"]) == 2
    assert "expected a line 'orange-chance: …', a commitment" in capsys.readouterr().err


class Visitor:
    """Who asks for a page."""

    def __init__(self, token: str, *, at_home: bool = True) -> None:
        self.token, self.at_home = token, at_home

    def get_query_argument(self, name: str, default: str) -> str:
        return self.token if name == serving.TOKEN else default

    def check_origin(self) -> bool:
        return self.at_home


def test_a_guest_gets_his_own_page_and_nobody_else_any() -> None:
    guests = (serving.Guest("Blue", "b" * 22, "blue"), serving.Guest("Orange", "o" * 22, "orange"))
    place = serving.Place(1, guests)
    for guest in guests:
        notebook = SimpleNamespace(cells=[SimpleNamespace(source="")])
        place.admit(Visitor(guest.token), notebook=notebook, cwd="")
        assert notebook.cells[0].source == guest.cell
    for wrong in ("", "b", "b" * 21, "b" * 23, "ü" * 22):
        with pytest.raises(HTTPError, match="403"):
            place.admit(Visitor(wrong), notebook=None, cwd="")
    with pytest.raises(HTTPError, match="403"):
        place.guest(Visitor(guests[0].token, at_home=False))


def test_a_link_names_a_machine_that_others_can_find() -> None:
    assert serving.Place(80, (), "::1").link("t") == "http://[::1]:80/?token=t"
    name = socket.gethostname()
    assert serving.Place(80, (), "0.0.0.0").link("t") == f"http://{name}:80/?token=t"  # noqa: S104


@pytest.mark.parametrize("name", OPPONENTS)
def test_an_opponent_stands_for_a_player(name: str) -> None:
    player = OPPONENTS[name].player
    assert player_called(name) == check_player(player) == player_called(player)


def test_what_is_neither_opponent_nor_player_is_refused() -> None:
    with pytest.raises(PlayerError, match=r"expected one of easy, .*; did you mean steady\?"):
        player_called("stedy")
    with pytest.raises(PlayerError, match="'cold=1': expected"):
        player_called("rule:cold=1")


async def without_the_protocol(address: str, kernel: str) -> None:
    """Connect to a kernel as Voilà itself would allow, and marengo's settings do not."""
    root = address.partition("?")[0].replace("http", "ws", 1)
    (await websocket_connect(f"{root}api/kernels/{kernel}/channels?session_id=me")).close()


def asked(address: str, **headers: str) -> tuple[int, str]:
    """Return the status and the text of what is answered."""
    request = urllib.request.Request(address, headers=headers)  # noqa: S310 -- http, our own
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, refused.read().decode()


def test_a_game_is_served_until_it_is_interrupted(tmp_path: Path) -> None:
    """As a page that marengo's own settings protect; nothing is left behind."""
    command = [sys.executable, "-m", "marengo.cli", "play", "progress-small", "--no-browser"]
    command += ["--against", "random"]
    places = {"TMPDIR": str(tmp_path), "PYTHONUNBUFFERED": "1", "XDG_DATA_HOME": str(tmp_path)}
    with subprocess.Popen(
        command, env={**os.environ, **places}, stdout=subprocess.PIPE, text=True
    ) as served:
        assert served.stdout is not None
        try:
            lines = iter(served.stdout.readline, "")
            opened = (re.search(r"Open (http\S+) to play", line) for line in lines)
            address = next(found[1] for found in opened if found)
            assert asked(address.partition("?")[0]) == (403, f"403: {serving.WRONG}")
            for foreign in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}):
                assert asked(address, **foreign)[0] == 403
            assert asked(f"{address}&template=classic")[1].count("<script") == 1  # the door
            shown = asked(f"{address}&template=classic&theme=no", Cookie=f"{serving.COME}=1")[1]
            assert "There was an error" not in shown
            assert "application/vnd.jupyter.widget-view+json" in shown
            assert 'place.id = "marengo-line"' in shown  # it is our template all the same
            assert str(tmp_path) not in shown
            kernel = re.search(r"\w{8}(-\w{4}){3}-\w{12}", shown)
            assert kernel
            with pytest.raises(HTTPClientError, match="HTTP 400"):
                within_time(without_the_protocol(address, kernel[0]))
        finally:
            served.send_signal(signal.SIGINT)
        assert served.wait(SECONDS) == 0
        assert "the game has ended" in served.stdout.read()
    assert list(tmp_path.glob("marengo-*")) == list(tmp_path.glob("voila_*")) == []
    assert len([*tmp_path.glob("marengo/games/*.txt")]) == 1


def test_a_game_of_ones_own_opens_against_a_player_that_it_has(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing was learned of it, so that the usual opponent cannot play it."""
    monkeypatch.setattr(scenarios, "_BY_HAND", {"race": RaceGame})
    monkeypatch.setattr(playing, "_find_kernel", bool)
    given = argparse.Namespace(game="race", you=None, against=None, port=0)
    game, place = playing._alone(given)
    assert capsys.readouterr().out == "race. Ada: you, Berta: random, Clara: random\n"
    assert game.name == "race"
    assert "against='random'" in place.guests[0].cell
    _, learned = playing._alone(argparse.Namespace(**{**vars(given), "game": "progress-small"}))
    assert "against='policy'" in learned.guests[0].cell
    assert "Orange: policy, which learned progress\n" in capsys.readouterr().out
