"""List of all error codes, read from the source: the first argument of every `Refused(...)`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import croupier
from croupier.errors import InvariantViolation

CODE = re.compile(r"[a-z][a-z0-9_-]*/[a-z][a-z0-9_-]*")
REFUSALS = ("Refused", "WagersRefused", "_refuse")
"""Names of functions whose first argument is an error code."""
OPEN_CODES = {"decision/": "string", "arrangement/": "string", "http/": "number"}
"""Prefixes of codes that are not listed, with the type of what follows.

A family names the topics of forbidden decisions and arrangements; the rest are statuses of the HTTP server.
"""
COMPOSED = {"f'{kind}/{refused.topic}'", "f'http/{error.status_code}'"}
"""Expressions that make the open codes; every other code is written as a whole, so that it can be found."""


def error_codes() -> list[str]:
    """Return all error codes that are written in the source, sorted."""
    files = sorted(Path(croupier.__path__[0]).rglob("*.py"))
    return sorted({code for file in files for code in codes_of(file.read_text(encoding="utf-8"))})


def codes_of(source: str) -> Iterator[str]:
    """Yield the error codes of one module; a code that is put together is an error."""
    if "Refused" not in source:
        return
    tree = ast.parse(source)
    assigned: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                assigned.setdefault(ast.unparse(target), []).append(node.value)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in REFUSALS and node.args:
            match node.args[0]:
                case ast.Constant(value=str(code)):
                    yield code
                case expression:
                    yield from _codes_in(expression, assigned, frozenset())


def _codes_in(expression: ast.expr, assigned: dict[str, list[ast.expr]], seen: frozenset[str]) -> Iterator[str]:
    """Yield the codes in an expression and in the values of the names that it uses."""
    if isinstance(expression, ast.JoinedStr):
        if ast.unparse(expression) not in COMPOSED:
            text = ast.unparse(expression)
            raise InvariantViolation(f"{text}: write each error code as a whole, so that the list of codes has it")
        return
    match expression:
        case ast.Constant(value=str(text)) if CODE.fullmatch(text):
            yield text
        case ast.Name(id=name) if name not in seen:
            for value in assigned.get(name, ()):
                yield from _codes_in(value, assigned, seen | {name})
        case _:
            for child in ast.iter_child_nodes(expression):
                if isinstance(child, ast.expr):
                    yield from _codes_in(child, assigned, seen)
