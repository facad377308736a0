"""Ctrl-C while rules are being compiled, which Python itself would answer a minute later."""

import _thread
import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from marengo.cli.options import STOPPED

PATIENCE = 1.0
"""Seconds after Ctrl-C in which a command may end by itself."""

TICK = 0.1
"""Seconds in which a free lock is acquired."""


@contextmanager
def answering_interrupts() -> Iterator[None]:
    """Let Ctrl-C end the process if it is compiling by then and a second later.

    No thread can be told to leave the compiler. What it keeps is written whole or not at all. And
    where Python runs what may not raise, such as a finalizer, Ctrl-C is heard once more after it.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard, wakeup = socket.socketpair()
    wakeup.setblocking(False)
    before = signal.set_wakeup_fd(wakeup.fileno(), warn_on_full_buffer=False)
    ended = threading.Event()
    watcher = threading.Thread(target=_watch, args=(heard, ended), daemon=True)
    watcher.start()
    hook, sys.unraisablehook = sys.unraisablehook, _interrupt_again
    try:
        yield
    finally:
        sys.unraisablehook = hook
        ended.set()
        signal.set_wakeup_fd(before)
        wakeup.close()
        watcher.join()
        heard.close()


def _interrupt_again(lost: "sys.UnraisableHookArgs") -> None:
    """Take up an interrupt that Python would print and forget; print all else as it does."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        # not from here, where it would be lost too
        threading.Timer(TICK, _thread.interrupt_main).start()
    else:
        sys.__unraisablehook__(lost)


def _watch(heard: socket.socket, ended: threading.Event) -> None:
    """Wait for Ctrl-C until the command has ended, and then for the compiler to begin."""
    while signals := heard.recv(1):
        while signals[0] == signal.SIGINT:
            over = ended.wait(PATIENCE)
            if _is_compiling():  # also when it is over: Python would wait for its threads
                print("stopped", file=sys.stderr, flush=True)
                os._exit(STOPPED)
            if over:
                return


def _is_compiling() -> bool:
    """Return whether any thread is in Numba's compiler: its lock tells only who waits."""
    if "numba" not in sys.modules:
        return False
    from numba.core.compiler_lock import global_compiler_lock

    def enter() -> None:
        with global_compiler_lock:
            pass

    entering = threading.Thread(target=enter, daemon=True)
    entering.start()
    entering.join(TICK)
    return entering.is_alive()
