"""What the rule-of-thumb player makes of Basic's finer points, in positions made for them."""

from typing import Any

from marengo.core.engine.random import seeded
from marengo.core.players import make_player
from marengo.core.players.engine_players import RulePlayer
from marengo.games.bonaparte.policy.road import HOPELESS, going_on
from marengo.games.marengo.rules.vocabulary import Side
from tests.conformance.walking import game_of
from tests.plain import first


def test_a_road_march_thought_through_does_not_turn_back() -> None:
    """B-8.53: by the road end where the piece arrived it does not go on, by some others it does."""
    game = game_of("bonaparte")
    player = make_player("rule", game)
    assert isinstance(player, RulePlayer)
    tables: Any = game.tables[0]
    state = game.position(hour=9, turn=Side.AUSTRIAN, austrian={"10": "C2"}, french={})
    player.choose_index(state.information_set(Side.AUSTRIAN), seeded(0))
    place = int(state.record["place"][0])
    ends = range(tables["first_end"][place], tables["first_end"][place + 1])
    t, w, v, k = map(first, (game.tables, player.works, player.weights, player.scores))
    forward = 0
    for arrived in ends:
        position: Any = state.record.reshape(1).copy()
        position["road_end"] = arrived
        worth = {end: going_on(t, first(position), w, v, k, 0, 2, int(end)) for end in ends}
        assert worth[arrived] == HOPELESS
        forward += sum(value > HOPELESS for value in worth.values())
    assert forward > 0
