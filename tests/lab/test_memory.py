"""A run of any length takes the same memory: what is played goes to the disk and is forgotten."""

from pathlib import Path

import numpy as np
import pytest

from marengo.lab import Run, Study, run

STATUS = Path("/proc/self/statm")

PAGE = 4096

MEBI = 2**20


@pytest.mark.release
@pytest.mark.skipif(not STATUS.exists(), reason="only Linux tells a process what memory it has")
def test_a_million_games_take_no_more_memory_than_a_tenth_of_them(tmp_path: Path) -> None:
    taken: list[int] = []

    def look(_: Run) -> None:
        taken.append(int(STATUS.read_text().split()[1]) * PAGE)

    study = Study(name="many", scenarios=("bonaparte",), players=("random",), games=1_000_000)
    run(study, tmp_path / "run", progress=False, on_update=look)
    first, rest = np.split(np.array(taken), [len(taken) // 10])
    assert rest.max() < first.max() + 50 * MEBI
