"""No floating point in code that handles money, checked in the syntax tree of the source. [R34; 25 CFR 547.9(b)]"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import croupier

ROOT = Path(str(croupier.__file__)).parent
PACKAGES = ("money", "cage", "store", "table", "house")
FILES = sorted(path.relative_to(ROOT).as_posix() for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
INEXACT = frozenset({"math", "cmath", "statistics", "numpy", "random", "decimal"})
EXACT_OF_MATH = frozenset({"ceil", "floor", "gcd", "lcm", "isqrt", "comb", "prod"})
"""Functions of `math` that return integers when their arguments are integers or fractions."""
ALLOWED = {
    ("cage/expectation.py", "import math"): "square roots of whole numbers, and the rarity of a result, to be printed",
    ("cage/expectation.py", "lost / odds.total"): "a fraction",
    ("cage/expectation.py", "away ** 2 / variance"): "a fraction",
    ("cage/expectation.py", "float"): "the rarity of a result, to be printed",
    ("cage/expectation.py", "square / 2"): "the rarity of a result, to be printed",
    ("cage/expectation.py", "1 / share"): "the rarity of a result, to be printed",
    ("money/pay_odds.py", "Fraction(match[1]) / 100"): "a fraction",
    ("money/cents.py", "pay / step"): "a fraction of cents by whole cents, rounded at once",
    ("money/cents.py", "charge / step"): "the same",
    ("money/cents.py", "charge / QUARTER"): "the same",
    ("store/checkpoint_audit.py", "at / 1000"): "a time, to be printed",
    ("store/engine.py", "float"): "seconds that a connection waits",
    ("store/engine.py", "1.0"): "seconds after which a connection is tried before it is used",
    ("store/engine.py", "0.0"): "the time of the last use, before the first",
    ("store/keys.py", "Path(private) / place.name"): "a path",
    ("store/limited_connection.py", "float"): "seconds that a connection waits",
    ("house/clock.py", "abs(step) / 1000"): "a time, to be printed",
    ("house/clock.py", "behind_ms / 1000"): "a time, to be printed",
    ("house/membership.py", "0.5"): "seconds between two heartbeats",
    ("house/membership.py", "1.5"): "seconds without a heartbeat",
    ("house/membership.py", "10.0"): "seconds that a job may take",
    ("house/membership.py", "3.0"): "seconds that leaving may take",
    ("house/membership.py", "float"): "seconds since the last heartbeat",
    ("house/membership.py", "0.0"): "the time of the last heartbeat, before the first",
    ("house/membership.py", "abs(ahead) / 1000"): "a time, to be printed",
    ("store/archive.py", "folder / file_name(number)"): "a path",
    ("store/archive.py", "folder / manifest.file"): "a path",
    ("store/archive_reader.py", "folder / file"): "a path",
    ("store/claims.py", "0.1"): "seconds between two tries",
    ("house/writer.py", "float"): "seconds of a commit and of a waiting job",
    ("house/writer.py", "0.0"): "seconds that no job has waited",
    ("table/announced_changes.py", "float"): "a percentage in the words of a notice",
}


def inexact(source: str) -> Iterator[tuple[int, str]]:
    """Yield line number and code of each possible use of floating point.

    These are literals, the type itself, true divisions and imports of inexact modules.
    """
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Constant(value=float() | complex()):
                yield node.lineno, repr(node.value)
            case ast.Name(id="float"):
                yield node.lineno, "float"
            case ast.BinOp(op=ast.Div()) if not _is_a_path(node):
                yield node.lineno, ast.unparse(node)
            case ast.AugAssign(op=ast.Div()):
                yield node.lineno, ast.unparse(node)
            case ast.Import(names=names):
                yield from (
                    (node.lineno, f"import {alias.name}") for alias in names if alias.name.split(".")[0] in INEXACT
                )
            case ast.ImportFrom(module=module, names=names) if module and module.split(".")[0] in INEXACT:
                yield from (
                    (node.lineno, f"{module}.{alias.name}") for alias in names if alias.name not in EXACT_OF_MATH
                )


def _is_a_path(node: ast.BinOp) -> bool:
    """Return whether the operator `/` joins parts of a file path instead of dividing numbers.

    One operand is text, or the left operand is such a path.
    """
    ends = [node.left, node.right]
    is_text = any(isinstance(end, ast.JoinedStr) or _is_text(end) for end in ends)
    return is_text or (isinstance(node.left, ast.BinOp) and isinstance(node.left.op, ast.Div) and _is_a_path(node.left))


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def test_no_floating_point_in_the_paths_of_money() -> None:
    """Check that there is none but what the list allows, and that the list allows nothing that is not there."""
    found = [(file, line, what) for file in FILES for line, what in inexact((ROOT / file).read_text("utf-8"))]
    assert [one for one in found if (one[0], one[2]) not in ALLOWED] == []
    assert set(ALLOWED) == {(file, what) for file, _, what in found}
    assert len(FILES) > 60


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("pay = 1.5", "1.5"),
        ("pay = float(cents)", "float"),
        ("pay = cents / 2", "cents / 2"),
        ("cents /= 2", "cents /= 2"),
        ("def f(x: float) -> int: ...", "float"),
        ("import math", "import math"),
        ("from math import sqrt", "math.sqrt"),
        ("import numpy as np", "import numpy"),
        ("half = Fraction(1, 2) / count", "Fraction(1, 2) / count"),
    ],
)
def test_floating_point_would_be_found(source: str, found: str) -> None:
    assert [what for _, what in inexact(source)] == [found]


def test_whole_numbers_fractions_and_paths_are_no_floats() -> None:
    sound = 'pay = cents // 2\nfrom math import floor\nplace = folder / "house.db" / name\nhalf = Fraction(1, 2)'
    assert list(inexact(sound)) == []
