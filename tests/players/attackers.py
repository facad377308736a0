"""A contestant that attacks all that is not its own, in ways that do without marengo.

Each way returns what it reached, or nothing. Nobody imports this but the process of the contestant,
and one of the tests that shows that elsewhere the ways would reach something.
"""

import ctypes
import os
import resource
import signal
import socket
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

SEIZE = 0x4206
"""Of ``ptrace``: to trace a process without stopping it."""

SHADOWED = ("sitecustomize", "usercustomize", "json", "numpy", "marengo", "resource")
"""Modules in whose place others lie in the contestant's folder."""


def _readable(path: str) -> str:
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            return path if file.read(1) or path.endswith("environ") else ""
    except OSError:
        return ""


def memory_of_the_referee(_: str) -> str:
    """Read what the process that asks has in its memory."""
    return _readable(f"/proc/{os.getppid()}/maps")


def environment_of_the_referee(_: str) -> str:
    """Read the secrets of its environment."""
    return _readable(f"/proc/{os.getppid()}/environ")


def command_of_the_referee(_: str) -> str:
    """Read the seed on its command line."""
    return _readable(f"/proc/{os.getppid()}/cmdline")


def trace(_: str) -> str:
    """Trace it as a debugger does, without stopping it: it might stay so when this process ends."""
    return "" if ctypes.CDLL(None).ptrace(SEIZE, os.getppid(), None, None) else "traced"


def copy_memory(_: str) -> str:
    """Have the system copy its memory, of an address of our own."""
    there = ctypes.create_string_buffer(8)
    part = (ctypes.c_size_t * 2)(ctypes.addressof(there), 8)
    copied = ctypes.CDLL(None).process_vm_readv(os.getppid(), part, 1, part, 1, 0)
    return "" if copied < 0 and ctypes.get_errno() != 14 else "copied"


def signal_the_referee(_: str) -> str:
    """See whether it could be killed."""
    with suppress(OSError):
        os.kill(os.getppid(), 0)
        return "could be killed"
    return ""


def signal_a_rival(_: str) -> str:
    """See whether another process, begun shortly before or after, could be killed."""
    for other in range(max(2, os.getpid() - 300), os.getpid() + 30):
        with suppress(OSError):
            if other != os.getpid() and os.getsid(other) != os.getsid(0):
                os.kill(other, 0)
                return f"{other} could be killed"
    return ""


def write_a_file(_: str) -> str:
    """Leave something where anybody may write."""
    try:
        handle, name = tempfile.mkstemp(dir="/tmp")
        os.write(handle, b"mine")
        os.close(handle)
        Path(name).unlink()
    except OSError:
        return ""
    return name


def poison_the_cache(_: str) -> str:
    """Put something in the place of compiled code."""
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home())
    try:
        (Path(home) / "poison").touch()
        (Path(home) / "poison").unlink()
    except OSError:
        return ""
    return home


def change_its_own_code(_: str) -> str:
    """Be another player in the next game."""
    try:
        os.utime(__file__)
        with open(__file__, "ab"):  # noqa: PTH123
            return __file__
    except OSError:
        return ""


def read_a_secret(secret: str) -> str:
    """Read a private file, such as that with what seeds are made of."""
    return _readable(secret)


def environment(_: str) -> str:
    """Find a secret in its own environment."""
    return os.environ.get("JUPYTER_TOKEN", "")


def open_files(_: str) -> str:
    """Find what the referee has left open."""
    paths = [Path(f"/proc/self/fd/{number}") for number in range(3, 64)]
    found = {str(path.readlink()) for path in paths if path.is_symlink()}
    others = [one for one in found if not one.startswith(("anon_inode", "/dev/urandom"))]
    return "" if len(others) <= 1 else str(others)  # the line on which it is asked


def call_somebody(_: str) -> str:
    """Ask somebody else what to play."""
    with socket.socket() as server, socket.socket() as client:
        try:
            server.bind(("127.0.0.1", 0))
            server.listen()
            client.connect(server.getsockname())
        except OSError:
            return ""
    return "connected"


def become_root(_: str) -> str:
    """Take back the rights that were given up."""
    with suppress(OSError):
        os.setuid(0)
        return "is root"
    return ""


def have_more(_: str) -> str:
    """Raise the limits of time and memory."""
    free = resource.RLIM_INFINITY
    if resource.getrlimit(resource.RLIMIT_CPU)[1] == free:
        return "has no limit"
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CPU, (free, free))
        return "raised"
    return ""


def shadow(_: str) -> str:
    """Have had something imported in the place of Python's, numpy's or marengo's own."""
    here = str(Path(__file__).parent)
    files = [str(getattr(sys.modules.get(name), "__file__", "")) for name in SHADOWED]
    return "".join(one for one in files if one.startswith(here))


def mount(_: str) -> str:
    """Lay something over a folder."""
    done = ctypes.CDLL(None).mount(b"none", b"/mnt", b"tmpfs", 0, None)
    if not done:
        ctypes.CDLL(None).umount(b"/mnt")
    return "" if done else "mounted"


WAYS = {
    way.__name__: way
    for way in (
        memory_of_the_referee,
        environment_of_the_referee,
        command_of_the_referee,
        trace,
        copy_memory,
        signal_the_referee,
        signal_a_rival,
        write_a_file,
        poison_the_cache,
        change_its_own_code,
        read_a_secret,
        environment,
        open_files,
        call_somebody,
        become_root,
        have_more,
        shadow,
        mount,
    )
}


def found(secret: str) -> str:
    """Return which ways reach what they should not."""
    reached = {name: way(secret) for name, way in WAYS.items()}
    return " ".join(f"{name}={what}" for name, what in reached.items() if what)


class Attacker:
    """Attacks, and tells what it reached by failing."""

    def __init__(self, game: object, secret: str = "") -> None:
        self.secret = secret

    def choose(self, view: object, legal_moves: object, rng: object) -> NoReturn:
        raise PermissionError(f"reached: {found(self.secret) or 'nothing'}")


class Outliver:
    """Takes more memory than there is, then leaves a process behind that goes on without it."""

    def __init__(self, game: object) -> None:
        pass

    def choose(self, view: object, legal_moves: object, rng: object) -> NoReturn:
        try:
            taken: Any = bytearray(64 << 30)
        except MemoryError:
            taken = None
        reading, writing = os.pipe()
        if not os.fork():
            os.setsid()
            if os.fork():
                os._exit(0)
            for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                signal.signal(number, signal.SIG_IGN)
            os.write(writing, str(os.getpid()).encode())
            time.sleep(600)
            os._exit(0)
        left = os.read(reading, 20).decode()
        raise KeyError(f"memory {'taken' if taken else 'refused'}, process {left}")


if __name__ == "__main__":  # without a jail
    print(found(sys.argv[1]))
