"""The findings of a study in words, for readers who cannot see the chart, with cautions."""

from marengo.core.scenarios import seat_title
from marengo.lab.analysis.precision import games_for_difference
from marengo.screens.marengo.scenario_lab.findings import Findings, WhatIfResult, points

FEW = 30
"""Pairs of games below which nothing is concluded."""

MATTERS = 0.03
"""Half-width that a next study might want: three points of the win rate."""

ADVICE = (
    "The games are still coming. An interval that leaves out zero now may hold it again later: "
    "decide beforehand how many games to play, and look then."
)
PEEKED = (
    "You stopped before the number of games that you had set. The interval is that of a fixed "
    "number: whoever stops as soon as it leaves out zero is deceived more often than one time "
    "in twenty."
)


def sentences(findings: Findings, *, ended: bool, stopped: bool = False) -> list[str]:
    """Return what a run says, a paragraph for every two players and for each caution."""
    lines = [_finding(finding) for finding in findings.each]
    lines += findings.unlearned if findings.each else ()
    if findings.failed:
        games = "1 game" if findings.failed == 1 else f"{findings.failed:,} games"
        lines.append(f"{games} could not be played to the end: {findings.error}")
    if findings.each and not ended:
        lines.append(ADVICE)
    if findings.each and stopped:
        lines.append(PEEKED)
    return lines


def counted_pairs(number: int, more: str = "") -> str:
    """Return a number of pairs of games, perhaps of ``"more "``."""
    return f"{number:,} {more}pair{'' if number == 1 else 's'}"


def _finding(finding: WhatIfResult) -> str:
    """Say how two players fared in both, and what may be concluded from it."""
    difference = finding.found
    shares = [
        f"{100 * share.value:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"
        for share in (finding.standard, finding.what_if)
    ]
    return (
        f"{finding.players[0].upper()}{finding.players[1:]}. "
        f"Austria wins {shares[0]} of the standard games and {shares[1]} of "
        f"the what-if games; 95 % intervals in brackets. "
        f"In {counted_pairs(difference.pairs)} of games on the same seeds the what-if changes "
        f"Austria's share by {points(difference, ' points')}. {_conclusion(finding)}"
    )


def _conclusion(finding: WhatIfResult) -> str:
    """Say what may be concluded from a difference."""
    difference = finding.found
    if not difference.only_first and not difference.only_second:
        return "Not one game has ended with another winner."
    if difference.pairs < FEW:
        return "These are too few games to conclude anything."
    if finding.gains:
        return (
            "The interval leaves out zero: with these players the what-if helps "
            f"{seat_title(finding.gains)}. "
            "Where nothing changes, one comparison in twenty says so all the same."
        )
    largest = 100 * max(abs(difference.low), abs(difference.high))
    return (
        "The interval holds zero: these games do not prove a difference, nor that there is none. "
        f"One of up to {largest:.1f} points would agree with them.{_wanted(finding)}"
    )


def _wanted(finding: WhatIfResult) -> str:
    """Say how many games would tell more, if that is more than there are."""
    difference = finding.found
    differing = ((difference.only_first or 0) + (difference.only_second or 0)) / difference.pairs
    wanted = games_for_difference(
        MATTERS, share=difference.value, other_share=difference.other_value, discordant=differing
    )
    if wanted <= difference.pairs:
        return ""
    step = int(10 ** max(0, len(str(wanted)) - 2))  # rounded up to two significant digits
    points = f"{100 * MATTERS:g} points"
    return f" About {-(-wanted // step) * step:,} games each would tell it to within {points}."
