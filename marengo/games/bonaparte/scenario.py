"""Scenarios of *Bonaparte at Marengo*."""

from typing import Annotated, ClassVar

import msgspec

from marengo.games.bonaparte.terms import TERMS
from marengo.games.marengo import scenario
from marengo.games.marengo.rules.vocabulary import SLOTS
from marengo.games.marengo.scenario import Hour
from marengo.games.marengo.terms import Terms

Pieces = Annotated[int, msgspec.Meta(ge=0, le=SLOTS)]
Points = Annotated[int, msgspec.Meta(ge=0, le=200)]
Number = Annotated[int, msgspec.Meta(ge=0, le=95)]


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
