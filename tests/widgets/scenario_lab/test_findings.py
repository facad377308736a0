"""What games say so far: shares, pairs, the way there, and honest words."""

from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest

from marengo.lab.analysis import games_for_difference, paired_difference
from marengo.lab.plan import Study
from marengo.lab.statistics import share
from marengo.screens.marengo.scenario_lab.findings import (
    LOOKS,
    Findings,
    WhatIfResult,
    findings_of,
)
from marengo.screens.marengo.scenario_lab.verdict import ADVICE, PEEKED, sentences

WHAT_IFS = {"what-if": {"extends": "triomphe", "parameters": {"orders_per_turn": 2}}}


def run_of(
    winners: dict[int, str], players: tuple[str, str] = ("rule", "rule"), error: str = ""
) -> Any:
    """Return something like a run, from the winners of each cell: ``"AAF."``, ``.`` not played."""
    named = {"A": "austrian", "F": "french"}
    rows = [
        (cell, game, 100 + game, named[winner])
        for cell, account in winners.items()
        for game, winner in enumerate(account)
        if winner in named
    ]
    study = Study(
        name="study",
        scenarios=("triomphe", "what-if"),
        players=players[:1] if players[0] == players[1] else (),
        pairs=() if players[0] == players[1] else (players,),
        what_ifs=WHAT_IFS,
    )
    games = pl.DataFrame(rows, schema=["cell", "game", "seed", "winner"], orient="row")
    failures = pl.DataFrame({"error": [error] if error else []}, schema={"error": pl.String})
    return SimpleNamespace(study=study, games=games.lazy(), failures=failures.lazy())


def test_who_has_not_learned_the_what_if_is_told_once() -> None:
    found = findings_of(run_of({0: "AAFF", 1: "AAAF"}, ("policy", "policy")))
    (line,) = [line for line in sentences(found, ended=True) if "learned" in line]
    assert line.startswith("policy learned triomphe, not what-if: policy:learn=20k")
    by_rule = findings_of(run_of({0: "AAFF", 1: "AAAF"}))
    assert not any("learned" in line for line in sentences(by_rule, ended=True))


def finding(standard: str, what_if: str) -> WhatIfResult:
    (one,) = findings_of(run_of({0: standard, 1: what_if})).each
    return one


def test_a_finding_is_the_paired_difference_of_the_run() -> None:
    run = run_of({0: "AAFFAFAFFA" * 5, 1: "AAAFAFAAFA" * 5})
    (one,) = findings_of(run).each
    assert one.found == paired_difference(run.games, 1, 0)
    assert (one.found.only_first, one.found.only_second) == (10, 0)
    assert (one.standard, one.what_if) == (share(25, 50), share(35, 50))
    assert one.players == "rule on both sides"


def test_games_without_their_pair_count_for_the_share_only() -> None:
    one = finding("AAAF.", "A.AFF")
    assert one.found.pairs == 3
    assert (one.standard, one.what_if) == (share(3, 4), share(2, 4))


def test_nothing_is_found_before_a_pair_is_finished() -> None:
    assert findings_of(run_of({})) == Findings(())
    assert findings_of(run_of({0: "AAA"})) == Findings(())
    assert findings_of(run_of({0: "A.", 1: ".F"})) == Findings(())


def test_the_way_leads_to_the_end_and_each_step_is_what_was_known_then() -> None:
    standard, what_if = "AFFAF" * 40, "AFAAF" * 40
    one = finding(standard, what_if)
    assert len(one.course) == LOOKS
    assert [look.pairs for look in one.course][0::59] == [1, 200]
    pairs = [look.pairs for look in one.course]
    assert pairs == sorted(set(pairs))
    for look in one.course:
        then = finding(standard[: look.pairs], what_if[: look.pairs]).found
        assert (look.difference, look.low, look.high) == (then.difference, then.low, then.high)
    assert len(finding("AFA", "AFA").course) == 3


def test_players_that_differ_are_found_both_ways_round() -> None:
    run = run_of({0: "AAAF", 1: "FFFF", 2: "AAAA", 3: "FFFA"}, ("rule", "random"))
    one, other = findings_of(run).each
    assert (one.austrian, one.french, one.players) == (
        *("rule", "random"),
        "Austria: rule, France: random",
    )
    assert (other.austrian, other.french) == ("random", "rule")
    assert (one.standard.count, one.what_if.count) == (3, 4)
    assert (other.standard.count, other.what_if.count) == (0, 1)


def test_games_that_failed_are_told() -> None:
    findings = findings_of(run_of({0: "AF", 1: "AA"}, error="RuntimeError: mutiny"))
    assert (findings.failed, findings.error) == (1, "RuntimeError: mutiny")
    account = sentences(findings, ended=True)
    assert account[-1] == "1 game could not be played to the end: RuntimeError: mutiny"


def said(standard: str, what_if: str, **how: bool) -> str:
    findings = findings_of(run_of({0: standard, 1: what_if}))
    return " ".join(sentences(findings, **{"ended": True, **how}))


def test_a_difference_that_is_shown_is_told_with_its_doubt() -> None:
    text = said("AF" * 50, "AA" * 50)
    assert "Austria wins 50.0 % (40.4 to 59.6) of the standard games" in text
    assert "100.0 % (96.3 to 100.0) of the what-if games" in text
    assert "changes Austria's share by +50.0 points (+40.4 to +59.6)" in text
    assert "the what-if helps Austria" in text
    assert "one comparison in twenty says so all the same" in text
    assert "the what-if helps France" in said("AA" * 50, "AF" * 50)


def test_an_interval_that_holds_zero_proves_nothing_either_way() -> None:
    standard, what_if = "AF" * 50, "AF" * 45 + "AFAFAFAFAA"
    text = said(standard, what_if)
    found = finding(standard, what_if).found
    assert found.low < 0 < found.high
    assert "do not prove a difference, nor that there is none" in text
    assert f"One of up to {100 * found.high:.1f} points would agree with them." in text
    assert "helps" not in text
    wide = finding("AFFAFAAF" * 10, "FAFAAFAF" * 10).found
    wanted = games_for_difference(
        0.03, share=wide.value, other_share=wide.other_value, discordant=0.5
    )
    assert 2_100 < wanted <= 2_200
    assert "About 2,200 games each" in said("AFFAFAAF" * 10, "FAFAAFAF" * 10)


def test_of_few_games_or_equal_ones_nothing_is_concluded() -> None:
    assert "too few games to conclude anything" in said("F" * 20, "A" * 20)
    assert "Not one game has ended with another winner." in said("AF" * 50, "AF" * 50)


@pytest.mark.parametrize(
    ("how", "advice", "peeked"),
    [
        ({"ended": False}, True, False),
        ({"ended": True}, False, False),
        ({"ended": True, "stopped": True}, False, True),
    ],
)
def test_looking_too_early_is_warned_of(how: dict[str, bool], advice: bool, peeked: bool) -> None:
    text = said("AF" * 50, "AA" * 50, **how)
    assert (ADVICE in text, PEEKED in text) == (advice, peeked)


def test_nothing_is_said_of_nothing() -> None:
    assert sentences(Findings(()), ended=False, stopped=True) == []
