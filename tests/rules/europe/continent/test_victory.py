"""Chapter 27 of the digest: historical games, levels of victory, and how long a game lasts."""

import pytest

from marengo.games.europe.war import Decision
from marengo.games.europe.war.rules.words import Level
from marengo.games.europe.war.state import WarState
from tests.rules.europe.continent.playing import may, nation, play, position
from tests.rules.europe.continent.test_scenario_of_1805 import (
    NAMES,
    SEVEN,
    idle,
    players,
    varied,
)

LEVELS = 'victory = "levels"\nrounds = 1'


def levels(**facts: str) -> dict[str, str]:
    """Return the level that each nation has reached."""
    state = varied(LEVELS, facts.pop("troops", None), **facts)
    return {NAMES[one]: level.name.lower() for one, level in state.levels.items()}


def owned(name: str, regions: str) -> str:
    """Return the owners of regions, all the same."""
    return ", ".join(f"{one} {name}" for one in regions.split())


# --- levels --------------------------------------------------------------------------------------


def test_the_levels_at_the_start() -> None:
    """N-27.3, N-27.4, N-27.5, N-31.93: neutral nations count; nobody else has all its homeland."""
    assert levels() == {
        "FR": "great",
        "OT": "small",
        "RU": "small",
        "GB": "small",
        "AU": "survival",
        "PR": "survival",
        "SP": "survival",
    }


MINORS = """saxony hesse-berg thuringia westphalia mecklenburg denmark norway sweden finland
    sicily naples papal-states morocco"""
FREE = "morocco oran algiers tunisia tripolitania cyrenaica portugal sicily naples"


@pytest.mark.parametrize(
    ("name", "owners", "level"),
    [
        # France has 19, the Ottoman Empire 16, Russia 13: together 29
        ("FR", owned("FR", " ".join(MINORS.split()[:10])), "great"),
        ("FR", owned("FR", " ".join(MINORS.split()[:11])), "total"),
        ("FR", owned("FR", MINORS) + ", paris AU", "defeat"),
        ("FR", owned("FR", MINORS) + ", brittany GB", "defeat"),
        # who has the third most is small, the fourth not
        ("RU", "", "small"),
        ("RU", owned("AU", " ".join(FREE.split()[:5])), "small"),
        ("RU", owned("AU", " ".join(FREE.split()[:6])), "survival"),
        ("AU", owned("AU", " ".join(FREE.split()[:4])), "survival"),
        ("AU", owned("AU", " ".join(FREE.split()[:5])), "small"),
        ("AU", owned("AU", " ".join(FREE.split()[:6])), "small"),
        # a tie for the most
        ("OT", owned("OT", "morocco oran algiers"), "small"),
        ("FR", owned("OT", "morocco oran algiers"), "small"),
        ("OT", owned("OT", "morocco oran algiers tunisia"), "great"),
        ("FR", owned("OT", "morocco oran algiers tunisia"), "small"),
        # nations without a player count
        ("RU", owned("PR", " ".join(FREE.split()[:9])), "survival"),
        # homelands
        ("SP", "madrid FR", "defeat"),
        ("SP", owned("FR", "madrid asturias navarre catalonia andalusia"), "defeat"),
        (
            "SP",
            owned("FR", "madrid asturias navarre catalonia andalusia western-spain"),
            "extinction",
        ),
        (
            "SP",
            owned("FR", "madrid asturias navarre catalonia andalusia western-spain")
            + ", portugal SP",
            "extinction",
        ),
        ("GB", "highlands FR", "defeat"),
        (
            "GB",
            owned("FR", "london cornwall wales midlands scotland highlands ulster ireland"),
            "extinction",
        ),
        ("OT", "syria FR", "defeat"),
        ("OT", "egypt FR", "small"),
    ],
)
def test_levels_by_regions(name: str, owners: str, level: str) -> None:
    """N-27.3, N-27.4, N-27.5, N-31.95, N-31.96: by ownership; more is strictly more."""
    facts = {"owners": owners} if owners else {}
    assert levels(**facts)[name] == level


@pytest.mark.parametrize(
    ("squadrons", "owners", "level"),
    [
        # France owns nine regions outside its homeland, and then eight
        ("GB 13; FR 7; SP 4", "", "small"),
        ("GB 12; FR 7; SP 4", "", "small"),
        ("GB 11; FR 7; SP 4", "", "survival"),
        ("GB 13; FR 7; OT 2; SP 4", "", "small"),
        ("GB 11; FR 7; PR 4", "", "survival"),
        ("GB 11; FR 6; PR 4", "", "small"),
        ("GB 1", "", "small"),
        ("GB 0", "", "survival"),
        ("GB 13; FR 7; SP 4", "belgium -", "small"),
        ("GB 13; FR 7; SP 4", "belgium -, moldavia -", "great"),
        ("GB 11; FR 7; SP 4", "belgium -, moldavia -", "survival"),
        ("GB 13; FR 7; SP 4", "belgium -, moldavia -, ulster FR", "defeat"),
        ("GB 13; FR 7; SP 4", f"belgium -, {owned('GB', FREE)}", "small"),
        ("GB 13; FR 7; SP 4", f"belgium GB, {owned('GB', FREE)}", "total"),
        ("GB 13; FR 7; SP 4", f"belgium GB, ulster FR, {owned('GB', FREE)}", "defeat"),
        ("GB 11; FR 7; SP 4", f"belgium -, {owned('GB', FREE)}", "survival"),
    ],
)
def test_levels_of_great_britain(squadrons: str, owners: str, level: str) -> None:
    """N-27.3, N-31.93, N-31.94: by its squadrons, and by what others own abroad."""
    told = "; ".join(
        f"{one} mid-atlantic {many}" for one, many in map(str.split, squadrons.split("; "))
    )
    facts = {"owners": owners} if owners else {}
    assert levels(troops="FR paris 1I", squadrons=told, **facts)["GB"] == level


def ended(lines: str, **facts: str) -> WarState:
    """Return the end of a game of one round."""
    state = varied(f"rounds = 1\n{lines}", facts.pop("troops", None), "RU", step="closing", **facts)
    while not state.is_over:
        idle(state)
    return state


def test_the_end_of_a_game_of_levels() -> None:
    """N-27.3, N-27.7, N-31.93: after the last round each has the level it meets then."""
    state = ended('victory = "levels"')
    reached = {NAMES[one]: level.name.lower() for one, level in state.levels.items()}
    assert (reached["FR"], reached["GB"], reached["SP"]) == ("great", "small", "survival")
    assert state.returns is not None
    values = dict(zip(NAMES, state.returns, strict=True))
    assert values["FR"] == pytest.approx(Level.GREAT / 5)
    assert values["GB"] == values["RU"] == pytest.approx(Level.SMALL / 5)
    assert values["AU"] == values["SP"] == pytest.approx(Level.SURVIVAL / 5)
    assert "France" in str(state.outcome)


# --- nations won over ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "owners", "lost", "value"),
    [
        ("FR", "", "", 0.8),
        ("FR", "silesia AU", "", 0.7),
        ("FR", "silesia AU", "again", 0.7),
        ("FR", owned("AU", "berlin silesia pomerania east-prussia"), "", 0.7),
        ("FR", "grand-duchy-of-warsaw -", "", 0.8),
        ("FR", "silesia AU, normandy GB", "", 0.2),
        ("RU", "silesia AU", "", 0.6),
        ("FR", owned("FR", MINORS) + ", silesia AU", "", 0.9),
    ],
)
def test_a_tainted_victory(name: str, owners: str, lost: str, value: float) -> None:
    """N-27.6: a total or great victory, if a nation that was won over fares badly, is worth less.

    It is so even if another has taken it since; lesser levels suffer nothing.
    """
    facts = {"owners": owners} if owners else {}
    state = varied(
        'victory = "levels"\nrounds = 1',
        None,
        "RU",
        step="closing",
        pap="FR 9, RU 9, SP 9",
        **facts,
    )
    while NAMES[state.to_move] != name:
        idle(state)
    play(state, "win-over prussia, 2")
    assert state.controllers == {nation("PR"): nation(name)}
    while lost and state.controllers and not state.is_over:
        if NAMES[state.to_move] == "SP":
            play(state, "win-over prussia, 2")
        else:
            idle(state)
    assert (state.controllers == {}) == bool(lost)
    while not state.is_over:
        idle(state)
    assert state.returns is not None
    assert state.returns[NAMES.index(name)] == pytest.approx(value)


def test_control_by_war_taints_nothing() -> None:
    """N-27.6: only who gained control by an overture answers for it."""
    state = varied(
        'victory = "levels"\nrounds = 1',
        None,
        "RU",
        step="closing",
        controllers="PR FR",
        owners="silesia AU",
    )
    while not state.is_over:
        idle(state)
    assert state.returns is not None
    assert state.returns[0] == pytest.approx(0.8)


# --- historical games ----------------------------------------------------------------------------

LAST = 28


@pytest.mark.parametrize("month", [1, LAST])
def test_france_sues(month: int) -> None:
    """N-27.1: the other side has won at once."""
    state = position("FR paris 1I", "FR", step="opening", month=month)
    play(state, "sue")
    assert state.is_over
    values = dict(zip(NAMES, state.returns or (), strict=True))
    assert values["FR"] == values["SP"] == 0
    assert values["GB"] == values["AU"] == values["RU"] == 1
    assert "France sues for peace" in str(state.outcome)


def sue(state: WarState, names: str) -> WarState:
    """Let nations sue when they are asked, and nobody do anything else in this turn."""
    wanted = names.split()
    while wanted and not state.is_over:
        if state.decision == Decision.POLITICS and NAMES[state.to_move] in wanted:
            wanted.remove(NAMES[state.to_move])
            play(state, "sue")
        else:
            idle(state)
    assert not wanted
    return state


@pytest.mark.parametrize(
    ("names", "is_over"),
    [
        ("GB", False),
        ("GB AU", False),
        ("AU RU", False),
        ("GB RU", False),
        ("GB AU RU", True),
        ("SP", False),
    ],
)
def test_all_enemies_of_france_sue(names: str, *, is_over: bool) -> None:
    """N-27.1: the French side wins when the last has sued; Spain alone ends nothing."""
    state = sue(position("FR paris 1I", "AU", step="opening"), names)
    while state.decision == Decision.CONGRESS:
        idle(state)
    assert state.is_over is is_over
    if is_over:
        values = dict(zip(NAMES, state.returns or (), strict=True))
        assert values["FR"] == values["SP"] == 1
        assert values["GB"] == values["AU"] == values["RU"] == 0
        assert "France and its allies win" in str(state.outcome)


def test_who_declares_war_later_joins_the_other_side() -> None:
    """N-27.2: then it must have sued as well."""
    lines = players(SEVEN)
    for declared in (False, True):
        state = varied(lines, "FR paris 1I", "PR", step="opening", pap="PR 3")
        if declared:
            play(state, "declare-war france")
        sue(state, "GB AU RU")
        assert state.is_over is not declared
        if declared:
            sue(state, "PR")
            assert state.is_over


@pytest.mark.parametrize("is_attacked", [False, True])
def test_who_does_not_declare_war_is_of_no_side(*, is_attacked: bool) -> None:
    """N-27.1, N-27.2: Prussia need not sue, even if France has declared war on it."""
    state = varied(players(SEVEN), "FR paris 1I", "FR", step="opening", pap="FR 3")
    if is_attacked:
        play(state, "declare-war prussia")
    assert sue(state, "GB AU RU").is_over


# --- length --------------------------------------------------------------------------------------


@pytest.mark.parametrize("month", [LAST - 1, LAST])
def test_the_last_round(month: int) -> None:
    """N-27.7, N-30.21: twenty-eight rounds, to December 1807; then it is a draw."""
    state = position("FR paris 1I", "RU", step="closing", month=month)
    assert state.date == (1807, 11 if month < LAST else 12)
    while not state.is_over and state.step.name == "CLOSING":
        idle(state)
    assert state.is_over == (month == LAST)
    if state.is_over:
        assert "a draw" in str(state.outcome)
        assert {(state.returns or ())[NAMES.index(one)] for one in ("FR", "GB", "AU")} == {0.5}


@pytest.mark.parametrize(
    ("names", "is_won"), [("AU RU", True), ("RU", False), ("GB RU", False), ("GB AU", False)]
)
def test_a_marginal_victory(names: str, *, is_won: bool) -> None:
    """N-30.21: of the French side, if both Austria and Russia have sued."""
    state = sue(position("FR paris 1I", "RU", step="closing", month=LAST), names)
    while not state.is_over:
        idle(state)
    france, britain = (state.returns or ())[:2]
    assert (france > 0.5 > britain) is is_won
    assert (france == britain == 0.5) is not is_won
    assert ("by a narrow margin" in str(state.outcome)) is is_won


@pytest.mark.parametrize(
    ("rolls", "is_over"),
    [
        ("6", False),
        ("11", False),
        ("12", True),
        ("6, 9", False),
        ("6, 10", False),
        ("6, 11", True),
        ("6, 9, 9", False),
        ("6, 9, 10", True),
    ],
)
def test_sudden_death(rolls: str, *, is_over: bool) -> None:
    """N-27.8, N-31.97: from round 10, above or at 12, which falls by one for each new roll."""
    lines = players("FR, AU") + "\nsudden_death = 10"
    state = varied(lines, "FR paris 1I", "AU", step="opening", month=9)
    for count, roll in enumerate(rolls.split(", ")):
        while state.decision != Decision.LENGTH_ROLL:
            idle(state)
        assert (state.month, state.is_over) == (10 + count, False)
        play(state, roll)
    assert state.is_over is is_over


def test_without_that_agreement_nothing_is_rolled() -> None:
    """N-27.8: no end before the last round."""
    state = varied(players("FR, AU"), "FR paris 1I", "FR", step="closing", month=11)
    while state.month == 11:
        assert state.decision != Decision.LENGTH_ROLL
        idle(state)


def test_a_nation_that_is_gone_still_talks() -> None:
    """N-27.9: it keeps its PAP, and is asked in each window, but has no turn."""
    regions = "madrid asturias navarre catalonia andalusia western-spain"
    state = position("FR paris 1I", "AU", step="closing", owners=owned("FR", regions), pap="SP 4")
    play(state, "pass")
    assert (NAMES[state.to_move], state.pap[nation("SP")]) == ("SP", 4)
    assert may(state, "armistice")
    while state.active == nation("AU"):
        idle(state)
    assert state.active == nation("FR")
