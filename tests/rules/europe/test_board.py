"""Chapter 20 of the digest: the board and the deployment."""

import re

import pytest

from marengo.core.errors import NotationError, PositionError
from marengo.games.europe import battle
from tests.rules.europe.playing import COLUMNS, Case, cases, play, read, texts

AROUND = {
    "left": "centre middle-left reserve",
    "centre": "left right middle-centre reserve",
    "right": "centre middle-right reserve",
    "middle-left": "middle-centre left",
    "middle-centre": "middle-left middle-right centre",
    "middle-right": "middle-centre right",
    "reserve": "left centre right",
}
FACING = {"left": "right", "centre": "centre", "right": "left"}


@pytest.mark.parametrize("side", ["", "; defender"])
@pytest.mark.parametrize("zone", AROUND)
def test_neighbours(zone: str, side: str) -> None:
    """N-20.1, N-20.4, N-21.5: leaders move freely where no enemy is near."""
    given = f"FR {zone} 1L; GB reserve 1I; leaders"
    if side:
        given = f"FR reserve 1I; GB {zone} 1L; leaders{side}"
    if zone.startswith("middle"):  # next to the enemy's line no other middle zone may be entered
        home = zone.removeprefix("middle-")
        read(f"N-20.4, N-21.6: {given} | | legal move L {zone} {home}, end").check()
        return
    legal = ", ".join(f"move L {zone} {to}" for to in AROUND[zone].split())
    read(f"N-20.4: {given} | | legal {legal}, end").check()


@pytest.mark.parametrize("zone", COLUMNS)
def test_facing(zone: str) -> None:
    """N-20.2: the left of a side faces the right of the other; middle zones too."""
    across = FACING[zone]
    for near, far in ((across, " far"), (f"middle-{across}", "")):
        for side, given in (
            ("attacker", f"FR {zone} 1A; GB {near} 1C; artillery"),
            ("defender", f"GB {zone} 1A; FR {near} 1C; artillery; defender"),
        ):
            state = read(f"N-20.2: {given} | | asked {side} act").start()
            enemy = "british" if side == "attacker" else "french"
            assert f"fire artillery {zone} at {enemy} cavalry{far}" in texts(state)
            shots = [text for text in texts(state) if f"{enemy} cavalry" in text]
            assert len(shots) == 1


@cases(
    """
N-20.2 a middle zone is named by each: FR middle-left 1I; GB right 1I | end, end | FR middle-left 1I
N-20.3 a skirmish has one column: FR centre 1I; GB centre 1I; skirmish | | legal move I centre
    middle-centre, move I centre reserve, end
N-20.3 and no wings: FR reserve 1I; GB centre 1I; skirmish | | may move I reserve centre; not move I
    reserve left, move I reserve right
N-20.3 not deployed: FR 2I; GB 2I; skirmish | | not deploy 1 I left (N-20.3), deploy 3
    I centre (N-20.6)
N-20.4 nothing is diagonal: FR left 1C, centre 1I, right 1I; GB left 1I; cavalry | | legal move C
    left centre, move C left middle-left, move C left reserve, end; not move C left middle-centre
    (N-21.5), move C left right (N-21.5)
N-20.4 the reserve is next to the line only: FR reserve 1C; GB left 1I; cavalry | | not move C
    reserve middle-left (N-21.5); may move C reserve left, move C reserve centre
N-20.4 nothing is next to the rout zone: FR left 1C, rout 1H; GB left 1I; cavalry | | not move C
    left rout (N-21.5), move H rout reserve (N-21.11), move H rout left (N-21.11)
N-20.5: FR left 40I 20C 9L, reserve 1A; SP left 40E; GB left 1I; artillery | move A reserve left |
    FR left 40I 20C 1A 9L; SP left 40E
N-20.8 do not attack: FR left 1I, reserve 1C 1A; GB left 1I, middle-right 1I | | not fire I reserve
    at I, charge I reserve at I
N-20.8 nor do guns: FR left 1I, reserve 1A; GB left 1I; artillery | | legal move A reserve left,
    move A reserve centre, move A reserve right, end; not fire A reserve at I (N-20.8)
N-20.8 nor cavalry: FR left 1I, reserve 1C; GB middle-right 1I; cavalry | | not charge C reserve at
    I (N-20.8); legal move C reserve left, move C reserve centre, move C reserve right, end
N-20.8 cannot be attacked: FR middle-left 1A; GB right 1I, reserve 1C; artillery | | not fire A
    middle-left at C (N-22.1), fire A middle-left at C far
"""
)
def test_board(case: Case) -> None:
    case.check()


@cases(
    """
N-20.6 kind after kind, zone after zone: FR 6I 2C; GB 8I | | legal deploy 0 I left, deploy 1 I left,
    deploy 2 I left, deploy 3 I left, deploy 4 I left, deploy 5 I left, deploy 6 I left
N-20.6 one kind after the other: FR 6I 2C; GB 8I | | not deploy 1 C left (N-20.6), deploy 1 I right
    (N-20.6)
N-20.6 the rest is the reserve: FR 6I 1L; GB 6I | deploy 1 I left, deploy 2 I centre, deploy 1 I
    right, deploy 0 L left, deploy 0 L centre, deploy 0 L right | FR reserve 2I 1L; FR left 1I; FR
    centre 2I; FR right 1I; asked defender deploy
N-20.6 then the defender: FR 6I; GB 6A | deploy 1 I left, deploy 2 I centre, deploy 1 I right |
    asked defender deploy; acts GB
N-20.6 a leader anywhere: FR 6I 1L; GB 6I | deploy 1 I left, deploy 2 I centre, deploy 1 I right,
    deploy 0 L left, deploy 1 L centre | FR centre 2I 1L
N-20.7, N-31.46 four, one and one: FR 6I; GB 6I | deploy 4 I left | FR left 4I; FR centre 1I; FR
    right 1I; asked defender deploy
N-20.7, N-31.46 not four, none and two: FR 7I; GB 6I | deploy 4 I left | legal deploy 1 I centre,
    deploy 2 I centre; not deploy 0 I centre (N-20.7), deploy 3 I centre (N-20.7)
N-20.7, N-31.46 never three, three and none: FR 6I; GB 6I | deploy 3 I left | may deploy 1 I centre,
    deploy 2 I centre; not deploy 3 I centre (N-20.7), deploy 0 I centre (N-20.7)
N-20.7, N-31.46 one each and three in reserve: FR 6I; GB 6I | deploy 1 I left, deploy 1 I centre,
    deploy 1 I right | FR reserve 3I; asked defender deploy
N-20.7 other kinds may hold it: FR 4I 2C; GB 6I | deploy 4 I left | FR centre 1C; FR right 1C
N-20.7 a leader holds nothing: FR 6I 3L; GB 6I | deploy 1 I left, deploy 1 I centre | not deploy 0 I
    right (N-20.7)
N-20.7 an ally holds it: FR 6I; SP 3C; GB 6I | deploy 6 I left | asked attacker deploy; acts SP;
    legal deploy 0 C left, deploy 1 C left
N-20.7 in a skirmish too: FR 2I; GB 3I | | legal deploy 1 I centre, deploy 2 I centre
N-20.9: FR 2I; GB 3I | | not deploy 1 I middle-centre (N-20.6), deploy 1 I reserve (N-20.6)
"""
)
def test_deployment(case: Case) -> None:
    case.check()


def test_rout_zone_in_deployment() -> None:
    """N-20.6: units are placed in line zones and the reserve."""
    state = read("N-20.6: FR 6I; GB 6I | | asked attacker deploy").start()
    assert all(text.split()[-1] in COLUMNS for text in texts(state))
    with pytest.raises(NotationError):
        play(state, "deploy 1 I flank")


HELD = dict.fromkeys(("left", "centre", "right"), "1 infantry")
LINE = {"centre": "1 infantry"}


@pytest.mark.parametrize(
    ("armies", "french", "british", "rule"),
    [
        (6, HELD | {"middle-left": "1 infantry"}, HELD | {"middle-right": "1 infantry"}, "N-21.9"),
        (6, HELD | {"middle-left": "1 leader"}, HELD | {"middle-right": "1 infantry"}, "N-21.9"),
        (6, HELD | {"reserve": "1 squared-infantry"}, HELD, "N-24.7"),
        (6, LINE, HELD, "N-26.1"),
        (6, HELD, HELD | {"left": "1 leader"}, "N-26.1"),
        (5, LINE | {"left": "1 infantry"}, LINE, "N-20.3"),
        (5, LINE, LINE | {"right": "1 leader"}, "N-20.3"),
        (5, {"left": "5 infantry"}, LINE, "N-20.3"),
    ],
)
def test_what_cannot_be_is_refused(
    armies: int, french: dict[str, str], british: dict[str, str], rule: str
) -> None:
    """N-20.3, N-21.9, N-24.7, N-26.1: a position is built by the rules, and nobody has lost in it.

    N-19.5, N-19.6: whether the battle is a great one its armies say, and not those that are left.
    """
    army = {"infantry": armies, "leader": 1}
    game = battle({"france": army}, {"great-britain": army})
    held = HELD if armies >= 6 else LINE
    assert game.position(units={"france": held, "great-britain": held}).great == (armies >= 6)
    with pytest.raises(PositionError, match=re.escape(rule)):
        game.position(units={"france": french, "great-britain": british})
