"""Playing in the background: both on common seeds, stopped at once, gone on with, extended."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from marengo.core.errors import ScenarioError
from marengo.core.players import PlayerError
from marengo.lab import StudyError, load, simulate
from marengo.lab.analysis import paired_difference
from marengo.lab.running import GRACE
from marengo.lab.simulate import TICK
from marengo.screens.marengo.scenario_lab.bench import Bench, Order, Progress
from marengo.screens.marengo.scenario_lab.draft import Draft, open_draft
from tests.lab.runs import ANSWER, PATIENCE, Waiting, waiting_player
from tests.widgets.play.waiting import wait_until

DRAFT = open_draft("triomphe").with_value("parameters.orders_per_turn", 2)


@pytest.fixture(autouse=True)
def scratch(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return the folder where runs lie for which nobody has named one."""
    (tmp_path / "scratch").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "scratch"))
    return tmp_path / "scratch"


@pytest.fixture
def waiting() -> Iterator[type[Waiting]]:
    with waiting_player() as player:
        yield player


def by_chance(draft: Draft = DRAFT, games: int = 30, **more: Any) -> Order:
    """Return an order of games of chance, which are played quickly."""
    return Order(draft, "random", "random", games, **more)


def played(bench: Bench, order: Order) -> Progress:
    """Play an order to its end."""
    bench.start(order)
    assert bench.join(PATIENCE)
    return bench.progress


def test_both_are_played_on_the_same_seeds() -> None:
    news: list[Progress] = []
    bench = Bench(news.append)  # whose folders are gone with it
    progress = played(bench, by_chance(seed=5))
    assert (progress.phase, progress.played, progress.wanted) == ("finished", 60, 60)
    assert [one.phase for one in news][:1] == ["starting"]
    assert {one.phase for one in news} <= {"starting", "playing", "finished"}
    assert progress.folder is not None
    run = load(progress.folder)
    assert [cell.scenario for cell in run.study.cells] == ["triomphe", "my-triomphe"]
    (found,) = progress.findings.each
    assert found.found == paired_difference(run, "my-triomphe", "triomphe")
    standard = simulate("triomphe", 30, "random", "random", seed=5, progress=False)
    what_if = simulate(DRAFT.game, 30, "random", "random", seed=5, progress=False)
    assert found.standard.count == standard.filter(winner="austrian").height
    assert found.what_if.count == what_if.filter(winner="austrian").height
    assert run.games.filter(cell=1).collect()["seed"].to_list() == what_if["seed"].to_list()


def test_a_run_is_extended_by_as_many_games_or_to_more() -> None:
    bench, order = Bench(), by_chance()
    assert bench.games_wanted(order) == 30
    assert bench.run_of(order) is None
    first = played(bench, order)
    run = bench.run_of(order)
    assert run is not None
    assert run.folder == first.folder
    assert bench.games_wanted(order) == 60
    second = played(bench, order)
    assert (second.wanted, second.folder) == (120, first.folder)
    assert second.findings.each[0].found.pairs == 60
    larger = by_chance(games=100)
    assert bench.games_wanted(larger) == 100
    assert played(bench, larger).findings.each[0].found.pairs == 100
    assert bench.games_wanted(order) == 130
    once = played(Bench(), larger)
    assert once.findings == bench.progress.findings  # in one go or by and by


def test_a_run_is_known_again_in_whatever_order_its_plan_states_things() -> None:
    bench, draft = Bench(), DRAFT.with_value("morale.french.track.16", 0)
    order = by_chance(draft.with_value("morale.french.track.15", 3), games=1)  # 15 behind 16
    played(bench, order)
    assert bench.games_wanted(order) == 2


def test_another_what_if_has_a_folder_of_its_own_and_is_found_again() -> None:
    bench, order = Bench(), by_chance()
    first = played(bench, order)
    other = by_chance(DRAFT.with_value("hours.Novi", 12))
    assert bench.games_wanted(other) == 30
    second = played(bench, other)
    assert second.folder != first.folder
    assert bench.games_wanted(order) == 60
    assert bench.games_wanted(by_chance(seed=1)) == 30
    assert bench.games_wanted(Order(DRAFT, "rule", "rule", 30)) == 30


def test_stop_is_answered_at_once_and_what_was_played_is_kept(waiting: type[Waiting]) -> None:
    def look(progress: Progress) -> None:
        if progress.phase == "playing" and not waiting.go.is_set():
            waiting.wait.set()

    bench = Bench(look)
    order = Order(DRAFT, "waiting", "waiting", 16)
    bench.start(order)
    assert waiting.thinks.wait(PATIENCE)
    since = time.monotonic()
    bench.stop()
    assert bench.progress.phase in ("stopping", "stopped")
    assert time.monotonic() - since < 0.1
    assert TICK + GRACE <= ANSWER
    assert bench.join(PATIENCE / 2)  # so that somebody still thinks
    stopped = bench.progress
    assert stopped.phase == "stopped"
    assert 0 < stopped.played < 32
    assert stopped.folder is not None
    assert load(stopped.folder).played == stopped.played
    waiting.wait.clear()
    waiting.go.set()
    assert bench.games_wanted(order) == 16
    finished = played(bench, order)
    assert (finished.phase, finished.played) == ("finished", 32)


def test_one_order_is_played_at_a_time(waiting: type[Waiting]) -> None:
    waiting.wait.set()
    bench = Bench()
    bench.start(Order(DRAFT, "waiting", "waiting", 1))
    assert waiting.thinks.wait(PATIENCE)
    with pytest.raises(StudyError, match="games are being played: stop them first"):
        bench.start(by_chance())
    assert not bench.join(0.01)
    bench.stop()
    assert bench.join(PATIENCE)
    bench.stop()  # nothing is played any more
    assert bench.progress.phase == "stopped"


def test_players_that_differ_play_both_ways_round() -> None:
    progress = played(Bench(), Order(DRAFT, "rule", "random", 4))
    assert (progress.cells, progress.wanted, progress.pairs) == (4, 16, (4, 4))
    seated = [(one.austrian, one.french) for one in progress.findings.each]
    assert seated == [("rule", "random"), ("random", "rule")]


@pytest.mark.parametrize(
    ("order", "error", "said"),
    [
        (Order(open_draft("triomphe")), StudyError, "nothing is changed yet"),
        (Order(DRAFT, "melas"), StudyError, "no player 'melas'"),
        (Order(DRAFT, "search:nodes=0"), StudyError, "playouts: expected 1 or more"),
        (Order(DRAFT, games=0), StudyError, "games: expected 1 or more"),
        (Order(DRAFT, seed=-1), StudyError, "seed: expected 0 or more"),
        (Order(DRAFT.with_value("parameters.last_hour", 2)), ScenarioError, "last_hour"),
    ],
)
def test_what_cannot_be_played_is_refused_before(order: Order, error: type, said: str) -> None:
    bench = Bench()
    for ask in (bench.games_wanted, bench.start):
        with pytest.raises(error, match=said):
            ask(order)
    assert bench.progress.phase == "idle"


def test_what_fails_later_is_told() -> None:
    bench = Bench()
    progress = played(bench, Order(DRAFT, "search:seconds=1", "search:seconds=1"))
    assert progress.phase == "failed"
    assert "depends on the clock" in progress.error
    assert played(bench, by_chance()).phase == "finished"
    assert bench.progress.error == ""


def test_a_named_folder_keeps_the_run_and_takes_no_other(tmp_path: Path) -> None:
    order = by_chance(folder=tmp_path / "mine")
    first = played(Bench(), order)
    assert load(tmp_path / "mine").finished
    later = Bench()  # as after another start of the kernel
    assert later.games_wanted(order) == 60
    assert played(later, order).findings.each[0].found.pairs == 60
    assert first.findings.each[0].found.pairs == 30
    other = by_chance(DRAFT.with_value("hours.Novi", 12), folder=tmp_path / "mine")
    for ask in (later.games_wanted, later.start):
        with pytest.raises(StudyError, match=r"another plan \(what_ifs.my-triomphe.hours\)"):
            ask(other)
    assert load(tmp_path / "mine").played == 120


def test_folders_of_nobody_are_gone_with_the_bench(scratch: Path) -> None:
    bench = Bench()
    bench.games_wanted(by_chance())
    assert list(scratch.iterdir()) == []
    folder = played(bench, by_chance()).folder
    assert folder is not None
    assert folder.exists()
    assert len(list(scratch.iterdir())) == 1
    del bench
    wait_until(lambda: not list(scratch.iterdir()))  # its thread may be about to end


def test_a_standard_of_ones_own_is_played(tmp_path: Path, root: Path) -> None:
    text = (root / "data" / "scenarios" / "bonaparte.toml").read_text(encoding="utf-8")
    own = tmp_path / "own.toml"
    own.write_text(text.replace('name = "bonaparte"', 'name = "own"'))
    draft: Draft = open_draft(own).with_value("morale.french", 25)
    progress = played(Bench(), by_chance(draft))
    assert progress.phase == "finished"
    assert progress.findings.each[0].found.pairs == 30


def test_the_speed_tells_when_games_will_be_there() -> None:
    progress = Progress("playing", 100, 400, 2, rate=50.0)
    assert progress.seconds_left == 6
    assert Progress("playing", 100, 400).seconds_left is None
    assert Progress().pairs == (0, 0)


def test_errors_of_players_are_those_of_the_study() -> None:
    with pytest.raises(StudyError) as caught:
        Order(DRAFT, "rule:bold=x").study()
    assert isinstance(caught.value.__cause__, PlayerError)
