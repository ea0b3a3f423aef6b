"""Print jobs: every job is recorded, and each failure and recovery of a printer is reported once.

Nothing waits for a printer. Money transfers are committed before printing. A ticket that was not printed stays valid;
it can be printed again or shown as a PDF. [R41, R52; 000 L106, L115]
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol

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
"""Most documents in the queue of one printer; one more is recorded as failed."""
REMEMBERED_MOST = 500
LISTED_MOST = 60
PRINT_REQUESTED, PDF_SHOWN = "print-requested", "paper-shown"

log = logging.getLogger("croupier")


DocumentKind = Literal["ticket", "slip", "page", "coupon"]
JobState = Literal["printing", "printed", "failed"]


@dataclass(frozen=True)
class PrintDocument:
    """Document to print; `about` identifies it in the log without a number that can be cashed."""

    what: DocumentKind
    about: Mapping[str, Any]
    title: str
    """Name of the document in the printer's queue."""
    render: Callable[[], bytes]
    """Function that renders the PDF; called in a thread, because it is slow."""
    by: str
    copy: int = 0


@dataclass(frozen=True)
class TicketCopies:
    """Number of printed and PDF copies of one ticket."""

    own: int = 0
    """Number of copies requested by the person who cashed out."""
    others: int = 0
    shown: int = 0
    """Number of copies that were shown as PDF; they are also counted in `own` or `others`."""

    def with_one_more(self, *, is_own: bool, is_shown: bool) -> TicketCopies:
        return TicketCopies(self.own + is_own, self.others + (not is_own), self.shown + is_shown)


@dataclass(frozen=True)
class PrintJob:
    """A print job and its outcome."""

    id: str
    what: DocumentKind
    about: Mapping[str, Any]
    printer: str
    at: int
    by: str
    copy: int = 0
    state: JobState = "printing"
    trouble: str | None = None
    said: str = ""
    sent: bool = False
    """Whether part of the document may have been printed."""


class PrintJobRunner(Protocol):
    """Protocol of the part of the server runtime that the print service uses: the time, and the writer."""

    def now(self) -> int: ...

    async def run_job(self, job: Job) -> Any: ...


class PrintService:
    """Service that prints documents and watches the status of the house's printers."""

    def __init__(self, runner: PrintJobRunner, printers: Sequence[PrinterSection]) -> None:
        self.printers = {one.name: one for one in printers}
        self.problems: dict[str, PrinterError | None] = {}
        """Problem of each printer at its last status query, or None; printers not queried yet are absent."""
        self.jobs: dict[str, PrintJob] = {}
        self.ticket_copies: dict[str, TicketCopies] = {}
        """Copies by ticket digest, for recent tickets; the log has all of them."""
        self._runner = runner
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
        """Return the printer beside the terminal, or a printer for all terminals; None if only a PDF is possible."""
        able = [one for one in self.printers.values() if what in one.prints]
        beside = [one for one in able if terminal is not None and terminal in one.terminals]
        return next(iter(beside or [one for one in able if not one.terminals]), None)

    async def submit(self, printer: PrinterSection, page: PrintDocument) -> PrintJob:
        """Record a print job and start printing it; the outcome is recorded too."""
        facts = {"what": page.what, "printer": printer.name, "copy": page.copy, **page.about}

        def record_job(uow: UnitOfWork) -> PrintJob:
            record = uow.append_record(
                STREAM, actor=page.by, command="print", events=[{"kind": PRINT_REQUESTED, **facts}]
            )
            return PrintJob(str(record.seq), page.what, page.about, printer.name, uow.at, page.by, page.copy)

        job: PrintJob = await self._runner.run_job(record_job)
        self._remember(job)
        self._run(self._print(job, page))
        return job

    def set_ticket_copies(self, ticket: str, papers: TicketCopies) -> None:
        """Store how often a ticket was printed; `ticket` is its digest."""
        self.ticket_copies.pop(ticket, None)
        self.ticket_copies[ticket] = papers
        while len(self.ticket_copies) > REMEMBERED_MOST:
            self.ticket_copies.pop(next(iter(self.ticket_copies)))

    async def record_shown(self, what: str, about: Mapping[str, Any], by: str, copy: int) -> None:
        """Record that a document was shown as a PDF."""
        event = {"kind": PDF_SHOWN, "what": what, "copy": copy, **about}
        await self._runner.run_job(
            lambda uow: uow.append_record(STREAM, actor=by, command="show-paper", events=[event])
        )

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
                failed = await self._in_thread(self._print_in_thread, job.printer, page)
        done = replace(
            job,
            state="printed" if failed is None else "failed",
            trouble=None if failed is None else failed.problem.value,
            said="" if failed is None else failed.text,
            sent=failed is None or failed.sent,
        )
        self._remember(done)
        await self._write(lambda uow: self._done(uow, done))
        await self._record_status_change(job.printer, failed)

    def _print_in_thread(self, printer: str, page: PrintDocument) -> PrinterError | None:
        """Print a document in a printer thread; return the error, or None."""
        try:
            self._lines[printer].print_document(page.render(), page.title)
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
            text = f"A {job.what} did not come out of {self.printers[job.printer].display_name}: {job.said}"
            uow.note_significant_event("printer/not_printed", text, actor=job.by, device=job.printer)

    async def _watch(self, name: str) -> None:
        """Query the status of a printer periodically."""
        while True:
            await self._record_status_change(name, await self._in_thread(self._lines[name].problem))
            await asyncio.sleep(self.printers[name].check_seconds)

    async def _record_status_change(self, name: str, found: PrinterError | None) -> None:
        """Record a significant event when the problem of a printer changes."""
        before = self.problems.get(name)
        self.problems[name] = found
        if (before and before.problem) == (found and found.problem):
            return
        shown = self.printers[name].display_name
        code = "printer/back" if found is None else f"printer/{found.problem.value}"
        text = f"{shown} prints again." if found is None else f"{shown}: {found.text}"

        def note(uow: UnitOfWork) -> None:
            event = {"kind": code, "printer": name, "text": text}
            uow.append_record(STREAM, actor="system", command=code.replace("/", "-"), events=[event])
            uow.note_significant_event(code, text, actor="system", device=name)

        await self._write(note)

    async def _in_thread(self, what: Callable[..., PrinterError | None], *given: Any) -> PrinterError | None:
        return await asyncio.get_running_loop().run_in_executor(self._threads, what, *given)

    async def _write(self, job: Job) -> None:
        """Write the outcome of a print job; ignore a database that is unavailable."""
        with contextlib.suppress(DatabaseUnavailableError, WriteRejectedError):
            await self._runner.run_job(job)


def recent_jobs(reader: Reader, most: int = LISTED_MOST) -> list[PrintJob]:
    """Return the latest print jobs from the log, newest first, including those before a restart."""
    wanted = select(records.c.seq, records.c.at, records.c.actor, records.c.body).where(records.c.stream == STREAM)
    found: dict[str, PrintJob] = {}
    ends: dict[str, Mapping[str, Any]] = {}
    for seq, at, actor, body in reader.query(wanted.order_by(records.c.seq.desc()).limit(most * 4)):
        for event in with_current_kinds(json.loads(body)["events"]):
            if event["kind"] == "print-finished":
                ends[event["job"]] = event
            elif event["kind"] == PRINT_REQUESTED:
                found[str(seq)] = _job(str(seq), at, actor, event, ends.get(str(seq)))
    return list(found.values())[:most]


def ticket_copies_from_log(reader: Reader, ticket: str, issued_at: int, issued_by: str) -> TicketCopies:
    """Return from the log how often a ticket was printed since it was issued; `ticket` is its digest."""
    wanted = select(records.c.actor, records.c.body).where(records.c.stream == STREAM, records.c.at >= issued_at)
    found = TicketCopies()
    for actor, body in reader.query(wanted.where(records.c.body.contains(ticket))):
        for event in with_current_kinds(json.loads(body)["events"]):
            if event.get("digest") == ticket and event["kind"] in (PRINT_REQUESTED, PDF_SHOWN):
                found = found.with_one_more(is_own=actor == issued_by, is_shown=event["kind"] == PDF_SHOWN)
    return found


def _job(name: str, at: int, actor: str, event: Mapping[str, Any], end: Mapping[str, Any] | None) -> PrintJob:
    about = {key: event[key] for key in event if key not in ("kind", "what", "printer", "copy")}
    job = PrintJob(name, event["what"], about, event["printer"], at, actor, event["copy"])
    if end is None:
        return job
    return replace(job, state=end["state"], trouble=end["trouble"], said=end["said"], sent=end["sent"])
