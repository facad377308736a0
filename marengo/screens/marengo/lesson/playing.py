"""Moves put to the engine: what is allowed, and what comes of them."""

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from marengo.core.errors import IllegalMove
from marengo.core.numbers import takes
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.state import MarengoState
from marengo.screens.marengo.lesson.close_up import levels
from marengo.screens.marengo.narration import (
    action_points_left,
    action_points_text,
    narrate,
    narrate_activations,
    narrate_losses,
)

_PRICED: Final = frozenset(
    [
        *("march", "attack", "assault", "organise", "pontoon", "fall-back"),
        *("cross", "stop", "continue", "complete", "cancel", "declare"),
    ]
)
"""Moves whose price is shown; others are a part of these or never cost anything."""

_NOT_NOW: Final = re.compile(r"^the decision is [\w ]+: expected")
"""First words of the engine's refusal of a move that answers another decision."""

_SIGNS: Final = {True: "✓ allowed", False: "✗ not allowed"}

_RULE: Final = re.compile(r"\b[A-Z]-\d+(?:\.\d+)?")
"""The number of a rule, in which browsers would break a line after the hyphen."""

_WHOLE: Final = 'style="white-space: nowrap"'


def _words(text: str) -> str:
    """Return words as HTML; no line is broken in the number of a rule."""
    return _RULE.sub(rf"<span {_WHOLE}>\g<0></span>", html.escape(text))


def _moves(text: str) -> str:
    """Return moves that follow each other as HTML; no line is broken in one of them."""
    return "; ".join(f"<code {_WHOLE}>{html.escape(move)}</code>" for move in text.split("; "))


def _table(head: Iterable[str], body: Iterable[Iterable[str]]) -> str:
    """Return a table in HTML, aligned for reading."""
    style = 'style="text-align: left; vertical-align: top"'
    top = "".join(f'<th scope="col" {style}>{name}</th>' for name in head)
    rows = "".join(
        f"<tr>{''.join(f'<td {style}>{cell}</td>' for cell in row)}</tr>" for row in body
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{rows}</tbody></table>"


@dataclass(frozen=True)
class Verdicts:
    """Moves and what the rules say of each; made by `allowed`."""

    # move, its words, allowed or not, and its price or why not
    rows: tuple[tuple[str, str, bool, str], ...]

    @property
    def text(self) -> str:
        """A line for each move."""
        return "\n".join(
            f"{move}: {words} {_SIGNS[legal]}{'; ' * bool(why)}{why}"
            for move, words, legal, why in self.rows
        )

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        body = [
            (
                _moves(move),
                html.escape(words),
                f"<b>{_SIGNS[legal]}</b>{'; ' * bool(why)}{_words(why)}",
            )
            for move, words, legal, why in self.rows
        ]
        return _table(("move", "what it means", "the rules say"), body)


@dataclass(frozen=True)
class Story:
    """Moves that were played, described one after another; made by `play_out`."""

    after: MarengoState
    rows: tuple[tuple[str, str, str], ...]  # moves, what happens, and the remark on it

    @property
    def text(self) -> str:
        """A numbered line for each move."""
        return "\n".join(
            f"{number}. {lines}{f' ({remark})' if remark else ''}"
            for number, (_, lines, remark) in enumerate(self.rows, 1)
        )

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        body = [
            (str(number), html.escape(lines), _words(remark), _moves(move))
            for number, (move, lines, remark) in enumerate(self.rows, 1)
        ]
        return _table(("", "what happens", "why", "move"), body)


def allowed(state: MarengoState, *moves: str) -> Verdicts:
    """Ask the engine of each move whether the rules allow it, what it costs, or why not.

    Parameters
    ----------
    state : State
        The position; it is not changed.
    *moves : str
        Moves in notation. Several that follow each other are joined by ``"; "``, such as
        ``"road A14; cross 1-5; stop"``.

    Returns
    -------
    Verdicts
        A row for each; it shows itself at the end of a notebook's cell.

    Raises
    ------
    NotationError
        If something is no move.
    """
    return Verdicts(tuple(_verdict(state, move) for move in moves))


@takes()
def play_out(state: MarengoState, script: str) -> Story:
    """Play moves and tell what happens.

    Parameters
    ----------
    state : State
        Where it begins; it is not changed.
    script : str
        A move on each line, and after a bar what is to be remarked on it, such as
        ``"lead A1 | T-11.11: the defender names first"``. A group of *Bonaparte at Marengo* that
        nobody else joins needs no ``join none``.

    Returns
    -------
    Story
        What happens, move by move, and the position after it; it shows itself at the end of a
        notebook's cell.

    Raises
    ------
    IllegalMove
        If the rules forbid a move; says which rule.
    NotationError
        If something is no move.
    """
    state = state.copy()
    rows = []
    for lines in _groups(script):
        before = state.copy()
        texts = [move for move, _ in lines]
        for move in texts:
            _play_none(state, unless=move)
            state.play(move)
        _play_none(state)
        old, new = levels(before), levels(state)
        parts = [
            narrate(before, texts[0], joined=texts[1:]),
            _carried(before, state, texts[0]),
            narrate_losses(before, state),
            narrate_activations(before, state),
            *(new[side] for side in new if new[side] != old[side]),
        ]
        remark = "; ".join(remark for _, remark in lines if remark)
        rows.append(("; ".join(texts), " ".join(filter(None, parts)), remark))
    return Story(state, tuple(rows))


def _verdict(state: MarengoState, moves: str) -> tuple[str, str, bool, str]:
    """Return the row of a move, or of several that follow each other."""
    state, lines = state.copy(), []
    budget = action_points_left(state)
    for move in moves.split("; "):
        _play_none(state, unless=move)
        lines.append(narrate(state, state.move(move)))
        try:
            state.play(move)
        except IllegalMove as error:
            why = str(error).removeprefix(f"{move}: ")
            return moves, " ".join(lines), False, _NOT_NOW.sub("not now: the choice is", why)
    _play_none(state)
    return moves, " ".join(lines), True, _price(state, moves, budget - action_points_left(state))


def _price(state: MarengoState, moves: str, paid: int) -> str:
    if _PRICED.isdisjoint(move.split(maxsplit=1)[0] for move in moves.split("; ")):
        return ""
    return action_points_text(state, paid) if paid else "free"


def _groups(script: str) -> Iterator[list[tuple[str, str]]]:
    """Yield the moves of a script with their remarks; pieces named one by one belong together."""
    group: list[tuple[str, str]] = []
    for line in filter(None, map(str.strip, script.splitlines())):
        move, _, remark = line.partition("|")
        if group and not move.startswith("join "):
            yield group
            group = []
        group.append((move.strip(), remark.strip()))
    if group:
        yield group


def _carried(before: MarengoState, after: MarengoState, move: str) -> str:
    """Say how far a road march went of itself, where it had no choice."""
    verb, *names = move.split()
    if verb != "road":
        return ""
    old, new = (state.piece(names[0]).place for state in (before, after))
    return "" if old == new else f"It has no other way than to {new}."


def _play_none(state: MarengoState, unless: str = "") -> None:
    """Say that nobody else joins a group, unless the next move names one who does."""
    if state.decision == Decision.JOIN and not unless.startswith("join "):
        state.play("join none")
