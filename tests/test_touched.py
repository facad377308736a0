"""An ordinary check leaves out only what a change cannot touch, and plays cases in turn."""

import pytest

from tests import touched, turn
from tests.touched import KINDS, ROOMS, ROOT, Check
from tests.turn import in_turn

WAR = "marengo/games/europe/war/rules/relations.py"
FIELD = "marengo/games/marengo/board/board.py"


def names(checks: list[Check], paths: list[str] | None) -> list[str]:
    return [check.name for check in touched.touched(checks, paths)]


def test_rooms_and_games_are_those_that_there_are() -> None:
    folders = {
        path.name for path in (ROOT / "marengo").iterdir() if (path / "__init__.py").is_file()
    }
    assert {*ROOMS} == folders - {"languages"}
    games = {path.name for path in (ROOT / "marengo" / "games").iterdir() if path.is_dir()}
    assert {*touched.FOLDERS} == games - {"__pycache__"}


@pytest.mark.parametrize(
    ("path", "stands"),
    [
        ("marengo/core/state.py", {"lab", "widgets", "war"}),
        ("marengo/languages/de.po", {"lab", "widgets", "war"}),
        ("pyproject.toml", {"lab", "widgets", "war"}),
        ("marengo/lab/run.py", {"lab", "widgets", "war"}),
        ("marengo/widgets/page.py", {"widgets"}),
        (FIELD, {"lab", "widgets"}),
        (WAR, {"widgets", "war"}),
        ("data/what_if/europe-1805-boulogne.toml", {"widgets", "war"}),
        ("data/studies/handicap-triomphe.toml", {"lab", "widgets"}),
        ("data/history/day.toml", {"lab", "widgets", "war"}),
        ("docs/images/position.png", set()),
        ("README.md", set()),
        ("tests/rules/triomphe/test_orders.py", set()),
        ("notebooks/lab.ipynb", {"lab"}),
    ],
)
def test_a_change_touches_what_stands_on_it(path: str, stands: set[str]) -> None:
    programs = {
        "lab": 'from marengo import lab\nlab.simulate("triomphe", 4, progress=False)',
        "widgets": "from marengo.widgets import play\nplay()",
        "war": 'from marengo import lab\nlab.simulate("europe-1805", 4)',
    }
    checks = [
        touched.check_of(ROOT / f"notebooks/{name}.ipynb", text) for name, text in programs.items()
    ]
    found = names(checks, [path])
    assert {name.split("/")[1].split(".")[0] for name in found} == stands


def test_what_asks_for_all_games_stands_on_all() -> None:
    check = touched.check_of(ROOT / "a.ipynb", 'lab.simulate("triomphe"); marengo.what_if_names()')
    assert check.stands_on(WAR)


@pytest.mark.parametrize("kind", KINDS)
def test_one_of_three_is_looked_at_where_the_change_is_not_known(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MARENGO_CHECK", raising=False)
    checks = KINDS[kind]()
    seen = set()
    for number in range(6):
        monkeypatch.setattr(turn, "turn", lambda number=number: number)
        found = names(checks, None)
        assert len(found) == -(-len(checks) // 3)
        seen |= {*found}
    assert seen == {check.name for check in checks}


@pytest.mark.parametrize("kind", KINDS)
def test_all_stands_on_what_says_how_all_is_run(kind: str) -> None:
    checks = KINDS[kind]()
    assert touched.touched(checks, ["pyproject.toml"]) == checks
    assert touched.touched(checks, []) == []


def test_rules_of_one_game_do_not_touch_those_of_another() -> None:
    assert names(touched.rules(), [WAR]) == ["europe"]
    assert names(touched.rules(), [FIELD]) == ["field"]
    assert names(touched.rules(), ["marengo/core/state.py"]) == []
    assert names(touched.rules(), ["tests/rules/test_start.py"]) == ["field", "progress", "europe"]


def test_reports_are_of_games_that_are_not_all() -> None:
    assert names(touched.reports(), [WAR]) == []
    for path in (FIELD, "reports/ladder/progress.json", "marengo/lab/simulate.py"):
        assert names(touched.reports(), [path]) == ["reports"]


def test_a_test_in_a_browser_stands_on_what_all_share() -> None:
    (check, *_) = touched.browser()
    assert check.stands_on("tests/browser/lab_page.py")
    assert not check.stands_on("tests/browser/test_war.py") or check.name.endswith("test_war.py")


def test_a_commit_that_is_not_known_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unknown:
        def read_text(self, encoding: str) -> str:
            del encoding
            return "0" * 40

    monkeypatch.delenv("MARENGO_CHECK", raising=False)
    monkeypatch.setattr(touched, "CHECKED", Unknown())
    assert touched.changed() is None
    assert "one of three" in touched.compared()


def test_one_of_each_kind_is_played_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MARENGO_CHECK", raising=False)
    cases = ["a1", "a2", "b1", "a3"]
    found = set()
    for number in range(6):
        monkeypatch.setattr(turn, "turn", lambda number=number: number)
        chosen = in_turn(cases, lambda case: case[0])
        assert [case[0] for case in chosen] == ["a", "b"]
        found |= {*chosen}
    assert found == {*cases}
    monkeypatch.setenv("MARENGO_CHECK", "full")
    assert sorted(in_turn(cases, lambda case: case[0])) == sorted(cases)
