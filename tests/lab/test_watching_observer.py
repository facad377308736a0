"""What is watched, compared with an observer in plain Python that sees only positions of a game."""

import re
from collections import defaultdict
from itertools import groupby
from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from marengo.core.engine.driver import legal_moves
from marengo.core.engine.learned import position_features
from marengo.core.players import make_player
from marengo.core.players.match import play_game
from marengo.core.players.nets import read_net
from marengo.core.records import GameRecord
from marengo.games.bonaparte.state import BonaparteState
from marengo.games.marengo.board import Place
from marengo.games.marengo.game import MarengoGame, load
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.study.watching import OBSERVED_COLUMNS, watch_games
from marengo.games.triomphe.state import TriompheState
from marengo.lab.playing import runner_of
from tests.plain import first
from tests.turn import in_turn

KINDS = ("turns", "events", "presence")
FIGHTS = ("manoeuvre", "road", "assault", "bombardment")
BETWEEN = {Decision.ACTION, Decision.ROAD_STEP, Decision.ASSAULT, Decision.BOMBARDMENT}
BEGINNINGS = {"attack": "manoeuvre", "assault": "assault", "complete": "bombardment"}
CROSSING = re.compile(r"cross (\d+)-(\d+)(:\w+)?")
Row = dict[str, Any]


class Node:
    """A decision, and who stands where with which strength."""

    def __init__(self, state: MarengoState) -> None:
        self.state = state
        self.where: dict[str, int | None] = {}
        self.strength: dict[str, int] = {}
        self.side: dict[str, Side] = {}
        for piece in state.pieces:
            on_map = isinstance(piece.place, Place)
            self.where[piece.name] = piece.place.locality if on_map else None  # type: ignore[union-attr]
            self.strength[piece.name] = piece.strength
            self.side[piece.name] = piece.side

    def standing(self, side: Side) -> list[str]:
        """Return the pieces of a side on the map."""
        return [name for name, where in self.where.items() if self.side[name] == side and where]

    def level(self, side: Side) -> int:
        if isinstance(self.state, TriompheState):
            return self.state.level(side)
        assert isinstance(self.state, BonaparteState)
        return self.state.morale(side)

    def orders(self) -> int:
        if isinstance(self.state, TriompheState):
            return self.state.orders
        assert isinstance(self.state, BonaparteState)
        return self.state.commands

    def lost_until(self, later: "Node", side: Side) -> int:
        pieces = [name for name, owner in self.side.items() if owner == side]
        return sum(self.strength[name] - later.strength[name] for name in pieces)


def random_game(game: MarengoGame, seed: int) -> MarengoState:
    return game_of(game, "random", seed)


def game_of(game: MarengoGame, player: str, seed: int) -> MarengoState:
    """Play the game that batches play with this seed."""
    return play_game(game.start(seed), {side: make_player(player, game) for side in Side}, seed)


def estimate(state: MarengoState) -> float:
    """Return the estimate as what is weighed straight, and by way of hidden units."""
    if state.outcome is not None:
        return float(state.outcome.winner == Side.AUSTRIAN)
    game = state.game
    net, works, scores = read_net(game)[Side.AUSTRIAN], game.workspace(), game.engine.scores.array()
    position = state.record.reshape(1).copy()
    legal_moves(game.tables, position, works)
    rows = (game.tables, position, works, game.ground, scores)
    position_features(*map(first, rows))
    features = scores["position"][0]
    hidden = np.tanh(net["inward"].reshape(-1, len(features)).astype(float) @ features)
    logit = net["direct"].astype(float) @ features + net["outward"].astype(float) @ hidden
    return float(1 / (1 + np.exp(-logit)))


def observe(seed: int, state: MarengoState) -> dict[str, pl.DataFrame]:
    """Return what a finished game shows to an observer of its positions."""
    record = GameRecord[MarengoState].of(state, seed)
    nodes = [Node(position) for position in record.positions()]
    moves = list(record.moves)
    events = observe_events(nodes, moves)
    rows = {
        "turns": observe_turns(nodes, moves, events),
        "events": [{key: event[key] for key in OBSERVED_COLUMNS["events"]} for event in events],
        "presence": observe_presence(nodes),
    }
    return {
        kind: pl.DataFrame(
            rows[kind], schema={c: d for c, (d, _) in OBSERVED_COLUMNS[kind].items()}
        )
        for kind in KINDS
    }


def turns_of(nodes: list[Node]) -> list[list[int]]:
    """Return the numbers of the decisions of each turn."""
    decided = range(len(nodes) - 1)
    key = lambda n: (nodes[n].state.hour, nodes[n].state.turn)  # noqa: E731
    return [list(group) for _, group in groupby(decided, key)]


def observe_turns(nodes: list[Node], moves: list[str], events: list[Row]) -> list[Row]:
    rows = []
    for number, turn in enumerate(turns_of(nodes)):
        first, last, after = nodes[turn[0]], nodes[turn[-1]], nodes[turn[-1] + 1]
        ends = [n for n in turn if moves[n] == "end" and nodes[n].state.decision == Decision.ACTION]
        options = [len(nodes[n].state.legal_moves()) for n in turn]
        left = nodes[ends[0]] if ends else after
        row: Row = {
            "turn": number,
            "hour": first.state.hour,
            "side": first.state.turn.name.lower(),
            "estimate": estimate(after.state),
            "decisions": len(turn),
            "choices": sum(many > 1 for many in options),
            "options": sum(many for many in options if many > 1),
            "orders": first.orders() - left.orders(),
            "attacks": sum(turn[0] <= event["begins"] <= turn[-1] for event in events),
        }
        for side in Side:
            name = side.name.lower()
            row[f"{name}_level"] = level_at_end(last, after, side)
            standing = after.standing(side)
            row[f"{name}_strength"] = sum(after.strength[piece] for piece in standing)
            row[f"{name}_pieces"] = len(standing)
            row[f"{name}_localities"] = len({after.where[piece] for piece in standing})
        rows.append(row)
    return rows


def level_at_end(last: Node, after: Node, side: Side) -> int:
    """Return a level before what the next turn begins with."""
    if isinstance(last.state, BonaparteState):
        return last.level(side)  # nothing is lost after the actions end
    assert isinstance(last.state, TriompheState)
    fresh = after.state.outcome is None and after.state.turn == side
    return after.level(side) - (last.state.track(side).get(after.state.hour, 0) if fresh else 0)


def observe_events(nodes: list[Node], moves: list[str]) -> list[Row]:
    rows: list[Row] = []
    for n, move in enumerate(moves):
        found = attack_of(nodes[n], move) or forced_crossing(nodes[n], nodes[n + 1], move)
        if found is None:
            continue
        kind, origin, target, attackers = found
        end = next(
            k
            for k in range(n + 1, len(nodes))
            if nodes[k].state.decision in BETWEEN or nodes[k].state.outcome is not None
        )
        naming = True  # at first what joins joins the attackers, later a reply or an advance
        for k in range(n + 1, end):
            verb, *words = moves[k].split()
            naming = naming and verb == "join"
            attackers |= shown_attackers(nodes[k])
            if verb == "send" or (naming and words != ["none"]):
                attackers |= set(words[0].split(","))
        attackers = attackers or {only_attacker(nodes[n].state, move)}
        before, after, side = nodes[n], nodes[end], nodes[n].state.turn
        there = [piece for piece in before.standing(side.enemy) if before.where[piece] == target]
        rows.append(
            {
                "begins": n,
                "event": len(rows),
                "hour": before.state.hour,
                "side": side.name.lower(),
                "kind": kind,
                "origin": origin,
                "target": target,
                "attackers": len(attackers),
                "attacking_strength": sum(before.strength[piece] for piece in attackers),
                "defenders": len(there),
                "defending_strength": sum(before.strength[piece] for piece in there),
                "attacker_lost": before.lost_until(after, side),
                "defender_lost": before.lost_until(after, side.enemy),
                "taken": after.state.occupier(target) == side,
                "austrian_change": after.level(Side.AUSTRIAN) - before.level(Side.AUSTRIAN),
                "french_change": after.level(Side.FRENCH) - before.level(Side.FRENCH),
            }
        )
    return rows


def forced_crossing(node: Node, after: Node, move: str) -> tuple[str, int, int, set[str]] | None:
    """Return the attack of a road march that had no other way, seen by its traffic, or None."""
    verb, *_ = move.split()
    if verb not in ("road", "wait"):
        return None
    for crossing in node.state.game.index.crossings:
        end = after.state.direction(crossing)
        if end is None or after.state.last_step(crossing) == node.state.last_step(crossing):
            continue
        if node.state.occupier(end) == node.state.turn.enemy:
            ends = {place for place, name in node.state.game.index.ends if name == crossing}
            (start,) = ends - {end}
            return "road", start, end, {marching(node.state, move)}
    return None


def marching(state: MarengoState, move: str) -> str:
    """Return the piece on a road march."""
    verb, *words = move.split()
    if verb == "road":
        return words[0]
    actors = int(state.record["actors"])
    (name,) = (state.piece_in(slot).name for slot in state.slots() if actors >> slot & 1)
    return name


def shown_attackers(node: Node) -> set[str]:
    """Return the pieces of the attacker that a decision within an attack shows."""
    return {
        piece.name
        for piece in node.state.pieces
        if piece.side == node.state.turn and piece.role not in ("none", "firing")
    }


def only_attacker(state: MarengoState, move: str) -> str:
    """Return the only piece that can make an assault, which is then sent without being asked."""
    place = move.rsplit(maxsplit=1)[-1]
    fit = [p for p in state.pieces if str(p.place) == place and p.organised and not p.acted]
    assert len(fit) == 1
    return fit[0].name


def attack_of(node: Node, move: str) -> tuple[str, int, int, set[str]] | None:
    """Return kind, origin, target and pieces of the attack that a move begins, or None."""
    verb, *words = move.split()
    crossing = CROSSING.fullmatch(move)
    if crossing is not None:
        start, end = int(crossing[1]), int(crossing[2])
        if node.state.occupier(end) != node.state.turn.enemy:
            return None
        return "road", start, end, {marching(node.state, move)}
    if verb not in BEGINNINGS:
        return None
    pieces = set(words[0].split(",")) if words[0][0] in "AF" else set()
    place = Place.parse(words[-1]) if verb != "complete" else node.state.piece(words[0]).place
    assert isinstance(place, Place)
    assert place.towards is not None
    return BEGINNINGS[verb], place.locality, place.towards, pieces


def observe_presence(nodes: list[Node]) -> list[Row]:
    rows: list[Row] = []
    decided = range(len(nodes) - 1)
    for hour, group in groupby(decided, lambda n: nodes[n].state.hour):
        numbers = list(group)
        begin, end = nodes[numbers[0]], nodes[numbers[-1] + 1]
        found: dict[tuple[Side, int, int], list[int]] = defaultdict(lambda: [0, 0, 0])
        for name, locality in end.where.items():
            if locality is not None:
                entry = found[end.side[name], begin.where[name] or -1, locality]
                entry[0] += 1
                entry[1] += end.strength[name]
        for n in numbers:  # loss by loss, where the piece stood at the decision before
            for name, locality in nodes[n].where.items():
                lost = nodes[n].strength[name] - nodes[n + 1].strength[name]
                if lost:
                    assert locality is not None
                    found[end.side[name], begin.where[name] or -1, locality][2] += lost
        rows += [
            {
                "hour": hour,
                "side": side.name.lower(),
                "origin": None if origin == -1 else origin,
                "locality": locality,
                "pieces": pieces,
                "strength": strength,
                "lost": lost,
            }
            for (side, origin, locality), (pieces, strength, lost) in sorted(found.items())
        ]
    return rows


WATCHED: list[tuple[str, str, list[int], set[str]]] = [
    ("bonaparte", "random", [103, 104, 146], {"manoeuvre", "assault", "road"}),
    ("bonaparte", "rule", [100, 118], set(FIGHTS)),
    ("triomphe", "random", [5, 116], set(FIGHTS)),
    ("triomphe", "rule", [110], set(FIGHTS)),
]


IN_TURN = in_turn(WATCHED, lambda one: one[0])


@pytest.mark.parametrize(("scenario", "players", "seeds", "kinds"), IN_TURN)
def test_an_observer_of_positions_sees_the_same(
    scenario: str, players: str, seeds: list[int], kinds: set[str]
) -> None:
    """Among them are road marches that attack since they have no other way: 103, 104, 116."""
    game = load(scenario)
    _, log = runner_of(game, (players, players)).play(seeds, logged=True)
    frames = watch_games(game, KINDS, seeds, log)
    found_kinds: set[str] = set()
    for number, seed in enumerate(seeds):
        state = game_of(game, players, seed)
        expected = observe(seed, state)
        for kind in KINDS:
            found = frames[kind].filter(pl.col("game") == number).drop("game")
            exact = [name for name in found.columns if name != "estimate"]
            assert_frame_equal(found.select(exact), expected[kind].select(exact))
        estimates = frames["turns"].filter(pl.col("game") == number)["estimate"]
        assert estimates.to_list() == pytest.approx(
            expected["turns"]["estimate"].to_list(), abs=1e-5
        )
        found_kinds |= set(expected["events"]["kind"])
    assert kinds <= found_kinds
