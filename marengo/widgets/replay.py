"""Stepping through a game: a slider over its moves, a map, and the same in words."""

import html
import re
from functools import lru_cache
from typing import Any

import ipywidgets as widgets

from marengo.board import Place
from marengo.game import Decision, GameRecord, Move, Piece, Side, State
from marengo.plots import describe
from marengo.plots.picture import Arrow, to_png
from marengo.plots.words import levels_of
from marengo.widgets.telling import ARMIES, tell, tell_activated, tell_losses

__all__ = ["Replay", "replay"]

WIDTH = 1200
"""Width of the pictures, in pixels."""

KEPT = 100
"""Pictures kept for going back, about 150 kB each."""

SEERS: dict[str, Side | None] = {
    "both sides": None,
    "Austria": Side.AUSTRIAN,
    "France": Side.FRENCH,
}


def replay(game: GameRecord | State, at: int = 0) -> "Replay":
    """Step through a game.

    Parameters
    ----------
    game : GameRecord or State
        A record, or a position with the moves that led to it.
    at : int
        Number of the move to begin after; 0 is the position before the first move, negative
        numbers count from the end. A group that is named piece by piece counts as one move.

    Returns
    -------
    Replay
        A widget; at the end of a notebook cell it shows itself.

    Raises
    ------
    RecordError
        If a move of the record is illegal; names its number.
    ValueError
        If the game has no such move.
    """
    return Replay(game.positions() if isinstance(game, GameRecord) else _past(game), at)


def _past(state: State) -> list[State]:
    """Return the positions that a state went through, itself included."""
    state = state.copy()
    positions = [state.copy()]
    while state.moves:
        positions.append(state.undo().copy())
    return positions[::-1]


class Replay(widgets.VBox):  # type: ignore[misc] # ipywidgets has no types
    """A game to step through.

    Made by :func:`replay`. Where no kernel runs, as in a notebook that was just opened, the
    picture of the first position shown takes its place.

    Parameters
    ----------
    positions : list of State
        The positions, each one move after the one before; those in which a group is half named
        are left out.
    at : int
        Index of the position shown first.

    Attributes
    ----------
    slider : ipywidgets.IntSlider
        Number of moves played, a group that is named piece by piece being one.
    seen_by : ipywidgets.ToggleButtons
        Whose view is shown: ``"both sides"``, ``"Austria"`` or ``"France"``.
    picture : ipywidgets.Image
        The map.
    told, words : ipywidgets.HTML
        The last move with the clock and morale; the whole position in words.
    """

    def __init__(self, positions: list[State], at: int = 0) -> None:
        *before, end = positions
        positions = [*(state for state in before if state.decision != Decision.JOIN), end]
        last = len(positions) - 1
        if not -last - 1 <= at <= last:
            raise ValueError(f"at: expected a move from 0 to {last}, not {at}")
        self._positions = positions
        self._draw = lru_cache(maxsize=KEPT)(self._picture_of)
        self.slider = widgets.IntSlider(
            value=at % len(positions),
            max=last,
            continuous_update=False,  # or each pixel of a pull would ask for a drawing
            description="move",
            layout=widgets.Layout(flex="1 1 auto"),
            style={"description_width": "initial"},
        )
        self.seen_by = widgets.ToggleButtons(options=list(SEERS), style={"button_width": "auto"})
        self.picture = widgets.Image(format="png", layout=widgets.Layout(max_width="100%"))
        self.told = widgets.HTML()
        self.words = widgets.HTML()
        self.slider.observe(self._show, "value")
        self.seen_by.observe(self._show, "value")
        buttons = [
            self._button("step-backward", "to the turn before", self._to_turn_before),
            self._button("chevron-left", "back", lambda: self._step(-1)),
            self._button("chevron-right", "forward", lambda: self._step(1)),
            self._button("step-forward", "to the next turn", self._to_next_turn),
        ]
        unfolding = widgets.Accordion([self.words], titles=["The position in words"])
        unfolding.selected_index = None  # folded, and from then on as the reader left it
        self._show()
        super().__init__(
            [
                widgets.HBox([*buttons, self.slider]),
                widgets.HBox([widgets.Label("seen by"), self.seen_by]),
                self.told,
                self.picture,
                unfolding,
            ]
        )

    @property
    def position(self) -> State:
        """The position shown, a copy that can be played on."""
        return self._positions[int(self.slider.value)].copy()

    @property
    def side(self) -> Side | None:
        """Whose view is shown; None shows everything."""
        return SEERS[self.seen_by.value]

    def _button(self, icon: str, does: str, action: Any) -> widgets.Button:
        button = widgets.Button(icon=icon, tooltip=does, layout=widgets.Layout(width="3em"))
        button.on_click(lambda _: action())
        return button

    def _step(self, way: int) -> None:
        """Go some moves on or back; at the ends stay there."""
        self.slider.value += way  # the slider keeps to its range

    def _turn(self, index: int) -> tuple[int, Side]:
        return (self._positions[index].hour, self._positions[index].turn)

    def _to_next_turn(self) -> None:
        index, last = self.slider.value, self.slider.max
        while index < last and self._turn(index) == self._turn(self.slider.value):
            index += 1
        self.slider.value = index

    def _to_turn_before(self) -> None:
        """Go to the beginning of this turn, or from there to that of the turn before."""
        index = max(0, self.slider.value - 1)
        while index > 0 and self._turn(index - 1) == self._turn(index):
            index -= 1
        self.slider.value = index

    def _show(self, _: Any = None) -> None:
        """Bring picture and words up to date."""
        index, side = self.slider.value, self.side
        shown = self._positions[index]
        picture = self._draw(index, side)  # first, so that picture and words change together
        clock, *lines = (html.escape(line) for line in describe(shown, side=side).splitlines())
        levels = levels_of(shown.view(side)).items()
        morale = ", ".join(f"{ARMIES[army]} {level}" for army, level in levels)
        self.told.value = (
            f"<p><b>{self._happened(index, side)}</b><br>"
            f"{clock}. Morale: {morale}.{self._ended(shown)}</p>"
        )
        self.words.value = "".join(f"<p>{line}</p>" for line in lines)
        self.picture.value = picture

    def _moves(self, index: int) -> tuple[Move, ...]:
        """Return the move that led to a position, with those that named the rest of its group."""
        before, shown = self._positions[index - 1], self._positions[index]
        return shown.moves[len(before.moves) :]

    def _happened(self, index: int, side: Side | None) -> str:
        """Tell the move that led to a position."""
        if index == 0:
            return "Before the first move."
        before, shown = self._positions[index - 1], self._positions[index]
        first, *joined = self._moves(index)
        told = [tell(before, first, side, joined), tell_losses(before, shown)]
        told.append(tell_activated(before, shown))
        text = "; ".join(map(str, (first, *joined)))
        unseen = side is not None and side.enemy.name[0] in re.findall(r"\b([AF])\d", text)
        hidden = unseen or side == before.to_move.enemy
        return html.escape(" ".join(filter(None, told))) + (
            "" if hidden else f" <code>{text}</code>"
        )

    @staticmethod
    def _ended(shown: State) -> str:
        if shown.outcome is None:
            return ""
        winner = ARMIES[shown.outcome.winner]
        return f" <b>{winner} has won: {html.escape(shown.outcome.reason)}.</b>"

    def _picture_of(self, index: int, side: Side | None) -> bytes:
        """Draw a position with arrows for what moved last."""
        arrows = self._moved(index) if index else []
        return to_png(self._positions[index], side=side, width=WIDTH, arrows=arrows)

    def _moved(self, index: int) -> list[Arrow]:
        """Return where pieces went, an attack's two approaches, and twice where one changed."""
        before, shown = self._positions[index - 1], self._positions[index]
        arrows: set[Arrow] = set()
        for old, new in zip(before.pieces, shown.pieces, strict=True):
            if old.place is not None and (old.place != new.place or _changed(old, new)):
                arrows.add((old.place, old.place if new.place is None else new.place))
        verb, *rest = str(self._moves(index)[0]).split()
        if verb in ("attack", "assault"):
            attack = Place.parse(rest[-1])
            arrows.add((attack, attack.opposite))
        return sorted(arrows, key=str)

    def _repr_mimebundle_(self, **asked: Any) -> dict[str, Any]:
        """Add what is seen where no kernel runs: a picture, and words."""
        bundle: dict[str, Any] = super()._repr_mimebundle_(**asked)
        side = self.side
        bundle["image/png"] = self._draw(self.slider.value, side)
        bundle["text/plain"] = describe(self._positions[self.slider.value], side=side)
        return bundle


def _changed(old: Piece, new: Piece) -> bool:
    """Whether something befell a piece that stayed where it was."""
    readied = (new.organised, new.active) > (old.organised, old.active)
    shot = new.bombardment != old.bombardment and new.bombardment in ("declared", "completed")
    return readied or shot or old.strength > new.strength
