"""The expression language that decides wagers: `banker_wins and banker_total == 7 and banker_cards == 3`.

The language is Python's expression grammar reduced to names, numbers, strings, comparisons, `and`/`or`/`not`, `in`,
integer arithmetic, the functions `count`, `min` and `max`, and the names of suits and ranks. A condition is parsed,
its names and types are checked, and it is compiled to closures; it is never evaluated as Python. Each condition is
compiled twice: for one round, and for arrays of many rounds.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from croupier.cards import Rank, Suit
from croupier.errors import suggestion
from croupier.rulebook.condition_compiler import (
    ARITHMETIC,
    ARRAY_OPERATIONS,
    COMPARISONS,
    SCALAR_OPERATIONS,
    Facts,
    compile_tree,
)

Value = int | bool | str

ALLOWED = "names of facts and options, numbers, texts, comparisons, and, or, not, in, + - * // %, count, min, max"
CARD_NAMES: Mapping[str, int] = {
    **{suit.name.lower(): int(suit) for suit in Suit},
    **{rank.name.lower(): int(rank) for rank in (Rank.ACE, Rank.JACK, Rank.QUEEN, Rank.KING)},
}
"""Numbers of suits and of ranks without a number, by the names that conditions use for them.

A fact, option or term of the same name takes precedence.
"""
FUNCTION_TAKES: Mapping[str, type] = {"count": bool, "min": int, "max": int}
"""Type of the operands of each function; all of them return a number."""
MAX_LENGTH = 1000
MAX_NODES = 1000
"""Most syntax tree nodes of a condition after its terms are expanded."""
MAX_DEPTH = 60
"""Most levels of a syntax tree; parsing, compiling and evaluating are recursive."""


TOO_DEEP = f"is nested deeper than {MAX_DEPTH} levels"


class ConditionError(ValueError):
    """Condition that cannot be parsed, or that uses unknown names or wrong types."""


@dataclass(frozen=True)
class Scope:
    """Names that a condition may use, with their types."""

    facts: Mapping[str, type]
    options: Mapping[str, type] = field(default_factory=dict)
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Allowed strings of each option of kind "choice"."""
    terms: Mapping[str, str] = field(default_factory=dict)
    """Named conditions of the rulebook's `[define]` table, by name."""

    @property
    def names(self) -> list[str]:
        return [*self.facts, *self.options, *self.terms, *CARD_NAMES]

    def number_of(self, name: str) -> int | None:
        """Return the number of a suit or rank, or None if the name is none or means something else here."""
        is_taken = name in self.facts or name in self.options or name in self.terms
        return None if is_taken else CARD_NAMES.get(name)


@dataclass(frozen=True)
class Condition:
    """Parsed condition with checked names and types."""

    text: str
    tree: ast.expr
    facts: frozenset[str]
    """Names of the facts that the condition reads."""
    nodes: int
    """Number of syntax tree nodes, a measure of the evaluation time."""

    def bind(self, options: Mapping[str, Value]) -> BoundCondition:
        """Compile the condition for one table, with the table's options as constants."""
        one, columns = (compile_tree(self.tree, options, logic) for logic in (SCALAR_OPERATIONS, ARRAY_OPERATIONS))
        constant = bool(one.value) if one.code is None else None
        return BoundCondition(self.text, one.run, columns.run, constant)


@dataclass(frozen=True)
class BoundCondition:
    """Compiled condition of one table, ready to evaluate rounds."""

    text: str
    holds: Callable[[Facts], bool]
    """Function that evaluates the condition for one round."""
    holds_in_rounds: Callable[[Facts], Any]
    """Function that evaluates the condition for arrays of rounds: an array of booleans, or one boolean for all rounds.
    """
    constant: bool | None
    """Result if the options alone decide the condition; None if it depends on facts."""


def parse_condition(text: str, scope: Scope) -> Condition:
    """Parse a condition and check its names, types and size; raise `ConditionError` if it cannot be used."""
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


def wrong_word(text: str, message: str) -> tuple[int, int]:
    """Return the place of the word that a problem of this condition quotes, as first character and end; else -1, -1.

    Where the text cannot be parsed, it is the place at which the parser stopped.
    """
    try:
        ast.parse(text.strip(), mode="eval")
    except SyntaxError as error:
        if not error.offset:  # Something is missing at the end.
            return max(0, len(text) - 1), len(text)
        start = min(len(text) - len(text.lstrip()) + error.offset - 1, max(0, len(text) - 1))
        return start, start + 1
    except (ValueError, RecursionError, MemoryError):
        return -1, -1
    for quoted in re.findall(r'"([^"]+)"', message):
        if found := re.search(rf"(?<![\w]){re.escape(quoted)}(?![\w])", text):
            return found.span()
    return -1, -1


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
    """Replace each named term by its definition; raise `ConditionError` if a term refers to itself.

    `inside` has the terms that are being expanded, and `nodes` the nodes counted so far. A chain of terms that each use
    the next one twice grows exponentially, so the limit is checked during the expansion.
    """
    nodes["all"] += sum(1 for _ in ast.walk(tree))
    if nodes["all"] > MAX_NODES:
        message = f"with the terms of [define] put in, it has more than {MAX_NODES:,} names, numbers and operators"
        raise ConditionError(message)
    if len(inside) > MAX_DEPTH:
        raise ConditionError(TOO_DEEP)

    class Terms(ast.NodeTransformer):
        def visit_Call(self, node: ast.Call) -> ast.expr:
            node.args = [self.visit(operand) for operand in node.args]
            return node

        def visit_Name(self, node: ast.Name) -> ast.expr:
            if (number := scope.number_of(node.id)) is not None:
                return ast.Constant(number)
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
            _check_call(node, scope)
            return int
        case _:
            raise ConditionError(f'"{ast.unparse(node)}" cannot stand in a condition; it may hold {ALLOWED}')


def _check_call(node: ast.Call, scope: Scope) -> None:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if name not in FUNCTION_TAKES or node.keywords:
        raise ConditionError(f'"{ast.unparse(node)}" calls something; a condition cannot. It may hold {ALLOWED}')
    if len(node.args) < 2:
        raise ConditionError(f'"{ast.unparse(node)}" needs two or more values, such as {_EXAMPLES[name]}')
    for operand in node.args:
        takes = "conditions" if FUNCTION_TAKES[name] is bool else "numbers"
        _expect(operand, FUNCTION_TAKES[name], scope, f"{name} takes {takes}, such as {_EXAMPLES[name]}")


_EXAMPLES = {
    "count": "count(first_rank == king, second_rank == king)",
    "min": "min(first_rank, second_rank)",
    "max": "max(first_rank, second_rank)",
}


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
    for name, constant in ((left, right), (right, left)):
        if isinstance(name, ast.Name) and isinstance(constant, ast.Constant) and name.id in scope.choices:
            _check_choice(name.id, constant.value, scope.choices[name.id])


def _check_choice(name: str, value: object, choices: Sequence[str]) -> None:
    if value not in choices:
        raise ConditionError(
            f'{name} is never "{value}"; it is one of {", ".join(choices)}{suggestion(str(value), choices)}'
        )
