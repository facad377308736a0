"""The engine of *Triomphe à Marengo*: decisions in the order of chapter 23.

``list_moves`` lists the moves of a decision, ``carry_out`` carries one out, ``proceed`` goes on.
"""

from collections.abc import Callable, Mapping

from marengo.core.engine.cases import Row, by_case
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
def _conquer(t: Tables, s: State, w: Workspace) -> None:
    """Take the locality that has been left."""
    retreat.advance(t, s, w)
    if s.leaders:
        assault_result.conquer_by_assault(s)
    else:
        manoeuvre_attack.conquer_by_manoeuvre(s)


BOMBARDMENT = Row(bombardment.play_bombardment, barred=bombardment.bars_bombardment)

ACTIONS: Mapping[int, Row] = {
    MoveKind.END: Row(sequence.end_actions),
    MoveKind.MARCH: Row(march.play_march, barred=march.bars_march),
    MoveKind.ROAD: Row(road_march.play_road, barred=road_march.bars_road),
    MoveKind.PONTOON: Row(reinforcements.play_pontoon, barred=reinforcements.bars_pontoon),
    MoveKind.ATTACK: Row(manoeuvre_attack.play_attack, barred=manoeuvre_attack.bars_attack),
    MoveKind.DECLARE: BOMBARDMENT,
    MoveKind.COMPLETE: BOMBARDMENT,
    MoveKind.CANCEL: BOMBARDMENT,
    MoveKind.ASSAULT: Row(assault.play_assault, barred=assault.bars_assault),
    MoveKind.ORGANISE: Row(disorganisation.play_organise, barred=disorganisation.bars_organising),
}
"""The kinds of action."""


@by_case({kind: row.barred for kind, row in ACTIONS.items()})
def _bars_kind(kind: int, t: Tables, s: State, w: Workspace, move: int) -> int:
    """Return the statement that forbids an action of a kind, 0 if none does."""
    return 0


@compiled
def bars_action(t: Tables, s: State, w: Workspace, move: int) -> int:
    """Return the statement that forbids an action, 0 if none does."""
    if disorganisation.is_begun(s) and kind_of(move) != MoveKind.ORGANISE:
        return 14_15_0
    return _bars_kind(kind_of(move), t, s, w, move)


@by_case({kind: row.effect for kind, row in ACTIONS.items()})
def _play_kind(kind: int, t: Tables, s: State, w: Workspace, move: int) -> None:
    """Begin an action of a kind."""


@compiled
def _play_action(t: Tables, s: State, w: Workspace, move: int) -> None:
    """Begin the action chosen."""
    _play_kind(kind_of(move), t, s, w, move)


DISCS = Row(morale.play_disc, morale.disc_moves, morale.bars_disc)

ROWS: Mapping[int, Row] = {
    Decision.ACTION: Row(_play_action, action_moves, bars_action),
    Decision.ROAD_STEP: Row(road_march.play_road_step, road_march.road_moves, road_march.bars_step),
    Decision.RESPONSE: Row(
        manoeuvre_attack.play_response,
        manoeuvre_attack.response_moves,
        manoeuvre_attack.bars_response,
    ),
    Decision.ADVANCE: Row(manoeuvre_attack.play_advance, manoeuvre_attack.advance_moves),
    Decision.SHOW: Row(
        manoeuvre_attack.play_show, manoeuvre_attack.show_moves, manoeuvre_attack.bars_show
    ),
    Decision.TARGET: Row(
        bombardment.play_target, bombardment.target_moves, bombardment.bars_target
    ),
    Decision.DEFENCE_LEADERS: Row(
        assault.play_defence_leaders, assault.defence_leader_moves, assault.bars_lead
    ),
    Decision.ASSAULT_PIECES: Row(assault.play_send, assault.assault_piece_moves, assault.bars_send),
    Decision.FIRE: Row(assault.play_fire, assault.fire_moves, assault.bars_fire),
    Decision.HIT: Row(assault.play_hit, assault.hit_moves, assault.bars_hit),
    Decision.COUNTER_ATTACK: Row(
        assault.play_counter_attack, assault.counter_attack_moves, assault.bars_counter
    ),
    Decision.REDUCTION: Row(reductions.play_reduction, loss_moves, reductions.bars_reduction),
    Decision.RETREAT: Row(retreat.play_retreat, retreat.retreat_moves, retreat.bars_retreat),
    Decision.CONTINUATION: Row(
        continuation.play_continuation,
        continuation.continuation_moves,
        continuation.bars_continuation,
    ),
    Decision.PAYMENT: DISCS,
    Decision.SHIFT: DISCS,
    Decision.RETURN: Row(morale.play_return, morale.return_moves, morale.bars_return),
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
    decision = s.decision
    if decision != Decision.PAYMENT and decision != Decision.SHIFT:
        s.decision = Decision.NONE
    _play(decision, t, s, w, move)


STAGES: Mapping[int, Callable[..., None]] = {
    Stage.TURN_START: sequence.start_turn,
    Stage.ACTIONS: sequence.start_actions,
    Stage.ACTION_END: orders.end_action,
    Stage.CLEAN_UP: sequence.start_clean_up,
    Stage.TURN_END: sequence.end_turn,
    Stage.ROAD_STEP: road_march.ask_step,
    Stage.ATTACK_RESULT: manoeuvre_attack.attack_result,
    Stage.ATTACK_FAILED: manoeuvre_attack.attack_failed,
    Stage.ATTACK_END: manoeuvre_attack.end_attack,
    Stage.CONTINUATION: continuation.ask_continuation,
    Stage.BOMBARDED: bombardment.pay_bombardment,
    # an assault (T-23.9)
    Stage.ASSAULT_ATTACK: assault.ask_pieces,
    Stage.ASSAULT_FIRE: assault.ask_fire,
    Stage.ASSAULT_COUNTER: assault.ask_counter_attack,
    Stage.ASSAULT_RESULT: assault_result.assault_result,
    Stage.ASSAULT_ATTACKERS_ODD: assault_result.reduce_attacking_leaders,
    Stage.ASSAULT_ATTACKERS_REST: assault_result.reduce_other_attackers,
    Stage.ASSAULT_DEFENDERS_ODD: assault_result.reduce_defending_leaders,
    Stage.ASSAULT_DEFENDERS_REST: assault_result.reduce_other_defenders,
    Stage.ASSAULT_PAYMENT: assault_result.pay_assault,
    Stage.ASSAULT_END: assault_result.end_assault,
    # a retreat (T-13.21)
    Stage.RETREAT_REDUCTIONS: retreat.next_reductions,
    Stage.RETREAT_PAYMENT: retreat.pay_reductions,
    Stage.RETREAT_MOVES: retreat.ask_retreat,
    Stage.RETREAT_LOST: retreat.lose_stranded,
    Stage.RETREAT_COMMITMENT: retreat.commit_retreat,
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
