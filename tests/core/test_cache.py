"""Where the cache cannot be used, marengo says so in a line, and goes on."""

import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import marengo
from marengo import paths
from marengo.core import game as games
from marengo.lab import compiling
from marengo.paths import cache_path


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder in which caches and temporary files lie, and forget what was found."""
    monkeypatch.setattr(paths, "user_cache_path", lambda _: tmp_path / "home" / "cache")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    cache_path.cache_clear()
    yield tmp_path
    cache_path.cache_clear()


def test_it_is_the_users_where_that_can_be_made(
    places: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cache_path() == places / "home" / "cache"
    assert cache_path().is_dir()
    assert capsys.readouterr().err == ""


def test_a_home_that_cannot_be_written_to_costs_a_line(
    places: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (places / "home").touch()  # so that not even root can make a folder in it
    kept = cache_path()
    assert kept.parent == places
    assert kept == cache_path()
    assert capsys.readouterr().err == (
        f"{places / 'home' / 'cache'}: cannot be used, so what is compiled is kept in {kept}\n"
    )
    if os.name == "posix":
        assert stat.S_IMODE(kept.stat().st_mode) == stat.S_IRWXU
    cache_path.cache_clear()
    assert cache_path() == kept  # so that another process finds what was compiled


@pytest.mark.skipif(os.name != "posix", reason="what others may do with a file")
def test_compiled_code_is_taken_from_nobody_else(places: Path) -> None:
    """A folder that others can write to could hold code of theirs."""
    (places / "home").touch()
    shared = places / f"marengo-{os.getuid()}"
    shared.mkdir()
    shared.chmod(0o777)
    kept = cache_path()
    assert kept != shared
    assert stat.S_IMODE(kept.stat().st_mode) == stat.S_IRWXU


def test_a_folder_that_another_keeps_to_himself_is_no_failure(
    places: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Made under umask 077 below a cache that is shared."""

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    game = marengo.load("progress-small")
    monkeypatch.setattr(games, "COMPILES", True)
    monkeypatch.setattr(Path, "glob", refuse)
    assert not games.is_compiled(type(game))
    monkeypatch.setattr(compiling, "FileLock", refuse)
    with compiling._alone(game):
        assert places.is_dir()
