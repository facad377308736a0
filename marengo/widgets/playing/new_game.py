"""Setting a new game up on the screen: what is played, who plays."""

from collections.abc import Callable, Mapping
from enum import IntEnum
from functools import partial
from typing import Any

import ipywidgets as widgets

from marengo.core.engine.random import new_seed
from marengo.core.errors import did_you_mean
from marengo.core.game import Game
from marengo.core.players import opponents_of, player_called
from marengo.core.scenarios import load, scenarios_of
from marengo.languages import N_, _
from marengo.widgets.elements import button, labelled, said
from marengo.widgets.playing.seats import HUMAN, titles_of

HOT_SEAT, WATCH = "hot-seat", "watch"


def seats(
    game: Game[Any], you: IntEnum | str | None, against: str | tuple[str, ...] | None
) -> Mapping[IntEnum, str]:
    """Return who plays which seat of a game, for a person's seat and the players against it.

    The seat may be named, and is that of a newcomer if the name is empty. Without a person (None)
    ``against`` is a player for all or one for each seat; with one, None or ``"hot-seat"`` stands
    for other people.
    """
    sides, named = list(game.seats), {seat.name.lower(): seat for seat in game.played}
    if you is None:
        if against is None or against == HOT_SEAT:
            raise ValueError("against: expected a player, or one for each side, to be watched")
        several = (against,) * len(sides) if isinstance(against, str) else against
        if len(several) != len(sides):
            raise ValueError(f"against: expected a player, or {len(sides)}, not {against!r}")
        return dict(zip(sides, map(player_called, several), strict=True))
    if isinstance(you, str) and you not in ("", *named):
        meant = did_you_mean(you, named)
        raise ValueError(f"you: expected {' or '.join(named)}, not {you!r}{meant}")
    if against in (None, HOT_SEAT):
        return dict.fromkeys(sides, HUMAN)
    if not isinstance(against, str):
        raise ValueError(f"against: expected one player, as you play yourself, not {against!r}")
    player = player_called(against)
    place = you if isinstance(you, int) else named.get(you, game.newcomer)
    own = next((party for party in game.parties if place in party), (place,))
    return {side: HUMAN if side in own else player for side in sides}


class NewGameBox(widgets.VBox):  # type: ignore[misc] # ipywidgets has no types
    """Controls to begin another game of a ``kind``, by calling ``begin``."""

    def __init__(
        self,
        game: Game[Any],
        kind: type[Game[Any]],
        scenario: str,  # which is proposed
        begin: Callable[[str, Mapping[IntEnum, str], int], None],  # scenario, players, seed
    ) -> None:
        self._begin, self._game = begin, game
        self._you: dict[str, IntEnum | str] = {}
        self._opponents: dict[str, str] = {}
        names = scenarios_of(kind)
        chosen = scenario if scenario in names else names[0]
        wide = partial(labelled, width="32em", label_width="7em")
        self.scenario = wide(widgets.Dropdown, _("scenario"), options=names, value=chosen)
        self.you = wide(widgets.Dropdown, _("you play"))
        self.against = wide(widgets.Dropdown, _("the machine"))
        self._seat()
        self.against.index = len(self._opponents) - 1
        self.scenario.observe(self._seat, "value")
        self.seed = wide(widgets.Text, _("seed"), placeholder=_("empty: a new one"))
        does = _("the game on the board is left as it is")
        self.begin = button("", does, self._pressed, _("Begin a new game"))
        self.begin.layout.align_self = "flex-start"
        self.said = widgets.HTML()
        super().__init__([self.scenario, self.you, self.against, self.seed, self.begin, self.said])

    def _seat(self, _change: Any = None) -> None:
        """Offer the seats of the scenario that is chosen, and opponents with what they learned."""
        if self.scenario.value != self._game.scenario_name:
            self._game = load(self.scenario.value)
        game = self._game
        titles = titles_of(type(game))
        several = N_("people at this screen")
        if len(game.parties) == 2:
            several = N_("two people at this screen")
        parties = sorted(game.parties, key=lambda own: game.newcomer not in own)
        self._you = {
            **{", ".join(map(titles.__getitem__, own)): own[0] for own in parties},
            _(several): HOT_SEAT,
            _("nobody: the machine plays itself"): WATCH,
        }
        before, first = self.you.value, next(iter(self._you))
        self.you.options = list(self._you)
        self.you.value = before if before in self._you else first
        place, self._opponents = self.against.index, opponents_of(game)
        if self.against.options != (offered := tuple(self._opponents)):
            self.against.options = offered
            self.against.index = place

    def say(self, words: str) -> None:
        """Say what became of an order."""
        self.said.value = said(words)

    def _pressed(self) -> None:
        text = self.seed.value.strip()
        if text and not text.isdecimal():
            self.say(_("seed: expected a number, or nothing"))
            return
        you = self._you[self.you.value]
        against = HOT_SEAT if you == HOT_SEAT else self._opponents[self.against.value]
        person = None if you == WATCH else "" if you == HOT_SEAT else you
        seed = int(text) if text else new_seed()
        self.seed.value = ""  # or whoever plays could look up what is hidden
        self._begin(self.scenario.value, seats(self._game, person, against), seed)
