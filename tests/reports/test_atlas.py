"""The atlas: every figure of the pages beside it once, and how it is cited."""

import json
from pathlib import Path

import polars as pl
import pytest

from marengo.cli import main
from marengo.lab import Study
from marengo.lab.findings import Finding, pages, save_basis
from marengo.reports import Heading, Table, Text, make_atlas, to_markdown
from marengo.reports.sections import differences, matches
from tests.lab.analysis.made_up import made_up_run, winners

WINS = "Austria wins triomphe, rule v rule"
FEW = Finding(WINS, "40.0 %", "31.0 to 49.8", 100, "small: rule", headline=True)
MANY = Finding(WINS, "34.0 %", "32.1 to 36.0", 2500, "large: rule", headline=True)
SAID = "As people say."
OTHER = Finding("points of rule", "60.0 %", "55.0 to 65.0", 400, "small: rule", SAID, True)
LESSER = Finding("points of random", "10.0 %", "5.0 to 15.0", 400, "small: random")


def page(folder: Path, name: str, *findings: Finding) -> Path:
    """Return a page that has some figures."""
    path = folder / name / "README.md"
    path.parent.mkdir(parents=True)
    path.write_text(f"# The {name} page\n\nText.\n")
    save_basis(path, [], [f"marengo report runs/{name} --out reports/{name}"], findings)
    return path


def test_a_figure_stands_once_where_it_has_most_games(tmp_path: Path) -> None:
    small, large = page(tmp_path, "small", FEW, OTHER, LESSER), page(tmp_path, "large", MANY)
    atlas = make_atlas({small: [], large: ["rule v rule: is played otherwise"]})
    tables = [part.frame for part in atlas.parts if isinstance(part, Table)]
    assert [table["figure"].to_list() for table in tables] == [[OTHER.name], [MANY.name]]
    assert tables[1].row(0)[1:4] == ("34.0 %", "32.1 to 36.0", "2,500")
    texts = [part.text for part in atlas.parts if isinstance(part, Text)]
    assert "As people say." in texts
    assert "These figures are old: rule v rule: is played otherwise." in texts
    assert "34.0 % (32.1 to 36.0), 2,500 games" not in to_markdown(make_atlas({small: []}))
    assert "40.0 % (31.0 to 49.8), 100 games" in to_markdown(make_atlas({small: []}))


def test_it_tells_forty_figures_and_of_no_page_many_more(tmp_path: Path) -> None:
    def named(kind: str, number: int) -> list[Finding]:
        return [
            Finding(f"{kind} {one}", "1", "0 to 2", 9, kind, SAID, True) for one in range(number)
        ]

    few, many = page(tmp_path, "few", *named("few", 5)), page(tmp_path, "many", *named("many", 60))
    atlas = make_atlas({few: [], many: []})
    tables = [part.frame["figure"].to_list() for part in atlas.parts if isinstance(part, Table)]
    assert [len(names) for names in tables] == [5, 35]
    assert tables[1][-1] == "many 34"
    assert sum(part == Text(SAID) for part in atlas.parts) == 2


def test_the_command_keeps_the_atlas(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = page(tmp_path, "small", FEW)
    assert main(["reports", str(tmp_path), "--check"]) == 1
    assert "expected the figures of the pages beside it" in capsys.readouterr().out
    assert main(["reports", str(tmp_path)]) == 0
    assert pages(tmp_path) == [one]
    assert FEW.value in (tmp_path / "atlas" / "README.md").read_text()
    assert main(["reports", str(tmp_path), "--check"]) == 0
    written = json.loads(one.with_suffix(".json").read_text())
    written["findings"][0]["value"] = "41.0 %"
    one.with_suffix(".json").write_text(json.dumps(written))
    assert main(["reports", str(tmp_path), "--check"]) == 1


def test_of_a_match_the_better_one_is_told() -> None:
    """Of 100 pairs 60 are won whole by the first, 30 are shared and 10 lost: 75 points of 100."""
    study = Study(name="m", scenarios=("triomphe",), pairs=(("policy", "rule"),), games=100)
    as_austria, as_france = [1] * 60 + [1] * 30 + [0] * 10, [0] * 60 + [1] * 30 + [1] * 10
    games = pl.DataFrame(
        {
            "cell": [0] * 100 + [1] * 100,
            "seed": [*range(100), *range(100)],
            "winner": winners(as_austria + as_france),
        }
    )
    parts = list(matches(made_up_run(study, games)))
    (found,) = (part for part in parts if isinstance(part, Finding))
    assert (found.value, found.games) == ("75.0 %", 200)
    assert found.name == "points of policy against rule, triomphe"
    assert found.headline
    (said,) = (part.text for part in parts if isinstance(part, Text))
    assert said.startswith("policy wins 75.0 % of 200 games against rule (")
    assert said.endswith("): it is better.")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (120, "Against triomphe, Austria wins more often with “Changed” (+20.0 points)."),
        (80, "No shift is shown with “Changed”"),
        (20, "Against triomphe, Austria wins less often with “Changed” (−30.0 points)."),
    ],
)
def test_a_shift_is_told_of_each_who_plays(changed: int, said: str) -> None:
    """By the second player Austria wins 130 of 200, not 80, whatever the first makes of it."""
    study = Study(
        name="w",
        scenarios=("triomphe", "changed"),
        players=("policy", "policy:temperature=0.3"),
        games=200,
        what_ifs={"changed": {"extends": "triomphe", "title": "Changed"}},
    )
    rows = []
    for number, cell in enumerate(study.cells):
        won = 80
        if cell.scenario == "changed":
            won = changed if cell.players[0] == "policy" else 130
        rows.append(
            pl.DataFrame(
                {
                    "cell": [number] * 200,
                    "seed": range(200),
                    "winner": winners([1] * won + [0] * (200 - won)),
                }
            )
        )
    parts = list(differences(made_up_run(study, pl.concat(rows))))
    assert sum(isinstance(part, Heading) for part in parts) == 1
    one, other = (part.text for part in parts if isinstance(part, Text))
    assert one.startswith(f"policy v policy: {said}")
    assert other.startswith("policy:temperature=0.3 v policy:temperature=0.3: Against triomphe, ")
    assert other.endswith("Austria wins more often with “Changed” (+25.0 points).")
    found, second = (part for part in parts if isinstance(part, Finding))
    assert (found.games, second.games) == (200, 200)
    assert (found.headline, second.headline) == (said[:2] != "No", True)
    for figure, mean in ((found, (changed - 80) / 2), (second, 25.0)):
        ends = [float(end.replace("−", "-")) for end in figure.interval.split(" to ")]
        assert ends[0] <= mean <= ends[1]
