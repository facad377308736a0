"""Choosing a move by its pieces and its target, so that nobody has to read a list of moves.

Whoever decides picks pieces, and is then offered what these can do together. Every legal move is
within reach: it is offered when exactly its pieces are picked. A group that is named piece by piece
is put together here and played as the moves that name it (``docs/notation.md``).
"""

from collections import Counter
from dataclasses import replace
from functools import cached_property

from marengo.games.marengo.notation import piece_slot
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.types import Piece, Spot
from marengo.screens.marengo.play.grouping import Grouping
from marengo.screens.marengo.play.options import (
    ATTACKS,
    Option,
    by_number,
    price_between,
    read_option,
)
from marengo.screens.marengo.play.roads import road_marches

Aim = tuple[str, str | None]


class Chooser:
    """Pieces that can be picked at one decision, and what they can do."""

    def __init__(self, state: MarengoState) -> None:
        self.picked: tuple[str, ...] = ()
        self._state = state.copy()
        self._roots = [read_option(self._state, move) for move in state.legal_moves()]
        self._pieces = {piece.name: piece for piece in state.pieces if piece.place is not None}
        self._sorts = _sorts(self._pieces)
        self._known: dict[tuple[str, ...], list[Option]] = {}
        self._groups = Grouping(state, self._sorts)
        self._given = state.game.questions[state.decision].given

    # --- pieces -----------------------------------------------------------------------------

    @cached_property
    def _first(self) -> frozenset[int]:
        """The sorts of pieces that can be picked when none is."""
        if self._given:
            return frozenset()
        roots = list(self._roots)
        if self._groups.piecewise:
            for root in self._roots:
                roots += self._groups.joining(self._groups.after(root)) if root.pieces else []
        return frozenset(self._sorts[name] for root in roots for name in root.pieces)

    def may_pick(self, name: str) -> bool:
        """Return whether a piece can be picked now, together with those picked already."""
        if name not in self._sorts or name in self.picked:
            return False
        if not self.picked:
            return self._sorts[name] in self._first
        wanted = self._groups.count((*self.picked, name))
        place = self._pieces[self.picked[0]].place
        if self._groups.piecewise and self._pieces[name].place != place:  # B-8.9, B-11.2, B-9.13
            return False
        if any(self._groups.covers(root, wanted) for root in self._roots):
            return True
        return self._groups.piecewise and self._lacks(wanted, place)

    def _lacks(self, wanted: Counter[int], place: Spot) -> bool:
        """Return whether pieces could attack with one more that may lead (B-9.6, B-11.5)."""
        attacks = [root for root in self._roots if root.verb in ATTACKS]
        present = {
            self._sorts[name] for name, piece in self._pieces.items() if piece.place == place
        }
        comrades = present & self._first
        more = [wanted + Counter([comrade]) for comrade in comrades]
        return any(self._groups.covers(root, group) for root in attacks for group in more)

    def places(self) -> list[str]:
        """Return where pieces stand that can be picked first, as text."""
        names = (name for name, sort in self._sorts.items() if sort in self._first)
        return sorted({str(self._pieces[name].place) for name in names}, key=by_number)

    def here(self, place: str) -> list[Piece]:
        """Return the pieces of a place that can be picked first."""
        return [
            self._pieces[name]
            for name, sort in self._sorts.items()
            if sort in self._first and str(self._pieces[name].place) == place
        ]

    def candidates(self) -> list[str]:
        """Return the names of the pieces to choose from, as they are drawn.

        These are the pieces picked, and of each sort one more: those that fit them, and those of
        their places that could be picked in their stead.
        """
        places = {self._pieces[name].place for name in self.picked}
        more: dict[int, str] = {}
        for name, sort in self._sorts.items():
            if name not in self.picked and sort not in more:
                instead = sort in self._first and self._pieces[name].place in places
                if instead or self.may_pick(name):
                    more[sort] = name
        return sorted([*self.picked, *more.values()], key=lambda name: _face(self, name))

    def pick(self, *names: str) -> None:
        """Pick more pieces: all of them, or none and raise ValueError."""
        before = self.picked
        for name in names:
            if not self.may_pick(name):
                self.picked = before
                raise ValueError(f"{name} cannot be picked here")
            self.picked = (*self.picked, name)

    def drop(self, *names: str) -> None:
        """Put pieces back; without names all of them."""
        self.picked = tuple(name for name in self.picked if names and name not in names)

    def turn(self, name: str) -> None:
        """Pick a piece, or put it back if it is picked; begin anew where it fits no others."""
        if name in self.picked:
            self.drop(name)
            return
        if not self.may_pick(name):
            self.drop()
        self.pick(name)

    def pick_at(self, place: str) -> None:
        """Pick one more piece of a place, the strongest first; if none fits, another, or none."""
        names = sorted(
            (name for name, piece in self._pieces.items() if str(piece.place) == place),
            key=lambda name: _face(self, name),
        )
        fitting = [name for name in names if self.may_pick(name)]
        if fitting:
            self.pick(fitting[0])
            return
        last = [index for index, name in enumerate(names) if name in self.picked]
        alone, behind = len(self.picked) == 1, names[last[-1] + 1 :] if last else names
        old = {self._sorts[name] for name in self.picked}
        self.drop()
        others = [name for name in behind if self._sorts[name] not in old and self.may_pick(name)]
        if others and (alone or not last):
            self.pick(others[0])

    def piece(self, name: str) -> Piece:
        """Return a piece of the position."""
        return self._pieces[name]

    # --- what can be done -------------------------------------------------------------------

    @property
    def plain(self) -> list[Option]:
        """Options without picking a piece."""
        return self._options(())

    @property
    def options(self) -> list[Option]:
        """Options of the pieces picked, or without any."""
        return self._options(self.picked)

    def at(self, target: str, *, attacks: bool) -> list[Option]:
        """Return what can be done at a place with the pieces picked."""
        return [
            option
            for option in self.options
            if (option.target, option.attacks) == (target, attacks)
        ]

    def _options(self, picked: tuple[str, ...]) -> list[Option]:
        key = tuple(sorted(picked))
        if key not in self._known:
            options = self._with_pieces(picked) if picked else self._without()
            self._known[key] = [self._priced(option) for option in options]
        return self._known[key]

    def _without(self) -> list[Option]:
        return [root for root in self._roots if self._given or not root.pieces]

    def _with_pieces(self, picked: tuple[str, ...]) -> list[Option]:
        """Return what pieces can do together, and an assault from where they stand."""
        options = [option for ways in self._aims().values() for option in self._best(ways, picked)]
        for start in [option for option in options if option.verb == "road"]:
            marches = road_marches(self._state, start)
            options = [option for option in options if option != start] + marches
            if all(march.moves != start.moves for march in marches):
                options.append(start)  # to be decided step by step
        spots = {str(self._pieces[name].place) for name in picked}
        assaults = [root for root in self._without() if root.verb == "assault"]
        return options + [root for root in assaults if root.target in spots]

    def _aims(self) -> dict[Aim, list[Option]]:
        aims: dict[Aim, list[Option]] = {}
        for root in self._roots:
            aims.setdefault((root.verb, root.target), []).append(root)
        return aims

    def _best(self, roots: list[Option], picked: tuple[str, ...]) -> list[Option]:
        """Return which of several roots of one aim fits the pieces picked, name for name if it can.

        Of pieces that nobody can tell apart only the lowest is named by moves.
        """
        wanted = self._groups.count(picked)
        ways = [option for root in roots for option in self._groups.ways(root, wanted)]
        if not ways:
            return []
        pieces = max(ways, key=lambda option: self._likeness(option.pieces, picked)).pieces
        return [option for option in ways if option.pieces == pieces]

    def _likeness(self, pieces: tuple[str, ...], picked: tuple[str, ...]) -> tuple[int, int]:
        """Return how many pieces are those picked, and how many look like these to the enemy."""
        known = Counter(self._known_of(name) for name in pieces)
        alike = known & Counter(self._known_of(name) for name in picked)
        return len(set(pieces) & set(picked)), alike.total()

    def _known_of(self, name: str) -> int:
        """Return the candidates of a piece as the enemy knows it; 0 if it is known."""
        mask = int(self._state.record["candidates"][piece_slot(name)])
        return mask if mask.bit_count() > 1 else 0

    def _priced(self, option: Option) -> Option:
        """Return an option with its price; marches by road and group moves have theirs."""
        if option.price or option.verb == "end" or option.way:
            return option
        after = self._state.copy()
        for move in option.moves:
            after.play(move)
        return replace(option, price=price_between(self._state, after))


def _sorts(pieces: dict[str, Piece]) -> dict[str, int]:
    """Return for each piece a number that it shares with those that look like it."""
    numbers: dict[Piece, int] = {}
    return {
        name: numbers.setdefault(replace(piece, name=""), len(numbers))
        for name, piece in pieces.items()
    }


def _face(chooser: Chooser, name: str) -> tuple[int, int, int]:
    """Sort pieces as they are drawn: infantry first, the strongest first, then by name."""
    piece = chooser.piece(name)
    return (piece.kind, -piece.strength, int(name[1:]))
