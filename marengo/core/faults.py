"""What does not fit a schema, in plain words: the very field, what it may be, and what it is."""

import re
import reprlib
from collections.abc import Iterator
from datetime import date, time
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from marengo.core.errors import did_you_mean

Part = tuple[str, Any, Any]
"""Name of a part of a value, the part, and its type."""

NAMED = "letters, digits, '-' and '_'"
"""Description of the pattern of names that become those of files."""

KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}
"""Words for the types of msgspec in messages."""

PARTS = {"str": ("a text", "sign"), "array": ("a list", "part"), "object": ("a table", "part")}
"""Types that have a length: what they are called, and their parts."""

LIMITS = {">=": "{} or more", "<=": "{} or less", ">": "more than {}", "<": "less than {}"}

LENGTHS = {">=": "{} or more", "<=": "{} or fewer", None: "{}"}

EMPTY = object()
"""Placeholder for a value that is not there."""


def find_fault(value: Any, kind: Any, where: str = "") -> str:
    """Return the innermost fault of a value that does not fit a type, or nothing if it fits.

    ``value`` is as read from a file: tables, lists and plain values; ``where`` is its name.

    >>> find_fault({"Novi": 25}, dict[str, Annotated[int, msgspec.Meta(le=23)]], "hours")
    'hours.Novi: expected 23 or less, not 25'
    """
    shape = _shape(kind, value)
    for name, part, inner in _parts(value, shape):
        fault = find_fault(part, inner, _joined(where, name))
        if fault:
            return fault
    try:
        msgspec.convert(value, kind, str_keys=True)
    except msgspec.ValidationError as error:
        message, _, inside = str(error).partition(" - at ")
        keys = inside.startswith("`key`")
        path = re.sub(r"^.*\$\.?|`", "", inside)
        actual = EMPTY if keys else _at(value, path)
        words = _words(message, shape, _form(kind), actual)
        place = _joined(where, path)
        named = f"names in {place}" if keys and place else "names" if keys else place
        return f"{named}: {words}" if named else words
    return ""


def in_words(error: msgspec.MsgspecError) -> str:
    """Return in words what msgspec says where a value is not at hand."""
    message, _, inside = str(error).partition(" - at ")
    path = re.sub(r"^.*\$\.?|`", "", inside)
    words = _words(message, None, "another form", EMPTY)
    return f"{path}: {words}" if path else words


def _joined(where: str, name: str) -> str:
    return f"{where}.{name}" if where and name and name[0] != "[" else f"{where}{name}"


def _at(value: Any, path: str) -> Any:
    """Return the part of a value that a path of msgspec leads to, if it can be told."""
    for name, number in re.findall(r"([^.\[\]]+)|\[(\d+)\]", path):
        try:
            value = value[int(number)] if number else value[name]
        except (LookupError, TypeError):
            return EMPTY
    return EMPTY if "[...]" in path else value


def _shape(kind: Any, value: Any) -> Any:
    """Return a type without its limits, and of several types the one that has such parts."""
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if get_origin(kind) in (Union, UnionType):
        shapes = [_shape(member, value) for member in get_args(kind)]
        return next((shape for shape in shapes if any(True for _ in _parts(value, shape))), kind)
    return kind


def _parts(value: Any, shape: Any) -> Iterator[Part]:
    """Yield the parts of a value that are checked on their own."""
    if isinstance(value, dict) and isinstance(shape, type) and issubclass(shape, msgspec.Struct):
        kinds = {field.encode_name: field.type for field in msgspec.structs.fields(shape)}
        for name in value:  # in the order of the file
            if name in kinds:
                yield name, value[name], kinds[name]
    elif isinstance(value, dict) and get_origin(shape) is dict:
        named, kind = get_args(shape)
        for name, part in value.items():
            if _shape(named, name) is not int:  # whose keys are texts in a file
                yield name, name, named
            yield name, part, kind
    elif isinstance(value, list | tuple) and _is_long(shape):
        for number, part in enumerate(value, start=1):
            named = part.get("name") if isinstance(part, dict) else None
            yield named if isinstance(named, str) else f"[{number}]", part, get_args(shape)[0]


def _is_long(shape: Any) -> bool:
    """Return whether a type is a list of any length."""
    return get_origin(shape) is tuple and get_args(shape)[-1] is ...


def _form(kind: Any) -> str:
    """Return what is said of texts that must look in some way, where the type tells it."""
    descriptions = [meta.description for meta in get_args(kind) if isinstance(meta, msgspec.Meta)]
    inner = [_form(argument) for argument in get_args(kind) if get_origin(argument) is Annotated]
    return next((text for text in (*descriptions, *inner) if text), "another form")


def _words(message: str, shape: Any, form: str, actual: Any) -> str:
    """Return what msgspec says in words, with what is allowed and what was found."""
    if field := re.search("required field `(.+)`", message):
        return f"expected a field `{field[1]}`"
    if field := re.search("unknown field `(.+)`", message):
        return f"no field `{field[1]}`{_choice(field[1], _fields(shape))}"
    if value := re.search("^Invalid (?:enum )?value (.+)", message):
        name = value[1].strip("'")
        listed = _choice(name, _literals(shape))
        return f"no value {value[1]}{listed}"
    wanted = _wanted(message, form)
    got = re.search(", got (?:`(.+)`|(.+))$", message)
    if actual is not EMPTY and not isinstance(actual, dict | list | tuple | NoneType):
        shown = str(actual) if isinstance(actual, date | time) else reprlib.repr(actual)
        return f"{wanted}, not {shown}"
    return f"{wanted}, not {KINDS.get(got[1], got[1]) if got[1] else got[2]}" if got else wanted


def _wanted(message: str, form: str) -> str:
    """Return what was expected."""
    if "matching regex" in message:
        return f"expected {form}"
    if limit := re.search("^Expected `(?:int|float)` (>=|<=|>|<) ([^,]+)", message):
        return f"expected {LIMITS[limit[1]].format(limit[2].removesuffix('.0'))}"
    if length := re.search(r"^Expected `(\w+)` of length (>=|<=)? ?(\d+)", message):
        what, part = PARTS.get(length[1], (length[1], "part"))
        ending = "" if length[3] == "1" and not length[2] else "s"
        return f"expected {what} of {LENGTHS[length[2]].format(length[3])} {part}{ending}"
    if kind := re.search("^Expected `(.+?)`", message):
        kinds = [KINDS.get(name, f"a {name}") for name in kind[1].split(" | ")]
        return f"expected {' or '.join(kinds)}"
    return message


def _choice(name: str, allowed: list[str]) -> str:
    """Return what could stand there, where it can be listed, and what may be meant."""
    if not allowed:
        return ""
    return f", expected one of {', '.join(allowed)}{did_you_mean(name, allowed)}"


def _fields(shape: Any) -> list[str]:
    """Return the fields of a table."""
    if not (isinstance(shape, type) and issubclass(shape, msgspec.Struct)):
        return []
    tag = shape.__struct_config__.tag_field
    return [*([tag] if tag else []), *shape.__struct_encode_fields__]


def _literals(shape: Any) -> list[str]:
    """Return the words that can be a value."""
    literal = [_shape(member, None) for member in get_args(shape)] if _is_union(shape) else [shape]
    return [str(word) for kind in literal if get_origin(kind) is Literal for word in get_args(kind)]


def _is_union(shape: Any) -> bool:
    return get_origin(shape) in (Union, UnionType)
