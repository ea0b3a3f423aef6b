"""A floor that is never closed: memory does not grow, and a command takes as long on the last day as on the second.

CI plays a few simulated hours at five tables; the soak plays a week at a hundred (`benchmarks/week.py`).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import week
from tests.soak import SEED, SOAK, scaled

TABLES = scaled(5, 100)
DAYS = scaled(3, 7)
DAY_MS = scaled(3_600_000, week.DAY_MS)
GROWTH = scaled(2.0, 1.2)
"""Largest growth of the memory, and in the soak of the processor time for a command, from the second day on."""


def test_a_floor_that_is_never_closed_keeps_its_memory_and_its_pace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(week, "DAY_MS", DAY_MS)
    floor = week.Floor(tmp_path, TABLES, SEED or 1)
    days = list(floor.play(DAYS))
    assert floor.close() == ""
    for day in days:
        assert day.rounds > TABLES
        assert day.refused == 0
    second, last = days[1], days[-1]
    assert last.resident < GROWTH * second.resident, days
    if SOAK:
        assert last.processor_ms < GROWTH * second.processor_ms, days
    assert (last.stored - second.stored) / (DAYS - 2) < GROWTH * (second.stored - days[0].stored), days
