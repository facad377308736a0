"""Work in a thread: the latest is done, what came before it is stopped."""

from threading import Event

from marengo.core.players import StoppedError
from marengo.widgets.background import Latest


def test_newer_work_stops_the_older_and_is_done_after_it() -> None:
    events: list[str] = []
    began = Event()

    def work(stop: Event) -> None:
        if not events:
            events.append("first")
            began.set()
            assert stop.wait(10)
            raise StoppedError
        events.append("second")

    latest = Latest(work)
    assert latest.wait()
    latest.ask()
    assert began.wait(10)
    assert not latest.wait(0.01)
    latest.ask()
    assert latest.wait(10)
    assert events == ["first", "second"]


def test_work_that_nobody_wants_any_more_is_not_begun() -> None:
    begun = []
    go = Event()

    def work(_: Event) -> None:
        begun.append(1)
        go.wait(10)

    latest = Latest(work)
    for _ in range(4):
        latest.ask()
    go.set()
    assert latest.wait(10)
    assert len(begun) <= 2


def test_it_can_be_given_up() -> None:
    stopped = Event()

    def work(stop: Event) -> None:
        if stop.wait(10):
            stopped.set()

    latest = Latest(work)
    latest.ask()
    latest.stop()
    assert latest.wait(10)
    assert latest.wait()
