"""Chapter 12 of the digest: political points and actions, windows and trade."""

import pytest

from marengo.core.errors import NotationError
from marengo.games.europe import Nation
from marengo.games.europe.war.state import WarState
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
    retreat,
    texts,
    there,
)

EACH = pytest.mark.parametrize(("name", "enemy"), OTHER.items())
EITHER = pytest.mark.parametrize("name", OTHER)
WINDOWS = ("opening", "afterwards", "closing", "budget")
IN_ALL = pytest.mark.parametrize("step", WINDOWS)

OWN = {"FR": "switzerland", "AU": "milan"}


def points(state: WarState, name: str) -> int:
    return state.pap[nation(name)]


def window(name: str, step: str = "opening", **facts: object) -> WarState:
    """Return a window of a turn, with an army of either nation in a minor nation."""
    troops = f"{name} tuscany 1I; {OTHER[name]} baden-wurtt 1I"
    return position(troops, name, **{"step": step, "pap": "FR 9, AU 9", "month": 3} | facts)


def second(name: str, step: str = "opening", **facts: object) -> WarState:
    """Return the same window of the other nation's turn when this one is asked."""
    troops = f"{name} tuscany 1I; {OTHER[name]} baden-wurtt 1I"
    facts = {"step": step, "pap": "FR 9, AU 9", "month": 3} | facts
    return play(position(troops, OTHER[name], **facts), "pass")


# Costs ------------------------------------------------------------------------------------------


@EACH
@pytest.mark.parametrize(
    ("move", "cost"),
    [
        ("overture papal-states", 2),
        ("annex tuscany", 1),
        ("incite {own}", 1),
        ("incite bavaria", 1),
    ],
)
def test_costs(move: str, cost: int, name: str, enemy: str) -> None:
    """N-12.5, N-12.10: an action costs its PAP at once, and cannot be taken with fewer."""
    move = move.format(own=OWN[enemy])
    for more in (0, 1, 5):
        state = window(name, pap={NATIONS[name]: cost + more, NATIONS[enemy]: 1})
        play(state, move)
        assert (points(state, name), points(state, enemy)) == (more, 1)
    state = window(name, pap={NATIONS[name]: cost - 1, NATIONS[enemy]: 9})
    assert move not in texts(state)
    assert "N-12.10" in refused(state, move)


@EACH
@pytest.mark.parametrize(("own", "others"), [(0, 0), (0, 1), (1, 0), (1, 1), (3, 2)])
def test_armistice_costs(own: int, others: int, name: str, enemy: str) -> None:
    """N-12.5, N-12.10: an armistice costs either side 1 PAP, which both must have."""
    state = window(name, pap={NATIONS[name]: own, NATIONS[enemy]: others})
    move = f"armistice {NATIONS[enemy]}"
    assert (move in texts(state)) == (own >= 1 and others >= 1)
    if own and others:
        play(state, move)
        assert asked(state) == f"{NATIONS[enemy]} reply"
        refusing = play(state.copy(), "refuse")
        assert (points(refusing, name), points(refusing, enemy)) == (own, others)
        assert not refusing.is_over
        play(state, "accept")
        assert (points(state, name), points(state, enemy)) == (own - 1, others - 1)
    else:
        assert refused(state, move)


@EACH
@pytest.mark.parametrize("have", [0, 1, 2, 3])
def test_suing_is_always_possible(have: int, name: str, enemy: str) -> None:
    """N-12.10, N-12.5: suing for peace alone may leave a debt."""
    state = window(name, pap={NATIONS[name]: have, NATIONS[enemy]: 0})
    assert "sue" in texts(state)
    state = second(name, pap={NATIONS[name]: have, NATIONS[enemy]: 0})
    assert "sue" in texts(state)


@EITHER
def test_no_action_without_points(name: str) -> None:
    """N-12.10: without PAP there is nothing but to pass, to sue and to trade."""
    state = window(name, pap="FR 0, AU 0")
    assert {one.split()[0] for one in texts(state)} == {"pass", "sue", "trade"}


@EITHER
def test_actions_there_are(name: str) -> None:
    """N-12.5: of the actions of the table these remain between two nations at war."""
    state = window(name)
    found = {one.split()[0] for one in texts(state)}
    assert found == {"pass", "sue", "trade", "overture", "annex", "incite", "armistice"}


# Points -----------------------------------------------------------------------------------------


@EACH
@pytest.mark.parametrize("armies", [(6, 6), (7, 6), (6, 5), (5, 6), (5, 5)])
@pytest.mark.parametrize("attacker_wins", [True, False])
def test_great_battles(attacker_wins: bool, armies: tuple[int, int], name: str, enemy: str) -> None:
    """N-12.1, N-31.47: who wins a great battle receives 1 PAP, attacker or defender.

    It is none if a side has 5 armies, whatever leaders there are.
    """
    own, others = armies
    state = position(f"{name} milan {own}I 1L; {enemy} venice {others}I 1L", name)
    play(state, f"march infantry milan venice, number {own}")
    fight(play(state, "end, pass, pass"), enemy if attacker_wins else name)
    retreat(state)
    great = min(armies) >= 6
    won, lost = (name, enemy) if attacker_wins else (enemy, name)
    assert (points(state, won), points(state, lost)) == (1 + great, 1)


@EACH
def test_points_are_kept(name: str, enemy: str) -> None:
    """N-12.4, N-12.1: PAP add up without limit; the round of production brings one to each."""
    state = position("", "FR", step="closing", month=3, pap={NATIONS[name]: 250, NATIONS[enemy]: 3})
    play(state, "pass, pass")
    assert (points(state, name), points(state, enemy)) == (251, 4)
    state = position("", name, step="purchases", pap={NATIONS[name]: 250}, pp="FR 90, AU 90")
    play(state, "buy pap, buy pap")
    assert points(state, name) == 252


@EACH
def test_points_are_not_traded(name: str, enemy: str) -> None:
    """N-12.4, N-12.11: PAP and PP are no part of a trade, regions are all that is given."""
    state = play(window(name, pp="FR 50, AU 50"), f"trade {OWN[name]} to {NATIONS[enemy]}")
    assert {one.split()[0] for one in texts(state)} == {"for"}
    play(state, f"for {OWN[enemy]}, accept")
    assert state.pap == {nation(name): 9, nation(enemy): 9}
    assert state.pp == {nation(name): 50, nation(enemy): 50}
    for move in (f"trade pap to {NATIONS[enemy]}", "for pap", "for pp"):
        with pytest.raises(NotationError):
            state.copy().play(move)


# Windows ----------------------------------------------------------------------------------------


ASKED = {
    "": "own",
    "pass": "other",
    "pass, pass": "on",
    "A": "other",
    "A, pass": "own",
    "A, pass, pass": "on",
    "A, B, C, D": "own",
    "A, B, C, D, pass, pass": "on",
    "pass, A": "own",
    "pass, A, pass": "other",
    "pass, A, pass, pass": "on",
}
LONGER = {
    "A, B": "own",
    "A, B, pass": "other",
    "A, B, pass, pass": "on",
    "A, B, C, pass": "own",
    "A, B, C, pass, pass": "on",
    "pass, A, pass, B": "own",
    "pass, A, B, pass": "own",
    "A, pass, B, pass": "own",
    "A, pass, B, pass, C": "other",
}


@EACH
@IN_ALL
def test_asking(step: str, name: str, enemy: str) -> None:
    """N-12.8: the active nation is asked first, then the other, until both pass in succession."""
    first = window(name, step)
    for moves, then in (ASKED | LONGER if step == "opening" else ASKED).items():
        text = moves
        for letter, region in zip("ABCD", ("bavaria", "piedmont", "venice", "milan"), strict=True):
            text = text.replace(letter, f"incite {region}")
        state = play(first.copy(), text)
        whom = {"own": name, "other": enemy}.get(then)
        if whom:
            assert asked(state) == f"{NATIONS[whom]} politics", moves
            assert state.step.name.lower() == step, moves
        else:
            assert state.step.name.lower() != step, moves


@EACH
@pytest.mark.parametrize("last", ["incite switzerland", "pass", "offer"])
def test_rounds_of_asking(last: str, name: str, enemy: str) -> None:
    """N-12.8: a window ends when each nation was asked three times, whatever it did.

    An offer that is refused is what a nation did when it was asked.
    """
    state = window(name)
    offer = f"trade {OWN[enemy]} to {NATIONS[name]}, for {OWN[name]}, refuse"
    play(state, "incite bavaria, incite piedmont, incite venice, incite milan")
    play(state, f"trade {OWN[name]} to {NATIONS[enemy]}, for {OWN[enemy]}, refuse")
    assert asked(state) == f"{NATIONS[enemy]} politics"
    play(state, offer if last == "offer" else last)
    assert asked(state) == f"{NATIONS[name]} march"


@EACH
@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_other_rounds_of_asking(rounds: int, name: str, enemy: str) -> None:
    """N-12.8 window_rounds: as often as the switch says."""
    state = window(name, option=f"window_rounds = {rounds}")
    for _ in range(rounds):
        assert asked(state) == f"{NATIONS[name]} politics"
        play(state, f"trade {OWN[name]} to {NATIONS[enemy]}, for {OWN[enemy]}, refuse")
        assert asked(state) == f"{NATIONS[enemy]} politics"
        play(state, f"trade {OWN[enemy]} to {NATIONS[name]}, for {OWN[name]}, refuse")
    assert asked(state) == f"{NATIONS[name]} march"


@EACH
def test_asking_after_dice(name: str, enemy: str) -> None:
    """N-12.8: after an action with dice the other nation is asked, whatever they show."""
    for dice in ("2", "9, 1, 1, 1"):
        state = play(window(name), f"overture papal-states, {dice}")
        assert asked(state) == f"{NATIONS[enemy]} politics"
        play(state, "pass")
        assert asked(state) == f"{NATIONS[name]} politics"


@EACH
def test_windows_of_a_turn(name: str, enemy: str) -> None:
    """N-12.8, N-12.9: windows at the start, after movement and at the end; none in between."""
    troops = f"{name} milan 1I; FR bohemia 1I; AU provence 1I"
    state = position(troops, name, step="opening")
    seen: list[tuple[str, Nation]] = []
    while len(seen) < 4:
        if asked(state).endswith("politics"):
            seen.append((state.step.name.lower(), state.active))
            assert asked(state) == f"{NATIONS[name if len(seen) < 4 else enemy]} politics"
            play(state, "pass, pass")
        else:
            assert asked(state) == f"{NATIONS[name]} march"
            play(state, "end")
    now, then = nation(name), nation(enemy)
    assert seen == [
        ("opening", now),
        ("afterwards", now),
        ("closing", now),
        ("opening", then),
    ]


@EACH
def test_windows_after_battles(name: str, enemy: str) -> None:
    """N-12.8: there is a window after each battle of a turn, the last included."""
    troops = f"{name} milan 2C; {enemy} tuscany 1I; {enemy} venice 1I"
    state = position(troops, name, pap="FR 5, AU 5")
    play(state, "march cavalry milan tuscany, number 1, march cavalry milan venice, pass, pass")
    places = []
    for number in (1, 2):
        if number == 1:
            play(state, "fight tuscany")
        places.append(state.battle)
        fight(state, enemy)
        retreat(state)
        assert state.step.name.lower() == "between"
        assert asked(state) == f"{NATIONS[name]} politics"
        assert "incite bavaria" in texts(state)
        play(state, "pass")
        assert asked(state) == f"{NATIONS[enemy]} politics"
        play(state, "pass")
    assert places == ["tuscany", "venice"]
    assert state.step.name.lower() == "closing"


@EITHER
@IN_ALL
def test_actions_at_any_time(step: str, name: str) -> None:
    """N-12.7, N-16.1: in each window all may be done, but a minor is annexed in the own turn only.

    The window before a production turn belongs to no turn.
    """
    everywhere = {"pass", "sue", "trade", "overture", "incite", "armistice"}
    state = window(name, step)
    own = {one.split()[0] for one in texts(state)}
    assert own == (everywhere if step == "budget" else everywhere | {"annex"})
    state = second(name, step)
    assert {one.split()[0] for one in texts(state)} == everywhere
    assert "N-16.1" in refused(state, "annex tuscany")


@EACH
@pytest.mark.parametrize("step", ["movement", "battles", "purchases"])
def test_no_actions_between(step: str, name: str, enemy: str) -> None:
    """N-12.7, N-12.9: no action is taken while units move, fight or are bought."""
    troops = f"{name} tuscany 1I; {name} milan 2I; {enemy} milan 2I"
    if step == "purchases":
        troops = f"{name} tuscany 1I"
    state = position(troops, name, step=step, pap="FR 9, AU 9", pp="FR 50, AU 50", month=3)
    for move in (
        "overture papal-states",
        "annex tuscany",
        "incite bavaria",
        f"armistice {NATIONS[enemy]}",
        "sue",
        f"trade {OWN[name]} to {NATIONS[enemy]}",
        "pass",
    ):
        assert move not in texts(state)
        assert refused(state, move)


@EACH
def test_no_actions_in_a_battle(name: str, enemy: str) -> None:
    """N-12.7: during a battle, its pursuit and its retreat no action is taken by anybody."""
    state = position(f"{name} milan 1C; {enemy} venice 2I", name, pap="FR 9, AU 9")
    play(state, "march cavalry milan venice, pass, pass")
    seen = set()
    while state.battle:
        seen.add(state.decision.name)
        assert not texts(state) & {"pass", "sue", "incite bavaria", "overture papal-states"}
        legal = texts(state)
        loses = state.to_move.name.lower() == NATIONS[enemy]
        first = (
            "retreat" if "retreat" in legal and loses else "end" if "end" in legal else min(legal)
        )
        state.play(first)
    assert {"ACT", "PURSUE", "RETREAT"} <= seen


# Trade ------------------------------------------------------------------------------------------


@EACH
@IN_ALL
@pytest.mark.parametrize("turn", ["own", "other's"])
def test_trading(turn: str, step: str, name: str, enemy: str) -> None:
    """N-12.11, N-1.7: regions are traded by agreement in any window, in either nation's turn."""
    given, wanted = OWN[name], OWN[enemy]
    state = (window if turn == "own" else second)(name, step)
    play(state, f"trade {given} to {NATIONS[enemy]}, for {wanted}")
    assert asked(state) == f"{NATIONS[enemy]} reply"
    assert texts(state) == {"accept", "refuse"}
    owners, pap = state.owners, state.pap
    no = play(state.copy(), "refuse")
    assert (no.owners, no.pap) == (owners, pap)
    play(state, "accept")
    assert state.owners == owners | {given: nation(enemy), wanted: nation(name)}
    assert state.pap == pap


@EACH
def test_asking_after_a_trade(name: str, enemy: str) -> None:
    """N-12.8, N-12.11: an offer is an action; after the answer the other nation is asked."""
    for answer in ("accept", "refuse"):
        state = window(name)
        play(state, f"trade {OWN[name]} to {NATIONS[enemy]}, for {OWN[enemy]}, {answer}")
        assert asked(state) == f"{NATIONS[enemy]} politics"
        play(state, "pass")
        assert asked(state) == f"{NATIONS[name]} politics"


@EACH
def test_what_is_traded(name: str, enemy: str) -> None:
    """N-12.11: any own region is offered, homeland and capital too, for any of the other's.

    Troops that stand there do not matter, and stay (N-10.1).
    """
    state = window(name, owners="tuscany FR, papal-states AU")
    own = {region for region, owner in state.owners.items() if owner == nation(name)}
    others = {region for region, owner in state.owners.items() if owner == nation(enemy)}
    assert may(state, "trade") == {f"{region} to {NATIONS[enemy]}" for region in own}
    for region in sorted({*others, "baden-wurtt"}):
        assert "N-12.11" in refused(state, f"trade {region} to {NATIONS[enemy]}")
    for region in sorted(own)[:3]:
        offered = play(state.copy(), f"trade {region} to {NATIONS[enemy]}")
        assert asked(offered) == f"{NATIONS[name]} exchange"
        assert may(offered, "for") == others
        assert refused(offered, f"for {region}")
        assert refused(offered, "for baden-wurtt")
    play(state, f"trade {OWN[name]} to {NATIONS[enemy]}, for {OWN[enemy]}, accept")
    assert there(state, f"{name} tuscany") == "1I"
    assert may(state, "trade") == {f"{one} to {NATIONS[name]}" for one in others - {OWN[enemy]}} | {
        f"{OWN[name]} to {NATIONS[name]}"
    }
