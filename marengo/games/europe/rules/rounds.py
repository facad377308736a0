"""Chapter 21: the rounds of a battle, from deployment to its end."""

from collections.abc import Mapping

from marengo.core.engine.cases import Row, by_case
from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import CHANCE, NONE, UNDECIDED
from marengo.games.europe.rules import charge, codes, fire, leaders, movement, pursuit
from marengo.games.europe.rules.board import (
    at,
    bars_deployment,
    deploy,
    has_lost_column,
    is_middle,
    list_deployments,
    next_nation,
    put,
    seek_deployment,
)
from marengo.games.europe.rules.position import Battle, BattleTables, Workspace
from marengo.games.europe.rules.words import (
    ARMS,
    PIECES,
    SQUARE,
    Arm,
    Decision,
    Ending,
    Phase,
    Side,
    Stage,
    Verb,
    Zone,
)

QUIET = 2
"""Rounds without activity that end a battle (N-26.4)."""

FIRST_RETREAT = 2
"""The first round in which a side may retreat (N-26.5)."""


@compiled
def begin_battle(t: BattleTables, s: Battle) -> None:
    """Begin with the deployment, of the attacker first; all stand in their reserves (N-20.6)."""
    s.stage, s.turn, s.phase, s.half, s.nation = Stage.DEPLOYMENT, 0, Phase.CAVALRY, 0, NONE
    s.winner, s.ending, s.quiet, s.active_round, s.covered = NONE, Ending.NONE, 0, 0, 0
    s.falls[0], s.falls[1], s.opening = 0, 0, 0
    s.decision = UNDECIDED
    clear_attack(s)
    movement.clear_actions(s)


@compiled
def clear_attack(s: Battle) -> None:
    """Forget an action, and all that was noted of it."""
    s.from_zone, s.piece, s.worn, s.far = 0, 0, 0, 0
    s.target_nation, s.target, s.target_zone = 0, 0, 0
    s.roll, s.counter_roll = 0, 0


@compiled
def proceed(t: BattleTables, s: Battle, w: Workspace) -> None:
    """Go through the battle up to the next choice or roll, or to its end."""
    while s.decision == UNDECIDED and s.stage != Stage.OVER:
        if s.stage == Stage.DEPLOYMENT:
            if seek_deployment(s):
                s.decision, s.asked = Decision.DEPLOY, s.half
            else:
                s.stage = Stage.ROUNDS
                _begin_round(s)
        elif s.stage == Stage.ROUNDS:
            _go_on(t, s)
        else:
            pursuit.seek_pursuer(s)


@compiled
def _begin_round(s: Battle) -> None:
    """Begin a round: the attacker's cavalry acts first (N-21.1)."""
    s.turn, s.phase, s.half, s.nation = s.turn + 1, Phase.CAVALRY, Side.ATTACKER, NONE
    s.active_round = 0


@compiled
def _go_on(t: BattleTables, s: Battle) -> None:
    """Let leaders fall, see whether the battle is over, and let the next nation act."""
    side = leaders.falling_side(s)
    if side != NONE:
        s.decision, s.asked = Decision.FALL, side
        return
    for loser in range(2):
        if has_lost_column(s, loser):
            pursuit.lose_battle(s, loser, Ending.COLUMN)
            return
    if s.nation == NONE:
        s.nation = next_nation(s, s.half, NONE)
        s.opening = 1
        movement.clear_actions(s)
    s.decision, s.asked = Decision.ACT, s.half


@compiled
def _end_turn(t: BattleTables, s: Battle) -> None:
    """Let the next nation act, the other side, or go on to the next phase or round (N-19.8)."""
    movement.clear_actions(s)
    s.opening = 0
    s.nation = next_nation(s, s.half, s.nation)
    if s.nation != NONE:
        return
    if s.half == Side.ATTACKER:
        s.half = Side.DEFENDER
    elif s.phase != Phase.LEADERS:
        s.half, s.phase = Side.ATTACKER, s.phase + 1
    else:
        _end_round(t, s)


@compiled
def _end_round(t: BattleTables, s: Battle) -> None:
    """End a round: after two without activity, or the last of all, the attacker retreats (N-26.4).

    The limit of rounds is of ours: nothing else ends a battle in which both only manoeuvre.
    """
    s.quiet = 0 if s.active_round else s.quiet + 1
    if s.quiet >= QUIET or s.turn >= t.round_cap:
        pursuit.lose_battle(s, Side.ATTACKER, Ending.INACTIVITY)
    else:
        _begin_round(s)


# --- what may be chosen ---------------------------------------------------------------------


@compiled
def list_actions(t: BattleTables, s: Battle, w: Workspace) -> None:
    """List what the units of a nation may do in a phase (N-21.4); alike units have one choice."""
    for piece in range(PIECES):
        if movement.PHASES[piece] == s.phase:
            for zone in range(Zone.ROUT):
                for worn in range(2):
                    if movement.ready(s, zone, piece, worn) > 0:
                        _list_unit(t, s, w, piece, zone, worn)
    codes.offer_verb(w, Verb.END)
    codes.offer_unless(w, bars_retreat(s), Verb.RETREAT)


@compiled
def bars_retreat(s: Battle) -> int:
    """Return the statement that forbids a side to retreat from the battle, 0 if none does."""
    if s.turn < FIRST_RETREAT:
        return 26_05_0
    return 0 if s.opening else 26_05_1


@compiled
def bars_action(t: BattleTables, s: Battle, move: int) -> int:
    """Return the statement that forbids what a unit, or a side, is to do, 0 if none does."""
    verb, piece = codes.part(move, codes.VERB), codes.part(move, codes.PIECE)
    if verb == Verb.RETREAT:
        return bars_retreat(s)
    zone = codes.part(move, codes.ZONE)
    if verb == Verb.RALLY and s.units[at(s.nation, Zone.RESERVE, piece)] == 0:
        return 25_02_0
    unit = movement.bars_unit(s, zone, piece, codes.part(move, codes.WORN))
    if unit or verb == Verb.UNSQUARE:
        return unit
    if verb == Verb.MOVE:
        return movement.bars_move(s, piece, zone, codes.part(move, codes.TO))
    if verb == Verb.FIRE:
        return fire.bars_fire(t, s, move)
    return charge.bars_charge(s, move) if verb == Verb.CHARGE else leaders.bars_rally(t, s, move)


@compiled
def _list_unit(t: BattleTables, s: Battle, w: Workspace, piece: int, zone: int, worn: int) -> None:
    """List what a unit may do."""
    arm = ARMS[piece]
    movement.list_moves_of(s, w, piece, zone, worn)
    if arm == Arm.LEADER:
        leaders.list_rallies(t, s, w, zone, worn)
        return
    if arm != Arm.CAVALRY:
        fire.list_fire(t, s, w, piece, zone, worn)
    charge.list_charges(s, w, piece, zone, worn)
    if piece >= SQUARE:
        codes.offer(w, codes.unit_of(Verb.UNSQUARE, piece, zone, worn))


@compiled
def is_of_two_dice(s: Battle) -> bool:
    """Return whether chance rolls two dice, not one."""
    d = s.decision
    return not (
        d == Decision.EFFECT_ROLL or d == Decision.SQUARE_ROLL or d == Decision.PURSUIT_ROLL
    )


@compiled
def weigh(t: BattleTables, s: Battle, w: Workspace, number: int) -> float:
    """Return how likely one of the listed rolls is (N-31.98)."""
    return codes.weigh_roll(w, number, is_of_two_dice(s))


# --- carrying out -----------------------------------------------------------------------------


@compiled
def list_rolls(s: Battle, w: Workspace) -> None:
    """List the outcomes of a roll."""
    codes.offer_rolls(w, Verb.ROLL, is_of_two_dice(s))


@compiled
def _answer(s: Battle, verb: int) -> None:
    """Answer a charge, which may end it."""
    if charge.answer(s, verb):
        clear_attack(s)


@compiled
def _press(s: Battle, verb: int) -> None:
    """Carry a charge through, or break it off."""
    if verb == Verb.BREAK_OFF:
        clear_attack(s)
    else:
        s.decision, s.asked = Decision.CHARGE_ROLL, CHANCE


@compiled
def _lose_leader(s: Battle, move: int) -> None:
    """Lose the leader that was named, and end the attack if no other falls."""
    side = s.asked
    nation, zone = codes.part(move, codes.NATION), leaders.zone_of_falls(s, side)
    leaders.lose(s, nation, zone, codes.part(move, codes.TARGET))
    s.falls[side] = 0
    if leaders.falling_side(s) == NONE:
        clear_attack(s)


@compiled
def _rally_named(s: Battle, move: int) -> None:
    """Rally the army that is named after the roll."""
    leaders.rally(s, codes.part(move, codes.NATION), codes.part(move, codes.TARGET))
    clear_attack(s)


@compiled
def _act(t: BattleTables, s: Battle, move: int, verb: int) -> None:
    """Carry out what a unit does, or end the phase of a nation, or the battle."""
    if verb == Verb.END:
        _end_turn(t, s)
        return
    if verb == Verb.RETREAT:
        pursuit.lose_battle(s, s.half, Ending.RETREAT)
        return
    s.opening = 0
    if verb == Verb.MOVE:
        movement.march(s, move)
    elif verb == Verb.UNSQUARE:
        movement.leave_square(s, move)
    else:
        _begin_attack(t, s, move, verb)


@compiled
def _begin_attack(t: BattleTables, s: Battle, move: int, verb: int) -> None:
    """Let a unit fire, charge or rally: it takes its action, and chance or the enemy decides."""
    piece, zone = codes.part(move, codes.PIECE), codes.part(move, codes.ZONE)
    worn = codes.part(move, codes.WORN)
    movement.forget(s, zone, piece, worn)
    movement.wear(s, zone, piece, worn + 1)
    s.piece, s.from_zone, s.worn = piece, zone, movement.worn_after(piece, worn)
    s.target_nation, s.target = codes.part(move, codes.NATION), codes.part(move, codes.TARGET)
    s.target_zone, s.far = codes.part(move, codes.TARGET_ZONE), 0
    s.roll, s.counter_roll = 0, 0
    if verb == Verb.CHARGE:
        s.active_round |= t.charges_count_as_activity
        charge.declare(t, s)
    elif verb == Verb.FIRE:
        s.active_round |= t.fire_anywhere_counts | is_middle(s.target_zone)
        s.far = codes.part(move, codes.TO)
        s.decision, s.asked = Decision.FIRE_ROLL, CHANCE
    else:
        s.decision, s.asked = Decision.RALLY_ROLL, CHANCE


@compiled
def _roll_fire(t: BattleTables, s: Battle, roll: int) -> None:
    """Roll for the effect of a hit, or end the attack."""
    s.roll = roll
    if fire.hits(s, roll):
        s.decision, s.asked = Decision.EFFECT_ROLL, CHANCE
    else:
        _end_attack(t, s)


@compiled
def _roll_effect(t: BattleTables, s: Battle, roll: int) -> None:
    """Eliminate or rout who was hit."""
    _strike(s, fire.is_deadly(s.target, roll))
    _end_attack(t, s)


@compiled
def _roll_charge(s: Battle, roll: int) -> None:
    """Note what the charger rolls, and let the charged roll."""
    s.roll = roll
    s.decision, s.asked = Decision.COUNTER_ROLL, CHANCE


@compiled
def _roll_counter(t: BattleTables, s: Battle, roll: int) -> None:
    """Decide a charge."""
    s.counter_roll = roll
    _clash(s, s.roll - roll + charge.margin(s))
    _end_attack(t, s)


@compiled
def _roll_pursuit(t: BattleTables, s: Battle, roll: int) -> None:
    """Decide a pursuit."""
    pursuit.roll_pursuit(t, s, roll)
    clear_attack(s)


@compiled
def _end_attack(t: BattleTables, s: Battle) -> None:
    """Note which leaders fall, and end an attack if none does."""
    leaders.note_falls(t, s)
    if leaders.falling_side(s) == NONE:
        clear_attack(s)


@compiled
def _strike(s: Battle, deadly: bool) -> None:
    """Eliminate or rout the target; what is routed loses its square (N-24.7)."""
    nation, zone, piece = s.target_nation, s.target_zone, s.target
    if deadly:
        leaders.lose(s, nation, zone, piece)
    else:
        _rout(s, nation, zone, piece)


@compiled
def _rout(s: Battle, nation: int, zone: int, piece: int) -> None:
    put(s, nation, zone, piece, -1)
    put(s, nation, Zone.ROUT, piece % SQUARE, 1)


@compiled
def _clash(s: Battle, ahead: int) -> None:
    """Rout or eliminate the loser of a charge; the winner stays where it is (N-23.8, N-23.9)."""
    if ahead > 0:
        _strike(s, charge.eliminates(s.target, ahead))
    elif ahead < 0:
        nation, zone, piece = s.nation, s.from_zone, s.piece
        movement.forget(s, zone, piece, s.worn)
        if charge.eliminates(piece, -ahead):
            leaders.lose(s, nation, zone, piece)
        else:
            _rout(s, nation, zone, piece)


@compiled
def _rally(t: BattleTables, s: Battle, roll: int) -> None:
    """Rally the unit that was named, or ask which, if the roll is enough (N-25.3)."""
    if t.rally_named_first:
        if leaders.rallies(s.target, roll):
            leaders.rally(s, s.target_nation, s.target)
        clear_attack(s)
    else:
        s.roll = roll
        if leaders.may_rally(s):
            s.decision, s.asked = Decision.RALLY, s.half
        else:
            clear_attack(s)


# --- the decisions ----------------------------------------------------------------------------

ROWS: Mapping[int, Row] = {
    Decision.DEPLOY: Row(deploy, list_deployments, bars_deployment),
    Decision.ACT: Row(_act, list_actions, bars_action),
    Decision.ANSWER: Row(_answer, charge.list_answers, charge.bars_answer),
    Decision.PRESS: Row(_press, charge.list_presses),
    Decision.FALL: Row(_lose_leader, leaders.list_falls, leaders.bars_fall),
    Decision.RALLY: Row(_rally_named, leaders.list_rallied, leaders.bars_rallied),
    Decision.PURSUE: Row(pursuit.pursue, pursuit.list_pursuits, pursuit.bars_pursuit),
    Decision.FIRE_ROLL: Row(_roll_fire, list_rolls),
    Decision.EFFECT_ROLL: Row(_roll_effect, list_rolls),
    Decision.SQUARE_ROLL: Row(charge.roll_for_square, list_rolls),
    Decision.CHARGE_ROLL: Row(_roll_charge, list_rolls),
    Decision.COUNTER_ROLL: Row(_roll_counter, list_rolls),
    Decision.RALLY_ROLL: Row(_rally, list_rolls),
    Decision.PURSUIT_ROLL: Row(_roll_pursuit, list_rolls),
}
"""The decisions of a battle, and those of chance."""


@by_case({decision: row.lister for decision, row in ROWS.items()})
def _list(decision: int, t: BattleTables, s: Battle, w: Workspace) -> None:
    """List the legal moves of a decision."""


@compiled
def list_moves(t: BattleTables, s: Battle, w: Workspace) -> None:
    """List the legal moves; of chance, its outcomes."""
    w.move_count = 0
    _list(s.decision, t, s, w)


@by_case({decision: row.effect for decision, row in ROWS.items()})
def _play(decision: int, t: BattleTables, s: Battle, move: int, verb: int, roll: int) -> None:
    """Carry out a move of a decision, or what was rolled."""


@compiled
def carry_out(t: BattleTables, s: Battle, w: Workspace, move: int) -> None:
    """Carry out a choice or a roll."""
    decision, s.decision = s.decision, UNDECIDED
    _play(decision, t, s, move, codes.part(move, codes.VERB), codes.part(move, codes.TO))
