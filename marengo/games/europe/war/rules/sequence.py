"""Chapter 4: rounds, turns and production turns, from one decision to the next."""

from marengo.core.engine.compiled import compiled, int64
from marengo.core.engine.driver import CHANCE, NONE, OVER, UNDECIDED
from marengo.games.europe.rules import codes, rounds
from marengo.games.europe.rules.position import Workspace
from marengo.games.europe.rules.words import KINDS, NATIONS, Side, Stage
from marengo.games.europe.war.rules import (
    ending,
    fight,
    march,
    minors,
    peace,
    politics,
    production,
    uprising,
)
from marengo.games.europe.war.rules.ground import is_gone, next_in_order
from marengo.games.europe.war.rules.record import War, WarTables
from marengo.games.europe.war.rules.words import FIRST, NEAR, REGIONS, Decision, Step, Verb, Verdict

DEFENDS = 1 << 56
"""Bit of a battle's move that a defender makes; left and right are as its side sees them."""


@compiled
def begin_turn(t: WarTables, s: War, nation: int) -> None:
    """Begin the turn of a nation with its first window."""
    s.active, s.step = nation, Step.OPENING
    forget_turn(s)
    march.begin_movement(t, s)
    politics.open_window(s)


@compiled
def forget_turn(s: War) -> None:
    """Be done with a turn or a production turn: nothing that was noted of it counts any more."""
    for region in range(REGIONS):
        s.assailant[region], s.annexing[region], s.quelled[region] = NONE, NONE, 0
    for place in range(REGIONS * NEAR):
        s.came[place] = 0
    for kind in range(KINDS):
        s.bought[kind] = 0


@compiled
def proceed(t: WarTables, s: War, w: Workspace) -> None:
    """Go on up to the next choice or roll, or to the end of the war."""
    while s.decision == UNDECIDED:
        if s.verdict != Verdict.NONE:
            s.decision, s.to_move = OVER, NONE
        elif s.place != NONE:
            _go_on_with_battle(t, s, w)
        elif peace.seek_doubt(s):
            pass
        else:
            _take_step(t, s)
    if s.decision < FIRST and s.decision != OVER:
        s.to_move = CHANCE if s.asked == CHANCE else seat_of(t, s, int64(s.asked))


@compiled
def seat_of(t: WarTables, s: War, side: int) -> int:
    """Return who plays a side of the battle: the nation that acts, or the first of the side."""
    if s.nation != NONE and s.side[s.nation] == side:
        return int64(t.seat[s.nation])
    for nation in range(NATIONS):
        if s.side[nation] == side:
            return int64(t.seat[nation])
    return int64(NONE)


@compiled
def _go_on_with_battle(t: WarTables, s: War, w: Workspace) -> None:
    """Go on with the battle, or with the retreat from it."""
    if s.stage != Stage.OVER:
        rounds.proceed(t, s, w)
    elif not fight.seek_retreat(t, s):
        fight.end_battle(t, s)
        if s.step == Step.BETWEEN:
            politics.open_window(s)


@compiled
def _take_step(t: WarTables, s: War) -> None:
    """Take the present step of a turn, or go on to the next one."""
    late = int64(NONE) if s.step < Step.CAPITALS else fight.next_assailed(t, s)
    if late != NONE:
        fight.join_battle(t, s, late)  # a free army has come when the battles were over (N-14.9)
    elif politics.is_window(int64(s.step)):
        if not politics.seek_speaker(t, s):
            _end_window(t, s)
    elif s.step == Step.MOVEMENT:
        s.decision, s.to_move = Decision.MARCH, t.seat[s.active]
    elif s.step == Step.BATTLES:
        _seek_battle(t, s)
    elif s.step == Step.CAPITALS:
        peace.note_capitals(t, s)
        s.step = Step.UPRISINGS
    elif s.step == Step.UPRISINGS:
        if not uprising.seek_uprising(t, s):
            _open(s, int64(Step.CLOSING))
    else:
        s.decision, s.to_move = Decision.PURCHASE, t.seat[s.active]


@compiled
def _open(s: War, step: int) -> None:
    """Go on to a window."""
    s.step = step
    politics.open_window(s)


@compiled
def _end_window(t: WarTables, s: War) -> None:
    """Go on to what follows a window."""
    politics.open_window(s)  # so that it leaves no trace
    if s.step == Step.BETWEEN:
        s.step = Step.BATTLES
    elif s.step == Step.CLOSING:
        _end_turn(t, s)
    elif s.step == Step.BUDGET:
        production.receive(t, s)
        s.step = Step.PURCHASES
    else:
        s.step += 1


@compiled
def _seek_battle(t: WarTables, s: War) -> None:
    """Fight the only battle, let defenders choose among several, or be done with them (N-19.4)."""
    region = fight.next_contested(t, s, int64(0))
    if region == NONE:
        s.step = Step.CAPITALS
    elif fight.next_contested(t, s, region + 1) == NONE:
        fight.join_battle(t, s, region)
    else:
        s.decision, s.to_move = Decision.NEXT_BATTLE, t.seat[fight.who_chooses(t, s)]


@compiled
def _end_turn(t: WarTables, s: War) -> None:
    """Let the next nation have its turn, or end the round (N-4.1, N-4.3)."""
    forget_turn(s)
    nation = _next_that_has_a_turn(t, s, next_in_order(t, int64(s.active)))
    if nation != t.first:
        begin_turn(t, s, nation)
    elif production.is_due(t, s):
        production.begin_production(t, s)
        s.active = t.first
        if is_gone(t, s, int64(t.first)):
            s.active = _next_that_has_a_turn(t, s, next_in_order(t, int64(t.first)))
        _open(s, int64(Step.BUDGET))
    else:
        _end_round(t, s)


@compiled
def _next_that_has_a_turn(t: WarTables, s: War, nation: int) -> int:
    """Return a nation, or the next that is not gone, at most the first of the round (N-27.9)."""
    while nation != t.first and is_gone(t, s, nation):
        nation = next_in_order(t, nation)
    return nation


@compiled
def _end_production(t: WarTables, s: War) -> None:
    """Let the next nation have its production turn, or end the round."""
    forget_turn(s)
    s.active = _next_that_has_a_turn(t, s, next_in_order(t, int64(s.active)))
    if s.active == t.first:
        _end_round(t, s)
    else:
        _open(s, int64(Step.BUDGET))


@compiled
def _end_round(t: WarTables, s: War) -> None:
    """Go on to the next month; after the last, who holds what decides (N-30.5, N-30.11)."""
    if s.month >= t.rounds:
        ending.decide(t, s)
    else:
        s.month += 1
        nation = int64(t.first)
        if is_gone(t, s, nation):
            nation = _next_that_has_a_turn(t, s, next_in_order(t, nation))
        begin_turn(t, s, nation)


# --- what may be chosen ---------------------------------------------------------------------


@compiled
def list_moves(t: WarTables, s: War, w: Workspace) -> None:
    """List the legal moves; of chance, its outcomes."""
    if s.decision < FIRST:
        rounds.list_moves(t, s, w)
        if s.asked == Side.DEFENDER:
            for number in range(w.move_count):
                w.moves[number] |= DEFENDS
        return
    w.move_count = 0
    if s.decision >= Decision.OVERTURE_ROLL:
        list_rolls(s, w)
    elif s.decision <= Decision.REPLY:
        politics.list_moves(t, s, w)
    elif s.decision == Decision.PURCHASE:
        production.list_purchases(t, s, w)
    elif s.decision >= Decision.UPRISING:
        uprising.list_moves(s, w)
    else:
        _list_for_units(t, s, w)


@compiled
def _list_for_units(t: WarTables, s: War, w: Workspace) -> None:
    """List what units may do on the map, or how many of them, or where they fight."""
    if s.decision == Decision.MARCH:
        march.list_marches(t, s, w)
    elif s.decision == Decision.NUMBER:
        list_numbers(s, w)
    elif s.decision == Decision.NEXT_BATTLE:
        fight.list_battles(t, s, w)
    else:
        fight.list_retreats(t, s, w)


@compiled
def is_of_two_dice(s: War) -> bool:
    """Whether chance rolls two dice, and not one."""
    d = s.decision
    return (
        d == Decision.OVERTURE_ROLL or d == Decision.COMMITMENT_ROLL or d == Decision.UPRISING_ROLL
    )


@compiled
def list_rolls(s: War, w: Workspace) -> None:
    """List the sums that chance may roll."""
    two = int64(is_of_two_dice(s))
    for roll in range(1 + two, 7 + 6 * two):
        codes.offer(w, codes.counted(int64(Verb.ROLL), int64(roll)))


@compiled
def weigh(t: WarTables, s: War, w: Workspace, number: int) -> float:
    """Return how likely one of the listed rolls is (N-31.98)."""
    if s.decision < FIRST:
        return rounds.weigh(t, s, w, number)
    return 6.0 - abs(7 - codes.part(int64(w.moves[number]), codes.TO)) if is_of_two_dice(s) else 1.0


@compiled
def waiting(s: War) -> int:
    """Return how many units there are of which the pending move may take some."""
    move = int64(s.pending)
    kind = codes.part(move, codes.PIECE)
    if codes.part(move, codes.VERB) == Verb.MARCH:
        return march.ready(s, codes.part(move, codes.ZONE), kind, codes.part(move, codes.WORN))
    return int64(s.fleeing[fight.fleeing_nation(s) * KINDS + kind])


@compiled
def list_numbers(s: War, w: Workspace) -> None:
    """List how many units may march or retreat together."""
    for number in range(waiting(s)):
        codes.offer(w, codes.counted(int64(Verb.NUMBER), int64(number) + 1))


# --- carrying out -----------------------------------------------------------------------------


@compiled
def carry_out(t: WarTables, s: War, w: Workspace, move: int) -> None:
    """Carry out a choice or a roll."""
    decision, verb = int64(s.decision), codes.part(move, codes.VERB)
    if decision < FIRST:
        rounds.carry_out(t, s, w, move & ~DEFENDS)
        if s.stage == Stage.OVER:
            fight.settle_battle(s)
        return
    s.decision = UNDECIDED
    if decision >= Decision.OVERTURE_ROLL:
        _roll(t, s, decision, codes.part(move, codes.TO))
    elif decision <= Decision.REPLY:
        politics.carry_out(t, s, decision, move)
    elif decision == Decision.PURCHASE:
        if verb == Verb.END:
            _end_production(t, s)
        else:
            production.buy(s, move)
    elif decision == Decision.UPRISING:
        uprising.answer(s, verb)
    elif decision == Decision.LOSS:
        uprising.sacrifice(s, codes.part(move, codes.PIECE))
    else:
        _command(t, s, decision, move)


@compiled
def _command(t: WarTables, s: War, decision: int, move: int) -> None:
    """Carry out what is chosen for units on the map."""
    if decision == Decision.NUMBER:
        _move_units(t, s, codes.part(move, codes.TO))
    elif decision == Decision.NEXT_BATTLE:
        fight.join_battle(t, s, codes.part(move, codes.TO))
    elif codes.part(move, codes.VERB) == Verb.END:
        march.end_movement(s)
        _open(s, int64(Step.AFTERWARDS))
    else:
        _order(t, s, move)


@compiled
def _order(t: WarTables, s: War, move: int) -> None:
    """Ask how many units march or retreat, if there are several."""
    s.pending = move
    if waiting(s) > 1:
        s.decision = Decision.NUMBER
    else:
        _move_units(t, s, int64(1))


@compiled
def _move_units(t: WarTables, s: War, number: int) -> None:
    """Let so many units march or retreat."""
    move = int64(s.pending)
    s.pending = 0
    if codes.part(move, codes.VERB) == Verb.MARCH:
        march.march(t, s, move, number)
    else:
        fight.withdraw(s, move, number)


@compiled
def _roll(t: WarTables, s: War, decision: int, roll: int) -> None:
    """Go on after a roll."""
    if decision == Decision.OVERTURE_ROLL:
        minors.roll_overture(s, roll)
    elif decision == Decision.ANNEXATION_ROLL:
        minors.roll_annexation(t, s, roll)
    elif decision == Decision.COMMITMENT_ROLL:
        peace.roll_commitment(t, s, roll)
    elif decision == Decision.UPRISING_ROLL:
        uprising.roll_uprising(t, s, roll)
    else:
        minors.roll_free_army(t, s, decision, roll)
