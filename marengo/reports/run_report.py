"""The report of one run or several: what they found, how surely, and how to find it again."""

import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import polars as pl

from marengo.core.records import scenario_hash
from marengo.lab.analysis.design import design_of
from marengo.lab.analysis.factors import read_factors
from marengo.lab.analysis.kept_values import KeptEffects, KeptValue
from marengo.lab.analysis.value import BEGUN
from marengo.lab.plan import Study, StudyError, find_plan, plan_names, read_study
from marengo.lab.run_folder import Run
from marengo.reports import responses, sections
from marengo.reports.document import Chart, Code, Heading, Part, Report, Table, Text
from marengo.reports.values import values
from marengo.reports.worth import worth

__all__ = ["make_report", "played_by"]

Section = Callable[[Run], Iterator[Part]]
Worths = Mapping[Path, pl.DataFrame]
Kept = Sequence[KeptValue | KeptEffects]

GENERAL: tuple[Section, ...] = (
    sections.differences,
    sections.odds,
    sections.matches,
    sections.skill,
)
"""Sections on the games of any rules."""

FINGERPRINTS = 4
"""Most scenarios whose fingerprints are listed."""


def make_report(
    runs: Sequence[Run],
    command: str,
    title: str = "",
    worths: Worths | None = None,
    results: Kept = (),
) -> Report:
    """Return the report of runs, each with the sections that it has figures for, and of values.

    Parameters
    ----------
    runs : sequence of Run
        At least one, if there are no values.
    command : str
        The command that makes the report again.
    title : str
        Default: the names of the runs.
    worths : mapping of Path to polars.DataFrame, optional
        What restricted play found, by file; see :func:`marengo.lab.analysis.restricted_play`.
    results : sequence of KeptValue and KeptEffects
        What folders of ``marengo value`` hold, see :func:`marengo.lab.analysis.read_kept`. Several
        of the same scenario are independent runs, which are compared.

    Raises
    ------
    StudyError
        If there is no run, or one has no games yet; names its folder. If two values are of the same
        search.
    """
    if not runs and not results:
        raise StudyError("runs: expected at least one")
    parts = [*values(results)]
    for run in runs:
        if run.games.head(1).collect().is_empty():
            what = "keeps no rows of games" if run.study.keep == "counts" else "has no games yet"
            raise StudyError(f"{run.folder}: {what}, expected some")
        parts += _of_run(run)
    for table in (worths or {}).values():
        parts += worth(table)
    names = [*(run.study.name for run in runs), *(result.folder.name for result in results)]
    parts += sections.played(runs) if runs else ()
    again = [*played_by(runs, worths or {}, results), command]
    title = title or f"Report of {', '.join(names)}"
    return Report(title, _numbered([*parts, *_provenance(runs, results, again)]))


def _of_run(run: Run) -> Iterator[Part]:
    """Yield the sections of one run, and say for which it has too few games."""
    chosen: Sequence[Section] = GENERAL
    if responses.is_of_sensitivity(run):
        chosen = (responses.sensitive,)
    elif own := run.game.screen().sections:
        chosen = own(run, GENERAL)
    for section in chosen:
        try:
            yield from section(run)
        except StudyError as error:
            yield Text(f"Not told of {run.study.name}: {error}.")


def _numbered(parts: Sequence[Part]) -> list[Part]:
    """Return the parts with names of charts that are unique and fit for files."""
    numbered: list[Part] = []
    for part in parts:
        if isinstance(part, Chart):
            number = sum(isinstance(earlier, Chart) for earlier in numbered) + 1
            name = f"{number:02}-{re.sub(r'[^a-z0-9]+', '-', part.name.lower())}"
            numbered.append(replace(part, name=name))
        else:
            numbered.append(part)
    return numbered


def played_by(runs: Sequence[Run], worths: Worths, results: Kept = ()) -> list[str]:
    """Return the commands that play all that a report tells of, one for each run and table."""
    commands = [*map(_command, runs), *map(_value_command, results)]
    return [*commands, *(_worth_command(*pair) for pair in worths.items())]


def _value_command(result: KeptValue | KeptEffects) -> str:
    """Return the command that finds a value, or effects."""
    first, call = result.values[0], result.values[0].call
    names, within = [each.scenario for each in result.values], ["--within", call["within"]]
    if isinstance(result, KeptEffects):
        names, within = [result.plan.name] if result.plan else names, []
    size = ["--rounds", str(first.last["round"]), "--games", call["games"], *within]
    words = ["marengo", "value", *names, *size, "--seed", call["seed"]]
    begun = [] if call["start"] == BEGUN else shlex.split(call["start"])
    for start in begun:  # a name may begin as an option does
        words += [f"--from={start}"] if start.startswith("-") else ["--from", start]
    if searched := first.result.by_search:
        words += ["--search", str(searched.playouts)]
    return shlex.join([*words, "--out", str(result.folder)])


def _command(run: Run) -> str:
    study = run.study
    size = ["--games", str(study.games), "--seed", str(study.seed), "--out"]
    again = shlex.join(["marengo", "study", str(run.folder), *size, f"{run.folder}-again"])
    size.append(str(run.folder))
    if not responses.is_of_sensitivity(run):
        return shlex.join(["marengo", "study", study.name, *size]) if _ships(study) else again
    design, standard = design_of(study), responses.standard_of(run)
    if design.factors != read_factors(study.game(standard).name):
        return again
    words = ["marengo", "sensitivity", standard]
    words += ["--method", design.method, "--samples", str(design.samples)]
    return shlex.join([*words, "--player", study.players[0], *size])


def _ships(study: Study) -> bool:
    """Return whether this plan comes with marengo, games and seed aside."""
    if study.name not in plan_names():
        return False
    own = read_study(find_plan(study.name))
    return own.changed(games=study.games, seed=study.seed) == study


def _worth_command(path: Path, table: pl.DataFrame) -> str:
    """Return the command that finds a table of worths."""
    scenario, seed, games = table.select("scenario", "seed", "games").row(0)
    names = table["restriction"].unique(maintain_order=True)
    words = ["marengo", "worth", scenario, "--without", *names, "--games", str(games)]
    return shlex.join([*words, "--seed", str(seed), "--out", str(path)])


def _provenance(runs: Sequence[Run], results: Kept, again: Sequence[str]) -> Iterator[Part]:
    """Say how all this can be found again."""
    yield Heading("To find it again")
    yield Code("\n".join(again))
    yield Text(
        "A study is named by its plan, or by the folder of a run, which keeps it. Games are the "
        "same on every machine as long as rules and players are."
    )
    rows = [row for run in runs for row in _facts(run)]
    named_values = ((result.folder.name, each) for result in results for each in result.values)
    rows += [(name, each.scenario, scenario_hash(each.game)) for name, each in named_values]
    yield Table(pl.DataFrame(rows, schema=["run", "what", "is"], orient="row"))


def _facts(run: Run) -> list[tuple[str, str, str]]:
    """Return what decides the games of a run."""
    manifest, name = run.manifest, run.folder.name
    code = ", ".join(f"{game} {fingerprint}" for game, fingerprint in manifest["code"].items())
    versions = ", ".join(f"{name} {number}" for name, number in manifest["versions"].items())
    named = list(manifest["scenarios"].items())
    hashes = [f"{scenario} {entry['hash']}" for scenario, entry in named[:FINGERPRINTS]]
    more = [f"and {len(named) - FINGERPRINTS} more in the manifest"]
    return [
        (name, "games", f"{run.played:,}, seed {run.study.seed}, begun {manifest['begun'][:10]}"),
        (name, "scenarios", ", ".join(hashes + more * (len(named) > FINGERPRINTS))),
        (name, "rules and players", code),
        (name, "versions", versions),
    ]
