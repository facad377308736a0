"""Compile what the tests use, once: ``python -m tests.compile_first``.

Test processes that begin side by side would each compile the same functions. Here each scenario has
a process of its own.
"""

import sys
from concurrent.futures import ProcessPoolExecutor

from marengo.game import load, scenario_names
from marengo.lab import simulate
from marengo.lab.watching import watching_way
from marengo.players import ask

OBSERVED = ("turns", "events", "presence")
PAIRS = (("random", "random"), ("rule", "rule"), ("random", "search:nodes=1"))
"""Who plays a game: each pair is played by other compiled functions."""


def compile_for(scenario: str) -> None:
    """Play and watch games of one scenario, and search, so that all that needs is compiled."""
    game = load(scenario)
    for austrian, french in PAIRS:
        simulate(game, 1, austrian, french, progress=False)
        watching_way(game, austrian, french, OBSERVED).play([0])
    ask(game.start(seed=0), "search:nodes=60")


def main() -> int:
    """Compile for all scenarios at once."""
    names = scenario_names()
    with ProcessPoolExecutor(len(names)) as processes:
        list(processes.map(compile_for, names))  # raises what was raised there
    return 0


if __name__ == "__main__":
    sys.exit(main())
