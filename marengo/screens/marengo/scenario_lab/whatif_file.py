"""What-ifs on the disk: saved as files that marengo reads back to the same game."""

import os
from pathlib import Path

import tomli_w

from marengo.core.errors import MarengoError
from marengo.games.marengo.files import read_scenario
from marengo.lab.frames import check_writable, save_text
from marengo.screens.marengo.scenario_lab.draft import Draft

ENDING = ".toml"


def text_of(draft: Draft) -> str:
    """Return the file of a draft, as it is saved in the working directory."""
    return tomli_w.dumps(draft.table, multiline_strings=True)


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
    table = {**draft.table, "extends": _seen_from(path.parent, draft.standard.extends)}
    save_text(tomli_w.dumps(table, multiline_strings=True), path)
    if read_scenario(path).text() != game.scenario.text():
        raise MarengoError(f"{path}: reads back as another game: please report it with the file")
    return path


def _seen_from(folder: Path, extends: str) -> str:
    """Return what is extended: a name, or the path of a file from the folder of the what-if."""
    if not Path(extends).is_absolute():
        return extends
    try:
        return Path(os.path.relpath(extends, folder.resolve())).as_posix()
    except ValueError:  # on another drive
        return extends
