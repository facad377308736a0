"""What a view of Bonaparte tells, and what the options of a scenario open."""

from pathlib import Path
from typing import Any

import pytest

from marengo import Kind, Side, load
from marengo.games.bonaparte.game import BonaparteGame
from marengo.games.marengo.board import Place
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.types import Attack
from marengo.paths import data_path
from tests.helpers import known, play
from tests.rules.bonaparte.setting import austrian_turn, french_turn, game

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH


def with_option(folder: Path, option: str) -> BonaparteGame:
    """Return the standard game with one option switched on."""
    text = data_path("scenarios/bonaparte.toml").read_text(encoding="utf-8")
    path = folder / f"{option}.toml"
    path.write_text(text.replace(f"{option} = false", f"{option} = true", 1), encoding="utf-8")
    changed = load(path)
    assert isinstance(changed, BonaparteGame)
    return changed


def test_open_facts() -> None:
    """B-17.1, B-17.3, B-17.4."""
    given: dict[str, Any] = {
        "flag": True,
        "morale": {FRENCH: 4},
        "assaulted": ["8/10"],
        "barred": ["8/10"],
    }
    state = austrian_turn({"8": "I2! I3"}, {"16": "~I2", "29": "I2"}, commands=2, **given)
    for side in (*Side, None):
        view = state.view(side)
        assert (view.step, view.commands, view.activations, view.flag) == (3, 2, 0, True)
        assert view.morale == {AUSTRIAN: 16, FRENCH: 4}
        assert view.demoralised == {AUSTRIAN: None, FRENCH: None}
        assert (view.assaulted, view.barred) == (frozenset({"8/10"}), frozenset({"8/10", "10/8"}))
        assert view.bonus_due is None
    marks = {str(block.place): (block.active, block.acted) for block in state.view(AUSTRIAN).enemy}
    assert marks == {"16": (False, False), "29": (True, False)}
    assert sorted(block.acted for block in state.view(FRENCH).enemy) == [False, True]
    assert state.view(FRENCH).decision is None


def test_the_attack_going_on() -> None:
    """B-17.2: number, origin and kind, no faces."""
    state = play(austrian_turn({"8": "I3 I2 C2"}, {"16": "I2"}), "attack A1 8/16", "join A3")
    assert state.decision is Decision.RESPONSE
    view = state.view(FRENCH)
    assert view.attack == Attack("manoeuvre", Place(8, 16), 2, from_reserve=True, by_road=False)
    assert [block.role for block in view.enemy].count("attacking") == 2
    assert known(state, FRENCH, "8") == {"?": 3}
    state = austrian_turn({"8/16": "A1:due"}, {"16/8": "I2 I3"}, step=1)
    attack = play(state, "complete A1").view(FRENCH).attack
    assert attack == Attack("bombardment", Place(8, 16), 1, from_reserve=False, by_road=False)


def test_roles_in_an_assault() -> None:
    """B-11.25, B-11.28, B-11.36."""
    state = austrian_turn({"8/16": "I3 I2 C2"}, {"16/8": "I2 I3 A1"}, step=2)
    play(state, "assault A1 8/16", "join A2")
    assert state.view(FRENCH).attack is None  # the group is not complete
    play(state, "join A3", "lead A1", "fire F3")
    attack = state.view(FRENCH).attack
    assert attack is not None
    assert (attack.kind, attack.attackers) == ("assault", 3)
    assert {p.name: p.role for p in state.pieces if p.role != "none"} == {
        "A1": "leading",
        "A2": "attacking",
        "A3": "attacking",
        "F3": "firing",
    }


def test_what_an_assault_promises_is_certain() -> None:
    """B-17.14, B-11.5: a participant can lead, and of all pieces only those of strength 3 can."""
    state = austrian_turn({"5/1": "I3 I3", "8": "I1 C1"}, {"1/5": "I2"}, step=2)
    assert state.view(FRENCH).at_least("5/1", Kind.INFANTRY, 3) == 0
    play(state, "assault A1 5/1")
    assert state.view(FRENCH).attack is None  # nothing is announced before the group is complete
    assert state.view(FRENCH).at_least("5/1", Kind.INFANTRY, 3) == 0
    play(state, "join A2")
    assert state.decision is Decision.LEADERS
    assert state.view(FRENCH).at_least("5/1", Kind.INFANTRY, 3) == 1
    assert state.view(AUSTRIAN).attack == state.view(FRENCH).attack
    play(state, "lead A1")
    assert known(state, FRENCH, "5/1") == {"I3": 1, "?": 1}


def test_artillery_that_may_not_fire_is_remembered_by_face() -> None:
    """B-11.26: everybody saw it declare."""
    state = french_turn({"10/8": "A1 I2"}, {"8": "I2"}, step=4)
    assert state.view(AUSTRIAN).enemy_silenced == {}
    play(state, "declare F1")
    assert state.view(AUSTRIAN).enemy_silenced == {(Kind.ARTILLERY, 1): 1}


def test_shown_pieces_stay_face_up_by_option(tmp_path: Path) -> None:
    """B-15.10: until they could be shuffled with others."""
    for one, stays in ((game, False), (with_option(tmp_path, "revealed_units"), True)):
        state = austrian_turn({"49": "C2 I3"}, {"62": "I2", "34": "I3"}, on=one)
        assert not any(block.face_up for block in state.view(FRENCH).enemy)
        play(state, "march A1 58", "join none", "continue A1 58/62")  # shown: B-8.68
        (block,) = (b for b in state.view(FRENCH).enemy if str(b.place) == "58/62")
        assert block.known
        assert block.face_up is stays
        assert next(p for p in state.view(AUSTRIAN).own if p.name == "A1").face_up is stays
        assert not state.piece("A1").face_up


def test_open_pieces_by_option(tmp_path: Path) -> None:
    """B-15.12: all but the French infantry."""
    opened = with_option(tmp_path, "open_pieces")
    state = opened.start(4)
    assert all(block.known and block.face_up for block in state.view(FRENCH).enemy)
    for block in state.view(AUSTRIAN).enemy:
        kinds = {kind for kind, _ in block.faces}
        assert len(kinds) == 1
        assert block.face_up == (kinds != {Kind.INFANTRY})
    hidden = [block for block in state.view(AUSTRIAN).enemy if not block.known]
    assert len(hidden) == 9 + 2 + 3
    assert state.view(AUSTRIAN) != game.start(4).view(AUSTRIAN)
    assert state.hash() == game.start(4).hash()


@pytest.mark.parametrize("side", Side)
def test_a_view_does_not_depend_on_what_is_hidden(side: Side) -> None:
    """B-17.8: two draws look the same to the Austrians."""
    views = [game.start(seed).view(side) for seed in (1, 2)]
    assert (views[0] == views[1]) is (side is AUSTRIAN)
