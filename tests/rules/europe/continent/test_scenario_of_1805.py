"""Chapters 2 and 30 of the digest: scenario B, each number of it, with few or many players."""

from collections import Counter
from itertools import permutations
from typing import Any, cast

import pytest

import marengo
from marengo.core.errors import ScenarioError
from marengo.core.scenarios import scenarios_of
from marengo.games.europe.war import Decision, Step
from marengo.games.europe.war.game import ContinentGame
from marengo.games.europe.war.rules.words import Power, Relation
from marengo.games.europe.war.scenario import EuropeScenario
from marengo.games.europe.war.state import WarState
from tests.rules.europe.continent.playing import (
    asked,
    may,
    play,
    position,
    scenario,
    start,
    there,
)
from tests.rules.europe.continent.test_relations import QUIET
from tests.rules.europe.playing import PIECES
from tests.rules.europe.war import playing
from tests.rules.europe.war.playing import NATIONS

NAMES = tuple(NATIONS)
"""The great nations in turn order, in two letters."""


def scenario_of(name: str) -> EuropeScenario:
    """Return a scenario that comes with marengo."""
    return cast("EuropeScenario", marengo.load(name).scenario)


SEVEN = "FR, GB, PR, RU, OT, AU, SP"


def players(told: str) -> str:
    """Return the line of players such as ``"FR SP, GB AU RU"``."""
    groups = [[NATIONS[one] for one in group.split()] for group in told.split(", ")]
    return f"players = {groups}".replace("'", '"')


def varied(lines: str, troops: str | None = "", name: str = "AU", **facts: Any) -> WarState:
    """Return a position of such a scenario."""
    return position(troops, name, lines=lines, **facts)


def idle(state: WarState) -> WarState:
    """Let whoever is asked do nothing."""
    return play(state, IDLE.get(int(state.decision), "pass"))


IDLE: dict[int, str] = {
    Decision.MARCH: "end",
    Decision.PURCHASE: "end",
    Decision.REPLY: "refuse",
    Decision.PLEDGE: "refuse",
    Decision.UPRISING: "spare",
}


def letters(state: WarState) -> str:
    """Return whose turn it is, in two letters."""
    return NAMES[state.active]


def following(state: WarState) -> str:
    """Return whose turn follows, ``$`` before it if it is a production turn."""
    before = (state.active, state.step)
    while state.active == before[0] and (state.step == before[1] or state.step == Step.PURCHASES):
        idle(state)
    return ("$" if state.step == Step.BUDGET else "") + letters(state)


def order_of(lines: str, step: str, month: int, first: str) -> list[str]:
    """Return the nations that have turns, or production turns, in a month, one after another."""
    found = [first]
    while len(found) < 9:
        state = varied(lines, "FR paris 1I", found[-1].strip("$"), step=step, month=month)
        found.append(following(state))
        if ("$" in found[-1]) != (step == "budget") or state.month != month:
            return found
    return found


OWNERS = {
    "FR": """paris burgundy central-france provence gascony vendee brittany normandy picardy
        lorraine belgium holland hanover switzerland piedmont milan tuscany baden-wurtt bavaria""",
    "GB": "london cornwall wales midlands scotland highlands ulster ireland gibraltar",
    "PR": "berlin silesia pomerania east-prussia grand-duchy-of-warsaw",
    "RU": """st-petersburg moscow estonia courland lithuania volhynia ukraine crimea don-basin
        caucasus northern-russia novgorod minsk-smolensk""",
    "OT": """constantinople anatolia ankara southern-turkey armenia syria arabia moldavia
        wallachia bulgaria serbia bosnia albania macedonia greece egypt""",
    "AU": "vienna tyrol illyria hungary transylvania galicia bohemia venice",
    "SP": "madrid asturias navarre catalonia andalusia western-spain",
    "": """portugal hesse-berg thuringia saxony westphalia mecklenburg denmark norway sweden
        finland sicily naples papal-states morocco oran algiers tunisia tripolitania cyrenaica""",
}

SET_UP = """
FR lorraine 10I 1E 2C 2H 4A 2L
FR picardy 2I 1A
FR holland 2I
FR hanover 2I 1C 1A 1L
FR baden-wurtt 2I 1C
FR milan 4I 1C 1A 1L
FR piedmont 1I
FR tuscany 1I
FR provence 1I
FR paris 1I
FR brittany 1I
SP madrid 2I 1C 1A 1L
SP catalonia 1I
SP andalusia 1I
SP asturias 1I
SP western-spain 1I
GB london 3I 1C 1A 1L
GB ireland 1I
GB gibraltar 1I
AU vienna 6I 2C 1H 2A 1L
AU venice 8I 2C 2A 1L
AU tyrol 3I
AU hungary 2I 1C
AU bohemia 1I
AU illyria 1I
AU galicia 1I
AU transylvania 1I
RU volhynia 4I 1C 1R 1A 1L
RU lithuania 4I 1C 1A 1L
RU st-petersburg 2I 1E 1H 1A
RU courland 2I 1C
RU moscow 2I
RU ukraine 1I 1R
RU don-basin 2R
RU crimea 1I
PR berlin 6I 1E 2C 1H 2A 1L
PR silesia 3I 1C 1A
PR east-prussia 2I 1C
PR pomerania 1I
PR grand-duchy-of-warsaw 2I
OT constantinople 4M 2R 1A 1L
OT anatolia 2M 1R
OT armenia 2M 1R
OT bulgaria 1M 1R
OT syria 1M
OT macedonia 1M
OT moldavia 1M
OT wallachia 1M
OT serbia 1M
OT egypt 2R
"""

SQUADRONS = {
    "FR": {"brittany": 3, "vendee": 1, "western-spain": 3},
    "SP": {"andalusia": 1, "asturias": 1, "western-spain": 2},
    "GB": {
        "english-channel": 3,
        "north-sea": 2,
        "bay-of-biscay": 3,
        "mid-atlantic": 4,
        "gulf-of-marseilles": 1,
    },
    "RU": {"st-petersburg": 2, "crimea": 2},
    "OT": {"anatolia": 2},
}

TOTALS = {
    "FR": "27I 1E 5C 2H 7A 4L 7S",
    "SP": "6I 1C 1A 1L 4S",
    "GB": "5I 1C 1A 1L 13S",
    "AU": "23I 5C 1H 4A 2L",
    "RU": "16I 1E 3C 1H 4R 3A 2L 4S",
    "PR": "14I 1E 4C 1H 3A 1L",
    "OT": "14M 7R 1A 1L 2S",
}

DIPLOMACY = """
FR - 2 5 4 5 3 7
GB 2 - 5 6 5 6 4
PR 5 5 - 5 3 4 3
RU 4 6 5 - 3 6 3
OT 5 5 3 3 - 3 3
AU 3 6 4 6 3 - 4
SP 7 4 3 3 3 4 -
"""


# --- nations -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "order"),
    [
        ("france", ["FR", "GB", "PR", "RU", "OT", "AU", "SP"]),
        ("russia", ["RU", "OT", "AU", "SP", "FR", "GB", "PR"]),
    ],
)
def test_nations_have_their_turns_in_order(first: str, order: list[str]) -> None:
    """N-2.1, N-4.1, N-30.25: seven players; the order goes round, whoever begins."""
    lines = f'first = "{first}"\n{players(SEVEN)}'
    assert order_of(lines, "closing", 2, order[0]) == [*order, order[0]]


def test_the_seats_are_the_nations_in_turn_order() -> None:
    """N-2.1, N-30.15: a seat for each."""
    assert [one.name.lower().replace("_", "-") for one in Power] == list(NATIONS.values())


HOMES = {
    name: owned.split()[: {"FR": 10, "GB": 8, "PR": 4, "RU": 13, "OT": 7, "AU": 7, "SP": 6}[name]]
    for name, owned in OWNERS.items()
    if name
}


@pytest.mark.parametrize("name", NAMES)
def test_homelands(name: str) -> None:
    """N-2.2, N-3.11, N-11.12: how many regions each has; there new units may be placed."""
    state = varied(players(SEVEN), "", name, step="purchases", pp=f"{name} 40", uprisings=())
    kind = "militia" if name == "OT" else "infantry"
    assert may(state, f"buy {kind}") == set(HOMES[name])


def test_minor_nations() -> None:
    """N-2.2, N-30.23: forty of the ninety-five regions are in no homeland."""
    assert len(start().owners) == 95
    assert len(set(start().owners) - {one for home in HOMES.values() for one in home}) == 40


GATES = {
    "paris": ("FR", "AU", "picardy"),
    "london": ("GB", "FR", "cornwall"),
    "berlin": ("PR", "FR", "silesia"),
    "st-petersburg": ("RU", "FR", "estonia"),
    "moscow": ("RU", "SP", "ukraine"),
    "constantinople": ("OT", "AU", "bulgaria"),
    "vienna": ("AU", "FR", "tyrol"),
    "madrid": ("SP", "GB", "navarre"),
}
"""Each capital, whose it is, an enemy, and from where he enters it."""

COMMITMENTS = {"FR": 9, "GB": 10, "PR": 7, "RU": 8, "OT": 8, "AU": 7, "SP": 7}


def entered(region: str, name: str, enemy: str, gate: str) -> WarState:
    """Return what is asked when an enemy stands in a region after his turn."""
    state = varied(
        players(SEVEN) + '\nvictory = "levels"',
        f"{enemy} {gate} 1I",
        enemy,
        wars=f"{enemy} {name}",
        alliances="",
        pap=", ".join(f"{one} 0" for one in NAMES),
    )
    play(state, f"march infantry {gate} {region}")
    while state.step in (Step.MOVEMENT, Step.AFTERWARDS):
        idle(state)
    return state


@pytest.mark.parametrize("capital", [*GATES])
def test_capitals_and_commitments(capital: str) -> None:
    """N-2.3, N-30.19, N-17.1: who loses a capital rolls, and sues above the commitment."""
    name, enemy, gate = GATES[capital]
    state = entered(capital, name, enemy, gate)
    assert state.decision == Decision.COMMITMENT_ROLL
    pair = (playing.nation(name), playing.nation(enemy))
    sued = {roll for roll in range(2, 13) if pair not in play(state.copy(), str(roll)).relations}
    assert sued == {roll for roll in range(2, 13) if roll > COMMITMENTS[name]}


@pytest.mark.parametrize("region", ["lorraine", "normandy", "belgium"])
def test_other_regions_are_no_capitals(region: str) -> None:
    """N-2.3: nobody rolls for any other region of France."""
    state = entered(region, "FR", "AU", "picardy")
    assert (state.step, state.decision) == (Step.CLOSING, Decision.POLITICS)


# --- the start -----------------------------------------------------------------------------------


def test_it_begins_in_september_with_austria() -> None:
    """N-30.13: September 1805; the first window asks Austria, then the others in turn order."""
    state = start()
    assert (state.month, state.date, state.step) == (1, (1805, 9), Step.OPENING)
    found = []
    for _ in range(5):
        found.append(asked(state))
        idle(state)
    assert found == [
        f"{NATIONS[name].replace('-', '_')} politics" for name in ("AU", "SP", "FR", "GB", "RU")
    ]


def test_the_order_of_the_first_month() -> None:
    """N-30.13, N-4.1, N-4.3, N-4.8: from Austria; production follows September.

    Prussia and the Ottoman Empire have no player, and neither turn nor production.
    """
    assert order_of("", "closing", 1, "AU") == ["AU", "SP", "FR", "GB", "RU", "$AU"]


ENEMIES = ("GB FR", "GB SP", "RU FR", "RU SP", "AU FR", "AU SP")
ALLIES = ("FR SP", "GB AU", "GB RU", "AU RU")


@pytest.mark.parametrize("pair", [*permutations(NAMES, 2)], ids=" ".join)
def test_the_relations(pair: tuple[str, str]) -> None:
    """N-30.14, N-13.1: two alliances at war; all else is neutral, and each relation mutual."""
    told = {" ".join(pair), " ".join(pair[::-1])}
    known = {Relation.WAR: ENEMIES, Relation.ALLIED: ALLIES}
    wanted = next((kind for kind, pairs in known.items() if told & {*pairs}), None)
    one, other = map(playing.nation, pair)
    assert start().relations.get((one, other)) == wanted


@pytest.mark.parametrize(
    ("name", "won"),
    [
        ("FR", "GB 2, RU 1"),
        ("SP", "GB 2, RU 1"),
        ("GB", "FR 2, SP 1"),
        ("RU", "FR 2, SP 1"),
        ("AU", "FR 2, SP 1"),
    ],
)
def test_the_order_of_the_wars(name: str, won: str) -> None:
    """N-30.14, N-13.16, N-17.9, N-31.85: who sues gives 2 PAP to the oldest enemy, 1 to another."""
    state = varied('victory = "levels"', "FR paris 1I", name, step="opening")
    before = state.pap
    play(state, "sue")
    gains = {NAMES[one]: many - before[one] for one, many in state.pap.items()}
    expected = dict(one.split() for one in won.split(", "))
    assert {one: many for one, many in gains.items() if many > 0} == {
        one: int(many) for one, many in expected.items()
    }


@pytest.mark.parametrize(
    ("name", "pap"),
    [("FR", 2), ("GB", 1), ("RU", 1), ("AU", 1), ("SP", 1), ("PR", 0), ("OT", 0)],
)
def test_the_points(name: str, pap: int) -> None:
    """N-30.16, N-12.2: one PAP for each player nation, two for France; nobody has PP."""
    assert start().pap[playing.nation(name)] == pap
    assert start().pp[playing.nation(name)] == 0


@pytest.mark.parametrize("name", [*OWNERS])
def test_the_owners(name: str) -> None:
    """N-30.17, N-30.23, N-1.6: who owns which regions, and how many."""
    owner = playing.nation(name) if name else None
    found = {region for region, whose in start().owners.items() if whose == owner}
    assert found == set(OWNERS[name].split())
    numbers = {"FR": 19, "GB": 9, "PR": 5, "RU": 13, "OT": 16, "AU": 8, "SP": 6, "": 19}
    assert len(found) == numbers[name]


def test_serbia_is_in_uprising() -> None:
    """N-30.17: and no other region."""
    assert start().uprisings == ("serbia",)


@pytest.mark.parametrize("line", SET_UP.strip().splitlines())
def test_the_set_up(line: str) -> None:
    """N-30.18: what stands in each region."""
    name, region, units = line.split(" ", 2)
    assert set(there(start(), f"{name} {region}").split()) == set(units.split())
    assert set(start().troops[region]) == {playing.nation(name)}


@pytest.mark.parametrize("name", NAMES)
def test_the_squadrons(name: str) -> None:
    """N-30.18: where they lie, in port or at sea."""
    whose = playing.nation(name)
    found = {place: many[whose] for place, many in start().squadrons.items() if whose in many}
    assert found == SQUADRONS.get(name, {})


@pytest.mark.parametrize("name", NAMES)
def test_the_totals(name: str) -> None:
    """N-30.18: the sums of the table; nothing stands anywhere else."""
    kinds = {kind: letter for letter, kind in PIECES.items()}
    whose, found = playing.nation(name), Counter[str]()
    for stack in start().troops.values():
        for piece, number in stack.get(whose, {}).items():
            found[kinds[piece.name.lower()]] += number
    found["S"] = sum(many.get(whose, 0) for many in start().squadrons.values())
    told = {f"{many}{kind}" for kind, many in found.items() if many}
    assert told == set(TOTALS[name].split())
    assert len(start().troops) == len(SET_UP.strip().splitlines())


@pytest.mark.parametrize(
    ("name", "income"),
    [("FR", 46), ("GB", 26), ("PR", 18), ("RU", 26), ("OT", 16), ("AU", 22), ("SP", 12)],
)
def test_the_pp_at_the_start(name: str, income: int) -> None:
    """N-30.22, N-11.3, N-11.4: what each counts in its first production turn."""
    state = varied(players(SEVEN), "FR paris 1I", name, step="purchases", uprisings=("serbia",))
    assert state.pp[playing.nation(name)] == income


def two(name: str, other: str) -> str:
    """Return the line for two players, neither of them the other; all else is neutral."""
    third = next(one for one in NAMES if one not in (name, other))
    return players(f"{name}, {third}")


@pytest.mark.parametrize(
    ("name", "other", "value"),
    [
        (name, other, int(value))
        for name, row in zip(NAMES, DIPLOMACY.strip().splitlines(), strict=True)
        for other, value in zip(NAMES, row.split()[1:], strict=True)
        if value != "-"
    ],
)
def test_the_diplomacy(name: str, other: str, value: int) -> None:
    """N-30.20, N-15.2, N-31.88: an overture succeeds if the roll is not above the value."""
    state = varied(
        two(name, other),
        "FR paris 1I",
        name,
        step="opening",
        pap=f"{name} 2",
        wars="",
        alliances="",
    )
    play(state, f"win-over {NATIONS[other]}")
    assert state.decision == Decision.DIPLOMACY_ROLL
    for roll, is_won in ((value, True), (value + 1, False)):
        after = play(state.copy(), str(roll))
        assert after.controllers.get(playing.nation(other)) == (
            playing.nation(name) if is_won else None
        )


# --- players -------------------------------------------------------------------------------------


PLAYERS = {
    2: "FR SP, GB AU RU",
    3: "FR SP, GB RU, AU",
    4: "FR SP, GB, AU, RU",
    5: "FR, GB, AU, RU, SP",
    6: "FR, GB, AU, RU, SP, PR",
    7: "FR, GB, AU, RU, SP, PR, OT",
}


@pytest.mark.parametrize(
    ("number", "name", "target", "others"),
    [
        (2, "FR", "PR", "GB RU AU"),
        (2, "GB", "OT", "FR SP"),
        (3, "FR", "PR", "GB RU AU"),
        (3, "RU", "PR", "FR AU SP"),
        (3, "AU", "PR", "FR GB RU SP"),
        (4, "SP", "OT", "GB RU AU"),
        (4, "GB", "OT", "FR RU AU SP"),
        (5, "SP", "OT", "FR GB RU AU"),
        (6, "SP", "OT", "FR GB PR RU AU"),
    ],
)
def test_who_is_a_player(number: int, name: str, target: str, others: str) -> None:
    """N-30.15, N-30.25, N-15.4: the nations of other players are asked to stand by a neutral one.

    All are at peace; nobody who plays the aggressor is asked for his other nations.
    """
    told = PLAYERS[number]
    pap = ", ".join(f"{one} 3" for one in told.replace(",", "").split())
    facts: dict[str, Any] = {"wars": "", "alliances": "", "pap": pap, "step": "opening"}
    state = varied(players(told), "FR paris 1I", name, **facts)
    play(state, f"declare-war {NATIONS[target]}")
    found = set()
    while state.decision == Decision.PLEDGE:
        found.add(NAMES[state.to_move])
        play(state, "refuse")
    assert found == set(others.split())


@pytest.mark.parametrize("number", [*PLAYERS])
def test_what_is_open_to_each_number_of_players(number: int) -> None:
    """N-30.15, N-30.25, N-1.5: nations without a player are won over, others allied with."""
    names = PLAYERS[number].replace(",", "").split()
    facts: dict[str, Any] = {"wars": "", "alliances": "", "pap": "AU 9", "step": "opening"}
    state = varied(players(PLAYERS[number]), "FR paris 1I", "AU", **facts)
    assert may(state, "win-over") == {NATIONS[one] for one in NAMES if one not in names}
    assert may(state, "ally") == {NATIONS[one] for one in names if one != "AU"}


@pytest.mark.parametrize("number", [*PLAYERS])
def test_all_else_is_the_same_for_each_number_of_players(number: int) -> None:
    """N-30.15, N-30.25: relations, owners, set-up and PP."""
    state = start(players(PLAYERS[number]))
    known = start()
    for told in ("relations", "owners", "troops", "squadrons", "uprisings", "pp", "active"):
        assert getattr(state, told) == getattr(known, told), told
    assert state.controllers == {}


@pytest.mark.parametrize("number", [*PLAYERS])
def test_the_points_for_each_number_of_players(number: int) -> None:
    """N-30.16, N-30.25, N-12.2: two PAP for France, one for each other nation that is played."""
    names = PLAYERS[number].replace(",", "").split()
    state = start(players(PLAYERS[number]))
    expected = {one: (1 + (one == "FR")) * (one in names) for one in NAMES}
    assert {NAMES[one]: many for one, many in state.pap.items()} == expected


FILES = {
    2: "europe-1805-two",
    3: "europe-1805-three",
    4: "europe-1805-four",
    5: "europe-1805",
    6: "europe-1805-six",
    7: "europe-1805-seven",
}


@pytest.mark.parametrize("number", [*PLAYERS])
def test_there_is_a_file_for_each_number_of_players(number: int) -> None:
    """N-30.15, N-30.25, N-30.21: who begins neutral has no side in a historical game."""
    scenario = scenario_of(FILES[number])
    told = {frozenset(group.split()) for group in PLAYERS[number].split(", ")}
    known = {name: short for short, name in NATIONS.items()}
    assert {frozenset(known[name] for name in group) for group in scenario.players} == told
    assert scenario.victory == ("levels" if number > 5 else "historical")


def test_prussia_may_be_of_the_coalition() -> None:
    """N-30.14, N-27.1: then France wins only when it has sued too."""
    scenario = scenario_of("europe-1805-prussia-joins")
    assert ("france", "prussia") in scenario.wars
    assert "prussia" in scenario.alliances[1]
    assert ("prussia",) in scenario.players


def total(one: EuropeScenario, name: Any) -> list[int]:
    """Return how many pieces of each kind a nation has, and how many squadrons."""
    kinds = zip(*(army.numbers() for army in one.armies(name)), strict=True)
    return [*map(sum, kinds), sum(where.squadrons.get(name, 0) for where in one.waters())]


def test_the_army_of_boulogne_and_its_fleet_are_the_same_elsewhere() -> None:
    """N-30.18: nobody is added to what France and Spain have."""
    known, moved = scenario_of("europe-1805"), scenario_of("europe-1805-boulogne")
    for name in ("france", "spain"):
        assert total(moved, name) == total(known, name)
    assert moved.regions["picardy"].troops["france"].infantry == 12


def test_mack_waits_a_month() -> None:
    """N-30.9: no unit leaves Vienna in September."""
    for name, leaves in (("europe-1805", True), ("europe-1805-mack-waits", False)):
        state = marengo.load(name).start(0)
        while state.decision != Decision.MARCH:
            state.play("pass")
        origins = {str(move).split()[2] for move in state.legal_moves() if "march" in str(move)}
        assert ("vienna" in origins) == leaves


@pytest.mark.parametrize("name", ["europe-1800", *scenarios_of(ContinentGame)])
def test_scenarios_are_marked_as_ours(name: str) -> None:
    """N-30.2: their titles and what is told of them say that they are not the publisher's."""
    game = marengo.load(name)
    assert "(ours)" in game.scenario_title or "(house values)" in game.scenario_title
    assert any("ours, not the publisher's" in line for line in game.describe(None))


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ('players = [["france"]]', "players: expected two or more"),
        ('players = [["france"], ["france", "spain"]]', "players: expected each nation once"),
        ('players = [["france"], ["sweden"]]', "players"),
        ('victory = "disputed"', "victory: expected 'historical' or 'levels'"),
        ('wars = [["spain", "russia"]]', "wars: expected one with France"),
        ('wars = [["france", "spain"]]', "wars: expected no war between allies"),
        (
            'seas.gulf-of-bothnia.near = ["baltic-sea", "black-sea"]',
            "expected 'black-sea' to be near to 'gulf-of-bothnia'",
        ),
        ('seas.gulf-of-bothnia.near = ["red-sea"]', "expected one of the seas, not 'red-sea'"),
        ('regions.paris.coast = ["red-sea"]', r"regions\.paris\.coast: expected a sea area"),
        ('regions.paris.port = ["north-sea"]', r"regions\.paris\.port: expected a sea area of its"),
        ("regions.paris.squadrons = { france = 1 }", "expected none without a port"),
        ("regions.paris.troops.france = { militia = 1 }", ""),
        ("regions.milan.troops.france = { militia = 1 }", "expected no militia outside"),
        ("regions.milan.troops.france = { irregular = 1 }", "expected no irregulars"),
    ],
)
def test_what_cannot_be_played_is_refused(lines: str, expected: str) -> None:
    """N-2.12, N-2.13, N-3.2, N-3.8, N-7.2, N-27.1, N-30.21: the field and what was expected."""
    if expected:
        with pytest.raises(ScenarioError, match=expected):
            scenario(lines)
    else:
        assert scenario(lines).regions


@pytest.mark.parametrize(
    ("begins", "year", "rounds", "last"),
    [(4, 1796, 232, (1815, 7)), (4, 1820, 60, (1825, 3)), (6, 1815, 12, (1816, 5))],
)
def test_wars_of_the_rulebook_can_be_played(
    begins: int, year: int, rounds: int, last: tuple[int, int]
) -> None:
    """N-27.7: from 1796 to July 1815, and of 1820; the last round ends the war."""
    lines = f"begins = {begins}\nyear = {year}\nrounds = {rounds}"
    state = position("FR paris 1I", "RU", lines=lines, month=rounds - 1, step="closing")
    while not state.is_over:
        state.play(QUIET[Decision(state.decision)])
    assert (state.month, state.date) == (rounds, last)


@pytest.mark.parametrize("changes", ["year = 1699", "year = 1901", "rounds = 301"])
def test_what_is_no_war_of_the_rulebook(changes: str) -> None:
    """N-27.7: a year or a length by mistake is refused."""
    with pytest.raises(ScenarioError, match=changes.split(maxsplit=1)[0]):
        scenario(changes)
