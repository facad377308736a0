"""Files of weights: new values in place of old ones, all comments preserved."""

import re
import textwrap
import tomllib
from collections.abc import Mapping
from pathlib import Path

from marengo.core.errors import MarengoError
from marengo.lab.frames import check_writable, save_text
from marengo.paths import data_path

HEAD = re.compile(r"^\[weights\]", re.MULTILINE)
LINE = re.compile(r"^(?P<name>\w+)(?P<equals>\s*=\s*)(?P<value>\[[^\]\n]*\]|[^\s#]+)", re.MULTILINE)

WIDTH = 100

Value = float | tuple[float, float]
"""A weight, of both sides or of Austria and France."""


def number_text(value: float) -> str:
    """Return a weight as files write it: four significant digits, and a float of TOML."""
    text = f"{value + 0.0:.4g}"
    return text if "." in text or "e" in text else f"{text}.0"


def value_text(value: Value) -> str:
    """Return a weight as files write it: two numbers in a list where the sides differ."""
    if isinstance(value, tuple):
        first, second = map(number_text, value)
        return first if first == second else f"[{first}, {second}]"
    return number_text(value)


def rounded(value: float) -> float:
    """Return a weight as a file will hold it, so that what is measured is what is written."""
    return float(number_text(value))


def with_values(text: str, values: Mapping[str, Value]) -> str:
    """Return the text of a file of weights with new values, comments and order preserved."""
    head = HEAD.search(text)
    start = head.end() if head else len(text)

    def replaced(line: re.Match[str]) -> str:
        name = line["name"]
        value = value_text(values[name]) if name in values else line["value"]
        return f"{name}{line['equals']}{value}"

    changed = text[:start] + LINE.sub(replaced, text[start:])
    found = tomllib.loads(changed).get("weights", {})
    for name, value in values.items():
        if found.get(name) != tomllib.loads(f"x = {value_text(value)}")["x"]:
            raise MarengoError(f"no line for the weight {name}: expected 'NAME = NUMBER  # text'")
    return changed


def with_provenance(text: str, note: str) -> str:
    """Return a file of weights with a note on where they come from, at the end of its header."""
    lines = textwrap.wrap(
        note,
        WIDTH,
        initial_indent="# ",
        subsequent_indent="#   ",
        break_on_hyphens=False,
        break_long_words=False,
    )
    return HEAD.sub(lambda head: "\n".join([*lines, head[0]]), text, count=1)


def tuned_path(out: Path | None, ruleset: str, what: str) -> Path:
    """Return where tuned weights are to be written, made sure of before the work.

    Only a file that the user named himself is replaced.
    """
    if out is not None:
        return check_writable(out)
    path = check_writable(Path.cwd() / f"{ruleset}-{what}.toml")
    if path.exists():
        raise MarengoError(f"{path}: exists already; --out FILE says what may be replaced")
    return path


def save_weights(path: Path, ruleset: str, values: Mapping[str, Value], note: str) -> Path:
    """Write the weights that come with marengo, some of them changed, and return the path."""
    text = data_path(f"players/{ruleset}.toml").read_text(encoding="utf-8")
    return save_text(with_provenance(with_values(text, values), note), path)
