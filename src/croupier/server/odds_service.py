"""Odds of rules that came without a sheet: a rulebook of the house's own, options changed at a table. [R13]

Each is counted once, one after the other, in a process of its own: counting in the server would keep tables waiting.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from collections.abc import Awaitable, Callable
from enum import StrEnum

from croupier.odds.shipped_sheets import FullSheet, count_full_sheet, read_sheet, sheet_data
from croupier.table.settings import DealingMode, TableSettings, game_rules

Rules = tuple[str, str, str]
"""A rulebook's digest, the options as the table has them, the mode."""
Count = Callable[[TableSettings], Awaitable[FullSheet | None]]

SHEETS_MOST = 64
"""Kept in memory; the one that nobody has asked for the longest goes first."""
WAITING_MOST = 16
COUNT_SECONDS = 1800
PROGRAM = "croupier.server.odds_service"
NICE_LEVEL = 10

log = logging.getLogger("croupier")


class SheetStatus(StrEnum):
    """How far a sheet is that cannot be shown."""

    COUNTING = "counting"
    NOT_COUNTED = "not-counted"


class OddsService:
    """Par sheets by the rules they were counted for."""

    def __init__(self) -> None:
        self.count: Count = count_in_subprocess
        self.told: dict[tuple[str, int], bytes] = {}
        """Sheets as they were sent, by their rules and the number of players."""
        self._known: dict[Rules, FullSheet | None] = {}
        self._under_way: dict[Rules, asyncio.Task[None]] = {}
        self._one_at_a_time = asyncio.Lock()

    def get_sheet(self, settings: TableSettings) -> FullSheet | SheetStatus:
        """The sheet of these very rules, once it is counted. The first who asks has it begun; nobody waits here."""
        rules = _rules(settings)
        if rules in self._known:
            sheet = self._known[rules] = self._known.pop(rules)
            return sheet or SheetStatus.NOT_COUNTED
        if rules not in self._under_way and len(self._under_way) < WAITING_MOST:
            self._under_way[rules] = asyncio.create_task(self._fetch(rules, settings))
        return SheetStatus.COUNTING

    async def _fetch(self, rules: Rules, settings: TableSettings) -> None:
        try:
            async with self._one_at_a_time:
                sheet = await self._count_or_none(settings)
            self._keep(rules, sheet)
        finally:
            del self._under_way[rules]

    async def _count_or_none(self, settings: TableSettings) -> FullSheet | None:
        """A sheet that cannot be counted is tried once: whatever was wrong with it would be wrong again."""
        try:
            return await asyncio.wait_for(self.count(settings), COUNT_SECONDS)
        except Exception as error:
            log.warning("the odds of %s were not counted: %s", settings.rulebook, error or type(error).__name__)
            return None

    def _keep(self, rules: Rules, sheet: FullSheet | None) -> None:
        self._known[rules] = sheet
        while len(self._known) > SHEETS_MOST:
            del self._known[next(iter(self._known))]

    async def stop(self) -> None:
        """Nothing is counted for a house that has closed."""
        tasks = list(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._under_way.clear()  # one that was stopped before it began could not take itself off


async def count_in_subprocess(settings: TableSettings) -> FullSheet | None:
    """Count in a process of its own, which ends with whoever waits for it."""
    words = "-m", PROGRAM, settings.rulebook, _options(settings), settings.mode.value
    pipe = asyncio.subprocess.PIPE
    child = await asyncio.create_subprocess_exec(sys.executable, *words, stdout=pipe, stderr=pipe)
    try:
        told, wrong = await child.communicate()
    except asyncio.CancelledError:
        child.kill()
        await child.wait()
        raise
    if child.returncode != 0:
        raise ValueError(wrong.decode(errors="replace").strip()[-400:])
    house, data = game_rules(settings), json.loads(told)
    if data["digest"] != house.book.digest:
        raise ValueError("the rulebook's file has changed since the table was set up")
    return await asyncio.to_thread(read_sheet, house, data)


def _rules(settings: TableSettings) -> Rules:
    return game_rules(settings).book.digest, _options(settings), settings.mode.value


def _options(settings: TableSettings) -> str:
    return json.dumps(settings.options, sort_keys=True)


def main(rulebook: str, options: str, mode: str) -> None:
    """Count one sheet, at leisure since whoever deals comes first, and print it as its file would hold it."""
    os.nice(NICE_LEVEL)
    settings = TableSettings(rulebook=rulebook, options=json.loads(options), mode=DealingMode(mode))
    print(json.dumps(sheet_data(count_full_sheet(game_rules(settings)))))


if __name__ == "__main__":
    main(*sys.argv[1:])
