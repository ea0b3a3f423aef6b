"""One printer: its status, and printing a document until it is on paper or has failed.

All calls block for a limited time and run in a separate thread, so that no money transaction waits for them.
"""

from __future__ import annotations

import contextlib
import http.client
import socket
import ssl
import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import count
from threading import Event, Timer
from urllib.parse import urlsplit

from croupier.errors import BadInput
from croupier.printing.ipp_message import IppOperation, IppResponse, IppTag, Value, decode_response, request

ANSWER_BYTES_MOST = 1 << 18
ANSWER_SECONDS = 5.0
JOB_SECONDS = 20.0
"""Seconds for a page to be printed; a slower job is cancelled, so that it is not printed when nobody waits for it."""
POLL_SECONDS = 0.3
PORT = 631
PORTS = {"http": 80, "https": 443}
SECURE = ("ipps", "https")


class PrinterProblem(StrEnum):
    """Reason why a printer cannot print."""

    OFFLINE = "offline"
    PAPER = "paper"
    FAULT = "fault"


REASONS = {
    PrinterProblem.OFFLINE: ("offline", "shutdown", "connecting-to-device", "timed-out"),
    PrinterProblem.PAPER: ("media-empty", "media-needed"),
    PrinterProblem.FAULT: (
        "media-jam",
        "door-open",
        "cover-open",
        "marker-supply-empty",
        "toner-empty",
        "paused",
        "stopped",
    ),
}
"""State reasons that a printer reports, by the problem that they mean. [RFC 8011 5.4.12]

The suffixes -report, -warning and -error are left out; a reason with the suffix -warning does not prevent printing.
"""

STOPPED = 5
JOB_STOPPED, JOB_CANCELED, JOB_ABORTED, JOB_COMPLETED = 6, 7, 8, 9
"""Final states of a print job. [RFC 8011 5.3.7, 5.4.11]"""


class PrinterError(Exception):
    """Failed print job; `sent` says whether part of the document may be on paper."""

    def __init__(self, problem: PrinterProblem, text: str, *, sent: bool = False) -> None:
        super().__init__(text)
        self.problem, self.text, self.sent = problem, text, sent


@dataclass(frozen=True)
class Printer:
    """A printer, or a queue of a print server, identified by its address."""

    uri: str
    media: str = ""
    answer_seconds: float = ANSWER_SECONDS
    job_seconds: float = JOB_SECONDS

    def problem(self) -> PrinterError | None:
        """Return what prevents printing, or None if the printer is ready."""
        wanted = [
            (IppTag.KEYWORD, "requested-attributes", "printer-state"),
            (IppTag.KEYWORD, "", "printer-state-reasons"),
        ]
        wanted.append((IppTag.KEYWORD, "", "printer-is-accepting-jobs"))
        try:
            answer = self._send(IppOperation.GET_PRINTER_ATTRIBUTES, wanted)
        except PrinterError as failed:
            return failed
        return _problem_in(answer)

    def print_document(self, document: bytes, name: str) -> None:
        """Print a PDF document and wait until it is done; raise `PrinterError` if it fails."""
        if (found := self.problem()) is not None:
            raise found
        attributes: list[tuple[IppTag, str, Value]] = [
            (IppTag.NAME, "job-name", name[:200]),
            (IppTag.MEDIA_TYPE, "document-format", "application/pdf"),
        ]
        job: list[tuple[IppTag, str, Value]] = [(IppTag.INTEGER, "copies", 1)]
        if self.media:
            job.append((IppTag.KEYWORD, "media", self.media))
        try:
            answer = self._send(IppOperation.PRINT_JOB, attributes, job, document)
        except PrinterError as failed:
            raise PrinterError(failed.problem, failed.text, sent=True) from failed
        number = answer.number("job-id")
        if number is None:
            raise PrinterError(PrinterProblem.FAULT, "The printer took the page and gave no number for it.", sent=True)
        self._wait(number, answer)

    def _wait(self, number: int, answer: IppResponse) -> None:
        ends = time.monotonic() + self.job_seconds
        which: list[tuple[IppTag, str, Value]] = [(IppTag.INTEGER, "job-id", number)]
        while True:
            state = answer.number("job-state")
            if state == JOB_COMPLETED:
                return
            if state in (JOB_CANCELED, JOB_ABORTED):
                raise PrinterError(
                    PrinterProblem.FAULT, f"The printer gave the page up: {_job_reasons(answer)}.", sent=True
                )
            found = self.problem() if state == JOB_STOPPED or time.monotonic() >= ends else None
            if found is not None or time.monotonic() >= ends:
                self._cancel_job(which)
                late = PrinterError(PrinterProblem.FAULT, f"The page was not out after {self.job_seconds:g} s.")
                found = found or late
                raise PrinterError(found.problem, found.text, sent=True)
            time.sleep(POLL_SECONDS)
            try:
                answer = self._send(IppOperation.GET_JOB_ATTRIBUTES, which)
            except PrinterError as failed:
                raise PrinterError(failed.problem, failed.text, sent=True) from failed

    def _cancel_job(self, which: Sequence[tuple[IppTag, str, Value]]) -> None:
        try:
            self._send(IppOperation.CANCEL_JOB, which)
        except PrinterError:
            return  # the job has failed already

    def _send(
        self,
        operation: IppOperation,
        attributes: Sequence[tuple[IppTag, str, Value]],
        job: Sequence[tuple[IppTag, str, Value]] = (),
        document: bytes = b"",
    ) -> IppResponse:
        number = next(NUMBERS)
        body = request(operation, number, self.uri, attributes, job) + document
        try:
            answer = decode_response(self._exchange(body), number)
        except BadInput as bad:
            raise PrinterError(
                PrinterProblem.FAULT, f"The printer's answer cannot be read: {bad.problems[0].message}."
            ) from None
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise PrinterError(
                PrinterProblem.OFFLINE, f"The printer cannot be reached: {error or type(error).__name__}."
            ) from None
        if not answer.is_ok:
            message = " ".join(answer.texts("status-message")) or f"status {answer.status:#06x}"
            raise PrinterError(PrinterProblem.FAULT, f"The printer refused: {message}.")
        return answer

    def _exchange(self, body: bytes) -> bytes:
        """Send one HTTP request as in RFC 8010; a timer limits the time of the whole response, not of each read."""
        line, is_late = self._connection(), Event()
        try:
            line.connect()
            alarm = Timer(self.answer_seconds, _cut, (line.sock, is_late))
            alarm.start()
            try:
                answer = _answer_to(line, urlsplit(self.uri).path or "/", body)
            except (OSError, ValueError, http.client.HTTPException):
                if not is_late.is_set():
                    raise
            finally:
                alarm.cancel()
            if is_late.is_set():
                raise TimeoutError(f"no whole answer in {self.answer_seconds:g} s")
            return answer
        finally:
            line.close()

    def _connection(self) -> http.client.HTTPConnection:
        place = urlsplit(self.uri)
        host, port = place.hostname or "", place.port or PORTS.get(place.scheme, PORT)
        if place.scheme in SECURE:
            context = ssl.create_default_context()
            return http.client.HTTPSConnection(host, port, timeout=self.answer_seconds, context=context)
        return http.client.HTTPConnection(host, port, timeout=self.answer_seconds)


NUMBERS = count(1)


def _cut(line: socket.socket, is_late: Event) -> None:
    is_late.set()
    with contextlib.suppress(OSError, ValueError):
        line.shutdown(socket.SHUT_RDWR)


def _answer_to(line: http.client.HTTPConnection, path: str, body: bytes) -> bytes:
    line.request("POST", path, body, {"Content-Type": "application/ipp"})
    answer = line.getresponse()
    if answer.status != http.client.OK:
        raise BadInput.at("printer", f"it says {answer.status} {answer.reason}")
    data = answer.read(ANSWER_BYTES_MOST + 1)
    if len(data) > ANSWER_BYTES_MOST:
        raise BadInput.at("printer", f"it is longer than {ANSWER_BYTES_MOST} bytes")
    return data


def _problem_in(answer: IppResponse) -> PrinterError | None:
    reasons = [reason for reason in answer.texts("printer-state-reasons") if not reason.endswith(("-warning", "none"))]
    for problem, starts in REASONS.items():
        if matching := [
            reason for reason in reasons if reason.removesuffix("-error").removesuffix("-report").startswith(starts)
        ]:
            return PrinterError(problem, f"The printer says {', '.join(matching)}.")
    if answer.number("printer-state") == STOPPED:
        return PrinterError(PrinterProblem.FAULT, "The printer has stopped.")
    if answer.attributes.get("printer-is-accepting-jobs") == (False,):
        return PrinterError(PrinterProblem.FAULT, "The printer takes no pages now.")
    return None


def _job_reasons(answer: IppResponse) -> str:
    return ", ".join(answer.texts("job-state-reasons")) or "it does not say why"
