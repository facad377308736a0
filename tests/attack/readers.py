"""The first front: whatever reads a file or a text, called with damaged ones.

A reader returns, or raises an error of those that people can act on, in one line that names the
file. What has a checksum comes back as it was written, or not at all.
"""

import os
import re
import shutil
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import polars as pl

from marengo import load
from marengo.cli.failures import LONGEST, name_fault
from marengo.core.errors import RecordError
from marengo.core.files import read_text
from marengo.core.players import check_player, make_player
from marengo.core.players.isolated import IsolatedPlayer
from marengo.core.players.learner import BATCH, Learner
from marengo.core.players.nets import read_net
from marengo.core.players.weights import read_weights
from marengo.core.records import GameRecord, position, scenario_in, text_of
from marengo.core.sealed import ENTRY, MARK, read_sealed, sealed
from marengo.core.state import State
from marengo.games.marengo.board import Board
from marengo.games.marengo.board.map_files import board_with_edits
from marengo.games.marengo.board.reading import check
from marengo.games.marengo.study.endings import endings
from marengo.games.marengo.study.history import read_day
from marengo.lab import (
    expert,
    read_frame,
    run,
    save_frame,
    simulate,
)
from marengo.lab import (
    load as load_run,
)
from marengo.lab.analysis.factors import read_factors
from marengo.lab.analysis.restricted import restricted_play
from marengo.lab.ladder import climb
from marengo.lab.ladder_store import Store
from marengo.lab.learning import _go_on, _keep
from marengo.lab.plan import Study, read_study
from marengo.lab.steps import Bound, Ladder, LadderStep, check_steps, read_ladder
from marengo.paths import data_path
from marengo.reports.document import Text
from marengo.reports.worth import read_worth, worth
from marengo.widgets.playing.mail import Keeper, MailedGame, contribute, file_of
from marengo.widgets.playing.saving import file_in
from tests.attack.mutations import Chance, mutated, pick
from tests.attack.trying import DEFECT, Attempt, Outcome
from tests.core.toys.race import RaceGame

ROOT = Path(__file__).parents[2]

MOST_SENT = 50_000
"""Bytes of an answer that a socket takes without being read."""

CONTESTANT = f"{ROOT / 'tests/players/strangers.py'}:Stranger:mood=fails"

QUIET: dict[str, Any] = {"progress": False, "workers": 1}

SLACK = 200
"""Letters that a message may have beside its own, for the ellipses and the name of the file."""

Read = Callable[[Path], object]


@dataclass(frozen=True)
class Target:
    """A file that can be read.

    Parameters
    ----------
    place : Path
        Where it lies, and the damaged one in its place.
    content : bytes
        What was written.
    read : callable
        Reads it, and makes a little use of what it finds.
    named : str
        What an error names; nothing if a text is read.
    text : bool
        Whether a person could have written it.
    wanted : object
        What alone may come back, if that is known.
    variants : tuple of bytes
        What it is exchanged for, if it is not changed by chance.
    """

    place: Path
    content: bytes
    read: Read
    named: str = ""
    text: bool = True
    wanted: object = None
    variants: tuple[bytes, ...] = ()


def fault_in(error: BaseException, name: str) -> str:
    """Return what is wrong with an error that is to name a file, or nothing."""
    if not isinstance(error, ValueError | OSError):
        return f"raised {type(error).__name__}: {error}"
    said = name_fault(error)
    if not 0 < len(said) < LONGEST + SLACK:
        return f"said {len(said)} letters: {said}"
    return "" if name in said else f"did not name {name}: {said}"


def unsealed(target: Target, changed: bytes) -> bool:
    """Whether nothing says any more that a file had a checksum: it is then read as it is."""
    return MARK in target.content and MARK not in changed and ENTRY.encode() not in changed


def attempt(targets: Sequence[Target], others: Sequence[bytes], chance: Chance) -> Outcome:
    """Change one of some files, read it, and put back what was written."""
    target = pick(targets, chance)
    changed = mutated(target.content, others, target.text, chance)
    if target.variants:
        changed = pick(target.variants, chance)
    target.place.write_bytes(changed)
    verdict, fault = "accepted", ""
    try:
        found = target.read(target.place)
        if target.wanted is not None and found != target.wanted and not unsealed(target, changed):
            fault = "returned what was not written"
    except BaseException as error:  # noqa: BLE001 - panics are no Exceptions
        verdict, fault = "refused", fault_in(error, target.named)
    finally:
        target.place.write_bytes(target.content)
    return Outcome(DEFECT, fault, changed) if fault else Outcome(verdict)


def resealed(path: Path) -> Iterator[bytes]:
    """Yield a file as others could have written it, with its checksum, but with other columns."""
    frame, notes = read_sealed(path, "")
    notes = {name: said for name, said in notes.items() if name not in (ENTRY, "ARROW:schema")}
    yield from (sealed(one, notes) for one in (frame.clear(), frame.head(1), frame[:, ::-1]))
    for name in frame.columns:
        for value in (None, -1, 2**40, float("nan"), "melas", [1]):
            column = pl.lit(pl.Series(name, [value])).first()
            yield sealed(frame.head(20).with_columns(column), notes)
        yield sealed(frame.drop(name), notes)
    for name in notes:
        for said in ("", "-1", "melas", "9" * 5_000, "[" * 3_000, "[[]]"):
            yield sealed(frame, {**notes, name: said})


def texts_in(pattern: str) -> dict[str, bytes]:
    """Return the files of a pattern that come with marengo."""
    found = {path.name: path.read_bytes() for path in sorted(ROOT.glob(pattern))}
    assert found
    return found


def start(path: Path) -> object:
    """Load a scenario, begin a game of it and tell of it."""
    game = load(path)
    return game.start(1).legal_moves(), list(game.describe(path)), game.facts()


def climbable(path: Path) -> object:
    return check_steps(read_ladder(path), None)


def played(game: State, path: Path) -> object:
    """Play what a text says on a copy of a position, if it is a move."""
    return game.copy().play(path.read_bytes().decode(errors="surrogateescape"))


def said(use: Callable[[str], object]) -> Read:
    """Return what reads a text that is no file's."""
    return lambda path: use(path.read_bytes().decode(errors="surrogateescape"))


def in_folder(folder: Path, name: str) -> Path:
    """Return the file of a name, which must lie in the folder."""
    path = file_in(folder, name)
    assert path.resolve().parent == folder.resolve(), f"leads to {path}"
    return path


def learned(path: Path) -> object:
    """Go on learning from a folder."""
    learner = Learner(RaceGame(), 40 * BATCH, 1, workers=1)
    curve = _go_on(learner, path.parent, "command")
    sums = [
        numbers[part].tobytes()
        for numbers in (learner.means, learner.squares)
        for part in sorted(numbers)
    ]
    return curve, learner.done, [one.tobytes() for one in (learner.nets, *learner.older)], sums


def whole_run(path: Path, depth: int) -> object:
    found = load_run(path.parents[depth])
    return [getattr(found, kind).collect().rows() for kind in ("games", "failures")]


def worth_in(path: Path) -> object:
    table = read_worth(path)
    for part in worth(table):
        if isinstance(part, Text):
            break
    return table.rows()


def edited(original: Path, path: Path) -> object:
    return board_with_edits(path, original, path.with_name("edited.geojson"))


def by_mail(folder: Path) -> Iterator[tuple[str, Target]]:
    """Yield files of games by mail: a seat gets back the game that it has seen, or nothing."""
    os.environ["XDG_DATA_HOME"] = str(folder / "data")  # of this process
    game = RaceGame(goal=12)
    places = {name: folder / f"{name}.txt" for name in ("invitation", "mailed")}
    for name, path in places.items():
        for seat in game.played[:1] if name == "invitation" else 2 * game.played:
            contribute(path, game, seat)
    invited = places["invitation"]
    yield (
        "invitation",
        Target(invited, invited.read_bytes(), lambda path: file_of(path, game), invited.name),
    )
    record = file_of(places["mailed"], game)
    assert isinstance(record, MailedGame)
    keepers = [Keeper.load(record.mail, seat) for seat in game.played]
    while len(record.moves) < 9 or record.positions()[-1].to_move != game.played[1]:
        record = gone_on(record, keepers)
    keepers[0].has_seen(record)

    def read(path: Path) -> object:
        one = file_of(path, game)
        assert isinstance(one, MailedGame), f"{path}: invites"
        keepers[0].check(one, path)
        return one.seed, one.moves

    content, wanted = record.text().encode(), (record.seed, record.moves)
    yield (
        "game by mail",
        Target(places["mailed"], content, read, places["mailed"].name, wanted=wanted),
    )


def gone_on(record: MailedGame, keepers: Sequence[Keeper]) -> MailedGame:
    """Return a game by mail, a move on."""
    positions, draws = record.positions(), record.draws()
    for state in positions:
        draws.look(state)
    state, chains = positions[-1], [*record.chains]
    while (lacks := draws.lacks) is not None:
        chains[lacks] = keepers[lacks].chain(chains[lacks].count + 1)
        draws.chains = chains
    if draws.due:
        draws.draw(state)
    else:
        state.play(state.legal_moves()[0])
    return replace(record, moves=tuple(map(str, state.moves)), chains=tuple(chains))


def answered(path: Path) -> object:
    """Return the move for which a referee takes what a contestant's process answers."""
    player: Any = object.__new__(IsolatedPlayer)
    player.text, player.longest, player._rng, player.close = "bot", 60.0, None, bool
    state = load("progress-small").start(1)
    player._talk, there = socket.socketpair()
    with player._talk, there:
        there.sendall(path.read_bytes()[:MOST_SENT])
        there.shutdown(socket.SHUT_WR)
        moves = state.legal_moves()
        rng = np.random.default_rng(1)
        assert player.choose(state.view(state.to_move), moves, rng) in moves
    return None


def of_texts(folder: Path) -> Iterator[tuple[str, Target]]:
    """Yield files and texts that people write, by kind."""
    triomphe, bonaparte = load("triomphe"), load("bonaparte")
    readers: dict[str, tuple[str, Read]] = {
        "scenario": ("data/scenarios/*.toml", start),
        "what-if": ("data/what_if/*.toml", start),
        "plan": ("data/studies/*.toml", read_study),
        "steps": ("data/ladder.toml", climbable),
        "factors": ("data/factors/*.toml", read_factors),
        "weights of rules": ("data/players/triomphe.toml", partial(read_weights, triomphe)),
        "player with weights": (
            "data/players/bonaparte.toml",
            lambda path: make_player(f"rule:weights={path}", bonaparte),
        ),
        "endings": ("data/endings/triomphe.toml", partial(endings, triomphe)),
        "endings of Bonaparte": ("data/endings/bonaparte.toml", partial(endings, bonaparte)),
        "history": ("data/history/*.toml", lambda path: read_day(path).on_boards(triomphe.board)),
        "record": ("docs/games/*.txt", lambda path: GameRecord.load(path).text()),
        "saved game": ("docs/games/*-4.txt", GameRecord.load),
        "scenario of a record": (
            "docs/games/*-4.txt",
            lambda path: scenario_in(read_text(path, RecordError)),
        ),
        "board": ("data/boards/*.geojson", Board.read),
        "board checked": ("data/boards/*.geojson", check),
    }
    for kind, (pattern, read) in readers.items():
        for name, content in texts_in(pattern).items():
            place = folder / kind / name
            place.parent.mkdir(exist_ok=True)
            yield kind, Target(place, content, read, place.name)
    for number, line in enumerate((b'{"move": 1}\n', b'{"error": "KeyError: 1"}\n')):
        yield "answer of a contestant", Target(folder / f"answer {number}", line, answered, "bot")
    (original,) = ROOT.glob("data/boards/bonaparte.geojson")
    place = folder / "board edited" / "map.geojson"
    place.parent.mkdir()
    yield (
        "board edited",
        Target(place, original.read_bytes(), partial(edited, original), place.name),
    )
    games = {"triomphe": triomphe, "bonaparte": bonaparte}
    players = (
        "rule:bold=1.2",
        "search:nodes=20",
        "search:seconds=0.5,horizon=3",
        "policy",
        "random",
    )
    for kind, words, use in (
        ("player", players, lambda text: make_player(text, triomphe)),
        ("player checked", (*players, CONTESTANT), check_player),
        ("name of a scenario", (*games, "triomphe-desaix-15", "data/ladder.toml"), load),
        ("text of a position", (text_of(triomphe.start(1).play("road A14")),), position),
        ("name of a file", ("my game", "game.txt", "../game", "a/b"), partial(in_folder, folder)),
    ):
        for number, text in enumerate(words):
            place = folder / f"{kind} {number}"
            yield kind, Target(place, text.encode(), said(use))
    for name, content in texts_in("docs/games/*-4.txt").items():
        header, _, moves = content.decode().partition("\n\n")
        game = games[name.split("-")[0]]
        state: State = game.start(int(re.search(r"seed: (\d+)", header)[1]))  # type: ignore[index]
        for number, move in enumerate(moves.splitlines()[:120]):
            place = folder / f"{name} {number}"
            yield "move", Target(place, move.encode(), partial(played, state.copy()))
            state.play(move)


Made = tuple[str, Path, Read, str]
"""The kind of a file, its place, what reads it, and what an error names beside the file itself."""


def of_checksums(folder: Path) -> Iterator[Made]:
    """Yield files that marengo makes, which hold their checksums or lie beside them."""
    game = load("triomphe")
    place = {name: folder / f"{name}.parquet" for name in ("batch", "worth", "ladder", "lesson")}
    save_frame(simulate(game, 20, "random", "random", **QUIET), place["batch"])
    yield "batch", place["batch"], lambda path: read_frame(path).rows(), ""
    save_frame(restricted_play(game, ("cavalry",), 4, **QUIET), place["worth"])
    yield "worth", place["worth"], worth_in, ""
    step = LadderStep(challenger="random", holder="random", pairs=Bound(0.5, 0.6), block=5, most=5)
    climb(game, Ladder(steps=(step,)), place["ladder"], workers=1, say=lambda _: None)
    with Store.open(place["ladder"], game, 0) as store:
        yield "ladder", place["ladder"], lambda _: store._stored().rows(), ""
    weights = Path(shutil.copy(data_path("players/triomphe.parquet"), folder / "weights.parquet"))
    yield "weights learned", weights, lambda path: read_net(game, path).tobytes(), ""
    lesson, notes = expert.play_lesson(game, read_net(game), 2, 7, Event()), {"teacher": "search"}
    place["lesson"].write_bytes(sealed(lesson, notes))
    yield "lesson", place["lesson"], lambda path: expert._read_lessons(path, notes).rows(), ""
    halfway = Learner(RaceGame(), 40 * BATCH, 1, workers=1)
    halfway.done, halfway.older = 2, [halfway.nets.copy()]
    for nets in (halfway.nets, *halfway.older):
        nets["moves"][:] = 0.5
    _keep(halfway, folder / "w.learning", "command", [{"games": 1.5}, {"games": 2.5}])
    for name in ("state.parquet", "older-0.parquet"):
        yield "learning", folder / "w.learning" / name, learned, "w.learning"
    study = Study(
        name="a", scenarios=("triomphe",), players=("random",), games=3, observe=("turns",)
    )
    run(study, folder / "run", **QUIET)
    for path in sorted((folder / "run").rglob("*.*")):
        if path.is_file() and path.name != ".lock":
            depth = len(path.relative_to(folder / "run").parents) - 1
            yield "run", path, partial(whole_run, depth=depth), ""
    sums = folder / "run" / "parts" / "000000" / "SHA256SUMS"
    yield "run", sums, partial(whole_run, depth=2), ""


def with_checksums(folder: Path) -> Iterator[tuple[str, Target]]:
    """Yield files that marengo made, and the same with the checksums of others."""
    for kind, path, read, named in of_checksums(folder):
        text, wanted = path.suffix == ".json", read(path)
        target = Target(path, path.read_bytes(), read, named or path.name, text, wanted)
        yield kind, target
        if kind != "run":
            changes = tuple(resealed(path))
            yield f"{kind} resealed", replace(target, wanted=None, variants=changes)


def readers(folder: Path) -> Mapping[str, Attempt]:
    """Return the attempts of this front."""
    targets: dict[str, list[Target]] = {}
    for kind, target in chain(
        of_texts(folder),
        by_mail(folder),
        with_checksums(folder),
    ):
        targets.setdefault(kind, []).append(target)
    others = [target.content for found in targets.values() for target in found]
    for target in chain(*targets.values()):
        target.place.write_bytes(target.content)
    return {kind: partial(attempt, found, others) for kind, found in targets.items()}
