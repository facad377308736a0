"""Chapter 19 of the digest: each switch, as it stands and turned; and other numbers."""

from pathlib import Path

import pytest

from marengo.games.progress import Colour
from tests.rules.progress.playing import Facts, bent, facts, game, play, read, texts

TURNED = (
    (
        'fortified_defence = "1"',
        "M-9.4: neutral B2 O1f; strength 1 2 | attack / score | armies neutral B2",
    ),
    (
        "idle_fortified_die = false",
        "M-11.9: neutral B1 B1f O2 | attack / score: attack neutral | armies neutral B1f O2",
    ),
    (
        "idle_fortified_die = false",
        "M-11.9 in a tie: neutral B1 B1f O1 | attack / score: attack neutral | armies neutral B1f",
    ),
    ("occupy_as_defender = true", "M-12.3: blue B1 O2 | attack / score | armies blue O* O1"),
    ("occupy_as_defender = true", "M-12.3: blue B1 O2f | attack / score | armies blue O*f O1f"),
    (
        "capital_successor = true",
        "M-12.4: orange B* B1 | move-1 / recruit: move 1 capital orange neutral | stock 1 3",
    ),
    (
        "score_occupied_take_back = false",
        "M-15.5: blue O* | score / recruit | vp 0 0; discards move-1 score / recruit",
    ),
    (
        "score_occupied_total = false",
        "M-15.3: blue O*, neutral B1 | score / recruit | vp 3 0",
    ),
    (
        'strengthen_at_6 = "no effect"',
        "M-14.6: none; strength 6 1 | strengthen / recruit | dice 3 2 3; strength 6 1",
    ),
    (
        "strengthen_optional = true",
        "M-14.4: none | strengthen / recruit | legal strengthen blue, decline",
    ),
    (
        "strengthen_optional = true",
        "M-14.4 declined: none | strengthen / recruit: decline | strength 1 1; round 2",
    ),
    (
        "attack_elsewhere = false",
        "M-10.9: blue B1 O1, neutral B1f O1 | attack / score | armies neutral B1f O1",
    ),
    (
        "flip_on_fizzle = false",
        "M-5.5: none | attack / attack: first orange | holder blue; round 2",
    ),
    (
        "marlborough_base_vp = false",
        "M-17.7: blue O1, neutral-1 B1; marlborough | score / recruit | vp 3 0",
    ),
)


@pytest.mark.parametrize(("option", "line"), TURNED, ids=[line[:12] for _, line in TURNED])
def test_a_switch_that_is_turned(option: str, line: str, tmp_path: Path) -> None:
    """Each case would end in another way by the rules as they stand."""
    case = read(line)
    with pytest.raises((AssertionError, StopIteration)):
        case.check()
    on = bent(tmp_path, f"[options]\n{option}", case.on)
    case.check(on)
    case.mirrored().check(on)


def test_the_initiative_still_passes_if_something_was_done(tmp_path: Path) -> None:
    """M-5.3: with the switch `flip_on_fizzle` off."""
    on = bent(tmp_path, "[options]\nflip_on_fizzle = false")
    read("M-5.3: start | move-1 / move-1: first orange | holder orange").check(on)


def test_score_in_the_first_round(tmp_path: Path) -> None:
    """M-15.2: with the switch `score_first_round` it may be played then, and only then."""
    state = bent(tmp_path, "[options]\nscore_first_round = true").start(1)
    assert "play score" in texts(state)
    assert "play score" in texts(state.play("play score"))
    assert play(state.undo(), "score / score").vp == (4, 4)
    assert "play score" not in texts(state)


def test_choices_of_one_kind_may_be_sealed(tmp_path: Path) -> None:
    """M-4.5: without `same_kind_choices_open` the second does not see what the first chose.

    Nor does he attack what the first has destroyed.
    """
    sealed = bent(tmp_path, "[options]\nsame_kind_choices_open = false")
    both: Facts = {"armies": {"neutral": "B1 O1"}, "strength": (2, 1), "holder": "blue"}
    fought = play(sealed.position(**both), "attack / attack: first blue")
    assert facts(fought)["armies"] == {"neutral": "B1"}
    given: Facts = {"armies": {"blue": "B1", "neutral": "B1 O1", "orange": "O1"}, "holder": "blue"}
    for on, alike in ((game(), False), (sealed, True)):
        states = []
        for place in ("neutral", "orange"):
            states.append(play(on.position(**given), f"fortify / fortify: fortify {place}"))
            assert facts(states[-1])["asked"] == "blue FORTIFY"
        assert (states[0].view(Colour.BLUE) == states[1].view(Colour.BLUE)) is alike
        after = facts(states[0].play("fortify blue"))["armies"]
        assert after == {"blue": "B1f", "neutral": "B1 O1f", "orange": "O1"}


def test_numbers_may_be_changed(tmp_path: Path) -> None:
    """M-22.10: the small variant, and numbers of chapters 2, 3, 8, 11, 14 and 16."""
    numbers = {
        "goal": 6,
        "supply": 11,
        "armies": 2,
        "armies_in_play": 2,
        "strength": 2,
        "highest_strength": 3,
        "garrison": 4,
        "vp_home": 2,
        "vp_neutral": 1,
        "lowest_home": 1,
    }
    cards = 'cards = ["move-2", "recruit", "attack", "strengthen", "score"]\n'
    lines = "\n".join(f"{name} = {number}" for name, number in numbers.items())
    on = bent(tmp_path, f"{cards}[numbers]\n{lines}")
    found = facts(on.start(1))
    assert found["hands"] == ("move-2 recruit attack strengthen score",) * 2
    assert (found["armies"], found["stock"]) == ({"blue": "B2", "orange": "O2"}, (0, 0))
    assert (found["supply"], found["strength"]) == (11, (2, 2))
    assert found["dice"] == (2, 1, 2)
    for line in (
        "garrison: orange B2 | attack / recruit | armies orange O1",
        "lowest_home: none | strengthen / recruit | strength 3 2; dice 1 1 2",
        "lowest_home again: none; dice 1 1 2 | strengthen / recruit | strength 2 2; dice 1 1 2",
        "highest_strength: none; strength 3 2 | strengthen / recruit | strength 3 2; dice 1 1 2",
        "goal: none; vp 3 3; hands all / attack score | recruit / score | vp 3 6; won orange",
    ):
        read(line).check(on)


def test_nobody_steps_in_where_nobody_is_left(tmp_path: Path) -> None:
    """M-12.4: with `capital_successor` too the capital is free when its only army leaves."""
    followed = bent(tmp_path, "[options]\ncapital_successor = true")
    left = play(followed.position(armies={"orange": "B*"}, holder="blue"), "move-1 / recruit")
    assert facts(left)["armies"] == {"neutral": "B1", "orange": "O1"}
