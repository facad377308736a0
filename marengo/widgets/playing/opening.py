"""Opening a game on the screen: to be played, or to be stepped through."""

from pathlib import Path
from typing import Any

import ipywidgets as widgets

from marengo.core.engine.random import new_seed
from marengo.core.errors import MarengoError, ScenarioError
from marengo.core.game import Game
from marengo.core.numbers import START, WHOLE, takes
from marengo.core.patience import be_patient
from marengo.core.players import OPPONENT
from marengo.core.records import GameRecord, text_of
from marengo.core.scenarios import games, load
from marengo.core.short import is_short
from marengo.core.state import State
from marengo.languages import speak
from marengo.widgets.elements import in_cell, note
from marengo.widgets.playing.address import POSITION, given
from marengo.widgets.playing.choices import page_of
from marengo.widgets.playing.new_game import seats
from marengo.widgets.playing.replay import TurnReplay
from marengo.widgets.playing.saving import visitors_folder
from marengo.widgets.playing.seats import ADVISER
from marengo.widgets.playing.session import Session


@takes(seed=START)
def play(
    scenario: str | Path | Game[Any] | GameRecord[Any] | State | None = None,
    you: Any = "",
    against: str | tuple[str, ...] | None = OPPONENT,
    *,
    seed: int | None = None,
    adviser: str = ADVISER,
    folder: str | Path | None = None,
    language: str | None = None,
) -> Any:
    """Play a game on the screen.

    Parameters
    ----------
    scenario : str, Path, Game, GameRecord or State, optional
        What is played: the name of a scenario or its file, a game, or a record or a position to be
        played on, or the text of one (:func:`marengo.text_of`). Without it, the scenario that a
        game proposes. On a page that Voilà serves the address may give such a text instead:
        ``?position=…``.
    you : seat, str or None
        Your side, or its name; if the name is empty, that of a newcomer, or in a game that has
        begun that of its person, or of who decides. None to watch players.
    against : str, several of them, or None
        The player of every other side; None or ``"hot-seat"`` for other people at the same screen.
        To watch, one player for all sides or one for each, in their order.
    seed : int, optional
        Seed of the set-up and of the players' chance; without it nobody knows the set-up before.
    adviser : str
        The player that gives hints.
    folder : str or Path, optional
        Where games are saved. Without it beside the notebook; on a page that Voilà serves, in a
        folder of the visitor's own, which is gone when he has left.
    language : str, optional
        What the page speaks: ``"en"``, ``"de"``, ``"fr"`` or ``"uk"``. Without it what the variable
        ``MARENGO_LANGUAGE`` says, else the language of the system if it is among these, else
        English. All pages of a kernel speak the same.

    Returns
    -------
    Page
        A widget; at the end of a notebook cell it shows itself. A game may have one of its own, as
        ``Play`` of its screen; any other is played with buttons.

    Raises
    ------
    ScenarioError
        If there is no such scenario.
    PlayerError
        If there is no such player.
    RecordError
        If a move of the record is illegal.
    ValueError
        If who plays does not fit together, or there is no such language.
    """
    speak(language)
    record = _begun(scenario)
    what: Any = record.game if record else proposed() if scenario is None else scenario
    game = what if isinstance(what, Game) else load(what)
    be_patient(game)
    names = seats(game, you, against)
    page = page_of(game)
    begun = record.seed if record else new_seed() if seed is None else seed
    session = page.session_type()(game, names, begun, adviser)
    trouble = follow_link(session)
    if record and not session.steps:
        reseated = GameRecord(game, record.seed, record.moves, tuple(names.values()))
        session.resume(session.seated(record) if you == "" else reseated)
    saves = (visitors_folder() or Path()) if folder is None else Path(folder)
    made = page(session, saves)
    if trouble:
        made.children = (widgets.HTML(note(trouble, alert=True)), *made.children)
    return in_cell(made)


def _begun(what: Any) -> GameRecord[Any] | None:
    """Return the game that is to be played on, if one is."""
    if isinstance(what, State):
        return GameRecord.from_line(text_of(what), what.game)
    if isinstance(what, str) and is_short(what):
        return GameRecord.from_line(what)
    return what if isinstance(what, GameRecord) else None


def follow_link(session: Session) -> str:
    """Play the game on whose text is in the address of a page; return why that cannot be."""
    line = given(POSITION) if visitors_folder() else ""
    try:
        if line:
            session.resume(session.read_line(line))
    except MarengoError as error:
        return str(error)
    return ""


def proposed() -> str:
    """Return the scenario of the first game that proposes one."""
    for game in games().values():
        if game.standard:
            return game.standard
    raise ScenarioError("scenario: expected one, as no game proposes any")


@takes(at=WHOLE)
def replay(game: GameRecord[Any] | State, at: int = 0) -> Any:
    """Step through a game.

    Parameters
    ----------
    game : GameRecord or State
        A record, or a position with the moves that led to it.
    at : int
        Number of the step to begin after; 0 is the position before the first move, negative numbers
        count from the end. What one step is says the game's ``Replay``, if its screen has one, and
        else it is a turn, or a move where turns have no numbers.

    Returns
    -------
    Replay
        A widget; at the end of a notebook cell it shows itself.

    Raises
    ------
    RecordError
        If a move of the record is illegal; names its number.
    ValueError
        If the game has no such step.
    """
    return in_cell(stepper_of(game.positions(), at))


def stepper_of(positions: list[Any], at: int = 0) -> Any:
    """Return the replay of a game: that of its screen, or else that for any game."""
    stepper = positions[0].game.screen().replay or TurnReplay
    return stepper(positions, at)
