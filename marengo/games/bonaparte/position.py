"""Building any position of *Bonaparte at Marengo*: for tests, lessons and puzzles."""

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from marengo.core.engine import driver
from marengo.core.errors import PositionError
from marengo.core.numbers import takes
from marengo.core.uncompiled import call_python
from marengo.games.bonaparte.rules import knowledge, setup
from marengo.games.bonaparte.rules.activation import is_entered
from marengo.games.bonaparte.rules.state import ASSAULTED, INACTIVE, MOVED, SILENCED, Stage, Step
from marengo.games.bonaparte.rules.state import State as StateRecord
from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.position import (
    BOMBARDING,
    LETTERS,
    approach_of,
    army_slots,
    check_crossings,
    check_hour,
    check_number,
    copied,
    fill_traffic,
    numbers_that_fit,
    remember,
    remember_assaults,
)
from marengo.games.marengo.rules.knowledge import fix_certain, show
from marengo.games.marengo.rules.position import Bombardment
from marengo.games.marengo.rules.vocabulary import FIRST_BOX, NONE, SLOTS, Side

if TYPE_CHECKING:
    from marengo.games.marengo.game import MarengoGame

_TOKEN = re.compile(r"(~?)([ICA])([1-9])(!?)((?::(?:assaulted|declared|due|completed|silent))*)")
STAGES = {
    Step.START: Stage.TURN_START,
    Step.BOMBARDMENT: Stage.BOMBARDMENT,
    Step.ASSAULTS: Stage.ASSAULTS,
    Step.MOVES: Stage.MOVES,
    Step.DECLARATION: Stage.DECLARATION,
}
"""Stage at which the engine goes on, by step of a turn."""


@takes(PositionError)
@numbers_that_fit()
def build_position(
    game: "MarengoGame",
    *,
    hour: int = 9,
    turn: Side,
    step: int = Step.MOVES,
    commands: int | None = None,
    austrian: Mapping[str, str] | None = None,
    french: Mapping[str, str] | None = None,
    morale: Mapping[Side, int] | None = None,
    demoralised: Mapping[Side, int] | None = None,
    bonus_due: Side | None = None,
    flag: bool = False,
    steps: Mapping[str, tuple[int, int]] | None = None,
    barred: Iterable[str] = (),
    won: Iterable[int] = (),
    assaulted: Iterable[str] = (),
    pontoon_used: bool = False,
) -> BonaparteState:
    """Return a position at the first decision of a step, or of a later one if it asks nothing.

    Parameters
    ----------
    game : Game
        Board and parameters.
    hour, turn
        The round in hours, and the active side.
    step : int
        1 to 4 as in B-7.5 to B-7.8; 0 begins the turn: with the bonus, activation and shuffling.
    commands : int, optional
        Commands left; default: all.
    austrian, french : mapping of place to pieces
        For example ``{"8/4": "I3 C2"}``; slots are used in the order written. ``~I2`` is
        inactive, ``I2!`` has moved, ``I2:assaulted`` took part in an assault this turn;
        ``A1:declared`` bombards in its owner's next turn, ``A1:due`` in this one, ``A1:completed``
        has fired this turn, ``A1:silent`` is artillery that declared or fired in its owner's
        latest turn.
    morale : mapping of side to points
        Default: the values at the start; 0 for an army that is demoralised.
    demoralised : mapping of side to hour
        The round in which it was.
    bonus_due : Side, optional
        Who gains the bonus at the start of the next round.
    flag : bool
        Whether a French set-up locality has been enemy-occupied before (B-6.16); where one is now
        that goes without saying.
    steps : mapping of crossing to (last step, locality entered)
        Traffic of this turn (B-8.51).
    barred, won, assaulted
        Borders, localities and attack approaches of this turn's assaults (B-18.3).
    pontoon_used : bool
        B-8.77.

    Raises
    ------
    PositionError
        If something cannot be placed; says what and where.
    """
    if step not in list(Step):
        raise PositionError(f"step: {step}: expected 0 to 4")
    game = copied(game)
    record = StateRecord.array()
    call_python(setup.clear, game, record)
    s = record[0]
    s["hour"], s["turn"], s["to_move"] = hour, turn, turn
    s["step"], s["stage"] = step, STAGES[Step(step)]
    most = int(game.tables[0]["commands_per_turn"])
    check_number(most if commands is None else commands, most, "commands")
    s["commands"] = most if commands is None else commands
    _place_pieces(game, s, "austrian", austrian or {})
    _place_pieces(game, s, "french", french or {})
    for once in (demoralised or {}).values():
        check_hour(game, once, "demoralised")
    _fill_morale(s, morale or {}, demoralised or {}, bonus_due)
    s["flag"] = flag or call_python(is_entered, game, record)
    check_crossings(game.index, steps or {})
    fill_traffic(game, s, steps or {})
    remember_assaults(game, s, barred, won)
    for place in assaulted:
        remember(s, "assaulted", approach_of(game.index, place))
    s["pontoon_used"] = pontoon_used
    state = BonaparteState(game, record)
    problems = state.problems()
    if problems:
        raise PositionError("; ".join(problems))
    _fill_knowledge(game, state, shuffled=step != Step.START)
    driver.resume(game.tables, record, game.workspace())
    if commands is not None:  # the start of a turn gives it all of them
        s["commands"] = commands
    return state


def _place_pieces(game: "MarengoGame", s: Any, army: str, places: Mapping[str, str]) -> None:
    """Put the pieces of one army on the board, slot by slot."""
    for slot, code, token in army_slots(game, s, army, places):
        match = _TOKEN.fullmatch(token)
        if match is None:
            raise PositionError(f"{token!r}: expected pieces such as I3, ~C2, I2! or A1:due")
        inactive, letter, strength, moved, states = match.groups()
        words = states.split(":")[1:]
        if inactive and (slot < SLOTS or code >= FIRST_BOX):
            raise PositionError(f"{token!r}: only French pieces on the map are inactive (B-6.6)")
        _check_time(s, slot, token, [*words, *(["moved"] if moved else [])])
        s["place"][slot] = code
        s["kind"][slot] = LETTERS[letter]
        s["strength"][slot] = int(strength)
        silenced = {"silent", "completed", "declared"} & set(words)
        s["marks"][slot] = (
            INACTIVE * bool(inactive)
            | MOVED * bool(moved)
            | ASSAULTED * ("assaulted" in words)
            | SILENCED * bool(silenced)
        )
        for word in words:
            s["bombardment"][slot] = BOMBARDING.get(word, s["bombardment"][slot])


def _check_time(s: Any, slot: int, token: str, words: Iterable[str]) -> None:
    """See that what pieces have done fits the turn and its step."""
    own, step = slot // SLOTS == s["turn"], int(s["step"])
    for word in words:
        if word in ("moved", "assaulted", "completed", "due") and not own:
            raise PositionError(f"{token!r}: expected of the side whose turn it is (B-18.3)")
        if word == "due" and step > Step.BOMBARDMENT:
            raise PositionError(f"{token!r}: expected step 0 or 1, later it has fired (B-10.8)")
        if word == "declared" and own and Step.START < step < Step.DECLARATION:
            raise PositionError(f"{token!r}: expected A1:due at the start of the turn (B-10.2)")


def _fill_morale(
    s: Any, morale: Mapping[Side, int], demoralised: Mapping[Side, int], bonus_due: Side | None
) -> None:
    for side, hour in demoralised.items():
        s["demoralised"][side] = hour
        s["morale"][side] = 0
    for side, points in morale.items():
        s["morale"][side] = points
    s["bonus_due"] = NONE if bonus_due is None else bonus_due


def _fill_knowledge(game: "MarengoGame", state: BonaparteState, *, shuffled: bool) -> None:
    """Show what lies face-up, and shuffle the rest as it would have been before this turn."""
    record = state._record
    for slot in state.slots():
        if record["bombardment"][0][slot] != Bombardment.NONE:
            call_python(show, game, record, slot)
    for side in Side:
        call_python(knowledge.shuffle if shuffled else fix_certain, game, record, int(side))
