"""What players learn a position of *Bonaparte at Marengo* by: its features."""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.policy.ground import FAR, Ground
from marengo.games.bonaparte.rules.state import INACTIVE, State, Tables
from marengo.games.marengo.policy.scores import Scores
from marengo.games.marengo.policy.threats import write_threats
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


@compiled
def stars(t: Tables, s: State, e: Ground) -> tuple[float, float, float, float]:
    """Return the stars held, 1 if they are enough, and the way to the two nearest colours."""
    held_stars, colours = 0, 0
    for piece in range(SLOTS):
        place = s.place[piece]
        if place != NONE and t.locality_of[place] != NONE:
            locality = t.locality_of[place]
            held_stars |= e.star_bit[locality]
            colours |= 1 << t.star[locality]
    held, hues = size_of(held_stars), size_of(colours & ~1)
    enough = 1.0 if held >= t.stars_needed and hues >= t.colours_needed else 0.0
    first, second = FAR, FAR
    for colour in range(1, e.colours + 1):
        distance = FAR
        for piece in range(SLOTS):
            place = s.place[piece]
            if place != NONE and t.locality_of[place] != NONE:
                row = colour * LOCALITIES + t.locality_of[place]
                distance = min(distance, e.colour_distance[row])
        if distance < first:
            first, second = distance, first
        elif distance < second:
            second = distance
    return float(held), enough, min(first, e.longest), min(second, e.longest)


@compiled
def army(
    t: Tables, s: State, e: Ground, side: int
) -> tuple[float, float, float, float, float, float]:
    """Return sums over an army: strength, on the map, progress, blocking, able to lead, asleep."""
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
def position_features(t: Tables, s: State, w: Workspace, e: Ground, k: Scores) -> None:
    """Write how far the day is gone, then both armies' morale and pieces, stars and threats."""
    f = k.position
    late = (s.hour + 0.5 * s.turn - t.first_hour) / max(t.last_hour + 1 - t.first_hour, 1)
    early = 1.0 - late
    f[0], f[1], f[2] = 1.0, late, s.turn == Side.AUSTRIAN
    for side in range(2):
        strength, present, progress, blocking, leading, asleep = army(t, s, e, side)
        first, level = 3 + 11 * side, float(s.morale[side])
        f[first] = level / max(t.start_morale[side], 1)
        f[first + 1], f[first + 2] = early * 4.0 / (1.0 + level), 4.0 / (1.0 + level)
        f[first + 3] = s.demoralised[side] != NONE
        f[first + 4], f[first + 5] = strength / 30.0, present * late / 30.0
        f[first + 6], f[first + 7] = progress / 20.0, progress * late / 20.0
        f[first + 8], f[first + 9] = blocking * early / 4.0, leading / 10.0
        f[first + 10] = asleep * early / 5.0
    held, enough, nearest, second = stars(t, s, e)
    f[25], f[26], f[27], f[28] = held / 2.0, held * late, enough, enough * late
    f[29], f[30] = second / e.longest, second * late / e.longest
    f[31] = nearest * late / e.longest
    write_threats(t, s, w, k, 32)
