"""Chapters 6 to 16: which rule a refused move is told, and that no other move is refused."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from marengo.games.progress import Card, Decision, ProgressState, legality
from marengo.games.progress.legality import SENTENCES
from marengo.games.progress.rules.rounds import ROWS
from tests.rules.progress.playing import MARLBOROUGH, Case, bent, cases, game, play


@cases(
    """
M-7.1: blue B2, neutral B1 | move-1 / score | refused move 1 blue orange: an army goes to an
    adjacent country
M-7.1: blue B2, neutral B1 | move-1 / score | refused move 2 blue neutral: MOVE 1 moves one army
M-7.2: blue B3 | move-2 / score | refused move 2 blue orange: armies go to an adjacent country
M-7.4: blue B2 | move-2 / score | refused decline: armies are to move
M-7.10: blue B1, neutral B1 | move-2 / score | refused move 2 blue neutral: there are not so
    many such own armies, one on a capital apart
M-7.10: orange B* B1f | move-1 / score | refused move 1 orange neutral: there are not so many
    such own armies, one on a capital apart
M-7.10: neutral B1, orange B*f | move-1 / score | refused move 1 fortified orange neutral: there
    are not so many such own armies, one on a capital apart
M-7.10: blue B1 O*, neutral B1 | move-1 / score | refused move 1 capital blue neutral: no own
    army is on a capital there
M-9.1: blue B1, neutral B1 | fortify / score | refused fortify orange: no such own army is
    there, one on a capital apart
M-9.1: blue B1, orange B* | fortify / score | refused fortify orange: no such own army is there,
    one on a capital apart
M-9.1: blue B1, neutral B1f B1 | fortify / score | refused fortify capital neutral: no own army
    is on a capital there
M-9.3: blue B1, neutral B1f B1 | fortify / score | refused fortify fortified neutral: a
    fortified army is chosen only if all are fortified
M-9.3: blue B1, neutral B1, orange B*f | fortify / score | refused fortify capital orange: a
    fortified army is chosen only if all are fortified
M-9.3: blue B1, neutral B1 | fortify / score | refused decline: an army is to be fortified
M-10.1: blue B1 O1, neutral B1 O1 | attack / score | refused attack orange: own armies must be
    there, and enemy ones or the enemy's active garrison
M-10.1: orange B*, blue B1 O1, neutral B1 O1 | attack / score | refused attack orange: own
    armies must be there, and enemy ones or the enemy's active garrison
M-10.5: neutral B1 B1f O1 | attack / score | refused attack neutral stand 2: there are not so
    many fortified own armies, one on a capital apart
M-10.5: orange B1 B1f O1 | attack / score | refused attack orange stand 1 capital: no fortified
    own army is on a capital there
M-10.5: orange B* B1f O1 | attack / score | refused attack orange stand 2 capital: no fortified
    own army is on a capital there
M-10.8: neutral B1 B1f O1 | attack / score | refused decline: a normal army that can attack must
M-10.11: neutral B1f O1 | attack / score | refused attack neutral: an attack needs an army that
    stands
M-10.4: neutral B1 B1f O1 | attack / score | refused fortify neutral: a country is to be
    attacked
M-6.3: neutral B1 O1; hands fortify recruit attack+1 score / all | attack+1 / recruit | refused
    discard score: SCORE is never discarded
M-10.13: neutral B1 O1; hands fortify recruit attack+1 score / all | attack+1 / recruit |
    refused discard attack+1: the card is not in the hand
M-14.1: neutral B1 | strengthen / recruit | refused strengthen orange: a country is lowered by
    who controls it
M-14.1: neutral B1, orange B*; dice 3 0 3 | strengthen / recruit | refused strengthen neutral:
    its VP die can go no lower
M-14.1: neutral-1 B1, neutral-2 B1; dice 2 3 3 3; marlborough | strengthen / recruit | refused
    strengthen blue: its VP die can go no lower
M-14.4: neutral B1 | strengthen / recruit | refused decline: the card is compulsory
"""
)
def test_the_rule_that_forbids(case: Case) -> None:
    """Every sentence, and the rule that it is of; the colours exchanged as well."""
    move, _, sentence = case.then["refused"].partition(": ")
    reason = play(case.start(), case.rounds).why_illegal(move)
    assert reason == f"{sentence} ({case.rule.partition(',')[0]})"


@pytest.mark.parametrize(
    ("rounds", "move", "reason"),
    [
        ("", "play attack", "the card is not in the hand (M-6.1)"),
        ("", "decline", "a card is to be played (M-4.2)"),
        ("", "play score", ""),
        ("score / recruit", "play score", "SCORE needs a card on the discard (M-15.2)"),
        ("recruit / recruit", "play recruit", "the card is not in the hand (M-6.1)"),
        ("move-1 / move-2", "decline", "it is to be said who is first (M-5.1)"),
    ],
)
def test_no_such_card(rounds: str, move: str, reason: str) -> None:
    """M-6.1, M-15.2: what is not in the hand is not played, and SCORE not after SCORE."""
    hands = ("move-1 recruit score", None)
    state = game().position(hands=hands, armies={"neutral": "B1 O1"})
    assert (play(state, rounds) if rounds else state).why_illegal(move) == reason


def test_what_options_forbid(tmp_path: Path) -> None:
    """M-10.9, M-16.2: a normal army may have to attack itself; an offer is answered."""
    strict = bent(tmp_path, "[options]\nattack_elsewhere = false\nagreement = true")
    armies = {"blue": "B1f O1", "neutral": "B1 O1", "orange": "B1 O1"}
    attack = play(strict.position(armies=armies), "attack / recruit")
    assert attack.why_illegal("attack blue stand 1").endswith(
        "where a normal army can attack must be chosen (M-10.9)"
    )
    idle = play(strict.position(armies={"blue": "B1f O1"}), "attack / recruit")
    assert idle.why_illegal("attack blue stand 1") == ""
    ended = play(strict.position(armies={}), "fortify / fortify")
    assert ended.why_illegal("end accept") == "the end was not offered (M-16.2)"
    ended.play("end offer")
    reason = "the end was offered: it is accepted or refused (M-16.2)"
    assert ended.why_illegal("end continue") == reason


def test_every_statement_has_a_sentence() -> None:
    """M-7.4: those too that no text of a move breaks; and no sentence is without a statement."""
    rules = (Path(legality.__file__).parent / "rules").glob("*.py")
    written = (re.findall(r"\b\d+_\d\d_\d\b", path.read_text(encoding="utf-8")) for path in rules)
    assert {int(statement) for each in written for statement in each} == SENTENCES.keys()


def tried(state: ProgressState) -> Iterator[str]:
    """Yield what may be said at a decision, legal or not."""
    places = state.game.places
    kinds = ("", "fortified ", "capital ", "fortified fortified ", "fortified capital ")
    stands = ("", *(f" stand {number}{flag}" for number in "1234" for flag in ("", " capital")))
    yield from {
        Decision.CARD: [f"play {card.text}" for card in Card],
        Decision.MOVE: [
            f"move {number} {which}{start} {to}"
            for number, which, start, to in product("12", kinds, places, places)
            if len(which.split()) <= int(number)
        ],
        Decision.FORTIFY: [f"fortify {which}{place}" for which in kinds[:3] for place in places],
        Decision.ATTACK: ["decline", *(f"attack {place}{n}" for place in places for n in stands)],
        Decision.DISCARD: [f"discard {card.text}" for card in Card],
        Decision.STRENGTHEN: ["decline", *(f"strengthen {place}" for place in places)],
        Decision.END: [f"end {answer}" for answer in ("offer", "accept", "refuse", "continue")],
    }.get(Decision(state.decision), ())


TURNED = """[options]
attack_elsewhere = false
strengthen_optional = true
strengthen_at_6 = "no effect"
same_kind_choices_open = false
capital_successor = true
occupy_as_defender = true
score_occupied_take_back = false
score_first_round = true
agreement = true
"""


@pytest.mark.plays_much
@pytest.mark.parametrize("scenario", ["progress", MARLBOROUGH])
@pytest.mark.parametrize("options", ["", TURNED], ids=["as it stands", "turned"])
def test_what_is_listed_is_what_no_statement_forbids(
    scenario: str, options: str, tmp_path: Path
) -> None:
    """M-6.1, M-7.1, M-9.1, M-10.1, M-14.1: and of each that is forbidden it is said by which."""
    on, forbidden, decisions = bent(tmp_path, options, scenario), set[int](), set[Decision]()
    for seed in range(30):
        chance, state = np.random.default_rng(seed), on.start(seed)
        while not state.is_over:
            legal = state.legal_moves()
            barred = ROWS[state.decision].barred
            if barred:
                decisions.add(Decision(state.decision))
                listed = {str(move) for move in legal}
                for text in tried(state):
                    move = state.move(text)
                    statement = state.ask(barred, int(state.to_move), move.code)
                    assert (statement == 0) == (str(move) in listed), text
                    if statement:
                        assert re.search(r"\(M-\d+\.\d+\)$", state.why_illegal(move))
                        forbidden.add(statement)
            longer = [move for move in legal if str(move) != "end accept"]
            state.play(longer[chance.integers(len(longer))])
    assert len(decisions) > 4
    assert len(forbidden) > 15
