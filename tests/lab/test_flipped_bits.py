"""One bit that changed in a file: it is refused, or what was written comes back all the same.

Files of runs have checksums beside them, see test_checksums.py.
"""

import re
from collections.abc import Callable
from pathlib import Path
from threading import Event

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from marengo.cli import main
from marengo.core.errors import FileError
from marengo.core.players import learned_first
from marengo.core.players.learned_first import mixture_of
from marengo.core.players.learner import BATCH, Learner
from marengo.core.players.nets import read_net
from marengo.core.sealed import MARK, read_sealed, sealed
from marengo.lab import expert, fingerprints, read_frame
from marengo.lab.fingerprints import code_hash
from marengo.lab.ladder import climb
from marengo.lab.ladder_store import Store
from marengo.lab.learning import _go_on, _keep, write_net
from marengo.lab.steps import Bound, Ladder, LadderStep
from marengo.paths import data_path
from marengo.reports.worth import read_worth
from tests.core.toys.race import RaceGame
from tests.helpers import game

PLACES = 60
"""Bits of each file that are flipped."""

STEP = LadderStep(challenger="random", holder="random", pairs=Bound(0.5, 0.6), block=5, most=5)

Read = Callable[[], object]
Written = tuple[list[Path], Read]


def flipped(content: bytes, bit: int) -> bytes:
    changed = bytearray(content)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def bits_of(content: bytes, places: int = PLACES) -> list[int]:
    """Return some bits of a file, its first and last, and some of its checksum."""
    size, chance = 8 * len(content), np.random.default_rng([14, len(content)])
    within = 8 * max(0, content.rfind(MARK)) + chance.choice(8 * (len(MARK) + 64), places // 4)
    return [0, size - 1, *(within % size).tolist(), *chance.choice(size, places).tolist()]


def learned(seed: int = 1) -> Learner:
    """Return somebody who has learned a little, and remembers what it was."""
    one = Learner(RaceGame(), 40 * BATCH, seed, workers=1)
    for nets in (one.nets, one.means, one.squares):
        for part in nets.dtype.names if isinstance(nets, np.ndarray) else nets:
            nets[part][:] = np.random.default_rng(seed).normal(size=nets[part].shape)
    one.done, one.older = 2, [one.nets.copy()]
    return one


def weights(folder: Path) -> Written:
    path, nets = folder / "race.parquet", learned().nets
    write_net(RaceGame(), nets, path, {"command": "by hand"})
    return [path], lambda: read_net(RaceGame(), path).tobytes()


def learning(folder: Path) -> Written:
    _keep(learned(), folder, "command", [{"games": 1.5}, {"games": 2.5}])

    def read() -> object:
        one = Learner(RaceGame(), 40 * BATCH, 1, workers=1)
        curve, parts = _go_on(one, folder, "command"), [one.nets, *one.older]
        for numbers in (one.means, one.squares):
            parts += [numbers[part] for part in sorted(numbers)]
        return curve, one.done, [part.tobytes() for part in parts]

    return [folder / "state.parquet", folder / "older-0.parquet"], read


def lesson(folder: Path) -> Written:
    path, race = folder / "games-0-to-64.parquet", RaceGame()
    games = expert.play_lesson(race, race.engine.net.array(3), 4, 7, Event())
    path.write_bytes(sealed(games, {"teacher": "search"}))
    return [path], lambda: expert._read_lessons(path, {"teacher": "search"}).to_dicts()


def ladder(folder: Path) -> Written:
    path = folder / "triomphe.parquet"
    climb(game, Ladder(steps=(STEP,)), path, workers=1, say=lambda _: None)
    with Store.open(path, game, 0) as store:  # told anew each time, the sources take half a second
        return [path], lambda: store._stored().to_dicts()


def batch(folder: Path) -> Written:
    path = folder / "games.parquet"
    assert main(["simulate", "triomphe", "--games", "20", "--out", str(path)]) == 0
    return [path], lambda: read_frame(path).to_dicts()


def worths(folder: Path) -> Written:
    path = folder / "worth.parquet"
    options = ["--without", "cavalry", "--games", "4", "--out", str(path)]
    assert main(["worth", "triomphe", *options]) == 0
    return [path], lambda: read_worth(path).to_dicts()


@pytest.mark.parametrize("write", [weights, learning, lesson, ladder, batch, worths])
def test_no_flipped_bit_is_read_as_data(write: Callable[[Path], Written], tmp_path: Path) -> None:
    paths, read = write(tmp_path)
    wanted = read()
    for path in paths:
        content, refused = path.read_bytes(), list[str]()
        bits = bits_of(content)
        for bit in bits:
            path.write_bytes(flipped(content, bit))
            try:
                found = read()
            except ValueError as error:
                refused.append(str(error))
            else:
                assert found == wanted, f"{path.name}: bit {bit}"
        damaged = "is damaged, its SHA-256 is not the one in it|cannot be read as Parquet: .*"
        for said in refused:
            assert re.search(rf"{path.name}: ({damaged}); .*(again|anew)", said)
        assert len(refused) > PLACES * 0.9
        path.write_bytes(content)
    assert read() == wanted


@pytest.mark.parametrize("write", [weights, learning, lesson, ladder, batch, worths])
def test_what_is_torn_or_gone_is_named_with_what_to_do(
    write: Callable[[Path], Written], tmp_path: Path
) -> None:
    paths, read = write(tmp_path)
    for path in paths:
        content = path.read_bytes()
        for torn in (content[:-20], content[: len(content) // 2], b"PAR1", b"", b"\0" * 999):
            path.write_bytes(torn)
            with pytest.raises(ValueError, match=f"{path.name}: .*; .*(again|anew)"):
                read()
        path.write_bytes(content)


def test_what_a_player_has_learned_is_learned_again_if_a_bit_of_it_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learned_first, "cache_path", lambda: tmp_path)
    wanted = mixture_of(RaceGame(), "", "64").likeliest.tobytes()
    [path] = (tmp_path / "learned").glob("*.parquet")
    content = path.read_bytes()
    for bit in bits_of(content, 12):
        path.write_bytes(flipped(content, bit))
        assert mixture_of(RaceGame(), "", "64").likeliest.tobytes() == wanted
    assert MARK in content


def test_a_fingerprint_that_is_kept_is_not_believed_if_a_bit_of_it_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fingerprints, "cache_path", lambda: tmp_path)
    source = tmp_path / "melas.py"
    source.write_text("NERVE = 1\n")
    wanted = code_hash([source])
    [kept] = (tmp_path / "sources").iterdir()
    content = kept.read_bytes()
    for bit in range(0, 8 * len(content), 3):
        kept.write_bytes(flipped(content, bit))
        assert code_hash([source]) == wanted


def test_what_an_older_learner_left_is_not_taken_for_its_own(tmp_path: Path) -> None:
    """Its folder may have been removed by half."""
    _keep(learned(seed=1), tmp_path, "before", [])
    (tmp_path / "state.parquet").unlink()
    assert _go_on(Learner(RaceGame(), 40 * BATCH, 2, workers=1), tmp_path, "now") == []
    other = learned(seed=2)
    _keep(other, tmp_path, "now", [{}])
    again = Learner(RaceGame(), 40 * BATCH, 2, workers=1)
    _go_on(again, tmp_path, "now")
    assert again.older[0].tobytes() == other.older[0].tobytes()


@pytest.mark.parametrize(
    ("change", "notes"),
    [
        (pl.lit("melas").alias("what"), {}),
        (pl.lit("melas").alias("part"), {}),
        (pl.lit("melas").alias("weight"), {}),
        (pl.lit(2**31).alias("row"), {}),
        (pl.concat_list("row").alias("part"), {}),
        (pl.col("row"), {"curve": "7"}),
        (pl.col("row"), {"curve": "[[7]]"}),
        (pl.col("row"), {"done": "many"}),
    ],
)
def test_what_a_learner_cannot_go_on_with_is_named(
    change: pl.Expr, notes: dict[str, str], tmp_path: Path
) -> None:
    """Whoever wrote it gave it a checksum of its own."""
    _keep(learned(), tmp_path, "command", [{"games": 1.5}])
    path = tmp_path / "state.parquet"
    frame, told = read_sealed(path, "")
    path.write_bytes(sealed(frame.with_columns(change), {"command": "command", **told, **notes}))
    with pytest.raises(FileError, match=r"state.parquet: (is damaged: .*anew|(\[0\]: )?expected)"):
        _go_on(Learner(RaceGame(), 40 * BATCH, 1, workers=1), tmp_path, "command")


def test_weights_that_come_with_marengo_hold_their_checksums() -> None:
    shipped = sorted(data_path("players").glob("*.parquet"))
    assert shipped
    for path in shipped:
        assert MARK in path.read_bytes()
        frame, notes = read_sealed(path, "")
        assert frame.height > 0
        assert notes["command"].startswith(("marengo learn", "marengo value"))


def test_damage_of_the_mark_is_not_taken_for_an_older_file(tmp_path: Path) -> None:
    """Else whatever changed beside it would be data."""
    path = tmp_path / "games.parquet"
    content = sealed(pl.DataFrame({"game": [1, 2]}))
    first = 8 * content.rindex(MARK)
    for bit in range(first, first + 8 * len(MARK)):
        path.write_bytes(flipped(content, bit))
        with pytest.raises(FileError, match=r"games.parquet: (is damaged|cannot).*; advice"):
            read_sealed(path, "advice")


def test_a_file_without_a_checksum_is_read_as_it_is(tmp_path: Path) -> None:
    frame = pl.DataFrame({"game": [1, 2]})
    frame.write_parquet(tmp_path / "old.parquet", metadata={"net": "old"})
    read, notes = read_sealed(tmp_path / "old.parquet", "")
    assert_frame_equal(read, frame)
    assert notes["net"] == "old"


def test_other_programs_read_the_same_rows(tmp_path: Path) -> None:
    frame = pl.DataFrame({"game": [1, 2], "winner": ["austrian", None]})
    (tmp_path / "one.parquet").write_bytes(sealed(frame))
    assert_frame_equal(pl.read_parquet(tmp_path / "one.parquet"), frame)
    with pytest.raises(FileError, match=r"none.parquet: cannot be read: No such file.*; advice"):
        read_sealed(tmp_path / "none.parquet", "advice")
