"""A study in the background: players, number of games, Run and Stop, and a live chart."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import ipywidgets as widgets

from marengo.charts.figures import figure_png, figure_words
from marengo.core.errors import MarengoError
from marengo.core.players import default_player, player_names
from marengo.core.scenarios import load
from marengo.games.marengo.types import ARMIES
from marengo.screens.marengo.scenario_lab.bench import Bench, Order, Progress
from marengo.screens.marengo.scenario_lab.chart import chart
from marengo.screens.marengo.scenario_lab.draft import Draft
from marengo.screens.marengo.scenario_lab.findings import Findings
from marengo.screens.marengo.scenario_lab.verdict import counted_pairs, sentences
from marengo.widgets.elements import Picture, bullets, button, labelled, note, wrapped_row

WRITTEN = "as written at the right"
PLAYERS = {
    "policy": "policy: as it has learned the game of which the what-if is made, fast",
    "rule": "rule: by rules of thumb, fast",
    "random": "random: by chance, fastest",
    "search:nodes=40": "search:nodes=40: thinks ahead, slow",
    "search:nodes=200": "search:nodes=200: thinks further, very slow",
}
"""Players that are offered first, with words."""

GAMES = 400
MOST_GAMES = 1_000_000

BOTH_WAYS = (
    "Two players that differ play both ways round: every pair of games is also played with the "
    "armies exchanged."
)

CHANGED_SINCE = (
    "You have changed the what-if, the players or the seed since: games, chart and words below "
    "are those of the study before."
)


class StudyPanel(widgets.VBox):  # type: ignore[misc] # ipywidgets has no types
    """The what-if and its standard, played against each other."""

    def __init__(self, draft: Draft, seeded: Callable[[], None]) -> None:
        self._draft = draft
        self.bench = Bench(self._told)
        own = default_player(load(draft.standard.extends))
        self.austrian, self.french = (
            PlayerChoice(army, own, self._offer) for army in ARMIES.values()
        )
        wanted = {"value": GAMES, "min": 1, "max": MOST_GAMES}
        games = "how many games of each are played"
        self.games = self._control(widgets.BoundedIntText, "games of each", games, "16em", **wanted)
        seeds = {"value": 0, "min": 0, "max": 2**31}
        same = "the same seed gives the same games"
        self.seed = self._control(widgets.BoundedIntText, "seed", same, "16em", **seeds)
        self.seed.observe(lambda _: seeded(), "value")
        placeholder = {"placeholder": "empty: kept until the kernel ends"}
        folder = "a folder for the games of this study"
        self.folder = self._control(widgets.Text, "run folder", folder, "30em", **placeholder)
        self.runner = button("play", "play the games in the background", self._run, "Run")
        self.runner.button_style, self.runner.layout.width = "primary", "19em"
        stops = "stop, and keep the games that are finished"
        self.stopper = button("stop", stops, self.bench.stop, "Stop")
        self.stopper.disabled = True
        self.bar = widgets.IntProgress(max=1, tooltip="games that are finished")
        self.bar.layout.width = "22em"
        self.status, self.words, self.since, self.both_ways = (widgets.HTML() for _ in range(4))
        self.picture, self._drawn = Picture(), Findings(())
        super().__init__(
            [
                self.austrian,
                self.french,
                self.both_ways,
                wrapped_row(self.games, self.seed, self.folder),
                wrapped_row(self.runner, self.stopper, self.bar),
                self.since,
                self.status,
                self.picture,
                self.words,
            ]
        )

    def _control(self, kind: Any, words: str, does: str, width: str, **more: Any) -> Any:
        made = labelled(kind, words, width, tooltip=does, continuous_update=False, **more)
        made.observe(lambda _: self._offer(), "value")
        return made

    def show(self, draft: Draft) -> None:
        """Bring what can be played up to date."""
        self._draft = draft
        self._offer()

    def order(self) -> Order:
        """Return what is to be played, as it is set."""
        folder = self.folder.value.strip()
        return Order(
            self._draft,
            self.austrian.value,
            self.french.value,
            self.games.value,
            self.seed.value,
            Path(folder).expanduser() if folder else None,
        )

    def _run(self) -> None:
        try:
            self.bench.start(self.order())
        except MarengoError as error:
            self.status.value = note(str(error), alert=True)

    def _offer(self) -> None:
        """Write on the button what it would do, and enable it if it can be pressed."""
        progress, order = self.bench.progress, self.order()
        before = progress.order
        other = before is not None and not before.same_study(order)
        self.since.value = note(CHANGED_SINCE) if other and progress.findings.each else ""
        self.both_ways.value = note(BOTH_WAYS) if order.austrian != order.french else ""
        self.stopper.disabled = not progress.busy or progress.phase == "stopping"
        if progress.busy:
            self.runner.disabled = True
            return
        failed = progress.phase == "failed" and order == before
        try:
            offered = self._offered(order)
        except MarengoError as error:
            self.runner.disabled, self.runner.description = True, "Run"
            where = "see 3" if order.draft.problem else str(error)
            refused = note(f"Cannot be played yet: {where}.")
            self.status.value = _status(progress) if failed else refused
            return
        self.runner.disabled, self.runner.description = False, offered
        shows = failed or progress.phase != "failed"  # a failure is told of its own order only
        self.status.value = _status(progress) if shows else ""

    def _offered(self, order: Order) -> str:
        run, wanted = self.bench.run_of(order), self.bench.games_wanted(order)
        if run is None:
            return f"Run {counted_pairs(wanted)} of games"
        if run.finished and wanted > order.games:
            return f"Play {counted_pairs(order.games, 'more ')}"
        return f"Go on to {counted_pairs(wanted)}"

    def _told(self, progress: Progress) -> None:
        """Show how far the games are; mostly called by the thread that plays."""
        self.bar.max, self.bar.value = max(1, progress.wanted), progress.played
        ended = not progress.busy
        lines = sentences(progress.findings, ended=ended, stopped=progress.phase == "stopped")
        self.words.value = bullets(lines) if lines else ""
        if progress.findings is not self._drawn:
            self._drawn = progress.findings
            self.picture.paint(*self.draw(progress) if self._drawn.each else (b"", ""))
        self.status.value = _status(progress)
        self._offer()

    def draw(self, progress: Progress) -> tuple[bytes, str]:
        """Return the chart of what is known, and what it shows in words."""
        figure = chart(progress.findings, progress.pairs[1])
        return figure_png(figure), figure_words(figure)


class PlayerChoice(widgets.HBox):  # type: ignore[misc] # ipywidgets has no types
    """A player of an army: from a list, or in writing."""

    def __init__(self, army: str, own: str, changed: Callable[[], None]) -> None:
        built_in = (*PLAYERS, "search", "oracle")
        others = [(name, name) for name in player_names() if name not in built_in]
        options = [*((words, name) for name, words in PLAYERS.items()), *others, (WRITTEN, "")]
        who = f"who plays {army}"
        offered: dict[str, Any] = {"options": options, "value": own, "tooltip": who}
        self.listed = labelled(widgets.Dropdown, army, "32em", **offered)
        self.written = labelled(
            widgets.Text,
            "or written",
            "26em",
            "6em",
            placeholder="such as rule:bold=1.2",
            tooltip=f"any player for {army}, with its parameters",
            continuous_update=False,
        )
        widgets.dlink((self.listed, "value"), (self.written, "disabled"), bool)
        for control in (self.listed, self.written):
            control.observe(lambda _: changed(), "value")
        super().__init__([self.listed, self.written])

    @property
    def value(self) -> str:
        """The player, as named."""
        return str(self.listed.value or self.written.value.strip())


def _status(progress: Progress) -> str:
    """Say how far the games are."""
    played, wanted = progress.pairs
    count = f"{played:,} of {counted_pairs(wanted)} of games"
    starts = "Starting: the first games take a few seconds to come."
    compiles = "The rules are compiled first, once. This takes a minute or two."
    named = progress.order is not None and progress.order.folder is not None
    where = f", in the folder {progress.folder}" if named else ""
    lines = {
        "idle": "",
        "starting": compiles if progress.compiles else starts,
        "playing": f"Playing: {count}{_speed(progress)}.",
        "stopping": f"Stopping: {count}.",
        "stopped": f"Stopped: {count}. They are kept.",
        "finished": f"Finished: {count}{where}.",
        "failed": progress.error,
    }
    return note(lines[progress.phase], alert=progress.phase == "failed")


def _speed(progress: Progress) -> str:
    """Say how fast games come, and when they will be there."""
    left = progress.seconds_left
    if left is None:
        return ""
    minutes, seconds = divmod(round(left), 60)
    time = f"{minutes} min {seconds} s" if minutes else f"{seconds} s"
    return f"; {progress.rate:.3g} games a second, {time} left"
