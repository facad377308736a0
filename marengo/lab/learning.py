"""Players that learn a scenario by playing it against themselves, while somebody looks on."""

import json
import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from threading import Event
from time import perf_counter
from typing import Any

import msgspec
import numpy as np
import polars as pl
from tqdm.auto import tqdm

from marengo.core.errors import FileError
from marengo.core.files import fitted, parse_json, reason
from marengo.core.game import Game
from marengo.core.numbers import GAMES, INFINITE, SEED, WORKERS, Bounds, takes
from marengo.core.players.learner import BATCH, Learner, begun_with, games_in, share_against
from marengo.core.players.nets import (
    Mixture,
    check_learns,
    net_file,
    net_frame,
    net_notes,
    net_path,
    put_weights,
    sealed_mixture,
)
from marengo.core.scenarios import load
from marengo.core.sealed import read_sealed, sealed
from marengo.lab.frames import OutputError, check_writable, writing_whole
from marengo.lab.locks import locked
from marengo.lab.manifest import MANIFEST, read_manifest, study_of
from marengo.lab.plan import Study, StudyError

Array = np.ndarray[Any, Any]

MINUTES = re.compile(r"\blearn=(\d+(?:\.\d+)?)min\b")
"""Pattern of the minutes that a player learns, in its name."""

NOTHING = "nothing"
"""Word for beginning without weights."""

STATE = "state.parquet"
"""File that a stopped learner goes on from, beside the nets of its earlier selves."""

AWAY = "take its folder away, and the same call or command begins anew"

MOST_MINUTES = 10_080
"""Longest time to learn: a week."""

MEASURED = 400
"""Games against the rules of thumb each time the strength is measured."""

MEASUREMENTS = 20
"""Number of measurements, besides one before the first game."""

LEVEL = 0.02
"""Largest rise of a level player's last three measurements over the three before."""

OUTGROWN = 2000
"""Number of games against its earlier self: a level player gets at most that above even."""

LEAST = 20_000
"""Fewest games after which a player is level: the first steps from nothing are slow."""


@dataclass(frozen=True)
class Learned:
    """Result of learning.

    Parameters
    ----------
    nets : array, shape (seats,)
        What each seat has learned.
    curve : polars.DataFrame
        The strength as it grew: ``games`` learned from, ``seconds``, and for each played seat the
        share that it got of games against the rules of thumb.
    games : int
        Learned from.
    seed : int
        Of all chance.
    level : bool
        Whether the last measurements were no better than those before, and it no longer beats what
        it was a fifth of its games ago.
    share : float or None
        What share it got, all seats alike, of a match with the player it began with, both as
        ``policy`` plays; None if there was no match.
    """

    nets: Array
    curve: pl.DataFrame
    games: int
    seed: int
    level: bool
    share: float | None = None

    @property
    def verdict(self) -> str:
        """Verdict on whether more games would help."""
        return "level" if self.level else "still improving"


def write_net(
    game: Game[Any], nets: Array | Mixture, path: str | Path, notes: Mapping[str, str]
) -> None:
    """Write what the seats of a game have learned, whole or not at all.

    ``nets`` are records of :func:`marengo.core.engine.learned.net_of`, of shape (seats,), or a
    mixture. ``notes``, how it was learned, go into the metadata.
    """
    with writing_whole(path) as file:
        mixture = nets if isinstance(nets, Mixture) else Mixture.of(nets)
        file.write(sealed_mixture(game, mixture, notes, compression_level=19))


@takes(
    games=GAMES, minutes=Bounds(-INFINITE, MOST_MINUTES, whole=False), seed=SEED, workers=WORKERS
)
def learn(
    scenario: str | Path | Game[Any],
    games: int | None = None,
    minutes: float | None = None,
    start: str | Path | None = None,
    out: str | Path | None = None,
    seed: int = 0,
    workers: int | None = None,
    progress: bool = True,
    stop: Event | None = None,
    show: Callable[[pl.DataFrame], None] | None = None,
    among: Sequence[Game[Any]] = (),
) -> Learned:
    """Learn to play a scenario by playing against oneself, what one was, and the rules of thumb.

    One net a seat comes out, the likeliest of those that it began with. Who wants a mixture that is
    hard to exploit looks for the value of the game (:func:`marengo.lab.analysis.value`), of which
    ``policy:learn=20k`` does two short rounds.

    Parameters
    ----------
    scenario : str, Path or Game
        What is learned.
    games : int, optional
        Games to learn from; the same seed and number give the same weights for any number of
        workers. Default: as many as fit in ``minutes``, or in five.
    minutes : float, optional
        Instead of ``games``; converted once, after a short trial.
    start : str or Path, optional
        File of weights to begin with, or the name of some that come with marengo; ``"nothing"``
        begins with a while of the rules of thumb. Default: what lies beside the scenario or comes
        with the game, if something does.
    out : str or Path, optional
        File to which the weights are written in the end. What it began with, all its nets, is
        written there instead if that plays better: so nobody becomes worse. What is needed to go on
        lies beside it in the folder ``out.learning`` until all games are played: the same call goes
        on from there, to the same weights.
    seed : int
        Of all chance.
    workers : int, optional
        Threads; default: one a processor.
    progress : bool
        Whether to show a progress bar.
    stop : threading.Event, optional
        Once it is set, as on Ctrl-C, learning ends with what is learned by then.
    show : callable, optional
        Called with the curve after each measurement of strength.
    among : sequence of Game
        Variants of the scenario that are played instead, drawn anew for every few games, so that
        the player learns what they have in common.

    Raises
    ------
    ScenarioError, OutputError, FileError
        If there is no such scenario, the file cannot be written, something else is being learned
        into it, or what is needed to go on is damaged.
    ValueError
        If the game cannot be learned, a number is too small, or the weights cannot be read.
    """
    _check(games, minutes)
    if out is not None:
        check_writable(out)
    game = scenario if isinstance(scenario, Game) else load(scenario)
    name = game.scenario_name if isinstance(scenario, Game) else Path(scenario).name
    check_learns(game)
    game.workspace()  # says so if the rules are compiled first
    begun = None if start == NOTHING else begun_with(game, start or "")
    if start is None and begun is not None:
        start = net_path(game)
    first = None if begun is None else begun.likeliest
    halfway = None if out is None else Path(f"{out}.learning")
    if games is None:
        games = _games_of(halfway) or games_in(
            Learner(game, BATCH, seed, first, workers), minutes or 5
        )
    learner = _Varied(among, game, games, seed, first, workers)
    notes = _notes(name, learner, start, varied=bool(among))
    with learning_into(out):
        rows = _go_on(learner, halfway, notes["command"])
        before = rows[-1]["seconds"] if rows else 0.0
        for row in _rounds(learner, progress, stop or Event()):
            rows.append({**row, "seconds": before + row["seconds"]})
            if show is not None:
                show(pl.DataFrame(rows))
            if halfway is not None:
                _keep(learner, halfway, notes["command"], rows)
        games, share = learner.done * BATCH, None
        learned, notes = Mixture.of(learner.nets), {**notes, "games": str(games)}
        if begun is not None:
            share = share_against(game, begun, learned, seed, workers)
            if share < game.even:
                learned, notes = begun, _notes_kept(game, start)
        if out is not None:
            write_net(game, learned, out, notes)
    curve = pl.DataFrame(rows)
    level = _is_level(game, curve) and not _has_outgrown_itself(learner)
    return Learned(learned.likeliest, curve, games, seed, level, share)


class _Varied(Learner):
    """Learner of what variants of a scenario have in common; without any, of the scenario."""

    def __init__(self, among: Sequence[Game[Any]], *args: Any) -> None:
        super().__init__(*args)
        self.among = [Learner(game, BATCH, workers=self.threads) for game in among]

    def play(self, line_ups: Array, nets: Array, seeds: list[list[int]]) -> tuple[Array, Array]:
        """Play a game for each line-up, all of one variant."""
        if not self.among:
            return super().play(line_ups, nets, seeds)
        drawn = np.random.default_rng(seeds[0]).integers(len(self.among))
        return self.among[int(drawn)].play(line_ups, nets, seeds)


def learning_into(out: str | Path | None) -> AbstractContextManager[object]:
    """Keep other processes from learning into a file, if there is one, until this is left."""
    if out is None:
        return nullcontext()
    path, taken = Path(out), f"{out}: another process learns into it; expected one alone"
    return locked(path.with_name(f".{path.name}.lock"), OutputError(taken))


def _keep(learner: Learner, folder: Path, command: str, rows: list[dict[str, float]]) -> None:
    """Keep in a folder what is needed to go on, or take it away if everything is learned."""
    if learner.done == learner.steps:
        shutil.rmtree(folder, ignore_errors=True)
        return
    folder.mkdir(exist_ok=True)
    for number, nets in enumerate(learner.older):
        if not (path := folder / f"older-{number}.parquet").exists():
            with writing_whole(path) as file:
                file.write(sealed(net_frame(nets)))
    frames = [
        net_frame(getattr(learner, name), pl.Float64).with_columns(what=pl.lit(name))
        for name in ("nets", "means", "squares")
    ]
    facts = {"command": command, "done": str(learner.done), "games": str(learner.steps * BATCH)}
    notes = {**facts, "older": str(len(learner.older)), "curve": json.dumps(rows)}
    with writing_whole(folder / STATE) as file:
        file.write(sealed(pl.concat(frames), notes))


def _games_of(folder: Path | None) -> int | None:
    """Return how many games are learned from in a folder with what was kept, if there is one."""
    if folder is None or not (folder / STATE).exists():
        return None
    return int(read_sealed(folder / STATE, AWAY)[1]["games"])


def _go_on(learner: Learner, folder: Path | None, command: str) -> list[dict[str, float]]:
    """Bring a learner to where the same command was stopped, and return its curve up to there."""
    if folder is None:
        return []
    if not (folder / STATE).exists():
        for path in folder.glob("older-*.parquet"):  # of others, whose state was taken away
            path.unlink()
        return []
    state, notes = read_sealed(folder / STATE, AWAY)
    if notes.get("command") != command:
        other = notes.get("command")
        raise OutputError(f"{folder}: expected what {command!r} left, not {other!r}")
    try:
        learner.nets[:] = learner.game.engine.net.array(learner.seats)
        parts = {"nets": learner.nets, "means": learner.means, "squares": learner.squares}
        for (name,), frame in state.partition_by("what", as_dict=True).items():
            put_weights(frame, parts[str(name)])
        for number in range(int(notes["older"])):
            nets: Array = learner.game.engine.net.array(learner.seats)
            put_weights(read_sealed(folder / f"older-{number}.parquet", AWAY)[0], nets)
            learner.older.append(nets)
        learner.done = int(notes["done"])
        parsed = parse_json(notes["curve"].encode(), folder / STATE, FileError)
        curve = fitted(parsed, list[dict[str, float]], folder / STATE, FileError)
    except FileError:
        raise
    except (LookupError, TypeError, ValueError, pl.exceptions.PolarsError) as error:
        raise FileError(f"{folder / STATE}: is damaged: {reason(error)}; {AWAY}") from error
    return curve[:-1]  # the last is measured again


def in_games(study: Study, folder: Path) -> Study:
    """Return a plan with the minutes that its players learn as games, as the same seed needs them.

    They are as many as its first scenario is learned from here in that time, or as the run in the
    folder says that they were when it was begun.
    """
    names = " ".join(player for cell in study.cells for player in cell.players)
    times = {float(time) for time in MINUTES.findall(names)}
    if not times:
        return study
    if len(times) > 1:
        raise StudyError("players: learn: expected the same minutes for all")
    if (folder / MANIFEST).exists():
        planned = study_of(folder, read_manifest(folder))
        planned_names = " ".join(player for cell in planned.cells for player in cell.players)
        number = re.search(r"\blearn=(\d+)", planned_names)
        if number is None:
            raise StudyError(f"{folder}: holds a run whose players do not learn; expected another")
        games = number[1]
    else:
        game = study.game()
        if not game.learns():
            raise StudyError(f"players: {game.title} cannot be learned")
        games = str(games_in(Learner(game, BATCH), times.pop()))
    return msgspec.structs.replace(
        study,
        players=tuple(MINUTES.sub(f"learn={games}", player) for player in study.players),
        pairs=tuple(
            tuple(MINUTES.sub(f"learn={games}", player) for player in pair) for pair in study.pairs
        ),
    )


def _check(games: int | None, minutes: float | None) -> None:
    """Refuse numbers that cannot be."""
    if games is not None and minutes is not None:
        raise ValueError("expected games or minutes, not both")
    if minutes is not None and not minutes > 0:
        raise ValueError(f"minutes: expected more than 0, not {minutes}")


def _rounds(learner: Learner, progress: bool, stop: Event) -> Iterator[dict[str, float]]:
    """Learn, and yield the strength before, again and again meanwhile, and at the end."""
    began = perf_counter()
    names = [seat.name.lower() for seat in learner.game.played]
    bar = tqdm(
        total=learner.steps * BATCH,
        initial=learner.done * BATCH,
        unit="game",
        disable=not progress,
        desc=f"learning {learner.game.scenario_name}",
    )
    with ThreadPoolExecutor(learner.threads) as pool, bar:

        def measured() -> dict[str, float]:
            strength = learner.strength(pool, MEASURED)
            bar.set_postfix_str(f"{np.mean(strength):.0%} against rule")
            seconds = perf_counter() - began
            return {"games": learner.done * BATCH, "seconds": seconds} | dict(
                zip(names, strength, strict=True)
            )

        yield measured()
        ends = [learner.steps * number // MEASUREMENTS for number in range(1, MEASUREMENTS + 1)]
        for end in sorted({end for end in ends if end > learner.done}):
            try:
                while learner.done < end and not stop.is_set():
                    learner.step(pool)
                    bar.update(BATCH)
            except KeyboardInterrupt:
                stop.set()
            yield measured()
            if stop.is_set():
                return


def _is_level(game: Game[Any], curve: pl.DataFrame) -> bool:
    """Return whether the last three measurements are hardly better than the three before."""
    names = [seat.name.lower() for seat in game.played]
    strength = curve.select(pl.mean_horizontal(names)).to_series().to_numpy()
    if len(strength) < 7 or curve["games"][-1] < LEAST:
        return False
    return bool(strength[-3:].mean() - strength[-6:-3].mean() <= LEVEL)


def _has_outgrown_itself(learner: Learner) -> bool:
    """Return whether a player beats what it was a fifth of its games ago.

    A player may still grow when it has long won nearly all games against the rules of thumb.
    """
    if not learner.older:
        return False
    before = learner.older[-1 - len(learner.older) // 5]
    with ThreadPoolExecutor(learner.threads) as pool:
        share = np.mean(learner.strength(pool, OUTGROWN, Mixture.of(before)))
    return bool(share > learner.game.even + LEVEL)


def _notes(
    scenario: str, learner: Learner, start: str | Path | None, *, varied: bool
) -> dict[str, str]:
    """Return how weights are learned by play, as their file tells it."""
    games = learner.steps * BATCH  # if it is stopped, more than are played
    command = f"marengo learn {scenario} --games {games} --seed {learner.seed}"
    command += " --vary" * varied
    return notes_of(learner.game, command, games, learner.seed, start)


TOLD = ("command", "after", "scenario", "games", "seed", "versions")
"""Keys of the notes in files on how weights were learned."""


def _notes_kept(game: Game[Any], start: str | Path | None) -> dict[str, str]:
    """Return the notes in the file of the weights that it began with."""
    notes = net_notes(net_file(game, start or ""))
    return {key: notes[key] for key in TOLD if key in notes}


def notes_of(
    game: Game[Any], command: str, games: int, seed: int, start: str | Path | None
) -> dict[str, str]:
    """Return how weights were learned, and before those that they began with, as files tell it."""
    before: dict[str, str] = {}
    if start is not None:
        command += f" --from {Path(start).name}"
    if start not in (None, NOTHING):
        before = net_notes(net_file(game, start))
    return {
        "command": command,
        "after": "; ".join(filter(None, (before.get("after"), before.get("command")))),
        "scenario": game.scenario_name,
        "games": str(games),
        "seed": str(seed),
        "versions": f"marengo {version('marengo')}, numba {version('numba')}",
    }
