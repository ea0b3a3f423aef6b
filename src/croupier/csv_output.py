"""CSV output for spreadsheets; all CSV files are written here.

A spreadsheet turns "3:2" into a time, "6-7-8" or "sep-1" into a date, "0042" into a number, and it runs "=1+1". A text
that it would change gets a leading apostrophe, the mark for text in spreadsheets. Programs that read the file remove
one leading apostrophe to recover the text; JSON output has none.
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
"""First characters of texts that get an apostrophe: those that start a formula, and the apostrophe itself."""
NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?")
DIGITS_MOST = 15
"""Most digits of a text that stays a number; spreadsheets use doubles and would round a longer one."""
MOMENT = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?")
"""Pattern of a complete date or time, which a spreadsheet reads correctly."""
DIGITS_AND_SIGNS = re.compile(r"[\d\s.,:/%$€()e+-]*\d[\d\s.,:/%$€()e+-]*([ap]m)?", re.IGNORECASE)
MONTH = re.compile(
    r"(\d{1,4}[\s/.-]*)?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[\s/.,-]*(\d{1,4}[\s/.,-]*){0,2}",
    re.IGNORECASE,
)


def to_csv(rows: Iterable[Mapping[str, Any]], columns: Sequence[str] = ()) -> str:
    """Return the rows as CSV text with a header line; money stays in whole cents.

    Without `columns`, the columns are in the order in which the rows first have them.
    """
    rows = list(rows)
    columns = columns or list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_cell(row.get(name)) for name in columns] for row in rows)
    return text.getvalue()


def _cell(value: Any) -> Any:
    """Convert a value to a CSV cell; lists and dictionaries become JSON."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, dict)):
        return json.dumps(value, ensure_ascii=False)
    if not isinstance(value, str):
        return value
    # csv.writer quotes a cell that has its line terminator "\n", but not one that has "\r".
    text = value.replace("\r\n", "\n").replace("\r", "\n")
    return TEXT_PREFIX + text if _would_be_reinterpreted(value) else text


def _would_be_reinterpreted(text: str) -> bool:
    """Return whether a spreadsheet would change the text into a number, date, time or formula."""
    if NUMBER.fullmatch(text):
        return sum(sign.isdigit() for sign in text) > DIGITS_MOST
    if MOMENT.fullmatch(text):
        return False
    is_number_or_date = DIGITS_AND_SIGNS.fullmatch(text) or (
        MONTH.fullmatch(text) and any(sign.isdigit() for sign in text)
    )
    return bool(is_number_or_date) or text.startswith(FORMULA_PREFIXES)
