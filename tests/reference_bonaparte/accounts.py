"""What an assault, an attack or a move must have cost, added up when it is over.

A story is the list of what was decided from one choice of an assault or move to the next one: each
state, before the move, with the move. What the engine decided without asking is worked out anew.
"""

from collections.abc import Sequence

from marengo.games.marengo.board import Place
from tests.reference_bonaparte import assault, retreat
from tests.reference_bonaparte.facts import ARTILLERY, INFANTRY, Piece, State
from tests.reference_bonaparte.morale import lost
from tests.reference_bonaparte.road import uses_side_road
from tests.reference_bonaparte.situation import Situation, everybody, read

Story = Sequence[tuple[State, str]]


def account(story: Story, after: State) -> list[str]:
    """Return what is wrong when an assault or a move is over; an empty list means nothing."""
    start, move = story[0]
    verb, words = move.partition(" ")[0], move.split()
    errors: list[str] = []
    if int(after.turn) == int(start.turn) and after.outcome is None:
        errors += _command_errors(verb, story, after)
    if verb == "assault":
        errors += _assault_errors(story, Place.parse(words[2]), after)
    elif verb == "attack":
        attack = Place.parse(words[2])
        if _entered(start, after, attack):  # B-9.21
            errors += _retreat_errors(read(start), attack, None, after, 0, 0)
    elif verb == "road":
        errors += _road_retreat_errors([*story, (after, "")])
    if verb in ("march", "pontoon", "fall-back") and _all_lost(start, after):
        errors.append(f"{move} cost strength")
    if verb in ("attack", "road") and lost(start, after, int(start.turn)):
        errors.append(f"{move} cost the attacker strength (B-9.28)")
    return errors


def _all_lost(start: State, after: State) -> int:
    now = read(start)
    return lost(start, after, now.side) + lost(start, after, now.enemy)


def _group(start: State, after: State) -> list[Piece]:
    """Return the surviving pieces that moved or assaulted in the meantime, as they are now."""
    idle = {piece.name for piece in start.pieces if not piece.acted}
    return [
        piece
        for piece in everybody(after)
        if piece.side == int(start.turn) and piece.acted and piece.name in idle
    ]


def _entered(start: State, after: State, attack: Place) -> bool:
    goal = attack.opposite.locality
    return any(_locality(piece) == goal for piece in _group(start, after))


def _locality(piece: Piece) -> int | None:
    return piece.place.locality if isinstance(piece.place, Place) else None


# Commands, B-8.13 to B-8.22


def _command_errors(verb: str, story: Story, after: State) -> list[str]:
    start = story[0][0]
    spent = start.commands - after.commands
    positions = {str(piece.place) for piece in _group(start, after)}
    if verb == "fall-back":
        expected = {0}  # B-8.18
    elif verb == "road":
        expected = _prices_of_road(story)
    else:
        # B-8.15, B-8.19, B-8.77: one; B-8.20: one more for each further final position.
        expected = {max(1, len(positions))}
    return [] if spent in expected else [f"{verb}: {spent} commands, not {sorted(expected)}"]


def _prices_of_road(story: Story) -> set[int]:
    """B-8.16, B-8.17: one command if a side road was used anywhere, else none.

    What was crossed without being asked for is not known here, so both may be possible.
    """
    asked = [(state, move) for state, move in story if state.decision.name == "ROAD_STEP"]
    if any(state.context["side_paid"] for state, _ in asked):
        return {1}
    for state, move in asked:
        now, came_by = read(state), state.context["came_by"]
        by_side = [
            uses_side_road(now, came_by, way)
            for there in now.ground.ways.values()
            for way in there
            if way.text == move
        ]
        if any(by_side):
            return {1}
    return {0, 1}


# Assaults, steps 1 to 11


def _assault_errors(story: Story, attack: Place, after: State) -> list[str]:
    start = story[0][0]
    now = read(start)
    ground, attacked = now.ground, attack.opposite
    names = {piece.name for piece in after.pieces if piece.assaulted or piece.strength == 0}
    attackers = [
        piece
        for piece in now.at(attack, now.side)
        if piece.name in names and not piece.assaulted  # not one that came here by continuation
    ]
    defenders = now.at(attacked, now.enemy)

    # Step 1. Where nobody was asked there was one choice, or several alike.
    choices = list(assault.attack_leading(ground, attack, attackers))
    leaders = _decided(story, "LEADERS", attackers) or list(choices[0])
    # Steps 2 and 3, B-11.29; B-11.26: artillery has strength 1 and so eliminates no leading piece.
    firing = _decided(story, "FIRE", defenders)
    fire = sum(piece.strength for piece in firing)
    left = max(0, sum(piece.strength for piece in leaders) - fire)
    # Step 4, B-11.35.
    defending = _decided(story, "DEFENCE_LEADERS", defenders)

    # Step 5, B-11.38, B-11.40.
    strength = left - assault.penalty(ground, attacked, leaders[0].kind)
    if fire and start.morale(start.turn) <= fire:
        strength -= len(leaders)  # B-11.41
    # Step 6, B-11.42.
    weaker = 1 if start.demoralised(start.turn.enemy) is not None else 0  # B-11.43
    result = strength - sum(max(0, piece.strength - weaker) for piece in defending)
    won = result > 0  # B-11.44

    # Step 7, B-11.45, B-11.46. A participant more than can be lost is ignored (B-11.19).
    attack_loss = fire + (1 if won else 1 + abs(result))
    defence_loss = 1 + abs(result) if won else 1

    # Steps 8 to 10.
    errors, pursued, pursuing = [], 0, 0
    for state, move in story:
        if state.decision.name == "PURSUIT":
            errors += _toll_errors("before the pursuit", state, attackers, attack_loss)
            errors += _toll_errors("before the pursuit", state, defenders, defence_loss)
            pursuers = [p for p in everybody(state) if p.name in _names(move)]
            stood = attacked if won else attack
            if pursuers:
                # B-11.57: the penalty of the approach in which the pursued stood.
                power = sum(piece.strength for piece in pursuers)
                pursued = max(0, power - ground.sides[stood].cavalry)
                pursuing = 1  # B-11.58
    attack_loss += pursuing if won else pursued
    defence_loss += pursued if won else pursuing

    errors += _toll_errors("in the assault", after, attackers, attack_loss)
    if won:  # Step 11
        errors += _retreat_errors(now, attack, attacked, after, *_toll(defenders, defence_loss))
        if not after.won(attacked.locality):
            errors.append(f"{attacked.locality} was not won, with result {result} (B-11.44)")
    else:
        errors += _toll_errors("in the assault", after, defenders, defence_loss)
        if not after.barred(str(attack)) or not after.barred(str(attacked)):
            errors.append(f"{attack} was not barred, with result {result} (B-11.14)")
    goal = attacked.locality if won else attack.locality
    for piece in (each for each in _group(start, after) if each.assaulted):
        if _locality(piece) != goal or (not won and str(piece.place) != str(goal)):
            errors.append(f"{piece.name} ended in {piece.place} (B-11.62, B-11.64)")
    return errors


def _names(move: str) -> list[str]:
    return move.partition(" ")[2].split(",")


def _decided(story: Story, node: str, among: list[Piece]) -> list[Piece]:
    moves = [move for state, move in story if state.decision.name == node]
    return [piece for piece in among if moves and piece.name in _names(moves[0])]


def _toll(pieces: list[Piece], loss: int) -> tuple[int, int]:
    """Return what of a loss fell on these pieces, and what more a retreat may take.

    B-12.6: artillery that took part is eliminated, unless the assault has done that already.
    """
    total = sum(piece.strength for piece in pieces)
    guns = sum(piece.strength for piece in pieces if piece.kind == ARTILLERY)
    fallen = min(total, loss)  # B-11.19
    return max(fallen, guns), min(total, fallen + guns)


def _toll_errors(when: str, state: State, pieces: list[Piece], loss: int) -> list[str]:
    """B-11.17, B-11.19: participants lose what is due, and no more than they are."""
    now = {piece.name: piece.strength for piece in state.pieces}
    fell = sum(piece.strength - now[piece.name] for piece in pieces)
    due = min(loss, sum(piece.strength for piece in pieces))
    who = "".join(piece.name[0] for piece in pieces[:1])
    return [] if fell == due else [f"{who} lost {fell} {when}, not {due} (B-11.45, B-11.46)"]


# Retreats, B-12.6 to B-12.21


def _retreat_errors(
    now: Situation,
    attack: Place,
    spared: Place | None,
    after: State,
    least: int,
    most: int,
) -> list[str]:
    """Compare the losses of a retreat; `least` and `most` is what the spared position lost."""
    locality = attack.opposite.locality
    retreating = now.inside(locality, now.enemy)
    standing = {piece.name: piece for piece in everybody(after)}
    due = 0
    for place in (Place(locality), *now.ground.approaches[locality]):
        if place != spared:  # B-12.10
            due += _loss_of(place, now.at(place, now.enemy))
    fell = lost(now.state, after, now.enemy)
    errors = []
    guns = [p.name for p in retreating if p.kind == ARTILLERY and p.name in standing]
    errors += [f"{name} retreated (B-12.6)" for name in guns]
    here = [
        p.name for p in retreating if p.name in standing and _stayed(standing[p.name], locality)
    ]
    errors += [f"{name} stayed in {locality} (B-12.2)" for name in here]
    if fell < due + least:
        errors.append(f"the retreat from {locality} cost {fell}, less than {due + least}")
    elif fell > due + most:
        # B-12.20: more is lost only by pieces for which no room is left; B-12.19: then there is
        # none for anybody.
        later = read(after)
        goals = retreat.open_localities(now, locality, attack.locality)
        room = {goal for goal in goals if later.room(goal, now.enemy) > 0}
        if room:
            errors.append(f"the retreat from {locality} cost {fell} with room in {sorted(room)}")
    return errors


def _road_retreat_errors(story: Story) -> list[str]:
    """Compare the retreats from attacks on a road march to which the defender made no reply."""
    errors = []
    for index, (state, move) in enumerate(story):
        if state.decision.name == "RESPONSE" and move == "respond none":  # B-9.21
            later = [each for each, _ in story[index + 1 :]]
            done = next(s for s in later if s.decision.name not in ("REDUCTION", "RETREAT"))
            attack = Place.parse(str(state.context["attack"]))
            errors += _retreat_errors(read(state), attack, None, done, 0, 0)
    return errors


def _stayed(piece: Piece, locality: int) -> bool:
    return _locality(piece) == locality


def _loss_of(place: Place, here: list[Piece]) -> int:
    """Return what the pieces of one position lose before the routes are chosen."""
    guns = sum(piece.strength for piece in here if piece.kind == ARTILLERY)  # B-12.6
    if place.is_reserve:
        return guns + (1 if any(piece.kind == INFANTRY for piece in here) else 0)  # B-12.7, B-12.8
    return guns + (1 if any(piece.kind != ARTILLERY for piece in here) else 0)  # B-12.9, B-12.11
