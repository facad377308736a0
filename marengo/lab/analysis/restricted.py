"""Restricted play: what something is worth, by how often a side wins without it.

Jaffe, Miller, Andersen, Liu, Karlin and Popović, "Evaluating competitive game balance with
restricted play", Proceedings of AIIDE 2012: a player that leaves out a part of the game meets one
that does not; how much less it wins is what that part is worth to it.

Here both are the ``rule`` player, and both games of a pair have the same seed. The restricted one
knows of the restriction, since it scores what it may still do, but its weights are those tuned for
the whole game: a worth is what the part is worth to this player, and neither a lower nor an upper
bound of what it is worth to a good one. It is too high where the player would find other ways with
more practice, and too low where it uses the part badly: where it does itself harm by it, as France
does with assaults in Basic, the worth is even negative, which tells of the player and not of the
rule.

Restrictions are nested: whoever leaves out artillery leaves out bombardment, whoever leaves out
roads leaves out main roads, and whoever has but one order has no third. Their worths hold parts in
common and must not be added up.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from marengo.core.engine.record import joined
from marengo.core.players.engine_players import RulePlayer
from marengo.games.marengo.game import MarengoGame, load
from marengo.games.marengo.rules.moves import MoveKind
from marengo.games.marengo.rules.vocabulary import NONE, Kind, Side
from marengo.games.marengo.study.restricting import Bans, Roads
from marengo.lab.analysis.paired_shares import Pairs, score_interval
from marengo.lab.plan import StudyError
from marengo.lab.playing import BatchRunner, compiled_runner
from marengo.lab.simulate import Batch, check_games
from marengo.lab.statistics import Share, share

__all__ = ["RESTRICTIONS", "WORTH_COLUMNS", "Restriction", "restricted_play"]

"""The parameter with the orders or commands of a turn."""

POINTS = 100
"""Points of win rate in the whole: 1 point is a hundredth."""


@dataclass(frozen=True, slots=True)
class Restriction:
    """Something that a side leaves out.

    Forced choices (losses, retreats, payments, replies to an attack) stay as they are. A side that
    could do nothing else does what it leaves out; with the restrictions here that does not happen.

    Parameters
    ----------
    text : str
        What is left out, in words.
    left_out : tuple of MoveKind
        Moves never chosen.
    idle : tuple of Kind
        Such pieces take no part in any action or move in their own turn: they do not enter, march,
        attack, bombard or join an assault. They still reply, defend, retreat and fall back, and
        are organised with the others of their locality (T-14.14).
    roads : Roads
        Roads it marches by on the map, attacks and continuation on the march included (T-8.7,
        B-8.64). To enter by road is always allowed, up to the entry locality (T-15.4, B-8.72):
        else no army would come. Marches and attacks without road cross the same borders as ever
        (T-8.16, B-8.23).
    orders : int, optional
        Most orders (T-6.2) or commands (B-8.13) it spends in a turn.
    """

    text: str
    left_out: tuple[MoveKind, ...] = ()
    idle: tuple[Kind, ...] = ()
    roads: Roads = Roads.ALL
    orders: int | None = None

    def bans(self, game: MarengoGame) -> np.ndarray[Any, Any]:
        """Return the restriction as compiled code reads it, shape ``(1,)``."""
        bans = Bans.array()
        bans["roads"] = self.roads
        bans["left_out"] = sum(1 << kind for kind in self.left_out)
        bans["idle"] = sum(1 << kind for kind in self.idle)
        if self.orders is not None:
            scenario = game.scenario
            has = int(getattr(scenario.parameters, f"{game.action_points}_per_turn"))
            bans["withheld"] = max(has - self.orders, 0)
        return bans


FREE = Restriction("nothing")

RESTRICTIONS: dict[str, Restriction] = {
    "cavalry": Restriction(
        "no cavalry enters, moves or attacks (T-2.1, B-4.1)", idle=(Kind.CAVALRY,)
    ),
    "artillery": Restriction(
        "no artillery enters, moves, bombards or fires in defence (T-10.1, T-11.23, B-10.1)",
        left_out=(MoveKind.DECLARE, MoveKind.FIRE),
        idle=(Kind.ARTILLERY,),
    ),
    "bombardment": Restriction(
        "no bombardment is declared (T-10.2, B-10.3)", left_out=(MoveKind.DECLARE,)
    ),
    "assault": Restriction("no assault is made (T-11.1, B-11.1)", left_out=(MoveKind.ASSAULT,)),
    "road": Restriction(
        "no march by road beyond the entry locality (T-8.1, B-8.45)", roads=Roads.NONE
    ),
    "main_road": Restriction(
        "no march over a main-road crossing, none free of orders (T-8.7, B-8.17)",
        roads=Roads.LOCAL,
    ),
    "third_order": Restriction("at most 2 orders a turn (T-6.2, B-8.13)", orders=2),
    "two_orders": Restriction("at most 1 order a turn (T-6.2, B-8.13)", orders=1),
}
"""Restrictions by what they tell the worth of."""

WORTH_COLUMNS: dict[str, tuple[Any, str]] = {
    "scenario": (pl.String, "name of the scenario"),
    "seed": (pl.Int64, "root of all seeds"),
    "restriction": (pl.String, "what the side left out, by name"),
    "side": (pl.String, "which side left it out: austrian or french"),
    "games": (pl.Int64, "pairs of games on the same seeds"),
    "restricted": (pl.Float64, "share of games the side won without it"),
    "restricted_low": (pl.Float64, "lower end of its 95 % Wilson interval"),
    "restricted_high": (pl.Float64, "upper end"),
    "unrestricted": (pl.Float64, "share of games the side won with it"),
    "unrestricted_low": (pl.Float64, "lower end of its 95 % Wilson interval"),
    "unrestricted_high": (pl.Float64, "upper end"),
    "worth": (pl.Float64, "unrestricted less restricted, points of win rate"),
    "low": (pl.Float64, "lower end of its 95 % score interval (Tango 1998), points"),
    "high": (pl.Float64, "upper end, points"),
}
"""Columns of :func:`restricted_play`: type and meaning with unit."""


def _close_roads(tables: np.ndarray[Any, Any], roads: Roads) -> None:
    """Let roads of a board end at every border, except those that may be marched by.

    An entry from a box stays: the engine knows it by its place and not by its border.
    """
    t = tables[0]
    closed = np.zeros(len(t["end_main"]), bool)
    if roads == Roads.NONE:
        closed[:] = True
    elif roads == Roads.LOCAL:
        closed = t["end_main"] == 1
    t["end_other"][closed] = NONE
    t["end_approach"][closed] = NONE


def own_game(game: MarengoGame, restriction: Restriction) -> MarengoGame:
    """Return the game as a restricted side sees its ground: the same, but for closed roads."""
    if restriction.roads == Roads.ALL:
        return game
    own = MarengoGame.from_parts(game.board, game.scenario)
    _close_roads(own.tables, restriction.roads)
    return own


def restricted_runner(
    game: MarengoGame, restrictions: tuple[Restriction, Restriction]
) -> BatchRunner:
    """Return what plays games of two rule players, Austria and France, who leave something out."""
    return compiled_runner(
        game,
        (RulePlayer(game), RulePlayer(game)),
        ("rule", "rule"),
        [own_game(game, restriction) for restriction in restrictions],
        joined([restriction.bans(game) for restriction in restrictions]),
    )


def play_restricted(
    game: MarengoGame,
    restrictions: tuple[Restriction, Restriction],
    games: int,
    seed: int = 0,
    workers: int | None = None,
    progress: bool = False,
) -> pl.DataFrame:
    """Play games of two rule players who leave something out; a frame as ``simulate`` makes.

    Game *i* has the seed that it has in ``simulate(scenario, games, "rule", "rule", seed)``, and
    without any restriction it is the same game, move by move.
    """
    batch = Batch(game, games, seed, restricted_runner(game, restrictions))
    batch.run(workers, progress)
    return batch.frame()


def _check(restrictions: Sequence[str]) -> None:
    for name in restrictions:
        if name not in RESTRICTIONS:
            known = ", ".join(RESTRICTIONS)
            raise StudyError(f"restrictions: no restriction {name!r}: expected one of {known}")


def restricted_play(
    scenario: str | Path | MarengoGame,
    restrictions: Sequence[str] = tuple(RESTRICTIONS),
    games: int = 2000,
    seed: int = 0,
    workers: int | None = None,
    progress: bool = True,
) -> pl.DataFrame:
    """Return what some things are worth to each side, in points of win rate.

    Jaffe and others, "Evaluating competitive game balance with restricted play" (2012). One side
    plays as ``rule`` without something against ``rule`` with everything; the same games are played
    by two that have everything; the difference of win rates, pair by pair on common seeds, is the
    worth; its interval is the score interval of pairs. A worth holds for these players; a negative
    one says that they play better without, as they use the part badly. Restrictions are nested
    (artillery contains bombardment, road contains main_road, two_orders contains third_order), so
    that worths must not be added up.

    Parameters
    ----------
    scenario : str, Path or Game
        Name or file of a scenario, or a game.
    restrictions : sequence of str
        Names in :data:`RESTRICTIONS`.
    games : int
        Pairs of games for each restriction and side; at least 1.
    seed : int
        Root of all seeds.
    workers : int, optional
        Threads; default: one a processor. The frame is the same for any number.
    progress : bool
        Whether to show progress bars.

    Returns
    -------
    polars.DataFrame
        One row for each restriction and side, in the order given; :data:`WORTH_COLUMNS`.

    Raises
    ------
    StudyError
        If there is no such restriction; lists those there are.
    ScenarioError
        If there is no such scenario.
    ValueError
        If ``games`` is less than 1.
    """
    _check(restrictions)
    if check_games(games) < 1:
        raise ValueError("games: expected 1 or more, not 0")
    game = scenario if isinstance(scenario, MarengoGame) else load(scenario)
    whole = play_restricted(game, (FREE, FREE), games, seed, workers, progress)
    rows = []
    for name in restrictions:
        for side in Side:
            one = RESTRICTIONS[name]
            both = (one, FREE) if side == Side.AUSTRIAN else (FREE, one)
            without = play_restricted(game, both, games, seed, workers, progress)
            row = _worth_row(name, side.name.lower(), without, whole)
            rows.append((game.scenario.name, seed, *row))
    schema = {column: dtype for column, (dtype, _) in WORTH_COLUMNS.items()}
    return pl.DataFrame(rows, schema=schema, orient="row")


def _worth_row(
    name: str, army: str, without: pl.DataFrame, whole: pl.DataFrame
) -> tuple[str | int | float, ...]:
    """Return a row of the frame of worths; games that only one batch has are left out."""
    pairs = whole.join(without, on="game").select(
        (pl.col("winner") == army).alias("has"), (pl.col("winner_right") == army).alias("lacks")
    )
    games = pairs.height
    both = pairs.filter(pl.col("has") & pl.col("lacks")).height
    more = pairs.filter(pl.col("has") & ~pl.col("lacks")).height
    less = pairs.filter(~pl.col("has") & pl.col("lacks")).height
    counts = Pairs(both, more, less, games - both - more - less)
    low, high = score_interval(counts)
    lacks, has = share(both + less, games), share(both + more, games)
    ends = *_ends(lacks), *_ends(has)
    return (name, army, games, *ends, POINTS * counts.difference, POINTS * low, POINTS * high)


def _ends(one: Share) -> tuple[float, float, float]:
    return one.value, one.low, one.high
