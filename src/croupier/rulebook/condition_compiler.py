"""Compiler from condition syntax trees to closures, for one round or for arrays of many rounds.

The table's options are constants, so every part of a condition that depends on options alone is evaluated at compile
time. The closures read only the facts of a round.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from croupier.errors import InvariantViolation

Facts = Mapping[str, Any]
"""Values by fact name: one value each for one round, or an array with one value per round."""

COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
ARITHMETIC: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


@dataclass(frozen=True)
class CompiledExpression:
    """Result of compiling one expression: a function of the facts in `code`, or a constant if `code` is None."""

    code: Callable[[Facts], Any] | None
    value: Any = None

    @property
    def run(self) -> Callable[[Facts], Any]:
        return self.code if self.code is not None else lambda _: self.value


@dataclass(frozen=True)
class BooleanOperations:
    """Implementations of `and`, `or`, `not` and the functions, for one round or for arrays."""

    every: Callable[[list[Callable[[Facts], Any]]], Callable[[Facts], Any]]
    some: Callable[[list[Callable[[Facts], Any]]], Callable[[Facts], Any]]
    negate: Callable[[Any], Any]
    functions: Mapping[str, Callable[..., Any]]


def _and_scalar(parts: list[Callable[[Facts], Any]]) -> Callable[[Facts], Any]:
    def code(facts: Facts) -> bool:
        for part in parts:  # noqa: SIM110 - 50 % faster than all() over a generator
            if not part(facts):
                return False
        return True

    return code


def _or_scalar(parts: list[Callable[[Facts], Any]]) -> Callable[[Facts], Any]:
    def code(facts: Facts) -> bool:
        for part in parts:  # noqa: SIM110
            if part(facts):
                return True
        return False

    return code


def _and_array(parts: list[Callable[[Facts], Any]]) -> Callable[[Facts], Any]:
    return lambda facts: reduce(operator.and_, (part(facts) for part in parts))


def _or_array(parts: list[Callable[[Facts], Any]]) -> Callable[[Facts], Any]:
    return lambda facts: reduce(operator.or_, (part(facts) for part in parts))


def _not_array(column: Any) -> Any:
    return column ^ True


def _fold(function: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    return lambda *columns: reduce(function, columns)


def _count_scalar(*conditions: bool) -> int:
    return sum(conditions)


def _count_array(*columns: Any) -> Any:
    return sum(np.asarray(column).astype(np.int64) for column in columns)


SCALAR_OPERATIONS = BooleanOperations(
    _and_scalar, _or_scalar, operator.not_, {"count": _count_scalar, "min": min, "max": max}
)
ARRAY_OPERATIONS = BooleanOperations(
    _and_array, _or_array, _not_array, {"count": _count_array, "min": _fold(np.minimum), "max": _fold(np.maximum)}
)


def compile_tree(node: ast.expr, options: Mapping[str, Any], logic: BooleanOperations) -> CompiledExpression:
    match node:
        case ast.Constant(value=value):
            return CompiledExpression(None, value)
        case ast.Name(id=name):
            return (
                CompiledExpression(None, options[name])
                if name in options
                else CompiledExpression(operator.itemgetter(name))
            )
        case ast.BoolOp(op=op, values=values):
            parts = [compile_tree(value, options, logic) for value in values]
            return _junction(parts, isinstance(op, ast.And), logic)
        case ast.UnaryOp(op=op, operand=operand):
            change = logic.negate if isinstance(op, ast.Not) else operator.neg
            return _apply(change, compile_tree(operand, options, logic))
        case ast.BinOp(left=left, op=bin_op, right=right):
            pair = compile_tree(left, options, logic), compile_tree(right, options, logic)
            return _apply(ARITHMETIC[type(bin_op)], *pair)
        case ast.Call(func=ast.Name(id=name), args=operands):
            return _apply(logic.functions[name], *(compile_tree(operand, options, logic) for operand in operands))
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            links = zip([left, *comparators], ops, comparators, strict=False)
            return _junction([_compare(*link, options, logic) for link in links], True, logic)
        case _:
            raise InvariantViolation(f'"{ast.unparse(node)}" reached the compiler without being checked')


def _compare(
    left: ast.expr, op: ast.cmpop, right: ast.expr, options: Mapping[str, Any], logic: BooleanOperations
) -> CompiledExpression:
    first = compile_tree(left, options, logic)
    if isinstance(op, ast.In | ast.NotIn):
        assert isinstance(right, ast.Tuple | ast.List | ast.Set)
        items = [_apply(operator.eq, first, compile_tree(item, options, logic)) for item in right.elts]
        found = _junction(items, False, logic)
        return _apply(logic.negate, found) if isinstance(op, ast.NotIn) else found
    return _apply(COMPARISONS[type(op)], first, compile_tree(right, options, logic))


def _apply(function: Callable[..., Any], *parts: CompiledExpression) -> CompiledExpression:
    """Return the expression that applies a function to compiled operands; if all operands are constants, its value."""
    if all(part.code is None for part in parts):
        return CompiledExpression(None, function(*(part.value for part in parts)))
    if len(parts) == 1:
        get = parts[0].run
        return CompiledExpression(lambda facts: function(get(facts)))
    if len(parts) == 2:
        return _apply_two(function, *parts)
    get_all = [part.run for part in parts]
    return CompiledExpression(lambda facts: function(*(get(facts) for get in get_all)))


def _apply_two(function: Callable[..., Any], left: CompiledExpression, right: CompiledExpression) -> CompiledExpression:
    if left.code is None:
        value, get = left.value, right.run
        return CompiledExpression(lambda facts: function(value, get(facts)))
    get_left = left.code
    if right.code is None:
        constant = right.value
        return CompiledExpression(lambda facts: function(get_left(facts), constant))
    get_right = right.code
    return CompiledExpression(lambda facts: function(get_left(facts), get_right(facts)))


def _junction(parts: list[CompiledExpression], every: bool, logic: BooleanOperations) -> CompiledExpression:
    """Join expressions with `and` (`every` is True) or `or` (`every` is False).

    Constant operands disappear: one that decides the result becomes the result, any other is dropped.
    """
    if any(part.code is None and bool(part.value) is not every for part in parts):
        return CompiledExpression(None, not every)
    open_parts = [part.code for part in parts if part.code is not None]
    if not open_parts:
        return CompiledExpression(None, every)
    if len(open_parts) == 1:
        return CompiledExpression(open_parts[0])
    return CompiledExpression((logic.every if every else logic.some)(open_parts))
