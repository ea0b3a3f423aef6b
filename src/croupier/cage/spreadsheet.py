"""Lines of a report as a spreadsheet reads them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet would take for the start of a formula."""


def to_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    """A heading and a line for each row. Columns stand in the order they are first met; money stays whole cents."""
    columns = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_cell(row.get(name)) for name in columns] for row in rows)
    return text.getvalue()


def _cell(value: Any) -> Any:
    """Text that a spreadsheet would run is quoted with an apostrophe; what is no plain value is written as JSON."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, dict)):
        return json.dumps(value, ensure_ascii=False)
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_STARTS) else value
