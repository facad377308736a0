"""What the process of a contestant does first: it gives up what a contestant may not do.

It is run as a script by its path and imports nothing but Python itself, so that neither a folder
nor the environment can put other code in the place of ours, and no thread is there yet that would
keep its rights. What the system lets it give up it does: on Linux, by Landlock, to write or remove
files, to read others than Python's own and those that it is named, to reach the net by TCP, to
signal or to trace processes that it did not begin; everywhere, to have more than some memory and
time. Its user is changed by :func:`leave`, once what is to be played was loaded.
"""

import ctypes
import os
import resource
import sys
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location

LIMITS = {
    "RLIMIT_DATA": 4 << 30,  # bytes of memory
    "RLIMIT_CPU": 3600,  # seconds of a processor, a game
    "RLIMIT_FSIZE": 0,  # bytes of a file that is written
    "RLIMIT_CORE": 0,
}
"""Limits of a process, as ``resource`` has them; those that it begins have the same."""

PROCESSES = 64
"""Threads and processes of a contestant with a user of its own."""

READ_FILE, READ_FOLDER, WRITE_AND_MAKE = 0b101, 0b1000, 0b1111_1111_1111_0010
"""Access to files as Landlock counts it: to run and to read one; to read names; all else."""

LACKING = {1: 13, 2: 14, 3: 15, 4: 15}
"""Number of kinds of access that older versions of Landlock know; others know sixteen."""

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
"""System calls of Linux, the same on all processors of today."""

NO_NEW_PRIVILEGES, DUMPABLE = 38, 4
"""Options of ``prctl``: no program gives other rights; others of this user may read the memory."""

KEEP_CAPABILITIES, CAPABILITIES, READ_ANYTHING = 8, 0x20080522, 1 << 2
"""Of ``prctl``, ``capset`` and the capability to read all files, of which Landlock leaves few."""

CONFINED: list[int] = []
"""The version of Landlock that confines this process, if one does."""

SYSTEM = (
    *("/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime", "/dev/urandom"),
    *("/sys/devices/system", "/proc/self", "/proc/cpuinfo", "/proc/meminfo"),
)
"""Files and folders that Python and its libraries read beside their own."""


def _system() -> ctypes.CDLL | None:
    """Return the library of Linux's system calls; None elsewhere."""
    return ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def hide_memory() -> None:
    """Let no other process of this user look into the memory of this one, where that can be had."""
    system = _system()
    if system is not None:
        system.prctl(DUMPABLE, 0, 0, 0, 0)


def confine(readable: Iterable[str], folder: str) -> None:
    """Give up, for good, what Landlock can take.

    Only Python and these files can be read, and of a folder the names.
    """
    system = _system()
    if system is None:
        return
    system.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    version = system.syscall(CREATE_RULESET, None, ctypes.c_size_t(0), 1)
    if version < 1:
        return
    files = (READ_FILE | READ_FOLDER | WRITE_AND_MAKE) & ((1 << LACKING.get(version, 16)) - 1)
    handled = (files, 0b11, 0b11)[: 1 if version < 4 else 2 if version < 6 else 3]
    attributes = (ctypes.c_uint64 * len(handled))(*handled)
    rules = system.syscall(CREATE_RULESET, attributes, ctypes.c_size_t(8 * len(handled)), 0)
    for path in {*SYSTEM, *sys.path, sys.prefix, sys.base_prefix, *readable}:
        with suppress(OSError):
            _allow(system, rules, path, READ_FILE | READ_FOLDER)
    _allow(system, rules, folder, READ_FOLDER)
    if rules < 0 or system.syscall(RESTRICT_SELF, rules, 0):
        raise OSError(ctypes.get_errno(), "Landlock")
    os.close(rules)
    CONFINED.append(version)


def _allow(system: ctypes.CDLL, rules: int, path: str, access: int) -> None:
    """Give access to a file, or all of a folder."""
    opened = os.open(path, os.O_PATH)  # type: ignore[attr-defined,unused-ignore] # of Linux
    if not os.path.isdir(path):  # noqa: PTH112 -- Path is not loaded
        access &= READ_FILE
    rule = access.to_bytes(8, sys.byteorder) + opened.to_bytes(4, sys.byteorder)
    system.syscall(ADD_RULE, rules, 1, rule, 0)
    os.close(opened)


def leave(user: int) -> None:
    """Take a user's rights in place of root's, and the limits; 0 if nobody else can be become.

    What Landlock lets a contestant read it may still read, wherever Python was installed.
    """
    for name, most in LIMITS.items():
        with suppress(ValueError, OSError):  # a system that has no such limit, or a lower one
            resource.setrlimit(getattr(resource, name), (most, most))
    if user:
        system = _system()
        if CONFINED and system is not None:
            system.prctl(KEEP_CAPABILITIES, 1, 0, 0, 0)
        os.setgroups([])
        os.setgid(user)
        resource.setrlimit(resource.RLIMIT_NPROC, (PROCESSES, PROCESSES))
        os.setuid(user)
        if CONFINED and system is not None:
            rights = (ctypes.c_uint32 * 6)(READ_ANYTHING, READ_ANYTHING)  # effective, permitted
            if system.capset((ctypes.c_uint32 * 2)(CAPABILITIES, 0), rights):
                raise OSError(ctypes.get_errno(), "capset")
    hide_memory()


def main(init: str, packages: str, cache: str, folder: str, line: str, *readable: str) -> None:
    """Be the process of a contestant.

    ``init`` is the file of marengo itself, ``packages`` are folders of installed packages, as in
    ``PYTHONPATH``, ``cache`` is that of compiled code, ``folder`` that of the contestant's modules,
    ``line`` the number of the referee's socket. ``readable`` may be read beside Python.
    """
    sys.path += [path for path in packages.split(os.pathsep) if path and path not in sys.path]
    os.environ["XDG_CACHE_HOME"] = os.path.dirname(cache)  # noqa: PTH120
    confine([os.path.dirname(init), cache, *readable], folder)  # noqa: PTH120
    spec = spec_from_file_location("marengo", init)
    assert spec is not None
    assert spec.loader is not None
    sys.modules["marengo"] = marengo = module_from_spec(spec)
    spec.loader.exec_module(marengo)
    import_module("marengo.core.players.guest").serve(int(line), leave)


if __name__ == "__main__":
    main(*sys.argv[1:])
