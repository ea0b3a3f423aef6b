"""The language in which wagers are decided: `banker_wins and banker_total == 7 and banker_cards == 3`.

Python's expression grammar cut down to names, numbers, texts, comparisons, `and`/`or`/`not`, `in` and whole-number
arithmetic. A condition is parsed, checked against the names it may use, and turned into closures; nothing is ever
evaluated as Python. One condition is compiled two ways: for one round, and for whole columns of rounds at once.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from croupier.errors import suggestion
from croupier.rulebook.condition_compiler import ARITHMETIC, COLUMNS, COMPARISONS, ONE, Facts, compile_tree

Value = int | bool | str

ALLOWED = "names of facts and options, numbers, texts, comparisons, and, or, not, in, + - * // %"
MAX_LENGTH = 1000
MAX_NODES = 1000
"""Names, numbers and operators of a condition once its terms are put in their places."""
MAX_DEPTH = 60
"""Levels of its tree: conditions are checked, compiled and decided by recursion."""


TOO_DEEP = f"is nested deeper than {MAX_DEPTH} levels"


class ConditionError(ValueError):
    """A condition that cannot be used."""


@dataclass(frozen=True)
class Scope:
    """The names a condition may use."""

    facts: Mapping[str, type]
    options: Mapping[str, type] = field(default_factory=dict)
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """For options that are one of several words: the words."""
    terms: Mapping[str, str] = field(default_factory=dict)
    """Conditions of the rulebook that have a name of their own."""

    @property
    def names(self) -> list[str]:
        return [*self.facts, *self.options, *self.terms]


@dataclass(frozen=True)
class Condition:
    """A condition whose every name and type has been checked."""

    text: str
    tree: ast.expr
    facts: frozenset[str]
    """The facts it looks at."""
    nodes: int
    """How many nodes its tree has: the time it takes to decide it."""

    def bind(self, options: Mapping[str, Value]) -> BoundCondition:
        """Fix the options of a table: they are constants while it plays."""
        one, columns = (compile_tree(self.tree, options, logic) for logic in (ONE, COLUMNS))
        constant = bool(one.value) if one.code is None else None
        return BoundCondition(self.text, one.run, columns.run, constant)


@dataclass(frozen=True)
class BoundCondition:
    """A condition ready to decide rounds."""

    text: str
    holds: Callable[[Facts], bool]
    """Whether it holds in a round with these facts."""
    holds_in: Callable[[Facts], Any]
    """For each round of these columns, whether it holds: an array of booleans, or one for all."""
    constant: bool | None
    """True or False when the options alone decide it."""


def parse_condition(text: str, scope: Scope) -> Condition:
    """Read and check a condition."""
    try:
        tree = _expand(_parse(text), scope, (), Counter())
        _require_shallow(tree)
        kind = _type_of(tree, scope)
    except RecursionError:
        raise ConditionError(TOO_DEEP) from None
    if kind is not bool:
        raise ConditionError(f'"{text}" is a number or a text, not a condition; compare it with something')
    nodes = list(ast.walk(tree))
    used = {node.id for node in nodes if isinstance(node, ast.Name)}
    return Condition(text, tree, frozenset(used & set(scope.facts)), len(nodes))


def _require_shallow(tree: ast.AST) -> None:
    level = [tree]
    for _ in range(MAX_DEPTH):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        if not level:
            return
    raise ConditionError(TOO_DEEP)


def _parse(text: str) -> ast.expr:
    if len(text) > MAX_LENGTH:
        raise ConditionError(f"is {len(text)} characters long; {MAX_LENGTH} at most")
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ConditionError(
            f'"{text}" cannot be read ({getattr(error, "msg", error)}); it may hold {ALLOWED}'
        ) from None


def _expand(tree: ast.expr, scope: Scope, inside: tuple[str, ...], nodes: Counter[str]) -> ast.expr:
    """Put each named term's own condition in its place; a term that comes back to itself is an error.

    `nodes`: the count so far. Terms that name another twice double with each, so it is checked while they are put in.
    """
    nodes["all"] += sum(1 for _ in ast.walk(tree))
    if nodes["all"] > MAX_NODES:
        said = f"with the terms of [define] put in, it has more than {MAX_NODES:,} names, numbers and operators"
        raise ConditionError(said)
    if len(inside) > MAX_DEPTH:
        raise ConditionError(TOO_DEEP)

    class Terms(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            if node.id not in scope.terms:
                return node
            if node.id in inside:
                raise ConditionError(f"is defined by itself: {' -> '.join([*inside, node.id])}")
            return _expand(_parse(scope.terms[node.id]), scope, (*inside, node.id), nodes)

    expanded: ast.expr = Terms().visit(tree)
    return expanded


def _type_of(node: ast.expr, scope: Scope) -> type:
    match node:
        case ast.Constant(value=value) if isinstance(value, bool | int | str):
            return type(value)
        case ast.Name(id=name):
            return _type_of_name(name, scope)
        case ast.BoolOp(values=conditions):
            for condition in conditions:
                _expect(condition, bool, scope, "and, or take conditions")
            return bool
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            _expect(operand, bool, scope, "not takes a condition")
            return bool
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            _expect(operand, int, scope, "minus takes a number")
            return int
        case ast.BinOp(left=left, op=op, right=right) if type(op) in ARITHMETIC:
            _expect(left, int, scope, "arithmetic takes numbers")
            _expect(right, int, scope, "arithmetic takes numbers")
            if isinstance(op, ast.FloorDiv | ast.Mod) and not (isinstance(right, ast.Constant) and right.value):
                raise ConditionError(f'"{ast.unparse(node)}" may divide by nothing; divide by a number such as 2')
            return int
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            for first, comparison, second in zip([left, *comparators], ops, comparators, strict=False):
                _check_comparison(first, comparison, second, scope)
            return bool
        case ast.Call():
            raise ConditionError(f'"{ast.unparse(node)}" calls something; a condition cannot. It may hold {ALLOWED}')
        case _:
            raise ConditionError(f'"{ast.unparse(node)}" cannot stand in a condition; it may hold {ALLOWED}')


def _type_of_name(name: str, scope: Scope) -> type:
    kind = scope.facts.get(name) or scope.options.get(name)
    if kind is None:
        raise ConditionError(
            f'"{name}" is not a fact of this family, an option or a term{suggestion(name, scope.names)}'
        )
    return kind


def _expect(node: ast.expr, kind: type, scope: Scope, rule: str) -> None:
    if _type_of(node, scope) is not kind:
        raise ConditionError(f'"{ast.unparse(node)}" does not fit: {rule}')


def _check_comparison(left: ast.expr, op: ast.cmpop, right: ast.expr, scope: Scope) -> None:
    if isinstance(op, ast.In | ast.NotIn):
        if not isinstance(right, ast.Tuple | ast.List | ast.Set) or not right.elts:
            raise ConditionError(f'"in" is followed by a list such as (6, 7), not "{ast.unparse(right)}"')
        for item in right.elts:
            _check_pair(left, item, scope)
    elif type(op) in COMPARISONS:
        _check_pair(left, right, scope)
    else:
        raise ConditionError(f'"{ast.unparse(left)} is ..." cannot stand in a condition; use == or !=')


def _check_pair(left: ast.expr, right: ast.expr, scope: Scope) -> None:
    kinds = _type_of(left, scope), _type_of(right, scope)
    if kinds[0] is not kinds[1]:
        names = [
            kind.__name__.replace("bool", "a condition").replace("int", "a number").replace("str", "a text")
            for kind in kinds
        ]
        raise ConditionError(f'"{ast.unparse(left)}" is {names[0]} and "{ast.unparse(right)}" is {names[1]}')
    for name, word in ((left, right), (right, left)):
        if isinstance(name, ast.Name) and isinstance(word, ast.Constant) and name.id in scope.choices:
            _check_choice(name.id, word.value, scope.choices[name.id])


def _check_choice(name: str, word: object, choices: Sequence[str]) -> None:
    if word not in choices:
        raise ConditionError(
            f'{name} is never "{word}"; it is one of {", ".join(choices)}{suggestion(str(word), choices)}'
        )
