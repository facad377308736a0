"""The engine of *Triomphe à Marengo*: decisions in the order of chapter 23.

``list_moves`` lists the moves of a decision, ``carry_out`` carries one out, ``proceed`` goes on.
"""

from marengo.core.engine.compiled import compiled, inlined
from marengo.games.marengo.rules.choices import list_groups, offer
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.losses import loss_moves
from marengo.games.marengo.rules.moves import MoveKind, kind_of
from marengo.games.marengo.rules.pieces import end_slot, first_slot, has
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import (
    FIRST_APPROACH,
    FIRST_BOX,
    LOCALITIES,
    NONE,
    Side,
)
from marengo.games.triomphe.rules import (
    assault,
    assault_result,
    bombardment,
    continuation,
    disorganisation,
    manoeuvre_attack,
    march,
    morale,
    orders,
    reductions,
    reinforcements,
    retreat,
    road_march,
    sequence,
)
from marengo.games.triomphe.rules.pieces import gather_able
from marengo.games.triomphe.rules.state import Stage, State, Tables


@inlined
def action_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer the actions of the side whose turn it is (N1 to N13)."""
    if disorganisation.is_begun(s):  # T-14.15
        disorganisation.organise_moves(t, s, w)
        return
    offer(w, MoveKind.END, 0, 0, 0)
    side = s.turn
    done = 0
    for piece in range(first_slot(side), end_slot(t, side)):
        place = s.place[piece]
        if place == NONE or place >= FIRST_BOX or has(done, piece):
            continue
        for other in range(piece, end_slot(t, side)):
            if s.place[other] == place:
                done |= 1 << other
                if place >= FIRST_APPROACH:
                    bombardment.bombardments(t, s, w, other)
        _position_moves(t, s, w, place)
    reinforcements.entries(t, s, w)
    if side == Side.FRENCH:
        disorganisation.organise_moves(t, s, w)


@compiled
def bars_action(t: Tables, s: State, w: Workspace, move: int) -> int:
    """Return the statement that forbids an action, 0 if none does."""
    kind = kind_of(move)
    if kind == MoveKind.ORGANISE:
        return disorganisation.bars_organising(t, s, move)
    if disorganisation.is_begun(s):
        return 14_15_0
    if kind == MoveKind.MARCH:
        return march.bars_march(t, s, w, move)
    if kind == MoveKind.ROAD:
        return road_march.bars_road(t, s, w, move)
    if kind == MoveKind.PONTOON:
        return reinforcements.bars_pontoon(t, s, w, move)
    if kind == MoveKind.ATTACK:
        return manoeuvre_attack.bars_attack(t, s, w, move)
    if kind == MoveKind.ASSAULT:
        return assault.bars_assault(t, s, w, move)
    return 0 if kind == MoveKind.END else bombardment.bars_bombardment(t, s, w, move)


@compiled
def _position_moves(t: Tables, s: State, w: Workspace, place: int) -> None:
    """Offer marches and attacks of the pieces in one position."""
    gather_able(t, s, w, s.turn, place)
    if w.member_count == 0:
        return
    list_groups(s, w, t.group_limit)  # T-6.14
    if place >= LOCALITIES:
        approach = place - FIRST_APPROACH
        march.marches_from_approach(t, s, w, approach)
        manoeuvre_attack.attacks(t, s, w, approach)
        assault.assaults(t, s, w, approach)
        return
    march.marches_from_reserve(t, s, w, place)
    for approach in range(t.first_approach[place], t.first_approach[place + 1]):
        manoeuvre_attack.attacks(t, s, w, approach)
    road_march.road_marches(t, s, w)


@compiled
def list_moves(t: Tables, s: State, w: Workspace) -> None:  # noqa: C901 - one row a node
    """List the legal moves of the decision in the workspace."""
    w.move_count = 0
    decision = s.decision
    if decision == Decision.ACTION:
        action_moves(t, s, w)
    elif decision == Decision.ROAD_STEP:
        road_march.road_moves(t, s, w)
    elif decision == Decision.RESPONSE:
        manoeuvre_attack.response_moves(t, s, w)
    elif decision == Decision.ADVANCE:
        manoeuvre_attack.advance_moves(w)
    elif decision == Decision.SHOW:
        manoeuvre_attack.show_moves(t, s, w)
    elif decision == Decision.TARGET:
        bombardment.target_moves(t, s, w)
    elif decision == Decision.DEFENCE_LEADERS:
        assault.defence_leader_moves(t, s, w)
    elif decision == Decision.ASSAULT_PIECES:
        assault.assault_piece_moves(t, s, w)
    elif decision == Decision.FIRE:
        assault.fire_moves(t, s, w)
    elif decision == Decision.HIT:
        assault.hit_moves(t, s, w)
    elif decision == Decision.COUNTER_ATTACK:
        assault.counter_attack_moves(t, s, w)
    elif decision == Decision.REDUCTION:
        loss_moves(t, s, w, MoveKind.REDUCE)
    elif decision == Decision.RETREAT:
        retreat.retreat_moves(t, s, w)
    elif decision == Decision.CONTINUATION:
        continuation.continuation_moves(t, s, w)
    elif decision == Decision.PAYMENT or decision == Decision.SHIFT:
        morale.disc_moves(t, s, w)
    elif decision == Decision.RETURN:
        morale.return_moves(t, s, w)


@compiled
def _play_action(t: Tables, s: State, w: Workspace, move: int) -> None:
    """Begin the action chosen."""
    kind = kind_of(move)
    if kind == MoveKind.END:
        sequence.end_actions(s)
    elif kind == MoveKind.MARCH:
        march.play_march(t, s, w, move)
    elif kind == MoveKind.ROAD:
        road_march.play_road(t, s, move)
    elif kind == MoveKind.PONTOON:
        reinforcements.play_pontoon(t, s, w, move)
    elif kind == MoveKind.ATTACK:
        manoeuvre_attack.play_attack(t, s, w, move)
    elif kind == MoveKind.ASSAULT:
        assault.play_assault(t, s, move)
    elif kind == MoveKind.ORGANISE:
        disorganisation.play_organise(t, s, move)
    else:
        bombardment.play_bombardment(t, s, w, move)


@compiled
def carry_out(t: Tables, s: State, w: Workspace, move: int) -> None:  # noqa: C901
    """Carry out the move of a decision; automatic steps follow in ``proceed``."""
    decision = s.decision
    if decision != Decision.PAYMENT and decision != Decision.SHIFT:
        s.decision = Decision.NONE
    if decision == Decision.ACTION:
        _play_action(t, s, w, move)
    elif decision == Decision.ROAD_STEP:
        road_march.play_road_step(t, s, w, move)
    elif decision == Decision.RESPONSE:
        manoeuvre_attack.play_response(t, s, w, move)
    elif decision == Decision.ADVANCE:
        manoeuvre_attack.play_advance(t, s, w, move)
    elif decision == Decision.SHOW:
        manoeuvre_attack.play_show(t, s, move)
    elif decision == Decision.TARGET:
        bombardment.play_target(t, s, w, move)
    elif decision == Decision.DEFENCE_LEADERS:
        assault.play_defence_leaders(t, s, move)
    elif decision == Decision.ASSAULT_PIECES:
        assault.play_send(t, s, move)
    elif decision == Decision.FIRE:
        assault.play_fire(t, s, move)
    elif decision == Decision.HIT:
        assault.play_hit(t, s, w, move)
    elif decision == Decision.COUNTER_ATTACK:
        assault.play_counter_attack(t, s, w, move)
    elif decision == Decision.REDUCTION:
        reductions.play_reduction(t, s, w, move)
    elif decision == Decision.RETREAT:
        retreat.play_retreat(t, s, w, move)
    elif decision == Decision.CONTINUATION:
        continuation.play_continuation(t, s, w, move)
    elif decision == Decision.RETURN:
        morale.play_return(s, move)
    else:
        morale.play_disc(t, s, move)


@compiled
def proceed(t: Tables, s: State, w: Workspace) -> None:  # noqa: C901 - one row a stage
    """Carry out automatic steps until somebody must decide or the game is over."""
    while s.decision == Decision.NONE:
        stage = s.stage
        if stage == Stage.TURN_START:
            sequence.start_turn(t, s, w)
        elif stage == Stage.ACTIONS:
            sequence.start_actions(s)
        elif stage == Stage.ACTION_END:
            orders.end_action(t, s)
        elif stage == Stage.CLEAN_UP:
            sequence.start_clean_up(t, s, w)
        elif stage == Stage.TURN_END:
            sequence.end_turn(t, s)
        elif stage == Stage.ROAD_STEP:
            s.decision = Decision.ROAD_STEP
            s.to_move = s.turn
        elif stage == Stage.ATTACK_RESULT:
            manoeuvre_attack.attack_result(t, s, w)
        elif stage == Stage.ATTACK_FAILED:
            manoeuvre_attack.attack_failed(t, s)
        elif stage == Stage.ATTACK_END:
            manoeuvre_attack.end_attack(t, s, w)
        elif stage == Stage.CONTINUATION:
            continuation.ask_continuation(t, s)
        elif stage == Stage.BOMBARDED:
            bombardment.pay_bombardment(t, s)
        elif stage >= Stage.RETREAT_REDUCTIONS:
            _proceed_retreat(t, s, w)
        else:
            _proceed_assault(t, s, w)


@inlined
def _proceed_assault(t: Tables, s: State, w: Workspace) -> None:
    """Carry out the next automatic step of an assault (T-23.9)."""
    stage = s.stage
    if stage == Stage.ASSAULT_ATTACK:
        s.decision = Decision.ASSAULT_PIECES
        s.to_move = s.turn
    elif stage == Stage.ASSAULT_FIRE:
        assault.ask_fire(t, s)
    elif stage == Stage.ASSAULT_COUNTER:
        assault.ask_counter_attack(t, s, w)
    elif stage == Stage.ASSAULT_RESULT:
        assault_result.assault_result(t, s)
    elif stage == Stage.ASSAULT_ATTACKERS_ODD:
        assault_result.reduce_attacking_leaders(t, s, w)
    elif stage == Stage.ASSAULT_ATTACKERS_REST:
        assault_result.reduce_other_attackers(s)
    elif stage == Stage.ASSAULT_DEFENDERS_ODD:
        assault_result.reduce_defending_leaders(t, s, w)
    elif stage == Stage.ASSAULT_DEFENDERS_REST:
        assault_result.reduce_other_defenders(t, s)
    elif stage == Stage.ASSAULT_PAYMENT:
        assault_result.pay_assault(t, s)
    else:
        assault_result.end_assault(t, s, w)


@compiled
def _proceed_retreat(t: Tables, s: State, w: Workspace) -> None:
    """Carry out the next automatic step of a retreat (T-13.21)."""
    stage = s.stage
    if stage == Stage.RETREAT_REDUCTIONS:
        retreat.next_reductions(t, s, w)
    elif stage == Stage.RETREAT_PAYMENT:
        retreat.pay_reductions(t, s)
    elif stage == Stage.RETREAT_MOVES:
        retreat.ask_retreat(t, s, w)
    elif stage == Stage.RETREAT_LOST:
        retreat.lose_stranded(t, s, w)
    elif stage == Stage.RETREAT_COMMITMENT:
        retreat.commit_retreat(t, s)
    else:
        retreat.advance(t, s, w)
        if s.leaders:
            assault_result.conquer_by_assault(s)
        else:
            manoeuvre_attack.conquer_by_manoeuvre(s)
