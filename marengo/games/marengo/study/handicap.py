"""The fair handicap: how much starting morale makes a game even.

In a tournament of Bonaparte at Marengo the players bid for sides: who bids more chooses his side
and lowers its morale by his bid (B-15.1 to B-15.3). The fair bid is the handicap with which both
sides win as often. It is found by playing several handicaps on common seeds, and by a logistic
curve of the win rate through all of them, as crooked as it must be.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import polars as pl

from marengo.core.errors import did_you_mean
from marengo.core.numbers import GAMES, SEED, SHARE, WHOLE, takes
from marengo.core.players import default_player
from marengo.games.marengo.armies import ARMY_NAMES, Army
from marengo.games.marengo.game import load as load_game
from marengo.games.marengo.game import on_field
from marengo.games.marengo.study.handicap_fit import (
    EvenPoint,
    HandicapCurve,
    curve_of,
    even_between,
)
from marengo.lab.analysis.kept_values import KeptEffects
from marengo.lab.plan import Study, StudyError
from marengo.lab.run_folder import Run
from marengo.lab.statistics import CONFIDENCE, Columns, frame_of

DESCRIBING = ("extends", "title", "context", "sources")
"""Fields of a what-if that change nothing by themselves."""

LOWERED = ("morale", "bid")
"""Fields that a handicap changes (B-6.2, B-15.3, T-4.2)."""

VALUE_COLUMNS: Columns = {
    "handicap": (pl.Int64, "morale taken off at the start, points or discs; negative: added"),
    "games": (pl.Int64, "games behind its value"),
    "share": (pl.Float64, "value: share that Austria wins, if both play by their mixtures"),
    "low": (pl.Float64, "the share, if France gains all that is known, or fewer by chance"),
    "high": (pl.Float64, "the share, if Austria does, or more by chance"),
}
"""Columns of values by handicap: type and meaning with unit."""


def start_morale(scenario: dict[str, Any], side: Army) -> int:
    """Return the morale of a side, given a scenario as plain data.

    In Basic the points at the start less the bid (B-6.2, B-15.3); in Triomphe all discs,
    uncommitted and on the track (T-4.2, T-4.3).
    """
    morale = scenario["morale"][side]
    if isinstance(morale, dict):
        return int(morale["uncommitted"] + sum(morale["track"].values()))
    return int(morale - scenario["bid"][side])


def handicapped(scenario: str | Path, side: Army, handicap: int) -> dict[str, Any]:
    """Return the content of a what-if in which a side starts with less morale.

    In Basic its points are lowered (B-15.7). In Triomphe uncommitted discs are taken away or added;
    if there are too few of them, discs of the time track, from its last hour backwards: so no army
    comes to its first turns without a disc.
    """
    if side not in ARMY_NAMES:
        raise StudyError(f"side: expected 'austrian' or 'french', not {side!r}")
    plain = msgspec.to_builtins(load_game(scenario).scenario, str_keys=True)
    left = start_morale(plain, side) - handicap
    if left < 1:
        raise StudyError(
            f"steps: {handicap} off the {side} morale of {start_morale(plain, side)}: expected at "
            "least 1 to be left"
        )
    morale = plain["morale"][side]
    changed = _discs(morale, handicap) if isinstance(morale, dict) else morale - handicap
    return {"extends": str(scenario), "morale": {side: changed}}


def _discs(morale: dict[str, Any], handicap: int) -> dict[str, Any]:
    """Return discs less a handicap: uncommitted ones first, then the last of the track."""
    uncommitted = morale["uncommitted"] - handicap
    if uncommitted >= 0:
        return {"uncommitted": uncommitted}
    owed, track = -uncommitted, {}
    for hour in sorted(morale["track"], key=int, reverse=True):
        taken = min(owed, morale["track"][hour])
        if taken:
            track[str(hour)] = morale["track"][hour] - taken
            owed -= taken
    return {"uncommitted": 0, "track": track}


@takes(StudyError, steps=WHOLE, games=GAMES, seed=SEED)
def handicap_study(
    scenario: str | Path,
    side: Army,
    steps: Sequence[int] = tuple(range(7)),
    players: Sequence[str] | None = None,
    games: int = 1000,
    seed: int = 0,
) -> Study:
    """Return the plan of a study of handicaps.

    Parameters
    ----------
    scenario : str or Path
        Name or file of the scenario; its name is that of what-ifs and study too.
    side : str
        ``"austrian"`` or ``"french"``: whose starting morale is lowered.
    steps : sequence of int
        Handicaps, points or discs taken off; 0 is the scenario itself, negative ones are added.
    players : sequence of str, optional
        Each plays both sides; default: as for ``simulate``.
    games : int
        Games of each handicap and player.
    seed : int
        Root of all seeds.

    Returns
    -------
    Study
        With a what-if in the plan for each handicap but 0.

    Raises
    ------
    StudyError
        If there are fewer than two handicaps or one of them cannot be, or the plan does not fit.
    ScenarioError
        If there is no such scenario.
    """
    wanted = sorted(set(steps))
    if len(wanted) < 2:
        raise StudyError(f"steps: expected at least two handicaps, not {list(steps)}")
    game = load_game(scenario)
    name = game.scenario.name
    names = {step: f"{name}-{side}-{abs(step)}-{'less' if step > 0 else 'more'}" for step in wanted}
    return Study(
        name=f"handicap-{name}-{side}",
        scenarios=tuple(names[step] if step else str(scenario) for step in wanted),
        players=tuple(players or [default_player(game)]),
        games=games,
        seed=seed,
        what_ifs={names[step]: handicapped(scenario, side, step) for step in wanted if step},
    ).check()


@takes()
def is_handicap_study(study: Study) -> bool:
    """Return whether a plan varies the morale of one side at the start, and nothing else.

    Every scenario is the same one or a what-if of the plan that extends it and changes nothing but
    the morale or the bid of one side; no two have the same morale, and some player plays both
    sides. Only such runs have a :func:`handicap_curve`.

    Parameters
    ----------
    study : Study
        The plan.

    Raises
    ------
    ScenarioError
        If a file of a scenario is not there any more.
    """
    if not any(len(set(cell.players)) == 1 for cell in study.cells):
        return False
    try:
        _handicaps(study, {})
    except StudyError:
        return False
    return True


@takes(confidence=SHARE)
def handicap_curve(
    run: Run, player: str | None = None, confidence: float = CONFIDENCE
) -> HandicapCurve:
    """Return Austria's win rate as a curve of the handicap of one side.

    The logit of Austria's chance is a polynomial of the handicap, of the least degree from 1 to 3
    whose misfit has a p-value of 0.05 or more; if none does, the third, or as high as leaves one
    degree of freedom. The covariance is clustered by seed, as the games of all handicaps have the
    same seeds, and the band is that of the delta method. The interval of the even point is all
    handicaps around it at which the band holds one half; of a straight logit it is Fieller's.

    Parameters
    ----------
    run : Run
        Of a study as :func:`handicap_study` plans it, or of any for which
        :func:`is_handicap_study` is true.
    player : str, optional
        Who played both sides; needed if several did.
    confidence : float
        Probability that an interval covers the truth.

    Raises
    ------
    StudyError
        If the player must be named or did not play, a scenario differs in something else than the
        starting morale of one side or has the same as another, or there are no games, or they say
        nothing of a curve.
    ScenarioError
        If a file of a scenario is not there any more.

    References
    ----------
    E. C. Fieller, "Some problems in interval estimation", Journal of the Royal Statistical Society
    B 16 (1954), 175-185.

    D. J. Finney, Probit Analysis, 3rd edition (1971), chapter 4.
    """
    player = _player(run, player)
    played = {name: entry["scenario"] for name, entry in run.manifest["scenarios"].items()}
    base, side, handicaps = _handicaps(run.study, played)
    of_cells = {
        number: handicaps[cell.scenario]
        for number, cell in enumerate(run.study.cells)
        if set(cell.players) == {player}
    }
    games = (
        run.games.filter(pl.col("cell").is_in(list(of_cells)))
        .select("cell", "seed", won=(pl.col("winner") == "austrian").cast(pl.Float64))
        .collect()
        .with_columns(handicap=pl.col("cell").replace_strict(of_cells, return_dtype=pl.Int64))
    )
    unit = on_field(run.study.game(base)).handicap_unit
    return curve_of(games, base, side, player, confidence, unit)


@dataclass(frozen=True, kw_only=True)
class HandicapValues:
    """Values of a game with handicaps of one side, and where it is even.

    Parameters
    ----------
    scenario : str
        The scenario from which handicaps are counted.
    side : str
        ``"austrian"`` or ``"french"``: whose starting morale is lowered.
    unit : str
        What a handicap is counted in.
    points : polars.DataFrame
        A row for each handicap, with the columns of :data:`VALUE_COLUMNS`.
    even : EvenPoint
        The handicap of value one half, straight lines between those that were played, and all
        handicaps between the least and the most whose best responses leave one half open.
    """

    scenario: str
    side: Army
    unit: str
    points: pl.DataFrame
    even: EvenPoint


@takes()
def handicap_values(runs: Sequence[KeptEffects]) -> HandicapValues:
    """Return the values of a game with handicaps, of a run of ``marengo value`` or several.

    Parameters
    ----------
    runs : sequence of KeptEffects
        Of one plan for which :func:`is_handicap_study` is true, see
        :func:`marengo.lab.analysis.read_kept`. Of several runs the mean is told, and bounds that
        hold those of each.

    Raises
    ------
    StudyError
        If there is no run, or one is of no such plan or another than the first.
    """
    plan = runs[0].plan if runs else None
    if plan is None or any(run.plan != plan for run in runs):
        given = ", ".join(str(run.folder) for run in runs) or "no run"
        raise StudyError(f"{given}: expected runs of one plan of handicaps that comes with marengo")
    base, side, handicaps = _handicaps(plan, {})
    rows = [
        (
            handicaps[name],
            int(result.matrix["games"].sum()),
            result.value,
            min(result.interval[0], result.bounds[0]),
            max(result.interval[1], result.bounds[1]),
        )
        for run in runs
        for name, each in zip(plan.scenarios, run.values, strict=True)
        for result in (each.result,)
    ]
    grouped = (
        frame_of(VALUE_COLUMNS, rows)
        .group_by("handicap")
        .agg(
            pl.col("games").sum(), pl.col("share").mean(), pl.col("low").min(), pl.col("high").max()
        )
    )
    points, unit = grouped.sort("handicap"), on_field(plan.game(base)).handicap_unit
    even = even_between(points)
    return HandicapValues(scenario=base, side=side, unit=unit, points=points, even=even)


def _player(run: Run, player: str | None) -> str:
    """Return who played both sides."""
    alike = (cell.players[0] for cell in run.study.cells if len(set(cell.players)) == 1)
    players = list(dict.fromkeys(alike))
    if player is None and len(players) == 1:
        return players[0]
    if player not in players:
        listed, meant = ", ".join(players) or "none", did_you_mean(player, players)
        raise StudyError(f"player: expected one of {listed}, not {player!r}{meant}")
    return player


def _handicaps(study: Study, played: dict[str, dict[str, Any]]) -> tuple[str, Army, dict[str, int]]:
    """Return the scenario handicaps are counted from, whose they are, and that of each scenario.

    ``played`` holds scenarios as plain data, as they were when played; the others are made anew.
    """
    base = _base(study)
    side = _side(study, base)

    def morale(name: str) -> int:
        plain = played.get(name)
        if plain is None:
            plain = msgspec.to_builtins(on_field(study.game(name)).scenario, str_keys=True)
        return start_morale(plain, side)

    standard = morale(base)
    handicaps = {name: standard - morale(name) for name in study.scenarios}
    if len(handicaps) < 2:
        raise StudyError(f"scenarios: expected at least two handicaps, not {len(handicaps)}")
    if len(set(handicaps.values())) < len(handicaps):
        raise StudyError("scenarios: two have the same starting morale: expected them to differ")
    return base, side, handicaps


def _base(study: Study) -> str:
    """Return the scenario that all others extend, each as a what-if of the plan."""
    for base in dict.fromkeys(str(content["extends"]) for content in study.what_ifs.values()):
        others = [name for name in study.scenarios if name != base]
        if all(study.what_ifs.get(name, {}).get("extends") == base for name in others):
            return base
    raise StudyError(
        "scenarios: expected one and what-ifs of the plan that extend it, for handicaps"
    )


def _side(study: Study, base: str) -> Army:
    """Return whose morale the what-ifs of a plan change, if they change nothing else."""
    sides = set()
    for name in study.scenarios:
        content = {} if name == base else study.what_ifs[name]
        for field, value in content.items():
            if field in LOWERED:
                sides.update(value)
            elif field not in DESCRIBING:
                raise StudyError(
                    f"what_ifs.{name}.{field}: expected nothing but the morale or the bid of one "
                    "side, for handicaps"
                )
    varied = [side for side in ARMY_NAMES if side in sides]
    if len(varied) != 1:
        whose = "of both sides" if varied else "of neither side"
        raise StudyError(f"scenarios: the starting morale {whose} varies: expected that of one")
    return varied[0]
