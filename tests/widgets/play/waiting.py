"""Waiting for what happens in a thread."""

import time
from collections.abc import Callable

SECONDS = 300  # a first compilation included


def wait_until(done: Callable[[], bool], seconds: float = SECONDS) -> None:
    """Wait until something holds; a test that waits in vain fails."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it never came to pass"
        time.sleep(0.01)
