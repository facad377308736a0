"""A run on paper: games are handed out as a run does it, and counted."""

import pytest

from marengo.cli import main
from marengo.lab.on_paper import hand_out
from marengo.lab.running import LEAST, LONG


def test_what_is_handed_out_can_be_worked_out() -> None:
    """Four games of ten seconds for two workers, one at a time, take twenty seconds."""
    assert hand_out(4, 2, 10.0, 1) == (4, 20.0)
    tasks, end = hand_out(10**6, 1, 0.01, 100)
    assert end == pytest.approx(10**4)
    assert tasks == pytest.approx(10**4 / LONG, rel=0.1)


@pytest.mark.parametrize("cores", [10, 3200])
def test_all_end_at_about_one_time(cores: int) -> None:
    """Nobody waits long for the last, as tasks get shorter and more towards the end."""
    games, seconds = 200_000 * cores, 0.001
    tasks, end = hand_out(games, cores, seconds, 600)
    assert games * seconds / cores <= end < games * seconds / cores + LEAST + 1
    assert games * seconds / LONG < tasks < games * seconds / LEAST


def test_the_command_says_it(capsys: pytest.CaptureFixture[str]) -> None:
    line = "bench bonaparte --cores 3200 --run-games 1000000 --games 400"
    assert main(line.split()) == 0
    said = capsys.readouterr().out
    assert "tasks a second" in said
    assert "counts on the disk" in said
    assert main(["bench", "bonaparte", "--cores", "0"]) == 2
