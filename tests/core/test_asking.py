"""A decision is a row of the rules and a row of the words: who adds one touches two files."""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import ClassVar

import pytest

from marengo.core.asking import Wording
from marengo.core.errors import IllegalMove, NotationError
from marengo.widgets.playing.showing import choices_of, folded, question_of
from tests.core.toys import heap

HERE = Path(heap.__file__).parent

NEWCOMERS = {
    "rules.py": {
        "    OVER = OVER": "    PUT = 2  # back, who has taken three\n    OVER = OVER",
        "\n\nclass Tables": "    PUT = 2\n    KEEP = 3\n\n\nclass Tables",
        "    taker: Int8": "    put: Int8  # pieces put back\n    taker: Int8",
        "    next_turn(s)\n\n\nROWS": """    if number_of(move) == MOST and s.pieces > 0:
        s.decision = Decision.PUT
    else:
        next_turn(s)


# --- 2. putting back ------------------------------------------------------------------------


@compiled
def bars_put(s: Heap, move: int) -> int:
    \"\"\"Return the statement that forbids to put one back, 0 if none does.\"\"\"
    return 2_02_0 if verb_of(move) == Verb.PUT and s.put > 0 else 0


@compiled
def list_puts(s: Heap, w: driver.Workspace) -> None:
    \"\"\"List whether one may be put back.\"\"\"
    for verb in (Verb.PUT, Verb.KEEP):
        if not bars_put(s, pack(verb, 0)):
            offer(w, pack(verb, 0))


@compiled
def put(s: Heap, move: int) -> None:
    \"\"\"Put one back, or keep all.\"\"\"
    if verb_of(move) == Verb.PUT:
        s.pieces += 1
        s.put += 1
    next_turn(s)


ROWS""",
        "bars_take),\n": "bars_take),\n    Decision.PUT: Row(put, list_puts, bars_put),\n",
        "    s.pieces, s.taker": "    s.put = 0\n    s.pieces, s.taker",
        '"heap"': '"deep-heap"',
    },
    "words.py": {
        "    Decision.TAKE: Q": """    Decision.PUT: Question(
        "one may be put back (H-2.1)", (Verb.PUT, Verb.KEEP), {"keep": "keep all three"}
    ),
    Decision.TAKE: Q""",
        "    Verb.TAKE: W": """    Verb.PUT: Wording("put", "put one back"),
    Verb.KEEP: Wording("keep"),
    Verb.TAKE: W""",
        "(H-1.2)": '(H-1.2)",\n    2_02_0: "once in a game one is put back (H-2.2)',
    },
}
"""What who adds a decision writes, by file: in place of what."""


@pytest.fixture(scope="module")
def newcomers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """Return the heap with a decision more."""
    folder = tmp_path_factory.mktemp("toys")
    package = folder / "deep_heap"
    package.mkdir()
    for path in HERE.glob("*.py"):
        text = path.read_text("utf-8").replace("tests.core.toys.heap", "deep_heap")
        text = text.replace("from tests.core.toys import heap\n", "")
        for old, new in NEWCOMERS.get(path.name, {}).items():
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        (package / path.name).write_text(text, "utf-8")
    sys.path.insert(0, str(folder))
    yield import_module("deep_heap")
    sys.path.remove(str(folder))
    for name in ("deep_heap", "deep_heap.rules", "deep_heap.words"):
        del sys.modules[name]


def test_a_game_says_what_its_rows_say() -> None:
    state = heap.HeapGame().start(1)
    assert question_of(state) == "Pieces are to be taken (H-1.1)."
    assert [choice.text for choice in choices_of(state)] == [
        *("take 1 from the heap", "take 2 from the heap", "take 3 from the heap")
    ]
    state.play("take 3").play("take 2")
    assert state.why_illegal("take 3") == "there are not so many (H-1.2)"
    with pytest.raises(NotationError, match="expected take NUMBER"):
        state.play("put")
    with pytest.raises(IllegalMove, match=r"take 4: one to three are taken \(H-1.1\)"):
        state.play("take 4")
    state.play("take 2")
    assert (state.is_over, state.returns) == (True, (1.0, 0.0))


def test_who_adds_a_decision_touches_two_files(newcomers: ModuleType) -> None:
    """What is legal, why not, the question, the buttons and the texts of moves follow."""
    state = newcomers.HeapGame().start(1)
    assert state.why_illegal("put") == "pieces are to be taken (H-1.1)"
    state.play("take 3")
    assert question_of(state) == "One may be put back (H-2.1)."
    assert [choice.text for choice in choices_of(state)] == ["put one back", "keep all three"]
    assert state.why_illegal("take 1") == "one may be put back (H-2.1)"
    state.play("put").play("take 3")
    assert [str(move) for move in state.legal_moves()] == ["take 1", "take 2"]
    assert [state.to_move.name, state.record["pieces"]] == ["FIRST", 2]


def test_one_is_put_back_once(newcomers: ModuleType) -> None:
    state = newcomers.HeapGame().start(1).play("take 3").play("put").play("take 1")
    before = state.copy()
    state.play("take 3")  # all else is forced: to keep all three, and to take the last
    assert state.returns == (0.0, 1.0)
    before.record["put"] = 0
    assert before.play("take 3").decision.name == "PUT"
    before.record["put"] = 1
    assert before.why_illegal("put") == "once in a game one is put back (H-2.2)"
    assert [choice.text for choice in choices_of(before)] == ["keep all three"]


def test_a_wording_reads_what_is_written_by_its_form() -> None:
    wording = Wording("march {kind} {from} {to} [again]", "march", ("from {from} …",))
    assert wording.forms == ("march {kind} {from} {to}", "march {kind} {from} {to} again")
    assert wording.shown == "march KIND FROM TO [again]"
    there = {"kind": "infantry", "from": "milan", "to": "venice"}
    assert wording.facts("march infantry milan venice") == there
    assert wording.facts("march infantry milan venice again") == there
    for text in ("march", "march infantry milan", "march infantry milan venice twice", ""):
        assert wording.facts(text) is None


def test_headings_are_those_of_the_rows() -> None:
    class Many(heap.HeapGame):
        wordings: ClassVar = {1: Wording("take {number}", "take {number}", ("take …",))}

    choices = choices_of(Many().start(1))
    assert {choice.headings for choice in choices} == {("take …",)}
    assert folded(choices) == choices
