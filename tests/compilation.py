"""Compiles what the tests need, once: ``python -m tests.compilation SCENARIO``.

Test processes that began cold would each compile the same.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any, get_args

import marengo
from marengo.core.players import ask
from marengo.games.europe.war.game import WarGame
from marengo.games.marengo.game import MarengoGame
from marengo.games.marengo.study.restrictions import RESTRICTIONS
from marengo.games.progress import ProgressGame
from marengo.games.progress.solving.layers import solve, unsolved
from marengo.games.progress.solving.numbering import Layer
from marengo.games.progress.solving.tables import SolvedLayers
from marengo.lab import Study, run, simulate
from marengo.lab.analysis.restricted import play_restricted
from marengo.lab.plan import Observed

LAST = Layer((5, 5), (5, 5), (0, 0, 0))
"""A layer of the small game that leads to no other."""


def brief(scenario: str) -> Any:
    """Return a scenario, but of a war its first month: the same is compiled for it."""
    game = marengo.load(scenario)
    if not isinstance(game, WarGame):
        return game
    month = {"extends": scenario, "title": "Its first month", "rounds": 1}
    study = Study(
        name="compilation",
        scenarios=("month",),
        players=("random",),
        games=1,
        what_ifs={"month": month},
    )
    return study.game("month")


def compile_all(scenario: str) -> None:
    """Play a game in every way in which games are played."""
    game = brief(scenario)
    for player in ("random", "rule", "policy", "search:nodes=2", "oracle:nodes=2"):
        simulate(game, 1, player, player, progress=False)
    state = game.start(0)
    state.information_set(state.to_move)
    state.play(ask(state, "rule").move)
    if isinstance(game, ProgressGame):
        with tempfile.TemporaryDirectory() as folder:
            tables = SolvedLayers(game, Path(folder))
            list(solve(tables, unsolved(tables, LAST)))
    if not isinstance(game, MarengoGame):
        return
    for player in ("rule", "search:nodes=2"):
        study = Study(
            name="compilation",
            scenarios=(scenario,),
            players=(player,),
            games=1,
            observe=get_args(Observed),
        )
        with tempfile.TemporaryDirectory() as folder:
            run(study, Path(folder) / "run", workers=1, progress=False)
    restriction = next(iter(RESTRICTIONS.values()))
    play_restricted(game, (restriction, restriction), 1, seed=0)


if __name__ == "__main__":
    compile_all(sys.argv[1])
