"""Games written for people: every choice, and at each turn what both sides know."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from textwrap import wrap

import numpy as np

from marengo.game import Block, Game, Kind, Move, Piece, Side, State, View

SEEDS = {"triomphe": (692, 1209, 2516, 4060)}
"""By scenario, games that end in different ways and have, together, every kind of decision."""

WEIGHTS = {
    "assault": 20.0,
    "attack": 8.0,
    "complete": 8.0,
    "declare": 8.0,
    "fire": 4.0,
    "organise": 3.0,
    "march": 2.0,
    "wait": 0.5,
    "none": 0.5,
    "end": 0.25,
    "cancel": 0.2,
}
"""How often verbs are chosen, the others once; without weights armies would hardly meet."""

LEGEND = (
    "I, C, A and a number: infantry, cavalry, artillery and its strength; 3xI2: three alike.",
    "~ disorganised, ! has acted, ^ face-up; (I2/C2): the enemy must reckon with either.",
)

NO_BREAK = "\N{NO-BREAK SPACE}"

MARK = "> "
"""Begins the line of a choice; its last part is the move."""


def file_of(scenario: str, seed: int) -> Path:
    """Return the file of a playthrough."""
    return Path(__file__).parent / f"{scenario}_{seed}.txt"


def played(game: Game, seed: int) -> list[str]:
    """Play a lively random game and return its moves."""
    state, chance = game.start(seed), np.random.default_rng(seed)
    while state.outcome is None:
        state.play(_choice(state.legal_moves(), chance))
    return [str(move) for move in state.moves]


def _choice(moves: list[Move], chance: np.random.Generator) -> Move:
    verbs: dict[str, list[Move]] = {}
    for move in moves:
        verb, *_, last = str(move).split() * 2
        verbs.setdefault("none" if last == "none" else verb, []).append(move)
    weights = np.array([WEIGHTS.get(verb, 1.0) for verb in verbs])
    chosen = list(verbs.values())[chance.choice(len(verbs), p=weights / weights.sum())]
    return chosen[chance.integers(len(chosen))]


def moves_in(text: str) -> list[str]:
    """Return the moves of a written game."""
    lines = (line for line in text.splitlines() if line.startswith(MARK))
    return [line.rpartition(": ")[2] for line in lines]


def written(game: Game, seed: int, moves: Iterable[str]) -> str:
    """Return a game on paper."""
    return "\n".join(_lines(game, seed, moves)) + "\n"


def _lines(game: Game, seed: int, moves: Iterable[str]) -> Iterator[str]:
    yield f"{game.scenario.title}, set up with seed {seed}"
    yield from LEGEND
    state = game.start(seed)
    turn: tuple[int, Side] | None = None
    for move in moves:
        if turn != (state.hour, state.turn):
            turn = (state.hour, state.turn)
            yield ""
            yield f"{state.hour}:00, {_army(state.turn)} turn"
            yield from _knowledge(state)
        asked = state.decision.name.lower().replace("_", " ")
        moves_open = _number(len(state.legal_moves()), "move")
        orders = _number(state.orders, "order")
        yield f"{MARK}{_army(state.to_move)} {asked}, {orders}, {moves_open}: {move}"
        state.play(move)
    assert state.outcome is not None
    yield ""
    yield f"{state.outcome.round}:00, the {_army(state.outcome.winner)} army has won"
    yield f"    {state.outcome.kind} victory: {state.outcome.reason}"
    yield from _knowledge(state)


def _knowledge(state: State) -> Iterator[str]:
    """Yield the discs and both sides' views."""
    yield from _discs(state)
    for side in Side:
        yield from _view(state.view(side), side)


def _army(side: Side) -> str:
    return side.name.title()


def _number(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _discs(state: State) -> Iterator[str]:
    for side in Side:
        places = [
            f"{count} in {place}" + (f" ({shifted} shifted)" if shifted else "")
            for place, count in state.committed(side).items()
            for shifted in (state.shifted(side).get(place, 0),)
        ]
        to_come = [f"{count} at {hour}" for hour, count in state.track(side).items()]
        level = f"level {state.level(side)}, {state.uncommitted(side)} uncommitted"
        yield from _paragraph(f"{_army(side)} discs: {level}", places)
        if to_come:
            yield from _paragraph("to come", to_come, 8)


def _view(view: View, side: Side) -> Iterator[str]:
    yield from _paragraph(
        f"{_army(side)} pieces", _by_place((str(p.place), _own(p)) for p in view.own if p.place)
    )
    blocks = ((str(block.place), _enemy(block)) for block in view.enemy)
    yield from _paragraph(f"{_army(side)} view of the enemy", _by_place(blocks))
    certain = [
        f"{place} {number} x {_face(face)}" for place, face, number in _linked(view) if number
    ]
    if certain:
        yield from _paragraph("certain besides", certain, 8)


def _linked(view: View) -> Iterator[tuple[str, tuple[Kind, int], int]]:
    """Yield what is certain of a place without being certain of any block in it."""
    for place in sorted({str(block.place) for block in view.enemy}, key=_place_order):
        for face in view.enemy_remaining:
            known = sum(block.faces == {face} for block in view.enemy if str(block.place) == place)
            number = view.at_least(place, *face)
            if number > known:
                yield place, face, number


def _by_place(things: Iterable[tuple[str, str]]) -> list[str]:
    """Return for each place what stands there, equal things counted together."""
    places: dict[str, Counter[str]] = {}
    for place, what in things:
        places.setdefault(place, Counter())[what] += 1
    return [
        f"{place} {' '.join(_counted(what, counts[what]) for what in sorted(counts))}"
        for place, counts in sorted(places.items(), key=lambda item: _place_order(item[0]))
    ]


def _place_order(place: str) -> tuple[int, str]:
    number = place.partition("/")[0]
    return (int(number), place) if number.isdecimal() else (0, place)


def _counted(what: str, number: int) -> str:
    return what if number == 1 else f"{number}x{what}"


def _face(face: tuple[Kind, int]) -> str:
    return f"{face[0].name[0]}{face[1]}"


def _marked(text: str, thing: Piece | Block) -> str:
    """Return a face as positions write it, with ^ for one that lies face-up."""
    loose, acted = "~" * (not thing.organised), "!" * thing.acted
    declared = "" if thing.bombardment == "none" else f":{thing.bombardment}"
    return f"{loose}{text}{acted}{declared}{'^' * thing.face_up}"


def _own(piece: Piece) -> str:
    return _marked(_face((piece.kind, piece.strength)), piece)


def _enemy(block: Block) -> str:
    faces = "/".join(_face(face) for face in sorted(block.faces))
    return _marked(faces if block.known else f"({faces})", block)


def _paragraph(head: str, items: list[str], depth: int = 4) -> list[str]:
    """Return a head and its items, broken between items only."""
    unbroken = (item.replace(" ", NO_BREAK) for item in items)
    text = head.replace(" ", NO_BREAK) + (f": {'; '.join(unbroken)}" if items else "")
    lines = wrap(text, 98, initial_indent=" " * depth, subsequent_indent=" " * (depth + 4))
    return [line.replace(NO_BREAK, " ") for line in lines]
