"""Likeness to history: against games and days made up so that the distance is known."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl
import pytest
import shapely

import marengo
from marengo.games.marengo.board.geometry import shape_of, to_metres
from marengo.games.marengo.study.history import Arrival, Day, Loss, Spot, Stand
from marengo.games.marengo.study.likeness import FAR, LEAST, PACE
from marengo.lab import Run, Study
from marengo.lab.analysis import (
    LIKENESS_COLUMNS,
    LIKENESS_HOUR_COLUMNS,
    likeness,
    likeness_by_hour,
)
from marengo.lab.plan import StudyError
from marengo.plots import read_day
from tests.lab.analysis.made_up import made_up_run
from tests.lab.runs import quiet
from tests.plots.study_frames import presence

TRIOMPHE = marengo.load("triomphe")
MARENGO, FAR_WEST, NOVI = 14, 1, 76
"""Localities of the board of Triomphe."""

PLACES = {"Marengo": Spot(8.6700, 44.8960), "San Giuliano": Spot(8.76057, 44.88902)}


@dataclass(frozen=True)
class Watched(Run):
    """A run that is nowhere on the disk, with who stood where."""

    rows: pl.DataFrame
    stood: pl.DataFrame

    @property
    def games(self) -> pl.LazyFrame:
        """Return the games that were made up."""
        return self.rows.lazy()

    @property
    def presence(self) -> pl.LazyFrame:
        """Return who stood where in them."""
        return self.stood.lazy()


def watched(*rows: tuple[Any, ...]) -> Run:
    """Return a run of Triomphe with rows of presence: game, hour, side, origin, locality, …."""
    study = Study(name="made-up", scenarios=("triomphe",), players=("rule",), observe=("presence",))
    stood = presence(*rows)
    numbers = stood["game"].unique().sort()
    games = pl.DataFrame({"cell": 0, "seed": numbers, "winner": ["french"] * len(numbers)})
    run = made_up_run(study, games)
    return Watched(Path("made-up"), run.manifest, study, run.games.collect(), stood)


def stand(*hours: int, army: Any = "austrian", scouts: bool = False) -> Stand:
    return Stand(army, "Melas", "Marengo", hours, (), scouts=scouts)


def day(*stands: Stand, losses: tuple[Loss, ...] = (), arrivals: tuple[Arrival, ...] = ()) -> Day:
    return Day({}, PLACES, (), stands, arrivals, losses)


def part(run: Run, told: Day, name: str, **asked: Any) -> dict[int, dict[int, float]]:
    """Return a part of the likeness, hour by hour, of each game."""
    found = likeness_by_hour(run, day=told, **asked)
    rows = found.select("game", "hour", name).iter_rows()
    games: dict[int, dict[int, float]] = {}
    for game, hour, value in rows:
        games.setdefault(game, {})[hour] = value
    return games


def test_the_front_is_how_far_the_nearest_troops_are() -> None:
    shape = shape_of(TRIOMPHE.board.locality(FAR_WEST).polygon)
    away = shape.distance(shapely.Point(to_metres(PLACES["Marengo"].at))) / 1000
    run = watched(
        (0, 14, "austrian", 4, MARENGO, 1, 3, 0),  # there
        (0, 14, "austrian", 4, FAR_WEST, 1, 3, 0),  # the nearest count
        (1, 15, "austrian", 4, MARENGO, 1, 3, 0),  # an hour later, as accounts differ
        (2, 14, "austrian", 4, FAR_WEST, 1, 3, 0),
        (2, 16, "austrian", 4, MARENGO, 1, 3, 0),  # too late
        (3, 14, "french", 4, MARENGO, 1, 3, 0),  # the wrong army
        (4, 10, "austrian", 4, MARENGO, 1, 3, 0),  # over at ten: they stay
        (5, 14, "austrian", 4, MARENGO, 0, 0, 3),  # lost there, and nobody left
    )
    found = part(run, day(stand(14)), "front")
    assert {game: hours[14] for game, hours in found.items()} == pytest.approx(
        {0: 0, 1: 0, 2: away, 3: FAR, 4: 0, 5: FAR}
    )


def test_scouts_are_no_front_and_corps_count_alike() -> None:
    run = watched((0, 14, "austrian", 4, MARENGO, 1, 3, 0))
    told = day(stand(14), stand(14, army="french"), stand(14, army="french", scouts=True))
    assert part(run, told, "front") == {0: {14: pytest.approx(FAR / 2)}}


def test_losses_are_shares_of_the_army_outside_the_accounts() -> None:
    strength = sum(piece.strength for piece in TRIOMPHE.start(0).pieces if piece.side == 0)
    run = watched(
        (0, 7, "austrian", 4, 5, 1, 3, 1),
        (0, 9, "austrian", 4, 5, 1, 3, strength // 2 - 1),
        (0, 14, "austrian", 4, MARENGO, 1, 3, 0),
    )
    told = (
        Loss("austrian", 7, (0, 0), ()),
        Loss("austrian", 14, (0.1, 0.4), ()),
        Loss("french", 14, (0.2, 0.3), ()),
    )
    found = part(run, day(stand(7, 9, 14), losses=told), "losses")[0]
    half = strength // 2 / strength
    assert found[7] == pytest.approx(100 * (1 / strength) / 2)  # both armies' mean
    assert found[9] == pytest.approx(100 * (half - 0.4) / 2)  # no more than at two, at nine
    assert found[14] == pytest.approx(100 * ((half - 0.4) + 0.2) / 2)


def test_arrivals_are_hours_outside_the_accounts() -> None:
    edge = TRIOMPHE.board.entry("Novi").at
    assert edge is not None
    ground = (shapely.Point(to_metres(at)) for at in (edge, PLACES["San Giuliano"].at))
    march = shapely.distance(*ground) / 1000 / PACE
    told = Arrival("Desaix", "french", "", (), "San Giuliano", (16, 17), boxes={"triomphe": "Novi"})
    run = watched(
        (0, 16, "french", None, NOVI, 2, 4, 0),  # as in the accounts
        (1, 19, "french", None, NOVI, 2, 4, 0),
        (2, 16, "french", None, NOVI, 1, 4, 0),
        (2, 20, "french", None, NOVI, 1, 4, 0),  # half of them late
        (3, 16, "french", 4, NOVI, 2, 4, 0),  # it was on the map already
    )
    found = part(run, day(stand(18, 19, 20, 21), arrivals=(told,)), "arrivals")
    assert found[0] == pytest.approx(dict.fromkeys((18, 19, 20, 21), 0))
    assert found[1] == pytest.approx({18: 1, 19: 1 + march, 20: 1 + march, 21: 1 + march})
    assert found[2] == pytest.approx({18: 0, 19: 0, 20: march, 21: march})
    assert found[3] == pytest.approx({18: 1, 19: 2, 20: 3, 21: 4})


def test_the_distance_is_made_of_scaled_and_weighted_parts() -> None:
    run = watched(
        (0, 14, "austrian", 4, MARENGO, 1, 3, 0),
        (1, 14, "french", 4, MARENGO, 1, 3, 1),
    )
    told = day(stand(14), losses=(Loss("french", 14, (0, 0), ()),))
    strength = sum(piece.strength for piece in TRIOMPHE.start(0).pieces if piece.side == 1)
    losses = 100 / strength / 2  # spread of two games: half of it, less than accounts are exact
    assert losses / 2 < LEAST["losses"]
    expected = ((FAR / (FAR / 2)) ** 2 + 3 * (losses / LEAST["losses"]) ** 2) / 4
    found = part(run, told, "distance", weights={"front": 1, "losses": 3})
    assert {game: hours[14] for game, hours in found.items()} == pytest.approx(
        {0: 0, 1: expected**0.5}
    )


def test_games_are_ranked_until_an_hour() -> None:
    run = watched(
        (0, 10, "austrian", 4, FAR_WEST, 1, 3, 0),
        (0, 14, "austrian", 4, MARENGO, 1, 3, 0),
        (1, 10, "austrian", 4, MARENGO, 1, 3, 0),
        (1, 14, "french", 4, MARENGO, 1, 3, 0),
    )
    told = day(stand(10, 14))
    whole, morning = likeness(run, day=told), likeness(run, 12, day=told)
    assert whole["game"].to_list() == [0, 1]
    assert morning["game"].to_list() == [1, 0]
    assert dict(whole.schema) == {name: dtype for name, (dtype, _) in LIKENESS_COLUMNS.items()}
    hours = likeness_by_hour(run, day=told)
    assert dict(hours.schema) == {name: kind for name, (kind, _) in LIKENESS_HOUR_COLUMNS.items()}
    squares = hours.filter(game=0)["distance"].pow(2).mean()
    assert whole["distance"][0] ** 2 == pytest.approx(squares)


def test_both_games_are_held_against_the_day(tmp_path: Path) -> None:
    study = Study(
        name="day",
        scenarios=("bonaparte", "triomphe", "triomphe-desaix-never"),
        players=("rule",),
        games=20,
        observe=("presence",),
    )
    found = likeness(quiet(study, tmp_path / "run"))
    assert found.height == 60
    assert found.select(pl.col("front", "losses", "distance").min() > 0).row(0) >= (True, False)
    never = found.filter(scenario="triomphe-desaix-never")["arrivals"]
    assert never.min() > found.filter(scenario="triomphe")["arrivals"].median()  # type: ignore[operator]


def test_the_day_that_comes_along_tells_losses_and_where_corps_came() -> None:
    told = read_day()
    assert {loss.army for loss in told.losses} == {"austrian", "french"}
    assert all(arrival.place for arrival in told.arrivals if arrival.fought)
    assert {one.corps for one in told.stands if one.scouts} == {"Rivaud's scouts"}


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"weights": {"fronts": 1}}, "weights: 'fronts': expected some of front, losses, arrivals"),
        ({"weights": {"front": -1}}, "weights: front: expected 0 or more, not -1"),
        ({"weights": {"front": 0}}, "weights: expected one above 0"),
        ({"until": 5}, "until: expected an hour of which accounts tell, not 5"),
    ],
)
def test_what_cannot_be_asked_is_refused(asked: dict[str, Any], words: str) -> None:
    run = watched((0, 14, "austrian", 4, MARENGO, 1, 3, 0))
    with pytest.raises(StudyError, match=words):
        likeness(run, **asked)


def test_presence_must_be_observed() -> None:
    run = watched((0, 14, "austrian", 4, MARENGO, 1, 3, 0))
    study = Study(name="blind", scenarios=("triomphe",), players=("rule",))
    with pytest.raises(StudyError, match='observe: expected "presence" in the plan'):
        likeness(Run(run.folder, run.manifest, study))
