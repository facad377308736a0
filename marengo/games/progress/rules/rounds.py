"""Chapters 4 and 5: the round, and who is resolved first.

Both choose a card, Blue before Orange. Then each kind of card has four stages, in which its players
choose what they do with it and do so, one after the other.
"""

from collections.abc import Mapping

from marengo.core.engine.cases import Row, by_case
from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import NONE, UNDECIDED
from marengo.games.progress.rules import armies, attacks, codes, ending, hand, moves, strengthen
from marengo.games.progress.rules.hand import step_of
from marengo.games.progress.rules.position import State, Tables, Workspace
from marengo.games.progress.rules.score import score
from marengo.games.progress.rules.words import Card, Colour, Decision, Step

RESOLUTION, SLOTS = 2, 4
"""Stages: from 0 the cards of Blue and Orange, then so many of each kind, in the order of M-4.4."""

CLOSE = RESOLUTION + SLOTS * len(Step)
"""Stage: the round ends (M-4.8, M-4.9). After it another begins."""

_ASKED = (Decision.MOVE, 0, Decision.FORTIFY, Decision.ATTACK, Decision.STRENGTHEN, 0)
QUESTIONS = tuple(map(int, _ASKED))
"""Decision about a card of each kind, if it has any effect (M-4.6, M-4.7); 0: none."""


@compiled
def begin_round(s: State, turn: int) -> None:
    """Begin a round with an empty table (M-4.9)."""
    s.turn, s.stage, s.leader, s.decision = turn, 0, NONE, UNDECIDED
    clear_table(s)


@compiled
def clear_table(s: State) -> None:
    """Put what was played on the discards (M-4.8)."""
    for seat in range(2):
        s.played[seat], s.plan[seat] = 0, 0


@compiled
def proceed(t: Tables, s: State, w: Workspace) -> None:
    """Go through the round up to the next choice (M-4.1 to M-4.4); there is no chance (M-1.2)."""
    while s.decision == UNDECIDED:
        if s.stage < RESOLUTION:
            # who has no card plays none, which only an option allows (M-6.5)
            _ask(t, s, w, Decision.CARD, s.stage)
            s.stage += 1
        elif s.stage < CLOSE:
            _resolve(t, s, w)
        elif s.stage == CLOSE:
            clear_table(s)
            s.stage += 1
            ending.check_end(t, s)
            if t.agreement and s.decision == UNDECIDED:
                _ask(t, s, w, Decision.END, Colour.BLUE)
        else:
            begin_round(s, s.turn + 1)


@compiled
def _ask(t: Tables, s: State, w: Workspace, decision: int, seat: int) -> None:
    """Ask a player, unless there is nothing to choose (M-7.5, M-9.2, M-10.3, M-14.3)."""
    list_choices(t, s, w, seat, decision)
    if w.move_count:
        s.decision, s.to_move = decision, seat


@compiled
def both_play(s: State, step: int) -> bool:
    """Return whether both have played a card of a kind (M-5.1, M-5.2, M-5.9)."""
    return step_of(s, 0) == step and step_of(s, 1) == step


@compiled
def in_secret(t: Tables, s: State) -> bool:
    """Return whether both choose what to do with cards of this kind before either acts (M-4.5)."""
    return not t.same_kind_choices_open and both_play(s, (s.stage - RESOLUTION) // SLOTS)


@compiled
def _resolve(t: Tables, s: State, w: Workspace) -> None:
    """Carry out a stage of a kind of card."""
    step, slot = (s.stage - RESOLUTION) // SLOTS, (s.stage - RESOLUTION) % SLOTS
    if slot == 0 and s.leader == NONE:
        _find_leader(s, step)
        if s.leader == NONE:
            return
    second, doing = slot // 2, slot % 2
    if in_secret(t, s):
        second, doing = doing, second
    seat = s.leader if second == 0 else 1 - s.leader
    if step_of(s, seat) == step:
        if doing:
            _do(t, s, w, seat, step)
        elif QUESTIONS[step]:
            _ask(t, s, w, QUESTIONS[step], seat)
    s.stage += 1
    if slot == SLOTS - 1 and s.decision == UNDECIDED:
        _end_step(t, s, step)


@compiled
def _find_leader(s: State, step: int) -> None:
    """Find who is first: if both have moves or attacks, the holder decides (M-5.1, M-5.7, M-5.8).

    Else he acts second where that is never worse, and scores first.
    """
    holder = s.holder
    if not both_play(s, step):
        if step_of(s, 0) == step:
            s.leader = Colour.BLUE
        elif step_of(s, 1) == step:
            s.leader = Colour.ORANGE
        else:
            s.stage += SLOTS
    elif step == Step.MOVE or step == Step.ATTACK:
        s.decision, s.to_move = Decision.FIRST, holder
    else:
        s.leader = holder if step == Step.SCORE else 1 - holder


@compiled
def _put_first(t: Tables, s: State, move: int) -> None:
    """Let a player be first; the initiative passes (M-5.3 to M-5.6)."""
    s.leader = codes.part(move, codes.PLACE)
    if t.flip_on_fizzle:
        s.holder = 1 - s.holder


@compiled
def _end_step(t: Tables, s: State, step: int) -> None:
    """Be done with a kind of card; by option the initiative passes only now (M-5.5)."""
    if (step == Step.MOVE or step == Step.ATTACK) and both_play(s, step):
        if not t.flip_on_fizzle and s.effects == 2:
            s.holder = 1 - s.holder
    s.leader, s.effects = NONE, 0


@compiled
def _do(t: Tables, s: State, w: Workspace, seat: int, step: int) -> None:
    """Do with a card what was chosen, or what it does of itself."""
    move = s.plan[seat]
    s.plan[seat] = 0
    if step == Step.RECRUIT:
        armies.recruit(t, s, seat)
    elif step == Step.SCORE:
        score(t, s, seat)
    elif move != 0 and move != codes.DECLINE:
        if step == Step.MOVE:
            moves.march(t, s, seat, move)
            s.effects += 1
        elif step == Step.FORTIFY:
            armies.fortify(t, s, seat, move)
        elif step == Step.ATTACK:
            _attack(t, s, w, seat, move)
        else:
            strengthen.strengthen(t, s, seat, codes.part(move, codes.PLACE))


@compiled
def _attack(t: Tables, s: State, w: Workspace, seat: int, move: int) -> None:
    """Attack once, if what was chosen in secret can still be done (M-10.12 to M-10.18)."""
    place = codes.part(move, codes.PLACE)
    if attacks.is_target(t, s, seat, place, False):
        s.effects += 1
        attacks.stand_up(s, seat, move)
        if s.played[seat] == Card.ATTACK_PLUS_1:
            s.plan[seat] = move
            _ask(t, s, w, Decision.DISCARD, seat)
        if s.decision == UNDECIDED:
            s.plan[seat] = 0
            attacks.fight(t, s, seat, place, 0)


@compiled
def _pay(t: Tables, s: State, seat: int, move: int) -> None:
    """Pay for ATTACK+1 with a card, and fight (M-10.13)."""
    place = codes.part(s.plan[seat], codes.PLACE)
    s.hand[seat] &= ~(1 << codes.part(move, codes.PLACE))
    s.plan[seat] = 0
    attacks.fight(t, s, seat, place, 1)
    if (s.stage - RESOLUTION) % SLOTS == 0:
        _end_step(t, s, Step.ATTACK)


@compiled
def turn_number(t: Tables, s: State) -> int:
    """Return the round."""
    return s.turn


@compiled
def _list_first(w: Workspace) -> None:
    """List who may be first: either (M-5.1)."""
    for first in range(2):
        codes.offer(w, codes.naming(Decision.FIRST, first))


@compiled
def _play_card(t: Tables, s: State, seat: int, move: int) -> None:
    hand.play_card(t, s, seat, codes.part(move, codes.PLACE))


@compiled
def _plan(s: State, seat: int, move: int) -> None:
    """Note what is to be done with a card: it waits for its stage."""
    s.plan[seat] = move


ROWS: Mapping[int, Row] = {
    Decision.CARD: Row(_play_card, hand.list_cards, hand.bars_card),
    Decision.FIRST: Row(_put_first, _list_first),
    Decision.MOVE: Row(_plan, moves.list_marches, moves.bars_march),
    Decision.FORTIFY: Row(_plan, armies.list_fortifications, armies.bars_fortifying),
    Decision.ATTACK: Row(_plan, attacks.list_attacks, attacks.bars_attack),
    Decision.DISCARD: Row(_pay, hand.list_cards, hand.bars_card),
    Decision.STRENGTHEN: Row(_plan, strengthen.list_strengthenings, strengthen.bars_strengthening),
    Decision.END: Row(ending.answer, ending.list_answers, ending.bars_answer),
}
"""The decisions."""


@by_case({decision: row.lister for decision, row in ROWS.items()})
def _list(kind: int, t: Tables, s: State, w: Workspace, seat: int) -> None:
    """List what a player may choose at a decision of a kind."""


@compiled
def list_choices(t: Tables, s: State, w: Workspace, seat: int, decision: int) -> None:
    """List what a player may choose at a decision."""
    w.move_count = 0
    _list(decision, t, s, w, seat)


@compiled
def list_moves(t: Tables, s: State, w: Workspace) -> None:
    """List the legal moves."""
    list_choices(t, s, w, s.to_move, s.decision)


@by_case({decision: row.effect for decision, row in ROWS.items()})
def _play(decision: int, t: Tables, s: State, seat: int, move: int) -> None:
    """Carry out what is chosen at a decision."""


@compiled
def carry_out(t: Tables, s: State, w: Workspace, move: int) -> None:
    """Carry out a choice; what is done with a card waits for its stage."""
    decision, s.decision = s.decision, UNDECIDED
    _play(decision, t, s, s.to_move, move)
