"""How a position stands: a weighted sum of named features, fitted by logistic regression."""

from marengo.core.engine.compiled import compiled, int64
from marengo.games.bonaparte.policy.ground import FAR, Ground
from marengo.games.bonaparte.policy.weights import Weights
from marengo.games.bonaparte.rules.state import INACTIVE, State, Tables
from marengo.games.marengo.policy.threats import value_of_threats
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import size_of
from marengo.games.marengo.rules.pieces import end_slot, first_slot
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import (
    FIRST_APPROACH,
    LOCALITIES,
    NONE,
    SLOTS,
    Side,
)

DECIDED = 40.0
"""Logit of a game that is over."""


@compiled
def evaluate(t: Tables, s: State, w: Workspace, e: Ground, v: Weights) -> float:
    """Return the logit of Austria's probability of winning; plus or minus 40 once it is over."""
    if s.decision == Decision.OVER:
        return DECIDED if s.winner == Side.AUSTRIAN else -DECIDED
    late = (s.hour + 0.5 * s.turn - t.first_hour) / max(t.last_hour + 1 - t.first_hour, 1)
    value = v.value_even + v.value_late * late + v.value_turn * s.turn
    value += _of_morale(t, s, v, late)
    value += _of_stars(t, s, e, v, late)
    value += value_of_threats(t, s, w, v)
    return value + _of_armies(t, s, e, v, late)


@compiled
def _of_morale(t: Tables, s: State, v: Weights, late: float) -> float:
    """Return the part that morale decides (B-14.2)."""
    austrian, french = float(s.morale[0]), float(s.morale[1])
    early = 1.0 - late
    beaten = (s.demoralised[1] != NONE) - (s.demoralised[0] != NONE)
    value = v.value_beaten * beaten + v.value_beaten_late * late * beaten
    value += v.value_austrian_morale * austrian / max(t.start_morale[0], 1)
    value += v.value_french_morale * french / max(t.start_morale[1], 1)
    value += v.value_austrian_brink * early / (1.0 + austrian)
    return value + v.value_french_brink * early / (1.0 + french)


@compiled
def stars(t: Tables, s: State, e: Ground) -> tuple[float, float, float, float]:
    """Return the stars held, 1 if they are enough, and the way to the two nearest colours."""
    held_stars, colours = int64(0), int64(0)
    for piece in range(SLOTS):
        place = s.place[piece]
        if place != NONE and t.locality_of[place] != NONE:
            locality = t.locality_of[place]
            held_stars |= e.star_bit[locality]
            colours |= int64(1) << int64(t.star[locality])
    held, hues = size_of(held_stars), size_of(colours & ~int64(1))
    enough = 1.0 if held >= t.stars_needed and hues >= t.colours_needed else 0.0
    first, second = FAR, FAR
    for colour in range(1, e.colours + 1):
        distance = FAR
        for piece in range(SLOTS):
            place = s.place[piece]
            if place != NONE and t.locality_of[place] != NONE:
                row = colour * LOCALITIES + int64(t.locality_of[place])
                distance = min(distance, e.colour_distance[row])
        if distance < first:
            first, second = distance, first
        elif distance < second:
            second = distance
    return float(held), enough, min(first, e.longest), min(second, e.longest)


@compiled
def _of_stars(t: Tables, s: State, e: Ground, v: Weights, late: float) -> float:
    """Return the part that the stars decide: those held, and how far the next colours are."""
    held, enough, first, second = stars(t, s, e)
    value = enough * (v.value_stars + v.value_stars_late * late)
    value += held * (v.value_star + v.value_star_late * late)
    value += second * (v.value_distance + v.value_distance_late * late)
    return value + first * late * v.value_first_distance_late


@compiled
def army(
    t: Tables, s: State, e: Ground, side: int
) -> tuple[float, float, float, float, float, float]:
    """Return sums over an army: strength, on the map, progress, in approaches, horse, asleep."""
    strength, present, progress, blocking = 0.0, 0.0, 0.0, 0.0
    leading, asleep = 0.0, 0.0
    for piece in range(first_slot(side), end_slot(t, side)):
        place = s.place[piece]
        if place == NONE:
            continue
        points = float(s.strength[piece])
        strength += points
        leading += points > 1.0
        locality = t.locality_of[place]
        if locality != NONE:
            present += points
            progress += points * e.progress[locality]
            blocking += place >= FIRST_APPROACH
            asleep += (s.marks[piece] & INACTIVE) != 0
    return strength, present, progress, blocking, leading, asleep


@compiled
def _of_armies(t: Tables, s: State, e: Ground, v: Weights, late: float) -> float:
    """Return the part that strength and place of the two armies decide."""
    early = 1.0 - late
    strength, present, progress, blocking, leading, _ = army(t, s, e, int64(0))
    value = v.value_austrian_strength * strength + v.value_austrian_present_late * present * late
    value += v.value_austrian_progress * progress + v.value_austrian_progress_late * progress * late
    value += v.value_austrian_blocking * blocking * early + v.value_austrian_leading * leading
    strength, present, progress, blocking, leading, asleep = army(t, s, e, int64(1))
    value += v.value_french_strength * strength + v.value_french_present_late * present * late
    value += v.value_french_progress * progress + v.value_french_progress_late * progress * late
    value += v.value_french_blocking * blocking * early + v.value_french_leading * leading
    return value + v.value_asleep * asleep * early
