"""Playing a game of a run again, move by move, and comparing it with its row."""

from collections.abc import Iterator, Mapping, Sequence
from threading import Event
from typing import Any

from marengo.core.game import Game
from marengo.core.players import make_player
from marengo.core.players.match import moves_of, result_of
from marengo.core.records import scenario_hash
from marengo.core.state import State
from marengo.lab.fingerprints import fingerprints
from marengo.lab.frames import games_frame
from marengo.lab.labels import label_of, value_text
from marengo.lab.run_folder import Run

OWN = ("game", "seed")
"""Columns of a row that do not come from how the game went."""


def players_in(game: type[Game[Any]], row: Mapping[str, Any]) -> list[str]:
    """Return who played the game of a row, in the order of seats."""
    return [row[f"{seat}_player"] for seat in game.seat_names()]


def rerun(
    game: Game[Any], names: Sequence[str], seed: int, stop: Event | None = None
) -> Iterator[State]:
    """Play a game of a run again and yield its state after each move, always the same object.

    In a run, players without a tree choose without leaving compiled code, here decision by
    decision; they draw the same chance, so the moves are the same.
    """
    players = {seat: make_player(name, game) for seat, name in zip(game.seats, names, strict=True)}
    return moves_of(game.start(seed), players, seed, stop)


def differences(state: State, row: Mapping[str, Any]) -> list[str]:
    """Return in words where a game that was played again ends otherwise than its row says."""
    names = players_in(type(state.game), row)
    frame = games_frame(type(state.game), names, [0], [row["seed"]], result_of(state))
    return [
        f"{label_of(column)}: {value_text(column, value)}, and in the run "
        f"{value_text(column, row[column])}"
        for column, value in frame.row(0, named=True).items()
        if column not in OWN and value != row[column]
    ]


def changes_since(run: Run, scenario: str, game: Game[Any], players: Sequence[str]) -> list[str]:
    """Return in words what has changed since a run was played that decides how its games go."""
    then = run.manifest
    now = fingerprints([game], dict.fromkeys(players, game), bool(run.study.observe))
    key, code, learned = scenario_hash(game), then.get("code", {}), then.get("weights", {})
    changes = {
        "the scenario or its board": then["scenarios"][scenario]["hash"] != key,
        "the code of the rules or players, or their weights": (
            code.get(game.name) != now["code"][game.name]
        ),
        "what was learned of it, beside its file": learned.get(key) != now["weights"].get(key),
    }
    for name in players:
        changes[f"the player {name}"] = then["players"].get(name) != now["players"][name]
    return [words for words, changed in changes.items() if changed]
