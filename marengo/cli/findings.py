"""The command for those who keep reports: which are old, and play them again."""

import argparse
import shlex
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from os.path import lexists
from pathlib import Path
from time import monotonic

from marengo.cli.options import STOPPED, Add
from marengo.core.errors import MarengoError
from marengo.core.files import read_text

AGAIN = Path("runs") / "again"
"""Folder in which the games of old reports are played again."""


def _reports(options: argparse.Namespace) -> int:
    """Say which pages are old, and let them say so themselves; or only see whether they do."""
    from marengo.lab.findings import age_text, changes, commands, has_banner, pages, put_banner
    from marengo.reports.answers import QUESTIONS, read_questions

    if options.check and options.refresh is not None:
        raise MarengoError("--check: expected without --refresh, as it writes nothing")
    if lexists(questions := options.folder / QUESTIONS):
        read_questions(questions)  # what is wrong in it is told before games are played
    wrong, end = 0, monotonic() + 60 * (options.refresh or 0)
    paths = pages(options.folder)
    with ThreadPoolExecutor() as pool:
        all_changed = dict(zip(paths, pool.map(changes, paths), strict=True))
    for page, changed in all_changed.items():
        print(f"{page}: {age_text(changed)}", flush=True)
        if options.check:
            if not has_banner(page, changed):
                wrong += 1
                print(f"{page}: expected {'a banner' if changed else 'no banner'}: marengo reports")
            continue
        if changed and options.refresh is not None and _play_again(page, commands(page), end):
            changed = all_changed[page] = changes(page)  # noqa: PLW2901 - played again
            print(f"{page}: made again, {age_text(changed)}", flush=True)
        put_banner(page, changed)
    if all_changed:
        wrong += _made_pages(options.folder, all_changed, only_check=options.check)
    return 1 if wrong else 0


def _made_pages(folder: Path, changed: dict[Path, list[str]], *, only_check: bool) -> int:
    """Write the pages that are made of others, or only count those that are not as made now."""
    from marengo.lab.findings import ANSWERS, ATLAS
    from marengo.lab.frames import save_text
    from marengo.reports.answers import QUESTIONS, make_answers, repeated
    from marengo.reports.atlas import make_atlas
    from marengo.reports.pages import save_report, to_markdown

    made, questions = {ATLAS: make_atlas(changed)}, folder / QUESTIONS
    if lexists(questions):
        made[ANSWERS] = make_answers(questions, changed)
    texts = {folder / name / "README.md": to_markdown(report) for name, report in made.items()}
    if lexists(questions):
        texts |= repeated(questions, texts[folder / ANSWERS / "README.md"])
    wrong = [
        page
        for page, text in texts.items()
        if not page.is_file() or read_text(page, MarengoError) != text
    ]
    if only_check:
        for page in wrong:
            print(f"{page}: expected the figures of the pages beside it: marengo reports")
        return len(wrong)
    for name, report in made.items():
        save_report(report, folder / name)
    for page in wrong:
        save_text(texts[page], page)
    return 0


def _play_again(page: Path, commands: tuple[str, ...], end: float) -> bool:
    """Run the commands that make a page, as far as there is time; return whether it was made.

    What they play lies in a folder of today's code: a refresh that was stopped goes on there, and
    one with other code begins anew. The page appears at its place when all of it is there.
    """
    if not commands:
        print(f"{page}: nobody wrote down which commands make it")
        return False
    folder = AGAIN / _code() / page.relative_to(page.parents[1]).with_suffix("")
    folder.mkdir(parents=True, exist_ok=True)
    for command in commands:
        print(f"  {command}", flush=True)
        code = _run(command, folder, end - monotonic())
        if code == STOPPED or code < 0:  # a signal that came before it listened
            print(f"{page}: not all is played: the same command goes on")
            return False
        if code > 1:
            raise MarengoError(f"{page}: {command}: ended with exit code {code}")
    if page.name == "README.md":  # its charts are numbered, and may be fewer now
        for old in page.parent.glob("[0-9][0-9]-*.svg"):
            old.unlink()
    for path in (folder / _folder_in(commands[-1])).iterdir():
        if path.is_file() and not path.name.startswith("."):
            shutil.copy(path, page.parent)
    return True


def _code() -> str:
    """Return a name for the code of all games."""
    from hashlib import sha256

    from marengo.core.scenarios import games
    from marengo.lab.fingerprints import LENGTH, game_fingerprint

    fingerprints = " ".join(game_fingerprint(game, observed=True) for game in games().values())
    return sha256(fingerprints.encode()).hexdigest()[:LENGTH]


def _folder_in(command: str) -> Path:
    """Return the folder that a command writes a page to."""
    words = shlex.split(command)
    return Path(words[words.index("--out") + 1] if "--out" in words else "reports/ladder")


def _run(command: str, folder: Path, seconds: float) -> int:
    """Run a command of ours in a folder, stopped as by Ctrl-C when its time is over."""
    if seconds <= 0:
        return STOPPED
    words = [sys.executable, "-m", "marengo.cli", *shlex.split(command)[1:]]
    with subprocess.Popen(words, cwd=folder) as process:  # noqa: S603 - a command of ours
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
            return process.wait()


def add_commands(add: Add) -> None:
    """Add the commands of this module to the command line."""
    reports = add("reports", _reports, "put a banner on reports whose games are old")
    reports.add_argument(
        "folder", type=Path, nargs="?", default="reports", help="folder of reports (default: it)"
    )
    reports.add_argument(
        "--check", action="store_true", help="write nothing, and fail where a banner is wrong"
    )
    reports.add_argument(
        "--refresh",
        type=float,
        metavar="MINUTES",
        help="play again what is old, for so long; once more goes on",
    )
