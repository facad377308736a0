"""A study on a cluster: the same games as on threads, though a worker or the client dies."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from polars.testing import assert_frame_equal

from marengo.lab.plan import Study
from marengo.lab.run_folder import Run
from marengo.lab.running import run
from tests.lab.runs import assert_same_frames, quiet
from tests.lab.test_sharing import wait_for

distributed = pytest.importorskip("distributed", reason="needs marengo[cluster]")

STUDY = Study(
    name="cluster", scenarios=("bonaparte",), players=("rule", "search:nodes=30"), games=12, seed=3
)

CLIENT = """
import sys
from distributed import Client
from marengo import lab
from tests.lab.test_cluster import STUDY
lab.run(STUDY, sys.argv[1], executor=Client(sys.argv[2]), progress=False)
"""


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


@pytest.mark.release
def test_a_run_whose_client_was_killed_is_gone_on_with_by_another(
    client: Any, tmp_path: Path
) -> None:
    """By one of the same cluster, and then by threads; nothing is lost or there twice."""
    folder, address = tmp_path / "run", client.scheduler.address
    killed = subprocess.Popen([sys.executable, "-c", CLIENT, str(folder), address])
    wait_for(lambda: list(folder.glob("parts/0*")))
    os.kill(killed.pid, signal.SIGKILL)
    killed.wait()
    more = STUDY.changed(games=16)
    assert quiet(more, folder, executor=client).finished
    assert_same_frames(quiet(more, folder), quiet(more, tmp_path / "alone", workers=1))
