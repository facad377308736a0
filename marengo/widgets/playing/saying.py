"""Pieces of HTML around a game: who plays, whom it waits for, how it ended, hints."""

import html
from collections.abc import Callable, Sequence
from enum import IntEnum

from marengo.core.players import opponent_of
from marengo.languages import N_, _, ngettext
from marengo.widgets.elements import percent, said
from marengo.widgets.playing.seats import HUMAN, titles_of
from marengo.widgets.playing.session import Session
from marengo.widgets.playing.showing import Below

STYLE = """<style>
.marengo-news { display: flex; flex-direction: column-reverse; max-height: 11em;
  overflow-y: auto; border: 1px solid #8a8070; padding: 0 6px; line-height: 1.35; }
.marengo-first p { max-width: 46em; line-height: 1.4; margin: 6px 0; }
.marengo-own { font-weight: bold; }
.marengo-news > div { margin-bottom: auto; }
.marengo-hints, .marengo-hints p, .marengo-hints li { line-height: 1.35; }
.marengo-news ul, .marengo-hints ol, .marengo-hints ul { margin: 0 0 4px 0; padding-left: 1.3em; }
.marengo-hints p { margin: 4px 0; }
.marengo-news b { display: block; margin-top: 4px; }
.marengo-news .marengo-below { font-weight: normal; font-style: italic; }
.marengo-ask { margin: 4px 0; line-height: 1.35; }
.marengo-head { font-size: 110%; line-height: 1.4; }
</style>"""

THINKS = N_("{who} is thinking …")
FIRST_THOUGHT = N_(
    "The very first thought on a machine takes a minute or two, as the player is compiled."
)


def title_of(session: Session, side: IntEnum) -> str:
    """Return what sentences call who decides, be it chance."""
    return titles_of(type(session.state.game)).get(side, _("Chance"))


def heading(session: Session) -> str:
    """Say who plays which side."""
    played = session.state.game.played
    who = ", ".join(f"{title_of(session, side)}: {_who(session, side)}" for side in played)
    return f"<div class='marengo-head'>{html.escape(who)}.</div>"


def _who(session: Session, side: IntEnum) -> str:
    if session.names[side] != HUMAN:
        return opponent_of(session.names[side], session.state.game)
    return _("you") if session.alone and side in session.people else _("a person")


def status(session: Session) -> str:
    """Say whom the game waits for, and what went wrong."""
    return said(_status(session))


def _status(session: Session) -> str:
    if session.over:
        return f"{ending(session)} {_('The seed was {seed}.').format(seed=session.seed)}"
    if session.trouble:
        return session.trouble
    decides = title_of(session, session.state.to_move)
    if session.asked:
        return _("{seat} decides: that is you.").format(seat=decides)
    if session.thinking:
        first = all(step.side != session.state.to_move for step in session.steps)
        return f"{_(THINKS).format(who=decides)} {_(FIRST_THOUGHT) if first else ''}"
    return session.waiting(decides)


def ending(session: Session) -> str:
    """Say how the game ended."""
    if session.resigned is not None and session.winner is not None:
        winner = title_of(session, session.winner)
        words = _("{seat} has resigned: {winner} has won.")
        return words.format(seat=title_of(session, session.resigned), winner=winner)
    return _("The game is over. {outcome}.").format(outcome=session.outcome)


FEW = 3
"""Tries of which nothing can be said."""


class Own(str):
    """A line on what its reader has lost himself."""

    __slots__ = ()


def _heading(words: str) -> str:
    mark = " class='marengo-below'" if isinstance(words, Below) else ""
    return f"<b{mark}>{html.escape(words)}</b>"


def _bullet(line: str) -> str:
    mark = " class='marengo-own'" if isinstance(line, Own) else ""
    return f"<li{mark}>{html.escape(line)}</li>"


def news(turns: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Show what happened, turn by turn: a heading, and lines."""
    listed = "".join(
        _heading(turn) + (f"<ul>{''.join(map(_bullet, lines))}</ul>" if lines else "")
        for turn, lines in turns
    )
    return (
        "<div class='marengo-news' tabindex='0' role='log' "
        f"aria-label='{html.escape(_('What happened'), quote=True)}'>"
        f"<div>{listed or _('Nothing has happened yet.')}</div></div>"
    )


def estimate(winning: float, playouts: int) -> str:
    """Write what a search expects, as HTML."""
    tries = ngettext("{number} try", "{number} tries", playouts).format(number=f"{playouts:,}")
    wins = _("wins {percent}").format(percent=percent(winning))
    return f"{wins} <small>({tries})</small>"


def expects(line: Sequence[str]) -> str:
    """Write what a search expects to happen, as HTML; texts that are empty are left out."""
    text = "; ".join(filter(None, line)) or _("nothing further")
    return _("It expects: {moves}").format(moves=f"<code>{html.escape(text)}</code>")


def hints(session: Session, written: Callable[[str], str]) -> str:
    """Show who gives the hint, and what he expects of its first choice; its choices are buttons.

    ``written`` writes a move.
    """
    adviser, answer = session.adviser, session.adviser.answer  # it is set in another thread
    if answer is None:
        return said(_awaited(session) if adviser.thinking else adviser.trouble)
    line = answer.thought.line[1:] if answer.thought else ()
    hoped = f"<p>{expects([*map(written, line)])}</p>" if answer.thought else ""
    who = opponent_of(adviser.player, session.state.game)
    would = html.escape(_("{player} would:").format(player=who))
    return f"<div class='marengo-hints' role='status'>{hoped}{would}</div>"


def advice(session: Session) -> list[tuple[Sequence[str], str]]:
    """Return the adviser's choices: the moves that each begins, and what may be expected of it."""
    answer = session.adviser.answer
    if answer is None:
        return []
    if answer.thought is None:
        return [([str(answer.move)], "")]
    line, choices = answer.thought.line, answer.thought.choices
    hope, seat = _("{seat} may expect {percent}"), title_of(session, session.state.to_move)
    return [
        (
            line if choice.move == line[0] else [choice.move],
            hope.format(seat=seat, percent=percent(choice.winning)),
        )
        for number, choice in enumerate(choices)
        if number == 0 or choice.playouts > FEW
    ]


def _awaited(session: Session) -> str:
    compiled = session.adviser.hinted or any(step.thought for step in session.steps)
    who = opponent_of(session.adviser.player, session.state.game)
    thinks = _(THINKS).format(who=who)
    return f"{thinks} {'' if compiled else _(FIRST_THOUGHT)}"
