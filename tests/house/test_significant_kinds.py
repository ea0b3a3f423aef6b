"""Every kind of significant event is on one list, and a test raises it: see tests/significant_kinds.py. [R52]"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import croupier
from croupier.devices.shoe_message_handler import ShoeFault
from croupier.house.significant_events import ALL_CODES, TABLE_EVENT_CODES
from croupier.people.exclusions import ExclusionKind
from croupier.printing.printer import PrinterProblem
from croupier.table.events import EVENTS
from tests.significant_kinds import RAISED_BY, codes_claimed_by, record_codes

ROOT = Path(str(croupier.__file__)).parent
TESTS = Path(__file__).parents[1]
COMPOSED = {
    "device/*": {f"device/{fault.value}" for fault in ShoeFault},
    "exclusion/*": {f"exclusion/{kind.value}" for kind in ExclusionKind},
    "meter/*": {"meter/started", "meter/stopped"},
    "printer/*": {f"printer/{trouble.value}" for trouble in PrinterProblem},
    "*/made": {"export/made", "backup/made"},
}
"""Codes that the program composes at run time: for each pattern, all codes that it can give."""


def noted_in(source: str) -> Iterator[str]:
    """Return the codes in calls of `note_significant_event(code, …)`, `note(code, …)` and `_note(uow, code, …)`."""
    if not any(text in source for text in ("significant", "note(")):
        return
    for node in ast.walk(ast.parse(source)):
        if (
            isinstance(node, ast.Assign)
            and ast.unparse(node.targets[0]) == "code"
            and "note_significant_event(code" in source
        ):
            yield from _codes(node.value)
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        is_partial = name == "partial" and any("note" in ast.unparse(argument) for argument in node.args)
        if name in ("note_significant_event", "note", "_note") or is_partial:
            given = [*node.args[:2], *(keyword.value for keyword in node.keywords if keyword.arg == "code")]
            yield from (code for argument in given for code in _codes(argument))


def _codes(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(code)) if "/" in code and " " not in code:
            yield code
        case ast.IfExp(body=one, orelse=other):
            yield from (*_codes(one), *_codes(other))
        case ast.JoinedStr(values=parts):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in parts)
            if "/" in text and " " not in text:
                yield text


def test_every_code_that_the_program_notes_is_on_the_list() -> None:
    noted = {code for file in ROOT.rglob("*.py") for code in noted_in(file.read_text("utf-8"))}
    assert len(noted) > 30
    plain = {code for code in noted if "*" not in code}
    assert {code for code in noted if "*" in code} == set(COMPOSED)
    composed = {code for codes in COMPOSED.values() for code in codes}
    assert plain | composed <= ALL_CODES


def test_every_kind_on_the_list_can_still_be_noted() -> None:
    source = "\n".join(file.read_text("utf-8") for file in ROOT.rglob("*.py"))
    composed = {code for codes in COMPOSED.values() for code in codes}
    assert [code for code in sorted(ALL_CODES - composed) if source.count(f'"{code}"') < 1] == []
    assert set(TABLE_EVENT_CODES) <= set(EVENTS)


def test_every_kind_has_a_test_that_raises_it() -> None:
    assert set(RAISED_BY) == ALL_CODES


@pytest.mark.parametrize("place", sorted(set(RAISED_BY.values())))
def test_every_named_test_exists(place: str) -> None:
    """Check that every test named in the list exists; `tests/conftest.py` checks that it raises its codes."""
    file, _, name = place.partition("::")
    function = name.partition("[")[0]
    tree = ast.parse((TESTS / f"{file}.py").read_text("utf-8"))
    defined = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    assert function in defined, place


def test_the_codes_of_a_test_are_found_by_its_name_and_its_case() -> None:
    place = next(iter(RAISED_BY.values()))
    file, _, name = place.partition("::")
    assert codes_claimed_by(f"tests/{file}.py::{name}") >= {code for code, where in RAISED_BY.items() if where == place}
    assert codes_claimed_by("tests/other.py::test_nothing") == frozenset()


def test_a_code_that_a_test_does_not_raise_is_found() -> None:
    with record_codes() as raised:
        pass
    assert raised == set()
