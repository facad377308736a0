"""What those read who carry the project on, and what other machines run, agrees with ``./lab``."""

import re
import subprocess
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import marengo

ROOT = Path(__file__).parent.parent


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def project() -> dict[str, Any]:
    settings: dict[str, Any] = tomllib.loads(text_of("pyproject.toml"))["project"]
    return settings


def offered() -> set[str]:
    """Return the commands that ``./lab`` lists, without what they say of themselves."""
    said = subprocess.run([ROOT / "lab"], check=False, capture_output=True, text=True).stderr
    return set(re.findall(r"(\./lab \w+(?: \w+)*)(?=  | \[)", said))


def test_lab_lists_its_commands() -> None:
    assert offered() == {
        "./lab study",
        "./lab play",
        "./lab open",
        "./lab test",
        "./lab test quick",
        "./lab test full",
    }


def test_the_page_names_commands_that_there_are() -> None:
    page = text_of("CONTRIBUTING.md")
    named = set(re.findall(r"`(\./lab [\w ]+)`", page))
    assert {"./lab test", "./lab test quick", "./lab test full"} <= named <= offered()
    modules = re.findall(r"`python -m ([\w.]+)`", page)
    assert modules
    assert [name for name in modules if find_spec(name) is None] == []
    links = re.findall(r"\]\(([^)#:]+)\)", page)
    links += re.findall(r"`([\w./]+\.(?:md|toml|txt|yml|yaml)|[\w./]+/)`", page)
    assert [link for link in links if not (ROOT / link).exists()] == []


@pytest.fixture
def jobs() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(text_of(".github/workflows/test.yml"))["jobs"]
    return found


def commands(job: dict[str, Any]) -> list[str]:
    return [step["run"] for step in job["steps"] if "run" in step]


def test_other_machines_run_what_lab_offers(jobs: dict[str, Any]) -> None:
    called = {name: commands(job) for name, job in jobs.items()}
    assert called == {"test": ["./lab test"], "full": ["./lab test full"]}
    assert {command for found in called.values() for command in found} <= offered()


def test_other_machines_try_each_python_that_lab_looks_for(jobs: dict[str, Any]) -> None:
    (line,) = (line for line in text_of("lab").splitlines() if "candidates=" in line)
    looked_for = sorted(re.findall(r"python(\d\.\d+)", line), key=lambda text: int(text[2:]))
    assert jobs["test"]["strategy"]["matrix"]["python"] == looked_for
    (named,) = (step["env"] for step in jobs["test"]["steps"] if "env" in step)
    assert named == {"MARENGO_PYTHON": "python${{ matrix.python }}"}
    settings = [step["with"] for step in jobs["full"]["steps"] if "with" in step]
    (setting,) = (each for each in settings if "python-version" in each)
    assert setting["python-version"].split() == looked_for
    (versions,) = re.findall(r'"version", (\[.*?\])', text_of("tests/test_release.py"))
    assert re.findall(r"\d\.\d+", versions) == looked_for
    assert project()["requires-python"] == f">={looked_for[0]}"


def test_hooks_are_checks_of_lab_and_fetch_nothing() -> None:
    repositories = yaml.safe_load(text_of(".pre-commit-config.yaml"))["repos"]
    assert [repository["repo"] for repository in repositories] == ["local"]
    checks = re.findall(r"check '[^']+' (.+)", text_of("lab"))
    for hook in repositories[0]["hooks"]:
        assert hook["language"] == "system"
        assert hook["entry"].removeprefix(".venv/bin/") in checks


def test_the_pages_are_built_elsewhere_as_here() -> None:
    jobs = yaml.safe_load(text_of(".readthedocs.yaml"))["build"]["jobs"]
    (build,) = jobs["build"]["html"]
    here = f"    .venv/bin/{build.replace('$READTHEDOCS_OUTPUT/html', 'docs/_build/html')}\n"
    assert here in text_of("docs/development.md")
    assert jobs["install"] == ["pip install --constraint constraints.txt --editable '.[docs]'"]
    assert "docs" in project()["optional-dependencies"]


def test_the_citation_says_what_the_project_says() -> None:
    cited, said = yaml.safe_load(text_of("CITATION.cff")), project()
    assert cited["cff-version"] == "1.2.0"
    assert (cited["title"], cited["abstract"]) == (said["name"], said["description"])
    assert cited["version"] == said["version"] == marengo.__version__
    assert cited["license"] == said["license"]
    assert cited["authors"] == said["authors"]
    assert cited["keywords"] == said["keywords"]


def test_all_that_is_asked_for_has_one_version_that_fits() -> None:
    lines = [line for line in text_of("constraints.txt").splitlines() if not line.startswith("#")]
    pairs = [line.split("==") for line in lines]
    assert [pair for pair in pairs if len(pair) != 2] == []
    pinned = {canonicalize_name(name): version for name, version in pairs}
    assert len(pinned) == len(pairs)
    extras = project()["optional-dependencies"].values()
    wanted = [*project()["dependencies"], *(name for extra in extras for name in extra)]
    wanted += tomllib.loads(text_of("pyproject.toml"))["build-system"]["requires"]
    for asked in map(Requirement, wanted):
        version = pinned[canonicalize_name(asked.name)]
        assert asked.specifier.contains(version, prereleases=True), asked
