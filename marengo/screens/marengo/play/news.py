"""What happened, in words and in notation, as far as its reader may know."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from marengo.core.move import Move
from marengo.games.marengo.board import Place
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.types import ARMIES
from marengo.languages import N_, _, ngettext
from marengo.screens.marengo.drawing.picture import Arrow
from marengo.screens.marengo.drawing.position_text import levels_of, turn_words
from marengo.screens.marengo.narration import (
    SECRET,
    Loss,
    losses_between,
    narrate,
    narrate_activations,
    narrate_losses,
    place_name,
)
from marengo.screens.marengo.play.options import ATTACKS, beyond, is_enemy
from marengo.screens.marengo.play.steps import steps_of
from marengo.widgets.playing.saying import Own
from marengo.widgets.playing.steps import Transition

_NUMBERS = (N_("No"), N_("One"), N_("Two"), N_("Three"), N_("Four"), N_("Five"), N_("Six"))
# A march by road as a whole, by whether it attacks, and whether it passes localities.
_MARCHES = {
    (False, False): N_("{army} marches by road with {pieces} from {origin} to {end}."),
    (False, True): N_("{army} marches by road with {pieces} from {origin} over {way} to {end}."),
    (True, False): N_("{army} marches by road with {pieces} from {origin} and attacks {end}."),
    (True, True): N_(
        "{army} marches by road with {pieces} from {origin} over {way} and attacks {end}."
    ),
}
_PIECE = re.compile(r"\b([AF])\d+\b")
_FORCED = {"organise": " (T-14.14)", "end": ""}
"""Actions that may be all that the rules leave, and the statement that says so."""

_ON = frozenset({"cross", "wait", "stop"})
"""Verbs by which a march by road goes on."""


def happened(steps: Sequence[Transition], viewer: Side | None) -> list[tuple[str, list[str]]]:
    """Describe the steps of a game by turn: its name and a line for each thing, morale last.

    Hidden things of the other side are left out; None reads everything.
    """
    turns = []
    for turn, ones in _turns(steps):
        lines = [line for deed in _deeds(ones) for line in _lines(deed, viewer) if line]
        turns.append((turn, lines + _morale(ones)))
    return turns


def latest(steps: Sequence[Transition], viewer: Side | None) -> Sequence[Transition]:
    """Return the steps that a reader wants to know of: what others did last, and all since.

    His own answers in the others' turn are among them, as they bring what was lost. Without a
    viewer it is the turn going on.
    """
    start = len(steps)
    if viewer is None:
        turns = _turns(steps)
        return turns[-1][1] if turns else []
    while start and steps[start - 1].side == viewer:
        start -= 1
    while start and steps[start - 1].side != viewer:
        start -= 1
    while start and steps[start - 1].side == viewer != steps[start - 1].before.turn:
        start -= 1
    return steps[start:]


def arrows_of(steps: Sequence[Transition]) -> list[Arrow]:
    """Return from where to where pieces went, and attacked; all may know (T-22.3, B-17.2)."""
    return sorted({arrow for deed in _deeds(steps) for arrow in _ways(deed)}, key=str)


def losses_of(steps: Sequence[Transition]) -> list[Loss]:
    """Return where strength was lost in some steps, one after another."""
    return losses_between([*(step.before for step in steps), *(step.after for step in steps[-1:])])


def _ways(deed: Transition) -> Iterator[Arrow]:
    """Yield from where to where pieces went, and the border that was attacked over."""
    texts = [str(move).split() for move in deed.moves]
    marching, over = texts[0][1:2], [text[1] for text in texts if text[0] == "cross"]
    for old, new in zip(deed.before.pieces, deed.after.pieces, strict=True):
        if old.place is not None and new.place is not None and old.place != new.place:
            yield (old.place, *(over if [old.name] == marching else ()), new.place)
    if _verbs(deed)[0] in ATTACKS:
        attack = Place.parse(str(deed.moves[0]).split()[-1])
        yield (attack, attack.opposite)


def _turns(steps: Sequence[Transition]) -> list[tuple[str, list[Transition]]]:
    """Return the steps by turn, with its name."""
    by_turn = groupby(steps, lambda step: (step.before.hour, step.before.turn))
    return [(turn_words(hour, turn), list(ones)) for (hour, turn), ones in by_turn]


def written(side: Side, text: str, viewer: Side | None) -> str:
    """Return a side's move as it is written for a reader; empty if he does not learn of it."""
    if viewer is None:
        return text
    if side != viewer and _is_secret(text):
        return ""
    hidden = viewer.enemy.name[0]
    return _PIECE.sub(lambda name: f"{hidden}?" if name[1] == hidden else name[0], text)


def planned(text: str, viewer: Side | None) -> str:
    """Return a move that a search expects; a player reads no names, as it may only imagine them."""
    if viewer is None:
        return text
    return "" if _is_secret(text) else _PIECE.sub(r"\1?", text)


def _is_secret(text: str) -> bool:
    return text in SECRET or text.split(maxsplit=1)[0] in SECRET


def _deeds(steps: Sequence[Transition]) -> list[Transition]:
    """Return what is told in one sentence: a group with all who join it, or a march by road."""
    merged: list[Transition] = []
    for step in steps:
        positions = [step.before]
        for move in step.moves:
            positions.append(positions[-1].copy().play(move))
        for deed in steps_of(positions):
            if merged and _goes_on(merged[-1], deed):
                moves = merged[-1].moves + deed.moves
                merged[-1] = replace(merged[-1], after=deed.after, moves=moves)
            else:
                merged.append(deed)
    return merged


def _verbs(deed: Transition) -> list[str]:
    return [str(move).split()[0] for move in deed.moves]


def _goes_on(last: Transition, deed: Transition) -> bool:
    """Return whether a deed continues the road march of the last one, up to its first attack."""
    same = last.after.moves == deed.before.moves and last.side == deed.side
    begun = _verbs(last)[0] == "road" and not _attacks(last)
    return same and begun and _verbs(deed)[0] in _ON and _verbs(last)[-1] != "stop"


def _attacks(march: Transition) -> bool:
    """Return whether the last step of a road march is an attack."""
    if _verbs(march)[-1] != "cross":
        return False
    into = _entered(march.moves[-1])
    state = march.before.copy()
    for move in march.moves[:-1]:
        state.play(move)
    return is_enemy(state, into)


def _entered(move: Move) -> str:
    return beyond(str(move).split()[1])


def _lines(deed: Transition, viewer: Side | None) -> Iterator[str]:
    """Yield what a deed was, and then what its reader has lost by it."""
    first, *rest = deed.moves
    side, verb = deed.side, _verbs(deed)[0]
    if viewer not in (None, side) and _is_secret(str(first)):
        sentence = ""
    elif verb == "road" and _has_marched(deed):
        sentence = _march(deed, viewer)
    else:
        joined = [move for move in rest if str(move).startswith("join")]
        sentence = narrate(deed.before, first, viewer, joined, named=True)
    sides = list(Side) if viewer is None else [viewer.enemy]
    losses = narrate_losses(deed.before, deed.after, viewer, *sides)
    activated = narrate_activations(deed.before, deed.after)
    forced = _forced(deed) if viewer in (None, side) else ""
    yield " ".join(filter(None, [sentence, forced, _displaced(deed), losses, activated]))
    if viewer is not None:
        yield Own(narrate_losses(deed.before, deed.after, viewer, viewer))


def _forced(deed: Transition) -> str:
    """Say that nothing else was allowed; the other side is not told, as it may not know why."""
    verb = _verbs(deed)[0]
    alone = verb in _FORCED and deed.forced
    return _("Nothing else was allowed{rule}.").format(rule=_FORCED[verb]) if alone else ""


def _has_marched(deed: Transition) -> bool:
    """Return whether the first piece of a road march has moved."""
    name = str(deed.moves[0]).split()[1]
    return "cross" in _verbs(deed) or deed.before.piece(name).place != deed.after.piece(name).place


def _march(march: Transition, viewer: Side | None) -> str:
    """Describe a road march as a whole."""
    over = [_entered(move) for move in march.moves if str(move).startswith("cross")]
    if attacks := _attacks(march):
        *passed, end = over
    else:
        end = str(march.after.piece(str(march.moves[0]).split()[1]).place)
        passed = [locality for locality in over if locality != end]  # the last step may be forced
    sentence = _MARCHES[attacks, bool(passed)]
    route = _(" and ").join(place_name(march.before, locality) for locality in passed)
    more = {"sentence": sentence, "way": route, "end": end}
    return narrate(march.before, march.moves[0], viewer, named=True, **more)


def _displaced(deed: Transition) -> str:
    """Describe which pieces changed place without being named; all may see where they went."""
    verb, *rest = _verbs(deed)
    named = set(re.findall(r"\b[AF]\d+\b", " ".join(map(str, deed.moves))))
    own_moves = named if verb not in ("attack", "assault", "send", "strike") else set()
    if verb == "advance":
        own_moves = {piece.name for piece in deed.before.pieces if piece.side == deed.side}
    if verb != "road" and "cross" in (verb, *rest):  # who marches is not named again
        own_moves = {str(deed.before.context.get("piece", ""))}
    goings = Counter(
        (old.side, place_name(deed.before, str(old.place)), place_name(deed.before, str(new.place)))
        for old, new in zip(deed.before.pieces, deed.after.pieces, strict=True)
        if old.place != new.place and new.place is not None and old.name not in own_moves
    )
    return " ".join(_going(*going, number) for going, number in sorted(goings.items()))


def _going(side: Side, start: str, end: str, number: int) -> str:
    words = ngettext(
        "A French piece goes from {start} to {end}.",
        "{number} French pieces go from {start} to {end}.",
        number,
    )
    if side == Side.AUSTRIAN:
        words = ngettext(
            "An Austrian piece goes from {start} to {end}.",
            "{number} Austrian pieces go from {start} to {end}.",
            number,
        )
    count = _(_NUMBERS[number]) if number < len(_NUMBERS) else str(number)
    return words.format(number=count, start=start, end=end)


def _morale(steps: Sequence[Transition]) -> list[str]:
    if not steps:
        return []
    before, after = (levels_of(state.view(None)) for state in (steps[0].before, steps[-1].after))
    words = _("Morale of {army}: {before}, now {after}.")
    return [
        words.format(army=_(ARMIES[side]), before=before[side], after=after[side])
        for side in Side
        if before[side] != after[side]
    ]
