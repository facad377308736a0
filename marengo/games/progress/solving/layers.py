"""Layer by layer, from the last VP and the lowest dice up (M-22.8)."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from marengo.core.engine.driver import NONE
from marengo.core.numbers import MOST_WORKERS, whole
from marengo.core.sealed import sealed
from marengo.games.progress.solving.numbering import Layer
from marengo.games.progress.solving.programmes import Slots, SolvingError
from marengo.games.progress.solving.sweeps import CHANGED, Chunk, accept, sweep
from marengo.games.progress.solving.tables import SolvedLayers, entry_of
from marengo.lab.frames import made_folder, writing_whole

if TYPE_CHECKING:
    from marengo.games.progress.game import ProgressGame

Array = np.ndarray[Any, Any]

MOST_BYTES = 16_000_000_000
"""Most bytes of tables that one solve may make: they are held in memory."""

MOST_SWEEPS = 250

FEW = 97
"""Step between the placings that are looked at first, before all are."""


@dataclass(frozen=True)
class Solved:
    """A layer that was solved, together with the one whose colours are swapped."""

    layer: Layer
    sweeps: int  # how often its positions were gone through
    games: int  # matrix games that were solved
    gap: float  # the largest that best answers gain together in one of them
    change: float  # by which the last sweep would still have changed a value


def start_of(game: "ProgressGame") -> Layer:
    """Return the layer of a game's first position."""
    state = game.start(0)
    return Layer(state.vp, state.strength, tuple(state.vp_dice.values()))


def unsolved(tables: SolvedLayers, layer: Layer) -> list[list[Layer]]:
    """Return what is to be solved for a layer: each with its mirror, the last ones first.

    Raises
    ------
    SolvingError
        If there is no such layer, or all are too many to be held in memory.
    """
    _check(tables.game, layer)
    boards = len(tables.programmer.numbering.placings) ** 2
    _reachable(tables, layer, np.arange(0, boards, FEW))  # enough to refuse what is too large
    groups = _reachable(tables, layer, np.arange(boards))
    groups.sort(key=lambda group: (-sum(group[0].vp), sum(group[0].dice)))
    return [group for group in groups if not all(map(tables.has, group))]


def _reachable(tables: SolvedLayers, layer: Layer, boards: Array) -> list[list[Layer]]:
    """Return the layers that some placings of a layer lead to."""
    programmer, group_of, waiting = tables.programmer, dict[Layer, list[Layer]](), [layer]
    each = 4 * programmer.numbering.size
    while waiting:
        reached = waiting.pop()
        if reached in group_of:
            continue
        group = [reached] if reached == reached.mirrored else [reached, reached.mirrored]
        group_of.update(dict.fromkeys(group, group))
        if each * len(group_of) > MOST_BYTES:
            raise SolvingError(
                f"{layer.text}: leads to {len(group_of)} layers and more of {each / 1e9:.2g} GB, "
                f"expected at most {MOST_BYTES / 1e9:.0f} GB: a later layer leads to fewer"
            )
        slots = Slots(len(reached.dice), group)
        for part in group:
            for _ in programmer.chunks(part, slots, boards):
                pass
        waiting += slots.layers
    return list({id(group): group for group in group_of.values()}.values())


def _check(game: "ProgressGame", layer: Layer) -> None:
    """Refuse a layer that a game does not have."""
    t, text = game.tables[0], layer.text
    places, strengths = int(t["places"]), range(int(t["strength"]), int(t["highest_strength"]) + 1)
    dice = list(zip(t["lowest_die"].tolist(), layer.dice, t["start_die"].tolist(), strict=False))
    wanted = [
        (f"VP below {t['goal']}", max(layer.vp) < t["goal"] and sum(layer.vp) <= t["supply"]),
        (f"strength from {strengths[0]} to {strengths[-1]}", set(layer.strength) <= {*strengths}),
        (f"VP dice of {places} countries", len(layer.dice) == places),
        ("VP dice no higher than at the start", all(low <= die <= top for low, die, top in dice)),
    ]
    for expected, is_so in wanted:
        if not is_so:
            raise SolvingError(f"{text}: expected {expected}")


def solve(
    tables: SolvedLayers, groups: list[list[Layer]], workers: int | None = None
) -> Iterator[Solved]:
    """Solve layers, each with its mirror, into the folder of tables; yield what came of it.

    Parameters
    ----------
    tables : SolvedLayers
        Takes them.
    groups : list of list of Layer
        What :func:`unsolved` returns.
    workers : int, optional
        Threads. Default: one a processor.

    Raises
    ------
    SolvingError
        If there cannot be so many threads.
    FileError
        If a table that is there is damaged, or of another game.
    OutputError
        If a table cannot be written.
    """
    if workers is not None:
        workers = whole("workers", workers, 1, MOST_WORKERS, SolvingError)
    with made_folder(tables.folder), ThreadPoolExecutor(workers or os.cpu_count()) as pool:
        try:
            for group in groups:
                done, values = _solve_group(tables, group, pool)
                notes = {
                    **entry_of(tables.game),
                    "sweeps": str(done.sweeps),
                    "gap": f"{done.gap:.2g}",
                }
                for number, layer in enumerate(group):
                    tables.read[layer] = values[number]
                    with writing_whole(tables.path(layer)) as file:
                        file.write(sealed(pl.DataFrame({"value": values[number]}), notes))
                yield done
        finally:
            pool.shutdown(cancel_futures=True)


def _solve_group(
    tables: SolvedLayers, group: list[Layer], pool: ThreadPoolExecutor
) -> tuple[Solved, list[Array]]:
    """Sweep a layer and its mirror until nothing changes."""
    programmer = tables.programmer
    slots = Slots(len(group[0].dice), group)
    jobs = [
        (number, job)
        for number, layer in enumerate(group)
        for job in programmer.chunks(layer, slots)
    ]
    size, hands = programmer.numbering.size, programmer.hands
    values = np.full((len(slots.layers), size), 0.5, np.float32)  # a draw, until more is known
    for slot, layer in enumerate(slots.layers[len(group) :], len(group)):
        values[slot] = tables.values(layer)
    fresh = np.full((len(group), size), NONE, np.float32)
    sweeps, games, gap, change = 0, 0, 0.0, 1.0

    def work(job: tuple[int, Chunk], cards: int) -> tuple[float, float, int]:
        number, chunk = job
        return sweep(chunk, hands, cards, values, fresh[number], number)

    def take(job: tuple[int, Chunk]) -> None:
        number, chunk = job
        accept(chunk.boards, len(hands.legal), values, fresh[number], number)

    while change > CHANGED and sweeps < MOST_SWEEPS:
        sweeps, change = sweeps + 1, 0.0
        for cards in range(2 * len(programmer.numbering.cards) - 1):
            for moved, worst, solved in pool.map(work, jobs, repeat(cards)):
                change, gap, games = max(change, moved), max(gap, worst), games + solved
            list(pool.map(take, jobs))
    own = [values[number].copy() for number in range(len(group))]
    return Solved(group[0], sweeps, games, gap, change), own
