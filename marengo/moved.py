"""Modules that lie elsewhere now: for one version their old names lead there, with a warning."""

import sys
import warnings
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import ModuleType
from typing import Any

_GAME = "marengo.games.marengo"


def _below(old: str, new: str, names: str) -> dict[str, str]:
    """Return modules that lie below another package now, by their old names."""
    return {f"{old}.{name}": f"{new}.{name}" for name in names.split()}


MOVED = {
    "marengo.board": f"{_GAME}.board",
    "marengo.game.bonaparte": "marengo.games.bonaparte",
    "marengo.game.triomphe": "marengo.games.triomphe",
    "marengo.game.things": f"{_GAME}.types",
    "marengo.game.errors": "marengo.core.errors",
    "marengo.game.record": "marengo.core.records",
    "marengo.players.knowledge": "marengo.core.players.weights",
    "marengo.players": "marengo.core.players",
    "marengo.lab.map_files": f"{_GAME}.board.map_files",
    "marengo.lab.plans": "marengo.lab.plan",
    "marengo.plots.charts": "marengo.charts.win_rates",
    "marengo.plots.figure_text": "marengo.charts.figures",
    "marengo.plots.responses": "marengo.charts.tornado",
    "marengo.plots.study_maps.presence": f"{_GAME}.study.presence",
    "marengo.plots.study_maps": f"{_GAME}.screen.study_maps",
    "marengo.plots.header": f"{_GAME}.screen.drawing.position",
    "marengo.plots.history": f"{_GAME}.study.history",
    "marengo.plots.history_map": f"{_GAME}.screen.drawing.ground_map",
    "marengo.plots.writing": f"{_GAME}.screen.drawing.symbols",
    **_below("marengo.lab", f"{_GAME}.study", "fights watching"),
    "marengo.lab.watching_columns": f"{_GAME}.study.columns",
    **_below(
        "marengo.lab.analysis",
        f"{_GAME}.study",
        "handicap handicap_fit",
    ),
    **_below("marengo.plots", "marengo.charts", "chart_frame ladder style win_rates"),
    **_below(
        "marengo.plots",
        f"{_GAME}.screen.drawing",
        "animation board fights game_course ground_map hourly_charts labels layout legend picture "
        "pieces places position position_text renderer symbols",
    ),
    **_below(
        "marengo.widgets",
        f"{_GAME}.screen",
        "assault hours lesson narration play quiz replay scenario_lab",
    ),
    "marengo.reports.observed": f"{_GAME}.screen.observed",
}
"""Old names of packages and modules, and the new ones; what lies below them moved with them."""

NAMES = {
    "marengo.lab.analysis.restricted.FREE": f"{_GAME}.study",
    "marengo.lab.analysis.restricted.RESTRICTIONS": f"{_GAME}.study",
    "marengo.lab.frames.GAME_COLUMNS": "marengo.lab",
    "marengo.lab.kinds.RUN_COLUMNS": "marengo.lab",
    "marengo.lab.run_folder.FAILURE_COLUMNS": "marengo.lab",
    "marengo.lab.run_folder.RUN_COLUMNS": "marengo.lab",
    "marengo.plots.charts.length_chart": "marengo.plots",
    "marengo.plots.picture.figure_png": "marengo.charts.figures",
    "marengo.plots.picture.show_figures": "marengo.charts.figures",
    "marengo.plots.responses.handicap_plot": "marengo.plots",
    "marengo.reports.responses.handicap": f"{_GAME}.screen.observed",
}
"""Old names in modules, and where they are found that did not go where their module went."""

FACE = ("marengo.game", "marengo")
"""What this package offered, ``marengo`` offers; the modules below it are a game's."""

KEPT = ("marengo.players",)
"""Packages that stay, though what lies below them moved."""


class _Elsewhere(MetaPathFinder, Loader):
    """Finds modules by their old names."""

    def find_spec(self, fullname: str, path: Any = None, *_: Any) -> ModuleSpec | None:
        """Return where a module is loaded from, if it was moved or some of its names were."""
        if new := new_name(fullname):
            return ModuleSpec(fullname, self, origin=new, is_package=True)
        spec = PathFinder.find_spec(fullname, path) if fullname in _LENDERS else None
        if spec and spec.origin:
            spec.loader = _Lender(fullname, spec.origin)
        return spec

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the module under its new name."""
        assert spec.origin is not None
        module = import_module(spec.origin)
        warnings.warn(
            f"{spec.name} is {spec.origin} now; the old name goes with the next version",
            DeprecationWarning,
            stacklevel=2,
        )
        spec.loader_state = module.__spec__
        _lend(module, spec.name)
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Leave it as it is under its new name."""
        assert module.__spec__ is not None
        module.__spec__ = module.__spec__.loader_state


class _Lender(SourceFileLoader):
    """Loads a module that stayed where it was, but for some of its names."""

    def exec_module(self, module: ModuleType) -> None:
        """Load it, and let it find these names."""
        super().exec_module(module)
        _lend(module, module.__name__)


_LENDERS = {name.rpartition(".")[0] for name in NAMES}


def _lend(module: ModuleType, old: str) -> None:
    """Let a module find the names that lie elsewhere than it does now."""

    def find(name: str) -> Any:
        new = NAMES.get(f"{old}.{name}")
        if new is None:
            raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}")
        warnings.warn(
            f"{old}.{name} is {new}.{name} now; the old name goes with the next version",
            DeprecationWarning,
            stacklevel=2,
        )
        return getattr(import_module(new), name)

    if old in _LENDERS:
        vars(module)["__getattr__"] = find


def new_name(name: str) -> str | None:
    """Return where a module lies now, or None if it was not moved."""
    if name == FACE[0]:
        return FACE[1]
    if not name.startswith("marengo."):
        return None
    for old, new in (*MOVED.items(), (FACE[0], _GAME)):
        if name.startswith(f"{old}.") or (name == old and name not in KEPT):
            return new + name.removeprefix(old)
    return None


def install() -> None:
    """Let imports find moved modules.

    Before Python looks, which would find a file below a moved package and load it once more.
    """
    sys.meta_path.insert(0, _Elsewhere())
