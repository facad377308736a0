"""Games by the hundred between players that are compiled."""

from marengo.players.choice import choose_by_rule
from marengo.players.compiled import compiled, inlined
from marengo.players.scores import Scores
from marengo.players.settings import Manner, Setting
from marengo.rules.compiled import int64
from marengo.rules.decisions import Decision
from marengo.rules.either import begin, legal, play, summarise
from marengo.rules.random import Generator, below
from marengo.rules.records import Record, Records
from marengo.rules.shared.position import Position, SetUpTables, Workspace
from marengo.rules.shared.results import Defect, Result
from marengo.rules.sight import make_sight


@inlined
def _choose(
    t: SetUpTables,
    s: Position,
    w: Workspace,
    e: Record,
    v: Record,
    k: Scores,
    p: Setting,
    g: Generator,
) -> int:
    """Return the index of the move that a player without a tree chooses."""
    if p.manner == Manner.RANDOM:
        return below(g, int64(w.move_count))
    return choose_by_rule(t, s, w, e, v, k, g, p.temperature)


@compiled
def choose_once(
    tables: Records,
    sights: Records,
    works: Records,
    grounds: Records,
    weights: Records,
    scores: Records,
    settings: Records,
    generators: Records,
) -> int:
    """Entry point: return the index of the legal move of ``sights[0]`` that a player chooses."""
    t, s, w = tables[0], sights[0], works[0]
    legal(t, s, w)
    v = weights[int64(s.to_move)]
    return _choose(t, s, w, grounds[0], v, scores[0], settings[0], generators[0])


@inlined
def choose_move(
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
    first: int,
) -> int:
    """Return which move of ``works[0]`` the player of the side to move chooses, on his own sight.

    ``generators[first + side]`` is his chance. A single legal move is taken without asking him.
    """
    t, s, w = tables[0], states[0], works[0]
    chosen = int64(0)
    if w.move_count > 1:
        side = int64(s.to_move)
        sights[0] = states[0]
        make_sight(t, s, side, sights[0], blocks[0])
        legal(t, sights[0], works[1])
        chosen = _choose(
            t,
            sights[0],
            works[1],
            grounds[0],
            weights[side],
            scores[0],
            settings[side],
            generators[first + side],
        )
    return chosen


@inlined
def play_decision(
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
    first: int,
) -> None:
    """Play the next decision of ``states[0]`` as :func:`choose_move` chooses."""
    chosen = choose_move(
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
        first,
    )
    play(tables[0], states[0], works[0], int64(works[0].moves[chosen]))


@compiled
def play_games(
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
    results: Records,
) -> None:
    """Play one game for each result.

    Game *i* is set up by ``generators[3 * i]``; the Austrian player draws from the next one, the
    French player from the one after. ``settings`` and ``weights`` hold one row a side, ``works``
    two rows.
    """
    t, s, w = tables[0], states[0], works[0]
    for number in range(len(results)):
        begin(t, s, w, generators[3 * number])
        decisions = int64(0)
        while s.decision != Decision.OVER and w.move_count > 0:
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


@compiled
def finish(t: SetUpTables, s: Position, decisions: int, r: Result) -> None:
    """Write how a game ended into a row of results; one with decisions left has a defect."""
    summarise(t, s, decisions, r)
    r.defect = Defect.NONE if s.decision == Decision.OVER else Defect.DEAD_END


@compiled
def summarise_one(tables: Records, states: Records, decisions: int, results: Records) -> None:
    """Entry point: write how the game in ``states[0]`` ended into ``results[0]``."""
    finish(tables[0], states[0], decisions, results[0])
