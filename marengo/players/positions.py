"""Positions of games between players of rules of thumb, as the evaluation sees them."""

from typing import Any

import numpy as np

from marengo.players.choice import choose_by_rule
from marengo.players.compiled import compiled
from marengo.players.either import evaluate
from marengo.rules.compiled import int64
from marengo.rules.decisions import Decision
from marengo.rules.either import begin, legal, play, summarise
from marengo.rules.records import Records
from marengo.rules.shared.results import Defect
from marengo.rules.sight import make_sight

Array = np.ndarray[Any, Any]


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

    Games go as in :func:`marengo.players.batch.play_games`, both sides by rules of thumb. Game *i*
    is played at ``temperatures[i]``; of its decisions those are kept whose number is ``phases[i]``
    or some times ``every`` more. The evaluation is linear in its weights: feature *j* is its value
    with the weights ``units[j]``, of which one is 1. ``owners`` tells the game of each position.
    """
    t, s, w = tables[0], states[0], works[0]
    kept = int64(0)
    for number in range(len(results)):
        begin(t, s, w, generators[3 * number])
        decisions = int64(0)
        while s.decision != Decision.OVER and w.move_count > 0:
            if decisions % every == phases[number] and kept < len(features):
                for feature in range(len(units)):
                    features[kept, feature] = evaluate(t, s, grounds[0], units[feature])
                owners[kept] = number
                kept += 1
            side = int64(s.to_move)
            sights[0] = states[0]
            make_sight(t, s, side, sights[0], blocks[0])
            legal(t, sights[0], works[1])
            chosen = choose_by_rule(
                t,
                sights[0],
                works[1],
                grounds[0],
                weights[side],
                scores[0],
                generators[3 * number + 1 + side],
                temperatures[number],
            )
            play(t, s, w, int64(w.moves[chosen]))
            decisions += 1
        summarise(t, s, decisions, results[number])
        results[number].defect = Defect.NONE if s.decision == Decision.OVER else Defect.DEAD_END
    return kept
