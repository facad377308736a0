"""Games written for people: every choice, and at each turn what both sides know."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from textwrap import wrap
from typing import Any

import numpy as np

from marengo.core.move import Move
from marengo.games.marengo.game import MarengoGame
from marengo.games.marengo.rules.vocabulary import Kind, Side
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.types import Block, Piece
from marengo.games.marengo.view import MarengoView
from tests.playthroughs.manners import MANNERS, Manner, army, number
from tests.properties.openings import opened

START = "the start"

SEEDS = {
    "triomphe": dict.fromkeys((692, 1209, 2516, 4060), START),
    "bonaparte": {
        7: "the last hour, Austria",
        56: START,
        109: START,
        1008: "afternoon, France",
        1018: "near demoralisation, Austria",
        1030: "noon, Austria",
    },
}
"""By scenario, seeds of games that end in different ways and have, together, every decision.

With each seed the opening from which it is played.
"""

LEGEND = "I, C, A and a number: infantry, cavalry, artillery and its strength; 3xI2: three alike."

NO_BREAK = "\N{NO-BREAK SPACE}"

MARK = "> "
"""Begins the line of a choice; its last part is the move."""


def file_of(scenario: str, seed: int) -> Path:
    """Return the file of a playthrough."""
    return Path(__file__).parent / f"{scenario}_{seed}.txt"


def begun(game: MarengoGame, seed: int) -> MarengoState:
    """Return the first position of a playthrough."""
    return opened(game, SEEDS[game.scenario.name].get(seed, START), seed)


def played(game: MarengoGame, seed: int) -> list[str]:
    """Play a lively random game and return its moves."""
    state, chance = begun(game, seed), np.random.default_rng(seed)
    manner = MANNERS[game.name]
    while state.outcome is None:
        state.play(_choice(state.legal_moves(), chance, manner))
    return [str(move) for move in state.moves]


def _choice(moves: list[Move], chance: np.random.Generator, manner: Manner[Any]) -> Move:
    sorts: dict[str, list[Move]] = {}
    for move in moves:
        sorts.setdefault(manner.sort(str(move)), []).append(move)
    weights = np.array([manner.weights.get(sort, 1.0) for sort in sorts])
    chosen = list(sorts.values())[chance.choice(len(sorts), p=weights / weights.sum())]
    return chosen[chance.integers(len(chosen))]


def moves_in(text: str) -> list[str]:
    """Return the moves of a written game."""
    lines = (line for line in text.splitlines() if line.startswith(MARK))
    return [line.rpartition(": ")[2] for line in lines]


def written(game: MarengoGame, seed: int, moves: Iterable[str]) -> str:
    """Return a game on paper."""
    return "\n".join(_lines(game, seed, moves)) + "\n"


def _lines(game: MarengoGame, seed: int, moves: Iterable[str]) -> Iterator[str]:
    opening = SEEDS[game.scenario.name].get(seed, START)
    account = "" if opening == START else f", begun in a position by hand ({opening})"
    yield f"{game.scenario.title}, set up with seed {seed}{account}"
    manner = MANNERS[game.name]
    yield from (LEGEND, manner.legend)
    state = begun(game, seed)
    turn: tuple[int, Side] | None = None
    for move in moves:
        if turn != (state.hour, state.turn):
            turn = (state.hour, state.turn)
            yield ""
            yield f"{state.hour}:00, {army(state.turn)} turn"
            yield from _knowledge(state)
        asked = state.decision.name.lower().replace("_", " ")
        moves_open = number(len(state.legal_moves()), "move")
        yield f"{MARK}{army(state.to_move)} {asked}, {manner.left(state)}, {moves_open}: {move}"
        state.play(move)
    assert state.outcome is not None
    yield ""
    yield f"{state.outcome.round}:00, the {army(state.outcome.winner)} army has won"
    yield f"    {state.outcome.kind} victory: {state.outcome.reason}"
    yield from _knowledge(state)


def _knowledge(state: MarengoState) -> Iterator[str]:
    """Yield how both armies are, and both sides' views."""
    for head, items, depth in MANNERS[state.game.name].armies(state):
        yield from _paragraph(head, items, depth)
    for side in Side:
        yield from _view(state.view(side), side)


def _view(view: MarengoView, side: Side) -> Iterator[str]:
    yield from _paragraph(
        f"{army(side)} pieces", _by_place((str(p.place), _own(p)) for p in view.own if p.place)
    )
    blocks = ((str(block.place), _enemy(block)) for block in view.enemy)
    yield from _paragraph(f"{army(side)} view of the enemy", _by_place(blocks))
    certain = [
        f"{place} {number} x {_face(face)}" for place, face, number in _linked(view) if number
    ]
    if certain:
        yield from _paragraph("certain besides", certain, 8)


def _linked(view: MarengoView) -> Iterator[tuple[str, tuple[Kind, int], int]]:
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
    loose, acted = "~" * (not (thing.organised and thing.active)), "!" * thing.acted
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
