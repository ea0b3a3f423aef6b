"""Column totals of reports, so that web pages never add up money."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.cage.table_reports import percent

ReportRow = Mapping[str, Any]
ReportTotals = dict[str, int | str | None]

COUNTED = (
    *("rounds", "voided", "corrections", "tickets", "tickets_out", "tickets_in", "hand_pays", "hits"),
    *("gifts", "coupons", "tickets_issued", "hand_pays_paid", "jackpots_paid"),
)
SHARES: Mapping[str, tuple[tuple[str, ...], str]] = {
    "hold_percent": (("revenue_cents",), "wagered_cents"),
    "return_percent": (("won_cents", "corrected_cents"), "wagered_cents"),
}
"""Percentage columns, each with the columns of its numerator and the column of its denominator.

In the totals, a percentage is computed from the summed columns; percentages are never added.
"""


def totals_of(rows: Sequence[ReportRow]) -> ReportTotals:
    """Return the sum of each column of money or counts, and the percentages computed from these sums."""
    columns = dict.fromkeys(key for row in rows for key in row)
    summed = [key for key in columns if key == "cents" or key.endswith("_cents") or key in COUNTED]
    totals: ReportTotals = {key: _sum(rows, key) for key in summed}
    for key, (parts, whole) in SHARES.items():
        if key in columns:
            totals[key] = percent(sum(_sum(rows, part) for part in parts), _sum(rows, whole))
    return totals


def _sum(rows: Sequence[ReportRow], key: str) -> int:
    return sum(row.get(key) or 0 for row in rows)
