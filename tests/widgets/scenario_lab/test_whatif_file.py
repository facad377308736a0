"""What-ifs on the disk: files that can be read, and that marengo plays alike."""

from pathlib import Path

import pytest

from marengo.core.errors import MarengoError, ScenarioError
from marengo.core.records import scenario_hash
from marengo.games.marengo.game import load
from marengo.lab.frames import OutputError
from marengo.paths import data_path
from marengo.screens.marengo.scenario_lab.draft import open_draft
from marengo.screens.marengo.scenario_lab.whatif_file import path_of, save_draft, text_of
from tests.field import what_if_names


def test_the_form_is_easy_to_read() -> None:
    draft = open_draft("triomphe-nimptsch").with_value("hours.Novi", 15)
    draft = draft.with_value("context", "Two lines,\nand words.").with_value("sources", [])
    assert text_of(draft) == (
        'extends = "triomphe"\nname = "my-triomphe-nimptsch"\n'
        'title = "Nimptsch\'s horse stays"\ncontext = """\nTwo lines,\nand words."""\n\n'
        '[hours]\nNovi = 15\n\n[[forces]]\nname = "Nimptsch\'s horse"\narmy = "austrian"\n'
        'pieces = [\n    { kind = "cavalry", strength = 2, count = 2 },\n]\n\n'
        "[forces.places]\nAlessandria = 2\n"
    )


@pytest.mark.parametrize("name", what_if_names())
def test_a_what_if_is_saved_and_read_back_to_the_same_game(name: str, tmp_path: Path) -> None:
    draft = open_draft(name)
    path = save_draft(draft, tmp_path / "saved")
    assert path == tmp_path / "saved.toml"
    assert path.read_text(encoding="utf-8") == text_of(draft)
    assert scenario_hash(load(path)) == scenario_hash(draft.game)
    again = open_draft(path)
    assert again.content == {**draft.content, "extends": name.partition("-")[0]}
    assert again.table == draft.table


def test_a_file_is_never_lost_silently(tmp_path: Path) -> None:
    draft = open_draft("triomphe").with_value("hours.Novi", 12)
    (tmp_path / "mine.toml").write_text("dear to me")
    with pytest.raises(MarengoError, match=r"mine\.toml: there is a file of that name"):
        save_draft(draft, tmp_path / "mine.toml")
    assert (tmp_path / "mine.toml").read_text() == "dear to me"
    save_draft(draft, tmp_path / "mine.toml", replace=True)
    assert load(tmp_path / "mine.toml").scenario.hours["Novi"] == 12


def test_nothing_is_saved_that_cannot_be_played(tmp_path: Path) -> None:
    draft = open_draft("triomphe").with_value("parameters.last_hour", 3)
    with pytest.raises(ScenarioError, match=r"parameters\.last_hour"):
        save_draft(draft, tmp_path / "mine.toml")
    with pytest.raises(OutputError, match="does not exist"):
        save_draft(open_draft("triomphe"), tmp_path / "nowhere" / "mine.toml")
    assert list(tmp_path.iterdir()) == []


def test_a_standard_of_ones_own_is_found_from_where_the_file_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = data_path("scenarios/triomphe.toml").read_text(encoding="utf-8")
    for folder in ("standards", "mine"):
        (tmp_path / folder).mkdir()
    own = tmp_path / "standards" / "own.toml"
    own.write_text(text.replace('name = "triomphe"', 'name = "own"'))
    draft = open_draft(own).with_value("hours.Novi", 12)
    monkeypatch.chdir(tmp_path)
    path = save_draft(draft, Path("mine") / "later.toml")
    assert 'extends = "../standards/own.toml"' in path.read_text()
    (tmp_path / "mine").rename(tmp_path / "elsewhere")
    assert load(Path("elsewhere") / "later.toml").scenario.hours["Novi"] == 12


def test_the_ending_may_be_left_out() -> None:
    assert path_of("mine") == Path("mine.toml")
    assert path_of("mine.v2") == Path("mine.v2.toml")
    assert path_of("mine.toml") == Path("mine.toml")
    assert path_of("~/mine") == Path.home() / "mine.toml"
