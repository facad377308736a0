"""The live chart: shares on their intervals, and the difference on the way."""

import numpy as np
import pytest
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import FillBetweenPolyCollection
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.text import Text

from marengo.charts import style
from marengo.charts.chart_frame import look_of
from marengo.charts.figures import figure_words
from marengo.screens.marengo.scenario_lab.chart import chart
from marengo.screens.marengo.scenario_lab.findings import Findings, findings_of
from tests.conftest import StillAlive
from tests.widgets.scenario_lab.test_findings import run_of


def findings(standard: str = "AFFAF" * 40, what_if: str = "AFAAF" * 40) -> Findings:
    return findings_of(run_of({0: standard, 1: what_if}))


def parts(figure: Figure) -> tuple[Axes, Axes]:
    shares, course = figure.axes
    return shares, course


def texts(figure: Figure) -> set[str]:
    figure.draw_without_rendering()  # ticks get their labels when they are drawn
    return {text.get_text() for text in figure.findobj(Text)}


def test_shares_stand_on_their_intervals() -> None:
    account = findings()
    shares, _ = parts(chart(account, 200))
    points = [
        float(np.asarray(line.get_xdata())[0]) for line in shares.lines if line.get_marker() == "s"
    ]
    assert points == [account.each[0].standard.value, account.each[0].what_if.value] == [0.4, 0.6]
    ends = [
        np.asarray(line.get_xdata()).tolist()
        for line in shares.lines
        if np.size(line.get_xdata()) == 2
    ]
    assert ends == [
        [one.low, one.high] for one in (account.each[0].standard, account.each[0].what_if)
    ]
    assert shares.get_ylim()[0] > shares.get_ylim()[1]  # the standard on top
    fills = [line.get_markerfacecolor() for line in shares.lines if line.get_marker() == "s"]
    assert fills == [style.FACE, look_of("austrian").colour]  # told apart without colour


def test_the_difference_is_drawn_with_its_band_and_ends_in_a_sign() -> None:
    account = findings()
    _, course = parts(chart(account, 200))
    (line,) = [one for one in course.lines if one.get_linewidth() == 1.8]
    assert np.asarray(line.get_ydata()).tolist() == [
        look.difference for look in account.each[0].course
    ]
    (band,) = [one for one in course.collections if isinstance(one, FillBetweenPolyCollection)]
    heights = np.asarray(band.get_paths()[0].vertices)[:, 1]
    assert heights.max() == max(look.high for look in account.each[0].course)
    (sign,) = [one for one in course.lines if one.get_marker() in ("^", "v", "o")]
    assert sign.get_marker() == "^"
    assert to_rgba(sign.get_markerfacecolor()) == to_rgba(look_of("austrian").colour)


@pytest.mark.parametrize(
    ("standard", "what_if", "sign", "said"),
    [
        ("AF" * 50, "AA" * 50, "^", "for Austria"),
        ("AA" * 50, "AF" * 50, "v", "for France"),
        ("AF" * 50, "FA" * 50, "o", "not shown either way"),
    ],
)
def test_the_sign_and_the_words_say_for_whom(
    standard: str, what_if: str, sign: str, said: str
) -> None:
    figure = chart(findings(standard, what_if), 100)
    _, course = parts(figure)
    assert sign in [one.get_marker() for one in course.lines]
    (beside,) = [text for text in texts(figure) if "\n" in text]
    assert beside.endswith(f"\n{said}")


def test_the_axis_reaches_to_what_is_wanted_but_not_too_far() -> None:
    account = findings()
    for wanted, reach in ((200, 200), (500, 500), (10_000, 600), (0, 200)):
        assert parts(chart(account, wanted))[1].get_xlim() == (0, reach)


def test_zero_and_what_has_settled_is_always_seen() -> None:
    low, high = parts(chart(findings("A" * 3000, "A" * 3000), 3000))[1].get_ylim()
    assert -low == high == pytest.approx(0.055)
    account = findings("AF" * 50, "AA" * 50)
    low, high = parts(chart(account, 100))[1].get_ylim()
    assert low < 0 < account.each[0].found.high < high


def test_two_players_have_rows_and_lines_of_their_own() -> None:
    run = run_of({0: "AAAF", 1: "FFFF", 2: "AAAA", 3: "FFFA"}, ("rule", "random"))
    figure = chart(findings_of(run), 4)
    labels = ["rule v random: standard", "rule v random: what-if"]
    labels += ["random v rule: standard", "random v rule: what-if"]
    assert set(labels) <= texts(figure)
    _, course = parts(figure)
    legend = course.get_legend()
    assert legend is not None
    assert [text.get_text().partition("\n")[0] for text in legend.get_texts()] == [
        "rule v random",
        "random v rule",
    ]
    styles = {line.get_linestyle() for line in course.lines if line.get_linewidth() == 1.8}
    assert len(styles) == 2


def test_a_chart_says_in_words_what_it_shows() -> None:
    heading, account = figure_words(chart(findings(), 200)).splitlines()
    assert heading == "How often Austria wins, with 95 % intervals"
    assert account == (
        "rule on both sides: standard 40.0 %  (33.5 to 46.9), what-if 60.0 %  (53.1 to 66.5); "
        "difference +20.0  (+15.0 to +26.1) points"
    )


def test_charts_leave_nothing_behind(still_alive: StillAlive) -> None:
    alive = still_alive(Artist)
    account = findings()
    chart(account, 200)
    before = alive()
    for _ in range(20):
        chart(account, 200)
    assert alive() <= before
