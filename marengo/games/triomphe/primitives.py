"""What the core asks of this game: the functions of its rules and its policy, by primitive."""

from collections.abc import Callable
from typing import Any

from marengo.core.engine import bulk, driver, learned, policy
from marengo.games.marengo.policy import move_features, threats
from marengo.games.marengo.primitives import SHARED
from marengo.games.marengo.rules import information_set
from marengo.games.marengo.study.engine import primitives as observing
from marengo.games.marengo.study.engine import restricting
from marengo.games.triomphe.policy import features, position_features, rule
from marengo.games.triomphe.rules import (
    determinization,
    engine,
    invariants,
    morale,
    orders,
    results,
    retreat,
    road_march,
    setup,
)

PRIMITIVES: dict[Callable[..., Any], Callable[..., Any]] = {
    **SHARED,
    driver.set_up: setup.set_up,
    driver.list_moves: engine.list_moves,
    driver.carry_out: engine.carry_out,
    driver.proceed: engine.proceed,
    bulk.summarise: results.summarise,
    bulk.stock: results.stock,
    bulk.list_problems: invariants.list_problems,
    policy.score_moves: rule.score_moves,
    learned.position_features: position_features.position_features,
    move_features.morale: features.morale,
    move_features.actions: features.actions,
    move_features.purpose: features.purpose,
    move_features.group_goal: features.group_goal,
    move_features.margin: features.margin,
    threats.at_stake: retreat.at_stake,
    observing.level: morale.level,
    observing.coming: results.coming,
    observing.orders_left: results.orders_left,
    restricting.hold_back: orders.hold_back,
    restricting.can_march: road_march.can_march,
    restricting.approach_price: road_march.approach_price,
    information_set.roles_of: determinization.roles_of,
    information_set.give_roles: determinization.give_roles,
    information_set.constraint_of: determinization.constraint_of,
    information_set.slot_class: determinization.slot_class,
}
