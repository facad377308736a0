"""What does not fit a schema, with the name of the very field and what it may be."""

import re
from collections.abc import Iterator
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from marengo.core.errors import did_you_mean

Part = tuple[str, Any, Any]
"""Name of a part of a value, the part, and its type."""


def find_fault(value: Any, kind: Any, where: str = "$") -> str:
    """Return what is wrong with a value that does not fit a type.

    Parameters
    ----------
    value : any
        Tables, lists and plain values as read from a file.
    kind : type
        What the value should be.
    where : str
        What messages call it.

    Returns
    -------
    str
        The innermost fault, or nothing if the value fits.

    Examples
    --------
    >>> find_fault({"Novi": 25}, dict[str, Annotated[int, msgspec.Meta(le=23)]], "$.hours")
    'Expected `int` <= 23 - at `$.hours.Novi`'
    """
    shape = _shape(kind, value)
    for name, part, inner in _parts(value, shape):
        fault = find_fault(part, inner, f"{where}.{name}")
        if fault:
            return fault
    try:
        msgspec.convert(value, kind, str_keys=True)
    except msgspec.ValidationError as error:
        return _text(str(error), shape, where)
    return ""


def _shape(kind: Any, value: Any) -> Any:
    """Return a type without its limits, and of several types the one that has such parts."""
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if get_origin(kind) in (Union, UnionType):
        shapes = [_shape(one, value) for one in get_args(kind)]
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
            yield name, name, named
            yield name, part, kind
    elif isinstance(value, list) and get_origin(shape) is tuple and get_args(shape)[-1] is ...:
        for number, part in enumerate(value, start=1):
            named = part.get("name") if isinstance(part, dict) else None
            yield named if isinstance(named, str) else f"[{number}]", part, get_args(shape)[0]


def _text(text: str, shape: Any, where: str) -> str:
    """Return the words of msgspec with the place in the file and what is allowed."""
    if " - at " in text:
        text = text.replace("`$", f"`{where}")
    elif where != "$":
        text = f"{text} - at `{where}`"
    allowed = _allowed(text, shape)
    if not allowed:
        return text
    named = re.search("(?:field `|value ')([^`']*)", text)
    meant = did_you_mean(named[1], allowed) if named else ""
    return f"{text}, expected one of {', '.join(allowed)}{meant}"


def _allowed(text: str, shape: Any) -> list[str]:
    """Return what could stand there, where it can be listed."""
    if "unknown field" in text and isinstance(shape, type) and issubclass(shape, msgspec.Struct):
        tag = shape.__struct_config__.tag_field
        return [*([tag] if tag else []), *shape.__struct_encode_fields__]
    literal = [_shape(one, None) for one in get_args(shape)] if _is_union(shape) else [shape]
    return [str(one) for kind in literal if get_origin(kind) is Literal for one in get_args(kind)]


def _is_union(shape: Any) -> bool:
    return get_origin(shape) in (Union, UnionType)
