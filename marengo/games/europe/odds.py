"""Exact odds of a battle's dice: every roll of the engine is followed, none is drawn."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import polars as pl

from marengo.core.errors import MarengoError, did_you_mean
from marengo.core.state import Chance
from marengo.games.europe.game import battle
from marengo.games.europe.notation import ADJECTIVES, PIECES, zone_names
from marengo.games.europe.rules.movement import PHASES
from marengo.games.europe.rules.words import SQUARE, Decision, Phase, Piece, Stage, Zone
from marengo.games.europe.state import BattleState

__all__ = ["ARMIES", "NOTHING", "action_odds", "odds", "outcomes", "told"]

NOTHING = "nothing"
"""Result of an action that has lost or routed nobody."""

Branch = tuple[float, BattleState, tuple[str, ...]]
"""Probability of a position, the position, and the moves still to be played in it."""


def outcomes(state: BattleState, move: str, *others: str) -> Iterator[tuple[float, BattleState]]:
    """Yield each position in which actions, as for :func:`odds`, may end, with its probability."""
    waiting = _merged([(1.0, state.copy().play(move), others)])
    ended = list[Branch]()
    while waiting:
        following = []
        for chance, reached, left in waiting:
            if reached.to_move is Chance.CHANCE:
                for roll, probability in reached.chances():
                    following.append((chance * probability, reached.copy().play(roll), left))
            elif left and left[0] in map(str, reached.legal_moves()):
                following.append((chance, reached.play(left[0]), left[1:]))
            else:
                ended.append((chance, reached, left))
        waiting = _merged(following)
    _chance, reached, left = min(ended, key=lambda branch: len(branch[2]))
    if left:
        reached.copy().play(left[0])  # which says why it is refused
    yield from ((chance, reached) for chance, reached, _left in ended)


def _merged(branches: list[Branch]) -> list[Branch]:
    """Return branches, merged where they have come to the same position."""
    merged: dict[tuple[bytes, int], Branch] = {}
    for chance, state, left in branches:
        key = state.record_bytes(), len(left)
        before = merged[key][0] if key in merged else 0.0
        merged[key] = chance + before, state, left
    return [*merged.values()]


def odds(state: BattleState, move: str, *others: str) -> pl.DataFrame:
    """Return what actions may cost both sides, with the exact chance of each result.

    Parameters
    ----------
    state : BattleState
        Where they begin; it stays as it is.
    move, *others : str
        Texts of moves, such as ``"charge cavalry middle-left at british infantry"``, ``"square"``
        and ``"carry-through"``. Each is played when somebody is to decide; the first that is not
        legal then, because of the dice, is left out with those after it.

    Returns
    -------
    polars.DataFrame
        A row for each result, the likeliest first: ``result``, such as ``"british infantry
        routed"`` or :data:`NOTHING`, and ``chance``, from 0 to 1.

    Raises
    ------
    NotationError, IllegalMove
        If one of them is no move, or the first or another is never legal.
    """
    chances: defaultdict[str, float] = defaultdict(float)
    for chance, after in outcomes(state, move, *others):
        chances[told(state, after)] += chance
    rows = sorted(chances.items(), key=lambda row: (-row[1], row[0]))
    return pl.DataFrame(rows, {"result": pl.String, "chance": pl.Float64}, orient="row")


def told(before: BattleState, after: BattleState) -> str:
    """Return in words who was eliminated, routed or rallied between two positions, and who won."""
    return ", ".join(_changes(before, after)) or NOTHING


def _changes(before: BattleState, after: BattleState) -> Iterator[str]:
    """Yield who was eliminated, routed or rallied between two positions, and who won."""
    gone, missed = before.lost, after.lost
    stood, stand = before.units, after.units
    for nation, side in before.sides.items():
        rout = nation, zone_names(side)[Zone.ROUT]
        for kind in Piece:
            if kind >= SQUARE:
                continue
            name = f"{ADJECTIVES[nation]} {PIECES[kind]}"
            if lost := missed[nation].get(kind, 0) - gone[nation].get(kind, 0):
                yield f"{name} eliminated" if lost == 1 else f"{lost} {name} eliminated"
            routed = stand.get(rout, {}).get(kind, 0) - stood.get(rout, {}).get(kind, 0)
            if routed and after.stage == Stage.ROUNDS:
                verb = "routed" if routed > 0 else "rallied"
                yield f"{name} {verb}" if abs(routed) == 1 else f"{abs(routed)} {name} {verb}"
    if after.winner is not None and before.winner is None:
        yield f"{after.winner.name.lower()} wins"


ACTIONS = {
    "charge": ("middle-centre", ""),
    "fire": ("middle-centre", ""),
    "far": ("centre", " far"),
}
"""Actions with known odds: the zone they are done from, and how their move ends."""

STANDS = "it stands"
SQUARES = "it forms square, and the charge is carried through"
TRIES = "it tries to form square (half of the cases), and the charge is carried through"
"""Answers of a target to a charge; militia forms square on 4 to 6 of a die (N-24.6)."""

ARMIES = tuple(name for name in PIECES if name != "leader")
"""Pieces that can act, and be charged or fired at."""

PAIRS = tuple(product((False, True), repeat=2))
"""Values of a fact for the piece that acts, and for its target."""

OURS, THEIRS = "france", "great-britain"
"""Nations of the piece that acts, and of its target."""


def action_odds(
    piece: str,
    target: str,
    action: str = "charge",
    *,
    leaders: tuple[bool, bool] = (False, False),
    arms: tuple[bool, bool] = (False, False),
    landing: str = "",
    **options: Any,
) -> pl.DataFrame:
    """Return the exact odds of one charge or one shot.

    Parameters
    ----------
    piece, target : str
        Who acts, and at whom: one of :data:`ARMIES`.
    action : str
        ``"charge"``, ``"fire"``, or ``"far"`` for fire at two zones' distance.
    leaders, arms : tuple of bool
        Whether a leader, and all three arms, are in the zone of who acts, and of the target.
    landing : str
        ``"acting"`` or ``"target"`` if the one or the other defends a coast.
    **options
        Switches of the rules, see :class:`marengo.games.europe.scenario.Options`.

    Returns
    -------
    polars.DataFrame
        Columns ``answer``, ``result`` and ``chance``: a row for each result, by what the target
        does about it, nothing where it cannot do anything. Its units are called ``enemy``.

    Raises
    ------
    IllegalMove
        If the rules do not allow it; says which.
    MarengoError
        If there is no such action, piece, side or switch; says what there is.
    """
    known(piece=piece, target=target, action=action)
    _one_of("landing", landing, ("acting", "target"), empty=True)
    for field, both in (("leaders", leaders), ("arms", arms)):
        if both not in PAIRS:
            raise MarengoError(f"{field}: expected such as (True, False), not {both!r}")
    sides = [OURS, THEIRS] if landing != "acting" else [THEIRS, OURS]
    columns = {
        OURS: _column(piece, leaders[0], arms[0]),
        THEIRS: _column(target, leaders[1], arms[1]),
    }
    attacker, defender = ({name: _army(columns[name])} for name in sides)
    game = battle(attacker, defender, landing=bool(landing), options=options)
    zone, ending = ACTIONS[action]
    state = game.position(
        units={OURS: {zone: _told(columns[OURS])}, THEIRS: {"centre": _told(columns[THEIRS])}},
        phase=Phase(PHASES[PIECES.index(piece)]).name.lower(),
        side="attacker" if sides[0] == OURS else "defender",
    )
    verb = "charge" if action == "charge" else "fire"
    move = f"{verb} {piece} {zone} at british {target}{ending}"
    declared = state.copy().play(move)
    answers: dict[str, tuple[str, ...]] = {"": ()}
    if declared.decision == Decision.ANSWER:
        answers = {STANDS: ("stand",)}
        if "square" in map(str, declared.legal_moves()):
            answers[TRIES if target == "militia" else SQUARES] = ("square", "carry-through")
    frames = [
        odds(state, move, *moves).with_columns(answer=pl.lit(answer))
        for answer, moves in answers.items()
    ]
    table = pl.concat(frames).select("answer", "result", "chance")
    named = pl.col("result").str.replace_all("french ", "").str.replace_all("british ", "enemy ")
    return table.with_columns(named)


def known(**given: object) -> None:
    """Make sure that there are such pieces, or such an action; MarengoError, which lists them."""
    for field, value in given.items():
        _one_of(field, value, tuple(ACTIONS) if field == "action" else ARMIES)


def _one_of(field: str, value: object, names: Sequence[str], *, empty: bool = False) -> None:
    if value not in names and not (empty and value == ""):
        listed, meant = ", ".join(names), did_you_mean(value, names)
        raise MarengoError(f"{field}: expected one of {listed}, not {value!r}{meant}")


def _column(piece: str, leader: bool, arms: bool) -> Counter[str]:
    """Return what stands in a zone: two of a piece, so that the column is held, and company."""
    pieces = Counter({piece: 2, "leader": int(leader)})
    pieces.update(("infantry", "cavalry", "artillery") if arms else ())
    return +pieces


def _army(pieces: Counter[str]) -> Counter[str]:
    """Return pieces without their squares."""
    army = Counter[str]()
    for name, number in pieces.items():
        army[name.removeprefix("squared-")] += number
    return army


def _told(pieces: Counter[str]) -> str:
    return ", ".join(f"{number} {name}" for name, number in pieces.items())
