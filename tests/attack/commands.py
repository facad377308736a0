"""The second front: the command line, given damaged files and words that make no sense.

A command ends with 0, with 1 if it may find something, with 2 after one line that says what was
wrong and without a trace in its folder, or with 130 after Ctrl-C; never with 3 or a traceback.
"""

import io
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from marengo.cli import main
from marengo.cli.failures import LONGEST
from marengo.cli.options import STOPPED
from marengo.lab import run, save_frame
from marengo.lab.analysis.restricted import restricted_play
from marengo.lab.plan import read_study
from tests.attack.mutations import Chance, mutated, mutated_words, pick
from tests.attack.readers import ROOT, SLACK
from tests.attack.trying import DEFECT, Attempt, Outcome

COMMANDS = """
simulate FILE:what-if --games 1 --seed 3 --out games.parquet
simulate triomphe --games 1 --players rule:weights=FILE:weights random --out games.parquet
simulate bonaparte --games 2 --austrian rule --french random --out games.parquet
simulate triomphe --games 1 --players policy:weights=FILE:learned --out games.parquet
study FILE:plan --games 1 --out run
study --games 1 --player random --out games.parquet
study plan.toml --games 3 --out RUN
compare triomphe bonaparte --games 2 --player random --by 5
compare RUN RUN
value progress --games 64 --rounds 1 --out run
compare RUN RUN --on decisions --by 5
compare triomphe triomphe-bridge --on length --by 1 --most 2
compare FILE:what-if bonaparte --most 2 --player random
report RUN --out report --title Marengo
report RUN --worth FILE:worth --out report
reports . --check
sensitivity triomphe --factors FILE:factors --samples 1 --games 1 --player random --out run
balance triomphe --factors FILE:factors --games 1 --learn 64 --most 1 --out even.toml
fronts RUN --aims balance length:12 --chart chart.svg
fronts triomphe --factors FILE:factors --games 2 --confirm 2 --generations 1 --player random \
--aims balance length --out fronts
discover triomphe --factors FILE:factors --variants 40 --games 2 --player random --out chart.svg
discover RUN --until 14 --least 60 --side french --method cart
worth triomphe --without cavalry --games 1 --out worth.parquet
fuzz triomphe --games 1 --seed 2
fuzz europe-1800 --games 1 --player rule
fuzz europe-1805 --games 1 --player rule
ask triomphe desaix --at 15 never --games 1 --player random --out chart.svg
ask FILE:what-if monnier --at 9 --games 1 --player random
sheet marengo1-2r6zad7tAVJ4-Xx4TfR1zsENgCAMAMA_01BAiuO00PIxYiDub0z0Y2SCu6l79Fa7jGE-gYArU8asEFG84\
BMAw9spd6R12qvMS_Y9YWAtzhL5kHRh5z1hhAIQlXPibP6-F7rDNwI --question Why --out sheet.pdf
scenarios FILE:what-if
compile progress-small
compile europe-battle
compile europe-1800
compile europe-1805
scenarios triomphe
learn triomphe --games 64 --seed 1 --from FILE:learned --out w.parquet
learn triomphe --games 64 --vary --out w.parquet
learn triomphe --games 20 --playouts 2 --value-only --out w.parquet
mistakes triomphe rule --positions 5 --out lost.parquet
solve progress-small --layer 5-5_5-5_0-0-0 --out tables
ladder triomphe --steps FILE:steps --pairs 2 --seed 2 --out ladder
ladder triomphe --only 1 --pairs 2 --out ladder
board check FILE:board
likeness RUN --until 14 --best 1 --against triomphe --keep 50 --out chart.svg
why triomphe --run RUN --against triomphe --at 16 --out chart.svg
why triomphe-desaix-15 --games 4 --player random
"""
"""What is typed. A word FILE:KIND is one of the files of a kind, and RUN a run."""

PLAN = """
name = "run"
scenarios = ["triomphe"]
players = ["random"]
games = 2
observe = ["turns", "presence"]
"""
"""What RUN has played; it lies beside it."""

LEFT_OUT = {
    "bench": "measures for minutes, among others how long it takes to compile all anew",
    "lab": "starts JupyterLab, and ends when that does",
    "play": "serves a page, --host and --file or not, and ends with Ctrl-C",
}
"""Commands that are not called, and why."""

FILES = {
    "what-if": "data/what_if/*.toml",
    "plan": "data/studies/*.toml",
    "steps": "data/ladder.toml",
    "factors": "data/factors/*.toml",
    "weights": "data/players/*.toml",
    "learned": "data/players/*.parquet",
    "board": "data/boards/*.geojson",
}
"""Files that come with marengo, by kind."""

FOUND = ("balance", "board", "discover", "fuzz", "ladder", "sensitivity", "study")
"""Commands that may end with 1, as they have found something."""

PATIENCE = 5.0
"""Seconds before Ctrl-C is pressed."""

PROCESS_OF = 50
"""One command of so many is called in a process of its own."""

CONSOLES = ("utf-8", "cp1251", "cp437", "cp932", "iso8859-7", "ascii", "closed")
"""Encodings of what is printed; of a process of its own stdout may be closed too."""

MOST_SAID = 4_000
"""Letters of a fault, usage included."""


@dataclass(frozen=True)
class Said:
    """What a command said, and its exit code."""

    code: int
    errors: str


def console(encoding: str) -> io.TextIOWrapper:
    """Return what Python writes to where a console has an encoding."""
    return io.TextIOWrapper(io.BytesIO(), "utf-8" if encoding == "closed" else encoding)


def called(words: Sequence[str], encoding: str) -> Said:
    """Call a command in this process."""
    errors = io.StringIO()
    old = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        with redirect_stdout(console(encoding)), redirect_stderr(errors):
            code = main(list(words))
    except SystemExit as left:  # of the parser
        code = int(left.code or 0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)
    return Said(code, errors.getvalue())


def begun(words: Sequence[str], encoding: str) -> Said:
    """Call a command in a process of its own; ended by Ctrl-C it is 130 to any shell."""
    program = [sys.executable, "-m", "marengo.cli", *map(os.fsencode, words)]
    outside = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"}
    if encoding == "closed":
        program = ["/bin/sh", "-c", 'exec "$@" >&-', "sh", *program]
    else:
        outside["PYTHONIOENCODING"] = encoding
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    process = subprocess.Popen(program, env=outside, **streams)  # type: ignore[call-overload]
    try:
        _, errors = process.communicate(timeout=4 * PATIENCE)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
    code = process.returncode
    return Said(STOPPED if code == -signal.SIGINT else code, errors.decode(errors="replace"))


def fault_in(said: Said, words: Sequence[str], left: set[Path]) -> str:
    """Return which promise a command did not keep, or nothing."""
    allowed = (0, 2, 130, *([1] if words and words[0] in FOUND else []))
    if said.code not in allowed or "Traceback" in said.errors:
        return f"ended with {said.code}: {said.errors}"
    if len(said.errors.split("\r")[-1]) > MOST_SAID:
        return f"said {len(said.errors)} letters: {said.errors[:MOST_SAID]}"
    if said.code != 2:
        return ""
    lines = said.errors.split("\r")[-1].splitlines()
    if not said.errors.startswith("usage: ") and len(lines) != 1:
        return f"said {len(lines)} lines: {said.errors}"
    if not lines[-1].startswith("marengo") or len(lines[-1]) > LONGEST + SLACK:
        return f"said {len(lines[-1])} letters: {lines[-1]}"
    return f"left behind {sorted(map(str, left))}" if left else ""


@contextmanager
def inside(folder: Path) -> Iterator[None]:
    """Work in a folder that is new, and gone afterwards."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory(dir=folder) as place:
        os.chdir(place)
        try:
            yield
        finally:
            os.chdir(before)


@dataclass(frozen=True)
class Shelf:
    """Files by kind, all their contents and all words, to choose from; and a run."""

    files: Mapping[str, Sequence[Path]]
    contents: Sequence[bytes]
    words: Sequence[str]
    run: Path


def laid_out(word: str, shelf: Shelf, damaged: bool, chance: Chance) -> str:
    """Return a word as it is typed, of which the file lies in the folder, damaged or not."""
    before, _, kind = word.partition("FILE:")
    if word == "RUN":
        shutil.copytree(shelf.run, "run", dirs_exist_ok=True)
        Path("plan.toml").write_text(PLAN, encoding="utf-8")
        path = pick([one for one in sorted(Path("run").rglob("*")) if one.stat().st_size], chance)
        if damaged and path.is_file():
            path.write_bytes(mutated(path.read_bytes(), shelf.contents, False, chance))
        return "run"
    if not kind:
        return word
    file: Path = pick(shelf.files[kind], chance)
    content = file.read_bytes()
    if damaged:
        content = mutated(content, shelf.contents, file.suffix != ".parquet", chance)
    Path(file.name).write_bytes(content)
    return f"{before}{file.name}"


def attempt(line: str, folder: Path, shelf: Shelf, chance: Chance) -> Outcome:
    """Call a command with a damaged file, damaged words, or both."""
    damage = int(chance.integers(1, 4))
    with inside(folder):
        words = [laid_out(word, shelf, bool(damage & 1), chance) for word in line.split()]
        if damage & 2 or words == line.split():
            words = mutated_words(words, shelf.words, chance)
        alone = not chance.integers(PROCESS_OF) and not any("\0" in word for word in words)
        before = set(Path().rglob("*"))
        print(shlex.join(words), file=sys.__stderr__, flush=True)  # told if this hangs
        encoding = pick(CONSOLES, chance)
        said = begun(words, encoding) if alone else called(words, encoding)
        fault = fault_in(said, words, set(Path().rglob("*")) - before)
        tried = b""
        if fault:
            files = [path for path in before if path.is_file() and path.parts[0] != "run"]
            tried = b"\n".join([ascii(words).encode(), *(path.read_bytes() for path in files)])
    if fault:
        return Outcome(DEFECT, f"{shlex.join(words)}: {fault}", tried)
    return Outcome({0: "accepted", 1: "accepted", 2: "refused"}.get(said.code, "stopped"))


def commands(folder: Path) -> Mapping[str, Attempt]:
    """Return the attempts of this front."""
    files = {kind: sorted(ROOT.glob(pattern)) for kind, pattern in FILES.items()}
    contents = [path.read_bytes() for found in files.values() for path in found]
    (folder / "plan.toml").write_text(PLAN, encoding="utf-8")
    worth = restricted_play("triomphe", ("cavalry",), 4, workers=1, progress=False)
    files["worth"] = [save_frame(worth, folder / "worth.parquet")]
    run(read_study(folder / "plan.toml"), folder / "run", workers=1, progress=False)
    lines = COMMANDS.split("\n")[1:-1]
    words = [
        word for line in lines for word in line.split() if not word.startswith(("FILE", "RUN"))
    ]
    shelf = Shelf(files, contents, words, folder / "run")
    return {line.replace(":", " "): partial(attempt, line, folder, shelf) for line in lines}
