"""What is watched: frames that agree with them, and known attacks."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from marengo.core.move import Move
from marengo.core.players import Player, make_player, register
from marengo.core.view import View
from marengo.games.marengo.board import Place
from marengo.games.marengo.game import MarengoGame, load
from marengo.games.marengo.rules.results import Result
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.study import watching
from marengo.games.marengo.study.watching import (
    OBSERVED_COLUMNS,
    WatchingError,
    watch_games,
    watch_record,
)
from marengo.games.triomphe.state import TriompheState
from marengo.lab import playing
from marengo.lab.playing import runner_of
from tests.lab.test_watching_observer import random_game
from tests.turn import in_turn

KINDS = ("turns", "events", "presence")
GAMES = {"random": 25, "rule": 8}
ARMIES = ("austrian", "french")
BOTH = pytest.mark.parametrize("scenario", ["bonaparte", "triomphe"])
PLAYED = pytest.mark.parametrize("players", ["random", "rule"])


@register("first-or-last")
class FirstOrLast:
    """A player of one's own."""

    def __init__(self, game: MarengoGame) -> None:
        self.game = game

    def choose(self, view: View, legal_moves: Sequence[Move], rng: np.random.Generator) -> Move:
        assert view.side is not None
        return legal_moves[-int(rng.integers(2))]


def observed(
    game: MarengoGame, players: tuple[str, str], kinds: tuple[str, ...], seeds: list[int]
) -> tuple[Any, dict[str, pl.DataFrame]]:
    """Return results and frames of games."""
    results, log = runner_of(game, players).play(seeds, logged=True)
    return results, watch_games(game, kinds, seeds, log)


def watched(scenario: str, players: str) -> tuple[Any, dict[str, pl.DataFrame]]:
    return observed(load(scenario), (players, players), KINDS, list(range(GAMES[players])))


def start(scenario: str, seed: int) -> MarengoState:
    return load(scenario).start(seed)


@BOTH
@pytest.mark.parametrize(
    ("pair", "games"),
    [
        (("random", "random"), 30),
        (("rule", "rule"), 6),
        (("random", "rule"), 6),
        (("rule", "first-or-last"), 1),
    ],
)
def test_watching_changes_no_game(scenario: str, pair: tuple[str, str], games: int) -> None:
    game, seeds = load(scenario), [7 * number for number in range(games)]
    results, frames = observed(game, pair, KINDS, seeds)
    expected, _ = runner_of(game, pair).play(seeds)
    assert results.dtype == expected.dtype
    assert (results == expected).all()
    assert frames["turns"]["game"].unique().sort().to_list() == list(range(games))


@BOTH
def test_frames_have_their_columns_in_their_order(scenario: str) -> None:
    _, frames = watched(scenario, "random")
    assert list(frames) == list(KINDS)
    orders = {"turns": ["turn"], "events": ["event"], "presence": ["hour", "side"]}
    orders["presence"] += ["origin", "locality"]
    for kind, frame in frames.items():
        types = {name: dtype for name, (dtype, _) in OBSERVED_COLUMNS[kind].items()}
        assert dict(frame.schema) == {"game": pl.Int64, **types}
        assert all(meaning for _, meaning in OBSERVED_COLUMNS[kind].values())
        assert_frame_equal(frame, frame.sort("game", *orders[kind]))
        assert frame.select("game", *orders[kind]).is_duplicated().sum() == 0


@BOTH
@PLAYED
def test_turns_agree_with_the_results(scenario: str, players: str) -> None:
    results, frames = watched(scenario, players)
    turns = frames["turns"]
    last = turns.group_by("game", maintain_order=True).last()
    for side, army in enumerate(ARMIES):
        assert last[f"{army}_level"].to_list() == results["level"][:, side].tolist()
    assert last["hour"].to_list() == results["last_round"].tolist()
    assert last["estimate"].to_list() == (results["winner"] == Side.AUSTRIAN).tolist()
    sums = turns.group_by("game", maintain_order=True).agg(pl.col("decisions", "attacks").sum())
    assert sums["decisions"].to_list() == results["decisions"].tolist()
    counts = frames["events"].group_by("game").len()
    attacks = sums.filter(pl.col("attacks") > 0).select("game", pl.col("attacks").cast(pl.UInt32))
    assert_frame_equal(counts.rename({"len": "attacks"}).sort("game"), attacks)
    numbered = turns.with_columns(expected=pl.int_range(pl.len()).over("game"))
    assert (numbered["turn"] == numbered["expected"]).all()
    assert turns["orders"].is_between(0, 3).all()


@BOTH
@PLAYED
def test_what_is_lost_is_lost_in_attacks(scenario: str, players: str) -> None:
    """Strength is lost in attacks only, and each point is booked once in each frame."""
    results, frames = watched(scenario, players)
    for side, army in enumerate(ARMIES):
        attacking = pl.col("side") == army
        lost = pl.when(attacking).then("attacker_lost").otherwise("defender_lost")
        by_events = per_game(frames["events"], lost, len(results))
        here = pl.when(pl.col("side") == army).then("lost").otherwise(0)
        by_presence = per_game(frames["presence"], here, len(results))
        assert by_events == by_presence == results["lost"][:, side].tolist()
    assert sum(by_events) > 0


def per_game(frame: pl.DataFrame, value: pl.Expr, games: int) -> list[int]:
    """Return the sum of a value for each game, 0 for games without rows."""
    sums = dict(frame.group_by("game").agg(value.cast(pl.Int64).sum().alias("sum")).iter_rows())
    return [sums.get(game, 0) for game in range(games)]


@BOTH
@PLAYED
def test_strength_on_the_map_is_what_began_and_entered_less_what_was_lost(
    scenario: str, players: str
) -> None:
    _, frames = watched(scenario, players)
    presence, last = (
        frames["presence"],
        frames["turns"].group_by("game", maintain_order=True).last(),
    )
    for side, army in zip(Side, ARMIES, strict=True):
        for seed in range(3):
            pieces = [piece for piece in start(scenario, seed).pieces if piece.side == side]
            began = sum(p.strength for p in pieces if isinstance(p.place, Place))
            mine = presence.filter((pl.col("game") == seed) & (pl.col("side") == army))
            fresh = mine.filter(pl.col("origin").is_null())
            entered = sum(fresh["strength"]) + sum(fresh["lost"])
            assert last[f"{army}_strength"][seed] == began + entered - sum(mine["lost"])
            assert began + entered <= sum(piece.strength for piece in pieces)


@BOTH
@PLAYED
def test_presence_of_an_hour_is_that_at_the_end_of_its_last_turn(
    scenario: str, players: str
) -> None:
    _, frames = watched(scenario, players)
    ends = frames["turns"].group_by("game", "hour", maintain_order=True).last()
    for army in ARMIES:
        mine = frames["presence"].filter(pl.col("side") == army)
        sums = mine.group_by("game", "hour").agg(
            pl.col("strength", "pieces").sum(),
            pl.col("locality").filter(pl.col("pieces") > 0).n_unique().alias("localities"),
        )
        found = ends.join(sums, on=["game", "hour"], how="left", maintain_order="left").fill_null(0)
        for name in ("strength", "pieces", "localities"):
            assert found[name].to_list() == ends[f"{army}_{name}"].to_list()


@BOTH
@PLAYED
def test_who_stood_somewhere_goes_on_from_there_or_is_lost(scenario: str, players: str) -> None:
    """Strength at the end of an hour is that which the next hour shows from there, and loses."""
    _, frames = watched(scenario, players)
    presence = frames["presence"].with_columns(pl.col("strength", "lost").cast(pl.Int64))
    key = ["game", "side", "hour", "locality"]
    stood = presence.group_by(key).agg(pl.col("strength", "pieces").sum())
    stood = stood.filter(pl.col("strength") > 0).with_columns(pl.col("hour") + 1)
    flows = presence.filter(pl.col("origin").is_not_null()).group_by(
        "game", "side", "hour", pl.col("origin").alias("locality")
    )
    went = flows.agg((pl.col("strength") + pl.col("lost")).sum(), pl.col("pieces").sum())
    last = presence.group_by("game").agg(pl.col("hour").max().alias("last"))
    stood = stood.join(last, on="game").filter(pl.col("hour") <= pl.col("last"))
    first = presence["hour"].min()
    went = went.filter(pl.col("hour") > first)
    both = stood.join(went, on=key, how="full", suffix="_went")
    assert both.null_count().sum_horizontal().item() == 0
    assert (both["strength"] == both["strength_went"]).all()
    assert (both["pieces"] >= both["pieces_went"]).all()
    assert (both["pieces"] > both["pieces_went"]).any()


@BOTH
@PLAYED
def test_morale_of_a_turn_changes_by_attacks_and_what_begins_or_ends_it(
    scenario: str, players: str
) -> None:
    """What the next turn begins with is not yet in a row: the enemy's level moves by attacks alone.

    But for the bonus of Bonaparte, which an Austrian turn begins with (B-7.3).
    """
    _, frames = watched(scenario, players)
    turns, events = frames["turns"], frames["events"]
    changes = events.group_by("game", "hour", "side").agg(
        pl.col("austrian_change", "french_change").cast(pl.Int64).sum()
    )
    joined = turns.join(changes, on=["game", "hour", "side"], how="left", maintain_order="left")
    joined = joined.with_columns(pl.col("austrian_change", "french_change").fill_null(0))
    for army in ARMIES:
        step = pl.col(f"{army}_level").cast(pl.Int64).diff().over("game")
        rest = (step - pl.col(f"{army}_change")).alias("rest")
        other = joined.select("turn", "side", rest).filter(pl.col("turn") > 0)
        if scenario == "bonaparte":
            credited = other.filter(pl.col("rest") != 0)
            bonus = int(load(scenario).tables[0]["morale_bonus"])
            assert set(credited["rest"]) <= {bonus}
            assert set(credited["side"]) <= {"austrian"}
        else:
            assert (other.filter(pl.col("side") != army)["rest"] == 0).all()
            assert (other.filter(pl.col("side") == army)["rest"] > 0).any()


@BOTH
def test_a_game_that_is_not_over_is_watched_as_far_as_it_goes(scenario: str) -> None:
    state = random_game(load(scenario), 2)
    whole = watch_record(state)
    for _ in range(len(state.moves) // 2):
        state.undo()
    part = watch_record(state)
    assert state.outcome is None
    done = part["turns"].height - 1
    assert_frame_equal(part["turns"][:done], whole["turns"][:done])
    assert_frame_equal(part["events"], whole["events"][: part["events"].height])
    hours = pl.col("hour") < state.hour
    assert_frame_equal(part["presence"].filter(hours), whole["presence"].filter(hours))
    last = part["turns"].row(done, named=True)
    assert (last["hour"], last["side"]) == (state.hour, state.turn.name.lower())
    if isinstance(state, TriompheState):
        assert last["french_level"] == state.level(Side.FRENCH)


@BOTH
def test_a_game_is_watched_alike_in_any_company(scenario: str) -> None:
    """Whatever else is played in the call, and whatever else is observed."""
    _, together = observed(load(scenario), ("rule", "rule"), KINDS, [4, 9])
    for kind in KINDS:
        _, frames = observed(load(scenario), ("rule", "rule"), (kind,), [9])
        assert list(frames) == [kind]
        alone = frames[kind].drop("game")
        assert_frame_equal(alone, together[kind].filter(pl.col("game") == 1).drop("game"))


def test_nothing_observed_is_nothing_but_results() -> None:
    results, frames = observed(load("bonaparte"), ("random", "random"), (), [1, 2])
    assert frames == {}
    assert set(Result.dtype().names or ()) <= set(results.dtype.names)


def test_a_player_is_made_once_to_find_its_runner(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def noted(name: str, game: MarengoGame) -> Player:
        made.append(name)
        return make_player(name, game)

    monkeypatch.setattr(playing, "make_player", noted)
    runner_of(load("bonaparte"), ("rule", "first-or-last"))
    assert made == ["rule", "first-or-last"]


def test_unknown_observers_are_refused() -> None:
    with pytest.raises(WatchingError, match=r"observe: 'moods': .* turns, events, presence"):
        watch_games(load("triomphe"), ("turns", "moods"), [], [])


@pytest.mark.parametrize(
    ("room", "kind"), [("TURNS", "turns"), ("EVENTS", "events"), ("PRESENCES", "presence")]
)
def test_rows_are_never_dropped(monkeypatch: pytest.MonkeyPatch, room: str, kind: str) -> None:
    monkeypatch.setattr(watching, room, 3)
    with pytest.raises(WatchingError, match=rf"\(3 of {kind}; games in the call: 1\)"):
        observed(load("triomphe"), ("rule", "rule"), (kind,), [0])


@pytest.mark.parametrize(("scenario", "seed"), in_turn([("bonaparte", 40), ("triomphe", 11)]))
def test_plain_python_observes_the_same(scenario: str, seed: int) -> None:
    program = f"from tests.lab.plainly_watched import print_rows; print_rows({scenario!r}, {seed})"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        check=True,
        capture_output=True,
        text=True,
    )
    rows = json.loads(done.stdout)
    _, frames = observed(load(scenario), ("random", "random"), KINDS, [seed])
    for kind in KINDS:
        assert len(rows[kind]) == frames[kind].height > 0
    for number, army in enumerate(ARMIES):
        for name in ("level", "strength", "pieces", "localities"):
            plainly = [turn[name][number] for turn in rows["turns"]]
            assert plainly == frames["turns"][f"{army}_{name}"].to_list()
    estimates = [turn["estimate"] for turn in rows["turns"]]
    assert frames["turns"]["estimate"].to_list() == pytest.approx(estimates, abs=1e-6)
    for name in ("origin", "target", "taken"):
        assert [attack[name] for attack in rows["events"]] == frames["events"][name].to_list()
    for name in ("hour", "locality", "pieces", "strength", "lost"):
        assert [entry[name] for entry in rows["presence"]] == frames["presence"][name].to_list()
