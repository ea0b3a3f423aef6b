"""CSV cells that a spreadsheet program would misread are quoted; other cells are unchanged."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.csv_output import to_csv


def cell(value: Any) -> str:
    return next(csv.reader(io.StringIO(to_csv([{"a": value}]).partition("\n")[2], newline="")))[0]


def test_no_cell_is_a_formula_and_compound_values_are_json() -> None:
    rows: list[dict[str, Any]] = [{"reason": "=HYPERLINK(1)", "cents": -5}, {"reason": "a, b", "more": [1, {"x": "é"}]}]
    assert to_csv(rows).splitlines() == [
        "reason,cents,more",
        "'=HYPERLINK(1),-5,",
        '"a, b",,"[1, {""x"": ""é""}]"',
    ]
    assert to_csv([]) == "\n"


@pytest.mark.parametrize(
    "text",
    [
        *("3:2", "1:1", "6-7-8", "2-3", "3/2", "12/31", "1.2.3", "10:30 pm", "sep-1", "Mar 7", "7-mar-26", "May2"),
        *("0042", "012345678901234567890123", "1234567890123456", "12e45", "1E5", "50%", "$5", "1,000", "(5)", "1 000"),
        *("=1+1", "+1", "-x", "@now", "\tx", "'quoted"),
    ],
)  # fmt: skip
def test_text_that_a_spreadsheet_would_misread_stays_text(text: str) -> None:
    assert cell(text) == "'" + text


@pytest.mark.parametrize(
    "text",
    [
        *("-26.4705", "0.0000", "100", "-5", "0.0235", "2026-04-01T12:00:00.000Z", "2026-04-01"),
        *("Any 19", "First two cards 7-7", "ez-1/000011", "player-dealer", "40 to 1", "march", "4ae149d5", "t-4", ""),
    ],
)  # fmt: skip
def test_numbers_times_and_words_stay_as_they_are(text: str) -> None:
    assert cell(text) == text


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"])))
def test_a_program_that_drops_the_mark_has_the_text_again(text: str) -> None:
    assert cell(text).removeprefix("'") == text
