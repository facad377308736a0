"""Scenarios of *Bonaparte at Marengo*."""

from typing import Annotated, ClassVar

import msgspec

from marengo.games.marengo import scenario
from marengo.games.marengo.rules.vocabulary import SLOTS
from marengo.games.marengo.scenario import Hour
from marengo.games.marengo.terms import Term, Terms

Pieces = Annotated[int, msgspec.Meta(ge=0, le=SLOTS)]
Points = Annotated[int, msgspec.Meta(ge=0, le=200)]
Number = Annotated[int, msgspec.Meta(ge=0, le=95)]

TERMS: Terms = {
    "parameters.first_hour": Term("first round", "hour", "B-7.1"),
    "parameters.last_hour": Term("last round", "hour", "B-7.1"),
    "parameters.road_steps": Term("steps of a road march", "", "B-8.46"),
    "parameters.commands_per_turn": Term("commands per turn", "", "B-8.13"),
    "parameters.group_limit": Term("most pieces in a group or assault", "", "B-8.10"),
    "parameters.leading_strength": Term(
        "least strength of a piece that leads an assault", "", "B-11.23"
    ),
    "parameters.first_activations": Term("pieces activated in the first French turn", "", "B-6.14"),
    "parameters.later_activations": Term(
        "pieces activated in each later French turn", "", "B-6.15"
    ),
    "parameters.activation_hour": Term(
        "round from which activation needs no other condition", "hour", "B-6.17"
    ),
    "parameters.morale_bonus": Term("bonus for demoralising the enemy", "points", "B-13.6"),
    "parameters.stars_needed": Term("stars that win for Austria", "", "B-14.3"),
    "parameters.colours_needed": Term("colours these stars must have", "", "B-14.3"),
    "parameters.obstacle_needs_infantry": Term(
        "an attack over a cavalry obstacle needs infantry", "", "B-15.9"
    ),
    "parameters.automatic_shuffling": Term("shuffling without being asked", "", "B-4.21"),
    "morale.austrian": Term("Austrian morale at the start", "points", "B-6.2"),
    "morale.french": Term("French morale at the start", "points", "B-6.2"),
    "bid.austrian": Term("taken off the Austrian morale", "points", "B-15.3"),
    "bid.french": Term("taken off the French morale", "points", "B-15.3"),
    "options.revealed_units": Term(
        "pieces shown stay face-up until they can be shuffled", "", "B-15.10"
    ),
    "options.open_pieces": Term("only French infantry is hidden", "", "B-15.12"),
    "hours.*": Term("{0} opens at", "hour", "B-8.70", between=" "),
}
"""Names of the fields of a scenario."""


class Force(scenario.Force, frozen=True, kw_only=True):
    """Pieces that start together, active or not (B-6.6)."""

    inactive: bool = False


class Morale(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Morale of both armies at the start (B-6.2)."""

    austrian: Annotated[int, msgspec.Meta(ge=1, le=200)]
    french: Annotated[int, msgspec.Meta(ge=1, le=200)]


class Bid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points by which morale at the start is lowered (B-15.3, B-15.5, B-15.7)."""

    austrian: Points = 0
    french: Points = 0


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Variants that change only what is shown.

    ``revealed_units``: a piece shown stays face-up until its owner could shuffle it (B-15.10).
    ``open_pieces``: all Austrian pieces, and French cavalry and artillery, lie open (B-15.12).
    """

    revealed_units: bool = False
    open_pieces: bool = False


class Parameters(scenario.Parameters, frozen=True, kw_only=True):
    """Numbers of the rules; the defaults are those of the rulebook."""

    commands_per_turn: Annotated[int, msgspec.Meta(ge=0, le=20)] = 3
    group_limit: Annotated[int, msgspec.Meta(ge=1, le=SLOTS)] = SLOTS
    leading_strength: Annotated[int, msgspec.Meta(ge=1, le=4)] = 2
    first_activations: Pieces = 1
    later_activations: Pieces = 2
    activation_hour: Hour = 11
    morale_bonus: Annotated[int, msgspec.Meta(ge=0, le=100)] = 5
    stars_needed: Number = 2
    colours_needed: Number = 2
    obstacle_needs_infantry: bool = True
    automatic_shuffling: bool = True


class BonaparteScenario(scenario.Scenario, frozen=True, kw_only=True, tag="bonaparte"):
    """A set-up of Bonaparte."""

    terms: ClassVar[Terms] = TERMS
    forces: tuple[Force, ...]
    morale: Morale
    bid: Bid = Bid()
    options: Options = Options()
    parameters: Parameters = Parameters()
