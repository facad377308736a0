"""What an assault from an approach may count on, as far as a side can judge."""

from marengo.core.engine.compiled import compiled
from marengo.games.bonaparte.rules.state import State, Tables
from marengo.games.marengo.policy.scores import Scores
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, PIECES

HORSE = 0.7
"""Probability from which a block is taken for cavalry."""


@compiled
def defence_strength(t: Tables, s: State, k: Scores, approach: int) -> float:
    """Return the strength that the pieces in an approach can expect to lead their defence with."""
    place = FIRST_APPROACH + approach
    first, second = 0.0, 0.0
    for piece in range(PIECES):
        if s.place[piece] == place:
            strength = k.believed[piece]
            second = max(min(first, strength), second)
            first = max(first, strength)
    return first + t.wide[approach] * second


@compiled
def assault_margin(t: Tables, s: State, k: Scores, approach: int) -> float:
    """Return the result to expect of an assault from an approach with all pieces in it.

    Infantry or cavalry leads, whichever has more after its penalty; strength 1 never does.
    """
    place, against = FIRST_APPROACH + approach, t.opposite[approach]
    opposite, wide = FIRST_APPROACH + against, t.wide[against]
    foot, foot_too, horse, horse_too, defence, defence_too = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    on_foot, on_horse = float(t.infantry_penalty[against]), float(t.cavalry_penalty[against])
    for piece in range(PIECES):
        if s.place[piece] == place:
            strength = k.believed[piece]
            if k.cavalry[piece] < HORSE:
                if strength > max(on_foot, 1.0):
                    foot, foot_too = max(foot, strength), max(min(foot, strength), foot_too)
            elif strength > max(on_horse, 1.0):
                horse, horse_too = max(horse, strength), max(min(horse, strength), horse_too)
        elif s.place[piece] == opposite:
            strength = k.believed[piece]
            defence_too = max(min(defence, strength), defence_too)
            defence = max(defence, strength)
    best = foot + wide * foot_too - on_foot
    if not t.obstacle[against]:
        best = max(best, horse + wide * horse_too - on_horse)
    return best - defence - wide * defence_too
