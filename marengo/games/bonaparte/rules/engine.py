"""The engine of *Bonaparte at Marengo*: decisions in the order of chapter B-18.

``list_moves`` lists the moves of a decision, ``carry_out`` carries one out, ``proceed`` goes on.
"""

from marengo.core.engine.compiled import compiled, inlined
from marengo.games.bonaparte.rules import (
    activation,
    assault,
    assault_result,
    bombardment,
    continuation,
    fighters,
    groups,
    losses,
    manoeuvre_attack,
    movement,
    reinforcements,
    retreat,
    road_march,
    sequence,
)
from marengo.games.bonaparte.rules.state import Stage, State, Tables
from marengo.games.marengo.rules.choices import offer
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.losses import loss_moves
from marengo.games.marengo.rules.moves import MoveKind, kind_of, target_of
from marengo.games.marengo.rules.pieces import end_slot, first_slot, has
from marengo.games.marengo.rules.position import Workspace
from marengo.games.marengo.rules.vocabulary import FIRST_APPROACH, FIRST_BOX, LOCALITIES, NONE


@inlined
def action_moves(t: Tables, s: State, w: Workspace) -> None:
    """Offer the moves of step 3 (B-18.27)."""
    offer(w, MoveKind.END, 0, 0, 0)
    side = s.turn
    done = 0
    for piece in range(first_slot(side), end_slot(t, side)):
        place = s.place[piece]
        if place == NONE or place >= FIRST_BOX or has(done, piece):
            continue
        for other in range(piece, end_slot(t, side)):
            done |= int(s.place[other] == place) << other
        groups.gather_able(t, s, w, side, place, MoveKind.MARCH)
        if place < LOCALITIES:
            movement.moves_from_reserve(t, s, w, place)
            road_march.road_marches(t, s, w)
        else:
            movement.moves_from_approach(t, s, w, place - FIRST_APPROACH)
    reinforcements.entries(t, s, w)
    movement.fall_backs(t, s, w)


@compiled
def bars_action(t: Tables, s: State, w: Workspace, move: int) -> int:
    """Return the statement that forbids a move of step 3, 0 if none does."""
    kind = kind_of(move)
    if kind == MoveKind.MARCH:
        return movement.bars_march(t, s, w, move)
    if kind == MoveKind.ATTACK:
        return manoeuvre_attack.bars_attack(t, s, w, move)
    if kind == MoveKind.ROAD:
        return road_march.bars_road(t, s, w, move)
    if kind == MoveKind.PONTOON:
        return reinforcements.bars_pontoon(t, s, w, move)
    return 0 if kind == MoveKind.END else movement.bars_fall_back(t, s, w, move)


@compiled
def list_moves(t: Tables, s: State, w: Workspace) -> None:  # noqa: C901 - one row a node
    """List the legal moves of the decision in the workspace."""
    w.move_count = 0
    decision = s.decision
    if decision == Decision.ACTION:
        action_moves(t, s, w)
    elif decision == Decision.JOIN:
        groups.join_moves(t, s, w)
    elif decision == Decision.ROAD_STEP:
        road_march.road_moves(t, s, w)
    elif decision == Decision.CONTINUATION:
        continuation.continuation_moves(t, s, w)
    elif decision == Decision.RESPONSE:
        manoeuvre_attack.response_moves(t, s, w)
    elif decision == Decision.ADVANCE:
        manoeuvre_attack.advance_moves(t, s, w)
    elif decision == Decision.SHOW:
        manoeuvre_attack.show_moves(t, s, w)
    elif decision == Decision.RETREAT:
        retreat.retreat_moves(t, s, w)
    elif decision == Decision.REDUCTION:
        loss_moves(t, s, w, MoveKind.REDUCE)
    elif decision == Decision.STRIKE:
        loss_moves(t, s, w, MoveKind.STRIKE)
    elif decision == Decision.ASSAULT:
        assault.assault_moves(t, s, w)
    elif (
        decision == Decision.LEADERS
        or decision == Decision.DEFENCE_LEADERS
        or decision == Decision.PURSUIT
    ):
        fighters.fighter_moves(t, s, w)
    elif decision == Decision.FIRE:
        assault.fire_moves(t, s, w)
    else:
        _list_rare_moves(t, s, w)


@inlined
def _list_rare_moves(t: Tables, s: State, w: Workspace) -> None:
    """List the moves of activation, shuffling and bombardment."""
    decision = s.decision
    if decision == Decision.ACTIVATION:
        activation.activation_moves(t, s, w)
    elif decision == Decision.SHUFFLE:
        sequence.shuffle_moves(t, s, w)
    elif decision == Decision.BOMBARDMENT:
        bombardment.bombardment_moves(s, w)
    elif decision == Decision.AIM:
        bombardment.aim_moves(t, s, w)
    elif decision == Decision.TARGET:
        bombardment.target_moves(t, s, w)
    elif decision == Decision.DECLARATION:
        bombardment.declaration_moves(s, w)


@compiled
def _play_action(t: Tables, s: State, w: Workspace, move: int) -> None:
    """Begin the move chosen in step 3, or the assault chosen in step 2."""
    kind = kind_of(move)
    if kind == MoveKind.END:
        s.stage = Stage.MOVES if s.stage == Stage.ASSAULTS else Stage.FALL_BACK
    elif kind == MoveKind.ROAD:
        road_march.play_road(t, s, move)
    elif kind == MoveKind.PONTOON:
        reinforcements.play_pontoon(t, s, w, move)
    elif kind == MoveKind.FALL_BACK:
        movement.play_fall_back(t, s, w, move)
    else:
        groups.play_first(s, move, target_of(move))


@compiled
def carry_out(t: Tables, s: State, w: Workspace, move: int) -> None:  # noqa: C901
    """Carry out the move of a decision; automatic steps follow in ``proceed``."""
    decision = s.decision
    s.decision = Decision.NONE
    if decision == Decision.ACTION or decision == Decision.ASSAULT:
        _play_action(t, s, w, move)
    elif decision == Decision.JOIN:
        groups.play_join(s, move)
    elif decision == Decision.ROAD_STEP:
        road_march.play_road_step(t, s, w, move)
    elif decision == Decision.CONTINUATION:
        continuation.play_continuation(t, s, w, move)
    elif decision == Decision.RESPONSE or decision == Decision.ADVANCE:
        groups.play_first(s, move, 0)
    elif decision == Decision.SHOW:
        manoeuvre_attack.play_show(t, s, move)
    elif decision == Decision.RETREAT:
        retreat.play_retreat(t, s, w, move)
    elif decision == Decision.REDUCTION or decision == Decision.STRIKE:
        losses.play_loss(t, s, w, move)
    elif decision == Decision.LEADERS:
        assault.play_leaders(t, s, move)
    elif decision == Decision.FIRE:
        assault.play_fire(t, s, move)
    elif decision == Decision.DEFENCE_LEADERS:
        assault.play_defence_leaders(t, s, move)
    elif decision == Decision.PURSUIT:
        assault_result.play_pursuit(t, s, move)
    else:
        _carry_out_rare(t, s, w, decision, move)


@inlined
def _carry_out_rare(t: Tables, s: State, w: Workspace, decision: int, move: int) -> None:
    """Carry out a move of activation, shuffling or bombardment."""
    if decision == Decision.ACTIVATION:
        activation.play_activation(s, move)
    elif decision == Decision.SHUFFLE:
        sequence.play_shuffle(t, s, move)
    elif decision == Decision.BOMBARDMENT:
        bombardment.play_bombardment(t, s, w, move)
    elif decision == Decision.AIM:
        bombardment.play_aim(s, move)
    elif decision == Decision.TARGET:
        bombardment.play_target(t, s, w, move)
    else:
        bombardment.play_declaration(t, s, move)


@inlined
def _act(t: Tables, s: State, w: Workspace) -> None:
    """Let the group act that is complete now."""
    verb = s.verb
    if verb == MoveKind.MARCH:
        movement.march(t, s, w)
    elif verb == MoveKind.ATTACK:
        manoeuvre_attack.attack(t, s)
    elif verb == MoveKind.ASSAULT:
        assault.assault(s)
    elif verb == MoveKind.RESPOND:
        manoeuvre_attack.respond(t, s, w)
    else:
        manoeuvre_attack.advance(t, s, w)


@compiled
def proceed(t: Tables, s: State, w: Workspace) -> None:  # noqa: C901 - one row a stage
    """Carry out automatic steps until somebody must decide or the game is over."""
    while s.decision == Decision.NONE:
        stage = s.stage
        if stage == Stage.GROUP:
            _act(t, s, w)
        elif stage == Stage.ATTACK:
            manoeuvre_attack.ask_response(t, s, w)
        elif stage == Stage.ATTACK_RESULT:
            manoeuvre_attack.attack_result(t, s, w)
        elif stage == Stage.CONTINUATION:
            continuation.ask_continuation(s)
        elif stage == Stage.ROAD_STEP:
            s.decision = Decision.ROAD_STEP
            s.to_move = s.turn
        elif stage == Stage.ACTION_END:
            sequence.end_action(s)
        elif stage == Stage.FIRE:
            bombardment.ask_target(t, s)
        elif stage == Stage.LOSSES:
            losses.next_losses(s)
        elif stage == Stage.RETREAT_LOSSES:
            retreat.next_retreat_losses(t, s)
        elif stage == Stage.RETREAT_MOVES:
            retreat.ask_retreat(t, s, w)
        elif stage == Stage.CONQUEST:
            retreat.advance(t, s, w)
            if s.leaders:
                assault_result.conquer_by_assault(s)
            else:
                manoeuvre_attack.conquer_by_manoeuvre(s)
        elif stage < Stage.ACTION_END:
            _proceed_turn(t, s, w)
        else:
            _proceed_assault(t, s, w)


@inlined
def _proceed_turn(t: Tables, s: State, w: Workspace) -> None:
    """Carry out the next automatic step of a turn (B-7.4 to B-7.11)."""
    stage = s.stage
    if stage == Stage.TURN_START:
        sequence.start_turn(t, s, w)
    elif stage == Stage.ACTIVATION:
        activation.ask_activation(t, s)
    elif stage == Stage.SHUFFLING:
        sequence.ask_shuffle(t, s)
    elif stage == Stage.BOMBARDMENT:
        bombardment.ask_bombardment(t, s, w)
    elif stage == Stage.ASSAULTS:
        assault.ask_assault(s)
    elif stage == Stage.MOVES:
        sequence.start_moves(s)
    elif stage == Stage.FALL_BACK:
        sequence.end_moves(t, s, w)
    elif stage == Stage.DECLARATION:
        bombardment.ask_declaration(t, s, w)
    else:
        sequence.end_turn(t, s)


@inlined
def _proceed_assault(t: Tables, s: State, w: Workspace) -> None:
    """Carry out the next automatic step of an assault (B-11.26 to B-11.66)."""
    stage = s.stage
    if stage == Stage.ASSAULT_FIRE:
        assault.ask_fire(t, s)
    elif stage == Stage.ASSAULT_DEFENCE:
        assault.ask_defence(s)
    elif stage == Stage.ASSAULT_RESULT:
        assault_result.assault_result(t, s)
    elif stage == Stage.ASSAULT_LOSER:
        assault_result.lose_assault(t, s)
    elif stage == Stage.ASSAULT_PURSUIT:
        assault_result.ask_pursuit(t, s)
    elif stage == Stage.PURSUED:
        assault_result.lose_pursued(t, s)
    else:
        assault_result.end_assault(t, s, w)
