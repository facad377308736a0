"""Fights: every line is there, the best play is the best, and what cannot be is refused."""

from collections.abc import Iterator
from typing import Any

import polars as pl
import pytest

from marengo.core.errors import IllegalMove
from marengo.games.marengo.game import load
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.study.fights import MEASURES, Fight, FightOutcome, Measure, fight
from marengo.games.marengo.study.fights.columns import CHOICE_COLUMNS, LINE_COLUMNS
from marengo.games.marengo.study.fights.tree import ENDS

AUSTRIAN, FRENCH = Side.AUSTRIAN, Side.FRENCH

NARROW = {"bonaparte": "16/29", "triomphe": "4/9"}
WIDE = {"bonaparte": "37/46", "triomphe": "19/20"}
RULESETS = tuple(NARROW)

FIGHTS: dict[str, tuple[dict[str, str], Any, Any, str]] = {
    "narrow": (NARROW, "I3 C2", {"approach": "I2 A1", "reserve": "I2 A1"}, "assault"),
    "wide": (WIDE, "I3 I2", "I2 C2", "assault"),
    "cavalry": (WIDE, "C2 C2 I2", "C2 I1", "assault"),
    "manoeuvre": (WIDE, "I2 C2", "I3 C1", "manoeuvre"),
    "retreat": (WIDE, "I2 C2", {"reserve": "I3 I2 A1", "flank": "I2 C1"}, "retreat"),
    "both places": (NARROW, {"approach": "I2", "reserve": "C1"}, {"reserve": "I2"}, "manoeuvre"),
}
"""Fights that end quickly: borders, attackers, defenders, kind."""


def made(ruleset: str, name: str, **given: Any) -> Fight:
    borders, attackers, defenders, kind = FIGHTS[name]
    return fight(ruleset, borders[ruleset], attackers, defenders, kind, **given)


def roots(found: Fight) -> list[str]:
    texts = (str(move) for move in found.state.legal_moves())
    verb = "assault" if found.kind == "assault" else "attack"
    return [text for text in texts if text.startswith(verb) and text.endswith(found.border)]


def plainly(found: Fight, state: MarengoState, moves: list[str]) -> tuple[int, ...]:
    """Return what a fight is worth: by playing every move with no short cut and no memory."""
    values = []
    for text in moves:
        after = state.copy().play(text)
        if after.decision in ENDS or after.turn != state.turn:
            values.append(worth(found, after))
        else:
            values.append(plainly(found, after, [str(move) for move in after.legal_moves()]))
    return (max if state.to_move == found.attacker else min)(values)


def strength(state: MarengoState, side: Side) -> int:
    return sum(piece.strength for piece in state.pieces if piece.side == side)


def morale(state: Any, side: Side) -> int:
    return int(state.morale(side) if hasattr(state, "morale") else state.level(side))


def worth(found: Fight, after: MarengoState) -> tuple[int, ...]:
    """Return border, morale difference and strength difference, told apart from the engine."""
    own, other = found.attacker, found.attacker.enemy
    lost = {side: strength(found.state, side) - strength(after, side) for side in Side}
    paid = {side: morale(found.state, side) - morale(after, side) for side in Side}
    target = int(found.border.split("/")[1])
    won = after.won(target) if found.kind == "assault" else after.occupier(target) == own
    return int(won), paid[other] - paid[own], lost[other] - lost[own]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("name", FIGHTS)
def test_best_play_is_what_playing_every_move_finds(ruleset: str, name: str) -> None:
    """The tree knows equal positions and plays retreats through; that changes nothing."""
    found = made(ruleset, name)
    expected = plainly(found, found.state, roots(found))
    best = found.best
    assert worth(found, best.states[-1]) == expected
    outcome = best.outcome
    assert (int(outcome.won), outcome.morale[0] - outcome.morale[1]) == expected[:2]
    assert outcome.lost[1] - outcome.lost[0] == expected[2]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("name", FIGHTS)
def test_every_line_can_be_played_and_ends_as_it_says(ruleset: str, name: str) -> None:
    found = made(ruleset, name)
    lines = found.lines
    assert lines.columns == list(LINE_COLUMNS)
    assert lines["moves"].n_unique() == lines.height
    assert lines["best"].sum() == 1
    assert lines.filter("best")["moves"].item() == "; ".join(found.best.moves)
    for line in lines.sample(min(lines.height, 40), seed=1).iter_rows(named=True):
        state = found.state.copy()
        parts = {"attacker": [], "defender": []}  # type: dict[str, list[str]]
        for text in line["moves"].split("; "):
            parts["attacker" if state.to_move == found.attacker else "defender"].append(text)
            state.play(text)
        assert state.decision in ENDS
        assert {role: "; ".join(texts) for role, texts in parts.items()} == {
            role: line[role] for role in parts
        }
        for role, side in (("attacker", found.attacker), ("defender", found.attacker.enemy)):
            assert line[f"{role}_lost"] == strength(found.state, side) - strength(state, side)
            assert line[f"{role}_morale"] == morale(state, side) - morale(found.state, side)
        assert (line["winner"] == "attacker") == bool(worth(found, state)[0])


def count_lines(state: MarengoState, moves: list[str]) -> int:
    """Count the ways to play on, retreats not counted apart."""
    total = 0
    for text in moves:
        after = state.copy().play(text)
        while after.decision == Decision.RETREAT:
            after.play(after.legal_moves()[0])
        legal = [str(move) for move in after.legal_moves()]
        total += 1 if after.decision in ENDS else count_lines(after, legal)
    return total


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("name", FIGHTS)
def test_no_line_is_left_out(ruleset: str, name: str) -> None:
    found = made(ruleset, name)
    assert found.lines.height == count_lines(found.state, roots(found))


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("name", FIGHTS)
def test_a_choice_is_worth_what_best_play_makes_of_it(ruleset: str, name: str) -> None:
    found = made(ruleset, name)
    table = found.choices
    assert table.columns == list(CHOICE_COLUMNS)
    assert table["best"].sum() == 1
    best = table.filter("best").row(0, named=True)
    assert (best["winner"], best["attacker_lost"], best["defender_lost"]) == (
        found.best.outcome.winner,
        *found.best.outcome.lost,
    )
    for row in table.iter_rows(named=True):
        moves = [*row["attack_moves"].split("; "), *row["reply_moves"].split("; ")]
        outcome = found.course(*(move for move in moves if move)).outcome
        assert row["winner"] == outcome.winner
        assert (row["attacker_lost"], row["defender_lost"]) == outcome.lost
        assert (row["attacker_morale"], row["defender_morale"]) == outcome.morale


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_best_reply_and_the_best_attack_are_marked(ruleset: str) -> None:
    """Of each row what the defender likes best, of each column what the attacker does."""
    table = made(ruleset, "wide").choices.with_columns(
        worth=pl.struct(
            (pl.col("winner") == "attacker").cast(pl.Int8).alias("border"),
            (pl.col("attacker_morale") - pl.col("defender_morale")).alias("morale"),
            (pl.col("defender_lost") - pl.col("attacker_lost")).alias("strength"),
        )
    )
    for flag, over, sign in (("best_reply", "attack", 1), ("best_attack", "reply", -1)):
        for _, group in table.group_by(over):
            values = [tuple(sign * v for v in row.values()) for row in group["worth"]]
            marked = {v for v, best in zip(values, group[flag], strict=True) if best}
            assert marked == {min(values)}


def test_who_leads_is_told_in_few_letters() -> None:
    basic, triomphe = (made(ruleset, "narrow").choices for ruleset in RULESETS)
    attacks = {"I3", "C2", "I3+C2, I3 leads", "I3+C2, C2 leads"}
    assert set(basic["attack"]) == set(triomphe["attack"]) == attacks
    assert set(basic["reply"]) == {"nobody leads", "I2 leads"}  # B-11.33
    assert set(triomphe["reply"]) == {"nobody leads", "I2 leads", "A1 leads"}  # T-11.15
    blocked = made("triomphe", "manoeuvre").choices
    assert set(blocked["attack"]) == {"I2", "C2", "I2+C2"}
    assert set(blocked["reply"]) == {"nobody blocks", "I3 blocks", "C1 blocks", "I3+C1 block"}
    both = made("triomphe", "both places").choices
    assert set(both["attack"]) == {"I2 from the approach", "C1 from reserve"}
    retreat = made("bonaparte", "retreat").choices
    assert set(retreat["reply"]) == {"all retreat"}


def test_how_it_goes_on_is_told_where_somebody_does_something() -> None:
    """Counter-attack only in Triomphe (T-11.30), pursuit only in Basic (B-11.51)."""
    account = {ruleset: set(made(ruleset, "wide").choices["then"]) for ruleset in RULESETS}
    assert not any("counter" in text for text in account["bonaparte"])
    assert any("counter-attack C2" in text for text in account["triomphe"])
    pursued = fight("bonaparte", NARROW["bonaparte"], "I3 C2", "I1 I3").choices
    assert any("pursuit C2" in text for text in pursued["then"])


def test_moves_of_a_course_are_those_asked_for_and_best_play() -> None:
    found = made("triomphe", "narrow")
    course = found.course("lead none", "send A1 lead A1", "fire none")
    assert course.moves[:4] == ("assault 4/9", "lead none", "send A1 lead A1", "fire none")
    assert [state.to_move for state in course.states[:4]] == [AUSTRIAN, FRENCH, AUSTRIAN, FRENCH]
    assert course.of(AUSTRIAN)[:2] == ("assault 4/9", "send A1 lead A1")
    assert found.best_moves("attacker") == found.best.of(AUSTRIAN)
    assert found.best_moves("defender") == found.best.of(FRENCH)


def test_whether_attacking_is_worth_while() -> None:
    """A sure victory is, a sure defeat is not; a blocked attack of Basic changes nothing."""
    border = NARROW["triomphe"]
    assert fight("triomphe", border, "I3", "I1").gain == 1
    assert fight("triomphe", border, "I2", "I3").gain == -1
    assert fight("triomphe", border, "I2", "I2", "manoeuvre").gain == 1  # a disc is committed
    assert fight("bonaparte", NARROW["bonaparte"], "I2", "I2", "manoeuvre").gain == 0


@pytest.mark.parametrize("measure", MEASURES)
def test_no_measure_does_worse_by_itself_than_another(measure: str) -> None:
    """What best play by one measure reaches is best by that measure: nobody can do better."""
    found = made("triomphe", "cavalry", measure=measure)
    value = found.measure.value(found.best.outcome)
    rows = found.choices.filter("best_reply")
    assert rows.height > 0
    for other in MEASURES:
        rival = made("triomphe", "cavalry", measure=other).best_moves("attacker")
        assert found.measure.value(found.course(*rival).outcome) <= value


@pytest.mark.parametrize(
    ("measure", "winner", "committed"),
    [("border", "defender", 1), ("strength", "defender", 1), ("free morale", "attacker", 0)],
)
def test_measures_change_what_is_best(measure: str, winner: str, committed: int) -> None:
    """Holding 9 commits a disc (T-18.8); cavalry in reserve retreats at no price (T-13.9)."""
    found = fight("triomphe", NARROW["triomphe"], "C1", "C2", "manoeuvre", measure=measure)
    outcome = found.best.outcome
    assert (outcome.winner, outcome.committed, outcome.lost) == (winner, (0, committed), (0, 0))
    reply = "respond F1" if winner == "defender" else "respond none"
    assert reply in found.best_moves("defender")


def test_a_measure_of_ones_own() -> None:
    """Who only wants to have many pieces left."""

    def own(outcome: FightOutcome) -> int:
        return len(outcome.left[0].split())

    found = made("triomphe", "narrow", measure=Measure("own pieces", (own,)))
    assert len(found.best.outcome.left[0].split()) == 2


def test_morale_before_the_fight_may_be_low() -> None:
    """T-18.4: the army that pays its last disc has lost the game; nothing is worse."""
    lost = fight("triomphe", NARROW["triomphe"], "I2", "I3", morale={AUSTRIAN: 2})
    assert lost.best.outcome.over
    assert (lost.best.outcome.winner, lost.best.outcome.morale) == ("defender", (-2, 0))
    won = fight("triomphe", NARROW["triomphe"], "I3", "I1", morale={FRENCH: 1})
    assert (won.best.outcome.over, won.best.outcome.winner) == (True, "attacker")
    weak = fight("bonaparte", NARROW["bonaparte"], "I3", "I2", morale={FRENCH: 0})
    strong = fight("bonaparte", NARROW["bonaparte"], "I3", "I2")
    assert (weak.best.outcome.won, strong.best.outcome.won) == (True, False)  # B-11.43


def test_who_has_lost_the_game_fights_no_more() -> None:
    """T-18.4: without a disc; one that is committed is enough."""
    for side, army in ((AUSTRIAN, "Austrian"), (FRENCH, "French")):
        why = f"the {army} army has no disc left and has lost the game .T-18.4"
        with pytest.raises(IllegalMove, match=why):
            fight("triomphe", NARROW["triomphe"], "I3", "I2", morale={side: 0})
    left = fight("triomphe", "4/9", "I3", "I2", morale={FRENCH: 0}, committed={FRENCH: {9: 1}})
    assert left.choices.height > 0


def test_morale_is_as_printed_unless_given() -> None:
    """B-6.2; T-4.2 and T-4.3: all the discs that ever come."""
    basic, triomphe = (made(ruleset, "narrow").state for ruleset in RULESETS)
    assert [morale(basic, side) for side in Side] == [16, 17]
    assert [morale(triomphe, side) for side in Side] == [12, 15]


def test_a_fight_says_what_it_is() -> None:
    found = fight("triomphe", NARROW["triomphe"], "I3", "I1")
    assert repr(found) == "<Fight triomphe assault 4/9: the attacker wins, 1 and 1 lost>"


def test_either_army_attacks() -> None:
    """The pieces of the attacker are F1, F2, … if he is French."""
    found = made("triomphe", "narrow", side=FRENCH)
    assert found.attacker is FRENCH
    assert found.best.moves[0] == "assault 4/9"
    assert all(piece.side is FRENCH for piece in found.state.pieces if str(piece.place) == "4/9")


def test_silent_artillery_does_not_fire() -> None:
    """T-11.25, B-11.26."""
    for ruleset in RULESETS:
        loud = fight(ruleset, NARROW[ruleset], "I3", "I1 A1")
        silent = fight(ruleset, NARROW[ruleset], "I3", "I1 A1:silent")
        assert any("fire" in moves for moves in loud.lines["moves"])
        assert not any("fire" in moves for moves in silent.lines["moves"])


def test_a_game_of_ones_own_is_fought_by_its_rules() -> None:
    """A what-if, or a game that was loaded before, gives the same as its name."""
    game = load("triomphe")
    one, other = fight(game, "4/9", "I3", "I2"), fight("triomphe", "4/9", "I3", "I2")
    assert one.lines.equals(other.lines)
    assert fight("triomphe-desaix-never", "4/9", "I3", "I2").lines.equals(one.lines)


def test_undecided_moves_are_best_play() -> None:
    """A move that is asked nowhere is left out."""
    found = made("bonaparte", "narrow")
    assert found.course("pursue none", "advance").outcome == found.best.outcome


def steps(found: Fight) -> Iterator[tuple[str, MarengoState]]:
    yield from zip(found.best.moves, found.best.states, strict=False)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_positions_of_a_course_follow_one_another(ruleset: str) -> None:
    best = made(ruleset, "narrow")
    for number, (move, state) in enumerate(steps(best)):
        assert state.copy().play(move) == best.best.states[number + 1]
    assert best.best.states[0] == best.state
