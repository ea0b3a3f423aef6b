"""What people call a table: its number, the house's own title for it, and the languages that are spoken there.

A table's name in the log is for machines. A house that gives no numbers has its tables numbered as its file lists them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count

from croupier.server.config import TableSection
from croupier.views.models.table import TableLabelView


def table_labels(tables: Sequence[TableSection], others: Iterable[str] = ()) -> dict[str, TableLabelView]:
    """Every table by its name in the log; `others` were set up since, and take the numbers that are left."""
    given = {table.number for table in tables}
    free = (number for number in count(1) if number not in given)
    signs: dict[str, TableLabelView] = {
        table.name: {
            "number": next(free) if table.number is None else table.number,
            "called": table.title,
            "languages": list(table.languages),
        }
        for table in tables
    }
    for name in sorted(set(others) - set(signs)):
        signs[name] = {"number": next(free), "called": "", "languages": []}
    return signs
