"""Files of what-ifs for tests, and why they are refused."""

from pathlib import Path

import pytest

from marengo.core.errors import ScenarioError
from marengo.games.marengo.game import MarengoGame, load
from tests.field import scenario_names

both = pytest.mark.parametrize("name", scenario_names())

BOX = {"bonaparte": "6:00", "triomphe": "Alessandria"}
LIMIT = {"bonaparte": "commands_per_turn", "triomphe": "orders_per_turn"}

FORCE = '[[forces]]\nname = "French reinforcements"\n'
"""The beginning of a force of Triomphe that is changed."""

SECOND_GATE = """
[hours]
Second = 6

[[forces]]
name = "Austrian army"
pieces = [{{ kind = "infantry", strength = 2, count = 10 }}]
places = {{ "{box}" = 10 }}

[[forces]]
name = "Second column"
army = "austrian"
pieces = [{{ kind = "infantry", strength = 3, count = 5 }}, {{ kind = "cavalry", strength = 2 }}]
places = {{ Second = 6 }}

[ground.entries.Second]
army = "austrian"
locality = 1
road = "main"
joins = "entry:{box}"
"""
"""A second Austrian box on the old road."""


def written(folder: Path, text: str, name: str = "child", extends: str = "triomphe") -> Path:
    """Write a file that extends a scenario, and return its path."""
    path = folder / f"{name}.toml"
    path.write_text(f'extends = "{extends}"\nname = "{name}"\n{text}', encoding="utf-8")
    return path


def loaded(folder: Path, text: str, extends: str = "triomphe") -> MarengoGame:
    """Return the game of a what-if."""
    return load(written(folder, text, extends=extends))


def refusal(path: Path) -> str:
    """Return why a file is refused; the message names the file."""
    with pytest.raises(ScenarioError) as caught:
        load(path)
    assert str(path) in str(caught.value)
    return str(caught.value)
