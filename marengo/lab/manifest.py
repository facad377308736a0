"""The manifest of a run: all that is needed to play it again, and to see that it is the same."""

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from marengo.core.files import fitted, parse_json, read_bytes
from marengo.core.game import Game
from marengo.core.players import learned_by
from marengo.core.records import scenario_hash
from marengo.core.scenarios import games
from marengo.lab.fingerprints import Fingerprints, changed_field
from marengo.lab.frames import save_text
from marengo.lab.metadata import told, versions
from marengo.lab.plan import Study, StudyError

MANIFEST = "manifest.json"

FORMAT = "marengo run 3"

MUST_AGREE = ("scenarios", "code", "players", "weights")
"""Keys that must agree for games to be added to a run."""

ELSEWHERE = "the games can be played again in another folder"

MOST_BYTES = 2**28
"""Most bytes of a manifest, which tells of each scenario of a run."""

Manifest = dict[str, Any]


class _Written(msgspec.Struct):
    """Content of a manifest that code relies on; the plan has a schema of its own."""

    begun: str
    code: dict[str, str]
    learned: dict[str, str]
    plan: dict[str, Any]
    players: dict[str, dict[str, str | None]]
    scenarios: dict[str, dict[str, Any]]
    sessions: list[dict[str, Any]]
    versions: dict[str, str]
    weights: dict[str, Any]


def make_manifest(
    study: Study, played: Mapping[str, Game[Any]], identity: Fingerprints
) -> Manifest:
    """Return the manifest of a plan, begun now, with the fingerprints found of its players."""
    who = [player for cell in study.cells for player in cell.players]
    return {
        "format": FORMAT,
        "plan": study.plan(),
        "scenarios": {
            name: {"hash": scenario_hash(game), "scenario": game.facts()}
            for name, game in played.items()
        },
        **identity,
        "learned": learned_by(who, played.values()),
        **_session(),
        "sessions": [],
    }


def _session() -> dict[str, Any]:
    """Return when and with what versions games are played now."""
    return {
        "begun": datetime.now(UTC).isoformat(timespec="seconds"),
        "versions": versions(),
    }


def add_session(before: Manifest, now: Manifest) -> Manifest:
    """Return the manifest of a run that is gone on with: its beginning, and this session's."""
    this = {field: now[field] for field in ("begun", "versions")}
    return {**before, "plan": now["plan"], "sessions": [*before["sessions"], this]}


def rows_told(manifest: Manifest) -> dict[str, str]:
    """Return as metadata of a file where the rows of a run come from: all but the scenarios."""
    hashes = {name: entry["hash"] for name, entry in manifest["scenarios"].items()}
    fields = ("begun", "learned", "plan", "versions", *MUST_AGREE)
    return told({**{name: manifest[name] for name in fields}, "scenarios": hashes})


def _text(manifest: Manifest) -> str:
    """Return the text of the file of a manifest, which holds the SHA-256 of all else in it."""
    sum_of_all = hashlib.sha256(json.dumps(manifest, sort_keys=True).encode()).hexdigest()
    return json.dumps({**manifest, "sha256": sum_of_all}, indent=1, sort_keys=True)


def save_manifest(manifest: Manifest, folder: Path) -> None:
    """Write the manifest of a run."""
    save_text(_text(manifest), folder / MANIFEST)


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest in a folder."""
    path = folder / MANIFEST
    if folder.exists() and not folder.is_dir():
        raise StudyError(f"{folder}: is a file; expected the folder of a run")
    text = read_bytes(path, StudyError, MOST_BYTES, "a run")
    manifest = parse_json(text, path, StudyError, f"JSON ({ELSEWHERE})")
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise StudyError(f"{path}: format: expected {FORMAT!r}")
    manifest.pop("sha256", None)
    if _text(manifest).encode() != text:
        raise StudyError(f"{path}: is damaged, its SHA-256 is not the one in it; {ELSEWHERE}")
    fitted(manifest, _Written, path, StudyError)
    return manifest


def study_of(folder: Path, manifest: Manifest) -> Study:
    """Return the plan in the manifest of a folder."""
    return fitted(manifest.get("plan"), Study, f"{folder / MANIFEST}: plan", StudyError)


def game_in(folder: Path, manifest: Manifest) -> type[Game[Any]]:
    """Return the game that the first scenario of a manifest in a folder is of."""
    first: Manifest = next(iter(manifest["scenarios"].values()), {})
    name = first.get("scenario", {}).get("ruleset")
    if name not in games():
        listed = ", ".join(games())
        raise StudyError(
            f"{folder / MANIFEST}: scenarios: of {name!r}; expected a game that is here: {listed}"
        )
    return games()[name]


def check_same(folder: Path, before: Manifest, now: Manifest) -> None:
    """Make sure that a manifest in a folder is of the same run as another, with no more games."""
    path = folder / MANIFEST
    planned, wanted = study_of(folder, before), study_of(folder, now)
    if msgspec.structs.replace(planned, games=wanted.games) != wanted:
        field = changed_field({**planned.plan(), "games": wanted.games}, now["plan"])
        raise StudyError(
            f"{path}: plan: is another one ({field}); expected another folder or the same plan"
        )
    if planned.games > wanted.games:
        raise StudyError(
            f"{path}: plan.games: {planned.games} were planned; expected as many or more, "
            f"not {wanted.games}"
        )
    agreed, current = (
        {field: manifest.get(field) for field in MUST_AGREE} for manifest in (before, now)
    )
    if agreed != current:
        raise StudyError(
            f"{path}: {changed_field(agreed, current)}: changed since this run was begun; "
            "expected another folder"
        )
