"""Lines as a spreadsheet reads them: the one place where CSV is written.

A spreadsheet makes a time of "3:2", a date of "6-7-8" or "sep-1", a number of "0042", and it runs "=1+1". Text that it
would take for something else gets an apostrophe in front, the sign by which spreadsheets themselves mark text. Programs
that read the lines drop one leading apostrophe and have the text again; JSON has it without.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

TEXT_PREFIX = "'"
FORMULA_PREFIXES = ("=", "+", "-", "@", "\t", "\r", TEXT_PREFIX)
"""What a spreadsheet would take for the start of a formula; and our own mark, so that it can be dropped again."""
NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?")
DIGITS_MOST = 15
"""Spreadsheets count in doubles: a longer number would be rounded."""
MOMENT = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?")
"""A date or a time in full: what a spreadsheet makes of it is what it is."""
DIGITS_AND_SIGNS = re.compile(r"[\d\s.,:/%$€()e+-]*\d[\d\s.,:/%$€()e+-]*([ap]m)?", re.IGNORECASE)
MONTH = re.compile(
    r"(\d{1,4}[\s/.-]*)?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[\s/.,-]*(\d{1,4}[\s/.,-]*){0,2}",
    re.IGNORECASE,
)


def to_csv(rows: Iterable[Mapping[str, Any]], columns: Sequence[str] = ()) -> str:
    """A heading and a line for each row. Columns stand in the order they are first met; money stays whole cents."""
    rows = list(rows)
    columns = columns or list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_cell(row.get(name)) for name in columns] for row in rows)
    return text.getvalue()


def _cell(value: Any) -> Any:
    """What is no plain value is written as JSON."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, dict)):
        return json.dumps(value, ensure_ascii=False)
    if not isinstance(value, str):
        return value
    text = value.replace("\r\n", "\n").replace("\r", "\n")  # the writer quotes a cell for its own line end alone
    return TEXT_PREFIX + text if _would_be_reinterpreted(value) else text


def _would_be_reinterpreted(text: str) -> bool:
    """Whether a spreadsheet would make something else of it."""
    if NUMBER.fullmatch(text):
        return sum(sign.isdigit() for sign in text) > DIGITS_MOST
    if MOMENT.fullmatch(text):
        return False
    looks = DIGITS_AND_SIGNS.fullmatch(text) or (MONTH.fullmatch(text) and any(sign.isdigit() for sign in text))
    return bool(looks) or text.startswith(FORMULA_PREFIXES)
