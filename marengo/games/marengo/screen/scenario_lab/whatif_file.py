"""What-ifs on the disk: saved as files that marengo reads back to the same game."""

import os
from pathlib import Path

import tomli_w

from marengo.core.errors import MarengoError
from marengo.games.marengo.files import read_scenario
from marengo.games.marengo.screen.scenario_lab.contents import Table
from marengo.games.marengo.screen.scenario_lab.draft import Draft
from marengo.lab.frames import check_writable, save_text

ENDING = ".toml"


def text_of(draft: Draft) -> str:
    """Return the file of a draft, as it is saved in the working directory."""
    return _written(draft.table)


def _written(table: Table) -> str:
    return tomli_w.dumps(table, multiline_strings=True)


def path_of(path: str | Path) -> Path:
    """Return a path with ``~`` replaced by the home and ``.toml`` added where missing."""
    path = Path(path).expanduser()
    return path if path.suffix == ENDING or not path.name else path.with_name(path.name + ENDING)


def save_draft(draft: Draft, path: str | Path, replace: bool = False) -> Path:
    """Write a draft as a what-if file, with ``.toml`` added where missing, and read it back.

    An error says what cannot be played, or that the file is there or cannot be written.
    """
    game = draft.game
    path = check_writable(path_of(path))
    if path.exists() and not replace:
        raise MarengoError(f"{path}: there is a file of that name")
    save_text(_written(_as_seen_from(path.parent, draft.table)), path)
    if read_scenario(path).text() != game.scenario.text():
        raise MarengoError(f"{path}: reads back as another game: please report it with the file")
    return path


def _as_seen_from(folder: Path, table: Table) -> Table:
    """Return a what-if whose path of an extended file is relative to its own folder."""
    extends = Path(table["extends"])
    if not extends.is_absolute():
        return table
    try:
        seen = Path(os.path.relpath(extends, folder.resolve())).as_posix()
    except ValueError:  # on another drive
        return table
    return {**table, "extends": seen}
