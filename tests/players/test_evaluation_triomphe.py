"""What the evaluation of Triomphe makes of discs that the clean-up would take."""

from typing import Any

from marengo.core.engine import driver
from marengo.core.players import make_player
from marengo.core.players.engine_players import EnginePlayer
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.triomphe.policy.evaluation import evaluate
from tests.conformance.walking import game_of
from tests.plain import first


def logit(side: Side, last: Side, discs: int) -> float:
    """Return Austria's logit with discs of a side in a locality that a side entered last."""
    game = game_of("triomphe")
    player = make_player("rule", game)
    assert isinstance(player, EnginePlayer)
    position = game.position(
        hour=12,
        turn=Side.AUSTRIAN,
        austrian={"5": "I2 I2"},
        french={"70": "I2 I2"},
        uncommitted={side: 4, Side(1 - side): 6},
        committed={side: {8: discs}},
        entered_last={8: last},
    )
    record, works = position.record.reshape(1).copy(), game.workspace()
    driver.legal_moves(game.tables, record, works)
    rows = (game.tables, record, works, player.ground, player.weights)
    value: Any = evaluate(*map(first, rows))
    return float(value)


def test_discs_that_the_clean_up_would_take_count_as_all_but_lost() -> None:
    """T-18.25; those committed where an own piece was last are in no such danger."""
    for side in Side:
        other = Side(1 - side)
        for discs in (2, 4):
            safe, stranded = logit(side, side, discs), logit(side, other, discs)
            lost = logit(side, other, 0)
            assert 0.6 < (safe - stranded) / (safe - lost) < 1.4
