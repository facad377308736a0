"""Positions of games as the evaluation sees them."""

from typing import Any

import numpy as np

from marengo.players.batch import finish, play_decision
from marengo.players.compiled import compiled
from marengo.players.either import evaluate
from marengo.rules.compiled import int64
from marengo.rules.decisions import Decision
from marengo.rules.either import begin
from marengo.rules.records import Records
from marengo.rules.vocabulary import NONE

Array = np.ndarray[Any, Any]


@compiled
def features_of(
    tables: Records,
    states: Records,
    works: Records,
    grounds: Records,
    units: Records,
    features: Array,
) -> None:
    """Write what the evaluation sees of ``states[0]`` into ``features``; ``works[0]`` is of it.

    The evaluation is linear in its weights: feature *j* is its value with the weights ``units[j]``,
    of which one is 1.
    """
    for feature in range(len(units)):
        features[feature] = evaluate(tables[0], states[0], works[0], grounds[0], units[feature])


@compiled
def record_games(
    tables: Records,
    states: Records,
    sights: Records,
    works: Records,
    blocks: Records,
    grounds: Records,
    weights: Records,
    scores: Records,
    settings: Records,
    generators: Records,
    temperatures: Array,
    units: Records,
    features: Array,
    owners: Array,
    results: Records,
) -> int:
    """Play one game for each result, keep features of its positions, and return their number.

    Games go as in :func:`marengo.players.batch.play_games`. Both sides of game *i* play at
    ``temperatures[i]``; the first position of each player's turn is kept, see :func:`features_of`.
    ``owners`` tells the game of each position.
    """
    t, s, w = tables[0], states[0], works[0]
    kept = int64(0)
    for number in range(len(results)):
        begin(t, s, w, generators[3 * number])
        for side in range(2):
            settings[side].temperature = temperatures[number]
        decisions, turn = int64(0), int64(NONE)
        while s.decision != Decision.OVER and w.move_count > 0:
            if s.turn != turn and kept < len(features):
                turn = int64(s.turn)
                features_of(tables, states, works, grounds, units, features[kept])
                owners[kept] = number
                kept += 1
            play_decision(
                tables,
                states,
                sights,
                works,
                blocks,
                grounds,
                weights,
                scores,
                settings,
                generators,
                3 * number + 1,
            )
            decisions += 1
        finish(t, s, decisions, results[number])
    return kept
