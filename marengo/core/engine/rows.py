"""Rows of numbers that lie side by side, as many as a processor works on at once.

Numba works on them one by one: for all that it knows, what is written is what is read next. Here
each function reads its rows before it writes, and says so to LLVM itself. Rows do not overlap.
"""

from typing import Any

from llvmlite import ir
from numba import extending, types
from numba.core import cgutils

ROW = 16
"""Numbers in a row: 32 bits each, so that a row is as long as a line of a processor's cache."""

_ROW = ir.VectorType(ir.FloatType(), ROW)
_INDEX = ir.IntType(32)

_intrinsic: Any = extending.intrinsic  # by its types one more argument would have to be given


def add_row(to: Any, at: int, row: Any, first: int, times: float) -> None:
    """Add to the row of ``to`` that begins at ``at`` another one, that at ``first``, times."""
    for number in range(ROW):
        to[at + number] += times * row[first + number]


def sum_rows(to: Any, times: Any, rows: Any) -> None:
    """Make the row ``to`` the sum of all ``rows``, each of them times a number."""
    for number in range(ROW):
        to[number] = 0.0
    for row, time in enumerate(times):
        add_row(to, 0, rows, row * ROW, time)


def product_of(row: Any, other: Any, at: int) -> float:
    """Return the sum of the products of a row with that of ``other`` that begins at ``at``.

    It is added up in 64 bits and by halves, so that no sum waits for all those before it.
    """
    left = [float(row[number] * other[at + number]) for number in range(ROW)]
    while len(left) > 1:
        half = len(left) // 2
        left = [left[number] + left[half + number] for number in range(half)]
    return left[0]


def _place(context: Any, builder: Any, kind: Any, array: Any, at: Any) -> Any:
    """Return where the row of an array begins that begins at a number of it."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [at]), _ROW.as_pointer())


def _everywhere(builder: Any, number: Any) -> Any:
    """Return a row of which each number is the same."""
    none = ir.Constant(_ROW, ir.Undefined)
    first = builder.insert_element(none, number, ir.Constant(_INDEX, 0))
    return builder.shuffle_vector(first, none, ir.Constant(ir.VectorType(_INDEX, ROW), None))


@_intrinsic
def _add_row(_: Any, to: Any, at: Any, row: Any, first: Any, times: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        target = _place(context, builder, to, args[0], args[1])
        more = builder.load(_place(context, builder, row, args[2], args[3]), align=4)
        more = builder.fmul(_everywhere(builder, args[4]), more)
        builder.store(builder.fadd(builder.load(target, align=4), more), target, align=4)
        return context.get_dummy_value()

    return types.void(to, types.int64, row, types.int64, types.float32), build


@_intrinsic
def _sum_rows(_: Any, to: Any, times: Any, rows: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        whole = cgutils.alloca_once_value(builder, ir.Constant(_ROW, None))
        array = context.make_array(times)(context, builder, args[1])
        (count,) = cgutils.unpack_tuple(builder, array.shape, 1)
        with cgutils.for_range(builder, count) as loop:
            time = _everywhere(builder, builder.load(builder.gep(array.data, [loop.index])))
            at = builder.mul(loop.index, ir.Constant(loop.index.type, ROW))
            row = builder.load(_place(context, builder, rows, args[2], at), align=4)
            builder.store(builder.fadd(builder.load(whole), builder.fmul(time, row)), whole)
        target = _place(context, builder, to, args[0], ir.Constant(count.type, 0))
        builder.store(builder.load(whole), target, align=4)
        return context.get_dummy_value()

    return types.void(to, times, rows), build


@_intrinsic
def _product_of(_: Any, row: Any, other: Any, at: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        row_pointer = _place(context, builder, row, args[0], ir.Constant(args[2].type, 0))
        other_pointer = _place(context, builder, other, args[1], args[2])
        left = builder.fmul(
            builder.load(row_pointer, align=4), builder.load(other_pointer, align=4)
        )
        left, count = builder.fpext(left, ir.VectorType(ir.DoubleType(), ROW)), ROW
        while count > 1:
            count //= 2
            kind = ir.VectorType(_INDEX, count)
            halves = [[*range(first, first + count)] for first in (0, count)]
            left = builder.fadd(
                *(builder.shuffle_vector(left, left, ir.Constant(kind, half)) for half in halves)
            )
        return builder.extract_element(left, ir.Constant(_INDEX, 0))

    return types.float64(row, other, types.int64), build


@extending.overload(add_row)
def _typed_add_row(to: Any, at: Any, row: Any, first: Any, times: Any) -> Any:
    def built(to: Any, at: Any, row: Any, first: Any, times: Any) -> None:
        _add_row(to, at, row, first, times)

    return built


@extending.overload(sum_rows)
def _typed_sum_rows(to: Any, times: Any, rows: Any) -> Any:
    def built(to: Any, times: Any, rows: Any) -> None:
        _sum_rows(to, times, rows)

    return built


@extending.overload(product_of)
def _typed_product_of(row: Any, other: Any, at: Any) -> Any:
    def built(row: Any, other: Any, at: Any) -> float:
        product: float = _product_of(row, other, at)
        return product

    return built
