"""The engine of *Bonaparte at Marengo*: decisions in the order of chapter B-18.

``list_moves`` lists the moves of a decision, ``carry_out`` carries one out, ``proceed`` goes on.
"""

from collections.abc import Callable, Mapping

from marengo.core.engine.cases import Row, by_case
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
from marengo.games.marengo.rules.moves import MoveKind, kind_of
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
def _end_step(s: State) -> None:
    """End the assaults, or the moves (B-7.6, B-7.7)."""
    s.stage = Stage.MOVES if s.stage == Stage.ASSAULTS else Stage.FALL_BACK


ACTIONS: Mapping[int, Row] = {
    MoveKind.END: Row(_end_step),
    MoveKind.ASSAULT: Row(groups.play_first),
    MoveKind.MARCH: Row(groups.play_first, barred=movement.bars_march),
    MoveKind.ATTACK: Row(groups.play_first, barred=manoeuvre_attack.bars_attack),
    MoveKind.ROAD: Row(road_march.play_road, barred=road_march.bars_road),
    MoveKind.PONTOON: Row(reinforcements.play_pontoon, barred=reinforcements.bars_pontoon),
    MoveKind.FALL_BACK: Row(movement.play_fall_back, barred=movement.bars_fall_back),
}
"""The kinds of move of steps 2 and 3."""


@by_case({kind: row.barred for kind, row in ACTIONS.items()})
def _bars_kind(kind: int, t: Tables, s: State, w: Workspace, move: int) -> int:
    """Return the statement that forbids a move of step 3 of a kind, 0 if none does."""
    return 0


@compiled
def bars_action(t: Tables, s: State, w: Workspace, move: int) -> int:
    """Return the statement that forbids a move of step 3, 0 if none does."""
    return _bars_kind(kind_of(move), t, s, w, move)


@by_case({kind: row.effect for kind, row in ACTIONS.items()})
def _play_kind(kind: int, t: Tables, s: State, w: Workspace, move: int) -> None:
    """Begin a move of a kind."""


@compiled
def _play_action(t: Tables, s: State, w: Workspace, move: int) -> None:
    """Begin the move chosen in step 3, or the assault chosen in step 2."""
    _play_kind(kind_of(move), t, s, w, move)


ROWS: Mapping[int, Row] = {
    Decision.ACTION: Row(_play_action, action_moves, bars_action),
    Decision.JOIN: Row(groups.play_join, groups.join_moves, groups.bars_join),
    Decision.ROAD_STEP: Row(road_march.play_road_step, road_march.road_moves, road_march.bars_step),
    Decision.CONTINUATION: Row(
        continuation.play_continuation,
        continuation.continuation_moves,
        continuation.bars_continuation,
    ),
    Decision.RESPONSE: Row(
        groups.play_first, manoeuvre_attack.response_moves, manoeuvre_attack.bars_response
    ),
    Decision.ADVANCE: Row(
        groups.play_first, manoeuvre_attack.advance_moves, manoeuvre_attack.bars_advance
    ),
    Decision.SHOW: Row(
        manoeuvre_attack.play_show, manoeuvre_attack.show_moves, manoeuvre_attack.bars_show
    ),
    Decision.RETREAT: Row(retreat.play_retreat, retreat.retreat_moves, retreat.bars_retreat),
    Decision.REDUCTION: Row(losses.play_loss, loss_moves, losses.bars_loss),
    Decision.STRIKE: Row(losses.play_loss, loss_moves, losses.bars_loss),
    Decision.ASSAULT: Row(_play_action, assault.assault_moves, assault.bars_assault),
    Decision.LEADERS: Row(assault.play_leaders, fighters.fighter_moves, fighters.bars_fighters),
    Decision.FIRE: Row(assault.play_fire, assault.fire_moves, assault.bars_fire),
    Decision.DEFENCE_LEADERS: Row(
        assault.play_defence_leaders, fighters.fighter_moves, fighters.bars_fighters
    ),
    Decision.PURSUIT: Row(
        assault_result.play_pursuit, fighters.fighter_moves, fighters.bars_fighters
    ),
    Decision.ACTIVATION: Row(
        activation.play_activation, activation.activation_moves, activation.bars_activation
    ),
    Decision.SHUFFLE: Row(sequence.play_shuffle, sequence.shuffle_moves, sequence.bars_shuffle),
    Decision.BOMBARDMENT: Row(
        bombardment.play_bombardment, bombardment.bombardment_moves, bombardment.bars_firing
    ),
    Decision.AIM: Row(bombardment.play_aim, bombardment.aim_moves, bombardment.bars_aim),
    Decision.TARGET: Row(
        bombardment.play_target, bombardment.target_moves, bombardment.bars_target
    ),
    Decision.DECLARATION: Row(
        bombardment.play_declaration, bombardment.declaration_moves, bombardment.bars_declaration
    ),
}
"""The decisions."""


@by_case({decision: row.lister for decision, row in ROWS.items()})
def _list(decision: int, t: Tables, s: State, w: Workspace) -> None:
    """List the legal moves of a decision."""


@compiled
def list_moves(t: Tables, s: State, w: Workspace) -> None:
    """List the legal moves of the decision in the workspace."""
    w.move_count = 0
    _list(s.decision, t, s, w)


@by_case({decision: row.effect for decision, row in ROWS.items()})
def _play(decision: int, t: Tables, s: State, w: Workspace, move: int) -> None:
    """Carry out the move of a decision."""


@compiled
def carry_out(t: Tables, s: State, w: Workspace, move: int) -> None:
    """Carry out the move of the decision; automatic steps follow in ``proceed``."""
    decision, s.decision = s.decision, Decision.NONE
    _play(decision, t, s, w, move)


@by_case(
    {
        MoveKind.MARCH: movement.march,
        MoveKind.ATTACK: manoeuvre_attack.attack,
        MoveKind.ASSAULT: assault.assault,
        MoveKind.RESPOND: manoeuvre_attack.respond,
        MoveKind.BLOCK: manoeuvre_attack.advance,
    }
)
def _act_together(verb: int, t: Tables, s: State, w: Workspace) -> None:
    """Let a group do what it was named for."""


@compiled
def _act(t: Tables, s: State, w: Workspace) -> None:
    """Let the group act that is complete now."""
    _act_together(s.verb, t, s, w)


@compiled
def _conquer(t: Tables, s: State, w: Workspace) -> None:
    """Take the locality that has been left."""
    retreat.advance(t, s, w)
    if s.leaders:
        assault_result.conquer_by_assault(s)
    else:
        manoeuvre_attack.conquer_by_manoeuvre(s)


STAGES: Mapping[int, Callable[..., None]] = {
    # a turn (B-7.4 to B-7.11)
    Stage.TURN_START: sequence.start_turn,
    Stage.ACTIVATION: activation.ask_activation,
    Stage.SHUFFLING: sequence.ask_shuffle,
    Stage.BOMBARDMENT: bombardment.ask_bombardment,
    Stage.ASSAULTS: assault.ask_assault,
    Stage.MOVES: sequence.start_moves,
    Stage.FALL_BACK: sequence.end_moves,
    Stage.DECLARATION: bombardment.ask_declaration,
    Stage.TURN_END: sequence.end_turn,
    # an action
    Stage.ACTION_END: sequence.end_action,
    Stage.GROUP: _act,
    Stage.ATTACK: manoeuvre_attack.ask_response,
    Stage.ATTACK_RESULT: manoeuvre_attack.attack_result,
    Stage.CONTINUATION: continuation.ask_continuation,
    Stage.ROAD_STEP: road_march.ask_step,
    Stage.FIRE: bombardment.ask_target,
    # an assault (B-11.26 to B-11.66)
    Stage.ASSAULT_FIRE: assault.ask_fire,
    Stage.ASSAULT_DEFENCE: assault.ask_defence,
    Stage.ASSAULT_RESULT: assault_result.assault_result,
    Stage.ASSAULT_LOSER: assault_result.lose_assault,
    Stage.ASSAULT_PURSUIT: assault_result.ask_pursuit,
    Stage.PURSUED: assault_result.lose_pursued,
    Stage.ASSAULT_END: assault_result.end_assault,
    # losses and a retreat (B-11.17, B-12.12)
    Stage.LOSSES: losses.next_losses,
    Stage.RETREAT_LOSSES: retreat.next_retreat_losses,
    Stage.RETREAT_MOVES: retreat.ask_retreat,
    Stage.CONQUEST: _conquer,
}
"""The automatic steps."""


@by_case(STAGES)
def _go_on(stage: int, t: Tables, s: State, w: Workspace) -> None:
    """Carry out the automatic step that is due."""


@compiled
def proceed(t: Tables, s: State, w: Workspace) -> None:
    """Carry out automatic steps until somebody must decide or the game is over."""
    while s.decision == Decision.NONE:
        _go_on(s.stage, t, s, w)
