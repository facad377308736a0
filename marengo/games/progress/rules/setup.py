"""Chapter 3: set-up."""

from marengo.core.engine.compiled import compiled
from marengo.core.engine.driver import NONE
from marengo.core.engine.random import Generator, below
from marengo.games.progress.rules.control import of
from marengo.games.progress.rules.position import PLACES, State, Tables
from marengo.games.progress.rules.rounds import begin_round
from marengo.games.progress.rules.words import Ending


@compiled
def set_up(t: Tables, s: State, g: Generator) -> None:
    """Set the game up; a fair coin gives the initiative, unless the scenario does (M-3.9)."""
    clear(t, s)
    s.holder = below(g, 2) if t.initiative == NONE else t.initiative
    s.first_holder = s.holder
    for seat in range(2):
        s.stock[seat] -= t.armies_in_play
        s.normal[of(seat, t.home[seat])] = t.armies_in_play


@compiled
def clear(t: Tables, s: State) -> None:
    """Set all up but armies and initiative (M-3.3 to M-3.8)."""
    s.to_move, s.winner, s.ending, s.offered, s.effects = 0, NONE, Ending.NONE, 0, 0
    s.supply = t.supply
    for place in range(PLACES):
        s.die[place] = t.start_die[place]
        for seat in range(2):
            s.normal[of(seat, place)] = 0
            s.fortified[of(seat, place)] = 0
    for seat in range(2):
        s.vp[seat], s.capital[seat] = 0, 0
        s.strength[seat], s.stock[seat], s.hand[seat] = t.strength, t.armies, t.cards
    begin_round(s, 1)
