"""What must hold after any single move, whatever the engine did without asking."""

from collections import Counter

from marengo.games.marengo.board import Place
from tests.reference_bonaparte.bombardment import COMPLETED, NONE, fire_strength, target_groups
from tests.reference_bonaparte.facts import AUSTRIAN, FRENCH, Piece, State
from tests.reference_bonaparte.march import must_leave
from tests.reference_bonaparte.morale import (
    in_set_up_localities,
    lost,
    morale_errors,
    outcome_errors,
)
from tests.reference_bonaparte.opening import activations_allowed, overlooked
from tests.reference_bonaparte.situation import Situation, everybody, likeness, read

COMMANDS = 3
"""B-8.13: commands in a turn."""

LAST_HOUR = 21
"""B-7.1: the hour of round 16."""

BETWEEN_MOVES = ("ASSAULT", "ACTION", "DECLARATION")


def consequences(state: State, move: str, after: State) -> list[str]:
    """Return what is wrong with the state after a move; an empty list means nothing."""
    return [
        *_piece_errors(state, after),
        *morale_errors(state, after),
        *outcome_errors(after),
        *_place_errors(after),
        *_sequence_errors(state, after),
        *_opening_errors(state, move, after),
        *_bombardment_errors(state, move, after),
        *_loss_errors(state, move, after),
        *_road_errors(state, move, after),
        *_fall_back_errors(state, after),
    ]


def _piece(state: State, name: str) -> Piece:
    (piece,) = [each for each in state.pieces if each.name == name]
    return piece


def _piece_errors(state: State, after: State) -> list[str]:
    errors = []
    pieces_now = {piece.name: piece for piece in after.pieces}
    for piece in state.pieces:
        now = pieces_now[piece.name]
        if now.strength > piece.strength:
            errors.append(f"{piece.name} gained strength (B-4.6)")
        if int(now.kind) != int(piece.kind):
            errors.append(f"{piece.name} changed its type (B-4.2)")
        if piece.active and not now.active and now.strength:
            errors.append(f"{piece.name} became inactive (B-6.20)")
        if now.strength and isinstance(piece.place, Place) and not isinstance(now.place, Place):
            errors.append(f"{piece.name} left the map (B-8.2, B-12.25)")
    return errors


def _place_errors(after: State) -> list[str]:
    now = read(after)
    errors = []
    together: Counter[tuple[int, int]] = Counter()
    for piece in everybody(after):
        if isinstance(piece.place, Place):
            together[piece.place.locality, int(piece.side)] += 1
            if not piece.place.is_reserve and now.ground.impassable(piece.place):
                errors.append(f"{piece.name} blocks where nobody can (B-5.19)")
    for (locality, side), count in together.items():
        capacity = now.ground.capacities[locality]
        if capacity is not None and count > capacity:
            errors.append(f"{count} pieces of army {side} in {locality} (B-8.24)")
        if side == AUSTRIAN and together[locality, FRENCH] and after.decision.name in BETWEEN_MOVES:
            errors.append(f"both armies in {locality} (B-12.2)")
    return errors


def _sequence_errors(state: State, after: State) -> list[str]:
    """B-7.2: the Austrian turn, then the French turn, then the next round."""
    if after.outcome is not None:
        if int(state.turn) != FRENCH or state.hour != LAST_HOUR:
            return ["the game ended before the last turn of round 16 (B-14.1, B-14.6)"]
        return []
    if int(after.turn) == int(state.turn):
        if after.hour != state.hour:
            return ["a turn was left out (B-7.2)"]
        if after.step < state.step:
            return ["the steps of a turn ran backwards (B-7.9)"]
        return [] if after.commands <= state.commands else ["commands grew (B-8.22)"]
    errors = []
    later = 1 if int(state.turn) == FRENCH else 0
    if after.hour != state.hour + later:
        errors.append(f"{state.hour}:00 was followed by {after.hour}:00 (B-7.11)")
    if after.commands != COMMANDS:
        errors.append(f"{after.commands} commands at the start of a turn (B-8.13)")
    if after.pontoon_used:
        errors.append("the pontoon bridge counts as used in a new turn (B-8.77)")
    if any(piece.acted or piece.assaulted for piece in everybody(after)):
        errors.append("marks of the last turn were kept (B-7.11)")
    return errors


def _opening_errors(state: State, move: str, after: State) -> list[str]:
    errors = []
    if after.outcome is None and int(after.turn) != int(state.turn):
        errors += [f"{piece.name} stayed inactive (B-6.12)" for piece in _overlooked(after)]
        left, allowed = after.activations, activations_allowed(after)
        if after.decision.name == "ACTIVATION" and left != allowed:
            errors.append(f"{left} choices of activation, not {allowed} (B-6.14, B-6.15)")
    if move.startswith("activate F") and not _piece(after, move.split()[1]).active:
        errors.append(f"{move} had no effect")
    if (state.flag or in_set_up_localities(after)) and not after.flag:
        errors.append("the condition of B-6.16 is met, the state says otherwise")
    return errors


def _overlooked(after: State) -> list[Piece]:
    return overlooked(read(after)) if int(after.turn) == FRENCH else []


def _bombardment_errors(state: State, move: str, after: State) -> list[str]:
    verb, _, rest = move.partition(" ")
    if verb == "cancel":
        artillery = _piece(after, rest)
        wrong = artillery.bombardment != NONE or artillery.face_up or artillery.acted
        return [f"{rest} is not free after cancelling (B-10.10)"] if wrong else []
    if verb == "declare" and rest != "none" and not _piece(after, rest).face_up:
        return [f"{rest} is not face-up after declaring (B-10.3)"]
    now = read(state)
    if verb == "complete":
        return _fire_errors(now, rest, after)
    if verb == "aim":
        return _hit_errors(now, str(state.context["artillery"]), rest, after)
    if verb == "target":
        artillery = _piece(state, str(state.context["artillery"]))
        place = _piece(state, rest).place
        assert isinstance(place, Place)
        due = min(fire_strength(now, artillery, place), _piece(state, rest).strength)
        fell = _piece(state, rest).strength - _piece(after, rest).strength
        if fell != due or lost(state, after, now.enemy) != due:
            return [f"{rest} lost {fell}, not {due} (B-10.17, B-10.18)"]
    return []


def _fire_errors(now: Situation, name: str, after: State) -> list[str]:
    artillery = _piece(now.state, name)
    errors = []
    if int(after.turn) == now.side and _piece(after, name).bombardment != COMPLETED:
        errors.append(f"{name} did not fire (B-10.8)")
    groups = target_groups(now, artillery)
    if len(groups) == 1:
        return errors + _hit_errors(now, name, str(groups[0][0].place), after)
    return errors + (["hit before aiming"] if lost(now.state, after, now.enemy) else [])


def _hit_errors(now: Situation, name: str, aim: str, after: State) -> list[str]:
    """B-10.18: nobody chooses where there is no choice; B-10.19: nor at strength zero."""
    artillery = _piece(now.state, name)
    (group,) = [g for g in target_groups(now, artillery) if str(g[0].place) == aim]
    fire = fire_strength(now, artillery, Place.parse(aim))
    asked = after.decision.name == "TARGET"
    if asked and fire == 0:
        return ["a target was asked for at strength zero (B-10.19)"]
    alike = len({likeness(piece) for piece in group}) == 1
    if fire > 0 and not asked and not alike:
        return [f"nobody was asked which piece of {aim} is hit (B-10.18)"]
    due = 0 if asked else min(fire, group[0].strength)
    fell = lost(now.state, after, now.enemy)
    return [] if fell == due else [f"the fire on {aim} took {fell}, not {due} (B-10.17)"]


def _loss_errors(state: State, move: str, after: State) -> list[str]:
    """One point at a time; points that nobody has to choose for may follow at once."""
    verb, _, name = move.partition(" ")
    if verb not in ("strike", "reduce"):
        return []
    fell = _piece(state, name).strength - _piece(after, name).strength
    return [] if fell >= 1 else [f"{move} had no effect (B-4.5)"]


def _road_errors(state: State, move: str, after: State) -> list[str]:
    """B-8.51, B-8.53, B-9.12: the crossing is used in this step and direction, blocked or not."""
    if move.startswith("road "):
        box = _piece(state, move.split()[1]).place
        edge = f"entry:{box}"
        entered = isinstance(box, str) and after.last_step(edge) != state.last_step(edge) + 1
        return [f"{edge} was not used in the next step (B-8.72)"] if entered else []
    if state.decision.name != "ROAD_STEP" or not move.startswith("cross "):
        return []
    ways = [way for there in read(state).ground.ways.values() for way in there]
    (way,) = [way for way in ways if way.text == move]
    step = int(state.context["step"])
    errors = []
    if after.last_step(way.crossing) != step:
        errors.append(f"{way.crossing}: step {after.last_step(way.crossing)}, not {step}")
    if after.direction(way.crossing) != way.end:
        errors.append(f"{way.crossing}: direction {after.direction(way.crossing)}, not {way.end}")
    return errors


def _fall_back_errors(state: State, after: State) -> list[str]:
    """B-8.40: after step 3 nobody of the active army blocks where no enemy is opposite."""
    ended = int(after.turn) != int(state.turn) or after.decision.name == "DECLARATION"
    if not ended or after.outcome is not None:
        return []
    now = read(after)
    return [
        f"{piece.name} went on blocking (B-8.40)"
        for place, here in now.places.items()
        for piece in here
        if piece.side == int(state.turn) and must_leave(now, place, int(piece.side))
    ]
