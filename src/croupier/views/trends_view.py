"""View of a table's past rounds, computed once for each hand and shared by all viewers."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any

from croupier.play.board import RoundHistory
from croupier.table.trends import TableTrends

DRAWN_MOST = 256
"""Most entries in the cache of `trends_view`; a table has one, and a second one just after a hand was played."""

_drawn: OrderedDict[int, tuple[TableTrends, RoundHistory, dict[str, Any]]] = OrderedDict()
_lock = Lock()


def trends_view(trends: TableTrends, history: RoundHistory) -> dict[str, Any]:
    """Return the past rounds, labelled as such; callers must not modify the result, because it is shared. [R23]"""
    with _lock:
        cached = _drawn.get(id(trends))
    # The entry has a reference to the trends object, so that no other object can get the same `id()`.
    if cached is not None and cached[0] is trends and cached[1] is history:
        return cached[2]
    drawn = trends.to_json(history)
    with _lock:
        _drawn[id(trends)] = trends, history, drawn
        while len(_drawn) > DRAWN_MOST:
            _drawn.popitem(last=False)
    return drawn
