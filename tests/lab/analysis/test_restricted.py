"""Restricted play: nothing left out changes nothing, and what is left out never happens."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
import pytest

from marengo.core.move import Move
from marengo.games.bonaparte.rules.state import ASSAULTED
from marengo.games.marengo.game import MarengoGame, load
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import (
    MoveKind,
    kind_of,
    pack,
    pieces_of,
    target_of,
)
from marengo.games.marengo.rules.vocabulary import (
    FIRST_APPROACH,
    NONE,
    SLOTS,
    Kind,
    Side,
)
from marengo.games.marengo.study.engine.restricting import is_left_out
from marengo.games.marengo.study.restrictions import FREE, RESTRICTIONS, FieldRestriction
from marengo.games.triomphe.rules.state import ACTED
from marengo.lab import simulate
from marengo.lab.analysis.restricted import (
    play_restricted,
    restricted_play,
    restricted_runner,
)
from marengo.lab.plan import StudyError
from marengo.lab.simulate import game_seed

RULESETS = ("triomphe", "bonaparte")

Array = np.ndarray[Any, Any]


@dataclass
class Step:
    """One decision: the position before and after it, who decided, and what."""

    game: MarengoGame
    before: Array
    after: Array
    side: int
    move: int

    @property
    def is_own_turn(self) -> bool:
        return int(self.before["turn"][0]) == self.side

    def named(self, kind: Kind) -> bool:
        """Whether the move names a piece of this kind of the side that decides."""
        pieces, kinds = pieces_of(self.move), self.before["kind"][0]
        slots = [self.side * SLOTS + bit for bit in range(SLOTS) if (pieces >> bit) & 1]
        return any(kinds[slot] == kind for slot in slots)


def steps_of(
    game: MarengoGame, both: tuple[FieldRestriction, FieldRestriction], seed: int
) -> Iterator[Step]:
    """Play one game, and look at it decision by decision."""
    state = game.start(seed)
    _, (moves,) = restricted_runner(game, both).play([seed], logged=True)
    for move in moves.tolist():
        before, side = state.copy(), int(state.to_move)
        state.play(Move(move, state.to_move, game.write_move))
        yield Step(game, before.record.reshape(1), state.record.reshape(1), side, move)


def uses_pieces(step: Step, kind: Kind) -> bool:
    """Whether such a piece acts in its own turn: by the move, or by its mark afterwards."""
    if not step.is_own_turn:
        return False
    acts = {Decision.ACTION, Decision.ASSAULT, Decision.JOIN, Decision.ASSAULT_PIECES}
    free = {MoveKind.FALL_BACK, MoveKind.ORGANISE, MoveKind.CANCEL}
    decision = int(step.before["decision"][0])
    if decision in acts and kind_of(step.move) not in free and step.named(kind):
        return True
    mark = ACTED if step.game.scenario.ruleset == "triomphe" else ASSAULTED
    own = slice(step.side * SLOTS, (step.side + 1) * SLOTS)
    pieces = step.after["kind"][0, own] == kind
    there = step.after["strength"][0, own] > 0
    return bool(np.any(pieces & there & (step.after["marks"][0, own] & mark != 0)))


def bombards(step: Step) -> bool:
    own = slice(step.side * SLOTS, (step.side + 1) * SLOTS)
    return bool(step.after["bombardment"][0, own].any())


def assaults(step: Step) -> bool:
    return kind_of(step.move) == MoveKind.ASSAULT


def crossings_used(step: Step) -> list[int]:
    """Return the crossings that pieces on the map have used this turn, entries left out."""
    if not step.is_own_turn or step.after["turn"][0] != step.side:
        return []
    inner = len(step.game.board.crossings)
    return [int(number) for number in np.flatnonzero(step.after["crossing_use"][0, :inner])]


def roads_continued(step: Step) -> set[str]:
    """Return the sorts of road by which cavalry continues into an approach (T-12.9, B-8.63)."""
    if step.before["decision"][0] != Decision.ROAD_STEP or kind_of(step.move) != MoveKind.CONTINUE:
        return set()
    ends = step.game.tables[0]["end_approach"] == target_of(step.move) - FIRST_APPROACH
    return {("local", "main")[main] for main in step.game.tables[0]["end_main"][ends]}


def goes_by_road(step: Step) -> bool:
    return bool(crossings_used(step))


def goes_by_main_road(step: Step) -> bool:
    return any(step.game.board.crossings[one].road == "main" for one in crossings_used(step))


def continues_by_road(step: Step) -> bool:
    return bool(roads_continued(step))


def continues_by_main_road(step: Step) -> bool:
    return "main" in roads_continued(step)


SPENDING = {Decision.ACTION, Decision.ROAD_STEP, Decision.CONTINUATION, Decision.ASSAULT}


def spends(orders: int) -> Callable[[Step], bool]:
    def spends_more(step: Step) -> bool:
        field = "orders" if step.game.scenario.ruleset == "triomphe" else "commands"
        asked = int(step.before["decision"][0]) in SPENDING  # not before the orders are there
        return step.is_own_turn and asked and bool(step.before[field][0] < 3 - orders)

    return spends_more


BREACHES: dict[str, tuple[Callable[[Step], bool], ...]] = {
    "cavalry": (lambda step: uses_pieces(step, Kind.CAVALRY),),
    "artillery": (lambda step: uses_pieces(step, Kind.ARTILLERY), bombards),
    "bombardment": (bombards,),
    "assault": (assaults,),
    "road": (goes_by_road, continues_by_road),
    "main_road": (goes_by_main_road, continues_by_main_road),
    "third_order": (spends(2),),
    "two_orders": (spends(1),),
}


ALL = frozenset(breach for breaches in BREACHES.values() for breach in breaches)


@pytest.fixture(scope="module", params=RULESETS)
def game(request: pytest.FixtureRequest) -> MarengoGame:
    return load(request.param)


def test_every_restriction_is_looked_for() -> None:
    assert set(BREACHES) == set(RESTRICTIONS)


def test_with_nothing_left_out_the_games_are_those_of_simulate(game: MarengoGame) -> None:
    wanted = simulate(game, 45, "rule", "rule", seed=11, progress=False)
    assert play_restricted(game, (FREE, FREE), 45, seed=11).equals(wanted)


def test_steps_play_the_same_games_as_the_batch(game: MarengoGame) -> None:
    both = (RESTRICTIONS["main_road"], RESTRICTIONS["third_order"])
    frame = play_restricted(game, both, 3, seed=4)
    counts = [sum(1 for _ in steps_of(game, both, game_seed(4, number))) for number in range(3)]
    assert frame["decisions"].to_list() == counts


@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize("name", list(RESTRICTIONS))
def test_what_is_left_out_never_happens_and_the_enemy_is_free(
    game: MarengoGame, name: str, side: Side
) -> None:
    """The enemy does it in the same games, and whatever else a restriction leaves out."""
    one, seen = RESTRICTIONS[name], set[Callable[[Step], bool]]()
    both = (one, FREE) if side == Side.AUSTRIAN else (FREE, one)
    for number in range(80):
        for step in steps_of(game, both, game_seed(5, number)):
            if step.side == side:
                found = any(breach(step) for breach in BREACHES[name])
                assert not found, game.write_move(side, step.move)
            else:
                seen |= {breach for breach in ALL - seen if breach(step)}
        if number >= 3 and seen == ALL:
            return
    pytest.fail(f"the enemy of whom {name} is left out was never seen to do {ALL - seen}")


@pytest.mark.parametrize("name", list(RESTRICTIONS))
def test_without_the_restriction_it_does_happen(game: MarengoGame, name: str) -> None:
    """Or the test above would hold for any code."""
    seen = set()
    for number in range(20):
        for step in steps_of(game, (FREE, FREE), game_seed(5, number)):
            seen |= {breach for breach in BREACHES[name] if breach(step)}
        if len(seen) == len(BREACHES[name]):
            return
    pytest.fail(f"of {len(BREACHES[name])} kinds of breach only {len(seen)} were seen")


def test_who_is_free_has_nothing_banned_and_the_ground_of_the_game(game: MarengoGame) -> None:
    bans = FREE.bans(game)[0]
    assert (bans["left_out"], bans["idle"], bans["withheld"]) == (0, 0, 0)
    assert FREE.ground(game) is game


def test_closed_roads_leave_the_ways_in_and_the_local_ones(game: MarengoGame) -> None:
    local = RESTRICTIONS["main_road"].ground(game)
    none = RESTRICTIONS["road"].ground(game)
    roads = [crossing.road for crossing in game.board.crossings]
    ends = slice(0, int(game.tables["first_end"][0, -1]))
    for one, left in ((game, len(roads)), (local, roads.count("local")), (none, 0)):
        assert np.count_nonzero(one.tables["end_other"][0, ends] != NONE) == 2 * left
    for field in ("box_end", "box_locality", "end_main", "end_crossing", "neighbour"):
        assert np.array_equal(none.tables[field], game.tables[field])


def test_to_decline_is_never_left_out() -> None:
    bans = RESTRICTIONS["artillery"].bans(load("triomphe"))[0]
    for kind in (MoveKind.DECLARE, MoveKind.FIRE):
        assert is_left_out(bans, pack(kind, 0, 0, 1)) == 1
        assert is_left_out(bans, pack(kind, 0, 0, 0)) == 0
    assert is_left_out(bans, pack(MoveKind.ASSAULT, 100, 0, 0)) == 0
    bans = RESTRICTIONS["assault"].bans(load("triomphe"))[0]
    assert is_left_out(bans, pack(MoveKind.ASSAULT, 100, 0, 0)) == 1


def test_the_worth_is_the_difference_of_the_same_games() -> None:
    game = load("triomphe")
    frame = restricted_play(game, ("main_road",), 60, seed=2, workers=2, progress=False)
    assert frame.equals(
        restricted_play(game, ("main_road",), 60, seed=2, workers=1, progress=False)
    )
    whole = simulate(game, 60, "rule", "rule", seed=2, progress=False)
    without = play_restricted(game, (FREE, RESTRICTIONS["main_road"]), 60, seed=2)
    has, lacks = (one.filter(winner="french").height / 60 for one in (whole, without))
    row = frame.row(by_predicate=pl.col("side") == "french", named=True)
    assert (row["unrestricted"], row["restricted"]) == pytest.approx((has, lacks))
    assert row["worth"] == pytest.approx(100 * (has - lacks))
    assert 0 < row["low"] < row["worth"] < row["high"]  # 50 points to this player, and not by luck
    assert row["restricted_low"] < lacks < row["restricted_high"]


def test_orders_are_counted_from_what_the_scenario_gives() -> None:
    game = load("triomphe")
    assert RESTRICTIONS["two_orders"].bans(game)["withheld"][0] == 2
    assert FieldRestriction("", orders=5).bans(game)["withheld"][0] == 0


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(StudyError, match="no restriction 'horses': expected one of cavalry, "):
        restricted_play("triomphe", ("horses",), 1)
    with pytest.raises(ValueError, match="games: expected 1 or more"):
        restricted_play("triomphe", games=0)


def test_after_ctrl_c_no_further_games_are_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []

    def stopped(_: MarengoGame, __: object, games: int, *___: Any) -> pl.DataFrame:
        begun.append(games)
        return pl.DataFrame({"game": [0], "winner": ["french"]})

    monkeypatch.setattr("marengo.lab.analysis.restricted.play_restricted", stopped)
    with pytest.raises(KeyboardInterrupt):
        restricted_play("triomphe", games=2, progress=False)
    assert begun == [2]
