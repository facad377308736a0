"""Scenarios of *Triomphe à Marengo*."""

from typing import Annotated, ClassVar

import msgspec

from marengo.games.marengo import scenario
from marengo.games.marengo.rules.vocabulary import SLOTS
from marengo.games.marengo.scenario import Count, Hour
from marengo.games.marengo.terms import Term, Terms

Discs = Annotated[int, msgspec.Meta(ge=0, le=60)]

TERMS: Terms = {
    "parameters.first_hour": Term("first round", "hour", "T-5.1"),
    "parameters.last_hour": Term("last round", "hour", "T-5.1"),
    "parameters.road_steps": Term("steps of a road march", "", "T-8.3"),
    "parameters.orders_per_turn": Term("orders per turn", "", "T-6.2"),
    "parameters.group_limit": Term("most pieces in one action", "", "T-6.14"),
    "parameters.surprise_hour": Term("last hour of surprise", "hour", "T-14.1"),
    "parameters.organised_for_pairs": Term(
        "organised pieces from which an order may organise two", "", "T-14.12"
    ),
    "parameters.return_until": Term("last hour of the French return of a disc", "hour", "T-18.27"),
    "parameters.objective_pieces": Term(
        "Austrian pieces needed east of the objective line", "", "T-19.3"
    ),
    "morale.austrian.uncommitted": Term("uncommitted Austrian discs", "", "T-4.3"),
    "morale.french.uncommitted": Term("uncommitted French discs", "", "T-4.3"),
    "morale.austrian.track.*": Term("Austrian discs on the track at {0}:00", "", "T-4.2", absent=0),
    "morale.french.track.*": Term("French discs on the track at {0}:00", "", "T-4.2", absent=0),
    "hours.*": Term("{0} opens at", "hour", "T-15.1", between=" "),
}
"""Names of the fields of a scenario."""


class Pieces(scenario.Pieces, frozen=True, kw_only=True):
    """Pieces alike, and the hour before which they may not enter (T-15.15)."""

    earliest: Hour = 0


class Force(scenario.Force, frozen=True, kw_only=True):
    """Pieces that start together, organised or not (T-14.3)."""

    pieces: tuple[Pieces, ...]
    disorganised: bool = False


class ArmyMorale(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Discs at the start: uncommitted, and on the time track by hour (T-4.2, T-4.3)."""

    uncommitted: Discs = 0
    track: dict[Hour, Discs] = {}


class Morale(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Discs of both armies at the start."""

    austrian: ArmyMorale
    french: ArmyMorale


class Parameters(scenario.Parameters, frozen=True, kw_only=True):
    """Numbers of the rules; the defaults are those of the rulebook."""

    orders_per_turn: Annotated[int, msgspec.Meta(ge=0, le=20)] = 3
    group_limit: Annotated[int, msgspec.Meta(ge=1, le=4)] = 3
    surprise_hour: Hour = 6
    organised_for_pairs: Annotated[int, msgspec.Meta(ge=0, le=SLOTS)] = 3
    return_until: Hour = 15
    objective_pieces: Count = 3


class TriompheScenario(scenario.Scenario, frozen=True, kw_only=True, tag="triomphe"):
    """A set-up of Triomphe."""

    terms: ClassVar[Terms] = TERMS
    forces: tuple[Force, ...]
    morale: Morale
    parameters: Parameters = Parameters()
