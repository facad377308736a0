"""Playing a game of a run again, move by move, and comparing it with its row."""

from collections.abc import Iterator, Mapping
from threading import Event
from typing import Any

from marengo.core.players import make_player
from marengo.core.players.match import result_of, seats_of
from marengo.core.players.protocol import StoppedError
from marengo.core.players.search_players import SearchPlayer
from marengo.core.records import scenario_hash
from marengo.games.marengo.game import MarengoGame
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.lab import Run
from marengo.lab.fingerprints import fingerprints
from marengo.lab.frames import games_frame
from marengo.widgets.explore.games import label_of, value_text

__all__ = ["changes_since", "differences", "rerun"]

OWN = ("game", "seed")
"""Columns of a row that do not come from how the game went."""


def rerun(
    game: MarengoGame, austrian: str, french: str, seed: int, stop: Event | None = None
) -> Iterator[MarengoState]:
    """Play a game of a run again and yield its state after each move, always the same object.

    In a run, players without a tree choose without leaving compiled code, here decision by
    decision; they draw the same chance, so the moves are the same.
    """
    state, stop = game.start(seed), stop or Event()
    players = {
        side: make_player(name, game) for side, name in zip(Side, (austrian, french), strict=True)
    }
    for player in players.values():
        if isinstance(player, SearchPlayer):
            player.stop = stop
    seats = seats_of(players, seed)
    while state.outcome is None:
        if stop.is_set():
            raise StoppedError
        seats[state.to_move].play(state)
        yield state


def differences(state: MarengoState, row: Mapping[str, Any]) -> list[str]:
    """Return in words where a game that was played again ends otherwise than its row says."""
    names = (row["austrian_player"], row["french_player"])
    frame = games_frame(type(state.game), names, [0], [row["seed"]], result_of(state))
    return [
        f"{label_of(column)}: {value_text(column, value)}, and in the run "
        f"{value_text(column, row[column])}"
        for column, value in frame.row(0, named=True).items()
        if column not in OWN and value != row[column]
    ]


def changes_since(
    run: Run, scenario: str, game: MarengoGame, players: tuple[str, str]
) -> list[str]:
    """Return in words what has changed since a run was played that decides how its games go."""
    then = run.manifest
    now = fingerprints(dict.fromkeys(players, game), bool(run.study.observe))
    found = {
        "the scenario or its board": then["scenarios"][scenario]["hash"] != scenario_hash(game),
        "the code of the rules or players, or their weights": then["sources"] != now["sources"],
        "the code that makes games of scenarios": then["engine"] != now["engine"],
    }
    for name in dict.fromkeys(players):
        found[f"the player {name}"] = then["players"].get(name) != now["players"][name]
    return [words for words, changed in found.items() if changed]
