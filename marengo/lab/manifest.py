"""The manifest of a run: all that is needed to play it again, and to see that it is the same."""

import json
import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec

from marengo.game import Game
from marengo.game.record import scenario_hash
from marengo.lab.fingerprints import Fingerprints, changed_field
from marengo.lab.plan import Study, StudyError

__all__ = ["MANIFEST", "add_session", "check_same", "make_manifest", "read_manifest", "study_of"]

MANIFEST = "manifest.json"

FORMAT = "marengo run 2"

DEPENDENCIES = ("marengo", "numba", "numpy", "polars", "msgspec")
"""Packages whose versions a manifest tells."""

MUST_AGREE = ("scenarios", "sources", "engine", "players")
"""What must be the same for games of a run to be added to: else they are of another one."""

Manifest = dict[str, Any]


class _Written(msgspec.Struct):
    """What a manifest holds, as far as anything counts on it; the plan has a schema of its own."""

    begun: str
    engine: str
    plan: dict[str, Any]
    players: dict[str, dict[str, str | None]]
    scenarios: dict[str, dict[str, Any]]
    sessions: list[dict[str, Any]]
    sources: str
    versions: dict[str, str]


def make_manifest(study: Study, games: Mapping[str, Game], found: Fingerprints) -> Manifest:
    """Return the manifest of a plan, begun now.

    Parameters
    ----------
    study : Study
        The plan.
    games : mapping of str to Game
        The game of each of its scenarios.
    found : dict
        What :func:`fingerprints` says of its players.
    """
    return {
        "format": FORMAT,
        "plan": study.plan(),
        "scenarios": {
            name: {"hash": scenario_hash(game), "scenario": json.loads(game.scenario.text())}
            for name, game in games.items()
        },
        **found,
        **_session(),
        "sessions": [],
    }


def _session() -> dict[str, Any]:
    """Return when and with what versions games are played now."""
    return {
        "begun": datetime.now(UTC).isoformat(timespec="seconds"),
        "versions": {name: version(name) for name in DEPENDENCIES}
        | {"python": platform.python_version()},
    }


def add_session(before: Manifest, now: Manifest) -> Manifest:
    """Return the manifest of a run that is gone on with: its beginning, and this session's."""
    this = {field: now[field] for field in ("begun", "versions")}
    return {**before, "plan": now["plan"], "sessions": [*before["sessions"], this]}


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest in a folder.

    Raises
    ------
    StudyError
        If there is none, or it is damaged; names the file and the field.
    """
    path = folder / MANIFEST
    if folder.exists() and not folder.is_dir():
        raise StudyError(f"{folder}: is a file; expected the folder of a run")
    try:
        manifest = json.loads(path.read_bytes())
    except OSError as error:
        raise StudyError(f"{path}: cannot be read: {error.strerror}; expected a run") from error
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise StudyError(f"{path}: is no JSON: {error}") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise StudyError(f"{path}: format: expected {FORMAT!r}")
    try:
        msgspec.convert(manifest, _Written)
    except msgspec.ValidationError as error:
        raise StudyError(f"{path}: {error}; expected the manifest of a run") from error
    return manifest


def study_of(folder: Path, manifest: Manifest) -> Study:
    """Return the plan in the manifest of a folder.

    Raises
    ------
    StudyError
        If it is none; names the file and the field.
    """
    try:
        return msgspec.convert(manifest.get("plan"), Study)
    except msgspec.ValidationError as error:
        raise StudyError(f"{folder / MANIFEST}: plan: {error}") from error


def check_same(folder: Path, before: Manifest, now: Manifest) -> None:
    """Make sure that a manifest in a folder is of the same run, with no more games.

    Raises
    ------
    StudyError
        If not; names the file and the first field that differs.
    """
    path = folder / MANIFEST
    planned, wanted = study_of(folder, before), study_of(folder, now)
    if msgspec.structs.replace(planned, games=wanted.games) != wanted:
        field = changed_field({**before["plan"], "games": wanted.games}, now["plan"])
        raise StudyError(
            f"{path}: plan: is another one ({field}); expected another folder or the same plan"
        )
    if planned.games > wanted.games:
        raise StudyError(
            f"{path}: plan.games: {planned.games} were planned; expected as many or more, "
            f"not {wanted.games}"
        )
    agreed, found = ({field: one[field] for field in MUST_AGREE} for one in (before, now))
    if agreed != found:
        raise StudyError(
            f"{path}: {changed_field(agreed, found)}: changed since this run was begun; "
            "expected another folder"
        )
