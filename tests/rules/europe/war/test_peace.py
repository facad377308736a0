"""Chapters 13 and 17 of the digest, as far as two nations at war show them."""

import pytest

from marengo.games.europe.war import Decision, Step
from marengo.games.europe.war.state import WarState
from tests.rules.europe.playing import play as play_battle
from tests.rules.europe.test_vectors import PLAYED
from tests.rules.europe.war.playing import (
    NATIONS,
    OTHER,
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

BOTH = pytest.mark.parametrize("name", ["FR", "AU"])
COMMITMENT = {"FR": 8, "AU": 7}
CAPITAL = {"FR": "paris", "AU": "vienna"}
AT_THE_GATES = {"FR": ("burgundy", "central-france"), "AU": ("bohemia", "hungary")}
TITLES = {"FR": "France", "AU": "Austria"}


def loses(state: WarState, name: str, rule: str = "N-30.10") -> bool:
    """Return whether the war is over, and this nation has lost it."""
    got = dict(zip(("FR", "AU"), state.returns or (), strict=False))
    words = f"{TITLES[OTHER[name]]} wins: {TITLES[name]} sues for peace ({rule})"
    return state.is_over and got == {name: 0, OTHER[name]: 1} and state.outcome == words


def goes_on(state: WarState) -> bool:
    return not state.is_over and state.outcome is None and state.returns is None


def calm(state: WarState, *steps: Step) -> WarState:
    """Let nobody do anything until a step begins, or chance decides."""
    while state.step not in steps and not texts(state) >= {"roll 6"}:
        play(state, next(one for one in ("pass", "end", "spare") if one in texts(state)))
    return state


# --- armistice -----------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("step", ["opening", "afterwards", "closing", "budget"])
@pytest.mark.parametrize("asks_first", [True, False])
def test_an_armistice_costs_both_and_ends_the_war(
    name: str, step: str, *, asks_first: bool
) -> None:
    """N-12.5, N-13.19, N-30.10: both agree and pay 1 PAP; nobody gains, and it is a draw."""
    state = position("FR paris 1I; AU vienna 1I", name, step=step, month=3, pap="FR 3, AU 5")
    play(state, "" if asks_first else "pass")
    one = name if asks_first else OTHER[name]
    play(state, f"armistice {NATIONS[OTHER[one]]}")
    assert (asked(state), texts(state)) == (f"{NATIONS[OTHER[one]]} reply", {"accept", "refuse"})
    assert state.pap == {nation("FR"): 3, nation("AU"): 5}
    play(state, "accept")
    assert state.is_over
    assert state.returns == (0.5, 0.5)
    assert "draw (N-30.10)" in str(state.outcome)
    assert state.pap == {nation("FR"): 2, nation("AU"): 4}


@BOTH
def test_a_refused_armistice_costs_nothing(name: str) -> None:
    """N-13.18, N-13.19: it takes both; the war goes on, and the window too."""
    state = position("FR paris 1I; AU vienna 1I", name, step="opening", pap="FR 3, AU 5")
    play(state, f"armistice {NATIONS[OTHER[name]]}, refuse")
    assert goes_on(state)
    assert state.pap == {nation("FR"): 3, nation("AU"): 5}
    assert (state.step, state.decision) == (Step.OPENING, Decision.POLITICS)


@BOTH
@pytest.mark.parametrize(("own", "other"), [(0, 5), (5, 0), (0, 0), (1, 1)])
def test_either_side_must_be_able_to_pay_an_armistice(name: str, own: int, other: int) -> None:
    """N-12.10, N-13.19: one PAP on either side, and no debt."""
    pap = f"{name} {own}, {OTHER[name]} {other}"
    state = position("FR paris 1I; AU vienna 1I", name, step="opening", pap=pap)
    move = f"armistice {NATIONS[OTHER[name]]}"
    if min(own, other):
        assert set(play(state, f"{move}, accept").pap.values()) == {0}
        assert state.is_over
    else:
        assert move not in texts(state)
        assert "1 PAP" in refused(state, move)


@BOTH
def test_war_ends_by_suing_and_armistice_alone(name: str) -> None:
    """N-13.18, N-30.4: no overture goes to a nation, no war is declared, nobody allies."""
    state = position("FR paris 1I; AU vienna 1I", name, step="opening", pap="FR 9, AU 9")
    kinds = {one.split()[0] for one in texts(state)}
    assert kinds <= {"pass", "sue", "armistice", "overture", "annex", "incite", "trade"}
    assert may(state, "overture") == {"baden-wurtt", "tuscany", "papal-states"}
    assert may(state, "armistice") == {NATIONS[OTHER[name]]}


# --- suing ---------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("step", ["opening", "afterwards", "closing", "budget"])
@pytest.mark.parametrize("active", [True, False])
def test_a_nation_may_sue_in_any_window_and_loses(name: str, step: str, *, active: bool) -> None:
    """N-17.6, N-30.10: the active nation and the other; at once, and there is no congress."""
    whose = name if active else OTHER[name]
    state = position("FR paris 1I; AU vienna 1I", whose, step=step, month=3)
    play(state, "sue" if active else "pass, sue")
    assert loses(state, name)
    assert not texts(state)


@BOTH
@pytest.mark.parametrize("has", [0, 1, 2, 3])
def test_suing_may_be_owed(name: str, has: int) -> None:
    """N-12.10, N-17.7: it is never for want of PAP that a nation must fight on."""
    state = position("FR paris 1I; AU vienna 1I", name, step="opening", pap=f"{name} {has}")
    assert "sue" in texts(state)
    assert loses(play(state, "sue"), name)


@BOTH
@pytest.mark.parametrize("has", [0, 1, 2, 3, 7])
def test_suing_costs_two(name: str, has: int) -> None:
    """N-12.5, N-17.7: who has less pays what he has."""
    pap = f"{name} {has}, {OTHER[name]} 4"
    state = position("FR paris 1I; AU vienna 1I", name, step="opening", pap=pap)
    play(state, "sue")
    assert state.pap[nation(name)] == max(has - 2, 0)


# --- commitment: losses --------------------------------------------------------------------------


def cornered(name: str, units: str, *, way_out: bool = False, step: str = "") -> WarState:
    """Return a battle for Tuscany that ``name`` is going to lose; it defends.

    It cannot retreat, unless there is a way out, to the Papal States.
    """
    enemy = OTHER[name]
    many = 1 if step else 5
    troops = f"{enemy} milan {many}{'C' if many > 1 else 'I'}; {name} tuscany {units}"
    state = position(f"{troops}; {enemy} {'piedmont' if way_out else 'papal-states'} 1I", enemy)
    kind = "infantry" if many == 1 else "cavalry"
    play(state, f"march {kind} milan tuscany" + (f", number {many}" if many > 1 else "") + ", end")
    return play(state, "pass, pass")


def lost(state: WarState, name: str) -> int:
    return sum(state.dead[nation(name)].values())


@BOTH
@pytest.mark.parametrize(
    ("units", "rolls"),
    [
        ("5I", False),
        ("6I", True),
        ("7I", True),
        ("4I 1L", False),
        ("5I 1L", True),
        ("4I 1A 1L", True),
        ("2I 1E 1C 1H 1A", True),
        ("2I 1E 1C 1H", False),
        ("1I 5L", True),
        ("1I 4L", False),
        ("6L", True),
        ("5L", False),
    ],
)
def test_six_units_lost_in_a_lost_battle_are_tested(name: str, units: str, *, rolls: bool) -> None:
    """N-17.2, N-17.3, N-31.84: units of all kinds, leaders too; those of a failed retreat count."""
    state = cornered(name, units, step="1")
    fight(state, name)
    assert lost(state, name) == sum(int(one[0]) for one in units.split())
    assert (state.decision == Decision.COMMITMENT_ROLL) is rolls
    if not rolls:
        assert state.decision == Decision.POLITICS


@BOTH
@pytest.mark.parametrize("over", [-99, -1, 0, 1, 2, 99])
def test_above_its_commitment_a_nation_sues(name: str, over: int) -> None:
    """N-17.1, N-17.2, N-30.8, N-31.84: C 8 of France, 7 of Austria; the roll C itself holds."""
    state = fight(cornered(name, "6I", step="1"), name)
    assert state.decision == Decision.COMMITMENT_ROLL
    roll = min(max(COMMITMENT[name] + over, 2), 12)
    play(state, str(roll))
    assert loses(state, name) is (over > 0)
    assert goes_on(state) is (over <= 0)


@pytest.mark.parametrize(("name", "sues"), [("FR", 10), ("AU", 15)])
def test_the_chance_that_a_nation_must_sue(name: str, sues: int) -> None:
    """N-28.4, N-31.84, N-31.98: two dice; above 7 are 15 of 36, above 8 are 10."""
    state = fight(cornered(name, "6I", step="1"), name)
    chances = {int(str(move).split()[1]): odds * 36 for move, odds in state.chances()}
    assert {roll: round(odds, 9) for roll, odds in chances.items()} == {
        roll: 6 - abs(roll - 7) for roll in range(2, 13)
    }
    assert sum(odds for roll, odds in chances.items() if roll > COMMITMENT[name]) == pytest.approx(
        sues
    )


@BOTH
@pytest.mark.parametrize(
    ("dice", "way_out", "rolls"),
    [
        ("5 5 5 5 5", True, False),  # five of seven, two get away
        ("5 5 5 5 4", False, True),  # four, and three cannot retreat
        ("4 4 4 4 4", True, False),
        ("4 4 4 4 4", False, True),
    ],
)
def test_losses_of_pursuit_and_of_retreat_add_up(
    name: str, dice: str, *, way_out: bool, rolls: bool
) -> None:
    """N-17.3, N-26.6, N-26.14: leaders by themselves have lost at once and are pursued."""
    state = cornered(name, "7L", way_out=way_out)
    for die in dice.split():
        play(state, f"pursue {_adjective(name)} leader with cavalry, {die}")
    hits = dice.count("5")
    if way_out:
        play(state, "withdraw leader papal-states" if state.retreating else "")
        play(state, f"number {7 - hits}" if state.decision == Decision.NUMBER else "")
    assert lost(state, name) == (hits if way_out else 7)
    assert (state.decision == Decision.COMMITMENT_ROLL) is rolls


def _adjective(name: str) -> str:
    return {"FR": "french", "AU": "austrian"}[name]


CHARGES = {"eliminated": "12, 2", "routed": "6, 6"}
"""Rolls of cavalry and of the infantry it charges, which stands: +2 for the cavalry."""


def stormed(name: str, units: str, *results: str, option: str = "") -> WarState:
    """Return the second round of a skirmish: four cavalry and a gun charge infantry of ``name``."""
    enemy = OTHER[name]
    troops = f"{enemy} milan 4C 1A; {name} tuscany {units}"
    state = position(troops, enemy, month=2, option=option)
    play(state, "march cavalry milan tuscany, number 4, march artillery milan tuscany")
    play(state, "pass, pass")
    while state.decision == Decision.DEPLOY:
        play(state, max(texts(state)))
    assert not state.great
    play(state, ", ".join(["move cavalry centre middle-centre"] * 4))
    for count, result in enumerate(results):
        if state.round == 1 and count == 4:
            calm_battle(state)
        again = " again" if state.round == 1 else ""
        charge = f"charge cavalry middle-centre at {_adjective(name)} infantry{again}"
        play(state, f"{charge}, stand, {CHARGES[result]}")
    return state


def calm_battle(state: WarState) -> None:
    """End the first round."""
    while state.round == 1:
        play(state, "end")


@BOTH
@pytest.mark.parametrize("switch", ["", "commitment_after_victory = true"])
@pytest.mark.parametrize("holds", [True, False])
def test_the_winner_is_not_tested(name: str, switch: str, *, holds: bool) -> None:
    """N-17.2, N-31.84: six lost in a battle that its side won; the same if it loses it is.

    By option the winner is tested too.
    """
    state = stormed(name, "8I", *["eliminated"] * 6, option=switch)
    fight(state, OTHER[name] if holds else name)
    assert lost(state, name) == 6
    assert (state.decision == Decision.COMMITMENT_ROLL) is (not holds or bool(switch))


@BOTH
@pytest.mark.parametrize(("routed", "rolls"), [(1, False), (0, True)])
def test_routed_units_that_rejoin_are_not_lost(name: str, routed: int, *, rolls: bool) -> None:
    """N-17.3, N-26.11: they retreat with the rest; five others are too few."""
    state = stormed(name, "8I", *["routed"] * routed, *["eliminated"] * (6 - routed))
    fight(state, name)
    assert there(state, f"{name} papal-states") == f"{2 + routed}I"
    assert lost(state, name) == 6 - routed
    assert (state.decision == Decision.COMMITMENT_ROLL) is rolls


def test_the_worked_battle_costs_a_commitment_roll() -> None:
    """N-31.5: seven units; six infantry and a cavalry retreat, not where the enemy came from."""
    troops = "FR lorraine 10I 4C 3A 2L; AU baden-wurtt 9I 2C 2A 1L"
    state = position(troops, "FR", pap="FR 1, AU 1")
    for kind, many in (("infantry", 10), ("cavalry", 4), ("artillery", 3), ("leader", 2)):
        play(state, f"march {kind} lorraine baden-wurtt, number {many}")
    play(state, "end" if "end" in texts(state) else "")
    play(state, "pass, pass")
    for moves, _ in PLAYED.values():
        play_battle(state, " ".join(moves.split()))  # type: ignore[arg-type]
    if state.battle and not state.retreating:
        play(state, "end")
    assert may(state, "withdraw infantry") == {"bavaria", "switzerland"}
    play(state, "withdraw infantry switzerland, number 6, withdraw cavalry switzerland")
    assert there(state, "AU switzerland") == "6I 1C"
    assert there(state, "FR baden-wurtt") == "9I 3C 3A 2L"
    assert sum(state.dead[nation("AU")].values()) == 7
    assert (state.pap[nation("FR")], state.pap[nation("AU")]) == (2, 1)
    assert state.decision == Decision.COMMITMENT_ROLL
    play(state, "8")
    assert loses(state, "AU")


# --- commitment: capitals ------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(
    ("units", "rolls"), [("1I", True), ("1C", True), ("1A", True), ("1L", False), ("3L", False)]
)
def test_a_capital_that_enemy_armies_occupy_is_tested(
    name: str, units: str, *, rolls: bool
) -> None:
    """N-1.8, N-1.9, N-17.2, N-17.5: without any battle; leaders by themselves occupy nothing."""
    enemy, gate = OTHER[name], AT_THE_GATES[name][0]
    state = position(f"{enemy} {gate} {units}; {name} milan 1I", enemy)
    kind = {"I": "infantry", "C": "cavalry", "A": "artillery", "L": "leader"}[units[1]]
    play(state, f"march {kind} {gate} {CAPITAL[name]}")
    play(state, f"number {units[0]}" if state.decision == Decision.NUMBER else "")
    calm(state, Step.CLOSING)
    assert (state.decision == Decision.COMMITMENT_ROLL) is rolls
    if rolls:
        held, sued = (play(state.copy(), str(COMMITMENT[name] + more)) for more in (0, 1))
        assert goes_on(held)
        assert loses(sued, name)


@BOTH
def test_other_regions_are_no_capitals(name: str) -> None:
    """N-2.3, N-17.2: enemy armies anywhere else, and own ones in the capital, test nothing."""
    enemy = OTHER[name]
    places = (*AT_THE_GATES[name], "milan", "switzerland")
    troops = "; ".join(f"{enemy} {region} 1I" for region in places)
    state = position(f"{troops}; {name} {CAPITAL[name]} 1I", enemy)
    assert calm(state, Step.CLOSING).step == Step.CLOSING


@BOTH
@pytest.mark.parametrize("loser", ["attacker", "defender"])
def test_a_capital_is_tested_after_the_battle_for_it(name: str, loser: str) -> None:
    """N-17.5: when the region becomes occupied after the battles; who defends it successfully."""
    enemy, gate = OTHER[name], AT_THE_GATES[name][0]
    state = position(f"{enemy} {gate} 1I; {name} {CAPITAL[name]} 1I", enemy)
    play(state, f"march infantry {gate} {CAPITAL[name]}, pass, pass")
    fight(state, enemy if loser == "attacker" else name)
    while state.decision == Decision.RETREAT:
        play(state, min(texts(state)))
    assert state.decision == Decision.POLITICS
    calm(state, Step.CLOSING)
    assert (state.decision == Decision.COMMITMENT_ROLL) is (loser == "defender")


@BOTH
def test_a_capital_and_losses_are_tested_apart(name: str) -> None:
    """N-17.2, N-26.15: first for the battle, then, after the window, for the capital."""
    enemy, (gate, other) = OTHER[name], AT_THE_GATES[name]
    rest = {"FR": (), "AU": ("bavaria", "tyrol", "illyria")}[name]
    blocked = "".join(f"; {enemy} {region} 1I" for region in (other, *rest))
    state = position(f"{enemy} {gate} 1I{blocked}; {name} {CAPITAL[name]} 6I", enemy)
    play(state, f"march infantry {gate} {CAPITAL[name]}, end, pass, pass")
    fight(state, name)
    assert state.decision == Decision.COMMITMENT_ROLL
    play(state, "2, pass, pass")
    assert state.decision == Decision.COMMITMENT_ROLL
    play(state, "12")
    assert loses(state, name)


@BOTH
def test_a_capital_is_tested_once_until_it_was_free(name: str) -> None:
    """N-17.5: not in later turns of either nation; again when enemies come back."""
    enemy, (gate, _) = OTHER[name], AT_THE_GATES[name]
    state = position(f"{enemy} {gate} 2I; {name} milan 1I", enemy, month=1)
    play(state, f"march infantry {gate} {CAPITAL[name]}, number 1")
    calm(state, Step.CLOSING)
    play(state, "2")
    for whose in (name, enemy):
        calm(state, Step.OPENING)
        assert state.active == nation(whose)
        calm(state, Step.CLOSING)
        assert state.decision == Decision.POLITICS
    calm(state, Step.OPENING)
    calm(state, Step.MOVEMENT)
    assert state.active == nation(name)
    play(state, "end")
    calm(state, Step.OPENING)
    calm(state, Step.MOVEMENT)
    play(state, f"march infantry {CAPITAL[name]} {gate}, end")
    calm(state, Step.CLOSING)
    assert state.decision == Decision.POLITICS
    calm(state, Step.OPENING)
    calm(state, Step.CLOSING)
    calm(state, Step.OPENING)
    calm(state, Step.MOVEMENT)
    assert state.active == nation(enemy)
    play(state, f"march infantry {gate} {CAPITAL[name]}, number 1, end")
    calm(state, Step.CLOSING)
    assert state.decision == Decision.COMMITMENT_ROLL


@BOTH
@pytest.mark.parametrize("fallen", [True, False])
def test_more_enemies_in_a_fallen_capital_test_nothing(name: str, *, fallen: bool) -> None:
    """N-17.5: it is occupied already."""
    enemy, (gate, _) = OTHER[name], AT_THE_GATES[name]
    capital = CAPITAL[name]
    troops = f"{enemy} {capital} 1I; {enemy} {gate} 1I"
    state = position(troops, enemy, fallen=(capital,) if fallen else ())
    play(state, f"march infantry {gate} {capital}, end")
    calm(state, Step.CLOSING)
    assert (state.decision == Decision.COMMITMENT_ROLL) is not fallen


@BOTH
def test_who_is_thrown_out_and_comes_back_is_tested_again(name: str) -> None:
    """N-17.5: the capital was free after its owner won a battle for it."""
    enemy, (gate, other) = OTHER[name], AT_THE_GATES[name]
    capital = CAPITAL[name]
    troops = f"{enemy} {capital} 1I; {name} {gate} 1C"
    state = position(troops, name, fallen=(capital,))
    play(state, f"march cavalry {gate} {capital}, pass, pass")
    fight(state, enemy)
    play(state, f"withdraw infantry {other}" if state.retreating else "")
    assert there(state, f"{enemy} {other}") == "1I"
    calm(state, Step.OPENING)
    calm(state, Step.MOVEMENT)
    play(state, f"march infantry {other} {capital}, pass, pass")
    fight(state, name)
    while state.decision == Decision.RETREAT:
        play(state, min(texts(state)))
    calm(state, Step.CLOSING)
    assert state.decision == Decision.COMMITMENT_ROLL


@BOTH
@pytest.mark.parametrize("into", [True, False])
def test_an_enemy_who_retreats_into_the_capital_occupies_it(name: str, *, into: bool) -> None:
    """N-17.2, N-17.5: in the turn of its owner too."""
    enemy, where = OTHER[name], AT_THE_GATES[name][0]
    start, elsewhere = {"FR": ("provence", "lorraine"), "AU": ("hungary", "bavaria")}[name]
    state = position(f"{enemy} {where} 1I; {name} {start} 1I", name, month=2)
    play(state, f"march infantry {start} {where}, pass, pass")
    fight(state, enemy)
    play(state, f"withdraw infantry {CAPITAL[name] if into else elsewhere}")
    calm(state, Step.CLOSING)
    assert state.active == nation(name)
    assert (state.decision == Decision.COMMITMENT_ROLL) is into


@BOTH
def test_both_capitals_may_fall(name: str) -> None:
    """N-17.2: each nation is tested for its own, in the same turn."""
    other = OTHER[name]
    state = position(
        f"{name} {AT_THE_GATES[other][0]} 1I; {other} {CAPITAL[name]} 1I; {other} milan 1I",
        name,
        fallen=(CAPITAL[name],),
        pap="FR 3, AU 3",
    )
    play(state, f"march infantry {AT_THE_GATES[other][0]} {CAPITAL[other]}")
    calm(state, Step.CLOSING)
    assert state.decision == Decision.COMMITMENT_ROLL
    assert loses(play(state, str(COMMITMENT[other] + 1)), other)


@BOTH
def test_a_capital_that_another_owns_is_one_all_the_same(name: str) -> None:
    """N-2.3, N-17.2: what counts is whose capital it is, not who owns the region."""
    enemy, (gate, _) = OTHER[name], AT_THE_GATES[name]
    state = position(f"{enemy} {gate} 1I", enemy, owners=f"{CAPITAL[name]} {enemy}")
    play(state, f"march infantry {gate} {CAPITAL[name]}")
    calm(state, Step.CLOSING)
    assert state.decision == Decision.COMMITMENT_ROLL
    assert loses(play(state, "12"), name)
