"""The outcome of a fight, read off the position in which it is over."""

from typing import Final

from marengo.core.errors import IllegalMove, NotationError
from marengo.games.marengo.board import Place
from marengo.games.marengo.rules.vocabulary import SLOTS, Kind, Side
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.study.fights.measures import FightOutcome
from marengo.games.marengo.types import Piece

LETTERS: Final = "".join(kind.name[0] for kind in Kind)


def face(piece: Piece) -> str:
    """Return the face of a piece as positions write it."""
    return f"{piece.kind.name[0]}{piece.strength}"


class Judge:
    """Reads the outcome of a fight off the position in which it is over; made before the fight."""

    def __init__(self, state: MarengoState, attack: Place, *, assault: bool):
        self._sides = (state.turn, state.turn.enemy)
        localities = (attack.locality, int(attack.towards or 0))
        self._target = localities[1]
        self._assault = assault
        self._slots = {side: _slots_in(state, side, localities) for side in Side}
        self._before = [self._facts(state, side) for side in self._sides]

    def _facts(self, state: MarengoState, side: Side) -> tuple[int, int, int]:
        """Return strength, morale and committed discs of a side."""
        strength = state.record["strength"].reshape(2, SLOTS)[side].sum()
        return int(strength), state.level(side), sum(state.committed(side).values())

    def __call__(self, state: MarengoState) -> FightOutcome:
        """Return the outcome, given the position in which the fight is over."""
        after = [self._facts(state, side) for side in self._sides]
        (attacker, defender) = (
            [now - then for now, then in zip(facts, before, strict=True)]
            for facts, before in zip(after, self._before, strict=True)
        )
        return FightOutcome(
            winner="attacker" if self._won(state) else "defender",
            lost=(-attacker[0], -defender[0]),
            morale=(attacker[1], defender[1]),
            committed=(attacker[2], defender[2]),
            over=state.outcome is not None,
            left=(self._left(state, self._sides[0]), self._left(state, self._sides[1])),
        )

    def _won(self, state: MarengoState) -> bool:
        """Return whether the attacker has won.

        An assault can be won although nobody is left to enter (B-11.50), and lost although nobody
        is left to defend (T-11.40, B-11.49), so the engine's memory of it is asked (B-11.13,
        T-11.56). A manoeuvre attack is won by entering (B-9.22, T-9.24).
        """
        if state.outcome is not None:
            return state.outcome.winner == self._sides[0]
        if self._assault:
            return state.won(self._target)
        return state.occupier(self._target) == self._sides[0]

    def _left(self, state: MarengoState, side: Side) -> str:
        """Return the faces left, infantry first and the strongest first."""
        kind, strength = state.record["kind"], state.record["strength"]
        alive = [slot for slot in self._slots[side] if strength[slot] > 0]
        alive.sort(key=lambda slot: (kind[slot], -strength[slot]))
        return " ".join(f"{LETTERS[kind[slot]]}{strength[slot]}" for slot in alive)


def _slots_in(state: MarengoState, side: Side, localities: tuple[int, ...]) -> list[int]:
    """Return the slots of a side's pieces in some localities."""
    where = state.game.tables[0]["locality_of"][state.record["place"]]
    return [n for n in state.slots() if n // SLOTS == side and where[n] in localities]


def check_morale(state: MarengoState) -> None:
    """Make sure that nobody has lost the game before the fight; in Basic all go on (B-13.2)."""
    for side in state.game.fights.losers(state):
        army = side.name.title()
        raise IllegalMove(f"the {army} army has no disc left and has lost the game (T-18.4)")


def refusal(state: MarengoState, verb: str, border: str) -> IllegalMove:
    """Return why no attack is possible: what is against the first piece that could make it."""
    # one without any may have gone on
    asked = state.game.fights.asking(state) if verb == "assault" else state
    own = [piece.name for piece in state.pieces if piece.side == state.turn]
    for text in (f"{verb} {border}", *(f"{verb} {name} {border}" for name in own)):
        try:
            move = asked.move(text)
        except NotationError:  # the other ruleset writes it so
            continue
        return IllegalMove(f"{text}: {asked.why_illegal(move)}")
    return IllegalMove(f"{verb} from {border}: nobody is there to make it")
