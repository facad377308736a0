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

Array = np.ndarray[Any, Any]


@compiled
def features_of(
    tables: Records, states: Records, grounds: Records, units: Records, features: Array
) -> None:
    """Write what the evaluation sees of ``states[0]`` into ``features``.

    The evaluation is linear in its weights: feature *j* is its value with the weights ``units[j]``,
    of which one is 1.
    """
    for feature in range(len(units)):
        features[feature] = evaluate(tables[0], states[0], grounds[0], units[feature])


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
    phases: Array,
    every: int,
    units: Records,
    features: Array,
    owners: Array,
    results: Records,
) -> int:
    """Play one game for each result, keep features of its positions, and return their number.

    Games go as in :func:`marengo.players.batch.play_games`. Both sides of game *i* play at
    ``temperatures[i]``; of its decisions those are kept whose number is ``phases[i]`` or some times
    ``every`` more, see :func:`features_of`. ``owners`` tells the game of each position.
    """
    t, s, w = tables[0], states[0], works[0]
    kept = int64(0)
    for number in range(len(results)):
        begin(t, s, w, generators[3 * number])
        for side in range(2):
            settings[side].temperature = temperatures[number]
        decisions = int64(0)
        while s.decision != Decision.OVER and w.move_count > 0:
            if decisions % every == phases[number] and kept < len(features):
                features_of(tables, states, grounds, units, features[kept])
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
