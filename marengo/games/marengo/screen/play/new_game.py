"""Setting a new game up on the screen: what is played, who plays."""

from collections.abc import Callable, Mapping
from typing import Any

import ipywidgets as widgets

from marengo.core.engine.random import new_seed
from marengo.core.players import OPPONENT
from marengo.games.marengo.game import STANDARD, field_scenarios
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.screen.play.pages import said
from marengo.games.marengo.screen.play.seats import HUMAN

HOT_SEAT, WATCH = "hot-seat", "watch"

_YOU: dict[str, Side | str] = {
    "France": Side.FRENCH,
    "Austria": Side.AUSTRIAN,
    "two people at this screen": HOT_SEAT,
    "nobody: the machine plays itself": WATCH,
}
_OPPONENTS = {
    "by chance, for a first look": "random",
    "by rules of thumb, quick": "rule",
    "thinks 1 second a turn": "search:seconds=1",
    "thinks 5 seconds a turn": OPPONENT,
    "thinks 20 seconds a turn": "search:seconds=20",
}


def seats(you: Side | None, against: str | tuple[str, str] | None) -> Mapping[Side, str]:
    """Return who plays which side, for a person's side (None: nobody) and a player against it.

    Without a person, ``against`` is a player for both or a pair, Austria's first; with one, None or
    ``"hot-seat"`` is a second person.
    """
    if you is None:
        if against is None or against == HOT_SEAT:
            raise ValueError("against: expected a player, or one for each side, to be watched")
        pair = (against, against) if isinstance(against, str) else against
        if len(pair) != len(Side):
            raise ValueError(f"against: expected a player, or two, not {against!r}")
        return dict(zip(Side, pair, strict=True))
    if against in (None, HOT_SEAT):
        return dict.fromkeys(Side, HUMAN)
    if not isinstance(against, str):
        raise ValueError(f"against: expected one player, as you play yourself, not {against!r}")
    return {you: HUMAN, you.enemy: against}


class NewGameBox(widgets.VBox):  # type: ignore[misc] # ipywidgets has no types
    """Controls to begin another game."""

    def __init__(self, begin: Callable[[str, Mapping[Side, str], int], None]) -> None:
        self._begin = begin
        self.scenario = _wide(
            widgets.Dropdown, "scenario", options=field_scenarios(), value=STANDARD
        )
        self.you = _wide(widgets.Dropdown, "you play", options=list(_YOU))
        players, quick = list(_OPPONENTS), "thinks 1 second a turn"
        self.against = _wide(widgets.Dropdown, "the machine", options=players, value=quick)
        self.seed = _wide(widgets.Text, "seed", placeholder="empty: a new one")
        self.begin = widgets.Button(
            description="Begin a new game", tooltip="the game on the board is left as it is"
        )
        self.begin.on_click(lambda _: self._pressed())
        self.said = widgets.HTML()
        super().__init__([self.scenario, self.you, self.against, self.seed, self.begin, self.said])

    def say(self, words: str) -> None:
        """Say what became of an order."""
        self.said.value = said(words)

    def _pressed(self) -> None:
        text = self.seed.value.strip()
        if text and not text.isdecimal():
            self.say("seed: expected a number, or nothing")
            return
        you = _YOU[self.you.value]
        against = HOT_SEAT if you == HOT_SEAT else _OPPONENTS[self.against.value]
        person = None if you == WATCH else you if isinstance(you, Side) else Side.FRENCH
        seed = int(text) if text else new_seed()
        self.seed.value = ""  # or whoever plays could look up what is hidden
        self._begin(self.scenario.value, seats(person, against), seed)


def _wide(kind: Any, description: str, **more: Any) -> Any:
    """Return a control as wide as its neighbours."""
    return kind(
        description=description,
        style={"description_width": "7em"},
        layout=widgets.Layout(width="32em", max_width="98%"),
        **more,
    )
