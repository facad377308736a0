"""What is done to an input: to its bytes, or to the lines, keys and values of its text."""

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

Chance = np.random.Generator

T = TypeVar("T")

TOKENS: tuple[bytes, ...] = (
    *(b"", b"\0", b"\n", b"\r", b"=", b":", b"#", b",", b'"', b'"""', b"..", b"/", b"%s{0}$x`"),
    *(b"0", b"-1", b"1", b"3", b"0.5", b"0x7f", b"1_0", b"-0.0", b"1e9", b"1e308", b"1e999"),
    *(b"nan", b"-inf", b"true", b"false", b"null", b"none", b"1979-05-27", b"07:32:00"),
    *(b"%d" % number for number in (2**31, 2**32, 2**53 + 1, 2**63, 2**64, 2**70)),
    *(b"9" * 400, b"9" * 5_000, b"[" * 3_000, b'{"a":' * 3_000, b"{a=" * 3_000, b"a." * 3_000),
    *(b"[]", b"{}", b"[[]]", b"[1]", b'""', b'"\\u0000"', b'"\\ud800"', b'"' + b"n" * 5_000 + b'"'),
    *(b"\xff\xfe", b"\xed\xa0\x80", b"\xf0\x9f\x92\xa3", "\u202e\u0301٣".encode(), b"\xef\xbb\xbf"),
    *(b'"triomphe"', b'"bonaparte"', b'"austrian"', b'"search:nodes=2"', b"/dev/null"),
)
"""What parsers stumble over. No number among them is one that a command would play for hours."""

VALUE = re.compile(rb'"[^"\n]*"|-?\b\d[\d.]*|\btrue\b|\bfalse\b|(?<=: )[^\n]+')
KEY = re.compile(rb'[\w-]+(?= *=)|"[^"\n]*"(?= *:)|^[\w-]+(?=: )', re.MULTILINE)
LINE = re.compile(rb"[^\n]*\n?")


def pick(options: Sequence[T], chance: Chance) -> T:
    """Return one of some options."""
    return options[int(chance.integers(len(options)))]


def _stretch(content: bytes, chance: Chance) -> tuple[int, int]:
    """Return where a stretch begins and ends; most are short."""
    first = int(chance.integers(len(content) + 1))
    return first, min(len(content), first + int(2 ** chance.uniform(0, 12)))


def _flipped(content: bytes, _: bytes, chance: Chance) -> bytes:
    changed = bytearray(content)
    for bit in chance.integers(8 * len(content), size=pick((1, 1, 1, 8), chance)).tolist():
        changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def _cut(content: bytes, _: bytes, chance: Chance) -> bytes:
    first, end = _stretch(content, chance)
    return pick((content[:first], content[first:], content[:first] + content[end:]), chance)


def _doubled(content: bytes, _: bytes, chance: Chance) -> bytes:
    first, end = _stretch(content, chance)
    return content[:end] + content[first:end] * pick((1, 1, 50), chance) + content[end:]


def _inserted(content: bytes, _: bytes, chance: Chance) -> bytes:
    first, end = _stretch(content, chance)
    return content[:first] + pick(TOKENS, chance) + content[pick((first, end), chance) :]


def _spliced(content: bytes, other: bytes, chance: Chance) -> bytes:
    first, end = _stretch(content, chance)
    begin, stop = _stretch(other, chance)
    return pick(
        (content[:first] + other[begin:], content[:first] + other[begin:stop] + content[end:]),
        chance,
    )


def _found(pattern: re.Pattern[bytes], content: bytes, chance: Chance) -> re.Match[bytes] | None:
    """Return where a pattern is found first after some place."""
    return pattern.search(content, int(chance.integers(len(content) + 1))) or pattern.search(
        content
    )


def _exchanged(pattern: re.Pattern[bytes]) -> "Mutation":
    """Return what puts a token, or the like of another input, in the place of what is found."""

    def exchange(content: bytes, other: bytes, chance: Chance) -> bytes:
        here, there = (_found(pattern, text, chance) for text in (content, other))
        new = there[0] if there and chance.random() < 0.4 else pick(TOKENS, chance)
        return content[: here.start()] + new + content[here.end() :] if here else new

    return exchange


def _relined(content: bytes, other: bytes, chance: Chance) -> bytes:
    """Drop a line, have it twice, or put that of another input in its place."""
    here, there = (_found(LINE, text, chance) for text in (content, other))
    assert here
    assert there
    new = pick((b"", here[0] * 2, there[0]), chance)
    return content[: here.start()] + new + content[here.end() :]


Mutation = Callable[[bytes, bytes, Chance], bytes]

OF_BYTES: tuple[Mutation, ...] = (_flipped, _cut, _doubled, _inserted, _spliced)
VALUES: Mutation = _exchanged(VALUE)
OF_TEXT: tuple[Mutation, ...] = (*OF_BYTES, *[VALUES] * 5, *[_exchanged(KEY)] * 2, *[_relined] * 2)


def mutated(content: bytes, others: Sequence[bytes], text: bool, chance: Chance) -> bytes:
    """Return an input with one to three changes."""
    for _ in range(pick((1, 1, 2, 3), chance)):
        content = pick(OF_TEXT if text else OF_BYTES, chance)(
            content or b"\n", pick(others, chance), chance
        )
    return content


def mutated_words(words: Sequence[str], others: Sequence[str], chance: Chance) -> list[str]:
    """Return the words of a command, but the first, with a change or two."""
    changed = list(words)
    for _ in range(pick((1, 1, 2), chance)):
        place, other = (1 + int(chance.integers(max(1, len(changed) - 1))) for _ in range(2))
        new = pick(
            (pick(TOKENS, chance).decode(errors="surrogateescape"), pick(others, chance)), chance
        )
        change = pick(("replace", "replace", "insert", "drop", "double", "swap"), chance)
        if change == "swap" and max(place, other) < len(changed):
            changed[place], changed[other] = changed[other], changed[place]
        elif change == "double":
            changed[place:place] = changed[place : place + 1]
        else:
            changed[place : place + (change != "insert")] = [new] * (change != "drop")
    return changed
