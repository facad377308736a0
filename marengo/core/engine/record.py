"""Records: structures whose fields are declared once for NumPy, Numba, mypy and plain Python.

A record class lists its fields as annotations. :meth:`Record.dtype` makes the NumPy structured
type the compiled engine works on; an instance of the class is the same record on plain Python
lists, for the debugger and for branch coverage.

Code compiled for a record must not outlive a change of the sources that it was compiled from. A
record that is declared ``versioned`` ends with a byte whose name is the version of its room, so
that a change makes another type of it, for which all is compiled anew.
"""

from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any, ClassVar, Self, get_args, get_type_hints

import numpy as np

from marengo.core.engine.compiled import COMPILES, room_of, version_of

Int8 = Annotated[int, np.int8]
Int16 = Annotated[int, np.int16]
Int32 = Annotated[int, np.int32]
Int64 = Annotated[int, np.int64]
Float64 = Annotated[float, np.float64]

Array = np.ndarray[Any, np.dtype[np.void]]
Records = Any
"""Records as entry points take them: a structured array, or a list of plain records."""


def _numpy_field(hint: object) -> tuple[Any, ...]:
    """Return (scalar type,) or (scalar type, (length,)) of one annotated field."""
    _, scalar, *length = get_args(hint)
    return (scalar, (length[0],)) if length else (scalar,)


class Record:
    """Base of all records; fields are annotations such as ``Int8`` or an annotated list."""

    _versioned: ClassVar[bool] = False
    _version: ClassVar[str] = ""  # of a record outside all rooms
    _dtype: ClassVar["np.dtype[np.void] | None"] = None

    def __init_subclass__(cls, versioned: bool = False) -> None:
        cls._versioned, cls._dtype = versioned, None

    @classmethod
    def give_version(cls, version: str) -> None:
        """Let a record bear the version of its room; without a room the one that is given."""
        cls._versioned, cls._version = True, version
        cls._dtype = None

    @classmethod
    def dtype(cls) -> np.dtype[np.void]:
        """Return the aligned structured type with the fields in the order declared."""
        if cls._dtype is None:
            hints = get_type_hints(cls, include_extras=True)
            fields = [(name, *_numpy_field(hints[name])) for name in cls.fields()]
            if cls._versioned:
                room = room_of(cls.__module__)
                fields.append((f"version_{version_of(room) if room else cls._version}", np.int8))
            cls._dtype = np.dtype(fields, align=True)
        return cls._dtype

    @classmethod
    @cache
    def fields(cls) -> tuple[str, ...]:
        """Return the names of the fields declared."""
        hints = get_type_hints(cls, include_extras=True)
        return tuple(name for name in hints if not name.startswith("_"))

    @classmethod
    def array(cls, length: int = 1) -> np.ndarray[Any, np.dtype[np.void]]:
        """Return ``length`` zeroed records, shape ``(length,)``.

        Where compilation is switched off their fields are attributes in plain Python too.
        """
        return _as_records(np.zeros(length, cls.dtype()))

    @classmethod
    def from_bytes(cls, content: bytes) -> np.ndarray[Any, np.dtype[np.void]]:
        """Return the records that an array of them had as its bytes."""
        return _as_records(np.frombuffer(content, cls.dtype()).copy())

    @classmethod
    def plain(cls, record: np.void) -> Self:
        """Return the plain Python copy of one NumPy record."""
        self = cls()
        for name in record.dtype.names or ():
            value = record[name]
            setattr(self, name, value.tolist())
        return self


def _as_records(array: Array) -> Array:
    """Return an array whose fields are attributes in plain Python too, where that is what runs."""
    return array if COMPILES else with_attributes(array)


def joined(arrays: Sequence[Array]) -> Array:
    """Return records one after the other."""
    return _as_records(np.concatenate(arrays))


@cache
def _attributes_of(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return a type of records for one of which each field is an attribute."""

    def field(name: str) -> property:
        def number(record: Any) -> Any:
            return record[name].item()

        def numbers(record: Any) -> memoryview:
            return record[name].data  # type: ignore[no-any-return]

        def change(record: Any, value: Any) -> None:
            record[name] = value

        return property(numbers if dtype[name].shape else number, change)

    names = dtype.names or ()
    return np.dtype((type("Record", (np.void,), {name: field(name) for name in names}), dtype))


def with_attributes(records: Array) -> Array:
    """Return records, for one of which each field is an attribute of Python's own, wide numbers.

    Of one that does not fit into its field, writing raises OverflowError or ValueError.
    """
    return records.view(_attributes_of(records.dtype), np.ndarray)


def first(records: Array) -> Any:
    """Return the first record of an array, with its fields as attributes, as rules take it."""
    return with_attributes(records)[0]
