"""What all tests share: paths, and settings that make a run the same on every machine."""

import gc
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias
from weakref import WeakSet

import pytest
from hypothesis import HealthCheck, settings

os.environ["MARENGO_LANGUAGE"] = "en"  # whatever the machine speaks, and so all that tests start

# The first example may have to wait for a compilation, hence no deadline.
settings.register_profile("quick", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# On a build machine a run must not fail by chance: the examples are always the same.
settings.register_profile("ci", settings.get_profile("quick"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "quick")

# Where tests run in the background, the shell may have told them to ignore Ctrl-C, and with them
# all that they start. Some of them are about it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


StillAlive: TypeAlias = Callable[..., Callable[[], int]]


@pytest.fixture(autouse=True, scope="module")
def young() -> None:
    """Leave what is there before a module out of its collections of garbage: it is much, and stays.

    Tests that count what is left behind would else look through all that others have left.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the folder of the checkout."""
    return Path(__file__).parent.parent


@pytest.fixture(scope="session")
def artefacts(root: Path) -> Path:
    """Return a folder for pictures that people may want to look at after a run."""
    folder = Path(os.environ.get("MARENGO_ARTEFACTS", root / "artefacts"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def still_alive(monkeypatch: pytest.MonkeyPatch) -> StillAlive:
    """Return what counts the things of some kinds, made from here on, that are still alive.

    All objects may not be asked of ``gc``: a tuple that another thread is making breaks by it.
    """

    def counted(*kinds: type) -> Callable[[], int]:
        made = WeakSet[object]()

        def note_what_makes(kind: type) -> None:
            make: Callable[..., None] = kind.__init__  # type: ignore[misc]

            def noted(thing: object, *given: object, **named: object) -> None:
                made.add(thing)
                make(thing, *given, **named)

            monkeypatch.setattr(kind, "__init__", noted)

        for kind in kinds:
            note_what_makes(kind)

        def alive() -> int:
            gc.collect()
            return len(made)

        return alive

    return counted
