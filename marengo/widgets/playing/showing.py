"""How a game shows itself: as its screen says, and else as plain text.

Of a game with secrets its screen is trusted to tell no more than a seat may know; where it says
nothing, what others chose is not told.
"""

import html
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import groupby, takewhile
from typing import Any

from marengo.core.asking import Wording
from marengo.core.engine.policy import information_set
from marengo.core.engine.search.primitives import sealed, turn_number
from marengo.core.errors import MarengoError
from marengo.core.game import Game
from marengo.core.move import Move
from marengo.core.players import Player, PlayerError, Valuer
from marengo.core.state import State
from marengo.core.uncompiled import call_python, each_decision
from marengo.lab.analysis.payoffs import Payoffs, payoffs
from marengo.languages import N_, _
from marengo.widgets.elements import percent
from marengo.widgets.playing.seats import titles_of
from marengo.widgets.playing.steps import Transition

WIDTH = 1200
"""Width of the pictures, in pixels."""

EXACT = N_("That is exact: the positions that follow are solved.")
ESTIMATED = N_(
    "These are estimates: both choices and all that follows of them in this turn are carried out "
    "as the policy player would, and the position reached is valued as players have learned to "
    "value it."
)

CAPTION = N_(
    "What {mine} may expect, in per cent of games won: a row for each choice of {mine}, a column "
    "for each of {other}. {exact} In bold the best answer to each column."
)

MANY = 16
"""Most choices read at a glance; of more, those that belong together have a heading."""

LONG = 2000
"""Most letters told of a picture; of more, where they are to be read."""

IN_WORDS = N_("The position in words")

Told = list[tuple[str, list[str]]]
"""News: headings with sentences below each; a heading that has others below it has none."""


def png_of(state: State, side: IntEnum | None) -> bytes:
    """Return the picture of a position as a side may see it; empty if none is drawn."""
    draw = state.game.screen().to_png
    return draw(state.view(side), width=WIDTH) if draw else b""


def words_of(state: State, side: IntEnum | None) -> str:
    """Return a position in words as a side may know it: a heading, and lines."""
    view = state.view(side)
    describe = state.game.screen().describe
    decides = str(state.outcome)
    if not state.is_over:
        decides = _("{seat} decides").format(seat=_title(state, state.to_move))
    return describe(view) if describe else f"{decides}\n{view}"


def caption_of(state: State, side: IntEnum | None) -> str:
    """Return what is told of a picture: the position in words, of many words the first lines."""
    words = words_of(state, side)
    if len(words) <= LONG:
        return words
    rest = _("All else: {title}").format(title=_(IN_WORDS))
    return f"{words[:LONG].rpartition(chr(10))[0]}\n{rest}"


def how_to_play(game: Game[Any]) -> list[str]:
    """Return the paragraphs of a game's first page, from its file in ``how_to_play``."""
    file = game.data and game.data / "how_to_play" / f"{game.name}.md"
    if file is None or not file.exists():
        return []
    return [_(part) for part in file.read_text(encoding="utf-8").strip().split("\n\n")]


def question_of(state: State) -> str:
    """Return what is to be decided."""
    if ask := state.game.screen().question:
        return ask(state)
    if asked := state.game.questions.get(int(state.decision)):
        words = _(asked.asks)
        return f"{words[:1].upper()}{words[1:]}."
    return f"{state.decision.name.capitalize().replace('_', ' ')}?"


class Below(str):
    """A heading below another."""

    __slots__ = ()


@dataclass(frozen=True)
class Choice:
    """Choice that is offered, or that cannot be made now."""

    text: str  # in words
    move: Move | None  # without one it cannot be done now
    headings: tuple[str, ...] = ()  # under which it is to be found among many, the widest first


def choices_of(state: State) -> list[Choice]:
    """Return the choices of a position."""
    game, screen = state.game, state.game.screen()
    asked = game.questions.get(int(state.decision))
    here = asked.here if asked else {}
    offered = (
        screen.choices(state)
        if screen.choices
        else [
            (_(here[str(move)]) if str(move) in here else said_of(game, str(move)), move)
            for move in state.legal_moves()
        ]
    )
    return [
        Choice(text, move, tuple(_headings_of(game, str(move))) if move is not None else ())
        for text, move in offered
    ]


def folded(choices: Iterable[Choice], unfolded: tuple[str, ...] = ()) -> list[Choice | str]:
    """Return what is offered first: choices, and in place of several their heading.

    Of choices below a heading that was unfolded, with those above it, only they are offered.
    """
    depth = len(unfolded)
    below = [choice for choice in choices if choice.headings[:depth] == unfolded]
    several = Counter(
        choice.headings[: depth + 1] for choice in below if len(choice.headings) > depth
    )
    offered: dict[Choice | str, None] = {}
    for choice in below:
        folds = len(below) > MANY and 1 < several[choice.headings[: depth + 1]] < len(below)
        offered[choice.headings[depth] if folds else choice] = None
    return list(offered)


def said_of(game: Game[Any], text: str) -> str:
    """Return the text of a move in words."""
    if say := game.screen().said:
        return say(text)
    wording, facts = _worded(game, text)
    return _(wording.says).format(**facts) if wording and wording.says else text


def _headings_of(game: Game[Any], text: str) -> Iterable[str]:
    """Return under which headings the move with a text is offered among many."""
    if head := game.screen().headings:
        return head(text)
    wording, facts = _worded(game, text)
    return [_(heading).format(**facts) for heading in wording.headings] if wording else ()


def _worded(game: Game[Any], text: str) -> tuple[Wording | None, dict[str, str]]:
    """Return what the game says of moves like the one with a text, and the words in it."""
    for wording in game.wordings.values():
        if (facts := wording.facts(text)) is not None:
            return wording, facts
    return None, {}


def turn_of(state: State) -> int:
    """Return the number of the turn; 0 where turns have none."""
    return int(call_python(turn_number, state.game, state.record.reshape(1)))


def has_secrets(game: Game[Any]) -> bool:
    """Return whether a seat may know less than there is to know."""
    return information_set in game.engine.primitives


def has_matrices(game: Game[Any]) -> bool:
    """Return whether two seats choose at the same time."""
    return len(game.seats) == 2 and sealed in game.engine.primitives


def happened(steps: Sequence[Transition], side: IntEnum | None) -> Told:
    """Tell what happened in some steps, turn by turn, as far as a side may know it.

    Turns are called as the game's screen calls them; what it does not name has no heading.
    """
    taken = [decision for step in steps for decision in each_decision(step.before, step.moves[0])]
    sections: Told = []
    above: tuple[str, ...] = ()
    for headings, decisions in groupby(taken, lambda decision: headings_of(decision[0])):
        if lines := [line for decision in decisions for line in _told(*decision, side)]:
            same = takewhile(lambda pair: pair[0] == pair[1], zip(above, headings, strict=False))
            sections += [(heading, []) for heading in headings[len([*same]) : -1]]
            last = "".join(headings[-1:])
            sections.append((Below(last) if len(headings) > 1 else last, lines))
            above = headings
    return sections


def headings_of(state: State) -> tuple[str, ...]:
    """Return what the turn of a position is called, the widest heading first; empty if nothing."""
    call = state.game.screen().turn
    return tuple(call(state)) if call else ()


def _told(before: State, move: Move, after: State, side: IntEnum | None) -> list[str]:
    tell = before.game.screen().happened or _told_plainly
    return list(tell(before, move, after, side))


def _told_plainly(before: State, move: Move, _after: State, side: IntEnum | None) -> list[str]:
    who = _title(before, before.to_move)
    hidden = has_secrets(before.game) and side not in (None, before.to_move)
    return [_("{seat} has decided.").format(seat=who) if hidden else f"{who}: {move}."]


def _title(state: State, side: IntEnum) -> str:
    return titles_of(type(state.game)).get(side, _(side.name.title()))


def matrix_of(state: State, players: Iterable[Player] = ()) -> str:
    """Return the payoff matrix of the present decision as HTML, or why there is none.

    It is exact if one of the players knows what positions are worth, else estimated.
    """
    game = state.game
    try:
        matrix, certainty = _matrix(
            state, [player for player in players if isinstance(player, Valuer)]
        )
    except (ValueError, PlayerError) as error:
        words = _("There is no matrix here: {error}.").format(error=error)
        return f"<p>{html.escape(words)}</p>"
    mine, other = (_title(state, moves[0].side) for moves in (matrix.rows, matrix.columns))
    rows, columns = (
        [html.escape(said_of(game, str(move))) for move in moves]
        for moves in (matrix.rows, matrix.columns)
    )
    head = "".join(f"<th scope='col'>{name}</th>" for name in columns)
    best = matrix.values.max(axis=0)
    body = "".join(
        f"<tr><th scope='row'>{name}</th>{''.join(map(_cell, line, best))}</tr>"
        for name, line in zip(rows, matrix.values, strict=True)
    )
    label = html.escape(_("Payoff matrix"), quote=True)
    caption = _(CAPTION).format(mine=mine, other=other, exact=_(certainty))
    return (
        f"<figure class='marengo-matrix'><figcaption>{html.escape(caption)}</figcaption>"
        f"<div tabindex='0' role='region' aria-label='{label}'><table><thead><tr><td></td>"
        f"{head}</tr></thead><tbody>{body}</tbody></table></div></figure>"
    )


def _matrix(state: State, valuers: list[Valuer]) -> tuple[Payoffs, str]:
    """Return a payoff matrix, and in words how far it can be trusted."""
    for valuer in valuers:
        try:
            return payoffs(state, player=valuer), EXACT
        except MarengoError:  # he does not know these positions
            continue
    return payoffs(state), ESTIMATED


def _cell(value: float, best: float) -> str:
    number = percent(value)
    return f"<td><b>{number}</b></td>" if value == best else f"<td>{number}</td>"
