"""An engine compiled anew: what it plays, and what was compiled for it."""

import importlib
import pkgutil

import numpy as np

import marengo.rules
from marengo.game import load
from marengo.rules.random import Generator
from marengo.rules.shared.position import Workspace
from tests.plain import generators_of, hash_of, play_on_records


def hashes_of(scenario: str, games: int) -> list[str]:
    """Play games through every entry of the engine, and return the fingerprints of their ends."""
    game = load(scenario)
    generators = Generator.array(2 * games)
    for seed in range(games):
        generators[2 * seed : 2 * seed + 2] = generators_of(seed)
    batch, record = game.ruleset.batch, game.ruleset.record
    for play in (batch.play_games, batch.hunt):
        results = batch.Result.array(games)
        play(game.tables, record.array(), Workspace.array(), generators.copy(), results)
        assert not np.any(results["defect"])
    state = game.start(0)
    state.play(state.legal_moves()[-1])
    assert state.problems() == []
    return [hash_of(play_on_records(game, seed)) for seed in range(games)]


def signatures_of() -> dict[str, list[str]]:
    """Return the signatures for which each function of the engine has been compiled.

    Records and arrays are not told apart: the sets of a state have three lengths.
    """
    found = {}
    for module in pkgutil.walk_packages(marengo.rules.__path__, "marengo.rules."):
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
