"""Pieces of HTML around the board: the clock, what happened, hints, how it ended."""

import html
from collections.abc import Sequence

from marengo.core.players import Answer, Thought
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.screen.drawing.position_text import clock_of, levels_of
from marengo.games.marengo.screen.narration import face
from marengo.games.marengo.screen.play.news import happened, latest, planned, written
from marengo.games.marengo.screen.play.roads import first_option
from marengo.games.marengo.screen.play.seats import HUMAN
from marengo.games.marengo.screen.play.session import Session
from marengo.games.marengo.screen.play.steps import Step
from marengo.games.marengo.screen.play.wording import option_words
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.types import ARMIES
from marengo.widgets.elements import bullets

STYLE = """<style>
.marengo-news { display: flex; flex-direction: column-reverse; max-height: 11em;
  overflow-y: auto; border: 1px solid #8a8070; padding: 0 6px; line-height: 1.35; }
.marengo-hints, .marengo-hints p, .marengo-hints li { line-height: 1.35; }
.marengo-news ul, .marengo-hints ol, .marengo-hints ul { margin: 0 0 4px 0; padding-left: 1.3em; }
.marengo-hints p { margin: 4px 0; }
.marengo-news b { display: block; margin-top: 4px; }
.marengo-known { border-collapse: collapse; line-height: 1.3; }
.marengo-known th, .marengo-known td { border-bottom: 1px solid #b8ad96; padding: 2px 8px;
  text-align: left; vertical-align: top; }
.marengo-ask { margin: 4px 0; line-height: 1.35; }
.marengo-head { font-size: 110%; line-height: 1.4; }
</style>"""

FIRST_THOUGHT = (
    "The very first thought on a machine takes a minute or two, as the player is compiled."
)


SPOILER = "This gives away what the machine plans; its pieces stay hidden."


def said(words: str) -> str:
    """Show words that are read aloud as soon as they appear."""
    return f"<div class='marengo-ask' role='status'>{html.escape(words)}</div>"


def heading(session: Session) -> str:
    """Show who plays, the clock, what is left of the turn, and morale."""
    view = session.state.view(None)
    levels = levels_of(view)
    players = ", ".join(f"{ARMIES[side]}: {_who(session, side)}" for side in Side)
    morale = ", ".join(f"{ARMIES[side]} {levels[side]}" for side in Side)
    clock = html.escape(clock_of(view))
    return (
        f"<div class='marengo-head'><b>{clock}.</b> Morale: {html.escape(morale)}. "
        f"{html.escape(players)}.</div>"
    )


def _who(session: Session, side: Side) -> str:
    if session.names[side] != HUMAN:
        return session.names[side]
    return "you" if len(session.people) == 1 else "a person"


def status(session: Session) -> str:
    """Say whom the game waits for, and what went wrong."""
    return said(_status(session))


def _status(session: Session) -> str:
    if session.over:
        return f"{ending(session)} The seed was {session.seed}."
    if session.trouble:
        return session.trouble
    decides = ARMIES[session.state.to_move]
    if session.asked:
        return f"{decides} decides: that is you."
    if session.thinking:
        first = all(step.side != session.state.to_move for step in session.steps)
        return f"{decides} is thinking … {FIRST_THOUGHT if first else ''}"
    return f"{decides} decides, and waits for you to let the game go on."


def ending(session: Session) -> str:
    """Say how the game ended."""
    winner = ARMIES[session.winner] if session.winner is not None else ""
    if session.resigned is not None:
        return f"{ARMIES[session.resigned]} has resigned: {winner} has won."
    outcome = session.state.outcome
    assert outcome is not None
    return f"The game is over. {winner} has won ({outcome.kind}): {outcome.reason}."


def news(session: Session, viewer: Side | None) -> str:
    """Show what happened since the reader's last decision."""
    turns = happened(latest(session.steps, viewer), viewer)
    if not turns:
        return ""
    listed = "".join(f"<b>{html.escape(turn)}</b>{bullets(lines)}" for turn, lines in turns)
    return (
        "<div class='marengo-news' tabindex='0' role='log' aria-label='What happened'>"
        f"<div>{listed}</div></div>"
    )


def hints(session: Session) -> str:
    """Show the adviser's first choices with its estimates."""
    adviser, answer = session.adviser, session.adviser.answer  # it is set in another thread
    if answer is None:
        return said(_awaited(session) if adviser.thinking else adviser.trouble)
    lines = "".join(f"<li>{line}</li>" for line in _choices(session.state, answer))
    return (
        f"<div class='marengo-hints' role='status'>{html.escape(adviser.player)} would:"
        f"<ol>{lines}</ol>{_hoped(session.state, answer.thought)}</div>"
    )


def _awaited(session: Session) -> str:
    compiled = session.adviser.hinted or any(step.thought for step in session.steps)
    return f"{session.adviser.player} is thinking … {'' if compiled else FIRST_THOUGHT}"


def _hoped(state: MarengoState, thought: Thought | None) -> str:
    """Show the principal variation of a hint after its first choice."""
    if thought is None:
        return ""
    side = state.to_move
    return f"<p>{_expects([written(side, text, side) for text in thought.line[1:]])}</p>"


def _expects(line: list[str]) -> str:
    text = "; ".join(filter(None, line)) or "nothing further"
    return f"It expects: <code>{html.escape(text)}</code>"


def _choices(state: MarengoState, answer: Answer) -> list[str]:
    if answer.thought is None:
        return [_plan_words(state, [str(answer.move)])]
    line = answer.thought.line
    return [
        f"{_plan_words(state, line if choice.move == line[0] else [choice.move])}: "
        f"{_estimate(choice.winning, choice.playouts)}"
        for choice in answer.thought.choices
    ]


def _estimate(winning: float, playouts: int) -> str:
    tries = "1 try" if playouts == 1 else f"{playouts:,} tries"
    return f"wins {winning:.0%} <small>({tries})</small>"


def thoughts(session: Session, viewer: Side | None) -> str:
    """Show what searches thought of their last moves: estimate and principal variation."""
    steps = latest(session.steps, viewer)
    lines = "".join(_thought(step, step.thought, viewer) for step in steps if step.thought)
    spoiler = f"<p>{SPOILER}</p>" if viewer is not None else ""
    return f"<div class='marengo-hints'>{spoiler}<ul>{lines or '<li>Nothing yet.</li>'}</ul></div>"


def _thought(step: Step, thought: Thought, viewer: Side | None) -> str:
    moves = [written(step.side, str(move), viewer) for move in step.moves]
    if not all(moves):
        return ""
    estimate = _estimate(thought.winning, thought.playouts)
    line = _expects([planned(text, viewer) for text in thought.line[1:]])
    return f"<li><code>{html.escape('; '.join(moves))}</code>: {estimate}. {line}</li>"


def _plan_words(state: MarengoState, line: Sequence[str]) -> str:
    """Say what a move does and with which pieces; of a road march, where it ends in the line."""
    option = first_option(state, line)
    pieces = [state.piece(name) for name in option.pieces]
    who = ", ".join(f"{face(piece)} in {piece.place}" for piece in pieces)
    words = option_words(state, option)
    return html.escape(f"{who}: {words}" if who else words)
