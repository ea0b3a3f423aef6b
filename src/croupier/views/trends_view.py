"""The roads and statistics of a table, drawn once for each hand and not for each who looks."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any

from croupier.table.trends import TableTrends

DRAWN_MOST = 256
"""Records whose drawing is kept: one for each table, and as many again for the hands just played."""

_drawn: OrderedDict[int, tuple[TableTrends, dict[str, Any]]] = OrderedDict()
_lock = Lock()


def trends_view(trends: TableTrends) -> dict[str, Any]:
    """The record of hands already played, labelled as such. [R23] Not to be changed: others are shown the same."""
    with _lock:
        kept = _drawn.get(id(trends))
    # The record itself is kept beside its drawing, so that no other can have its identity.
    if kept is not None and kept[0] is trends:
        return kept[1]
    drawn = trends.to_json()
    with _lock:
        _drawn[id(trends)] = trends, drawn
        while len(_drawn) > DRAWN_MOST:
            _drawn.popitem(last=False)
    return drawn
