"""Compute par sheets for rules without a shipped sheet: an operator's rulebook, or changed options. [R13]

Each sheet is counted once, one at a time, in a separate process, because counting in the server process would delay the
tables.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections.abc import Awaitable, Callable
from enum import StrEnum

from croupier.odds.shipped_sheets import FullSheet, count_full_sheet, read_sheet, sheet_data
from croupier.operating_system import end_process, lower_priority
from croupier.table.settings import DealingMode, TableSettings, game_rules

Rules = tuple[str, str, str]
"""Key of a par sheet: rulebook digest, chosen options as JSON, and dealing mode."""
Count = Callable[[TableSettings], Awaitable[FullSheet | None]]

SHEETS_MOST = 64
"""Number of cached sheets; the least recently used is removed first."""
WAITING_MOST = 16
COUNT_SECONDS = 1800
PROGRAM = "croupier.server.odds_service"
NICE_LEVEL = 10

log = logging.getLogger("croupier")


class SheetStatus(StrEnum):
    """Reason why a par sheet is not available: it is being computed, or its computation failed."""

    COUNTING = "counting"
    NOT_COUNTED = "not-counted"


class OddsService:
    """Par sheets by table rules, computed on request and cached."""

    def __init__(self) -> None:
        self.count: Count = count_in_subprocess
        self.serialized_sheets: dict[tuple[str, int], bytes] = {}
        """Par sheets as JSON bytes, by key of the rules and number of players."""
        self._sheets: dict[Rules, FullSheet | None] = {}
        self._under_way: dict[Rules, asyncio.Task[None]] = {}
        self._one_at_a_time = asyncio.Lock()

    def get_sheet(self, settings: TableSettings) -> FullSheet | SheetStatus:
        """Return the cached par sheet or its status; start its computation unless 16 are waiting. Never blocks."""
        rules = _rules(settings)
        if rules in self._sheets:
            sheet = self._sheets[rules] = self._sheets.pop(rules)
            return sheet or SheetStatus.NOT_COUNTED
        if rules not in self._under_way and len(self._under_way) < WAITING_MOST:
            self._under_way[rules] = asyncio.create_task(self._fetch(rules, settings))
        return SheetStatus.COUNTING

    async def _fetch(self, rules: Rules, settings: TableSettings) -> None:
        try:
            async with self._one_at_a_time:
                sheet = await self._count_or_none(settings)
            self._cache_sheet(rules, sheet)
        finally:
            del self._under_way[rules]

    async def _count_or_none(self, settings: TableSettings) -> FullSheet | None:
        """Compute a par sheet; return None on failure, which is cached because a second attempt would fail too."""
        try:
            return await asyncio.wait_for(self.count(settings), COUNT_SECONDS)
        except Exception as error:
            log.warning("the odds of %s were not counted: %s", settings.rulebook, error or type(error).__name__)
            return None

    def _cache_sheet(self, rules: Rules, sheet: FullSheet | None) -> None:
        self._sheets[rules] = sheet
        while len(self._sheets) > SHEETS_MOST:
            del self._sheets[next(iter(self._sheets))]

    async def stop(self) -> None:
        """Cancel all computations of par sheets."""
        tasks = list(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._under_way.clear()  # A task cancelled before its start cannot remove itself.


async def count_in_subprocess(settings: TableSettings) -> FullSheet | None:
    """Compute a par sheet in a child process, which is killed if the caller is cancelled."""
    arguments = "-m", PROGRAM, settings.rulebook, _options(settings), settings.mode.value
    pipe = asyncio.subprocess.PIPE
    child = await asyncio.create_subprocess_exec(sys.executable, *arguments, stdout=pipe, stderr=pipe)
    try:
        output, wrong = await child.communicate()
    except asyncio.CancelledError:
        await end_process(child)
        raise
    if child.returncode != 0:
        raise ValueError(wrong.decode(errors="replace").strip()[-400:])
    house, data = game_rules(settings), json.loads(output)
    if data["digest"] != house.rulebook.digest:
        raise ValueError("the rulebook's file has changed since the table was set up")
    return await asyncio.to_thread(read_sheet, house, data)


def _rules(settings: TableSettings) -> Rules:
    return game_rules(settings).rulebook.digest, _options(settings), settings.mode.value


def _options(settings: TableSettings) -> str:
    return json.dumps(settings.options, sort_keys=True)


def main(rulebook: str, options: str, mode: str) -> None:
    """Compute one par sheet at low priority, because dealing has precedence, and print it as JSON."""
    lower_priority(NICE_LEVEL)
    settings = TableSettings(rulebook=rulebook, options=json.loads(options), mode=DealingMode(mode))
    print(json.dumps(sheet_data(count_full_sheet(game_rules(settings)))))


if __name__ == "__main__":
    main(*sys.argv[1:])
