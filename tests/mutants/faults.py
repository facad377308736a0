"""Which faults can be planted: what of a syntax tree is replaced by what, one at a time."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

import numpy as np

PAIRS: tuple[tuple[type[ast.AST], type[ast.AST]], ...] = (
    *((ast.Lt, ast.LtE), (ast.Lt, ast.GtE), (ast.Gt, ast.GtE), (ast.Gt, ast.LtE)),
    *((ast.Eq, ast.NotEq), (ast.In, ast.NotIn), (ast.Is, ast.IsNot), (ast.And, ast.Or)),
    *((ast.Add, ast.Sub), (ast.Mult, ast.FloorDiv), (ast.Mod, ast.FloorDiv)),
    *((ast.LShift, ast.RShift), (ast.BitAnd, ast.BitOr)),
)
"""Operators, each of which is replaced by the other."""


def replacements(node: ast.AST) -> list[ast.AST]:
    """Return what is put in the place of a node."""
    match node:
        case ast.operator() | ast.cmpop() | ast.boolop():
            both_ways = (*PAIRS, *((new, old) for old, new in PAIRS))
            return [new() for old, new in both_ways if isinstance(node, old)]
        case ast.UnaryOp():
            return [node.operand]
        case ast.BoolOp():  # one condition less
            rests = [[one for one in node.values if one is not left] for left in node.values]
            return [ast.BoolOp(node.op, rest) if rest[1:] else rest[0] for rest in rests]
        case ast.Constant(value=bool(value)):
            return [ast.Constant(not value)]
        case ast.Constant(value=int(value)):  # 0 and 1 are often truth values
            near = [1 - value] if value in {0, 1} else [value - 1, value + 1]
            return [ast.Constant(number) for number in near]
        case ast.Call(func=ast.Name("range"), args=[*start, stop] | [*start, stop, ast.Constant()]):
            return [ast.Call(node.func, [*start, ast.BinOp(stop, ast.Sub(), ast.Constant(1))], [])]
        case ast.Expr(value=ast.Call()):
            return [ast.Pass()]
    return []


@dataclass(frozen=True)
class Fault:
    """Where a fault is, and its statement, or the head of one, before and after."""

    file: str
    function: str
    lines: range
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.file}:{self.lines[0]}: {self.before} → {self.after}"


Spot = tuple[str, ast.stmt, Any, Any]
"""Function and statement of a node, what it hangs in, and its key there."""


def _spots(node: ast.AST, function: str = "", statement: ast.stmt | None = None) -> Iterator[Spot]:
    """Yield the spots of all nodes inside functions, except what is there for type checkers."""
    if isinstance(node, ast.FunctionDef):
        function = node.name
    for field, value in ast.iter_fields(node):
        if field in {"annotation", "returns"}:
            continue
        several = isinstance(value, list)
        holder: Any = value if several else vars(node)
        for key in range(len(value)) if several else [field]:
            child = holder[key]
            if isinstance(child, ast.AST):
                around = child if isinstance(child, ast.stmt) else statement
                if function and around:
                    yield function, around, holder, key
                yield from _spots(child, function, around)


def _head(statement: ast.stmt) -> str:
    """Return the text of a statement, of a compound one without its body."""
    return ast.unparse(statement).partition(":\n")[0]


def planted(file: str, tree: ast.Module) -> Iterator[Fault]:
    """Plant each fault in the tree, and take it out again when the next is asked for."""
    known = set()
    for function, statement, holder, key in list(_spots(tree)):
        node, before, line = holder[key], _head(statement), statement.lineno
        body = getattr(statement, "body", None)
        end = body[0].lineno if body else (statement.end_lineno or line) + 1
        lines = range(line, max(line + 1, end))
        conditions = [ast.Constant(truth) for truth in (True, False)] if key == "test" else []
        for other in (*replacements(node), *conditions):
            holder[key] = ast.fix_missing_locations(ast.copy_location(other, node))
            after = _head(other if isinstance(other, ast.stmt) else statement)
            fault = Fault(file, function, lines, before, after)
            if fault not in known:
                known.add(fault)
                yield fault
        holder[key] = node


def faults_of(root: Path, file: str) -> list[Fault]:
    """Return the faults that can be planted in a file."""
    return list(planted(file, ast.parse((root / file).read_text(encoding="utf-8"))))


def tree_with(root: Path, fault: Fault) -> ast.Module:
    """Return the syntax tree of a file with a fault in it."""
    tree = ast.parse((root / fault.file).read_text(encoding="utf-8"))
    next(found for found in planted(fault.file, tree) if found == fault)
    return tree


def in_turn(faults: list[list[Fault]], seed: int) -> list[Fault]:
    """Return the faults of files by chance, one of each file in turn: a part is spread evenly."""
    chance = np.random.default_rng(seed)
    shuffled = [[found[i] for i in chance.permutation(len(found))] for found in faults]
    files = [shuffled[i] for i in chance.permutation(len(faults))]
    return [fault for turn in zip_longest(*files) for fault in turn if fault]
