"""Labels of tables for people: number, title and spoken languages.

The table name in the log is for programs. Tables without a configured number are numbered in the order of the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count

from croupier.server.config import TableSection
from croupier.views.models.table import TableLabelView


def table_labels(tables: Sequence[TableSection], others: Iterable[str] = ()) -> dict[str, TableLabelView]:
    """Return the label of every table by name.

    `others` are the names of tables that are not in the configuration; they get the next free numbers.
    """
    given = {table.number for table in tables}
    free = (number for number in count(1) if number not in given)
    labels: dict[str, TableLabelView] = {
        table.name: {
            "number": next(free) if table.number is None else table.number,
            "display_name": table.title,
            "languages": list(table.languages),
        }
        for table in tables
    }
    for name in sorted(set(others) - set(labels)):
        labels[name] = {"number": next(free), "display_name": "", "languages": []}
    return labels
