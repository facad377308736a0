"""An engine compiled anew: what it plays, and what was compiled for it."""

import importlib
import pkgutil

import marengo.games
from marengo.games.marengo.game import load
from marengo.lab.fuzz import fuzz
from tests.plain import hash_of, play_on_records


def hashes_of(scenario: str, games: int) -> list[str]:
    """Play games through every entry of the driver, and return the fingerprints of their ends."""
    game = load(scenario)
    played, _, defects = fuzz(game, games, workers=1, progress=False)
    assert (played, defects) == (games, [])
    state = game.start(0)
    state.play(state.legal_moves()[-1])
    assert state.problems() == []
    return [hash_of(play_on_records(game, seed)) for seed in range(games)]


def signatures_of() -> dict[str, list[str]]:
    """Return the signatures for which each function of the engine has been compiled.

    Records and arrays are not told apart: the sets of a state have three lengths.
    """
    found = {}
    for module in pkgutil.walk_packages(marengo.games.__path__, "marengo.games."):
        if ".rules." not in module.name:
            continue
        for name, rule in vars(importlib.import_module(module.name)).items():
            if hasattr(rule, "signatures") and rule.py_func.__module__ == module.name:
                signatures = {", ".join(map(_short, types)) for types in rule.signatures}
                found[f"{module.name}.{name}"] = sorted(signatures)
    return found


def _short(numba_type: object) -> str:
    """Return a type of Numba in a word."""
    if hasattr(numba_type, "fields"):
        return "record"
    return "array" if hasattr(numba_type, "shape") else str(numba_type)
