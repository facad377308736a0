"""What a run on thousands of processors takes, on paper: no game of it is played.

What can be measured here is: seconds a game, and the bytes of a task, of its answer and of a row.
The rest is counted out by handing out tasks to workers that are always there and equally fast, in
the order and of the length in which a run hands them out.
"""

import heapq
import tempfile
from collections.abc import Iterator
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from time import process_time
from typing import Any

from marengo.core.game import Game
from marengo.core.numbers import MOST_GAMES, whole
from marengo.lab.claims import Claim
from marengo.lab.fingerprints import fingerprints
from marengo.lab.kinds import COMMITTED, COUNTED, counted
from marengo.lab.parts import write
from marengo.lab.plan import MOST_COUNTED, Cell
from marengo.lab.running import CHUNKS, LEAST, LONG, games_of_task
from marengo.lab.tasks import GameContext, Task, TaskResult, play_task

__all__ = ["hand_out", "on_paper"]

Figure = tuple[str, float, str]

MOST_CORES = 1_000_000
"""Workers that games are handed out to."""


def hand_out(games: int, cores: int, seconds: float, least: int) -> tuple[int, float]:
    """Hand out games as a run does, and return the number of tasks and the seconds until the last.

    A game takes ``seconds``; before one was measured, the first tasks have ``least`` games.
    """
    free, tasks, end = [0.0] * cores, 0, 0.0
    while games:
        now = heapq.heappop(free)
        size = least
        if now:
            size = max(least, games_of_task(games, cores, lambda s: int(s / seconds), LEAST, LONG))
        size = min(size, games)
        games, tasks = games - size, tasks + 1
        end = max(end, now + size * seconds)
        heapq.heappush(free, now + size * seconds)
    return tasks, end


def on_paper(
    game: Game[Any], games: int, cores: int, player: str = "random", measured: int = 2_000
) -> Iterator[Figure]:
    """Yield figures of a run of one cell as (what, value, unit).

    ``measured`` games are played here, to measure one.
    """
    measured = whole("games", measured, 1, MOST_GAMES)
    games = whole("run-games", games, 1, MOST_COUNTED)
    cores = whole("cores", cores, 1, MOST_CORES)
    names = (player,) * len(game.seats)
    context = GameContext(game, fingerprints([game], {player: game}), ())
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        claim = Claim(10**6, "01234567", [(0, 0, measured)])
        task = Task(context, Cell(game.scenario_name, names), 1, claim, folder)
        chunk = context.runner(task.cell).chunk
        warm = Claim(0, "01234567", [(0, 0, chunk)])
        play_task(Task(context, task.cell, 1, warm, folder))
        began = process_time()
        result = play_task(task)
        seconds = (process_time() - began) / result.number
        assert result.rows is not None
        rows = result.rows[COMMITTED]
        frames = {COMMITTED: rows, COUNTED: counted(rows, type(game))}
        for kind, frame in frames.items():
            write(frame, folder / kind, {})
        size = {kind: (folder / kind).stat().st_size for kind in frames}
    receipt = TaskResult(claim, measured, 1.0, measured, None, written=True)
    sent, back, travelling = (
        len(ForkingPickler.dumps(message)) for message in (task, receipt, result)
    )
    tasks, end = hand_out(games, cores, seconds, CHUNKS * chunk if chunk > 1 else 1)
    yield "a game, measured here", 1000 * seconds, "ms"
    yield "the run", end, "s"
    yield "all processors busy", 100 * games * seconds / cores / end, "%"
    yield "tasks", tasks, ""
    yield "tasks a second", tasks / end, "/s"
    yield "a task, as it is sent", sent / 1e3, "kB"
    yield "through client and scheduler", tasks * (sent + back) / 1e6, "MB"
    yield "through client and scheduler, a second", tasks * (sent + back) / 1e6 / end, "MB/s"
    yield "the same if rows travelled", games / measured * travelling / 1e6 / end, "MB/s"
    yield "files in the folder before they are made one", 2 * tasks, ""
    yield "rows on the disk", games / measured * size[COMMITTED] / 1e9, "GB"
    yield "counts on the disk", tasks * size[COUNTED] / 1e9, "GB"
