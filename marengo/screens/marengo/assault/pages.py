"""The lists, tables and legends of the calculator, as HTML."""

import html
from collections.abc import Iterable
from typing import Any

import polars as pl

from marengo.charts import style
from marengo.charts.chart_frame import look_of
from marengo.games.marengo.armies import ARMY_NAMES
from marengo.games.marengo.study.fights import Fight
from marengo.games.marengo.types import ARMIES

SIGNS = {"austrian": "■", "french": "●"}

_BAR = f"3px solid {style.INK}"
_LINE = f"1px solid {style.GAP}"


_CLOSE = "line-height: 1.45;"
"""Lines of widgets stand far apart otherwise."""


def sentences(lines: Iterable[str], *, strong: bool = False) -> str:
    """Return sentences as a paragraph."""
    words = html.escape(" ".join(lines))
    return f'<p style="{_CLOSE} margin: 0.3em 0">{f"<b>{words}</b>" if strong else words}</p>'


def numbered(lines: Iterable[str]) -> str:
    """Return sentences as a numbered list."""
    listed = "".join(f"<li>{html.escape(line)}</li>" for line in lines)
    return f'<ol style="{_CLOSE} margin: 0.3em 0; padding-left: 2.2em">{listed}</ol>'


def collapsible(title: str, lines: Iterable[str]) -> str:
    """Return lines that are shown by a click on their title."""
    listed = "<br>".join(map(html.escape, lines))
    return f'<details style="{_CLOSE}"><summary>{html.escape(title)}</summary>{listed}</details>'


def choices_page(fight: Fight) -> str:
    """Return the table of all choices, the best ones first, with a legend."""
    table = fight.choices
    rows = {(row["attack_moves"], row["reply_moves"]): row for row in table.iter_rows(named=True)}
    attacks = _ordered(table, "attack", pl.col("rank").max())
    replies = _ordered(table, "reply", -pl.col("rank").min())
    top = "".join(_head("col", words, "top") for words in replies.values())
    lines = []
    for attack, words in attacks.items():
        cells = (_cell(rows.get((attack, reply)), fight) for reply in replies)
        lines.append(f"<tr>{_head('row', words, 'left')}{''.join(cells)}</tr>")
    own, other = ARMIES[fight.attacker], ARMIES[fight.attacker.enemy]
    notes = [f"Rows: how {own} attacks. Columns: how {other} replies. The best ones come first."]
    if fight.kind == "assault":
        notes.append(fight.game.fights.order.format(own=own, other=other))
    return (
        f"{sentences(notes)}"
        f'<div style="max-height: 24em; overflow: auto; width: 0; min-width: 100%; {_CLOSE}" '
        f'tabindex="0" role="region" '
        f'aria-label="All choices"><table style="border-collapse: collapse; color: {style.INK}; '
        f'table-layout: auto; width: auto; margin: 0;">'
        f"<thead><tr><td></td>{top}</tr></thead><tbody>{''.join(lines)}</tbody></table></div>"
        f"{_legend(own, other)}"
    )


def _ordered(table: pl.DataFrame, what: str, worth: pl.Expr) -> dict[str, str]:
    """Return attacks or replies by their moves: the best against the enemy's best answer first."""
    grouped = table.group_by(f"{what}_moves", maintain_order=True).agg(
        pl.col(what).first(), worth.alias("worth")
    )
    return dict(grouped.sort("worth", maintain_order=True).select(f"{what}_moves", what).rows())


def _head(scope: str, words: str, edge: str) -> str:
    """Return the head of a row or a column, which stays in view."""
    return (
        f'<th scope="{scope}" style="position: sticky; {edge}: 0; background: {style.MARGIN}; '
        'text-align: left; padding: 2px 6px; font-weight: 600; white-space: nowrap;">'
        f"{html.escape(words)}</th>"
    )


def _cell(row: dict[str, Any] | None, fight: Fight) -> str:
    if row is None:
        return "<td></td>"
    winner = fight.attacker if row["winner"] == "attacker" else fight.attacker.enemy
    army = ARMY_NAMES[winner]
    left = _BAR if row["best_reply"] else _LINE
    top = _BAR if row["best_attack"] else _LINE
    frame = f"outline: 3px solid {look_of(army).dark}; outline-offset: -4px;"
    lost = f"{row['attacker_lost']} / {row['defender_lost']}"
    more = [row["then"]] if row["then"] else []
    committed = row["attacker_committed"] + row["defender_committed"]
    if fight.kind == "manoeuvre" and committed > 0:
        more.append(f"{committed} committed")
    then = f"<br><small>{html.escape(', '.join(more))}</small>" if more else ""
    return (
        f'<td style="background: {look_of(army).light}; border-left: {left}; '
        f"border-top: {top}; padding: 2px 8px; text-align: center; "
        f'{frame if row["best"] else ""}">'
        f'<span style="color: {look_of(army).dark}">{SIGNS[army]}</span> '
        f"{f'<b>{lost}</b>' if row['best'] else lost}{then}</td>"
    )


def _legend(own: str, other: str) -> str:
    words = (
        f"{SIGNS['austrian']} Austria wins, {SIGNS['french']} France wins. Numbers: strength lost "
        f"by {own} / {other}; all else is best play. Bar on the left: no reply is better for "
        f"{other} against this attack. Bar on top: no attack is better for {own} against this "
        "reply. Frame: best play of both."
    )
    return f'<p style="{_CLOSE}"><small>{words}</small></p>'


def looked_at(fight: Fight, what: str) -> dict[str, str]:
    """Return each attack or reply in notation, by its words; alike ones are numbered."""
    named: dict[str, str] = {}
    pairs = fight.choices.select(what, f"{what}_moves").unique(maintain_order=True)
    for words, moves in pairs.rows():
        number = sum(other.split(" (")[0] == words for other in named)
        named[f"{words} ({number + 1})" if number else words] = moves
    return named
