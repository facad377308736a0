"""Chapters 2, 5, 7 and 11 of the digest: what seven nations produce, buy and give."""

from typing import Any

import pytest

from marengo.games.europe.war import Decision, Step
from marengo.games.europe.war.rules.sequence import bars_number
from marengo.games.europe.war.state import WarState
from tests.rules.europe.continent.playing import (
    asked,
    fight,
    may,
    nation,
    play,
    position,
    refused,
    texts,
    there,
)
from tests.rules.europe.continent.test_scenario_of_1805 import SEVEN, idle, players, varied
from tests.rules.europe.war.playing import NATIONS

AT_HOME = "FR paris 1L"
"""Troops that matter nowhere."""


def buying(name: str, spare: int = 0, owners: str = "", **facts: Any) -> WarState:
    """Return a production turn of a nation that has just so many PP, if it owns one region of two.

    What it saved before is chosen so that nothing hangs on its income.
    """
    troops = str(facts.pop("troops", AT_HOME))
    state = produced(name, owners=owners, troops=troops, **facts)
    saved = f"{name} {spare - state.pp[nation(name)]}"
    return produced(name, owners=owners, troops=troops, pp=saved, **facts)


def produced(name: str, owners: str = "", troops: str = AT_HOME, **facts: Any) -> WarState:
    """Return a production turn, when PP are counted."""
    if owners:
        facts["owners"] = owners
    return varied(players(SEVEN), troops, name, step="purchases", **facts)


def kinds(state: WarState) -> set[str]:
    """Return what may be bought."""
    return {one.split()[0] for one in may(state, "buy")}


def places(state: WarState, kind: str) -> set[str]:
    """Return where something that is bought may be placed."""
    return may(state, f"buy {kind}")


# --- income --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "income"), [("FR", 46), ("GB", 26), ("RU", 26), ("AU", 22), ("SP", 12)]
)
def test_the_first_production(name: str, income: int) -> None:
    """N-31.74, N-11.2, N-11.3, N-11.4: two for each region, more for capitals of some."""
    assert produced(name).pp[nation(name)] == income


@pytest.mark.parametrize(
    ("name", "owners", "gain"),
    [
        ("FR", "saxony FR", 2),
        ("FR", "egypt FR", 1),
        ("FR", "morocco FR", 1),
        ("SP", "algiers SP, oran SP, tunisia SP", 3),
        ("GB", "tripolitania GB, cyrenaica GB", 2),
        ("FR", "sicily FR, portugal FR", 4),
        ("OT", "tripolitania OT", 1),
        ("OT", "hungary OT, saxony OT", 2),
        ("OT", "egypt FR", -1),
        ("OT", "greece FR", -1),
        ("AU", "venice FR", -2),
    ],
)
def test_regions_count(name: str, owners: str, gain: int) -> None:
    """N-2.7, N-11.3: two PP; one in North Africa; one if the owner is the Ottoman Empire."""
    before = produced(name).pp[nation(name)]
    assert produced(name, owners).pp[nation(name)] - before == gain


@pytest.mark.parametrize(
    ("capital", "whose", "value"),
    [
        ("paris", "FR", 10),
        ("london", "GB", 10),
        ("constantinople", "OT", 2),
        ("berlin", "PR", 10),
        ("vienna", "AU", 8),
        ("st-petersburg", "RU", 2),
        ("moscow", "RU", 2),
        ("madrid", "SP", 2),
    ],
)
def test_capitals_count(capital: str, whose: str, value: int) -> None:
    """N-11.4, N-11.6, N-2.7, N-31.78: the same for whoever owns it, but one for the Ottomans."""
    taker = "AU" if whose == "FR" else "FR"
    own, other = produced(whose), produced(taker)
    lost = produced(whose, f"{capital} {taker}")
    won = produced(taker, f"{capital} {taker}")
    assert own.pp[nation(whose)] - lost.pp[nation(whose)] == value
    assert won.pp[nation(taker)] - other.pp[nation(taker)] == value
    if whose != "OT":
        ottoman = produced("OT", f"{capital} OT").pp[nation("OT")]
        assert ottoman - produced("OT").pp[nation("OT")] == 1


@pytest.mark.parametrize(
    ("name", "troops", "facts", "loss"),
    [
        ("FR", "AU milan 1I", {"uprisings": ("hanover",)}, 4),
        ("FR", "AU milan 1I", {}, 2),
        ("FR", "AU paris 1A", {}, 10),
        ("AU", "FR vienna 1C", {}, 8),
        ("OT", "FR constantinople 1I", {"wars": "FR OT"}, 2),
        ("OT", "FR egypt 1I, greece 1I", {"wars": "FR OT"}, 2),
        ("FR", "AU milan 2L", {}, 0),
        ("FR", "AU milan 1I", {"wars": ""}, 0),
        ("FR", "SP paris 1I", {}, 0),
        ("AU", "RU vienna 2I", {}, 0),
        ("PR", "RU berlin 2I", {"passages": "PR RU"}, 0),
        ("FR", "FR milan 1I; AU milan 1I", {}, 2),
        ("FR", "FR hanover 3I", {"uprisings": ("hanover",)}, 2),
        ("FR", "FR vendee 3I", {"uprisings": ("vendee",)}, 2),
    ],
)
def test_occupied_regions_count_nothing(
    name: str, troops: str, facts: dict[str, Any], loss: int
) -> None:
    """N-11.5, N-10.2, N-10.3, N-1.9, N-31.74: enemy armies and uprisings, not allies or leaders."""
    troops = troops.replace(", ", f"; {troops.split(maxsplit=1)[0]} ")
    facts.setdefault("uprisings", ())
    before = produced(name, uprisings=()).pp[nation(name)]
    assert before - produced(name, troops=troops, **facts).pp[nation(name)] == loss


# --- buying --------------------------------------------------------------------------------------

ONE = {
    "SP": "madrid FR, asturias FR, navarre FR, catalonia FR, western-spain FR",
    "OT": """constantinople FR, ankara FR, southern-turkey FR, armenia FR, syria FR, arabia FR,
        moldavia FR, wallachia FR, bulgaria FR, serbia FR, bosnia FR, albania FR, macedonia FR,
        greece FR, egypt FR""".replace("\n       ", ""),
    "RU": """moscow FR, estonia FR, courland FR, lithuania FR, volhynia FR, ukraine FR, crimea FR,
        don-basin FR, caucasus FR, northern-russia FR, novgorod FR,
        minsk-smolensk FR""".replace("\n       ", ""),
}
"""All but one region of a nation, a port, being owned by France."""


@pytest.mark.parametrize(
    ("name", "kind", "cost"),
    [
        ("SP", "infantry", 6),
        ("SP", "cavalry", 10),
        ("SP", "heavy", 13),
        ("SP", "artillery", 12),
        ("SP", "leader", 12),
        ("SP", "squadron", 15),
        ("SP", "pap", 10),
        ("OT", "militia", 4),
        ("OT", "irregular", 7),
        ("OT", "leader", 12),
        ("OT", "squadron", 15),
        ("OT", "pap", 10),
        ("RU", "irregular", 7),
    ],
)
def test_costs(name: str, kind: str, cost: int) -> None:
    """N-5.1, N-11.9: who has one PP less cannot buy it, and who has enough has that much less."""
    state = buying(name, cost, ONE[name])
    assert kind in kinds(state)
    play(state, next(one for one in sorted(texts(state)) if one.startswith(f"buy {kind}")))
    assert state.pp[nation(name)] == 0
    assert kind not in kinds(buying(name, cost - 1, ONE[name]))


@pytest.mark.parametrize(
    ("spare", "infantry", "elite", "is_legal"),
    [(42, 4, 2, True), (42, 3, 2, False), (90, 2, 1, True), (90, 1, 1, False), (90, 2, 2, False)],
)
def test_elite_infantry_wants_two_infantry(
    spare: int, infantry: int, elite: int, *, is_legal: bool
) -> None:
    """N-5.5, N-31.75, N-5.1: for each, bought in the same turn; an elite costs 9."""
    state = buying("SP", spare + 4, troops="SP madrid 9I")
    for _ in range(infantry):
        play(state, "buy infantry madrid")
    for _ in range(elite - 1 if not is_legal else elite):
        play(state, "buy elite madrid")
    if is_legal:
        assert state.pp[nation("SP")] == spare + 4 - 6 * infantry - 9 * elite
    else:
        assert "elite" not in kinds(state)
        assert "(N-5.5)" in refused(state, "buy elite madrid")


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("FR", "infantry cavalry heavy artillery leader squadron pap"),
        ("GB", "infantry cavalry heavy artillery leader squadron pap"),
        ("PR", "infantry cavalry heavy artillery leader squadron pap"),
        ("RU", "infantry cavalry heavy irregular artillery leader squadron pap"),
        ("OT", "militia irregular leader squadron pap"),
        ("AU", "infantry cavalry heavy artillery leader squadron pap"),
        ("SP", "infantry cavalry heavy artillery leader squadron pap"),
    ],
)
def test_what_each_nation_may_buy(name: str, wanted: str) -> None:
    """N-2.8, N-2.11, N-2.13, N-31.77: irregular cavalry for two, militia in 1805 for one.

    The Ottoman Empire has nothing else but leaders, squadrons and PAP.
    """
    assert kinds(buying(name, 90)) == set(wanted.split())


@pytest.mark.parametrize(
    ("month", "is_legal"), [(1, False), (2, True), (4, True)], ids=["1809-12", "1810-1", "1810-3"]
)
def test_prussia_buys_militia_from_1810(month: int, *, is_legal: bool) -> None:
    """N-2.11, N-31.77: not in December 1809, but in March 1810; nobody else does."""
    lines = f"{players(SEVEN)}\nyear = 1809\nbegins = 12"
    for name in ("PR", "FR", "AU", "OT"):
        state = varied(lines, AT_HOME, name, step="purchases", month=month)
        assert ("militia" in kinds(state)) == (name == "OT" or (name == "PR" and is_legal))


@pytest.mark.parametrize(
    ("moves", "left"),
    [
        ("artillery london, artillery london", 2),
        ("squadron london, infantry london", 5),
        ("squadron london, pap", 1),
        ("infantry london, infantry wales", 14),
        ("infantry london, leader wales", 8),
    ],
)
def test_what_great_britain_buys(moves: str, left: int) -> None:
    """N-2.5, N-31.76: with 26 PP."""
    state = play(buying("GB", 26), ", ".join(f"buy {one}" for one in moves.split(", ")))
    assert state.pp[nation("GB")] == left


@pytest.mark.parametrize(
    "moves",
    [
        ("infantry london", "infantry london"),
        ("infantry london", "leader ireland"),
        ("leader wales", "leader wales"),
        ("cavalry wales", "artillery wales"),
    ],
)
def test_great_britain_builds_two_land_units(moves: tuple[str, str]) -> None:
    """N-2.5, N-5.8, N-31.76, N-31.102: leaders count, squadrons and PAP do not; no elite."""
    state = buying("GB", 90)
    play(state, f"buy {moves[0]}, buy squadron london, buy pap, buy {moves[1]}")
    assert kinds(state) == {"squadron", "pap"}
    for kind in ("infantry", "leader", "elite"):
        assert refused(state, f"buy {kind} london")
    play(state, "buy squadron ireland, buy pap")


def test_the_ottomans_never_have_elite_infantry() -> None:
    """N-5.8, N-2.8, N-31.102: nor plain infantry; militia does not stand for it."""
    state = play(buying("OT", 60), "buy militia ankara, buy militia ankara")
    assert kinds(state) == {"militia", "irregular", "leader", "squadron", "pap"}
    for kind in ("infantry", "elite", "cavalry", "heavy", "artillery"):
        assert "(N-2.8)" in refused(state, f"buy {kind} ankara")


@pytest.mark.parametrize("name", ["FR", "GB", "AU"])
def test_irregular_cavalry_and_militia_are_refused(name: str) -> None:
    """N-2.11, N-2.13, N-31.77: by name of the rule."""
    home = {"FR": "paris", "GB": "london", "AU": "vienna"}[name]
    state = buying(name, 60)
    assert "(N-2.13)" in refused(state, f"buy irregular {home}")
    assert "(N-2.11)" in refused(state, f"buy militia {home}")


def test_the_british_limit_is_of_one_production_turn() -> None:
    """N-2.5, N-11.7: three months later two more may be built; what is saved is kept."""
    state = varied(
        players("FR, GB") + '\nfirst = "great-britain"', AT_HOME, "GB", step="purchases", pp="GB 50"
    )
    play(state, "buy infantry london, buy infantry london, end")
    while (state.active, state.step) != (nation("GB"), Step.PURCHASES):
        idle(state)
    assert (state.month, state.pp[nation("GB")]) == (4, 64 + 26)
    play(state, "buy infantry london, buy infantry london")
    assert kinds(state) == {"squadron", "pap"}


# --- militia -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "month", "region", "wanted"),
    [
        ("FR", 1, "lorraine", {"burgundy", "picardy"}),
        ("FR", 2, "lorraine", {"burgundy", "picardy"}),
        ("PR", 1, "silesia", {"berlin", "pomerania"}),
        ("PR", 2, "silesia", {"berlin", "pomerania", "grand-duchy-of-warsaw", "saxony"}),
        ("OT", 1, "constantinople", {"anatolia", "bulgaria", "macedonia"}),
        ("RU", 2, "ukraine", {"moscow", "volhynia", "crimea", "don-basin", "minsk-smolensk"}),
    ],
)
def test_militia_stays_at_home(name: str, month: int, region: str, wanted: set[str]) -> None:
    """N-2.12: except that of the Ottomans, and from January 1810 of Prussia."""
    lines = f"{players(SEVEN)}\nyear = 1809\nbegins = 12"
    state = varied(lines, f"{name} {region} 1M 1I", name, month=month)
    assert may(state, f"march militia {region}") == wanted
    assert wanted <= may(state, f"march infantry {region}")


def test_militia_does_not_retreat_out_of_its_homeland() -> None:
    """N-2.12: where infantry may still go, it is eliminated."""
    troops = "FR lorraine 1M 1I; AU burgundy 1I; AU picardy 1I; AU baden-wurtt 1I"
    state = play(position(troops, "AU"), "march infantry baden-wurtt lorraine, end")
    while not state.battle:
        idle(state)
    fight(state, "FR")
    assert may(state, "withdraw") == {"infantry switzerland", "infantry belgium"}
    play(state, "withdraw infantry belgium")
    assert (there(state, "FR belgium"), there(state, "FR lorraine")) == ("1I", "")
    assert sum(sum(lost.values()) for lost in state.dead.values()) == 1


# --- placing -------------------------------------------------------------------------------------


OWN_ENEMIES = "foreign_troops_bar_placing = false"


@pytest.mark.parametrize(
    ("name", "facts", "missing"),
    [
        ("SP", {}, ""),
        ("SP", {"owners": "madrid FR"}, "madrid"),
        ("SP", {"troops": "GB navarre 1I"}, "navarre"),
        ("SP", {"troops": "GB navarre 3L"}, ""),
        ("SP", {"troops": "FR navarre 1I"}, "navarre"),
        ("SP", {"troops": "FR navarre 3L"}, ""),
        ("SP", {"troops": "FR navarre 1I", "option": OWN_ENEMIES}, ""),
        ("SP", {"troops": "GB navarre 1I", "option": OWN_ENEMIES}, "navarre"),
        ("SP", {"troops": "GB navarre 1I", "wars": ""}, "navarre"),
        ("SP", {"troops": "SP navarre 5I; GB navarre 1I"}, "navarre"),
        ("FR", {"uprisings": ("vendee",)}, "vendee"),
        ("FR", {"owners": "normandy GB, paris AU"}, "normandy paris"),
    ],
)
def test_where_land_units_are_placed(name: str, facts: dict[str, Any], missing: str) -> None:
    """N-11.12, N-10.2, N-10.3, N-1.9: at home, free of foreign armies and marks, and of rebels.

    Regions that are owned elsewhere take no troops. By option only enemies keep units away.
    """
    home = places(buying(name, 50), "infantry")
    assert len(home) == {"SP": 6, "FR": 10}[name]
    troops = str(facts.get("troops", AT_HOME))
    state = buying(name, 50, **{**facts, "troops": troops})
    assert places(state, "infantry") == home - set(missing.split())


@pytest.mark.parametrize(
    ("name", "facts", "ports"),
    [
        ("FR", {}, "provence vendee brittany picardy"),
        ("GB", {}, "london cornwall ireland"),
        ("RU", {}, "st-petersburg crimea"),
        ("AU", {}, "illyria"),
        ("PR", {}, "east-prussia"),
        ("OT", {}, "anatolia"),
        ("SP", {}, "asturias andalusia western-spain"),
        ("SP", {"owners": "andalusia GB, portugal SP"}, "asturias western-spain"),
        ("SP", {"troops": "GB asturias 1I"}, "andalusia western-spain"),
        ("SP", {"troops": "FR asturias 1I"}, "andalusia western-spain"),
        ("FR", {"uprisings": ("vendee",)}, "provence brittany picardy"),
        ("AU", {"owners": "illyria FR, sicily AU"}, ""),
        ("PR", {"troops": "FR east-prussia 1I", "wars": "PR FR"}, ""),
    ],
)
def test_where_squadrons_are_placed(name: str, facts: dict[str, Any], ports: str) -> None:
    """N-7.3, N-5.1: in free ports of the homeland, not in others that are owned, or not at all."""
    state = buying(name, 50, **facts)
    assert places(state, "squadron") == set(ports.split())
    if ports:
        port = ports.split(maxsplit=1)[0]
        play(state, f"buy squadron {port}")
        assert state.squadrons == {port: {nation(name): 1}}


SPAIN = ("madrid", "asturias", "navarre", "catalonia", "andalusia", "western-spain")


@pytest.mark.parametrize("way", ["occupied", "owned"])
def test_without_a_region_only_pap_are_bought(way: str) -> None:
    """N-11.12, N-11.13, N-31.79: from what was saved, and what other regions yield."""
    facts: dict[str, Any] = {"pp": "SP 28"}
    if way == "occupied":
        facts |= {"troops": "; ".join(f"FR {one} 1I" for one in SPAIN), "wars": "FR SP"}
        facts |= {"alliances": "", "owners": "portugal SP"}
    else:
        facts |= {"owners": "portugal SP, " + ", ".join(f"{one} FR" for one in SPAIN)}
    state = produced("SP", **facts)
    before = state.pap[nation("SP")]
    assert (state.pp[nation("SP")], texts(state)) == (30, {"buy pap", "end"})
    play(state, "buy pap, buy pap")
    assert (state.pp[nation("SP")], state.pap[nation("SP")]) == (10, before + 2)


# --- money and PAP -------------------------------------------------------------------------------


@pytest.mark.parametrize("active", ["GB", "FR", "RU", "AU"])
def test_great_britain_gives_pp(active: str) -> None:
    """N-2.6, N-11.8: any of them, before any production turn, to player nations alone.

    Those that others control are no player nations, and nobody else gives anything.
    """
    state = position(AT_HOME, active, step="budget", pp="GB 24, FR 9, RU 9", controllers="PR GB")
    seen = []
    for _ in range(6):
        if state.to_move.name != "GREAT_BRITAIN":
            assert not may(state, "give")
        elif state.step == Step.BUDGET:
            seen.append(state.active)
            assert may(state, "give") == {"france", "russia", "austria", "spain"}
            play(state, "give russia")
            assert may(state, "number") == {f"{one}" for one in range(1, 25)}
            assert not any(state.ask(bars_number, move.code) for move in state.legal_moves())
            assert "1 to 24, as it has no more PP (N-2.6)" in state.why_illegal("number 25")
            play(state, "number 24")
            break
        idle(state)
    assert seen == [nation(active)]
    assert (state.pp[nation("GB")], state.pp[nation("RU")]) == (0, 33)
    assert "give russia" not in texts(state)


@pytest.mark.parametrize("step", ["opening", "afterwards", "closing"])
def test_pp_are_given_in_a_production_round_alone(step: str) -> None:
    """N-11.8: not in a turn."""
    state = position(AT_HOME, "GB", step=step, pp="GB 24", month=2)
    assert asked(state) == "great_britain politics"
    assert not may(state, "give")


def test_each_player_nation_receives_a_pap_first() -> None:
    """N-11.1, N-12.1, N-12.2: before the first production turn; a nation without player none."""
    pap = "FR 2, GB 0, RU 1, AU 3, SP 0, PR 0, OT 0"
    state = position(AT_HOME, "RU", step="closing", pap=pap, controllers="PR RU")
    before = state.pap
    while state.step != Step.BUDGET:
        idle(state)
    gains = {one: many - before[one] for one, many in state.pap.items()}
    assert gains == {one: int(one not in map(nation, ("PR", "OT"))) for one in gains}
    assert set(state.pp.values()) == {0}
    while state.active == nation("AU"):
        idle(state)
    assert (state.pp[nation("AU")], state.pp[nation("SP")]) == (22, 0)
    assert {one: many - before[one] for one, many in state.pap.items()} == gains


def test_pp_are_saved() -> None:
    """N-11.7, N-11.2: what is not spent is added to; a purchase is placed at once."""
    state = buying("FR", 130)
    play(state, "buy infantry paris, end")
    assert (state.pp[nation("FR")], there(state, "FR paris")) == (124, "1I 1L")
    assert state.active != nation("FR")


@pytest.mark.parametrize("name", ["FR", "GB", "RU", "AU", "SP"])
def test_pap_are_bought_in_the_own_production_turn(name: str) -> None:
    """N-11.10: ten PP each, as many as can be paid; not in a window, and not by others."""
    window = position(AT_HOME, name, step="budget", pp=f"{name} 90")
    assert not may(window, "buy")
    state = buying(name, 65)
    before = state.pap[nation(name)]
    for count in range(1, 7):
        play(state, "buy pap")
        assert state.pap[nation(name)] == before + count
    assert state.pp[nation(name)] == 5
    assert "buy pap" not in texts(state)


@pytest.mark.parametrize(
    ("name", "income", "wanted"),
    [
        ("PR", 18, "infantry cavalry heavy artillery leader squadron"),
        ("OT", 16, "militia irregular leader squadron"),
    ],
)
def test_a_controlled_nation_produces(name: str, income: int, wanted: str) -> None:
    """N-11.11, N-12.2: for itself, as its controller likes, without PAP."""
    state = position(
        "FR paris 1L", name, step="purchases", controllers=f"{name} RU", pp=f"{name} 5, RU 50"
    )
    assert asked(state) == "russia purchase"
    assert (state.pp[nation(name)], state.pp[nation("RU")]) == (income + 5, 50)
    assert kinds(state) == set(wanted.split())
    assert "(N-12.2)" in refused(state, "buy pap") or "(N-11.1" in refused(state, "buy pap")
    home, kind = {"PR": ("berlin", "infantry"), "OT": ("ankara", "militia")}[name]
    play(state, f"buy {kind} {home}")
    assert there(state, f"{name} {home}") == f"1{kind[0].upper()}"
    assert state.pp[nation(name)] == income + 5 - {"PR": 6, "OT": 4}[name]
    assert state.pp[nation("RU")] == 50


def test_its_savings_stay_with_it() -> None:
    """N-11.11: when it is won over from one who controls it, and again by another."""
    state = position(
        AT_HOME, "FR", step="opening", controllers="PR RU", pp="PR 7, RU 3", pap="FR 4"
    )
    for controllers in ({}, {nation("PR"): nation("FR")}):
        while state.to_move.name != "FRANCE" or state.decision != Decision.POLITICS:
            idle(state)
        play(state, "win-over prussia, 2")
        assert state.controllers == controllers
        assert (state.pp[nation("PR")], state.pp[nation("RU")], state.pp[nation("FR")]) == (7, 3, 0)


def test_an_uncontrolled_nation_produces_nothing() -> None:
    """N-11.11, N-15.1: its place in the order is passed over."""
    state = position(AT_HOME, "GB", step="purchases", pp="PR 7, OT 0")
    play(state, "end")
    assert (state.active, state.step) == (nation("RU"), Step.BUDGET)
    while state.active == nation("RU"):
        idle(state)
    assert (state.active, state.month) == (nation("AU"), 2)
    assert (state.pp[nation("PR")], state.pp[nation("OT")]) == (7, 0)
    assert NATIONS["PR"] not in state.troops
