"""The report of one run or several: what they found, how surely, and how to find it again."""

from collections.abc import Callable, Iterator, Mapping, Sequence

import polars as pl

from marengo.lab.analysis.design import design_of
from marengo.lab.plan import StudyError
from marengo.lab.run_folder import Run
from marengo.reports import observed, responses, sections
from marengo.reports.parts import Code, Heading, Part, Report, Table, Text
from marengo.reports.worth import worth

__all__ = ["make_report"]

Section = Callable[[Run], Iterator[Part]]

OF_CELLS: tuple[Section, ...] = (sections.odds, sections.skill, sections.differences)
"""What is told of cells that stand for themselves."""

OF_GAMES: tuple[Section, ...] = (
    observed.endings,
    observed.day,
    observed.quality,
    observed.attacks,
    observed.maps,
)
"""What is told of the games, as far as they were observed."""

FINGERPRINTS = 4
"""Most scenarios whose fingerprints are told."""


def make_report(
    runs: Sequence[Run],
    command: str,
    title: str = "",
    worths: Mapping[str, pl.DataFrame] | None = None,
) -> Report:
    """Return the report of runs, each with the sections that it has figures for.

    Parameters
    ----------
    runs : sequence of Run
        At least one.
    command : str
        The command that makes the report again.
    title : str
        Default: the names of the runs.
    worths : mapping of str to polars.DataFrame, optional
        What restricted play found, by scenario; see :func:`marengo.lab.analysis.restricted_play`.

    Raises
    ------
    StudyError
        If there is no run, or one has no games yet; names its folder.
    """
    if not runs:
        raise StudyError("runs: expected at least one")
    parts: list[Part] = []
    for run in runs:
        if run.games.head(1).collect().is_empty():
            raise StudyError(f"{run.folder}: has no games yet, expected some")
        parts += of_run(run)
    for scenario, table in (worths or {}).items():
        parts += worth(scenario, table)
    title = title or f"Report of {', '.join(run.study.name for run in runs)}"
    return Report(title, [*parts, *_provenance(runs, worths or {}, command)])


def of_run(run: Run) -> Iterator[Part]:
    """Yield the sections of one run."""
    yield from sections.precision(run)
    if responses.is_of_handicaps(run):
        yield from responses.handicap(run)
    elif responses.is_of_sensitivity(run):
        yield from responses.sensitive(run)
    else:
        for section in (*OF_CELLS, *OF_GAMES):
            yield from section(run)


def _command(run: Run) -> str:
    """Return the command that plays a run."""
    if not responses.is_of_sensitivity(run):
        return f"marengo study {run.study.name}"
    design, study = design_of(run.study), run.study
    return (
        f"marengo sensitivity {responses.standard_of(run)} --method {design.method} "
        f"--samples {design.samples} --player {study.players[0]} --games {study.games} "
        f"--seed {study.seed}"
    )


def _worth_command(table: pl.DataFrame) -> str:
    """Return the command that finds a table of worths."""
    scenario, seed, games = table.select("scenario", "seed", "games").row(0)
    names = " ".join(table["restriction"].unique(maintain_order=True))
    return f"marengo worth {scenario} --without {names} --games {games} --seed {seed}"


def _provenance(
    runs: Sequence[Run], worths: Mapping[str, pl.DataFrame], command: str
) -> Iterator[Part]:
    """Tell how all this can be found again."""
    yield Heading("To find it again")
    yield Code("\n".join([*map(_command, runs), *map(_worth_command, worths.values()), command]))
    yield Text(
        "A study is named by its plan, one that comes with marengo or a file; the plan is also "
        "kept in the manifest of the run. Games are the same on every machine as long as rules "
        "and players are."
    )
    rows = [row for run in runs for row in _facts(run)]
    yield Table(pl.DataFrame(rows, schema=["run", "what", "is"], orient="row"))


def _facts(run: Run) -> list[tuple[str, str, str]]:
    """Return what decides the games of a run."""
    manifest, study = run.manifest, run.study
    versions = ", ".join(f"{name} {number}" for name, number in manifest["versions"].items())
    named = list(manifest["scenarios"].items())
    hashes = [f"{name} {one['hash']}" for name, one in named[:FINGERPRINTS]]
    more = [f"and {len(named) - FINGERPRINTS} more in the manifest"]
    return [
        (study.name, "seed", str(study.seed)),
        (study.name, "games", f"{run.played:,}, begun {manifest['begun'][:10]}"),
        (study.name, "scenarios", ", ".join(hashes + more * (len(named) > FINGERPRINTS))),
        (study.name, "rules and players", manifest["sources"]),
        (study.name, "versions", versions),
    ]
