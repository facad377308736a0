"""Chapter 4: rounds, turns and production turns, from one decision to the next."""

from collections.abc import Mapping

from marengo.core.engine.cases import Row, by_case
from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import CHANCE, NONE, OVER, UNDECIDED
from marengo.games.europe.rules import codes, rounds
from marengo.games.europe.rules.position import Workspace
from marengo.games.europe.rules.words import KINDS, NATIONS, Side, Stage
from marengo.games.europe.war.rules import (
    ending,
    fight,
    landing,
    march,
    minors,
    neutrals,
    peace,
    politics,
    production,
    relations,
    sea,
    uprising,
)
from marengo.games.europe.war.rules.ground import (
    are_allied,
    fill,
    is_active,
    next_in_order,
    seat_of,
    stand,
    takes_turns,
)
from marengo.games.europe.war.rules.record import War, WarTables
from marengo.games.europe.war.rules.words import (
    FIRST,
    Decision,
    Step,
    Verb,
    Verdict,
)

DEFENDS = 1 << 56
"""Bit of a battle's move that a defender makes; left and right are as its side sees them."""


@compiled
def begin_turn(t: WarTables, s: War, nation: int) -> None:
    """Begin the turn of a nation with its first window."""
    s.active, s.step, s.joiner = nation, Step.OPENING, nation
    forget_turn(t, s)
    relations.note_intruders(t, s)
    march.begin_movement(t, s, nation)
    politics.open_window(t, s)


@compiled
def forget_turn(t: WarTables, s: War) -> None:
    """Forget all that was noted of a turn or a production turn."""
    minors.disband(t, s)
    fill(s.assailant, NONE)
    fill(s.annexing, NONE)
    fill(s.landed, NONE)
    fill(s.quelled, 0)
    fill(s.called_up, 0)
    fill(s.struck, 0)
    fill(s.came, 0)
    fill(s.engaged, 0)
    fill(s.served, 0)
    fill(s.bought, 0)
    for nation in range(NATIONS):
        s.joined[nation] = 2 * int(s.joined[nation] > 0)


@compiled
def proceed(t: WarTables, s: War, w: Workspace) -> None:
    """Go on up to the next choice or roll, or to the end of the war."""
    while s.decision == UNDECIDED:
        if s.verdict != Verdict.NONE:
            s.decision, s.to_move = OVER, NONE
        elif s.place != NONE:
            _go_on_with_battle(t, s, w)
        elif sea.seek_voyage(t, s) or landing.seek_passage(t, s) or peace.seek_congress(t, s):
            pass
        elif not peace.seek_doubt(s):
            _take_step(t, s)
    if s.decision < FIRST and s.decision != OVER:
        s.to_move = CHANCE if s.asked == CHANCE else fighter(t, s, s.asked)


@compiled
def fighter(t: WarTables, s: War, side: int) -> int:
    """Return who decides for a side of the battle: for whom acts, who is charged, or the first."""
    if s.decision == Decision.ANSWER:
        return seat_of(t, s, s.target_nation)
    if s.nation != NONE and s.side[s.nation] == side:
        return seat_of(t, s, s.nation)
    for nation in range(NATIONS):
        if s.side[nation] == side:
            return seat_of(t, s, nation)
    return NONE


@compiled
def _go_on_with_battle(t: WarTables, s: War, w: Workspace) -> None:
    """Go on with the battle, or with the retreat from it."""
    if s.stage != Stage.OVER:
        rounds.proceed(t, s, w)
    elif not fight.seek_retreat(t, s):
        fight.end_battle(t, s)
        if s.step == Step.BETWEEN:
            politics.open_window(t, s)


@compiled
def _take_step(t: WarTables, s: War) -> None:
    """Take the present step of a turn, or go on to the next one."""
    late = NONE if s.step < Step.CAPITALS else fight.next_assailed(t, s)
    if late != NONE:
        fight.join_battle(t, s, late)  # a free army has come when the battles were over (N-14.9)
    elif sea.seek_driven(t, s, s.step == Step.CAPITALS):
        pass
    elif politics.is_window(s.step):
        _go_on_with_window(t, s)
    elif s.step == Step.JOINING:
        _seek_joiner(t, s)
    elif s.step == Step.MOVEMENT:
        _seek_mover(t, s)
    elif s.step == Step.BATTLES:
        _seek_battle(t, s)
    elif s.step == Step.PURCHASES:
        s.decision, s.to_move = Decision.PURCHASE, seat_of(t, s, s.active)
    else:
        _end_of_turn(t, s)


@compiled
def _go_on_with_window(t: WarTables, s: War) -> None:
    """Let guests leave at once, ask the next nation, and in the end let former allies leave."""
    if relations.seek_guest(t, s) or politics.seek_speaker(t, s) or relations.seek_leaver(t, s):
        return
    _end_window(t, s)


@compiled
def _end_of_turn(t: WarTables, s: War) -> None:
    """Take one of the steps after the battles (N-4.4)."""
    if s.step == Step.CAPITALS:
        peace.note_capitals(t, s)
        s.step = Step.UPRISINGS
    elif s.step == Step.UPRISINGS:
        if not is_active(s, s.active) or not uprising.seek_uprising(t, s):
            _open(t, s, Step.CLOSING)
    elif not fight.seek_quarrel(t, s) and not relations.seek_intruder(t, s):
        _end_turn(t, s)


@compiled
def _open(t: WarTables, s: War, step: int) -> None:
    """Go on to a window."""
    s.step = step
    politics.open_window(t, s)


@compiled
def _end_window(t: WarTables, s: War) -> None:
    """Go on to what follows a window."""
    politics.open_window(t, s)  # so that it leaves no trace
    if s.step == Step.CLOSING:
        relations.end_turns(s)
    if s.step == Step.BETWEEN:
        s.step = Step.BATTLES
    elif s.step == Step.BUDGET and not is_active(s, s.active):
        _end_production(t, s)
    elif s.step == Step.BUDGET:
        production.receive(t, s)
        s.step = Step.PURCHASES
    else:
        s.step += 1


# --- movement of allies -------------------------------------------------------------------------


@compiled
def _seek_joiner(t: WarTables, s: War) -> None:
    """Ask the next ally whose turn is still to come whether it moves now (N-4.9)."""
    nation = next_in_order(t, s.joiner)
    while nation != t.first and s.joined[s.active] == 0:
        s.joiner = nation
        allied = nation != s.active and are_allied(s, s.active, nation)
        if allied and s.joined[nation] == 0 and takes_turns(t, s, nation):
            s.decision, s.to_move = Decision.JOIN, seat_of(t, s, nation)
            return
        nation = next_in_order(t, nation)
    s.step, s.mover = Step.MOVEMENT, s.active
    if s.joined[s.active] == 2 or not is_active(s, s.active):
        _end_movement(t, s)


@compiled
def _seek_mover(t: WarTables, s: War) -> None:
    """Let the mover move, unless nobody acts for it any more."""
    if is_active(s, s.mover):
        s.decision, s.to_move = Decision.MARCH, seat_of(t, s, s.mover)
    else:
        _end_movement(t, s)


@compiled
def _end_movement(t: WarTables, s: War) -> None:
    """Let the next ally move that does so in this turn; after the last the movement is over."""
    march.end_movement(s)
    nation = next_in_order(t, s.mover)
    while nation != s.active:
        if s.joined[nation] == 1:
            march.begin_movement(t, s, nation)
            return
        nation = next_in_order(t, nation)
    s.mover = s.active
    _open(t, s, Step.AFTERWARDS)


@compiled
def _seek_battle(t: WarTables, s: War) -> None:
    """Fight the only battle, let defenders choose among several, or be done with them (N-19.4)."""
    region = fight.next_contested(t, s, 0)
    if region == NONE:
        s.step = Step.CAPITALS
    elif fight.next_contested(t, s, region + 1) == NONE:
        fight.join_battle(t, s, region)
    else:
        s.decision, s.to_move = Decision.NEXT_BATTLE, seat_of(t, s, fight.who_chooses(t, s))


@compiled
def _end_turn(t: WarTables, s: War) -> None:
    """Let the next nation have its turn, or end the round (N-4.1, N-4.3)."""
    forget_turn(t, s)
    nation = _next_that_has_a_turn(t, s, next_in_order(t, s.active))
    if nation != t.first:
        begin_turn(t, s, nation)
    elif production.is_due(t, s):
        production.begin_production(t, s)
        s.active = t.first
        if not takes_turns(t, s, t.first):
            s.active = _next_that_has_a_turn(t, s, next_in_order(t, t.first))
        _open(t, s, Step.BUDGET)
    else:
        _end_round(t, s)


@compiled
def _next_that_has_a_turn(t: WarTables, s: War, nation: int) -> int:
    """Return a nation, or the next that takes turns, at most the first of the round."""
    while nation != t.first and not takes_turns(t, s, nation):
        nation = next_in_order(t, nation)
    return nation


@compiled
def _end_production(t: WarTables, s: War) -> None:
    """Let the next nation have its production turn, or end the round."""
    forget_turn(t, s)
    s.active = _next_that_has_a_turn(t, s, next_in_order(t, s.active))
    if s.active == t.first:
        _end_round(t, s)
    else:
        _open(t, s, Step.BUDGET)


@compiled
def _end_round(t: WarTables, s: War) -> None:
    """Go on to the next month; the last ends the war, or the dice do (N-27.7, N-27.8, N-30.5)."""
    if s.month >= t.rounds:
        ending.decide(t, s)
    elif t.sudden_death and s.month >= t.sudden_death:
        s.decision, s.to_move = Decision.LENGTH_ROLL, CHANCE
    else:
        _begin_round(t, s)


@compiled
def _begin_round(t: WarTables, s: War) -> None:
    """Begin the next month with the first nation that has a turn."""
    s.month += 1
    fill(s.joined, 0)
    first = t.first
    if not takes_turns(t, s, first):
        first = _next_that_has_a_turn(t, s, next_in_order(t, first))
    begin_turn(t, s, first)


# --- what may be chosen ---------------------------------------------------------------------


@compiled
def _list_rolls(s: War, w: Workspace) -> None:
    """List the outcomes of a roll."""
    codes.offer_rolls(w, Verb.ROLL, is_of_two_dice(s))


@compiled
def _list_orders(t: WarTables, s: War, w: Workspace) -> None:
    """List what units and squadrons may do on the map."""
    march.list_marches(t, s, w)
    landing.list_transports(t, s, w)
    sea.list_sailings(t, s, w)
    codes.offer_verb(w, Verb.END)


@compiled
def _list_joining(w: Workspace) -> None:
    """List that an ally moves in this turn, or does not (N-4.9)."""
    codes.offer_verb(w, Verb.JOIN)
    codes.offer_verb(w, Verb.PASS)


@compiled
def is_of_two_dice(s: War) -> bool:
    """Return whether chance rolls two dice, not one."""
    d = s.decision
    return d in (
        Decision.OVERTURE_ROLL,
        Decision.DIPLOMACY_ROLL,
        Decision.COMMITMENT_ROLL,
        Decision.UPRISING_ROLL,
        Decision.NAVAL_ROLL,
        Decision.NAVAL_COUNTER_ROLL,
        Decision.LENGTH_ROLL,
    )


@compiled
def weigh(t: WarTables, s: War, w: Workspace, number: int) -> float:
    """Return how likely one of the listed rolls is (N-31.98)."""
    if s.decision < FIRST:
        return rounds.weigh(t, s, w, number)
    return codes.weigh_roll(w, number, is_of_two_dice(s))


@compiled
def waiting(t: WarTables, s: War) -> int:
    """Return how many there are of which the pending move may take some."""
    move = s.pending
    verb, kind = codes.part(move, codes.VERB), codes.part(move, codes.PIECE)
    place, worn, to = (
        codes.part(move, codes.ZONE),
        codes.part(move, codes.WORN),
        codes.part(move, codes.TO),
    )
    if verb == Verb.MARCH:
        return march.ready(s, place, kind, worn)
    if verb == Verb.SAIL:
        return sea.idle_ships(s, place, worn)
    if verb == Verb.STRIKE:
        return sea.strikers(s, place, to)
    if verb == Verb.TRANSPORT:
        return landing.cargo_of(s, kind, place, to)
    if verb == Verb.GIVE:
        return s.pp[s.speaker]
    if s.place == NONE:
        return s.troops[stand(s.addressee, s.given, kind)]
    return s.fleeing[fight.fleeing_nation(s) * KINDS + kind]


@compiled
def list_numbers(t: WarTables, s: War, w: Workspace) -> None:
    """List how many units march, sail or retreat together, or PP are given: what a move can say."""
    for number in range(min(waiting(t, s), codes.WHOLE)):
        codes.offer(w, codes.counted(Verb.NUMBER, number + 1))


@compiled
def bars_number(t: WarTables, s: War, move: int) -> int:
    """Return the statement that forbids to take so many, 0 if none does."""
    verb = codes.part(s.pending, codes.VERB)
    if 0 < codes.part(move, codes.TO) <= waiting(t, s):
        return 0
    if verb == Verb.TRANSPORT:
        return 9_05_1
    if verb == Verb.STRIKE:
        return 8_12_4
    return 2_06_2 if verb == Verb.GIVE else 6_01_3


@compiled
def bars_order(t: WarTables, s: War, move: int) -> int:
    """Return the statement that forbids to move units or squadrons, 0 if none does."""
    verb = codes.part(move, codes.VERB)
    if verb == Verb.MARCH:
        return march.bars_march(t, s, move)
    if verb == Verb.TRANSPORT:
        return landing.bars_transport(t, s, move)
    if verb == Verb.SAIL:
        return sea.bars_sailing(t, s, move)
    return sea.bars_strike(t, s, move)


# --- carrying out -----------------------------------------------------------------------------


@compiled
def _buy(t: WarTables, s: War, move: int, verb: int) -> None:
    """Buy something, or no more."""
    if verb == Verb.END:
        _end_production(t, s)
    else:
        production.buy(s, move)


@compiled
def _fight_on(t: WarTables, s: War, w: Workspace, move: int) -> None:
    """Carry out what is done in a battle, and settle it if that was its end."""
    rounds.carry_out(t, s, w, move)
    if s.stage == Stage.OVER:
        fight.settle_battle(s)


@compiled
def _asks_for_consent(t: WarTables, s: War) -> bool:
    """Ask the next player of the side whether the battle is given up (N-19.8); whether one is."""
    for nation in range(s.addressee + 1, NATIONS):
        allied = nation != s.nation and s.side[nation] == s.side[s.nation]
        if allied and seat_of(t, s, nation) != seat_of(t, s, s.nation):
            s.offer, s.addressee = Verb.CONSENT, nation
            s.decision, s.to_move = Decision.REPLY, seat_of(t, s, nation)
            return True
    return False


@compiled
def _consent(t: WarTables, s: War, w: Workspace, agrees: bool) -> None:
    """Ask the next, retreat if all agree, or fight on: it is too late to retreat in this phase."""
    if agrees and _asks_for_consent(t, s):
        return
    s.offer, s.addressee = 0, NONE
    if agrees:
        s.decision = Decision.ACT
        _fight_on(t, s, w, Verb.RETREAT)
    else:
        s.opening = 0


@compiled
def _reply(t: WarTables, s: War, w: Workspace, verb: int) -> None:
    """Accept an offer, or refuse it; also to give a battle up, or to let ships pass."""
    if s.offer == Verb.CONSENT:
        _consent(t, s, w, verb == Verb.ACCEPT)
    elif s.offer == Verb.STRAITS:
        politics.open_straits(t, s, verb == Verb.ACCEPT)
    else:
        politics.reply(t, s, verb)


@compiled
def _sink(t: WarTables, s: War, move: int) -> None:
    """Lose a squadron, and see whether there is another to lose."""
    sea.sink(s, codes.part(move, codes.NATION))
    sea.seek_loss(t, s)


@compiled
def _take_number(t: WarTables, s: War, move: int) -> None:
    _move_units(t, s, codes.part(move, codes.TO))


@compiled
def _begin_battle(t: WarTables, s: War, move: int) -> None:
    fight.join_battle(t, s, codes.part(move, codes.TO))


@compiled
def _join(s: War, verb: int) -> None:
    """Let an ally move in this turn, or not."""
    s.joined[s.joiner] = int(verb == Verb.JOIN)


@compiled
def _command(t: WarTables, s: War, move: int, verb: int) -> None:
    """Order units or squadrons, or end the movement."""
    if verb == Verb.END:
        _end_movement(t, s)
    else:
        _order(t, s, move)


@compiled
def _order(t: WarTables, s: War, move: int) -> None:
    """Ask how many units march, sail or retreat, if there are several."""
    s.pending = move
    if waiting(t, s) > 1:
        s.decision = Decision.NUMBER
    else:
        _move_units(t, s, 1)


@compiled
def _move_units(t: WarTables, s: War, number: int) -> None:
    """Let so many units march, sail, retreat or leave, or give so many PP."""
    move = s.pending
    verb = codes.part(move, codes.VERB)
    s.pending = 0
    if verb == Verb.MARCH:
        march.march(t, s, move, number)
    elif verb == Verb.SAIL:
        place, worn = codes.part(move, codes.ZONE), codes.part(move, codes.WORN)
        sea.set_sail(s, s.mover, place, number, worn)
    elif verb == Verb.STRIKE:
        sea.strike(t, s, move, number)
    elif verb == Verb.TRANSPORT:
        landing.embark(s, move, number)
    elif verb == Verb.GIVE:
        politics.give(t, s, move, number)
    elif s.place == NONE:
        relations.leave(s, move, number)
    else:
        fight.withdraw(s, move, number)


@compiled
def _draw(t: WarTables, s: War, move: int) -> None:
    """Go on when chance has drawn a nation."""
    nation = codes.part(move, codes.NATION)
    if s.lot == Verb.DECLARE:
        neutrals.protect(t, s, nation)
    else:
        minors.join_by_lot(s, nation)


@compiled
def _roll_length(t: WarTables, s: War, roll: int) -> None:
    """End the game suddenly, or make it likelier (N-27.8)."""
    if roll >= s.end_number:
        ending.decide(t, s)
    else:
        s.end_number -= 1
        _begin_round(t, s)


# --- the decisions ----------------------------------------------------------------------------

ROWS: Mapping[int, Row] = {
    Decision.POLITICS: Row(politics.take_action, politics.list_actions, politics.bars_action),
    Decision.EXCHANGE: Row(politics.name_price, politics.list_exchanges, politics.bars_exchange),
    Decision.REPLY: Row(_reply, politics.list_replies),
    Decision.PLEDGE: Row(neutrals.pledge, politics.list_replies),
    Decision.CONGRESS: Row(peace.take_step, peace.list_steps, peace.bars_step),
    Decision.LIBERATION: Row(peace.take_step, peace.list_steps, peace.bars_step),
    Decision.JOIN: Row(_join, _list_joining),
    Decision.MARCH: Row(_command, _list_orders, bars_order),
    Decision.NUMBER: Row(_take_number, list_numbers, bars_number),
    Decision.VOYAGE: Row(sea.sail, sea.list_voyage, sea.bars_voyage),
    Decision.ENGAGEMENT: Row(sea.answer, sea.list_answers),
    Decision.NAVAL_LOSS: Row(_sink, sea.list_losses, sea.bars_loss),
    Decision.PASSAGE: Row(landing.go_on, landing.list_passages, landing.bars_passage),
    Decision.NEXT_BATTLE: Row(_begin_battle, fight.list_battles, fight.bars_battle),
    Decision.RETREAT: Row(_order, fight.list_retreats, fight.bars_withdrawal),
    Decision.LEAVE: Row(_order, relations.list_leavers, relations.bars_leaving),
    Decision.UPRISING: Row(uprising.answer, uprising.list_answers),
    Decision.LOSS: Row(uprising.sacrifice, uprising.list_losses, uprising.bars_sacrifice),
    Decision.PURCHASE: Row(_buy, production.list_purchases, production.bars_purchase),
    Decision.OVERTURE_ROLL: Row(minors.roll_overture, _list_rolls),
    Decision.DIPLOMACY_ROLL: Row(neutrals.roll_diplomacy, _list_rolls),
    Decision.ANNEXATION_ROLL: Row(minors.roll_annexation, _list_rolls),
    Decision.INFANTRY_ROLL: Row(minors.roll_free_army, _list_rolls),
    Decision.CAVALRY_ROLL: Row(minors.roll_free_army, _list_rolls),
    Decision.ARTILLERY_ROLL: Row(minors.roll_free_army, _list_rolls),
    Decision.COMMITMENT_ROLL: Row(peace.roll_commitment, _list_rolls),
    Decision.UPRISING_ROLL: Row(uprising.roll_uprising, _list_rolls),
    Decision.INTERCEPTION_ROLL: Row(sea.roll_interception, _list_rolls),
    Decision.NAVAL_ROLL: Row(sea.roll_battle, _list_rolls),
    Decision.NAVAL_COUNTER_ROLL: Row(sea.roll_battle, _list_rolls),
    Decision.TRANSPORT_ROLL: Row(landing.roll_transport, _list_rolls),
    Decision.LENGTH_ROLL: Row(_roll_length, _list_rolls),
    Decision.LOT: Row(_draw, neutrals.list_lots),
}
"""The decisions on the map, and those of chance."""


@by_case({decision: row.lister for decision, row in ROWS.items()})
def _list(decision: int, t: WarTables, s: War, w: Workspace) -> None:
    """List the legal moves of a decision."""


@compiled
def list_moves(t: WarTables, s: War, w: Workspace) -> None:
    """List the legal moves; of chance, its outcomes."""
    if s.decision < FIRST:
        rounds.list_moves(t, s, w)
        if s.asked == Side.DEFENDER:
            for number in range(w.move_count):
                w.moves[number] |= DEFENDS
    else:
        w.move_count = 0
        _list(s.decision, t, s, w)


@by_case({decision: row.effect for decision, row in ROWS.items()})
def _play(
    decision: int, t: WarTables, s: War, w: Workspace, move: int, verb: int, roll: int
) -> None:
    """Carry out a move of a decision, or what was rolled."""


@compiled
def carry_out(t: WarTables, s: War, w: Workspace, move: int) -> None:
    """Carry out a choice or a roll."""
    decision, verb = s.decision, codes.part(move, codes.VERB)
    if decision >= FIRST:
        s.decision = UNDECIDED
        _play(decision, t, s, w, move, verb, codes.part(move, codes.TO))
    elif verb != Verb.RETREAT or not _asks_for_consent(t, s):
        _fight_on(t, s, w, move & ~DEFENDS)
