"""A what-if as the text of its TOML file, in the form of those that come with marengo.

No library that marengo needs anyway writes TOML, and a what-if holds little of it: texts, whole
numbers, switches, lists and tables. Python's own reader is asked whether it reads the same.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["toml_text"]

_BARE = re.compile(r"[A-Za-z0-9_-]+")

_ESCAPE = re.compile(r"\\.")
_AS_THEY_ARE = {"\\n": "\n", '\\"': '"'}
"""Escapes that a text of several lines does without."""

WIDTH = 100
"""Longest line of a list that is not broken up."""


def toml_text(table: Mapping[str, Any]) -> str:
    """Return a table of texts, whole numbers, booleans, lists and tables as TOML.

    Examples
    --------
    >>> print(toml_text({"name": "late", "hours": {"Novi": 17, "16:00": 18}}))
    name = "late"
    <BLANKLINE>
    [hours]
    Novi = 17
    "16:00" = 18
    <BLANKLINE>
    """
    text = "\n".join(_table(table, "")).strip() + "\n"
    assert tomllib.loads(text) == table
    return text


def _table(table: Mapping[str, Any], path: str) -> Iterator[str]:
    """Yield the lines of a table: its plain values, then the tables in it."""
    tables = {key: value for key, value in table.items() if _is_part(value)}
    plain = {key: value for key, value in table.items() if key not in tables}
    if path and plain:
        yield from ("", f"[{path}]")
    for key, value in plain.items():
        yield from _entry(key, value)
    for key, value in tables.items():
        inner = f"{path}.{_key(key)}" if path else _key(key)
        if isinstance(value, Mapping):
            yield from _table(value, inner)
        else:
            for item in value:
                yield from ("", f"[[{inner}]]")
                for name, one in item.items():
                    yield from _entry(name, one)


def _is_part(value: Any) -> bool:
    """True if a value has a heading of its own."""
    if isinstance(value, Mapping):
        return bool(value)
    return isinstance(value, list) and bool(value) and all(_is_force(item) for item in value)


def _is_force(item: Any) -> bool:
    return isinstance(item, Mapping) and "name" in item


def _entry(key: str, value: Any) -> Iterator[str]:
    """Yield the lines of a value with its key; a long list has a line for each item."""
    line = f"{_key(key)} = {_value(value)}"
    if isinstance(value, list) and len(line) > WIDTH:
        yield f"{_key(key)} = ["
        yield from (f"    {_value(item)}," for item in value)
        yield "]"
    else:
        yield line


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _quoted(key)


def _value(value: Any) -> str:
    """Return a value on one line; a text of several lines keeps them."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(key)} = {_value(one)}" for key, one in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    raise TypeError(f"expected text, a whole number, a switch, a list or a table, not {value!r}")


def _text(text: str) -> str:
    """Return a text; one of several lines keeps them."""
    quoted = _quoted(text)
    if "\n" not in text or "\r" in text:
        return quoted
    lines = _ESCAPE.sub(lambda one: _AS_THEY_ARE.get(one[0], one[0]), quoted[1:-1])
    return f'"""\n{lines}"""' if '"""' not in lines and not lines.endswith('"') else quoted


def _quoted(text: str) -> str:
    """Return a text on one line: with the escapes of JSON, and one that JSON does not need."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
