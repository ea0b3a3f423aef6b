"""Where paper is asked for: every job is on record, and a printer that fails is noted once, and once when it is back.

Nothing waits for a printer: what moved money is durable before anything is printed, and a ticket that did not come out
is as good as before; it is printed again, or shown as a PDF. [R41, R52; 000 L106, L115]
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, Protocol

from sqlalchemy import select

from croupier.cage.reading import Reader
from croupier.printing.printer import Printer, PrinterError, PrinterProblem
from croupier.server.config import PrinterSection
from croupier.store.errors import DatabaseUnavailableError, WriteRejectedError
from croupier.store.old_event_kinds import with_current_kinds
from croupier.store.schema import records
from croupier.store.unit_of_work import Job, UnitOfWork

STREAM = "printing"
THREADS = 4
WAITING_MOST = 100
"""Pages that wait for their printer; one more is refused as failed, on record."""
REMEMBERED_MOST = 500
LISTED_MOST = 60
PRINT_ASKED, PAPER_SHOWN = "print-requested", "paper-shown"

log = logging.getLogger("croupier")


@dataclass(frozen=True)
class PrintDocument:
    """A page to be printed. `about` names it in the log: never by a number that is worth money."""

    what: str
    about: Mapping[str, Any]
    title: str
    """Its name in the printer's queue."""
    make: Callable[[], bytes]
    """Sets the page; in a thread, for that takes a while."""
    by: str
    copy: int = 0


@dataclass(frozen=True)
class TicketPapers:
    """The papers of one ticket that were asked for, out of a printer or as a PDF."""

    own: int = 0
    """By whoever cashed out."""
    others: int = 0
    shown: int = 0
    """As a PDF, of all of them."""

    def with_one_more(self, *, is_own: bool, is_shown: bool) -> TicketPapers:
        return TicketPapers(self.own + is_own, self.others + (not is_own), self.shown + is_shown)


@dataclass(frozen=True)
class PrintJob:
    """A page that was asked for, and what came of it."""

    id: str
    what: str
    about: Mapping[str, Any]
    printer: str
    at: int
    by: str
    copy: int = 0
    state: str = "printing"
    """printing, printed or failed."""
    trouble: str | None = None
    said: str = ""
    sent: bool = False
    """Whether some of it may have come out."""


class JobRunner(Protocol):
    """What the desk needs of a running house."""

    def now(self) -> int: ...

    async def run_job(self, job: Job) -> Any: ...


class PrintService:
    """The house's printers."""

    def __init__(self, books: JobRunner, printers: Sequence[PrinterSection]) -> None:
        self.printers = {one.name: one for one in printers}
        self.troubles: dict[str, PrinterError | None] = {}
        """What each printer suffered from when it was last asked; one that was not asked yet is not here."""
        self.jobs: dict[str, PrintJob] = {}
        self.papers: dict[str, TicketPapers] = {}
        """By a ticket's digest; of one that is not here the log knows."""
        self._books = books
        self._lines = {one.name: Printer(one.uri, one.media, one.answer_seconds, one.job_seconds) for one in printers}
        self._threads = ThreadPoolExecutor(max_workers=THREADS, thread_name_prefix="printer")
        self._busy = {name: asyncio.Lock() for name in self.printers}
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        for name in self.printers:
            self._run(self._watch(name))

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def printer_for(self, what: str, terminal: str | None) -> PrinterSection | None:
        """The printer beside a terminal, or the one for all others; None where a PDF has to do."""
        able = [one for one in self.printers.values() if what in one.prints]
        beside = [one for one in able if terminal is not None and terminal in one.terminals]
        return next(iter(beside or [one for one in able if not one.terminals]), None)

    async def submit(self, printer: PrinterSection, page: PrintDocument) -> PrintJob:
        """Take a page in. It is on record before anything else happens to it; what comes of it as well."""
        facts = {"what": page.what, "printer": printer.name, "copy": page.copy, **page.about}

        def asked(uow: UnitOfWork) -> PrintJob:
            record = uow.append_record(STREAM, actor=page.by, command="print", events=[{"kind": PRINT_ASKED, **facts}])
            return PrintJob(str(record.seq), page.what, page.about, printer.name, uow.at, page.by, page.copy)

        job: PrintJob = await self._books.run_job(asked)
        self._remember(job)
        self._run(self._print(job, page))
        return job

    def note_papers(self, ticket: str, papers: TicketPapers) -> None:
        """Keep how often a ticket was printed. `ticket`: its digest."""
        self.papers.pop(ticket, None)
        self.papers[ticket] = papers
        while len(self.papers) > REMEMBERED_MOST:
            self.papers.pop(next(iter(self.papers)))

    async def record_shown(self, what: str, about: Mapping[str, Any], by: str, copy: int) -> None:
        """Put on record that a paper was given out as a PDF."""
        event = {"kind": PAPER_SHOWN, "what": what, "copy": copy, **about}
        await self._books.run_job(lambda uow: uow.append_record(STREAM, actor=by, command="show-paper", events=[event]))

    def _remember(self, job: PrintJob) -> None:
        self.jobs[job.id] = job
        while len(self.jobs) > REMEMBERED_MOST:
            self.jobs.pop(next(iter(self.jobs)))

    def _run(self, what: Any) -> None:
        task = asyncio.get_running_loop().create_task(what)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _print(self, job: PrintJob, page: PrintDocument) -> None:
        waiting = sum(one.state == "printing" and one.printer == job.printer for one in self.jobs.values())
        failed: PrinterError | None = None
        if waiting > WAITING_MOST:
            failed = PrinterError(PrinterProblem.FAULT, f"{WAITING_MOST} pages wait for this printer already.")
        else:
            async with self._busy[job.printer]:
                failed = await self._in_thread(self._put, job.printer, page)
        done = replace(
            job,
            state="printed" if failed is None else "failed",
            trouble=None if failed is None else failed.problem.value,
            said="" if failed is None else failed.said,
            sent=failed is None or failed.sent,
        )
        self._remember(done)
        await self._write(lambda uow: self._done(uow, done))
        await self._record_status_change(job.printer, failed)

    def _put(self, printer: str, page: PrintDocument) -> PrinterError | None:
        """In a printer's thread."""
        try:
            self._lines[printer].print_document(page.make(), page.title)
        except PrinterError as failed:
            return failed
        except Exception as error:
            log.warning("a page could not be set", exc_info=True)
            return PrinterError(PrinterProblem.FAULT, f"The page could not be set: {error}.")
        return None

    def _done(self, uow: UnitOfWork, job: PrintJob) -> None:
        facts = {"state": job.state, "trouble": job.trouble, "said": job.said, "sent": job.sent}
        event = {"kind": "print-finished", "job": job.id, "printer": job.printer, **facts}
        uow.append_record(STREAM, actor="system", command="print-finished", events=[event])
        if job.state == "failed":
            text = f"A {job.what} did not come out of {self.printers[job.printer].shown}: {job.said}"
            uow.note_significant_event("printer/not_printed", text, actor=job.by, device=job.printer)

    async def _watch(self, name: str) -> None:
        """Ask the printer now and then how it is."""
        while True:
            await self._record_status_change(name, await self._in_thread(self._lines[name].problem))
            await asyncio.sleep(self.printers[name].check_seconds)

    async def _record_status_change(self, name: str, found: PrinterError | None) -> None:
        """A change of what a printer suffers from is a significant event; that it still does is none."""
        before = self.troubles.get(name)
        self.troubles[name] = found
        if (before and before.problem) == (found and found.problem):
            return
        shown = self.printers[name].shown
        code = "printer/back" if found is None else f"printer/{found.problem.value}"
        text = f"{shown} prints again." if found is None else f"{shown}: {found.said}"

        def note(uow: UnitOfWork) -> None:
            event = {"kind": code, "printer": name, "text": text}
            uow.append_record(STREAM, actor="system", command=code.replace("/", "-"), events=[event])
            uow.note_significant_event(code, text, actor="system", device=name)

        await self._write(note)

    async def _in_thread(self, what: Callable[..., PrinterError | None], *given: Any) -> PrinterError | None:
        return await asyncio.get_running_loop().run_in_executor(self._threads, what, *given)

    async def _write(self, job: Job) -> None:
        """What became of a page is worth waiting for a moment, and no reason to stop."""
        with contextlib.suppress(DatabaseUnavailableError, WriteRejectedError):
            await self._books.run_job(job)


def recent_jobs(reader: Reader, most: int = LISTED_MOST) -> list[PrintJob]:
    """The last pages that were asked for, the newest first, from the log: also those of before a restart."""
    wanted = select(records.c.seq, records.c.at, records.c.actor, records.c.body).where(records.c.stream == STREAM)
    found: dict[str, PrintJob] = {}
    ends: dict[str, Mapping[str, Any]] = {}
    for seq, at, actor, body in reader.query(wanted.order_by(records.c.seq.desc()).limit(most * 4)):
        for event in with_current_kinds(json.loads(body)["events"]):
            if event["kind"] == "print-finished":
                ends[event["job"]] = event
            elif event["kind"] == PRINT_ASKED:
                found[str(seq)] = _job(str(seq), at, actor, event, ends.get(str(seq)))
    return list(found.values())[:most]


def papers_of(reader: Reader, ticket: str, issued_at: int, issued_by: str) -> TicketPapers:
    """How often a ticket was printed since it was issued, from the log. `ticket`: its digest."""
    wanted = select(records.c.actor, records.c.body).where(records.c.stream == STREAM, records.c.at >= issued_at)
    found = TicketPapers()
    for actor, body in reader.query(wanted.where(records.c.body.contains(ticket))):
        for event in with_current_kinds(json.loads(body)["events"]):
            if event.get("digest") == ticket and event["kind"] in (PRINT_ASKED, PAPER_SHOWN):
                found = found.with_one_more(is_own=actor == issued_by, is_shown=event["kind"] == PAPER_SHOWN)
    return found


def _job(name: str, at: int, actor: str, event: Mapping[str, Any], end: Mapping[str, Any] | None) -> PrintJob:
    about = {key: event[key] for key in event if key not in ("kind", "what", "printer", "copy")}
    job = PrintJob(name, event["what"], about, event["printer"], at, actor, event["copy"])
    if end is None:
        return job
    return replace(job, state=end["state"], trouble=end["trouble"], said=end["said"], sent=end["sent"])
