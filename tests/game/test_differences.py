"""What is different in a scenario from another, in words."""

from pathlib import Path

import msgspec
import pytest

from marengo.core.errors import ScenarioError
from marengo.games.marengo.board import GroundChanges
from marengo.games.marengo.differences import differences
from marengo.games.marengo.game import load
from marengo.games.marengo.scenario import Force, Pieces, Scenario
from tests.field import scenario_names, what_if_names
from tests.game.what_if_files import FORCE, both, loaded


def lines(folder: Path, text: str, name: str = "triomphe") -> list[str]:
    """Return what a what-if of a game says of itself."""
    return loaded(folder, text, name).scenario.diff(load(name).scenario)


@pytest.mark.parametrize(
    ("name", "text", "wanted"),
    [
        ("triomphe", "[hours]\nNovi = 15", "Novi opens at 15:00 instead of 16:00 (T-15.1)"),
        (
            "triomphe",
            "[parameters]\norders_per_turn = 4",
            "orders per turn: 4 instead of 3 (T-6.2)",
        ),
        (
            "triomphe",
            "[morale.french.track]\n13 = 2",
            "French discs on the track at 13:00: 2 instead of 0 (T-4.2)",
        ),
        (
            "bonaparte",
            "[morale]\nfrench = 18",
            "French morale at the start: 18 points instead of 17 points (B-6.2)",
        ),
        (
            "bonaparte",
            "[parameters]\nautomatic_shuffling = false",
            "shuffling without being asked: no instead of yes (B-4.21)",
        ),
        (
            "bonaparte",
            '[[forces]]\nname = "French army at the start"\ninactive = false\ndraw = false',
            "force 'French army at the start': active; assigned in the order written",
        ),
        (
            "triomphe",
            FORCE + "places = { Novi = 8 }",
            "force 'French reinforcements': in Novi instead of 3 in Tortona, 4 in Novi, 1 in Sale",
        ),
        (
            "triomphe",
            (
                '[[forces]]\nname = "Guard"\narmy = "french"\ndraw = true\nplaces = { Novi = 2 }\n'
                'pieces = [{ kind = "infantry", strength = 2, count = 2 }]'
            ),
            "new force 'Guard' (French): 2 infantry of 2 in Novi, assigned blindly",
        ),
        (
            "triomphe",
            (
                FORCE
                + 'pieces = [{ kind = "infantry", strength = 3 }]\nplaces = { Novi = 1 }\n'
                + "draw = true"
            ),
            (
                "force 'French reinforcements': without 1 infantry of 3, 4 infantry of 2, "
                "1 cavalry of 2, 1 artillery of 1; in Novi instead of 3 in Tortona, 4 in Novi, "
                "1 in Sale"
            ),
        ),
        ("triomphe", FORCE + "remove = true", "force 'French reinforcements' is gone"),
        (
            "bonaparte",
            "[ground.localities.8]\ncapacity = 2",
            "locality 8: capacity 2 instead of 12",
        ),
    ],
)
def test_one_difference(name: str, text: str, wanted: str, tmp_path: Path) -> None:
    assert lines(tmp_path, text, name) == [wanted]


@both
def test_every_field_has_its_words(name: str) -> None:
    """No parameter, option or point of morale is told by its name in the file."""
    facts = msgspec.to_builtins(load(name).scenario, str_keys=True)
    terms = load(name).scenario.terms
    tables = {key: value for key, value in facts.items() if isinstance(value, dict)}
    paths = [
        f"{key}.{field}" if not isinstance(value, dict) else f"{key}.{field}.{inner}"
        for key, table in tables.items()
        if key not in ("hours", "ground")
        for field, value in table.items()
        for inner in (value if isinstance(value, dict) else [""])
    ]
    named = {path for path in paths if path in terms or f"{path}.*" in terms}
    assert set(paths) == named
    assert not [path for path in terms if "*" not in path and path not in paths]


@both
def test_the_same_game_has_no_differences(name: str, tmp_path: Path) -> None:
    assert lines(tmp_path, 'title = "Nothing"', name) == []
    standard = load(name).scenario
    turned = msgspec.structs.replace(standard, forces=standard.forces[::-1])
    assert turned.diff(standard) == ["the forces stand in another order"]


INFANTRY, CAVALRY, GUN = (
    Pieces(kind="infantry", strength=3, count=3),
    Pieces(kind="cavalry", strength=2, count=2),
    Pieces(kind="artillery", strength=1),
)
ONE = Pieces(kind="infantry", strength=3)


@pytest.mark.parametrize(
    ("pieces", "places", "wanted"),
    [
        (
            (CAVALRY, GUN, INFANTRY),  # those moved stand last
            {"Alessandria": 3, "1": 3},
            ["3 infantry of 3 in 1 instead of in Alessandria"],
        ),
        (
            (ONE, CAVALRY, ONE, ONE),
            {"5": 3, "6": 1, "Alessandria": 1},
            [
                (
                    "1 infantry of 3, 2 cavalry of 2 in 5 instead of in Alessandria; "
                    "1 infantry of 3 in 6 instead of in Alessandria; "
                    "without 1 artillery of 1 in Alessandria"
                )
            ],
        ),
        (
            (INFANTRY, CAVALRY, GUN, GUN, ONE),
            {"Alessandria": 7, "1": 1},
            ["also 1 artillery of 1 in Alessandria and 1 infantry of 3 in 1"],
        ),
        ((ONE, ONE, ONE, CAVALRY, GUN), {"Alessandria": 6}, []),
        ((GUN, CAVALRY, INFANTRY), {"Alessandria": 6}, ["the same pieces in another order"]),
    ],
)
def test_it_says_which_pieces_stand_elsewhere(
    pieces: tuple[Pieces, ...], places: dict[str, int], wanted: list[str]
) -> None:
    standard = load("triomphe").scenario
    before = Force(
        name="Melas",
        army="austrian",
        pieces=(INFANTRY, CAVALRY, GUN),
        places={"Alessandria": 6},
    )
    now = msgspec.structs.replace(before, pieces=pieces, places=places)
    new, old = (
        msgspec.structs.replace(standard, forces=(*standard.forces, force))
        for force in (now, before)
    )
    assert new.diff(old) == [f"force 'Melas': {line}" for line in wanted]


def test_a_new_force_says_who_stands_where() -> None:
    standard = load("triomphe").scenario
    places = {"5": 3, "1": 3}
    force = Force(name="Ott", army="austrian", pieces=(INFANTRY, CAVALRY, GUN), places=places)
    new = msgspec.structs.replace(standard, forces=(*standard.forces, force))
    assert new.diff(standard) == [
        "new force 'Ott' (Austrian): 3 infantry of 3 in 5 and 2 cavalry of 2, 1 artillery of 1 in 1"
    ]


def test_other_rulesets_and_boards() -> None:
    triomphe, other = load("triomphe").scenario, load("bonaparte").scenario
    with pytest.raises(ScenarioError, match="ruleset: triomphe, expected bonaparte"):
        triomphe.diff(other)
    moved: Scenario = msgspec.structs.replace(triomphe, board="own")
    assert differences(moved, triomphe) == ["board: own instead of triomphe"]
    ground = msgspec.convert({"localities": {99: {"capacity": 1}}}, GroundChanges, str_keys=True)
    beyond: Scenario = msgspec.structs.replace(triomphe, ground=ground)
    with pytest.raises(ScenarioError, match=r"triomphe: ground: .*\n.*localities\.99: no such"):
        beyond.diff(triomphe)


@pytest.mark.parametrize("ruleset", scenario_names())
def test_no_difference_is_said_if_and_only_if_the_games_are_the_same(ruleset: str) -> None:
    names = [name for name in what_if_names() if name.startswith(ruleset)]
    games = [load(name) for name in (ruleset, *names)]
    for one in games:
        for other in games:
            lines = one.scenario.diff(other.scenario)
            assert (lines == []) == (one.tables.tobytes() == other.tables.tobytes())
            assert not any("None" in line or "0 instead of 0" in line for line in lines)


def test_what_a_parent_has_no_more_is_said() -> None:
    standard, changed = (load(name).scenario for name in ("triomphe", "triomphe-ott-waits"))
    assert "no more: Ott opens at 15:00 (T-15.1)" in standard.diff(changed)
