"""Findings that know their age: pages say themselves when it is played otherwise today.

Beside a page ``NAME.md`` stands ``NAME.json``: who played which scenarios, and how they behaved
then (:mod:`marengo.lab.behaviour`). Where they behave otherwise today, the figures of the page are
old, and a banner says so below its title, on the page that a browser shows too.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import msgspec
import polars as pl

from marengo.core.errors import FileError, MarengoError
from marengo.core.files import fitted, is_file, parse_json, read_bytes, read_text
from marengo.core.game import Game
from marengo.core.players import PlayerError, default_player, is_contestant, make_player
from marengo.lab.analysis.kept_values import KeptEffects, KeptValue
from marengo.lab.analysis.restricted import restricted_runner, restrictions_of, unrestricted
from marengo.lab.behaviour import GAMES, behaviour, behaviour_by, behaviour_of, playouts
from marengo.lab.fingerprints import fingerprints, game_fingerprint
from marengo.lab.frames import save_text
from marengo.lab.ladder import LadderRun
from marengo.lab.markdown import plain
from marengo.lab.metadata import provenance
from marengo.lab.plan import Cell
from marengo.lab.run_folder import Run
from marengo.lab.what_ifs import plan_game

__all__ = [
    "ANSWERS",
    "ATLAS",
    "Basis",
    "Finding",
    "FindingError",
    "age_text",
    "basis_of",
    "basis_of_ladder",
    "changes",
    "figures_of_ladder",
    "findings_of",
    "has_banner",
    "pages",
    "put_banner",
    "save_basis",
    "title_of",
]

FORMAT = "marengo finding 1"

MOST, MOST_THOUGHT = 40, 8
"""Cells of a run that are looked at, evenly spread; fewer where somebody builds a tree."""

MOST_GAMES = 1000
"""Most games of all cells of a run that are looked at, together."""

MOST_BYTES = 2**24
"""Most bytes of a file beside a page."""

UNKNOWN = ""
"""The behaviour if the games were played by other code than wrote the page."""

OLD = "Old figures."
"""First words of a banner."""

ATLAS, ANSWERS = MADE = "atlas", "findings"
"""The folders of the pages that are made of the figures of all others."""

PAGE = "index.html"
"""File that a browser shows, beside a page ``README.md``."""


class FindingError(MarengoError):
    """A page or the file beside it that cannot be read; names it."""


class Basis(msgspec.Struct, frozen=True):
    """Basis of a figure: what was played by whom, and how these behaved.

    ``what_ifs`` are of a scenario that only a plan has: what it changes, and those of the plan that
    it extends.
    """

    scenario: str  # name or file of what was played
    players: tuple[str, ...]  # who played each seat, as named
    behaviour: str = UNKNOWN  # theirs when the page was written, see marengo.lab.behaviour
    games: int = GAMES  # of how many that tells
    without: tuple[str, ...] = ()  # what each of them left out; empty if they played as they do
    what_ifs: dict[str, dict[str, Any]] = msgspec.field(default_factory=dict)

    def __str__(self) -> str:
        return str(Cell(self.scenario, self.players))

    def today(self) -> str:
        """Return how the players behave today."""
        game = plan_game(self.scenario, self.what_ifs)
        if not self.without:
            return behaviour(game, self.players, self.games)
        restrictions = {"": unrestricted(game), **restrictions_of(game)}
        return behaviour_of(restricted_runner(game, [restrictions[name] for name in self.without]))


class Finding(msgspec.Struct, frozen=True):
    """A figure of a page that can be quoted.

    Parameters
    ----------
    name : str
        What it is of, in words; the same wherever the same is told.
    value, interval : str
        As they are read, the ends of the interval parted by ``to``.
    games : int
        How many it is made of.
    cell : str
        Who played which scenarios of which plan.
    remark : str
        What is to be known of it, if anything.
    headline : bool
        Whether its section is cited for it: one or two are, which the atlas tells.
    """

    name: str
    value: str
    interval: str
    games: int
    cell: str
    remark: str = ""
    headline: bool = False


class _Written(msgspec.Struct):
    """Content of the file beside a page."""

    format: str
    made_by: tuple[str, ...]
    rests_on: tuple[Basis, ...]
    findings: tuple[Finding, ...] = ()


def _own(scenario: str, what_ifs: Mapping[str, Any]) -> dict[str, Any]:
    """Return those what-ifs of a plan that one of its scenarios needs."""
    needed = {}
    while scenario in what_ifs:
        needed[scenario] = what_ifs[scenario]
        scenario = needed[scenario]["extends"]
    return needed


def known(cells: Iterable[Basis]) -> list[Basis]:
    """Return what figures rest on that were played by the code of today, with its behaviour."""
    return [msgspec.structs.replace(cell, behaviour=cell.today()) for cell in cells]


def basis_of_run(run: Run) -> list[Basis]:
    """Return what the figures of a run rest on.

    Of a large run some cells stand for all. If it was played by other code than that of today,
    nobody knows how its players behaved.
    """
    games = {cell.scenario: run.study.game(cell.scenario) for cell in run.study.cells}
    players = {name: games[cell.scenario] for cell in run.study.cells for name in cell.players}
    most = MOST_THOUGHT if any(playouts(*pair) for pair in players.items()) else MOST
    cells = run.study.cells[:: -(-len(run.study.cells) // most)]
    basis = [
        Basis(
            cell.scenario,
            cell.players,
            games=min(GAMES, MOST_GAMES // len(cells)),
            what_ifs=_own(cell.scenario, run.study.what_ifs),
        )
        for cell in cells
    ]
    identity = fingerprints(games.values(), players, bool(run.study.observe))
    same = all(run.manifest.get(field) == identity[field] for field in identity)
    return known(basis) if same else basis


def basis_of(
    runs: Iterable[Run],
    worths: Mapping[Path, pl.DataFrame],
    values: Iterable[KeptValue | KeptEffects] = (),
) -> list[Basis]:
    """Return what a report rests on: its runs, tables of restricted play, and values."""
    basis = [part for run in runs for part in basis_of_run(run)]
    for path, table in worths.items():
        basis += _basis_of_worth(path, table)
    by_scenario: dict[str, list[Basis]] = {}
    for result in values:
        for each in result.values:
            rests_on = _basis_of_value(each, result.plan.what_ifs if result.plan else {})
            by_scenario.setdefault(each.scenario, []).append(rests_on)
    return basis + [min(some, key=lambda part: part.behaviour) for some in by_scenario.values()]


def _basis_of_value(value: KeptValue, what_ifs: Mapping[str, Any]) -> Basis:
    """Return what a value rests on: the players who come with the scenario, and its rules.

    With them it began, or they are the mixture that was found. If this plays otherwise today than
    when it was found, nobody knows how they did.
    """
    game, own = value.game, _own(value.scenario, what_ifs)
    basis = Basis(value.scenario, (default_player(game),) * len(game.seats), what_ifs=own)
    return (
        known([basis])[0] if value.behaviour == behaviour_by(game, value.result.mixture) else basis
    )


def _basis_of_worth(path: Path, table: pl.DataFrame) -> list[Basis]:
    """Return what a table of restricted play rests on, if its file was made by today's code."""
    scenario = str(table["scenario"][0])
    game = plan_game(scenario, {})
    seats = game.seat_names()
    basis = [Basis(scenario, ("rule",) * len(seats))]
    for name, side in table.select("restriction", "side").iter_rows():
        without = tuple(name if seat == side else "" for seat in seats)
        basis.append(Basis(scenario, ("rule",) * len(seats), without=without))
    try:
        code = provenance(path)["code"]
    except FileError:  # the table was saved in Python
        return basis
    return known(basis) if code == {game.name: game_fingerprint(type(game))} else basis


def basis_of_ladder(climbed: LadderRun) -> list[Basis]:
    """Return what the figures of a ladder rest on: who met whom, on either side.

    Left out is who plays by the clock, or by tables that are not everywhere: another machine could
    not ask him.
    """
    name = climbed.game.scenario_name
    met = [
        (result.step.challenger, result.step.holder) for result in climbed.results if result.pairs
    ]
    seated = dict.fromkeys(pair for players in met for pair in (players, players[::-1]))
    asked = {player for pair in met for player in pair if _is_everywhere(player, climbed.game)}
    return known(Basis(name, pair) for pair in seated if asked.issuperset(pair))


def figures_of_ladder(climbed: LadderRun) -> list[Finding]:
    """Return the ratings of a ladder as figures."""
    name, anchor = climbed.game.scenario_name, climbed.ladder.anchor
    rated = climbed.ratings().filter(pl.col("kind") == "player", pl.col("name") != anchor)
    return [
        Finding(
            f"Elo of {row['name']} above {anchor}, {name}",
            f"{row['bound']} {row['rating']:+.0f}".strip().replace("-", "−"),
            f"{row['low']:+.0f} to {row['high']:+.0f}".replace("-", "−"),
            row["games"],
            f"ladder: {name}",
            headline=place < 2,  # the strongest
        )
        for place, row in enumerate(rated.iter_rows(named=True))
    ]


def _is_everywhere(player: str, game: Game[Any]) -> bool:
    """Return whether every machine can ask a player, as he needs no clock and no file."""
    try:
        return not is_contestant(player) and not getattr(make_player(player, game), "seconds", None)
    except PlayerError:
        return False


def save_basis(
    page: Path, basis: Sequence[Basis], commands: Sequence[str], findings: Iterable[Finding] = ()
) -> Path:
    """Write beside a page what its figures rest on, commands that make it again, and figures."""
    facts = {
        "format": FORMAT,
        "made_by": list(commands),
        "rests_on": msgspec.to_builtins(list(basis)),
        "findings": msgspec.to_builtins(list(findings)),
    }
    return save_text(json.dumps(facts, indent=1, sort_keys=True) + "\n", page.with_suffix(".json"))


def pages(folder: Path) -> list[Path]:
    """Return the pages with findings in the folders of a folder; those made of them have none."""
    return sorted(page for page in folder.glob("*/*.md") if page.parent.name not in MADE)


def title_of(page: Path) -> str:
    """Return the title of a page as it is read."""
    title = read_text(page, FindingError).partition("\n")[0].removeprefix("# ")
    return re.sub(r"\\(\W)", r"\1", title)


def changes(page: Path) -> list[str]:
    """Return which players of a page play otherwise today, and where; nothing if it is fresh.

    Raise FindingError if the file beside the page is there and cannot be read, or is another one.
    """
    if not is_file(page.with_suffix(".json")):
        return ["nobody wrote down how it was played"]
    return list(_changes(_written(page).rests_on))


def commands(page: Path) -> tuple[str, ...]:
    """Return the commands that make a page again, in turn; none if nobody wrote them down."""
    return _written(page).made_by if is_file(page.with_suffix(".json")) else ()


def findings_of(page: Path) -> tuple[Finding, ...]:
    """Return the figures of a page that can be quoted; none if nobody wrote them down."""
    return _written(page).findings if is_file(page.with_suffix(".json")) else ()


def _written(page: Path) -> _Written:
    path = page.with_suffix(".json")
    text = read_bytes(path, FindingError, MOST_BYTES, "what a page rests on")
    written = fitted(parse_json(text, path, FindingError, "JSON"), _Written, path, FindingError)
    if written.format != FORMAT:
        raise FindingError(f"{path}: format: expected {FORMAT!r}, not {written.format!r}")
    return written


def _changes(basis: Iterable[Basis]) -> Iterator[str]:
    for cell in basis:
        try:
            if not cell.behaviour:
                yield f"{cell}: was played by other code"
            elif cell.today() != cell.behaviour:
                yield f"{cell}: is played otherwise"
        except (MarengoError, KeyError) as error:
            yield f"{cell}: cannot be played any more ({error})"


def age_text(changed: Sequence[str]) -> str:
    """Return in words how old a page is."""
    return f"old: {_first_of(changed)}" if changed else "fresh"


def _first_of(changed: Sequence[str]) -> str:
    more = f", and {len(changed) - 1} more" if len(changed) > 1 else ""
    return f"{changed[0]}{more}"


def _banner(changed: Sequence[str]) -> str:
    """Return what a banner says, nothing if a page is fresh."""
    return f"{OLD} They may no longer hold today: {_first_of(changed)}." if changed else ""


def _bannered(text: str, banner: str) -> str:
    """Return the Markdown of a page with a banner below its title, or without one."""
    title, _, rest = re.sub(rf"\n> \*\*{OLD}\*\*[^\n]*\n", "", text).partition("\n")
    bold = plain(banner).replace(OLD, f"**{OLD}**")
    return f"{title}\n\n> {bold}\n{rest}" if banner else f"{title}\n{rest}"


def _bannered_html(text: str, banner: str) -> str:
    """Return what a browser shows of it."""
    text = re.sub(r'\n<p class="old">[^\n]*</p>', "", text)
    notice = f'</h1>\n<p class="old">{escape(banner)}</p>'
    return text.replace("</h1>", notice, 1) if banner else text


def has_banner(page: Path, changed: Sequence[str]) -> bool:
    """Return whether a page, and what a browser shows of it, have the right banner."""
    return all(text == wanted for _, text, wanted in _texts(page, changed))


def put_banner(page: Path, changed: Sequence[str]) -> None:
    """Let a page, and what a browser shows of it, say that it is old, or no longer."""
    for path, text, wanted in _texts(page, changed):
        if text != wanted:
            save_text(wanted, path)


def _texts(page: Path, changed: Sequence[str]) -> Iterator[tuple[Path, str, str]]:
    """Yield the files of a page, with what they say and what they should."""
    made: Mapping[Path, Any] = {page: _bannered, page.with_name(PAGE): _bannered_html}
    for path, banner in made.items():
        if path == page or (page.name == "README.md" and path.exists()):
            text = read_text(path, FindingError)
            yield path, text, banner(text, _banner(changed))
