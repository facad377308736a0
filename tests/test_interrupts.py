"""Ctrl-C while a command compiles: it ends, whatever Python waits for."""

import os
import signal
import subprocess
import sys
import time

import pytest

from marengo.cli import main
from marengo.cli.interrupts import answering_interrupts

PROGRAM = """
import hashlib, sys, threading, time
from numba.core.compiler_lock import global_compiler_lock
from marengo.cli import main
from marengo.cli.interrupts import PATIENCE, answering_interrupts

def compile_for_long():
    with global_compiler_lock:
        # told from within the call, in which Python serves no signal
        threading.Timer(0.5, print, ["begun"], {"flush": True}).start()
        hashlib.pbkdf2_hmac("sha256", b"", b"", 2**31 - 1)

def keep_what_there_is():
    try:
        print("begun", flush=True)
        threading.Event().wait()
    except KeyboardInterrupt:
        time.sleep(2 * PATIENCE)
        print("kept", flush=True)

def compile_in_a_thread():
    thread = threading.Thread(target=compile_for_long)
    thread.start()
    thread.join()

with answering_interrupts():
    globals()[sys.argv[1]]()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Ctrl-C of another process is a signal here")
@pytest.mark.parametrize(
    ("work", "code", "said"),
    [
        ("compile_for_long", 130, ("begun\n", "stopped\n")),
        ("compile_in_a_thread", 130, ("begun\n", "stopped\n")),
        ("keep_what_there_is", 0, ("begun\nkept\n", "")),
    ],
)
def test_ctrl_c_ends_a_command_that_compiles_and_no_other(
    work: str, code: int, said: tuple[str, str]
) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, work],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdout is not None
        assert (begun := program.stdout.readline()) == "begun\n"
        program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=60)
    assert (program.returncode, begun + out, err) == (code, *said)


class _Interrupted:
    """What is told of Ctrl-C where Python lets nothing be raised."""

    def __del__(self) -> None:
        raise KeyboardInterrupt


def _lose_an_interrupt() -> None:
    with answering_interrupts():
        held = [_Interrupted()]
        held.clear()
        while True:
            time.sleep(0.01)


def test_ctrl_c_in_a_finalizer_is_not_forgotten(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KeyboardInterrupt):
        _lose_an_interrupt()
    assert not capfd.readouterr().err


def test_ctrl_c_in_a_call_of_compiled_code_is_no_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def call() -> None:
        raise SystemError("returned a result with an exception set") from KeyboardInterrupt()

    monkeypatch.setattr("marengo.core.scenarios.listing", call)
    assert main(["scenarios"]) == 130
    assert capsys.readouterr().err == "stopped\n"
