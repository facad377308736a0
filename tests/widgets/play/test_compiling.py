"""While a player is being compiled, which may take minutes, the screen goes on."""

import subprocess
import sys

import pytest

from tests.turn import in_turn

# Numba compiles, and loads what was compiled, in one thread at a time. Here that thread never
# ends, as if some player were being compiled for ever, while two people play.
GAME = """
import faulthandler, sys, threading
from numba.core.compiler_lock import global_compiler_lock
from marengo import load
from marengo.widgets import play
from marengo.screens.marengo.play import widget

widget.WIDTH = 240
game = play(load(sys.argv[1]), against="hot-seat", seed=3)
held = threading.Event()

def compile_for_ever():
    with global_compiler_lock:
        held.set()
        threading.Event().wait()

threading.Thread(target=compile_for_ever, daemon=True).start()
held.wait()
faulthandler.dump_traceback_later(300, exit=True)
number = 0
while number < 24:
    if game.session.covered:
        game.cover.lift.click()
    chooser = game._chooser
    for place in chooser.places()[:1]:
        chooser.pick_at(place)
        game._picked()
    options = chooser.options or chooser.plain or [None]
    if options[0] is None:
        move = game.session.state.legal_moves()[0]
        game.session.play([move])
    else:
        game.carry_out(options[number % len(options)].moves)
    number += 1
    if number % 5 == 0:
        game.orders.undo.click()
game.files._make_link()
print(len(game.session.state.moves), game.session.state.hour)
"""


@pytest.mark.parametrize("scenario", in_turn(["bonaparte", "triomphe"]))
def test_nothing_on_the_screen_waits_for_a_player_to_be_compiled(scenario: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", GAME, scenario], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    moves, hour = map(int, done.stdout.split())
    assert moves > 20
    assert hour > 6
