"""Verify the log while the house runs, in a process of its own with low priority, so that no wager waits for it.

A start reads only what follows the last mark (see `store.verified`). This check moves the mark on, and once a day it
verifies the whole log and replays it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

from croupier.errors import BadInput, Problem
from croupier.evidence.log_rebuild import rebuild_all
from croupier.house.house import House
from croupier.house.table_snapshots import TableSnapshots
from croupier.operating_system import end_process, lower_priority
from croupier.server.config import HouseConfig
from croupier.server.system_events import HOUSE, note
from croupier.store.engine import DatabaseLocation
from croupier.store.errors import DatabaseUnavailableError, WriteRejectedError
from croupier.store.keys import HouseKeys
from croupier.store.log_audit import verify_log
from croupier.store.store import Store
from croupier.store.unit_of_work import Job, UnitOfWork
from croupier.store.verified import AuditStart, VerifiedMark, clear_mark, last_verified, write_mark

ALTERED = "log/altered"
VERIFIED = "log/verified"
FIRST_CHECK_SECONDS = 30.0
"""Seconds from the start to the first check."""
DAY_MS = 24 * 3600 * 1000
AT_STOP_MOST = 20_000
"""Most records that a stop verifies, which takes about a second."""
FINDINGS_NOTED = 20
PROGRAM = "from croupier.server.log_check import main; main()"
NICE_LEVEL = 19

T = TypeVar("T")
log = logging.getLogger("croupier")


class JobRunner(Protocol):
    """Interface of an object that runs the jobs of the checks: the writer and the reader threads of a `Runtime`."""

    async def run_job(self, job: Job) -> Any: ...

    async def run_in_thread(self, function: Callable[..., T], *args: Any) -> T: ...


@dataclass(frozen=True)
class LogCheckRequest:
    """Input of a check; it is sent over a pipe, because other users can read the arguments of a process."""

    database: str
    keys: str
    copy: str = ""
    log_copy: str = ""
    whole: bool = False


@dataclass(frozen=True)
class LogCheckResult:
    """Result of a check: the findings, or the mark up to which the log is sound."""

    findings: tuple[str, ...] = ()
    mark: VerifiedMark | None = None
    unread: str = ""
    """Reason for which nothing was verified; the next check tries again."""


def check_log(request: LogCheckRequest) -> LogCheckResult:
    """Verify the log from the last mark on, or all of it together with everything that is rebuilt from it."""
    keys = HouseKeys.load(request.keys)
    copy, log_copy = existing(request.copy), existing(request.log_copy)
    try:
        with Store.open(request.database, whole_file=request.whole) as store:
            since = None if request.whole else last_verified(store, keys.public_text)
            report = verify_log(store, keys.public_text, copy, log_copy, since)
            findings: tuple[Problem, ...] = report.findings
            if request.whole and not findings:
                snapshot_of = TableSnapshots(store, keys).load
                findings = tuple(rebuild_all(store, unlock=keys.decrypt, snapshot_of=snapshot_of).findings)
    except (BadInput, DatabaseUnavailableError) as error:
        return LogCheckResult(unread=str(error))
    return LogCheckResult(tuple(map(str, findings)), report.mark)


class LogWatch:
    """Checks of the log of a running house: after each checkpoint what is new, and once a day all of it."""

    def __init__(self, config: HouseConfig, house: House, runner: JobRunner) -> None:
        self._config = config
        self._house = house
        self._runner = runner

    async def run(self) -> None:
        await asyncio.sleep(FIRST_CHECK_SECONDS)
        while True:
            if self._house.owns(HOUSE):
                await self.check()
            await asyncio.sleep(self._config.checkpoints.every_minutes * 60)

    async def check(self) -> LogCheckResult:
        """Verify the log in a process of its own; findings stop play and make the next start verify the whole log."""
        since = await self._runner.run_in_thread(self._last_mark)
        mark = since.mark if since else None
        now = self._house.clock()
        request = self._request(whole=mark is None or now - mark.whole_at >= DAY_MS)
        result = await check_in_process(request)
        if result.unread:
            log.warning("the log was not verified: %s", result.unread)
        else:
            with contextlib.suppress(DatabaseUnavailableError, WriteRejectedError):
                whole_at = now if request.whole else mark.whole_at if mark else 0
                await self._runner.run_job(partial(self._note, result, request, whole_at))
        return result

    async def mark_at_stop(self) -> None:
        """Verify the records since the last mark, unless there are many; the next start then has none to verify."""
        mark = await self._runner.run_in_thread(self._newest_mark)
        if mark is not None:
            await self._runner.run_job(lambda uow: write_mark(uow.transaction, self._house.keys, mark))

    def _newest_mark(self) -> VerifiedMark | None:
        since, store = self._last_mark(), self._house.store
        known = since.content.heads if since else {}
        new = sum(head.seq - known.get(stream, (0, ""))[0] for stream, head in store.heads().items())
        if since is None or new > AT_STOP_MOST:
            return None
        copies = self._config.checkpoints
        return verify_log(
            store, self._house.keys.public_text, existing(copies.copy_to), existing(copies.log_to), since
        ).mark

    def _last_mark(self) -> AuditStart | None:
        return last_verified(self._house.store, self._house.keys.public_text)

    def _request(self, *, whole: bool) -> LogCheckRequest:
        house, copies = self._config.house, self._config.checkpoints
        database = database_text(self._house.store.location)
        return LogCheckRequest(database, house.keys, copies.copy_to, copies.log_to, whole)

    def _note(self, result: LogCheckResult, request: LogCheckRequest, whole_at: int, uow: UnitOfWork) -> None:
        if result.findings:
            text = f"The log is not as it was written: {result.findings[0]}."
            log.error("%s", text)
            note(uow, ALTERED, text, findings=result.findings[:FINDINGS_NOTED])
            clear_mark(uow.transaction)
            self._house.hold_all_job("the log is not as it was written")(uow)
            return
        if result.mark is not None:
            write_mark(uow.transaction, self._house.keys, result.mark._replace(whole_at=whole_at))
        if request.whole:
            note(uow, VERIFIED, "The whole log was verified and replayed.")


async def check_in_process(request: LogCheckRequest) -> LogCheckResult:
    """Run `check_log` in a new process; the process ends when this task is cancelled."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PROGRAM, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    try:
        output, _ = await process.communicate(json.dumps(request.__dict__).encode())
    except asyncio.CancelledError:
        await end_process(process)
        raise
    if process.returncode:
        return LogCheckResult(unread=f"the process of the check ended with {process.returncode}")
    facts = json.loads(output)
    mark = facts["mark"] and VerifiedMark(*facts["mark"])
    return LogCheckResult(tuple(facts["findings"]), mark, facts["unread"])


def main() -> None:
    """Read a request from standard input and write the result to standard output."""
    lower_priority(NICE_LEVEL)
    result = check_log(LogCheckRequest(**json.loads(sys.stdin.read())))
    print(json.dumps(result.__dict__))


def existing(named: str) -> Path | None:
    """Return the path of a file if it is named and exists."""
    return Path(named) if named and Path(named).exists() else None


def database_text(location: DatabaseLocation) -> str:
    """Return the location of a database with its password, for another process of the house."""
    return str(location.path) if location.path else location.url.render_as_string(hide_password=False)
