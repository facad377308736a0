"""The fingerprint of sources: what decides a game counts, what people read does not."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import marengo
from marengo.games.triomphe.game import TriompheGame
from marengo.lab.sources import code_text, game_sources, sources_hash, study_sources

PLAYER = '''
"""How to win."""

NERVE = 0.5  # a share
"""Whether to dare."""


class Melas:
    """A general."""

    years = 71
    """How old he is."""

    def dares(self, chance: float) -> bool:
        """Whether he does."""
        return chance < NERVE
'''

WEIGHTS = """
# tuned by hand
[weights]
bold = 1.5  # a factor
calm = 2.0
"""


@pytest.fixture
def fingerprint(tmp_path: Path) -> Callable[[str, str], str]:
    """Return a function that gives the fingerprint of a file with a name and a text."""

    def written(name: str, text: str) -> str:
        (tmp_path / name).write_text(text)
        return sources_hash([tmp_path / name])

    return written


@pytest.mark.parametrize(
    ("name", "text", "old", "new"),
    [
        ("melas.py", PLAYER, '"""How to win."""', '"""How to lose."""\n# or to draw'),
        ("melas.py", PLAYER, '"""How to win."""\n', ""),
        ("melas.py", PLAYER, "# a share", "# a share of all chances"),
        ("melas.py", PLAYER, "Whether to dare.", "Whether to dare, of 1."),
        ("melas.py", PLAYER, "A general.", "A general of cavalry."),
        ("melas.py", PLAYER, "How old he is.", "In years."),
        ("melas.py", PLAYER, '        """Whether he does."""\n', ""),
        ("melas.py", PLAYER, "chance < NERVE", "(\n            chance < NERVE\n        )"),
        ("weights.toml", WEIGHTS, "by hand", "by CMA-ES"),
        ("weights.toml", WEIGHTS, "a factor", "a factor on all attacks"),
        ("weights.toml", WEIGHTS, "bold = 1.5  # a factor\ncalm = 2.0", "calm = 2.0\nbold = 1.5"),
    ],
)
def test_what_is_written_for_people_does_not_count(
    name: str, text: str, old: str, new: str, fingerprint: Callable[[str, str], str]
) -> None:
    """Hours of stored games are not lost by a better comment."""
    assert old in text
    assert fingerprint(name, text.replace(old, new)) == fingerprint(name, text)


@pytest.mark.parametrize(
    ("name", "text", "old", "new"),
    [
        ("melas.py", PLAYER, "NERVE = 0.5", "NERVE = 0.6"),
        ("melas.py", PLAYER, "chance < NERVE", "chance <= NERVE"),
        ("melas.py", PLAYER, "return chance < NERVE", 'return "chance < NERVE"'),
        ("melas.py", PLAYER, "years = 71", 'years = "71"'),
        ("weights.toml", WEIGHTS, "bold = 1.5", "bold = 1.6"),
        ("weights.toml", WEIGHTS, "calm", "cold"),
        ("units.csv", "melas,71", "71", "72"),
    ],
)
def test_whatever_decides_a_game_counts(
    name: str, text: str, old: str, new: str, fingerprint: Callable[[str, str], str]
) -> None:
    assert old in text
    assert fingerprint(name, text.replace(old, new)) != fingerprint(name, text)
    assert fingerprint(f"new-{name}", text) != fingerprint(name, text)


def test_the_fingerprint_covers_all_sources_of_rules_and_players() -> None:
    sources = game_sources(TriompheGame)
    assert len(set(sources)) == len(sources)
    package = Path(marengo.__file__).parent
    ours, common = package / "games" / "triomphe", package / "games" / "marengo"
    wanted = {path for room in (package / "core", ours, common) for path in room.rglob("*.py")}
    beside = {*(common / "study").rglob("*.py")}
    assert len(beside) > 30
    assert {path for path in sources if path.suffix == ".py"} == (wanted - beside) | {
        package / "lab" / "playing.py",
        package / "lab" / "simulate.py",
    }
    assert {"bonaparte.toml", "triomphe.toml"} <= {path.name for path in sources}


def test_what_watches_games_is_the_engine_of_the_study_and_what_makes_its_rows() -> None:
    study = Path(marengo.__file__).parent / "games" / "marengo" / "study"
    watching = {study / name for name in ("hooks.py", "watching.py", "columns.py")}
    watching |= set((study / "engine").glob("*.py"))
    assert set(study_sources(TriompheGame)) == watching
    assert len(watching) > 8
    known = {path.relative_to(study).with_suffix("").as_posix() for path in watching} | {"engine"}
    for path in watching - {study / "hooks.py"}:  # nor do these need any other module of it
        for named in re.findall(r"from marengo\.games\.marengo\.study\.(\S+)", path.read_text()):
            assert named.replace(".", "/") in known, path


def test_the_fingerprint_is_the_same_in_every_python() -> None:
    """Later versions have more lists in their syntax trees, and print fewer that are empty."""
    body = "Return(value=Name(id='x', ctx=Load()))"
    assert code_text('def f(x):\n    """Say x."""\n    return x\n') == (
        f"Module(body=[FunctionDef(name='f', args=arguments(args=[arg(arg='x')]), body=[{body}])])"
    )
    assert code_text('f"{a:{b}}"') == (  # later ones have an empty text after the width
        "Module(body=[Expr(value=JoinedStr(values=[FormattedValue(value=Name(id='a', ctx=Load()), "
        "conversion=-1, format_spec=JoinedStr(values=[FormattedValue(value=Name(id='b', "
        "ctx=Load()), conversion=-1)]))]))])"
    )


def test_it_does_not_matter_where_files_lie(tmp_path: Path) -> None:
    """Where marengo is installed its data lie inside of it, and in a checkout beside it."""

    def laid(*names: str) -> str:
        for name, text in zip(names, (PLAYER, WEIGHTS), strict=True):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text)
        return sources_hash(sorted(tmp_path / name for name in names))

    assert laid("a/melas.py", "b/weights.toml") == laid("d/melas.py", "c/weights.toml")
