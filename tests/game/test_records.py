"""Records survive a round trip, and every kind of damage is found."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from marengo import GameRecord, load, position, text_of
from marengo.core.errors import RecordError
from marengo.core.short import MOST_BYTES, restored, shortened
from marengo.games.triomphe.state import TriompheState
from tests.core.toys.race import RaceGame
from tests.helpers import game


def played(seed: int, moves: int) -> TriompheState:
    state, chance = game.start(seed), np.random.default_rng(seed)
    for _ in range(moves):
        legal = state.legal_moves()
        state.play(legal[int(chance.integers(len(legal)))])
    return state


DIGITS = "9" * 5_000
"""More than Python makes a number of."""


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    return GameRecord.of(played(3, 40), 3, "random", "random").save(tmp_path / "game.txt")


def test_a_record_comes_back_as_it_was(saved: Path) -> None:
    record = GameRecord.load(saved)
    assert record == GameRecord.load(saved, record.game)
    positions = record.positions()
    assert len(positions) == 41
    assert positions[-1] == played(3, 40)
    assert (record.players, record.seed) == (("random", "random"), 3)


def test_a_game_that_asks_for_single_answers_says_so_and_comes_back(
    tmp_path: Path,
) -> None:
    """T-23.2, B-17.15: they are among its moves, and of no other game."""
    asking = game.asking(single=True)
    state, chance = asking.start(3), np.random.default_rng(3)
    single = 0
    while not state.is_over and len(state.moves) < 200:
        legal = state.legal_moves()
        single += len(legal) == 1 and str(legal[0]) != "end"
        state.play(legal[int(chance.integers(len(legal)))])
    path = GameRecord.of(state, 3, "?", "?").save(tmp_path / "game.txt")
    assert "\nsingle-answers: asked\n" in path.read_text()
    again = GameRecord.load(path, game)
    assert (again.positions()[-1], len(again.moves)) == (state, 200)
    assert again.positions()[-1].game.asks_single
    assert position(again.line()) == state
    assert single > 0
    path.write_text(path.read_text().replace("single-answers: asked\n", ""))
    with pytest.raises(RecordError, match=r"line \d+: "):
        GameRecord.load(path)


@pytest.mark.parametrize(
    ("scenario", "line", "wanted"),
    [
        ("triomphe", "single-answers: 1", "single-answers: expected 'asked', not '1'"),
        ("progress-small", "single-answers: asked", "single-answers: expected no such line"),
    ],
)
def test_who_is_asked_what_is_said_in_one_way(scenario: str, line: str, wanted: str) -> None:
    text = GameRecord.of(load(scenario).start(3)).text().replace("seed: 3", f"seed: 3\n{line}")
    with pytest.raises(RecordError, match=wanted):
        GameRecord.parse(text, "mine")


def test_a_game_without_hidden_means_asks_what_it_asked() -> None:
    cards = load("progress-small")
    assert cards.asking(single=True) is cards
    asking = game.asking(single=True)
    assert asking.asking(single=True) is asking
    assert not asking.asking(single=False).asks_single
    assert not game.asks_single


@pytest.mark.parametrize(
    ("damage", "wanted"),
    [
        (lambda text: text.replace("marengo game 1", "marengo game 9"), "line 1"),
        (lambda text: text[: len(text) // 2], "torn"),
        (lambda text: text[:0], "line 1"),
        (lambda text: text.replace("\n\n", "\n"), "empty line"),
        (lambda text: text.replace("seed: 3", "seed: three"), "seed: expected a number"),
        (lambda text: text.replace("seed: 3\n", ""), "expected a line 'seed"),
        (lambda text: text.replace("scenario-hash: ", "scenario-hash: 0"), "another scenario"),
        (lambda text: text.replace("moves: 40", "moves: 41"), "40 moves, expected 41"),
        (lambda text: text.replace("\nend\n", "\nend\nend\n", 1), "41 moves, expected 40"),
        (lambda text: text.replace("final: ", "final: 0"), "another position"),
        (lambda text: text.replace("\nend\n", "\nmarch A1 90\n", 1), "line [0-9]+: march A1 90"),
        (lambda text: text.replace("\nend\n", "\njump\n", 1), "line [0-9]+: 'jump'"),
        (lambda text: text.replace("\nend\n", f"\ncross {DIGITS}-1\n", 1), "line [0-9]+: .*fit"),
        (lambda text: text.replace("\nend\n", f"\ncross 1-{DIGITS}\n", 1), "line .* no crossing"),
        (lambda text: text.replace("\nend\n", f"\ntake {DIGITS}\n", 1), "line .*a locality"),
        (lambda text: text.replace("scenario: triomphe", "scenario: waterloo"), "waterloo"),
    ],
)
def test_damage_is_found(saved: Path, damage: Callable[[str], str], wanted: str) -> None:
    saved.write_text(damage(saved.read_text()))
    with pytest.raises(ValueError, match=wanted):
        GameRecord.load(saved)


def test_files_that_are_no_records(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read"):
        GameRecord.load(tmp_path / "nothing.txt")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecordError, match="is not text"):
        GameRecord.load(tmp_path / "binary")


def test_saving_leaves_the_old_file_if_it_fails(saved: Path) -> None:
    before = saved.read_text()
    broken = GameRecord(game, 3, ("march A1 90",))
    with pytest.raises(RecordError, match="move 1"):
        broken.save(saved)
    assert saved.read_text() == before
    assert [path.name for path in saved.parent.iterdir()] == ["game.txt"]


@pytest.mark.parametrize(
    "name",
    [
        *("two\nlines", "carriage\rreturn", "both\r\nof them", "\n", "x\n\nend of game record"),
        *(
            "next\x85line",
            "line\u2028separator",
            "paragraph\u2029separator",
            "form\x0cfeed\x1c\x0b",
        ),
        *("tab\tin it", " leads", "trails ", "", " ", "no\xa0break", "nul\x00"),
        *('"quoted"', '"', "it's", "#", "# not", ":", "a: b", "a:b", "?", "\\n", "\\", "null", "3"),
        *("Bücher, Melas", "林 🐎", "-", "seed: 7", "final: 0", "marengo game 1"),
    ],
)
def test_names_come_back_as_they_were_whatever_they_hold(name: str, tmp_path: Path) -> None:
    record = GameRecord.of(played(3, 5), 3, name, f"{name}{name}")
    path = record.save(tmp_path / "game.txt")
    again = GameRecord.load(path)
    assert again.players == (name, f"{name}{name}")
    assert (again.moves, again.seed) == (record.moves, record.seed)
    assert again.text() == record.text()
    assert len(path.read_bytes().decode().splitlines()) == 10 + 5 + 1


def test_names_that_people_have_written_are_read_as_they_are(saved: Path) -> None:
    text = saved.read_text(encoding="utf-8")
    old = text.replace("austrian: random", "austrian:  a\x85b ")
    saved.write_text(old, encoding="utf-8")
    assert GameRecord.load(saved).players == ("a\x85b", "random")
    saved.write_text(text.replace("austrian: random", 'austrian: "a'), encoding="utf-8")
    with pytest.raises(RecordError, match=r"line 5: austrian: expected a name.*not '\"a'"):
        GameRecord.load(saved)


def test_a_record_is_of_the_game_that_was_played() -> None:
    state = played(3, 20)
    assert GameRecord.of(state) == GameRecord.of(state, 3) == GameRecord.of(state, 3.0)  # type: ignore[arg-type]
    assert GameRecord.of(state, None, "a", "b").players == ("a", "b")
    for at in (state, game.start(3)):
        with pytest.raises(RecordError, match=r"^seed: the game began with 3, not with 4$"):
            GameRecord.of(at, 4)


def test_a_seed_that_a_state_does_not_know_is_compared() -> None:
    known = game.start(3)
    unknown = game.state(known._record.copy()).play(known.legal_moves()[0])
    with pytest.raises(RecordError, match=r"^seed: is not known"):
        GameRecord.of(unknown)
    assert GameRecord.of(unknown, 3).positions()[-1] == unknown
    with pytest.raises(RecordError, match=r"^seed: `Game.start\(4\)` is not how the game began"):
        GameRecord.of(unknown, 4)


@pytest.mark.parametrize("seed", [0, 2**64, 2**128 - 1, 10**40 - 1, 10**300 - 1])
def test_every_seed_that_is_written_is_read(seed: int, tmp_path: Path) -> None:
    record = GameRecord.of(game.start(seed))
    assert GameRecord.load(record.save(tmp_path / "game.txt")).seed == seed
    assert position(record.line()).seed == seed


@pytest.mark.parametrize("seed", [None, True, "3", -1, 0.5, 10**300, np.int64(-3), [3]])
def test_a_seed_that_cannot_be_read_is_not_written(seed: object) -> None:
    with pytest.raises(RecordError, match=r"^seed: expected "):
        GameRecord(game, seed)  # type: ignore[arg-type]
    if seed is not None:
        with pytest.raises(ValueError, match=r"^seed: expected "):
            game.start(seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("given", [{"players": ("a", None)}, {"moves": "end"}, {"moves": (3,)}])
def test_what_is_written_are_texts(given: dict[str, Any]) -> None:
    with pytest.raises(RecordError, match=rf"^{next(iter(given))}.*: expected (a text|texts),"):
        GameRecord(game, 3, **given)


def test_what_no_file_can_hold_is_no_name(saved: Path) -> None:
    with pytest.raises(RecordError, match=r"^players\[1\]: expected whole characters"):
        GameRecord(game, 3, players=("Ann", "\ud800"))
    text = saved.read_text(encoding="utf-8")
    saved.write_text(text.replace("french: random", 'french: "\\ud800"'), encoding="utf-8")
    with pytest.raises(RecordError, match=r"game.txt: line 6: french: expected a name"):
        GameRecord.load(saved)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("seed: 3\n", "seed: 3\nseed: 3\n", "line 5: seed: expected once, and it is in line 4"),
        ("seed: 3\n", "seed: 03\n", "line 4: seed: expected a number of .*, not '03'"),
        ("seed: 3\n", "seed: ٣\n", "line 4: seed: expected a number of"),
        ("moves: ", "moves: +", "line 8: moves: expected a number of"),
        ("marengo: ", "marengo ", "line 7: expected 'name: …', as all lines of a header, not"),
        (
            "marengo: ",
            "marengos: ",
            "line 7: marengos: expected no such line; did you mean",
        ),
        ("final: ", "result: x\nfinal: ", "line 9: result: expected 'resigned by austrian' or"),
        ("final: ", "result: resigned by\nfinal: ", "line 9: result: expected 'resigned by "),
        (
            "final: ",
            "result: resigned by nobody\nfinal: ",
            "line 9: result: expected 'resigned by ",
        ),
        ("final: ", "result:\nfinal: ", "line 9: result: expected 'resigned by "),
    ],
)
def test_what_no_writer_has_written_is_refused(old: str, new: str, told: str, saved: Path) -> None:
    text = saved.read_text(encoding="utf-8")
    assert text.count(old) == 1
    saved.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(RecordError, match=f"game.txt: {told}"):
        GameRecord.load(saved)


def test_who_resigned_comes_back(tmp_path: Path) -> None:
    record = replace(GameRecord.of(played(3, 5)), resigned=game.seats.FRENCH)
    again = GameRecord.load(record.save(tmp_path / "game.txt"), game)
    assert again == replace(record, players=("?", "?"))
    with pytest.raises(RecordError, match="resigned: expected AUSTRIAN or FRENCH, not 'french'"):
        replace(record, resigned="french")  # type: ignore[arg-type]


def test_a_game_that_is_over_or_of_many_is_not_resigned(tmp_path: Path) -> None:
    """In the first case nobody could, and in the second nobody would have won."""
    state = RaceGame(goal=1).start(1)
    with pytest.raises(RecordError, match="resigned: expected nobody"):
        GameRecord(state.game, 1, resigned=state.game.seats(0))
    path, small = tmp_path / "game.txt", load("progress-small").start(1)
    while not small.is_over:
        small.play(small.legal_moves()[0])
    over = GameRecord.of(small)
    with pytest.raises(RecordError, match="resigned: expected None, as the moves end the game"):
        replace(over, resigned=small.game.seats(0)).text()
    path.write_text(over.text().replace("final: ", "result: resigned by blue\nfinal: "))
    with pytest.raises(RecordError, match="line 9: result: expected no such line, as the"):
        GameRecord.load(path)


@pytest.mark.parametrize("players", [("one",), ("one", "two", "three")])
def test_a_record_has_a_player_for_each_seat(players: tuple[str, ...], tmp_path: Path) -> None:
    record = GameRecord.of(played(3, 5), 3, *players)
    with pytest.raises(RecordError, match=r"players: expected 2, a name for each, not \('one'"):
        record.save(tmp_path / "game.txt")
    assert list(tmp_path.iterdir()) == []


# --- as one short line ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "longest"),
    [
        *((name, 280) for name in ("triomphe", "bonaparte", "progress", "triomphe-desaix-never")),
        *(("europe-battle", 280), ("europe-1800", 280), ("europe-1805", 320)),
    ],
)
def test_a_position_comes_back_from_its_text_and_is_played_on(name: str, longest: int) -> None:
    state = load(name).start()
    for _ in range(8):
        state.play(state.legal_moves()[-1])
    text = text_of(state)
    assert len(text) < longest
    assert text.isascii()
    assert not set(text) & set(" &?=#/+%")  # it stands in an address as it is
    again = position(f"  {text[:40]}\n > ".replace(">", "") + f"{text[40:]}\r\n")
    assert (again, again.moves, again.seed) == (state, state.moves, state.seed)
    assert text_of(again) == text
    move = str(state.legal_moves()[0])
    assert again.play(move) == state.play(move)
    assert again.undo().undo().moves == state.moves[:-2]


@pytest.mark.parametrize(
    ("damage", "wanted"),
    [
        (lambda text: text[:-1], "is damaged"),
        (lambda text: text + "A", "is damaged"),
        (lambda text: text[:60] + text[61:], "is damaged"),
        (lambda text: text.replace("marengo1-", "marengo1-!"), "is damaged"),
        (lambda text: text.replace("marengo1-", "marengo2-"), "expected version 1, not 2"),
        (lambda text: text.removeprefix("marengo1-"), "begin with 'marengo1-'"),
        (lambda _: "", "begin with 'marengo1-'"),
        (lambda _: "marengo1-", "is damaged"),
        (lambda _: shortened("A" * 2 * MOST_BYTES), "at most 1,048,576"),  # more than any game
        (lambda _: shortened("a letter"), "line 1: expected"),
        (
            lambda text: shortened(restored(text).replace("scenario: t", "scenario: T")),
            "no scenario.*Triomphe",
        ),
        (lambda text: shortened(restored(text).replace("hash: ", "hash: 0")), "another scenario"),
        (lambda text: shortened(restored(text).replace("final: ", "final: 0")), "another position"),
    ],
)
def test_a_text_that_is_damaged_or_of_another_game_is_refused(
    damage: Callable[[str], str], wanted: str
) -> None:
    with pytest.raises(RecordError, match=f"^text of a game: .*{wanted}"):
        position(damage(text_of(played(3, 40))))


def test_no_sign_of_a_text_can_be_another() -> None:
    """A slip of the hand never leads to another position."""
    text = text_of(played(3, 5))
    for place in range(len("marengo1-"), len(text)):
        other = "A" if text[place] != "A" else "B"
        with pytest.raises(RecordError):
            position(text[:place] + other + text[place + 1 :])


def test_a_game_that_chance_began_unseen_has_no_text() -> None:
    state = game.start(np.random.SeedSequence(1))
    with pytest.raises(RecordError, match="seed: is not known"):
        text_of(state)


def test_a_record_names_a_scenario_and_no_file(tmp_path: Path) -> None:
    """It may be a stranger's, and the error of reading a file would quote from it."""
    secret = tmp_path / "secret.toml"
    secret.write_text("root:password", encoding="utf-8")
    text = GameRecord.of(load("triomphe").start(1)).text()
    path = tmp_path / "game.txt"
    path.write_text(text.replace("scenario: triomphe", f"scenario: {secret}"), encoding="utf-8")
    with pytest.raises(RecordError, match=r"scenario: no scenario .*expected one of") as caught:
        GameRecord.load(path)
    assert "password" not in str(caught.value)


def test_a_scenario_of_ones_own_is_given_with_its_text(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('name = "own"\nextends = "triomphe"\n', encoding="utf-8")
    own = load(file)
    text = text_of(own.start(5))
    assert position(text, own) == own.start(5)
    with pytest.raises(RecordError, match="for a scenario of one's own give its game"):
        position(text)
