"""Opening a game of a run: it is played again in the background, checked, and shown."""

import html
from collections.abc import Callable, Mapping
from threading import Event
from typing import Any

import ipywidgets as widgets

from marengo.core.errors import MarengoError
from marengo.core.players.protocol import StoppedError
from marengo.core.records import GameRecord
from marengo.core.state import State
from marengo.lab import Run
from marengo.lab.rerun import changes_since, differences, players_in, rerun
from marengo.widgets.background import Background
from marengo.widgets.elements import Whole, button, release, set_visible
from marengo.widgets.playing.opening import stepper_of


class Opening(Whole):
    """The place where a game of a run is opened."""

    def __init__(self, run: Callable[[], Run]) -> None:
        self._run = run
        self.work = Background()
        self.record: GameRecord | None = None  # the game that is open
        self.stepper: Any = None
        self.status = widgets.HTML()  # which game it is, and whether it ends as the run says
        self.progress = widgets.IntProgress(description="decisions")
        self.stop = button("stop", "stop playing the game again", self.work.stop, "Stop")
        self._busy = widgets.HBox([self.progress, self.stop])
        set_visible(self._busy, False)
        super().__init__([self.status, self._busy])

    def open_game(self, row: Mapping[str, Any]) -> bool:
        """Open the game of a row; return whether that was begun: one is opened at a time."""
        if self.work.busy:
            return False
        self._clear()
        self.progress.max, self.progress.value = max(1, row["decisions"]), 0
        self._say(f"{self._name(row)} is played again …")
        set_visible(self._busy, True)
        return self.work.begin(lambda stop: self._open(row, stop))

    def _open(self, row: Mapping[str, Any], stop: Event) -> None:
        """Play a game again and show it, or say why not."""
        try:
            self._show(row, self._played(row, stop))
        except StoppedError:
            self._say(f"Stopped: {self._name(row)} was not opened.")
        except Exception as error:  # noqa: BLE001 # whatever a player of one's own may raise
            kind = "" if isinstance(error, MarengoError) else f"{type(error).__name__}: "
            self._say(self._name(row), "cannot be played again:", f"{kind}{error}")
        finally:
            set_visible(self._busy, False)

    def _played(self, row: Mapping[str, Any], stop: Event) -> State:
        """Play the game of a row again and return its end."""
        game = self._run().study.game(row["scenario"])
        state: State = game.start(row["seed"])
        for state in rerun(game, players_in(type(game), row), row["seed"], stop):
            self.progress.value = len(state.moves)
        return state

    def _show(self, row: Mapping[str, Any], state: State) -> None:
        differing, players = differences(state, row), players_in(type(state.game), row)
        changes = changes_since(self._run(), row["scenario"], state.game, players)
        self.record = GameRecord.of(state, row["seed"], *players)
        self.stepper = stepper_of(state.positions())  # it belongs to this widget, not to a cell
        self._say(f"{self._name(row)}.", *_verdict(differing, changes))
        self.children = [self.status, self._busy, self.stepper]
        if self.comm is None:  # closed meanwhile
            release(self.stepper)

    def _clear(self) -> None:
        self.children = [self.status, self._busy]
        if self.stepper is not None:
            release(self.stepper)
        self.stepper, self.record = None, None

    def _name(self, row: Mapping[str, Any]) -> str:
        game = self._run().game
        players = zip(players_in(game, row), game.seat_titles(), strict=True)
        seated = " against ".join(f"{player} ({title})" for player, title in players)
        return f"Game {row['game']} of {row['scenario']}, {seated}, seed {row['seed']}"

    def _say(self, words: str, strongly: str = "", more: str = "") -> None:
        """Show a message, the second part of it in bold letters."""
        plain, bold, rest = map(html.escape, (words, strongly, more))
        self.status.value = (
            f'<p role="status">{plain} {f"<b>{bold}</b>" if bold else ""} {rest}</p>'
        )


def _verdict(differing: list[str], changes: list[str]) -> tuple[str, str]:
    """Say whether a game ends as the run says, in bold letters if not, and why that may be."""
    since = f"Changed since the run was played: {'; '.join(changes)}." if changes else ""
    if not differing:
        return "", f"It ends as the run says. {since}"
    why = since or "Nothing that the run keeps a fingerprint of has changed since."
    return (
        "This is NOT the game of the run, though it has the same seed and players.",
        f"It ends otherwise: {'; '.join(differing)}. {why}",
    )
