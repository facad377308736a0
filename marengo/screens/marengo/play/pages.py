"""Pieces of HTML around the board: the clock, what happened, hints, how it ended."""

import html

from marengo.core.players import Thought
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.languages import _
from marengo.screens.marengo.narration import face
from marengo.screens.marengo.play.news import latest, planned, written
from marengo.screens.marengo.play.options import Option
from marengo.screens.marengo.play.roads import comes_back, first_option
from marengo.screens.marengo.play.wording import option_words
from marengo.widgets.playing import saying
from marengo.widgets.playing.session import Session
from marengo.widgets.playing.steps import Transition


def hints(session: Session) -> str:
    """Show who gives the hint, and what he expects."""
    side = session.state.to_move
    return saying.hints(session, lambda text: written(side, text, side))


def hinted(session: Session) -> list[tuple[str, Option]]:
    """Return the choices of a hint, in words; none that comes to nothing."""
    state = session.state
    advised = [(first_option(state, line), hope) for line, hope in saying.advice(session)]
    shown = [(option, hope) for option, hope in advised if not comes_back(state, option)]
    return [
        (": ".join(filter(None, [_words(state, option), hope])), option) for option, hope in shown
    ]


def thoughts(session: Session, viewer: Side | None) -> str:
    """Show what searches thought of their last moves: estimate and principal variation."""
    steps = latest(session.steps, viewer)
    lines = "".join(_thought(step, step.thought, viewer) for step in steps if step.thought)
    spoiler = _("This gives away what the machine plans; its pieces stay hidden.")
    spoiler = f"<p>{spoiler}</p>" if viewer is not None else ""
    lines = lines or f"<li>{_('Nothing yet.')}</li>"
    return f"<div class='marengo-hints'>{spoiler}<ul>{lines}</ul></div>"


def _thought(step: Transition, thought: Thought, viewer: Side | None) -> str:
    moves = [written(step.side, str(move), viewer) for move in step.moves]
    if not all(moves):
        return ""
    estimate = saying.estimate(thought.winning, thought.playouts)
    line = saying.expects([planned(text, viewer) for text in thought.line[1:]])
    return f"<li><code>{html.escape('; '.join(moves))}</code>: {estimate}. {line}</li>"


def _words(state: MarengoState, option: Option) -> str:
    """Say what an option does and with which pieces."""
    pieces = [state.piece(name) for name in option.pieces]
    who = ", ".join(
        _("{piece} in {place}").format(piece=face(piece), place=piece.place) for piece in pieces
    )
    words = option_words(state, option)
    return f"{who}: {words}" if who else words
