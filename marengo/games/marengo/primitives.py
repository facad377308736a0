"""What the core asks of both Marengo games alike."""

from collections.abc import Callable
from typing import Any

from marengo.core.engine import bulk, driver, learned, policy, sights
from marengo.core.engine.search import primitives as search
from marengo.games.marengo.policy import move_features
from marengo.games.marengo.policy.sights import write_sights
from marengo.games.marengo.rules import choices, information_set, observation, pieces

SHARED: dict[Callable[..., Any], Callable[..., Any]] = {
    driver.recount: pieces.recount,
    driver.is_forced: choices.is_forced,
    bulk.counted: pieces.counted,
    policy.information_set: information_set.information_set,
    policy.determinize: information_set.determinize,
    learned.move_features: move_features.move_features,
    sights.write_sights: write_sights,
    search.observation_key: observation.observation_key,
    search.has_learned: observation.has_learned,
    search.turn_number: observation.turn_number,
    search.whose_turn: observation.whose_turn,
    search.may_reply: observation.may_reply,
    search.returns: observation.returns,
}
