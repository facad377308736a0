"""A study on a cluster: the same games as on threads, though a worker dies."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from polars.testing import assert_frame_equal

from marengo.lab.plan import Study
from marengo.lab.run_folder import Run
from marengo.lab.running import run

distributed = pytest.importorskip("distributed", reason="needs marengo[cluster]")

STUDY = Study(
    name="cluster", scenarios=("bonaparte",), players=("rule", "search:nodes=30"), games=12, seed=3
)


@pytest.fixture
def client() -> Iterator[Any]:
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, memory_limit=0
        ) as cluster,
        distributed.Client(cluster) as one,
    ):
        yield one


@pytest.mark.release
def test_a_dask_cluster_plays_the_same_games_though_a_worker_is_killed(
    client: Any, tmp_path: Path
) -> None:
    workers = list(client.run(os.getpid).values())
    killed: list[int] = []

    def kill_one(ran: Run) -> None:
        if not killed and not ran.finished:
            killed.append(workers[0])
            os.kill(workers[0], signal.SIGKILL)

    ran = run(STUDY, tmp_path / "cluster", client, progress=False, on_update=kill_one)
    assert killed
    assert ran.finished
    assert ran.failures.collect().height == 0
    alone = run(STUDY, tmp_path / "alone", workers=1, progress=False)
    assert_frame_equal(ran.games.collect(), alone.games.collect())
