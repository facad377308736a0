"""Chapter 19 of the digest: when a battle is fought, and between whom."""

from typing import Any

import numpy as np
import pytest

from marengo.core.errors import ScenarioError
from marengo.games.europe import battle
from marengo.games.europe.rules.words import Nation, Piece
from tests.rules.europe.playing import Case, cases


@cases(
    """
N-19.2 the active nation attacks: FR 6I; GB 6I | | asked attacker deploy; acts FR
N-19.2 and acts first: FR left 1I; GB left 1I; cavalry | | asked attacker act; phase infantry
N-19.3 enemies are all of the other side: FR left 1I; GB middle-right 1I; RU middle-right 1E | | may
    fire I left at GB I, fire I left at RU E, charge I left at RU E
N-19.3 and allies are none: FR left 1I; SP middle-left 1I | | not fire I left at SP I (N-22.1)
N-19.5 six are a great battle: FR 6I; GB 5I 1A | deploy 1 I left | legal deploy 1 I centre, deploy 2
    I centre, deploy 3 I centre, deploy 4 I centre
N-19.5, N-31.47 leaders do not count: FR 6I 3L; GB 5I 2L | | legal deploy 1 I centre, deploy 2 I
    centre, deploy 3 I centre, deploy 4 I centre, deploy 5 I centre, deploy 6 I centre; not deploy 1
    I left (N-20.3)
N-19.5 five attack: FR 5C 2L; GB 9I | deploy 5 C centre | may deploy 2 L centre; asked attacker
    deploy
N-19.5 armies of all nations count: FR 3I; SP 3I; GB 6I | | may deploy 0 I left
N-19.6 it stays a great battle: FR left 1I, centre 1I, right 1I; GB left 1I, centre 1I, right 1I | |
    may move I left centre
N-19.7 the attacker has only leaders: FR 2L; GB 6I 1C | | won defender; asked defender pursue; legal
    pursue L with I, pursue L with C, end
N-19.7 the defender has only leaders: FR 3I; GB 2L | | won attacker; legal pursue L with I, end
N-19.7 nobody can pursue: FR 3A; GB 2L | | won attacker; asked over
N-19.7 one of the nations has armies: FR 3I; GB 2L; RU 1I | deploy 3 I centre | won nobody; asked
    defender deploy
"""
)
def test_between_whom(case: Case) -> None:
    case.check()


@cases(
    """
N-19.8 deployment, the active nation first: OT 3I; FR 3I; SP 3I; GB 9I; active OT | | acts OT
N-19.8 then in turn order: OT 3I; FR 3I; SP 3I; GB 9I; active OT | deploy 0 I left, deploy 0 I
    centre, deploy 0 I right | acts SP
N-19.8 and around: OT 3I; FR 4I; SP 3I; GB 9I; active OT | deploy 0 I left, deploy 0 I centre,
    deploy 0 I right, deploy 0 I left, deploy 0 I centre, deploy 0 I right | acts FR
N-19.8 each acts with its own: FR left 2I; SP left 1E; GB left 1I | | acts FR; not move E left
    centre
N-19.8 the active first: FR left 2I; SP left 1E; GB left 1I; active SP | | acts SP; legal move E
    left centre, move E left middle-left, move E left reserve, end
N-19.8 then the next: FR left 2I; SP left 1E; GB left 1I | end | acts SP
N-19.8 defenders follow the active nation: OT left 1I; PR left 1E; RU left 1M; AU left 1I; GB left
    1I; defender | | acts AU
N-19.8 after them those before it: OT left 1I; PR left 1E; RU left 1M; AU left 1I; GB left 1I;
    defender | end, end, end | acts RU
N-19.8 defenders after France: FR left 1I; PR left 1E; RU left 1M; AU left 1I; GB left 1I; defender
    | | acts GB
N-19.8 each in each phase, then the other side: FR left 2I; SP left 1E; GB left 1I | end, end | acts
    GB; asked defender act
N-19.8 a retreat is one of the whole side: FR left 2I; SP left 1E; GB left 1I; round 2 | retreat |
    won defender; asked defender pursue; acts GB
"""
)
def test_several_nations(case: Case) -> None:
    case.check()


def test_leaders_on_both_sides_only() -> None:
    """N-19.7: nothing happens, so there is no such battle."""
    with pytest.raises(ScenarioError, match=r"N-19\.1"):
        battle({"france": {"leader": 2}}, {"great-britain": {"leader": 1}})


@pytest.mark.parametrize(
    ("attacker", "fields", "said"),
    [
        ({"austrai": {}}, {}, r"attacker\.austrai: no value .*; did you mean austria\?"),
        ({"austria": {"infantri": 6}}, {}, r"attacker\.austria: .*; did you mean infantry\?"),
        ({"austria": {"infantry": -1}}, {}, r"attacker\.austria\.infantry: expected 0 or more"),
        ({"austria": 6}, {}, r"attacker\.austria: expected a table, not 6"),
        ("austria", {}, "attacker: expected a table, not 'austria'"),
        ({"austria": {"infantry": 6}}, {"landin": True}, r"no field `landin`, .* landing\?"),
        ({"austria": {"infantry": 6}}, {"active": "austrai"}, r"active: .*; did you mean aus"),
    ],
)
def test_a_battle_that_cannot_be_says_what_it_may_be(
    attacker: Any, fields: dict[str, Any], said: str
) -> None:
    with pytest.raises(ScenarioError, match=said):
        battle(attacker, {"france": {"infantry": 6}}, **fields)


def test_numbers_of_numpy_are_numbers_of_a_battle() -> None:
    six: Any = np.int64(6)
    made = battle({"austria": {"infantry": six}}, {"france": {"infantry": 6}})
    assert made.facts()["attacker"]["austria"]["infantry"] == 6


def test_nations_and_pieces_are_taken_as_what_they_are_called() -> None:
    """As members of their enumerations as well as by name."""
    austria = {"austria": {"infantry": 4}}
    named = battle({"great-britain": {"infantry": 3, "leader": 1}}, austria)
    given = battle({Nation.GREAT_BRITAIN: {Piece.INFANTRY: 3, "leader": 1}}, austria)
    assert given.text() == named.text()


@pytest.mark.parametrize(
    ("fields", "said"),
    [({"name": "\ud800"}, "name: expected whole characters"), ({"title": "a\udfff"}, "title: ")],
)
def test_no_battle_is_called_what_cannot_be_written(fields: dict[str, str], said: str) -> None:
    with pytest.raises(ScenarioError, match=f"^battle: {said}"):
        battle({"france": {"infantry": 3}}, {"austria": {"infantry": 4}}, **fields)
